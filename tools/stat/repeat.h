/* Statistics of several runs: mean, deviation, comparison of two sets. */
#ifndef PFM_STAT_REPEAT_H
#define PFM_STAT_REPEAT_H

#include "rows.h"

/* The values of a row in all runs. */
struct series {
	char *name, *unit;
	bool is_metric;
	struct row_place place;
	const char *device;
	double *values;
	int count; /* number of runs with a value */
};

/* All rows of all runs. Zero-initialised; free with free_runs(). */
struct runs {
	struct series *list;
	int count;
	int runs;
};

/* Adds the rows of a run. False: no memory, which has been said. */
bool add_run(struct runs *runs, const struct rows *rows);

/* Adds a count of a file of objects, one count each, likewise. */
bool add_value_of_run(struct runs *runs, const char *name, const char *unit, double value);
void free_runs(struct runs *runs);

struct statistics {
	double mean, deviation, least, most;
	int count;
};
struct statistics statistics_of(const struct series *series);

/* Prints what each row was in all runs. */
void print_runs(const struct runs *runs);

/* Prints the names that both have, side by side. */
void print_comparison(const struct runs *base, const struct runs *other);

#endif
