/* A view is what pm_init() shows of a processor: the events of each counter, and its groups. */
#include "view.h"

#include <stdlib.h>
#include <string.h>

static struct view *views;

/* Returns pm_init()'s status for pfmkit.h's bits. */
static int status_of(int flags)
{
	return flags & PFM_GROUP_UNVERIFIED ? PM_UNVERIFIED : flags & PFM_GROUP_CAVEAT ? PM_CAVEAT : PM_VERIFIED;
}

static char threshold_of(const struct view *view, int flags)
{
	if (view->groups_required)
		return flags & PFM_GROUP_THRESHOLD ? 'G' : 'g';
	return flags & PFM_GROUP_THRESHOLD ? 'y' : 'n';
}

/* Returns a text for IBM's structures, which have no const. */
static char *text(const char *string)
{
	return (char *)(uintptr_t)(string ? string : "");
}

static const char *description_of(int idx, const char *name)
{
	pfm_event_info_t info = { .size = sizeof info };

	return idx < 0 || pfm_get_event_info(idx, PFM_OS_NONE, &info) || !info.desc ? name : info.desc;
}

/* ---- events ---- */

static bool make_room(struct view *view, int counter, int count)
{
	view->info.list_events[counter] = calloc((size_t)count + 1, sizeof **view->info.list_events);
	view->info2.list_events[counter] = calloc((size_t)count + 1, sizeof **view->info2.list_events);
	return view->info.list_events[counter] && view->info2.list_events[counter];
}

static void add_event(struct view *view, int counter, int id, const char *name, int idx, int flags)
{
	pm_events_t *event;
	pm_events2_t *event2;
	int status = status_of(flags), n = view->info.maxevents[counter];

	if (!(status & view->filter))
		return;
	event = &view->info.list_events[counter][n];
	*event = (pm_events_t){ id, (char)status, threshold_of(view, flags), text(name), text(name),
		text(description_of(idx, name)) };
	event2 = &view->info2.list_events[counter][n];
	*event2 = (pm_events2_t){ .event_id = id,
		.short_name = event->short_name,
		.long_name = event->long_name,
		.description = event->description };
	event2->status.b.verified = status == PM_VERIFIED;
	event2->status.b.unverified = status == PM_UNVERIFIED;
	event2->status.b.caveat = status == PM_CAVEAT;
	event2->status.b.shared = (flags & PFM_GROUP_SHARED) != 0;
	event2->status.b.g_only = view->groups_required;
	event2->status.b.thresh = (flags & PFM_GROUP_THRESHOLD) != 0;
	view->info.maxevents[counter]++;
}

/* Lists a counter's own events, which each has where there are groups. */
static int list_counter(struct view *view, int counter)
{
	pfm_group_event_t event = { .size = sizeof event };
	int count = 0;

	while (!pfm_get_counter_event(view->processor.pmu, counter, count, &event))
		count++;
	if (!make_room(view, counter, count))
		return PM_E_NOMEM;
	for (int n = 0; n < count; n++)
		if (!pfm_get_counter_event(view->processor.pmu, counter, n, &event))
			add_event(view, counter, n, event.string, event.idx, event.status);
	return 0;
}

/* Lists all events for every counter, where there are no groups. */
static int list_all(struct view *view, const pfm_pmu_info_t *pmu)
{
	pfm_event_info_t event = { .size = sizeof event };
	int id = 0;

	if (!view->info.maxpmcs)
		return 0;
	if (!make_room(view, 0, pmu->nevents))
		return PM_E_NOMEM;
	for (int idx = pmu->first_event; idx >= 0 && id < pmu->nevents; idx = pfm_get_event_next(idx))
		if (!pfm_get_event_info(idx, PFM_OS_NONE, &event))
			add_event(view, 0, id++, event.name, idx, 0);
	for (int counter = 1; counter < view->info.maxpmcs; counter++) {
		view->info.maxevents[counter] = view->info.maxevents[0];
		view->info.list_events[counter] = view->info.list_events[0];
		view->info2.list_events[counter] = view->info2.list_events[0];
	}
	return 0;
}

static int list_events(struct view *view, const pfm_pmu_info_t *pmu)
{
	int error = 0;

	view->info.maxevents = view->info2.maxevents = calloc(MAX_COUNTERS, sizeof *view->info.maxevents);
	view->info.list_events = calloc(MAX_COUNTERS, sizeof *view->info.list_events);
	view->info2.list_events = calloc(MAX_COUNTERS, sizeof *view->info2.list_events);
	if (!view->info.maxevents || !view->info.list_events || !view->info2.list_events)
		return PM_E_NOMEM;
	if (!view->has_groups)
		return list_all(view, pmu);
	for (int counter = 0; counter < view->info.maxpmcs && !error; counter++)
		error = list_counter(view, counter);
	return error;
}

/* ---- groups ---- */

/*
 * An event may be twice in a counter's list, and programs that search for its name keep either the first or the last
 * number, which they then search for in the groups. IBM's groups have the first one; groups for which this makes a
 * difference are listed again with the last one.
 */
enum which { FIRST_NUMBER, LAST_NUMBER };

