/* Searches events by words, and sorts them, the best first. For the meaning of words see meaning.h. */
#ifndef PFM_SEARCH_H
#define PFM_SEARCH_H

#include "answers/meaning.h"
#include "catalog/events.h"

/* An event, with the unit mask that the words ask for, if any. */
struct found_event {
	int idx;                        /* identifier of the event; for a metric -1 */
	int umask;                      /* index among the attributes; PFM_NO_UMASK: the default, or none */
	int score;
	int rank;                       /* of a metric: replaces the score for sorting; 0: the score counts */
	int place;                      /* position in the order of finding */
	int metric;                     /* number of the metric; for an event -1 */
	bool lacks_amount;              /* it lacks the amount (bandwidth, occupancy ...) that the words ask for */
};

/* The results; the caller must call search_free() in any case. */
struct found_events {
	struct found_event *list;
	int count, room;
	bool is_lacking;                /* out of memory: results are missing */
};

/* What to search: listed events; also tracepoints; or only the vendors' events for the meaning, which is faster. */
enum search_what { SEARCH_LISTED, SEARCH_TRACEPOINTS, SEARCH_MEANT };

/* Searches some PMUs. */
void search_events(const char *words, const int *pmu, int pmu_count, enum search_what what,
	struct found_events *found);

/* A question that may be one for metrics. */
struct asked_metrics {
	struct meaning meaning;
	char typed[256];                /* the question as plain text */
	bool is_name;                   /* the question is part of a name */
	bool is_amount;                 /* it asks for a rate, a share, a bandwidth or a latency */
	int event;                      /* score of the best event that has at least half of the words; 0: none */
	int best;                       /* place among the names of the first metric that this machine has */
	const char *names;              /* names of metrics for such questions, from src/pmu/words; NULL: none */
	bool is_lacking;                /* this machine lacks the metrics that the question is for */
};

/*
 * Reads a question beside the events that were found for it; search_next_asked() then goes to the first row of
 * src/pmu/words that it is, and to the next.
 */
void search_ask(const char *words, const struct found_events *found, struct asked_metrics *asked);
bool search_next_asked(struct asked_metrics *asked);

/* Writes the words with those respelt that are spelt like one of the field. False: none is. */
bool search_respell(const struct asked_metrics *asked, char *text, size_t size);

/* Returns the place of a metric among the names that are asked for; -1: it is none of them. */
int search_place_asked(const struct asked_metrics *asked, const char *metric);

/*
 * Adds a metric, with name and description, to the events found. The best that is asked for goes first where an amount
 * is asked for, else behind the best event; others go behind events that match as well; if a part of a name was typed,
 * only a metric whose own name has it. search_sort() puts it there.
 */
void search_metric(const struct asked_metrics *asked, int metric, const char *name, const char *text,
	struct found_events *found);

/*
 * Sorts the results, the best first. If one answers the whole of a question for an amount, the list ends before the
 * events that do not have that amount.
 */
void search_sort(const char *words, struct found_events *found);

/* Lists the active PMUs, one of each kind of boxes, in order of lookup. Returns how many; list: pmus.count places. */
int search_pmus_here(int *list);

/* Lists, on x86, PMUs of the kernel that no CPU implies and whose devices cannot be looked for. As above. */
int search_pmus_of_kernel(int *list);

/* Returns whether some of the words are said nowhere in it. */
bool search_is_partial(const struct found_event *found);

/* Writes EVENT or EVENT:UMASK of an event found, whose event is ref. */
void search_name(const struct found_event *found, const struct event_ref *ref, char *name, size_t size);

/* Returns whether it is the vendors' event for all of the words, not one that only has them. */
bool search_is_meant(const struct found_event *found);

void search_free(struct found_events *found);

#endif
