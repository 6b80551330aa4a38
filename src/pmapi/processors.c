/* PMAPI has its own numbers for processors; each is a PMU of the main library, found by name. */
#include "processors.h"

#include <stdbool.h>
#include <string.h>

/*
 * version: of the CPU, for tables that several CPUs share; 0: any. Only the first of IBM's names is documented; the
 * others are modelled on it.
 */
static const struct {
	int index;
	const char pmu[12], name[16];
	unsigned int version;
} processors[] = {
	{ PM_POWER4_II, "power4", "POWER4-II", 0x38 },
	{ PM_POWER4, "power4", "POWER4", 0 },
	{ PM_PowerPC970, "ppc970", "PowerPC970", 0 },
	{ PM_PowerPC970MP, "ppc970mp", "PowerPC970MP", 0 },
	{ PM_POWER5, "power5", "POWER5", 0 },
	{ PM_POWER5_II, "power5p", "POWER5-II", 0 },
	{ PM_POWER6, "power6", "POWER6", 0 },
	{ PM_POWER7, "power7", "POWER7", 0 },
	{ PM_POWER8, "power8", "", 0 },
	{ PM_POWER9, "power9", "", 0 },
};

enum { PROCESSORS = sizeof processors / sizeof processors[0] };

/* Starts the main library; ends it if that fails, so that the next call tries again. */
static int start_library(void)
{
	pfm_err_t error = pfm_initialize();

	if (error)
		pfm_terminate();
	return error == PFM_ERR_NOMEM ? PM_E_NOMEM : error ? PM_E_NOPMU : 0;
}

/* Returns whether a PMU is a core's. The main library does not know the type of the 970's PMUs. */
static bool is_core(const pfm_pmu_info_t *info)
{
	return info->type == PFM_PMU_TYPE_CORE || !strcmp(info->name, "ppc970") || !strcmp(info->name, "ppc970mp");
}

/* Finds the core PMU. One that the architecture promises on every CPU is only for CPUs without tables of their own. */
static bool find_active(pfm_pmu_info_t *found)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool any = false;

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info) || !info.is_present || !is_core(&info) ||
			(any && (info.is_dfl || !found->is_dfl)))
			continue;
		*found = info;
		any = true;
	}
	return any;
}

static struct processor named(int i, const pfm_pmu_info_t *info)
{
	return (struct processor){ processors[i].index, info->pmu,
		*processors[i].name ? processors[i].name : info->desc };
}

int processor_current(struct processor *processor)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_cpu_t cpu = { .size = sizeof cpu };
	int error = start_library();

	if (error)
		return error;
	if (pfm_get_cpu(&cpu) || !find_active(&info))
		return PM_E_NOPMU;
	*processor = (struct processor){ PM_CURRENT, info.pmu, info.desc };
	for (int i = 0; i < PROCESSORS; i++)
		if (!strcmp(processors[i].pmu, info.name) &&
			(!processors[i].version || processors[i].version == cpu.model)) {
			*processor = named(i, &info);
			break;
		}
	return 0;
}

static bool pmu_by_name(const char *name, pfm_pmu_info_t *info)
{
	pfm_pmu_t pmu;

	info->size = sizeof *info;
	pfm_for_all_pmus(pmu)
		if (!pfm_get_pmu_info(pmu, info) && !strcmp(info->name, name))
			return true;
	return false;
}

int processor_numbered(int index, struct processor *processor)
{
	pfm_pmu_info_t info;
	int error;

	if (index == PM_CURRENT)
		return processor_current(processor);
	error = start_library();
	if (error)
		return error;
	for (int i = 0; i < PROCESSORS; i++)
		if (processors[i].index == index && pmu_by_name(processors[i].pmu, &info)) {
			*processor = named(i, &info);
			return 0;
		}
	return PM_E_INVAL;
}
