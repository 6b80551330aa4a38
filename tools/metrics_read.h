/* Counts from a file: what perf stat wrote, or lines NAME VALUE. */
#ifndef PFM_TOOL_METRICS_READ_H
#define PFM_TOOL_METRICS_READ_H

#include "metrics_values.h"

/* False: the file cannot be read, or a line of it is none of these, which has been said. FILE - is standard input. */
bool read_values(const char *file, struct given_values *values);

#endif
