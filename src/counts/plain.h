/* Reads the lines that perf stat prints for people. */
#ifndef PFM_COUNTS_PLAIN_H
#define PFM_COUNTS_PLAIN_H

#include "counts/values.h"

/* Reads a number with thousands separators of the user's language. whole: one without a fraction. */
bool read_grouped(const char *text, bool whole, double *number);

/* Returns whether a heading says that CPUs were counted, not a command; -1: it says nothing of it. */
int heading_is_system_wide(const char *line);

/* Return whether a heading, of one or more lines, begins and ends: "Performance counter stats for '" to "':". */
bool begins_heading(const char *line);
bool ends_heading(const char *line);
/* Returns whether the heading is simpleperf's. */
bool begins_simpleperf(const char *line);

/* Returns whether a line, without blanks around it, is one; *good: it was kept, or has no count. */
bool take_plain_line(struct given_values *values, const char *line, bool *good);
/* Does the same for a line below simpleperf's heading, with --csv, --per-thread and --per-core, too. */
bool take_simpleperf(struct given_values *values, const char *line, bool *good);

#endif
