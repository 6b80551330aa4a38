/* Lines that perf stat prints for people. */
#ifndef PFM_COUNTS_PLAIN_H
#define PFM_COUNTS_PLAIN_H

#include "counts/values.h"

/* A number with what separates thousands in the user's language. whole: one without a fraction. */
bool read_grouped(const char *text, bool whole, double *number);

/* Returns whether a heading says that CPUs were counted, not a command; -1: it says nothing of it. */
int heading_is_system_wide(const char *line);

/* The command that was counted may have several lines: from "Performance counter stats for '" to one ending in "':". */
bool begins_heading(const char *line);
bool ends_heading(const char *line);
/* Returns whether the heading is simpleperf's. */
bool begins_simpleperf(const char *line);

/* Returns whether a line, without blanks around it, is one; *good: it was kept, or has no count. */
bool take_plain_line(struct given_values *values, const char *line, bool *good);
/* The same for a line below simpleperf's heading, with --csv, --per-thread and --per-core, too. */
bool take_simpleperf(struct given_values *values, const char *line, bool *good);

#endif
