/* The public functions of <perfmon/pfmkit.h> about PMUs, devices and groups; for the order of checks see pfmlib.c. */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <string.h>

#include "answers/kernel_names.h"
#include "language/device_string.h"
#include "catalog/groups.h"
#include "catalog/pmu_devices.h"
#include "api/arguments.h"
#include "catalog/sources.h"
#include "encode/resolve.h"

/* ---- PMUs and devices ---- */

int pfm_next_pmu(int pmu)
{
	unsigned int shortages = host_shortages();

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	for (unsigned int number = pmu < 0 ? 1 : (unsigned int)pmu + 1; number_is_good(number); number++)
		if (pmu_by_id(number) >= 0)
			return (int)number;
	return host_shortages() == shortages ? 0 : PFM_ERR_NOMEM;
}

pfm_err_t pfm_get_event_device(const char *str, char *device, size_t size)
{
	struct selection selection;
	struct event_string split;
	struct instance instance;
	char name[INSTANCE_NAME];
	pfm_err_t error;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !device)
		return PFM_ERR_INVAL;
	/* accepts modifiers of the PMU and of perf_event */
	error = resolve_kernels(str, PFM_OS_PERF_EVENT_EXT, &selection, &split);
	if (error && selection.problem == PROBLEM_NO_PMU && is_device_string(&split)) {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(str, ":"), str);
	} else {
		if (error && resolve_kernels(str, PFM_OS_NONE, &selection, &split))
			return error;
		instance = ref_instance(&selection.ref);
		pmu_device_name(selection.ref.pmu, &instance, name, sizeof name);
	}
	if (strlen(name) >= size)
		return PFM_ERR_TOOSMALL;
	strcpy(device, name);
	return PFM_SUCCESS;
}

/* Returns the PMU's vendor as in the cpu lines of the tables. */
static const char *vendor_of(int pmu)
{
	static const char names[][16] = { [VENDOR_INTEL] = "GenuineIntel",
		[VENDOR_AMD] = "AuthenticAMD",
		[VENDOR_ARM] = "arm",
		[VENDOR_POWER] = "power",
		[VENDOR_ZHAOXIN] = "CentaurHauls" };
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	return pmu_data(pmu)->conditions && condition->kind == WHEN_CPU ? names[condition->vendor] : NULL;
}

const char *pfm_get_pmu_table(pfm_pmu_t id)
{
	int pmu = catalog_is_open() ? pmu_by_id(id) : -1;

	return pmu < 0 ? NULL : source_path(pmus.list[pmu].body);
}

/* The structure of programs that were compiled with version 0.1. */
enum { DETAILS_OF_0_1 = offsetof(pfm_pmu_details_t, is_kernel_only) };

pfm_err_t pfm_get_pmu_details(pfm_pmu_t id, pfm_pmu_details_t *details)
{
	bool of_0_1 = details && details->size == DETAILS_OF_0_1;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!number_is_good(id) || !details)
		return PFM_ERR_INVAL;
	if (!of_0_1 && (!size_is_whole(details->size, sizeof *details) ||
			!size_is_good(details, details->size, sizeof *details)))
		return PFM_ERR_INVAL;
	pmu = pmu_by_id(id);
	if (pmu < 0)
		return PFM_ERR_NOTSUPP;
	details->size = of_0_1 ? DETAILS_OF_0_1 : sizeof *details;
	details->device = *pmu_sysfs(pmu) ? pmu_sysfs(pmu) : NULL;
	details->plm = (int)pmu_plm(pmu);
	details->is_deprecated = (pmu_data(pmu)->flags & PMU_DEPRECATED) != 0;
	details->takes_raw_umask = (pmu_data(pmu)->flags & PMU_RAW_UMASK) != 0;
	details->vendor = vendor_of(pmu);
	if (!of_0_1) {
		details->is_kernel_only = is_kernel_pmu(pmu);
		details->year = pmu_data(pmu)->year;
	}
	return PFM_SUCCESS;
}

/* ---- groups ---- */

/* Checks arguments as other functions of a PMU: a bad structure or number, no such PMU. */
static pfm_err_t check_pmu_call(pfm_pmu_t id, const void *structure, size_t given, size_t ours, int *pmu)
{
	if (!number_is_good(id) || !size_is_whole(given, ours) || !size_is_good(structure, given, ours))
		return PFM_ERR_INVAL;
	*pmu = pmu_by_id(id);
	return *pmu < 0 ? PFM_ERR_NOTSUPP : PFM_SUCCESS;
}

pfm_err_t pfm_get_groups(pfm_pmu_t id, pfm_groups_t *groups)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = groups ? check_pmu_call(id, groups, groups->size, sizeof *groups, &pmu) : PFM_ERR_INVAL;
	if (!error)
		groups_describe(pmu, groups);
	return error;
}

pfm_err_t pfm_get_group_info(pfm_pmu_t id, int group, pfm_group_info_t *info)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = info ? check_pmu_call(id, info, info->size, sizeof *info, &pmu) : PFM_ERR_INVAL;
	return error ? error : groups_info(pmu, group, info) ? PFM_SUCCESS : PFM_ERR_INVAL;
}

int pfm_find_group(pfm_pmu_t id, const char *name)
{
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!name || !number_is_good(id))
		return PFM_ERR_INVAL;
	pmu = pmu_by_id(id);
	return pmu < 0 ? PFM_ERR_NOTSUPP : groups_find(pmu, name);
}

pfm_err_t pfm_get_group_event(pfm_pmu_t id, int group, int counter, pfm_group_event_t *event)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = event ? check_pmu_call(id, event, event->size, sizeof *event, &pmu) : PFM_ERR_INVAL;
	return error ? error : groups_event(pmu, group, counter, event);
}

pfm_err_t pfm_get_counter_event(pfm_pmu_t id, int counter, int n, pfm_group_event_t *event)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = event ? check_pmu_call(id, event, event->size, sizeof *event, &pmu) : PFM_ERR_INVAL;
	return error ? error : groups_counter_event(pmu, counter, n, event) ? PFM_SUCCESS : PFM_ERR_INVAL;
}

pfm_err_t pfm_get_cpu(pfm_cpu_t *cpu)
{
	const struct host *host = catalog_host();

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!cpu || !size_is_whole(cpu->size, sizeof *cpu) || !size_is_good(cpu, cpu->size, sizeof *cpu))
		return PFM_ERR_INVAL;
	*cpu = (pfm_cpu_t){ .size = sizeof *cpu,
		.family = host->family,
		.model = host->model,
		.stepping = host->stepping };
	cpu->vendor = host->is_intel ? "GenuineIntel"
		: host->is_amd       ? host->is_hygon ? "HygonGenuine" : "AuthenticAMD"
		: host->is_zhaoxin   ? host->is_shanghai ? "Shanghai" : "CentaurHauls"
		: host->is_power     ? "power"
		: host->arm_count    ? "arm"
				     : NULL;
	if (host->is_power) {
		cpu->model = host->pvr;
		cpu->stepping = host->revision;
	} else if (host->arm_count) {
		cpu->family = host->arm[0].implementer;
		cpu->model = host->arm[0].part;
	}
	return PFM_SUCCESS;
}
