/* Rows of a PMU -> events with their unit masks. */
#ifndef PMUC_EVENTS_H
#define PMUC_EVENTS_H

#include "compiler/model/model.h"

struct import_pmu;

struct import_event {
	const char *name;
	uint64_t code;
	bool second_is_mask; /* to=: the unit masks' codes are the second word */
	int *rows; /* those with a unit mask, in the order of the file */
	int row_count, bare; /* -1: no row without unit mask */
	int preferred; /* the row of the default unit mask, -1: none */
	uint32_t variants; /* of all its rows */
	struct counters counters; /* those of most rows */
};

struct import_events {
	struct import_event *events;
	int count;
};
struct import_events group_rows(struct import_pmu *pmu);

#endif
