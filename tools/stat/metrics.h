/* Metrics, for all tools that have --metric. Depends on the library's public functions only. */
#ifndef PFM_TOOL_METRICS_H
#define PFM_TOOL_METRICS_H

#include "common/tool.h"

/* Values of the options for metrics. Zero-initialised. */
struct metric_request {
	char *text;             /* all of -M or --metric, joined with commas; NULL: none */
	const char *values;     /* file of --from; NULL: none */
	pfm_metric_constant_t *constants;
	int count;              /* number of constants */
	bool no_thresholds, again;
	bool per_socket, apart; /* for a file: keep each socket apart; keep each CPU, core, thread or cgroup apart */
	int fit_flags;          /* PFM_FIT_* flags */
	int counters;           /* number of free general counters; 0: all */
	bool is_repeated;       /* prepared again: notes and errors were already printed */
};

enum { OPTION_METRIC = 500, OPTION_CONSTANT, OPTION_VALUES, OPTION_NO_THRESHOLDS, OPTION_AGAIN };

#define METRIC_OPTIONS                                                                                                 \
	{ "metric", required_argument, NULL, OPTION_METRIC }, { "constant", required_argument, NULL, OPTION_CONSTANT }

/* Takes --metric M and --constant NAME=VALUE. GO_ON, or the status to end with. */
int take_metric(const char *text, struct metric_request *request);
int take_constant(const char *text, struct metric_request *request);
void free_request(struct metric_request *request);

/* Returns what the library is to prepare: thresholds unless --no-thresholds, constants, and the given levels. */
pfm_metric_options_t options_of(const struct metric_request *request, const struct given *given);

/*
 * Lists the metrics that the library's search finds for words, best first, as names in found; partial: also those that
 * have only some of the words. Returns how many there are; to be freed. 0: none, and nothing to be freed.
 */
int search_metrics(const char *words, bool partial, pfm_found_t **found);

/* Says which command counts a metric; cpu: what --cpu says, or NULL. */
void say_how_to_count(const char *metric, const char *cpu);

/* Prints the names that may have been meant, a line on standard error; nothing if none is near. */
void say_nearest_metrics(const char *name);

/* Prepares metrics, or says what is wrong with the text, and where. To be freed with pfm_free_metrics(). */
pfm_metrics_t *prepare_metrics(const struct metric_request *request, const pfm_metric_options_t *options);

/* Lists the numbers of the events of a metric; to be freed. NULL: no memory, which has been said, and count is 0. */
int *list_metric_events(const pfm_metrics_t *metrics, int metric, int *count);

/* Says that there is no such metric and no such event, and which are near; of topdown, which groups there are. */
void say_no_metric_called(const char *name);

/*
 * Says, where a name of a formula is part of NAME-NAME that together is a name, how that is written. False: it is not.
 * is_name_of_event: names of events of this machine; data is not used.
 */
typedef bool is_name(void *data, const char *name);
bool say_joined_name(const char *text, size_t offset, size_t length, is_name *is_known, void *data);
bool is_name_of_event(void *data, const char *name);

/* Writes text with names of formulas as people write them: / for @, no backslashes. */
void plain_names(const char *text, char *to, size_t size);

/* Says that an event does not encode, or fits no round. */
void say_what_fails(const pfm_metric_event_t *event);

/* Returns whether a metric stands below another one. */
bool is_child_of(const pfm_metric_info_t *child, const pfm_metric_info_t *parent);

#endif