/* Returns the number of an event, the first or last of its name: its place in the unfiltered list. */
static int id_in_list(const struct view *view, int counter, const char *name, enum which which)
{
	pfm_group_event_t event = { .size = sizeof event };
	int found = COUNT_NOTHING;

	for (int n = 0; !pfm_get_counter_event(view->processor.pmu, counter, n, &event); n++)
		if (event.string == name) {
			found = n;
			if (which == FIRST_NUMBER)
				break;
		}
	return found;
}

/* Adds a group. One with an event that has no code is listed, too, as groups have IBM's numbers, and says so. */
static void add_group(struct view *view, int id, const pfm_group_info_t *info, int *events, enum which which)
{
	bool lacks_code = false;

	for (int counter = 0; counter < MAX_COUNTERS; counter++) {
		pfm_group_event_t event = { .size = sizeof event };

		events[counter] = pfm_get_group_event(view->processor.pmu, id, counter, &event)
			? COUNT_NOTHING
			: id_in_list(view, counter, event.string, which);
		lacks_code |= events[counter] != COUNT_NOTHING && event.idx < 0;
	}
	view->groups.event_groups[view->groups.maxgroups++] = (pm_groups_t){ id, events, text(info->name),
		text(info->title),
		lacks_code ? "Cannot be set, as the code of one of its events is not known" : text(info->desc) };
}

static bool has_event_twice(const struct view *view)
{
	for (int counter = 0; counter < view->info.maxpmcs; counter++) {
		const pm_events_t *events = view->info.list_events[counter];

		for (int n = 0; n < view->info.maxevents[counter]; n++)
			for (int k = 0; k < n; k++)
				if (events[k].short_name == events[n].short_name)
					return true;
	}
	return false;
}

static bool has_other_numbers(const int *events, const struct view *view, int id)
{
	for (int n = 0; n < view->groups.maxgroups - 1; n++)
		if (view->groups.event_groups[n].group_id == id)
			return memcmp(events, view->groups.event_groups[n].events, MAX_COUNTERS * sizeof *events);
	return true;
}

static int list_groups(struct view *view, int count)
{
	pfm_group_info_t info = { .size = sizeof info };
	int rows = has_event_twice(view) ? 2 * count : count;
	int (*events)[MAX_COUNTERS] = calloc((size_t)rows, sizeof *events);

	view->group_events = events;
	view->groups.event_groups = calloc((size_t)rows, sizeof *view->groups.event_groups);
	if (!events || !view->groups.event_groups)
		return PM_E_NOMEM;
	for (int n = 0; n < rows; n++) {
		int id = n % count;

		if (pfm_get_group_info(view->processor.pmu, id, &info) || !(status_of(info.status) & view->filter))
			continue;
		add_group(view, id, &info, events[n], n < count ? FIRST_NUMBER : LAST_NUMBER);
		if (n >= count && !has_other_numbers(events[n], view, id))
			view->groups.maxgroups--;
	}
	return 0;
}

/* ---- views ---- */

static int fill(struct view *view)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_groups_t groups = { .size = sizeof groups };
	int counters, error;

	if (pfm_get_pmu_info(view->processor.pmu, &pmu) || pfm_get_pmu_details(view->processor.pmu, &details) ||
		pfm_get_groups(view->processor.pmu, &groups))
		return PM_E_NOPMU;
	view->has_groups = groups.ngroups > 0;
	view->groups_required = groups.is_required;
	counters = view->has_groups ? groups.ncounters : pmu.num_cntrs;
	view->info.maxpmcs = view->info2.maxpmcs = counters < MAX_COUNTERS ? counters : MAX_COUNTERS;
	view->info.proc_name = view->info2.proc_name = text(view->processor.name);
	view->info2.proc_feature.b.hypervisor = (details.plm & PFM_PLMH) != 0;
	error = list_events(view, &pmu);
	return error || !view->has_groups ? error : list_groups(view, groups.ngroups);
}

static void discard(struct view *view)
{
	for (int counter = 0; counter < MAX_COUNTERS; counter++) {
		bool own = !counter || view->has_groups;

		if (own && view->info.list_events)
			free(view->info.list_events[counter]);
		if (own && view->info2.list_events)
			free(view->info2.list_events[counter]);
	}
	free(view->info.list_events);
	free(view->info2.list_events);
	free(view->info.maxevents);
	free(view->group_events);
	free(view->groups.event_groups);
	free(view);
}

int view_get(const struct processor *processor, int filter, struct view **found)
{
	struct view *view;
	int error;

	for (view = views; view; view = view->next)
		if (view->processor.index == processor->index && view->processor.pmu == processor->pmu &&
			view->filter == filter) {
			*found = view;
			return 0;
		}
	view = calloc(1, sizeof *view);
	if (!view)
		return PM_E_NOMEM;
	view->processor = *processor;
	view->filter = filter;
	error = fill(view);
	if (error) {
		discard(view);
		return error;
	}
	view->next = views;
	views = *found = view;
	return 0;
}

void views_free(void)
{
	while (views) {
		struct view *view = views;

		views = view->next;
		discard(view);
	}
}

const pm_events_t *view_event(const struct view *view, int counter, int id)
{
	for (int n = 0; n < view->info.maxevents[counter]; n++)
		if (view->info.list_events[counter][n].event_id == id)
			return &view->info.list_events[counter][n];
	return NULL;
}

bool view_has_group(const struct view *view, int id)
{
	for (int n = 0; n < view->groups.maxgroups; n++)
		if (view->groups.event_groups[n].group_id == id)
			return true;
	return false;
}
