/* Why a known name is missing: its PMU has no device here, or its vendor withdrew it. */
#ifndef PFM_ABSENT_H
#define PFM_ABSENT_H

#include "encode/event_string.h"

/*
 * Finds the PMU of this machine's CPU that has the event of a string without PMU, but is absent as the kernel has no
 * device for it; -1: none.
 */
int pmu_without_device(const struct event_string *string);

/* A name that a vendor's files had once. */
struct withdrawn {
	const char *pmu, *name;         /* name may have a unit mask behind a dot */
	const char *since;              /* version of the files without it */
	const char *instead, *words;    /* the nearest event, and how it differs; "": none */
};

/* Finds the withdrawn event that a string asks for; false: none of the PMU that it names, else of those here. */
bool find_withdrawn(const struct event_string *string, struct withdrawn *row);

#endif
