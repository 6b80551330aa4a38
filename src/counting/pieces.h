/*
 * Events on devices and CPUs: a piece is one event on one of them. The pieces of one round, device and CPU form a
 * kernel group; the kernel multiplexes groups if there are too few counters. Counts of pieces are added. For tools;
 * independent of the library.
 */
#ifndef PFM_PIECES_H
#define PFM_PIECES_H

#include "counting/count.h"

struct piece {
	int event, round;       /* numbers given by the caller */
	int cpu, package;       /* -1: any */
	int target;             /* number of the target: pieces of one target want counters at the same times */
	bool everybody;         /* it counts all processes */
	pid_t pid;              /* a task, or the file of a cgroup; 0: as in struct counting */
	bool is_cgroup;         /* pid is the file of a cgroup */
	bool may_leave_kernel;  /* without the right to count the kernel, count user code only */
	int set;                /* index of its set, given by pieces_make_sets() */
	bool is_leader;         /* it is the leader of its group */
	char device[64];        /* name of its device; "": not needed, the kernel knows it */
	struct perf_event_attr attr;
};

/* Zero-initialised. sets and the arrays that they use are set by pieces_make_sets(). */
struct pieces {
	struct piece *list;
	int count, room;
	struct counted *sets;
	int set_count;
	struct perf_event_attr *attrs;  /* one per piece, like readings and base */
	struct reading *readings, *base;
	uint64_t *longest;      /* by target: longest time for which an event wanted a counter */
	int target_count;
	bool take_turns;        /* sets are switched on and off, so that each counts for a part of the time */
};

/* Adds a piece. False: no memory. */
bool pieces_add(struct pieces *pieces, const struct piece *piece);

/* Sorts pieces by round, device and CPU, a leader first, else as events are numbered. */
void pieces_sort(struct pieces *pieces);

/* Makes groups of pieces in their order. cpu: of pieces that are on any. False: no memory. */
bool pieces_make_sets(struct pieces *pieces, int cpu);

void pieces_free(struct pieces *pieces);

/* Lets later sums begin from what has been read so far. */
void pieces_begin(struct pieces *pieces);

/* Returns the piece that the kernel refused of a set that it refused. */
int piece_refused(const struct pieces *pieces, const struct counted *set);

/* The count of an event in one package since its base, scaled for the times without counter. */
struct piece_total {
	double value, counted;          /* counted: without scaling */
	uint64_t enabled, running;
	uint64_t task_running;          /* part of running that is from tasks on any CPU */
	int devices, pieces, refused;   /* refused: number of pieces that the kernel refused */
	int error;              /* errno of a refused piece; 0: none */
	bool left_kernel;       /* at least one piece counted user code only */
	const char *last_device; /* for pieces_add_up() only */
};

/*
 * Adds up all pieces, of events below events, and of packages from 0 to below packages, in
 * totals[event * packages + package]. whole: since the beginning, not since pieces_begin().
 */
void pieces_add_up(const struct pieces *pieces, int events, int packages, bool whole, struct piece_total *totals);

/*
 * Leaves out of an estimate the time for which a task was on other core types, where this one counts nothing.
 * elsewhere: for how long those counted it.
 */
void leave_out_elsewhere(struct piece_total *total, uint64_t elsewhere);

#endif
