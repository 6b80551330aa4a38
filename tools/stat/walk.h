/* pfmstat -M topdown: where the time goes, from the top down. */
#ifndef PFM_TOOL_METRICS_WALK_H
#define PFM_TOOL_METRICS_WALK_H

#include "counting/count.h"
#include "metrics.h"

/* Whether a walk is asked for: -M topdown and nothing else. */
bool is_walk(const struct metric_request *request);

/* False: there is no tree, or nothing was counted, which has been said. */
bool walk_metrics(const struct metric_request *request, const struct given *given, const struct counting *counting,
		  struct ending *ending);

#endif
