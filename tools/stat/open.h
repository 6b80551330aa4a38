/* Metrics counted over a command or a time. */
#ifndef PFM_TOOL_METRICS_OPEN_H
#define PFM_TOOL_METRICS_OPEN_H

#include "counting/count.h"
#include "metrics.h"

/* Counts, and prints the values. False: a metric is wrong, or nothing was counted, which has been said. */
bool count_metrics(const struct metric_request *request, const struct given *given, const struct counting *counting,
		   struct ending *ending);

#endif
