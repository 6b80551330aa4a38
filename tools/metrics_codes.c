/*
 * What names of counts stand for. perf stat -e r3c, cpu/event=0x3c/, cycles, CPU_CLK_UNHALTED.THREAD: one event by four
 * names, on a core of Intel's. Names are the same if they encode alike, and generic events are what the kernel makes of
 * them.
 */
#define _GNU_SOURCE
#include "metrics_codes.h"

#include <stdlib.h>
#include <string.h>

#include "cores.h"

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

/* A name without a device is of the first kind of cores. */
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

static bool encode_name(const char *name, struct count_code *code)
{
	pfm_perf_event_t event = { .size = sizeof event };
	pfm_generic_t generic = { .size = sizeof generic };
	const struct perf_event_attr *attr = &event.attr;
	const struct core *core;
	bool is_generic;

	if (pfm_get_perf_event(name, PFM_PLM0 | PFM_PLM3, &event, 1, NULL) <= 0)
		return false;
	core = core_of_device(event.device);
	is_generic = !pfm_get_generic(core ? core->pmu : PFM_PMU_NONE, attr->type, attr->config, &generic);
	*code = (struct count_code){
		.kind = attr->type < PERF_TYPE_MAX && attr->type != PERF_TYPE_RAW ? attr->type + 1 : 0,
		.words = { attr->config, attr->config1, attr->config2 }, .user = !attr->exclude_user,
		.kernel = !attr->exclude_kernel, .scale = event.scale };
	memcpy(code->unit, event.unit, sizeof code->unit);
	if (is_generic && !generic.is_refused) {
		code->kind = 0;
		memcpy(code->words, generic.words, sizeof code->words);
	}
	use_device(&event, is_generic ? &generic : NULL, code);
	return true;
}

const struct count_code *code_of_name(struct name_codes *codes, const char *name)
{
	struct name_code *own;

	for (int i = 0; i < codes->count; i++)
		if (!strcmp(codes->list[i].name, name))
			return codes->list[i].is_known ? &codes->list[i].code : NULL;
	if (codes->count == codes->room) {
		int room = 2 * codes->room + 64;

		own = realloc(codes->list, (size_t)room * sizeof *own);
		if (!own) {
			is_lacking(PFM_ERR_NOMEM);
			return NULL;
		}
		codes->list = own;
		codes->room = room;
	}
	own = &codes->list[codes->count];
	own->name = strdup(name);
	if (!own->name) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	codes->count++;
	own->is_known = encode_name(name, &own->code);
	return own->is_known ? &own->code : NULL;
}

void free_codes(struct name_codes *codes)
{
	for (int i = 0; i < codes->count; i++)
		free(codes->list[i].name);
	free(codes->list);
	*codes = (struct name_codes){ .list = NULL };
}

bool is_same_code(const struct count_code *one, const struct count_code *other)
{
	return one->kind == other->kind && !strcmp(one->device, other->device) &&
		!memcmp(one->words, other->words, sizeof one->words);
}
