/* Which events somebody means by words: the best first. What they mean is meaning.h's affair. */
#ifndef PFM_SEARCH_H
#define PFM_SEARCH_H

#include "answers/meaning.h"
#include "catalog/events.h"

/* An event, or it with the unit mask that the words ask for. */
struct found_event {
	int idx;                        /* identifier; of a metric -1 */
	int umask;                      /* number among its attributes; PFM_NO_UMASK: its default, or it has none */
	int score;
	int place;                      /* in which order they were found */
	int metric;                     /* its number; of an event -1 */
};

/* To be freed with search_free() in any case. */
struct found_events {
	struct found_event *list;
	int count, room;
	bool is_lacking;                /* out of memory: they are not all */
};

/*
 * What is searched: the events that are listed; tracepoints, too; or only what search_is_meant() is true of, which
 * takes less time: others may be found, too, but not all of them.
 */
enum search_what { SEARCH_LISTED, SEARCH_TRACEPOINTS, SEARCH_MEANT };

/* Searches some PMUs. */
void search_events(const char *words, const int *pmu, int pmu_count, enum search_what what,
	struct found_events *found);

/* Whether a question is how people ask for a metric, by its name (asked.def). */
bool search_asks_for(const char *words, const char *metric);

/*
 * A metric of a name and a description beside the events that were found for some words, whose meaning this is: behind
 * what makers call what is meant, and behind the events that say as much as it does; if a part of a name was typed,
 * only where its own name has that. search_sort() puts it there.
 */
void search_metric(const char *words, const struct meaning *meaning, int metric, const char *name, const char *text,
	struct found_events *found);
void search_sort(const char *words, struct found_events *found);

/* The active PMUs, one of each kind of boxes, in the order of lookup. Returns how many; list: room for pmus.count. */
int search_pmus_here(int *list);

/* On x86 PMUs of the kernel that no CPU tells of and whose devices cannot be looked for. As above. */
int search_pmus_of_kernel(int *list);

/* Whether some of the words are said nowhere in it. */
bool search_is_partial(const struct found_event *found);

/* EVENT or EVENT:UMASK of what was found, whose event is ref. */
void search_name(const struct found_event *found, const struct event_ref *ref, char *name, size_t size);

/* Whether it is what makers call what all of the words mean, not only said by it. */
bool search_is_meant(const struct found_event *found);

void search_free(struct found_events *found);

#endif
