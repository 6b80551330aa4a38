/* Groups of events that are counted together, and which events a counter can count in them. */
#ifndef PFM_GROUPS_H
#define PFM_GROUPS_H

#include <perfmon/pfmkit.h>

#include "catalog/catalog.h"

/* Fills in *groups; a PMU without groups has 0 of them. */
void groups_describe(int pmu, pfm_groups_t *groups);

/* Fills in *info; false: no group of that number. */
bool groups_info(int pmu, int group, pfm_group_info_t *info);

/* Returns the number of the first group called name, or of that number; PFM_ERR_NOTFOUND. */
int groups_find(int pmu, const char *name);

/* Fills in *event. PFM_ERR_INVAL: no such group or counter; PFM_ERR_NOTFOUND: the group does not use the counter. */
pfm_err_t groups_event(int pmu, int group, int counter, pfm_group_event_t *event);

/* Reads event n of a counter; false: it has fewer. */
bool groups_counter_event(int pmu, int counter, int n, pfm_group_event_t *event);

/* Returns the set of groups of a PMU; NULL: it has none. */
const struct table_group_set *groups_of(int pmu);

/*
 * Writes which counters count events in each group of a set: counters[i][group], bit sets, for names[i], an offset in
 * the pool of the body; MAX_PLACED events at most.
 */
enum { MAX_PLACED = 64 };
void groups_places(const struct tables *in, const struct table_group_set *set, const uint32_t *names, int count,
		   uint32_t *const *counters);

#endif
