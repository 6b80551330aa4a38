/* Chooses, among several counts of an event, the one that belongs to a metric's other counts. */
#ifndef PFM_TOOL_METRICS_PICK_H
#define PFM_TOOL_METRICS_PICK_H

#include "common/tool.h"
#include "counts/values.h"

/* The lines of an event, in the order of the file. */
struct repeated {
	const int *lines;
	int count;
	int preferred; /* index of the line to take if all are equally near */
	int chosen;    /* out: index of the chosen line */
};

/*
 * Chooses one line of each event: those with the same share of the time, then those next to each other, as perf stat
 * writes the events of a group. False: no memory, which has been said.
 */
bool pick_nearest(const struct given_values *values, struct repeated *events, int count);

#endif
