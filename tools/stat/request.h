/* pfmstat: the settings from the command line. */
#ifndef PFM_STAT_REQUEST_H
#define PFM_STAT_REQUEST_H

#include "counting/count.h"
#include "metrics.h"

/* Exit statuses of this command only. */
enum { GATE_FAILED = 3, NOTHING_COUNTS = 77 };

/* The level at which counts are kept apart instead of added up. */
enum level { ALL_ADDED, PER_CPU, PER_CORE, PER_DIE, PER_SOCKET, PER_NODE, PER_DEVICE, PER_THREAD };

enum stat_form { AS_TEXT, AS_OBJECTS, AS_COLUMNS, AS_PROMETHEUS };

struct request {
	struct given given;
	struct metric_request metrics; /* text: all of -M */
	const char **events;           /* the arguments of -e */
	int event_count;
	bool all_cpus, no_inherit, metric_only, append, dry_run, verbose, all_boxes;
	const char *cpu_list, *pids, *tids, *cgroups; /* comma-separated lists; NULL: not given */
	enum level level;
	enum stat_form form;
	const char *separator;    /* for AS_COLUMNS */
	const char *output;       /* file; NULL: standard error with a command, else standard output */
	const char *picture;      /* file of --plot; NULL: none */
	const char *gate;         /* expression of --fail-if; NULL: none */
	bool compares;            /* --compare: the operands are files */
	bool walks;               /* the metrics are nodes of a tree, which is shown instead of rows */
	double interval, seconds, delay; /* in seconds; 0: not given */
	int repeat, warmup;       /* number of runs, 0: not given; number of runs before that are not counted */
	char **command, **other;  /* NULL: none; other: the command behind ":::" */
};

#endif
