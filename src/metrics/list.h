/*
 * The metrics of this machine, from all blocks of tables that apply; collected on first use and kept until the library
 * ends.
 */
#ifndef PFM_METRIC_LIST_H
#define PFM_METRIC_LIST_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>

struct listed_metric {
	pfm_metric_info_t info;
	int slots;              /* #slots if no file says; 0: unknown */
	int rank;               /* of metrics with one name and core type, that with the lowest rank is listed */
	int order;              /* position in the tables; of metrics with one rank the first is listed */
	int core;               /* PMU of its core type; -1: none; for is_elsewhere the PMU of that machine */
	const char *system_pmu; /* PMU whose devices it is for; NULL: none */
	bool is_elsewhere;      /* this machine lacks the device */
	bool is_dropped;        /* used while the list is made */
};

/*
 * Lists metrics in the order of names, then core types. PFM_SUCCESS or PFM_ERR_NOMEM. Behind the count follow those
 * that are elsewhere, in their own order, and behind these the questions that have no answer here.
 */
pfm_err_t metrics_list(const struct listed_metric **list, int *count);

/* Returns how many there are with those elsewhere, without questions that have no answer, once there is a list. */
int metrics_total(void);

/* Returns how many there are with these questions, too. */
int metrics_with_unanswered(void);

/* Convert between callers' identifiers and places in the list; -1: it is none. */
int metrics_id(int place);
int metrics_place(int id);

/*
 * Finds a metric by name, which may have PMU:: in front: of that core type, else of none; with pmu NULL and no PMU:: of
 * none, else of the first; if there is none of these, a question without an answer (PFM_ANSWER_NONE), else one
 * elsewhere. -1: there is none.
 */
int metrics_list_find(const struct listed_metric *list, int count, const char *name, size_t length, const char *pmu);

/* Returns whether a list of words separated by commas has a word, ignoring case. */
bool metric_list_has(const char *words, const char *word, size_t length);

/* Frees the list. */
void metrics_list_forget(void);

#endif
