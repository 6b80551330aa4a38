/* Groups of events that are counted together, and which events a counter can count in them. */
#ifndef PFM_GROUPS_H
#define PFM_GROUPS_H

#include <perfmon/pfmkit.h>

#include "catalog/catalog.h"

/* Fills in *groups; a PMU without groups has 0 of them. */
void groups_describe(int pmu, pfm_groups_t *groups);

/* False: no group of that number. */
bool groups_info(int pmu, int group, pfm_group_info_t *info);

/* Number of the first group called name, or whose number it is; PFM_ERR_NOTFOUND. */
int groups_find(int pmu, const char *name);

/* PFM_ERR_INVAL: no such group or counter; PFM_ERR_NOTFOUND: the group does not use the counter. */
pfm_err_t groups_event(int pmu, int group, int counter, pfm_group_event_t *event);

/* Event n of those that a counter can count; false: there are less. */
bool groups_counter_event(int pmu, int counter, int n, pfm_group_event_t *event);

/* The set of groups of a PMU; NULL: it has none. */
const struct table_group_set *groups_of(int pmu);

/* For each group of a set the counters that count an event, by its name: bit sets. */
void groups_places(const struct table_group_set *set, const struct event_ref *ref, uint32_t *counters);

#endif
