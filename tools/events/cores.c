/*
 * Core types. The tables have a PMU for each, and the kernel a device; an event without PMU is that of the first PMU
 * that has it. Events that the kernel itself defines belong to no PMU of the tables: the upper half of their config is
 * the type of the device that counts them, 0 for the first one.
 */
#define _GNU_SOURCE
#include "cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/language.h"

enum { MOST_CORES = 64 }; /* the maximum is that of Arm's /proc/cpuinfo */

static struct {
	bool known;
	int count;
	struct core list[MOST_CORES];
} cores;

/* Finds the device that counts the PMU's events; false: it has none. */
static bool find_device(const pfm_pmu_info_t *pmu, char *device, size_t size)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_event_info_t event = { .size = sizeof event };
	char *string;
	bool found;

	if (pfm_get_pmu_details(pmu->pmu, &details) || !details.device || details.is_deprecated ||
	    pfm_get_event_info(pmu->first_event, PFM_OS_NONE, &event) ||
	    asprintf(&string, "%s::%s", pmu->name, event.name) < 0)
		return false;
	found = !pfm_get_event_device(string, device, size);
	free(string);
	return found;
}

static uint32_t type_of(const char *device)
{
	pfm_perf_event_t event = { .size = sizeof event };
	char text[80];

	snprintf(text, sizeof text, "%s/config=0/", device);
	return pfm_get_perf_event(text, 0, &event, 1, NULL) > 0 ? event.attr.type : UINT32_MAX;
}

static const struct core *find_core(const char *device)
{
	for (int i = 0; i < cores.count; i++)
		if (!strcmp(cores.list[i].device, device))
			return &cores.list[i];
	return NULL;
}

static void add_core(const pfm_pmu_info_t *pmu)
{
	struct core *core = &cores.list[cores.count];

	if (cores.count == MOST_CORES || !find_device(pmu, core->device, sizeof core->device) ||
	    find_core(core->device))
		return;
	core->pmu = pmu->pmu;
	core->type = type_of(core->device);
	cores.count++;
}

/* Drops core types whose devices the kernel lacks, if it has some: their cores are switched off. */
static void drop_what_is_off(void)
{
	int kept = 0;

	for (int i = 0; i < cores.count; i++)
		if (cores.list[i].type != UINT32_MAX)
			cores.list[kept++] = cores.list[i];
	if (kept)
		cores.count = kept;
}

/* Returns whether the vendor's CPUs say which type each core is. A mainframe has two core PMUs for each of its CPUs. */
static bool tells_kinds(void)
{
	pfm_cpu_t cpu = { .size = sizeof cpu };

	return !pfm_get_cpu(&cpu) && cpu.vendor;
}

int count_cores(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (!cores.known && tells_kinds()) {
		for_each_pmu(pmu)
			if (next_pmu(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE)
				add_core(&info);
		drop_what_is_off();
	}
	cores.known = true;
	return cores.count > 1 ? cores.count : 0;
}

const struct core *core_of_device(const char *device)
{
	return count_cores() ? find_core(device) : NULL;
}

int number_of_core(const struct core *core)
{
	return (int)(core - cores.list);
}

/* ---- events ---- */

static bool is_generic(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
}

/* Returns whether an event's PMU needs no device: the architecture's, or a code as it is. */
static bool is_without_device(int idx, const struct perf_event_attr *attr)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	return attr->type == PERF_TYPE_RAW && idx >= 0 && !pfm_get_pmu_details(pmu_of(idx), &details) &&
	       !details.device;
}

bool put_on_core(const struct core *core, int idx, struct perf_event_attr *attr)
{
	bool generic = is_generic(attr), raw = is_without_device(idx, attr);

	if (core && generic && core->type != UINT32_MAX)
		attr->config |= (uint64_t)core->type << 32;
	if (core && raw)
		attr->type = core->type;
	return generic || raw;
}

/* Encodes for the kernel, whatever layer is asked for: only there an event has a device. */
static int encode(const char *string, const struct given *given, struct perf_event_attr *attr, int *idx)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof arg };
	pfm_os_t os = given->os == PFM_OS_NONE ? PFM_OS_PERF_EVENT_EXT : given->os;
	int error = pfm_get_perf_encoding_anywhere(string, given->plm, os, &arg);

	*idx = arg.idx;
	return error;
}

static bool is_core_pmu(pfm_pmu_t pmu)
{
	for (int i = 0; i < cores.count; i++)
		if (cores.list[i].pmu == pmu)
			return true;
	return false;
}

/* Where an event without PMU name is counted. */
enum home { ELSEWHERE, ON_A_CORE, ON_ANY_CORE };

static enum home home_of(const char *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	int idx;

	/* count_cores() is called late, as it looks for all devices */
	if (given->pmu || (strstr(event, "::") && strncmp(event, "perf::", 6)) || !count_cores() ||
	    encode(event, given, &attr, &idx))
		return ELSEWHERE;
	if (put_on_core(NULL, idx, &attr))
		return given->os == PFM_OS_NONE ? ELSEWHERE : ON_ANY_CORE;
	return is_core_pmu(pmu_of(idx)) ? ON_A_CORE : ELSEWHERE;
}

bool may_be_on_cores(const char *event, const struct given *given)
{
	return home_of(event, given) != ELSEWHERE;
}

/* Returns the string for an event of a core type, to be freed; NULL: that type has no such event. */
static char *string_on(const struct core *core, const char *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string;
	int idx;

	if (asprintf(&string, "%s::%s", pfm_get_pmu_name(core->pmu), event) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	if (!encode(string, given, &attr, &idx))
		return string;
	free(string);
	return NULL;
}

static void say_what_lacks(const struct core *core, const char *event, const struct given *given)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	char *string;

	if (asprintf(&string, "%s::%s", pfm_get_pmu_name(core->pmu), event) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return;
	}
	if (!pfm_diagnose(string, given->plm, given->os, &d))
		complain("%s: not on %s: %s", event, core->device, d.message);
	free(string);
}

bool for_each_core(const char *event, const struct given *given, bool say,
	bool (*use)(const char *string, const struct core *core, void *data), void *data)
{
	bool on_any = home_of(event, given) == ON_ANY_CORE, good = true;

	for (int i = 0; i < cores.count; i++) {
		const struct core *core = &cores.list[i];
		char *string = on_any ? strdup(event) : string_on(core, event, given);

		if (string)
			good &= use(string, core, data);
		else if (on_any)
			good = is_lacking(PFM_ERR_NOMEM) && false;
		else if (say)
			say_what_lacks(core, event, given);
		free(string);
	}
	return good;
}

static bool count_one(const char *string, const struct core *core, void *data)
{
	int *count = data;

	(void)string;
	(void)core;
	++*count;
	return true;
}

void say_which_core(const char *event, const struct given *given)
{
	enum home home = home_of(event, given);
	struct perf_event_attr attr = { .size = sizeof attr };
	const char *device = cores.list[0].device;
	int idx, count = 0;

	if (home == ELSEWHERE)
		return;
	for_each_core(event, given, false, count_one, &count);
	encode(event, given, &attr, &idx);
	for (int i = 0; i < cores.count && home == ON_A_CORE; i++)
		if (cores.list[i].pmu == pmu_of(idx))
			device = cores.list[i].device;
	/* on Arm the kernel uses its first device for its own events, whichever core type that is */
	if (home == ON_ANY_CORE && is_arm_pmu(cores.list[0].pmu))
		complain("%s: on one of %d core types; --all-cores counts on all", event, count_cores());
	else if (count > 1)
		complain("%s: on %s, one of %d core types; --all-cores counts on all", event, device,
			count_cores());
}
