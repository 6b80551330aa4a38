/* Metrics and their values, for people or as objects. */
#ifndef PFM_TOOL_METRICS_SHOW_H
#define PFM_TOOL_METRICS_SHOW_H

#include "compute.h"

/* The value, why there is none, how much of the time was counted. over: what is behind the threshold, too. */
void print_value(const struct computed *computed, bool over);

/* An object and a line. tree: of a walk through it, so that it says where it is and what to sample. */
void print_metric_object(const struct computed *computed, bool tree);

/* Computes and prints all metrics, a line each or an object each. Returns whether one of them has a value. */
bool show_values(const pfm_metrics_t *metrics, const struct metric_counts *counted, bool json);

#endif
