/*
 * Finds free counters by trying: copies of an event that no fixed counter can count hold the general counters;
 * meanwhile an event of a fixed counter gets that counter or none. The library's placement tells which events these
 * are.
 */
#define _GNU_SOURCE
#include "usable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perfmon/pfmkit.h>

#include "common/tool.h"
#include "counting/cpus.h"
#include "counting/probe.h"

enum { MOST_COPIES = 32, MOST_FIXED = 32 };

/* Writes an event that the kernel has everywhere; "": it has none such. */
static void generic_string(pfm_pmu_t pmu, uint64_t config, char *string, size_t size)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_err_t error = pfm_get_generic(pmu, PERF_TYPE_HARDWARE, config, &generic);

	*string = '\0';
	is_lacking(error);
	if (!error && !generic.is_refused && generic.pmu == pmu)
		snprintf(string, size, "%s", generic.string);
}

/* Places copies of an event. False: it cannot be placed. */
static bool place_copies(const char *string, int copies, pfm_placement_t *placements)
{
	pfm_fit_t fit = { .size = sizeof fit };
	const char *strings[MOST_COPIES];

	for (int i = 0; i < copies; i++)
		strings[i] = string;
	placements->size = sizeof *placements;
	return !pfm_fit_strings(strings, NULL, copies, PFM_PLM3, PFM_OS_PERF_EVENT_EXT, PFM_FIT_NO_WATCHDOG, &fit,
		placements);
}

/* Returns how many general counters can count an event at the same time; 0: none, or a fixed counter takes it, too. */
static int general_counters_of(const char *string, int counters)
{
	pfm_placement_t placements[MOST_COPIES];
	int copies = counters < MOST_COPIES ? counters : MOST_COPIES, count = 0;

	if (!*string || copies < 1 || !place_copies(string, copies, placements))
		return 0;
	for (int i = 0; i < copies; i++) {
		if (placements[i].is_fixed)
			return 0;
		count += !placements[i].round && placements[i].counter >= 0;
	}
	return count;
}

/* Returns the fixed counter that an event prefers; -1: none takes it. */
static int fixed_counter_of(const char *string)
{
	pfm_placement_t placement;

	return *string && place_copies(string, 1, &placement) && placement.is_fixed ? placement.counter : -1;
}

/*
 * Finds an event that can have all general counters, and sets how many these are. False: there is none. Hyper-threading
 * leaves half of the counters of a PMU.
 */
static bool find_general_event(const pfm_pmu_info_t *pmu, char *event, size_t size, int *counters)
{
	static const uint64_t configs[] = { PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES,
		PERF_COUNT_HW_CACHE_REFERENCES, PERF_COUNT_HW_CACHE_MISSES };
	char string[512];

	*counters = 0;
	for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
		int own;

		generic_string(pmu->pmu, configs[i], string, sizeof string);
		own = general_counters_of(string, pmu->num_cntrs);
		if (own <= *counters || 2 * own < pmu->num_cntrs)
			continue;
		*counters = own;
		snprintf(event, size, "%s", string);
	}
	return *counters > 0;
}

/*
 * Makes an event the kernel's own of reference cycles: not all kernels give the code of one CPU the fixed counter. Core
 * types are told by their device's type in the high half.
 */
static void ask_for_reference_cycles(struct perf_event_attr *attr)
{
	attr->config = PERF_COUNT_HW_REF_CPU_CYCLES | (attr->type == PERF_TYPE_RAW ? 0 : (uint64_t)attr->type << 32);
	attr->type = PERF_TYPE_HARDWARE;
}

/* Holds a counter for each copy. As hold_counters(). */
static int hold(struct held_counters *held, const char *event, bool is_reference, struct usable *usable, int most)
{
	pfm_perf_event_t encoded = { .size = sizeof encoded };
	struct perf_event_attr attr;
	int cpu, error, count;

	if (pfm_get_event_encodings(event, 0, &encoded, 1, NULL) < 1 || encoded.attr.type == UINT32_MAX) {
		usable->error = ENOENT;
		return -1;
	}
	attr = encoded.attr;
	if (is_reference)
		ask_for_reference_cycles(&attr);
	attr.exclude_user = attr.exclude_kernel = attr.exclude_hv = attr.exclude_guest = attr.exclude_host = 0;
	if (usable->cpu < 0)
		usable->cpu = *encoded.device && read_device_cpus(NULL, encoded.device, "cpus", &cpu, 1) ? cpu
			: read_online_cpus(NULL, &cpu, 1)                                               ? cpu
													: 0;
	count = hold_counters(held, &attr, usable->cpu, most, &error);
	if (count < 0)
		usable->error = error;
	return count;
}

