/* Opens programs as perf events, and reads these as counts by counter. */
#ifndef PMAPI_COUNTING_H
#define PMAPI_COUNTING_H

#include <perfmon/perf_event.h>

#include "view.h"

/* The events to open for a program: each only once, even if several counters have it. */
struct plan {
	struct perf_event_attr events[MAX_COUNTERS];
	int count;
	int event_of[MAX_COUNTERS];     /* by counter: index in events; -1: no event */
};

/* What is counted: a task, or a CPU if pid is -1. */
struct target {
	pid_t pid;
	int cpu;
};

struct counting;

/* Finds the events to open for a program. PM_E_EVENT: one that cannot be encoded. */
int plan_program(const struct view *view, const pm_prog_t *program, bool inherit, struct plan *plan);

/*
 * Opens the events of plan for each target, stopped: those of one target as one kernel group, or, where they do not
 * fit, each for itself. Targets that are gone are left out. To be freed with counting_close().
 */
int counting_open(const struct plan *plan, const struct target *targets, int target_count, struct counting **counting);
void counting_close(struct counting *counting);

int counting_start(struct counting *counting);
int counting_stop(struct counting *counting);

/* Reads counts since counting_open() or the last reset, summed over all targets. */
int counting_read(const struct counting *counting, long long *accu);
int counting_reset(struct counting *counting);

/* Returns the PM_E_ number of a failed system call's errno. */
int error_of(int number);

#endif
