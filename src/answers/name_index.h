/*
 * The names of a PMU's events and unit masks as they are looked through for one that is like a word: measured, in one
 * row.
 */
#ifndef PFM_NAME_INDEX_H
#define PFM_NAME_INDEX_H

#include "encode/spelling.h"
#include "catalog/catalog.h"

/* An event's name; or, row >= 0, that of one of its unit masks. */
struct measured_name {
	uint64_t characters;    /* spelling_characters() */
	const char *name;
	int index, row;         /* of the event in its PMU, of the unit mask in the event's set */
	size_t length;
};

enum name_kind { EVENT_NAMES, UMASK_NAMES };

/*
 * Made when first asked for, and kept until names_forget(). NULL and 0 without memory: nothing is suggested then. Safe
 * from any thread.
 */
const struct measured_name *names_of(int pmu, enum name_kind kind, int *count);

/* All PMUs, those of the newest CPUs first, of a year the one with the highest number; kept as the names are. */
const int *pmus_by_age(void);

/* Not for use while another thread looks for names. */
void names_forget(void);

#endif
