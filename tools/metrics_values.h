/* Counts that somebody has: a list of names with numbers, in the order of a file. */
#ifndef PFM_TOOL_METRICS_VALUES_H
#define PFM_TOOL_METRICS_VALUES_H

#include "tool.h"

/* A line of the file. */
struct given_value {
	char *name;             /* in lower case, @ as /, without backslashes */
	char *place;            /* which CPU, core, socket it is of; "" */
	double value, share;    /* share: of the time for which it was counted */
	double time;            /* of perf stat -I; else below 0 */
	bool is_counted, is_of_perf;
	char unit[32];
};

struct given_values {
	struct given_value *list;
	int count, room;
	bool has_times;
};

/* A number that a count can be, and nothing behind it. */
bool read_count(const char *text, double *number);

/* The same, where the user's language has a comma for the point: with other than three digits behind it. */
bool read_decimal(const char *text, double *number);

/* Whether a text stands for a count that there is not. */
bool is_uncounted(const char *text);

/* A text without the blanks around it, in its place. */
char *trimmed(char *text);

/* A name as names are compared, in its place. */
void fold_name(char *name);

/* False: no memory, which has been said. */
bool add_value(struct given_values *values, const struct given_value *value, const char *name, const char *place);

void free_values(struct given_values *values);

/* Whether a line has this name. */
bool has_value(const struct given_values *values, const char *name);

/* The end of the lines that have the time of the first one: a turn of perf stat -I. */
int end_of_turn(const struct given_values *values, int first);

#endif
