/* Which lines of a file are which events of metrics. */
#ifndef PFM_TOOL_METRICS_MATCH_H
#define PFM_TOOL_METRICS_MATCH_H

#include "metrics_codes.h"
#include "metrics_values.h"

/*
 * Finds the count of each event of metrics among lines first to end; shares: room for one number for each event. A name
 * that may mean several events is none's, which is said. Zeroed codes will do.
 */
void find_counts(const struct given_values *values, int first, int end, const pfm_metrics_t *metrics, int events,
		 struct name_codes *codes, pfm_metric_count_t *counts, double *shares);

#endif
