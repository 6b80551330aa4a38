/* Reads the lines of perf stat -x. */
#ifndef PFM_COUNTS_SEPARATED_H
#define PFM_COUNTS_SEPARATED_H

#include "counts/values.h"

/* Returns whether a line is one; *good: it was kept, or has no count. */
bool take_separated(struct given_values *values, const char *line, bool *good);

/* Does the same with a text as separator that no tool but perf takes: -x--, -xSEP. */
bool take_separated_by_text(struct given_values *values, const char *line, bool *good);

/* Returns whether a line would be one with commas between fields, if they were not in numbers, too. Cuts it. */
bool has_two_meanings(char *line);

#endif
