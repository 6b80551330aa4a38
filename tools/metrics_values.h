/* Counts from a file: what perf stat wrote, or lines NAME VALUE. */
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

/* False: the file cannot be read, or a line of it is none of these, which has been said. FILE - is standard input. */
bool read_values(const char *file, struct given_values *values);
void free_values(struct given_values *values);

/* Whether a line has this name. */
bool has_value(const struct given_values *values, const char *name);

/* The end of the lines that have the time of the first one: a turn of perf stat -I. */
int end_of_turn(const struct given_values *values, int first);

/*
 * Finds the count of each event of metrics among lines first to end; shares: room for one number for each event. A name
 * that may mean several events is none's, which is said.
 */
void find_counts(const struct given_values *values, int first, int end, const pfm_metrics_t *metrics, int events,
		 pfm_metric_count_t *counts, double *shares);

#endif
