/*
 * Replaces perf's generic events by what the kernel counts for them: an event of the machine's core PMU, by its code,
 * as the tables say (aliases.h). For cores without such tables generic events are assumed to take no counter.
 */
#include "fit/generic.h"

#include <string.h>

#include "catalog/aliases.h"
#include "catalog/symbols.h"

/* Returns whether a core PMU counts events of a kind: its device's type, in the high half of a hybrid's config. */
static bool counts_on_kind(int pmu, uint32_t kind)
{
	uint32_t type;

	if (!pmu_is_active(pmu) || pmu_data(pmu)->type != PFM_PMU_TYPE_CORE ||
	    pmu_data(pmu)->flags & PMU_DEPRECATED || pmu == pmus.perf || pmu == pmus.perf_raw)
		return false;
	return !kind || (!pmu_type_or_unknown(pmu, &(struct instance){ 0 }, &type) && type == kind);
}

int generic_core(uint64_t config)
{
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (counts_on_kind(pmu, (uint32_t)(config >> 32)))
			return pmu_knows_generics(pmu) ? pmu : -1;
	return -1;
}

/* Returns whether the kernel's words have the code of the event, modifiers and unit masks aside. */
static bool has_code(const struct event_ref *ref, uint64_t config)
{
	const struct table_layout *layout = pmu_layout(ref->pmu);
	uint64_t code = ref->code, low = 0;

	if (layout->code_as_it_is)
		return !((config ^ code) & layout->code_as_it_is);
	for (int i = 0; i < layout->segments; i++) {
		const struct table_segment *segment = &layout->event[i];
		uint64_t mask = segment->width < 64 ? (UINT64_C(1) << segment->width) - 1 : UINT64_MAX;

		if (segment->word == 0 && ((config >> segment->low ^ code >> low) & mask))
			return false;
		low += segment->width;
	}
	return true;
}

/* Finds the first event of the PMU that has the code, with exactly one unit mask for it, or with none to choose. */
static bool find_row(int pmu, const uint64_t *config, struct fit_request *request)
{
	struct event_ref ref;

	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref)) {
		if (!has_code(&ref, config[0]))
			continue;
		request->ref = ref;
		fit_request_code(config, 3, PFM_OS_PERF_EVENT, request);
		if (request->umask_count == 1 || !event_umasks(ref.in, ref.event)->count)
			return true;
	}
	return false;
}

void fit_make_generic(struct fit_request *request)
{
	const struct event_ref perfs = request->ref;
	unsigned int type = pmu_is_perf(perfs.pmu) ? ref_kind(&perfs)->column : PERF_TYPE_RAW;
	int core = type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE ? generic_core(request->config[0]) : -1;
	uint64_t config[3] = { 0 };
	char name[64];

	if (core < 0 || !perf_symbol_name(type, request->config[0] & UINT32_MAX, name, sizeof name))
		return;
	if (!pmu_generic_config(core, (struct span){ name, strlen(name) }, config)) {
		request->pmu = core;
		request->refused = true;
		return;
	}
	if (!find_row(core, config, request)) {
		request->ref = perfs;
		request->umask_count = 0;
	}
	request->pmu = core;
	memcpy(request->config, config, sizeof request->config);
}
