/* pfmstat -M topdown: shows where the time goes, from the top of the tree of metrics down. */
#ifndef PFM_TOOL_METRICS_WALK_H
#define PFM_TOOL_METRICS_WALK_H

#include "request.h"

/* Returns whether a walk is asked for: -M topdown and nothing else. */
bool is_walk(const struct metric_request *request);

/* Returns whether this machine has a tree of metrics. */
bool has_tree(void);

/* Counts the tree of metrics, and prints it. False: nothing was counted, which has been said. */
bool walk_metrics(const struct request *request, struct ending *ending);

#endif
