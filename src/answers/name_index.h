/* The names of a PMU's events and unit masks, measured and in one array, to be searched for similar ones. */
#ifndef PFM_NAME_INDEX_H
#define PFM_NAME_INDEX_H

#include "encode/spelling.h"
#include "catalog/catalog.h"

/* The name of an event or, if row >= 0, of one of its unit masks. */
struct measured_name {
	uint64_t characters;    /* spelling_characters() */
	const char *name;
	int index, row;         /* index of the event in its PMU; row of the unit mask in the event's set */
	size_t length;
};

/* Kinds of data kept per PMU; from PMUS_BY_AGE on, kept once for all PMUs. */
enum names_kept {
	EVENT_NAMES, UMASK_NAMES, EVENT_WORDS, SAID_WORDS, NAMES_KINDS = 6,
	PMUS_BY_AGE = 0, WORD_TABLE, BOX_WORDS, FOLD_INDEX, NAMES_ELSEWHERE, RELATIONS
};

/*
 * Returns what make() returned for this PMU, -1 for all PMUs, at the first call; names_forget() frees it with free().
 * NULL without memory: the next call tries again. Safe from any thread.
 */
void *names_keep(int pmu, enum names_kept kind, void *(*make)(int pmu));

/* Returns a PMU's names: EVENT_NAMES or UMASK_NAMES. NULL and 0 without memory: nothing is suggested then. */
const struct measured_name *names_of(int pmu, enum names_kept kind, int *count);

/* Returns all PMUs, the newest first, and by falling number within a year; kept as the names are. */
const int *pmus_by_age(void);

/*
 * Returns whether an event of this machine's boxes may begin with front, UNC_ or UNC_ and a word and _, and the first
 * word of name. True without memory.
 */
bool box_event_may_begin(const char *front, const char *name);

/* Frees all that is kept; no other thread may be looking for names. */
void names_forget(void);

#endif
