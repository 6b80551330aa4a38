/*
 * Events on devices and CPUs: a piece is one event on one of them. Those of a round, device and CPU are one group of
 * the kernel, which lets groups take turns where not all have counters at once; what pieces count is added. For tools;
 * needs nothing of the library.
 */
#ifndef PFM_PIECES_H
#define PFM_PIECES_H

#include "counting/count.h"

struct piece {
	int event, round;       /* numbers of the caller's */
	int cpu, package;       /* -1: any */
	int target;             /* number of whom it counts: those of one ask for counters at the same times */
	bool everybody;         /* it belongs to no process */
	pid_t pid;              /* of a task, or the file of a cgroup; 0: as counting says */
	bool is_cgroup;         /* pid is a file */
	bool may_leave_kernel;  /* without the right to count the kernel only user code is counted */
	int set;                /* pieces_make_sets() says: which one it is in */
	bool is_leader;         /* of its group */
	char device[64];        /* "": the kernel knows */
	struct perf_event_attr attr;
};

/* Zeroed at first. sets and what they need are there after pieces_make_sets(). */
struct pieces {
	struct piece *list;
	int count, room;
	struct counted *sets;
	int set_count;
	struct perf_event_attr *attrs;  /* as readings and base: one for each piece */
	struct reading *readings, *base;
	uint64_t *longest;      /* of each target */
	int target_count;
	bool take_turns;        /* sets are switched on and off: each counts for a part of the time */
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

/* What an event has counted in one package since its base; what had no counter for a part of the time is scaled. */
struct piece_total {
	double value, counted;          /* counted: without what is estimated */
	uint64_t enabled, running;
	uint64_t task_running;          /* of running: of tasks on any CPU */
	int devices, pieces, refused;   /* refused: how many of the pieces the kernel has refused */
	int error;              /* of one that it refused */
	bool left_kernel;       /* one counted user code only */
	const char *last_device; /* pieces_add_up()'s own */
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
