/* Prints a threshold with the values of all metrics that it names, as explanation of "over". */
#ifndef PFM_TOOL_METRICS_CHAIN_H
#define PFM_TOOL_METRICS_CHAIN_H

#include "compute.h"

/* Prints the threshold of a metric that has one: "> 10 % and (tma_memory_bound 30.0 % > 20 %)". */
void print_chain(const struct computed *computed);

/* Prints that a threshold has no value, and why: "threshold not judged: no count of slots is given". */
void print_unjudged(const struct computed *computed);

#endif
