/*
 * Goes through all PMUs: whether one has an event; and all that the library can be asked of those whose tables were
 * loaded, for what nobody knows the answers to, only that there are some.
 */
#ifndef PFM_WALK_TABLES_H
#define PFM_WALK_TABLES_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Whether some PMU of any machine has the event. */
static inline bool exists_somewhere(const char *event)
{
	if (strstr(event, "::"))
		return pfm_find_event(event) >= 0;
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_info_t info = { .size = sizeof info };
		char text[256];

		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		snprintf(text, sizeof text, "%s::%s", info.name, event);
		if (pfm_find_event(text) >= 0)
			return true;
	}
	return false;
}

static inline void walk_string(pfm_pmu_t pmu, const char *string)
{
	static const pfm_os_t layers[] = { PFM_OS_NONE, PFM_OS_PERF_EVENT, PFM_OS_PERF_EVENT_EXT };
	static const int levels = PFM_PLM0 | PFM_PLM3;
	pfm_placement_t placement = { .size = sizeof placement };
	pfm_fit_t fit = { .size = sizeof fit };

	for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
		struct perf_event_attr attr = { .size = sizeof attr };
		pfm_perf_encode_arg_t perf = { .attr = &attr, .size = sizeof perf };
		uint64_t words[4] = { 0 };
		pfm_pmu_encode_arg_t raw = { .codes = words, .count = 4, .size = sizeof raw };
		pfm_code_t code = { .size = sizeof code, .os = layers[i] };
		pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };
		pfm_decoded_t found[2] = { { .size = sizeof found[0] }, { .size = sizeof found[0] } };

		if (pfm_get_os_event_encoding(string, levels, layers[i],
			    layers[i] == PFM_OS_NONE ? (void *)&raw : &perf))
			pfm_diagnose(string, levels, layers[i], &diagnosis);
		code.count = layers[i] == PFM_OS_NONE && raw.count ? raw.count : 1;
		memcpy(code.words,
			layers[i] == PFM_OS_NONE ? words : (uint64_t[3]){ attr.config, attr.config1, attr.config2 },
			sizeof(uint64_t[3]));
		pfm_decode(pmu, &code, found, 2);
	}
	pfm_fit_strings(&string, NULL, 1, levels, PFM_OS_NONE, 0, &fit, &placement);
}

static inline void walk_event(pfm_pmu_t pmu, const char *name, int event)
{
	pfm_event_info_t info = { .size = sizeof info };
	char string[1024];

	if (pfm_get_event_info(event, PFM_OS_PERF_EVENT, &info))
		return;
	snprintf(string, sizeof string, "%s::%s", name, info.name);
	walk_string(pmu, string);
	snprintf(string, sizeof string, "%s::%s:0x1:k=2:nosuch", name, info.name);
	walk_string(pmu, string);
	for (int i = 0; i < info.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };
		pfm_event_facts_t facts = { .size = sizeof facts };

		if (pfm_get_event_attr_info(event, i, PFM_OS_PERF_EVENT, &attr))
			continue;
		pfm_get_event_facts(event, i, &facts);
		snprintf(string, sizeof string, attr.type == PFM_ATTR_MOD_INTEGER ? "%s::%s:%s=1" : "%s::%s:%s", name,
			info.name, attr.name);
		walk_string(pmu, string);
	}
}

static inline void walk_groups(pfm_pmu_t pmu)
{
	pfm_groups_t groups = { .size = sizeof groups };

	if (pfm_get_groups(pmu, &groups))
		return;
	for (int group = 0; group < groups.ngroups; group++) {
		pfm_group_info_t info = { .size = sizeof info };

		pfm_get_group_info(pmu, group, &info);
		for (int counter = 0; counter < groups.ncounters; counter++) {
			pfm_group_event_t event = { .size = sizeof event };

			pfm_get_group_event(pmu, group, counter, &event);
			pfm_get_counter_event(pmu, counter, group, &event);
		}
	}
}

/* Returns how many PMUs there are. */
/* Those of loaded files: of the library's own there are thousands, which nobody changes. */
static inline void walk_metrics(void)
{
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		pfm_metric_info_t info = { .size = sizeof info };
		pfm_metrics_t *metrics = NULL;

		if (pfm_get_metric_info(id, &info) || !info.table)
			continue;
		if (!pfm_prepare_metrics(info.name, NULL, &metrics, NULL))
			pfm_free_metrics(metrics);
		if (!pfm_prepare_metrics(info.formula, NULL, &metrics, NULL))
			pfm_free_metrics(metrics);
	}
}

static inline int walk_loaded(void)
{
	int count = 0;

	walk_metrics();

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_pmu_details_t details = { .size = sizeof details };
		char device[256];

		if (!pfm_get_pmu_table((pfm_pmu_t)pmu) || pfm_get_pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		count++;
		pfm_get_pmu_details((pfm_pmu_t)pmu, &details);
		pfm_get_event_device(info.name, device, sizeof device);
		for (int event = info.first_event; event >= 0; event = pfm_get_event_next(event))
			walk_event((pfm_pmu_t)pmu, info.name, event);
		walk_groups((pfm_pmu_t)pmu);
	}
	return count;
}

#endif
