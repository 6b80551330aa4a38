/* Lines that perf stat -x writes. */
#ifndef PFM_TOOL_METRICS_SEPARATED_H
#define PFM_TOOL_METRICS_SEPARATED_H

#include "values.h"

/* Returns whether a line is one; *good: it was kept, or has no count. */
bool take_separated(struct given_values *values, const char *line, bool *good);

/* The same with a text as separator that no tool but perf takes: -x--, -xSEP. */
bool take_separated_by_text(struct given_values *values, const char *line, bool *good);

/* Returns whether a line would be one with commas between fields, if they were not in numbers, too. Cuts it. */
bool has_two_meanings(char *line);

#endif
