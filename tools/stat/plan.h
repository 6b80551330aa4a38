/* Shows how metrics are counted: rounds and counters, and events for perf. */
#ifndef PFM_TOOL_METRICS_PLAN_H
#define PFM_TOOL_METRICS_PLAN_H

#include "metrics.h"

/*
 * Shows each event of the metrics with its round and counter, the constants and who says them, and why there is more
 * than one round. False: an event does not encode or fits no round, which has been said.
 */
bool check_plan(const struct metric_request *request, const struct given *given, bool quiet);

/* Prints what stands behind perf stat -e: the events of a round and a device as a group. False as above. */
bool write_metrics_for_perf(const struct metric_request *request, const struct given *given);

#endif
