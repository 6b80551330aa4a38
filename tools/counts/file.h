/* Computes metrics from counts in a file. */
#ifndef PFM_TOOL_METRICS_FILE_H
#define PFM_TOOL_METRICS_FILE_H

#include "stat/metrics.h"

/* Computes metrics from a file. False: the file or a metric is wrong, which has been said. */
bool compute_from_file(const struct metric_request *request, const struct given *given);

#endif