/* Events of fixed counters to try, one per counter. */
struct fixed_events {
	char list[MOST_FIXED][512];
	int known, all;
	int reference; /* index of the event for reference cycles; -1: none */
};

static void take_fixed_event(struct fixed_events *events, const char *string)
{
	int counter = events->known < events->all ? fixed_counter_of(string) : -1;

	if (counter < 0 || counter >= events->all || *events->list[counter])
		return;
	snprintf(events->list[counter], sizeof events->list[counter], "%s", string);
	events->known++;
}

static void take_fixed_umasks(struct fixed_events *events, const pfm_pmu_info_t *pmu, const pfm_event_info_t *event)
{
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	pfm_event_facts_t facts = { .size = sizeof facts };
	char string[512];

	if (!pfm_get_event_facts(event->idx, PFM_NO_UMASK, &facts) && facts.counters >> 32) {
		snprintf(string, sizeof string, "%s::%s", pmu->name, event->name);
		take_fixed_event(events, string);
	}
	for (int i = 0; i < event->nattrs; i++)
		if (!pfm_get_event_attr_info(event->idx, i, PFM_OS_PERF_EVENT_EXT, &attr) &&
			attr.type == PFM_ATTR_UMASK && !pfm_get_event_facts(event->idx, i, &facts) &&
			facts.counters >> 32) {
			snprintf(string, sizeof string, "%s::%s:%s", pmu->name, event->name, attr.name);
			take_fixed_event(events, string);
		}
}

static void find_fixed_events(const pfm_pmu_info_t *pmu, struct fixed_events *events)
{
	static const uint64_t configs[] = { PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES,
		PERF_COUNT_HW_REF_CPU_CYCLES };
	pfm_event_info_t event = { .size = sizeof event };
	char string[512];

	events->all = pmu->num_fixed_cntrs < MOST_FIXED ? pmu->num_fixed_cntrs : MOST_FIXED;
	for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
		generic_string(pmu->pmu, configs[i], string, sizeof string);
		take_fixed_event(events, string);
	}
	events->reference = fixed_counter_of(string);
	for (int idx = pmu->first_event; idx >= 0 && events->known < events->all; idx = pfm_get_event_next(idx))
		if (!pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event))
			take_fixed_umasks(events, pmu, &event);
}

/* Looks at fixed counters. Nothing can be said of one that no event is known for. */
static void look_at_fixed(struct held_counters *held, const struct fixed_events *events, struct usable *usable)
{
	for (int i = 0; i < events->all && !usable->error; i++) {
		int count = *events->list[i] ? hold(held, events->list[i], i == events->reference, usable, 1) : -1;

		if (count < 0 && usable->error == ENOENT)
			usable->error = 0; /* the kernel does not know the event */
		if (count < 0)
			continue;
		usable->all_fixed++;
		usable->fixed += count;
	}
}

/* Looks at a PMU. False: it has no event that tells. */
static bool look_at_pmu(const pfm_pmu_info_t *pmu, struct usable *usable)
{
	struct held_counters held = { .count = 0 };
	struct fixed_events *fixed;
	char general[512];

	*usable = (struct usable){ .cpu = -1 };
	snprintf(usable->pmu, sizeof usable->pmu, "%s", pmu->name);
	if (!find_general_event(pmu, general, sizeof general, &usable->all_general))
		return false;
	fixed = calloc(1, sizeof *fixed);
	if (!fixed)
		return is_lacking(PFM_ERR_NOMEM) && false;
	find_fixed_events(pmu, fixed); /* before counters are held, so that they are held as briefly as possible */
	usable->general = hold(&held, general, false, usable, usable->all_general);
	if (usable->general >= 0)
		look_at_fixed(&held, fixed, usable);
	let_counters_go(&held);
	free(fixed);
	return usable->error != ENOENT; /* ENOENT: the kernel lacks the device or the event */
}

int find_usable_counters(struct usable list[MOST_USABLE])
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int count = 0;
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (count < MOST_USABLE && next_pmu(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE)
			count += look_at_pmu(&info, &list[count]);
	return count;
}
