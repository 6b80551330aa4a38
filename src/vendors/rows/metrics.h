/*
 * Metrics of vendors' files: code for a vendor's format fills struct import_metric, all other code is independent of
 * the vendor. The results are blocks, one per core type or device of a CPU.
 */
#ifndef PMUC_IMPORT_METRICS_H
#define PMUC_IMPORT_METRICS_H

#include "text.h"

struct import;

/* Strings are never freed; NULL: not given. Lists are separated by commas. */
struct import_metric {
	const char *name, *formula, *above;
	const char *unit, *groups, *parent, *sample, *related, *in, *apart, *default_group, *together;
	const char *text, *whole_text;  /* the vendor's descriptions, brief and whole */
	int level;
	bool per_instance;
	struct place place;
};

struct import_metrics {
	const char *name, *pmu, *with, *cpu; /* cpu: metrics of one CPU share a name space */
	int slots;
	struct import_metric *metrics;
	int count;
	struct index *names;
};

/* Returns the block of that name, made if it is new. pmu: NULL for all PMUs. */
struct import_metrics *metrics_block(struct import *import, const char *cpu, const char *name, const char *pmu);

/*
 * Adds a metric, or says why it does not: a name that is none, a formula that does not parse, another one of the name.
 * A threshold that does not parse is left out alone.
 */
void add_metric(struct import *import, struct import_metrics *block, struct import_metric metric);

/* Returns a list with commas in place of separators; blanks in items become _. NULL: it is empty. */
const char *metric_list(const char *text, char separator);

/* Says that the files of a CPU have an event: its metrics' lists of events to sample name others no more then. */
void note_event_of(struct import *import, const char *cpu, const char *name);

/* Returns the level in a group's name, such as TopdownL2; 0: none has one. */
int level_of_groups(const char *groups);

/* Returns whether the list has the item. */
bool is_in_list(const char *list, const char *item);

/* Completes metrics when all files are read: parents by groups, samples and related metrics. */
void finish_metrics(struct import *import);

/* Adds the PMU's metric blocks; pmu NULL: those of no PMU of these files. */
void add_metric_blocks(const struct import *import, const char *pmu, struct line_text *to);

/* Adds a metric as text. description: NULL for none. */
void add_metric_lines(const struct import_metric *metric, const char *description, struct line_text *to);
struct described metric_description(const struct import_metric *metric);

#endif
