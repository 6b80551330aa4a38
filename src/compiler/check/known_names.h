/* The names that metrics of a block can use: metrics of the same machines, and events. */
#ifndef PMUC_KNOWN_NAMES_H
#define PMUC_KNOWN_NAMES_H

#include "compiler/model/model.h"

struct known_names;

/* Lists a model's names, and finds the PMUs of its metric blocks for the functions below; the caller frees the list. */
struct known_names *list_known_names(const struct model *model);
void free_known_names(struct known_names *known);

/*
 * Finds the metric of that name of a machine that the block is for, best for the same core type (in, NULL: none is
 * given), then without one, then for another. NULL: there is none.
 */
struct metric *find_known_metric(const struct known_names *known, const struct metric_block *block, const char *name,
	const char *in);

/*
 * Returns whether every PMU of the block has the event, or another PMU of its machines: *missing is the first one
 * without. in: the one PMU that is asked; NULL: all. Names with / are perf's, fields without a name need none. True
 * where the text does not say: for PMUs that are not in it.
 */
bool knows_event(const struct known_names *known, const struct metric_block *block, const char *in, const char *name,
	const char **missing);

/* Returns whether a machine is for both blocks, and neither is for all PMUs: names must then differ. */
bool are_rivals(const struct metric_block *a, const struct metric_block *b);

#endif
