/*
 * The metrics of this machine: those of all blocks of tables that are for it, read when somebody first asks for one and
 * kept until the library ends.
 */
#ifndef PFM_METRIC_LIST_H
#define PFM_METRIC_LIST_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>

struct listed_metric {
	pfm_metric_info_t info;
	int slots;              /* #slots if no file says; 0: unknown */
	int rank;               /* of those with the same name and core type the lowest is listed */
	int order;              /* in which they stand in the tables: of those with one rank the first is listed */
	int core;               /* the PMU of its core type; -1: none. Of what is elsewhere: that PMU */
	const char *system_pmu; /* whose devices it is for; NULL: none's */
	bool is_elsewhere;      /* this machine has no such device */
	bool is_dropped;        /* while the list is made */
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
