/* Shows metrics with their values, to people or as objects. */
#ifndef PFM_TOOL_METRICS_SHOW_H
#define PFM_TOOL_METRICS_SHOW_H

#include "compute.h"

/* Prints the value, why there is none, how much of the time was counted. over: what is behind the threshold, too. */
void print_value(const struct computed *computed, bool over);

/* Prints an object of a walk down the tree, shaped as one of a count: where it is and what to sample, too. */
void print_tree_object(const struct computed *computed);

/* Computes and prints all metrics, a line each or an object each. Returns whether one of them has a value. */
bool show_values(const pfm_metrics_t *metrics, const struct metric_counts *counted, bool json);

#endif
