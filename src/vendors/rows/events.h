/* Groups the rows of a PMU into events with unit masks. */
#ifndef PMUC_EVENTS_H
#define PMUC_EVENTS_H

#include "compiler/model/model.h"

struct import_pmu;

struct import_event {
	const char *name;
	uint64_t code;
	bool second_is_mask; /* unit masks' codes are in word 1: to= */
	int *rows; /* numbers of the rows with a unit mask, in the order of the file */
	int row_count, bare; /* bare: number of the row without unit mask; -1: none */
	int preferred; /* number of the row of the default unit mask; -1: none */
	uint32_t variants; /* bit set of the variants of all its rows */
	struct counters counters; /* counters of most of its rows */
};

struct import_events {
	struct import_event *events;
	int count;
};
struct import_events group_rows(struct import_pmu *pmu);

#endif
