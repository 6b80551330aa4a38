/*
 * Finds the event that a name in a file of counts stands for. On an Intel core perf stat -e r3c, cpu/event=0x3c/,
 * cycles and CPU_CLK_UNHALTED.THREAD are four names of one event. Names are equal if their encodings are, with generic
 * events replaced by what the kernel counts for them.
 */
#define _GNU_SOURCE
#include "codes.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "events/cores.h"

int cut_box(char *device)
{
	char *last;
	int box;

	if (!strncmp(device, "uncore_", 7))
		memmove(device, device + 7, strlen(device + 7) + 1);
	last = strrchr(device, '_');
	if (!last || !last[1] || last[1 + strspn(last + 1, "0123456789")])
		return -1;
	box = atoi(last + 1);
	*last = '\0';
	return box;
}

/* Sets the device of a code; a name without one is of the first core type. */
static void use_device(const pfm_perf_event_t *event, const pfm_generic_t *generic, struct count_code *code)
{
	const struct core *core = core_of_device(event->device);
	pfm_pmu_details_t details = { .size = sizeof details };

	if (core)
		snprintf(code->device, sizeof code->device, "%s", core->device);
	else if (generic && count_cores() && !pfm_get_pmu_details(generic->pmu, &details) && details.device)
		snprintf(code->device, sizeof code->device, "%s", details.device);
	else if (event->attr.type >= PERF_TYPE_MAX)
		snprintf(code->device, sizeof code->device, "%s", event->device);
	cut_box(code->device);
}

static void take_code(const pfm_perf_event_t *event, struct count_code *code)
{
	const struct perf_event_attr *attr = &event->attr;
	pfm_generic_t generic = { .size = sizeof generic };
	const struct core *core = core_of_device(event->device);
	bool is_generic = !pfm_get_generic(core ? core->pmu : PFM_PMU_NONE, attr->type, attr->config, &generic);

	*code = (struct count_code){ .kind = attr->type < PERF_TYPE_MAX && attr->type != PERF_TYPE_RAW ? attr->type + 1
												       : 0,
		.words = { attr->config, attr->config1, attr->config2 },
		.user = !attr->exclude_user,
		.kernel = !attr->exclude_kernel,
		.is_guest_only = attr->exclude_host,
		.scale = event->scale };
	memcpy(code->unit, event->unit, sizeof code->unit);
	if (is_generic && !generic.is_refused) {
		code->kind = 0;
		memcpy(code->words, generic.words, sizeof code->words);
	}
	use_device(event, is_generic ? &generic : NULL, code);
}

static bool read_name(const char *name, int language, pfm_perf_event_t *event)
{
	*event = (pfm_perf_event_t){ .size = sizeof *event };
	return pfm_read_events(name, PFM_PLM0 | PFM_PLM3, language, event, 1, NULL) > 0;
}

/* Encodes what likwid counts on Intel's fixed counters, for which it has names of its own. */
static bool read_fixed(const char *name, pfm_perf_event_t *event)
{
	static const char *const names[][2] = { { "INSTR_RETIRED_ANY", "instructions" },
		{ "CPU_CLK_UNHALTED_CORE", "cycles" }, { "CPU_CLK_UNHALTED_REF", "ref-cycles" } };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcasecmp(name, names[i][0]))
			return read_name(names[i][1], PFM_LANGUAGE_PERF, event);
	return false;
}

bool code_of_name(const char *name, struct count_code *code)
{
	pfm_perf_event_t event;
	char other[512];
	bool good = !strstr(name, "::") && read_name(name, PFM_LANGUAGE_PERF, &event);

	good = good || read_name(name, PFM_LANGUAGE_PFM, &event) ||
		(!pfm_get_other_name(name, PFM_OS_PERF_EVENT_EXT, 0, other, sizeof other) &&
			read_name(other, PFM_LANGUAGE_PFM, &event)) ||
		read_fixed(name, &event);
	if (good)
		take_code(&event, code);
	return good;
}

bool is_same_code(const struct count_code *one, const struct count_code *other)
{
	return one->kind == other->kind && one->is_guest_only == other->is_guest_only &&
		!strcmp(one->device, other->device) && !memcmp(one->words, other->words, sizeof one->words);
}
