/* Finds the lines of a file for the events of metrics. */
#ifndef PFM_TOOL_METRICS_MATCH_H
#define PFM_TOOL_METRICS_MATCH_H

#include "codes.h"
#include "common/tool.h"
#include "counts/values.h"

/* State of matching the names of a file with the events of metrics. */
struct matching;

/* Prepares what finds events among counts. NULL: no memory, which has been said. For end_matching(). */
struct matching *begin_matching(const struct given_values *values, const pfm_metrics_t *metrics, int events);
void end_matching(struct matching *matching);

/*
 * Finds the lines of each event among those of a list from first to end; NULL: the list is all lines of the file. A
 * name that may mean several events is none's, with a note.
 */
void match_turn(struct matching *matching, const int *lines, int first, int end);

/* Returns whether an event of the turn was counted several times. The first time all such events are said. */
bool has_repeated_counts(struct matching *matching);

/*
 * Fills in the counts and the shares of the time of all events. Of an event that was counted several times it is the
 * count nearest to those of the other events of a metric; metric -1: the first.
 */
void counts_of_turn(struct matching *matching, int metric, pfm_metric_count_t *counts, double *shares);

#endif
