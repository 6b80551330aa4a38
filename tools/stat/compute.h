/* Computes the values of metrics from counts. */
#ifndef PFM_TOOL_METRICS_COMPUTE_H
#define PFM_TOOL_METRICS_COMPUTE_H

#include "metrics.h"

/* The counts of all events, with the share of the time for which each was counted, and what they are for. */
struct metric_counts {
	const pfm_metric_count_t *counts;
	const double *shares;
	int events;
	double interval;        /* end of the interval in seconds since the beginning; negative: no intervals */
	int package;            /* -1: all packages */
	const char *device;     /* NULL: all devices */
	const pfm_metric_options_t *options; /* options with which the metrics were prepared */
	int run;                /* number of the run in a file with several runs; 0: just one run */
	bool is_of_file;        /* from a file: shares tell whether events were multiplexed */
	const struct metric_counts *each; /* counts for each metric, if they differ; else NULL */
};

/* A metric to be shown, with its value. */
struct computed {
	const pfm_metrics_t *metrics;
	const struct metric_counts *counted;
	pfm_prepared_metric_t prepared;
	pfm_metric_info_t info; /* name NULL: a formula of the user */
	const pfm_metric_value_t *value;
	int number;
};

/* All prepared metrics, computed. Free with free_computed(). list NULL: out of memory, which was reported. */
struct computed_set {
	struct computed *list;
	pfm_metric_value_t *values;
	int count;
};

struct computed_set compute_all(const pfm_metrics_t *metrics, const struct metric_counts *counted);
void free_computed(struct computed_set *set);

/* Returns whether an event of it was not counted all the time. */
bool was_part_of_time(const struct computed *computed);

/* Returns the least share of the time for which an event of it was counted. */
double share_of(const struct computed *computed);

/* Writes a number as it is shown: "25.0 %", "50000 MB/s". */
void write_shown(const pfm_metric_info_t *info, double shown, char *text, size_t size);

/* Returns whether it is of numbers from 0 to 100 %. */
bool is_percent(const struct computed *computed);

#endif
