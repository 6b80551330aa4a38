/* Results of counting: one row per event or metric, and place. */
#ifndef PFM_STAT_ROWS_H
#define PFM_STAT_ROWS_H

#include "whom.h"

struct row {
	bool is_metric, has_value;
	int number;               /* index of the event or metric, in the order of the command line */
	const char *name;         /* as given by the user */
	const char *string;       /* event string that was counted; NULL: a metric */
	const char *pmu, *device; /* its core type; NULL: none */
	const char *unit;         /* unit of value; "": none */
	const char *text;         /* description; NULL: unknown */
	double value;
	double base;           /* the value in base units: seconds, bytes, a share of 1 */
	const char *base_unit; /* "seconds", "bytes", "bytes_per_second", "ratio", "" */
	bool is_nanoseconds;   /* a clock of the kernel: value is in milliseconds */
	uint64_t enabled, running;
	double share;
	char reason[256]; /* why there is no value */
	const char *code; /* reason for programs, such as "NOT_COUNTED" */
	int over;         /* whether it is over its threshold: 1 yes, 0 no, -1 no threshold or unknown */
	bool is_part;     /* metric of level 1 of the tree, whose shares add up to 100 % */
	bool left_kernel; /* only user code was counted */
	struct row_place place;
	int run; /* number of the run, from 1; 0: just one run */
};

struct rows {
	struct row *list;
	int count;
	double elapsed;      /* end of the interval, or duration of the whole, in seconds */
	double length;       /* duration of the interval, or of the whole */
	double user, system; /* processor time of the command; negative: unknown */
	bool is_interval;
	const char *const *command;
	int status;
};

#endif
