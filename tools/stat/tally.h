/* Counts the events and metrics of a request for its targets, and makes rows of the counts. */
#ifndef PFM_STAT_TALLY_H
#define PFM_STAT_TALLY_H

#include "compute.h"
#include "rows.h"

struct tally;

/*
 * Reads the events and metrics of a request and plans what to open. NULL: no memory, or one of them is wrong, which has
 * been said; *some_failed: what is right goes on without one that is not.
 */
struct tally *begin_tally(const struct request *request, bool *some_failed);
void end_tally(struct tally *tally);

/* What is done with the rows of an interval, and of the whole. */
typedef void show_rows(void *data, const struct rows *rows);

/*
 * Counts once, over the command (NULL: none) or the time. show: of each interval; NULL: none is shown. The rows of the
 * whole last until the next run. False: the command cannot be run, which has been said.
 */
bool run_tally(struct tally *tally, char **command, show_rows *show, void *data, struct ending *ending,
	struct rows *whole);

/* Returns the metrics, computed from all that has been counted; length: for how long. For free_computed(). */
struct computed_set compute_tally(struct tally *tally, double length);

/* Returns the request's metrics; they are the tally's. */
const pfm_metrics_t *metrics_of_tally(const struct tally *tally);

/* Makes the rounds of metrics take turns: from now on those count that are on. is_on: one for each round. */
void switch_rounds(struct tally *tally, const bool *is_on);

/* Returns whether the kernel takes at least one of the events; it is asked. */
bool can_count_any(struct tally *tally);

/* Says, a line each, what would be counted, where, and how perf stat would be told. False: perf has no word for one. */
bool describe_tally(const struct tally *tally);

#endif
