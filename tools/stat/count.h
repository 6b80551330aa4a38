/* Metrics that are being counted: which events are open where, and what they have counted so far. */
#ifndef PFM_TOOL_METRICS_COUNT_H
#define PFM_TOOL_METRICS_COUNT_H

#include "counting/pieces.h"
#include "compute.h"
#include "whom.h"

struct metric_run {
	const struct request *request;
	const struct whom *whom;
	const struct counting *counting;
	pfm_metrics_t *metrics;
	pfm_metric_options_t options; /* that they were prepared with */
	struct pieces pieces;
	int not_here;           /* events that this machine cannot count */
	double begun;           /* when, on the monotonic clock; the rest are seconds */
	double until;           /* the end of the counts, since begun */
	double user, system;    /* of the whole run; below 0: not known yet */
};

/*
 * Prepares metrics and lists what is to be opened. False: it is wrong, or none of it can be counted here, which has
 * been said. Either way run is for run_free().
 */
bool run_prepare(struct metric_run *run, const char *text, const struct request *request, const struct whom *whom,
		 const struct counting *counting);

/*
 * Counts, over one run of the command or one time; run's own counting, with its tick. False: nothing was counted, which
 * has been said.
 */
bool run_go(struct metric_run *run, const struct counting *counting, struct ending *ending);

/* What has been counted. counts and shares: room for all events. */
void run_counts(struct metric_run *run, pfm_metric_count_t *counts, double *shares);

void run_free(struct metric_run *run);

#endif
