/* Metrics and the values that counts give them. */
#ifndef PFM_TOOL_METRICS_COMPUTE_H
#define PFM_TOOL_METRICS_COMPUTE_H

#include "metrics.h"

/* A count and a share of the time for each event, and what they are of. */
struct metric_counts {
	const pfm_metric_count_t *counts;
	const double *shares;
	int events;
	double interval;        /* its end: seconds since the beginning; below 0: there are none */
	int package;            /* -1: of all */
	const char *device;     /* NULL: of all */
	const pfm_metric_options_t *options; /* that the metrics were prepared with */
	int run;                /* of a file with several runs; 0: there is one */
	bool is_of_file;        /* whose shares say whether events took turns */
	const struct metric_counts *each; /* one for each metric, if theirs differ; else NULL */
};

/* All about one metric that is to be shown. */
struct computed {
	const pfm_metrics_t *metrics;
	const struct metric_counts *counted;
	pfm_prepared_metric_t prepared;
	pfm_metric_info_t info; /* name NULL: of a formula of the user's */
	const pfm_metric_value_t *value;
	int number;
};

/* All metrics that were prepared, computed. For free_computed(); list NULL: no memory, which has been said. */
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
