/*
 * PMAPI reports counts by counter, perf by event: a plan lists the events of a program, and the event of each counter.
 */
#define _GNU_SOURCE
#include "counting.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting/event_set.h"

/* The open events of one target. */
struct set {
	struct event_set events;
	struct reading base[MAX_COUNTERS];      /* readings at the last reset */
	struct reading next[MAX_COUNTERS];      /* becomes base when the current reset succeeds */
};

struct counting {
	int event_count, set_count;
	int event_of[MAX_COUNTERS];
	struct set sets[];
};

static_assert(MAX_COUNTERS <= (int)MAX_SET_EVENTS, "a set holds the events of all counters");

int error_of(int number)
{
	switch (number) {
	case EACCES:
	case EPERM:
		return PM_E_PERM;
	case ENOENT:
	case EOPNOTSUPP:
	case ENODEV:
	case EINVAL:
	case ENOSPC:
		return PM_E_EVENT;
	case EBUSY:
		return PM_E_BUSY;
	case EMFILE:
	case ENFILE:
	case ENOMEM:
		return PM_E_NOMEM;
	case ENOSYS:
		return PM_E_NOPMU;
	default:
		return PM_E_SYSTEM;
	}
}

/* ---- plans ---- */

/*
 * Encodes an event: the main library finds type and config. Where to count is the mode's business: on processors before
 * POWER8 the library knows of no privilege levels and would count everywhere.
 */
static int encode(const struct view *view, const char *string, pm_mode_t mode, struct perf_event_attr *attr)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof arg };
	char name[512];
	pfm_err_t error;

	memset(attr, 0, sizeof *attr); /* clears padding bits as well, as attributes are compared as bytes */
	attr->size = sizeof *attr;
	snprintf(name, sizeof name, "%s::%s", pfm_get_pmu_name(view->processor.pmu), string);
	error = pfm_get_os_event_encoding(name, PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	if (error)
		return error == PFM_ERR_NOMEM ? PM_E_NOMEM : PM_E_EVENT;
	attr->disabled = 1;
	attr->exclude_user = !mode.b.user;
	attr->exclude_kernel = !mode.b.kernel;
	attr->exclude_hv = !mode.b.hypervisor;
	attr->exclude_host = 0;
	attr->exclude_guest = 1;
	attr->read_format = EVENT_SET_FORMAT;
	return 0;
}

static int encode_counter(const struct view *view, const pm_prog_t *program, int counter, struct perf_event_attr *attr,
	bool *used)
{
	pfm_group_event_t event = { .size = sizeof event };
	int error;

	if (!program->mode.b.is_group) {
		*used = program->events[counter] != COUNT_NOTHING;
		return *used ? encode(view, view_event(view, counter, program->events[counter])->short_name,
				       program->mode, attr)
			     : 0;
	}
	*used = !pfm_get_group_event(view->processor.pmu, program->events[0], counter, &event);
	if (!*used)
		return 0;
	if (event.idx < 0)
		return PM_E_EVENT;
	error = encode(view, event.string, program->mode, attr);
	if (!error && event.has_code)
		attr->config = event.code;
	return error;
}

static int add_to_plan(struct plan *plan, const struct perf_event_attr *attr)
{
	for (int i = 0; i < plan->count; i++)
		if (!memcmp(&plan->events[i], attr, sizeof *attr))
			return i;
	plan->events[plan->count] = *attr;
	return plan->count++;
}

int plan_program(const struct view *view, const pm_prog_t *program, bool inherit, struct plan *plan)
{
	bool anywhere = program->mode.b.user || program->mode.b.kernel || program->mode.b.hypervisor;

	plan->count = 0;
	for (int counter = 0; counter < MAX_COUNTERS; counter++)
		plan->event_of[counter] = -1;
	for (int counter = 0; counter < view->info.maxpmcs; counter++) {
		struct perf_event_attr attr;
		bool used;
		int error = encode_counter(view, program, counter, &attr, &used);

		if (error)
			return error;
		attr.inherit = used && inherit;
		if (used && anywhere)
			plan->event_of[counter] = add_to_plan(plan, &attr);
	}
	return 0;
}

/* ---- opening ---- */

int counting_open(const struct plan *plan, const struct target *targets, int target_count, struct counting **result)
{
	struct counting *counting = calloc(1, sizeof *counting + (size_t)target_count * sizeof *counting->sets);

	if (!counting)
		return PM_E_NOMEM;
	counting->event_count = plan->count;
	memcpy(counting->event_of, plan->event_of, sizeof counting->event_of);
	for (int i = 0; i < target_count; i++) {
		struct event_set *set = &counting->sets[counting->set_count].events;
		int refused,
			error = event_set_open(set, plan->events, plan->count, targets[i].pid, targets[i].cpu, 0,
				&refused);

		if (!error) {
			counting->set_count++;
		} else if (error != ESRCH || target_count == 1) {
			counting_close(counting);
			return error_of(error);
		}
	}
	*result = counting;
	return 0;
}

void counting_close(struct counting *counting)
{
	for (int i = 0; counting && i < counting->set_count; i++)
		event_set_close(&counting->sets[i].events);
	free(counting);
}

/* Switches all, whatever becomes of one; returns the first error. */
static int switch_sets(struct counting *counting, bool on)
{
	int error = 0;

	for (int i = 0; i < counting->set_count; i++) {
		int number = event_set_switch(&counting->sets[i].events, on);

		if (number && !error)
			error = error_of(number);
	}
	return error;
}

/* Starts all or none. */
int counting_start(struct counting *counting)
{
	int error = switch_sets(counting, true);

	if (error)
		switch_sets(counting, false);
	return error;
}

int counting_stop(struct counting *counting)
{
	return switch_sets(counting, false);
}

/* ---- reading ---- */

int counting_read(const struct counting *counting, long long *accu)
{
	long long sums[MAX_COUNTERS] = { 0 };

	for (int i = 0; i < counting->set_count; i++)
		for (int k = 0; k < counting->event_count; k++) {
			const struct set *set = &counting->sets[i];
			struct reading now;
			int error = event_set_read(&set->events, k, &now);

			if (error)
				return error_of(error);
			sums[k] += (long long)scaled_count(&now, &set->base[k]);
		}
	for (int counter = 0; counter < MAX_COUNTERS; counter++)
		accu[counter] = counting->event_of[counter] < 0 ? 0 : sums[counting->event_of[counter]];
	return 0;
}

/* Resets all or none. The kernel's own reset would leave the times alone, by which counts are scaled. */
int counting_reset(struct counting *counting)
{
	for (int i = 0; i < counting->set_count; i++)
		for (int k = 0; k < counting->event_count; k++) {
			int error = event_set_read(&counting->sets[i].events, k, &counting->sets[i].next[k]);

			if (error)
				return error_of(error);
		}
	for (int i = 0; i < counting->set_count; i++)
		memcpy(counting->sets[i].base, counting->sets[i].next, sizeof counting->sets[i].base);
	return 0;
}
