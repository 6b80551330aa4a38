/*
 * The result of pm_init() and pm_initialize(): the events of each counter, and the groups of a processor that pass a
 * filter. A view is built once per processor and filter and then stays: programs keep pointers into it.
 */
#ifndef PMAPI_VIEW_H
#define PMAPI_VIEW_H

#include <stdbool.h>

#include "processors.h"

enum { STATUS_FILTER = PM_VERIFIED | PM_UNVERIFIED | PM_CAVEAT };

struct view {
	struct view *next;
	struct processor processor;
	int filter;                     /* bit set of the filter's statuses, within STATUS_FILTER */
	bool has_groups, groups_required;
	pm_info_t info;
	pm_info2_t info2;
	pm_groups_info_t groups;
	void *group_events;             /* memory that the groups' events are in */
};

/* Finds or builds a view. Not for two threads at once. */
int view_get(const struct processor *processor, int filter, struct view **view);

/* Frees all views: only if no program has a pointer to one any more. */
void views_free(void);

/* Returns the entry of an event in a counter's list; NULL: not there. */
const pm_events_t *view_event(const struct view *view, int counter, int id);

/* Returns whether the groups that are shown include one. */
bool view_has_group(const struct view *view, int id);

#endif
