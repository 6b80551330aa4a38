/* Finds out how many counters are free. Independent of the library. */
#ifndef PFM_PROBE_H
#define PFM_PROBE_H

#include "counting/event_set.h"

enum { MOST_HELD = 64 };

/* Pinned events that hold counters. Zero-initialised; let_counters_go() closes them. */
struct held_counters {
	struct event_set sets[MOST_HELD];
	int count;
};

/*
 * Opens pinned copies of an event on a CPU, one after the other, and enables each, until one has no counter, or there
 * are most of them. Returns how many have one and go on holding it; -1: the kernel refused the first with *error.
 */
int hold_counters(struct held_counters *held, const struct perf_event_attr *attr, int cpu, int most, int *error);

void let_counters_go(struct held_counters *held);

#endif
