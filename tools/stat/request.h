/* pfmstat: what is asked for. */
#ifndef PFM_STAT_REQUEST_H
#define PFM_STAT_REQUEST_H

#include "counting/count.h"
#include "metrics.h"

/* Statuses that only this command has. */
enum { GATE_FAILED = 3, NOTHING_COUNTS = 77 };

/* What is not added up. */
enum level { ALL_ADDED, PER_CPU, PER_CORE, PER_DIE, PER_SOCKET, PER_NODE, PER_DEVICE, PER_THREAD };

enum stat_form { AS_TEXT, AS_OBJECTS, AS_COLUMNS, AS_PROMETHEUS };

struct request {
	struct given given;
	struct metric_request metrics; /* text: all of -M */
	const char **events;           /* each -e */
	int event_count;
	bool all_cpus, no_inherit, metric_only, append, dry_run, verbose, all_boxes;
	const char *cpu_list, *pids, *tids, *cgroups; /* lists; NULL: not given */
	enum level level;
	enum stat_form form;
	const char *separator;    /* of AS_COLUMNS */
	const char *output;       /* NULL: standard error with a command, else standard output */
	const char *picture;      /* --plot; NULL: none */
	const char *gate;         /* --fail-if */
	bool compares;            /* --compare: the operands are files */
	bool walks;               /* the metrics are nodes of a tree, which no rows show */
	double interval, seconds, delay; /* 0: none */
	int repeat, warmup;       /* repeat 0: not given */
	char **command, **other;  /* NULL: none; other: behind ::: */
};

#endif
