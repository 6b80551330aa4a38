/* What has been counted, a row an event or metric and place. */
#ifndef PFM_STAT_ROWS_H
#define PFM_STAT_ROWS_H

#include "whom.h"

struct row {
	bool is_metric, has_value;
	int number;               /* of the event or metric, in the order in which they were asked for */
	const char *name;         /* as it was asked for */
	const char *string;       /* what was counted; NULL: of a metric */
	const char *pmu, *device; /* NULL, or the core type that it is of */
	const char *unit;         /* of value; "": none */
	const char *text;         /* what is counted, for people; NULL: not known */
	double value;
	double base;           /* the value in base units: seconds, bytes, a share of 1 */
	const char *base_unit; /* "seconds", "bytes", "bytes_per_second", "ratio", "" */
	bool is_nanoseconds;   /* a clock of the kernel, whose value is in milliseconds */
	uint64_t enabled, running;
	double share;
	char reason[256]; /* without a value: why */
	const char *code; /* the same for programs: "NOT_COUNTED" */
	int over;         /* the threshold: 1 over, 0 not, -1 none or not known */
	bool is_part;     /* of level 1 of the tree of metrics, whose shares add up to 100 % */
	bool left_kernel; /* only user code was counted */
	struct row_place place;
	int run; /* of -r, from 1; 0: there is one */
};

struct rows {
	struct row *list;
	int count;
	double elapsed;      /* the end of the interval; or how long the whole took */
	double length;       /* of the interval, or of the whole */
	double user, system; /* of the command; below 0: not known */
	bool is_interval;
	const char *const *command;
	int status;
};

#endif
