/* Lists CPU names by the core PMU that the library has for each. Meanings of PMU names have precedence. */
#include "cpu_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmon/pfmkit.h>

enum { LISTED = 0, NOT_LISTED = 1, MOST_CORES = 512 };

static const struct cpu { const char *name, *identity; } cpus[] = {
#define CPU_NAME(name, identity) { name, identity },
#include "machine/cpu_names.def"
};

enum { CPUS = sizeof cpus / sizeof cpus[0] };

/* A core PMU whose own name is the name of a CPU. */
struct core {
	pfm_pmu_t pmu;
	int year;
	const char *name, *desc;
};

/* Returns a CPU's first core PMU, but for the one that all of Intel's have; PFM_PMU_NONE: no such PMU or CPU. */
static pfm_pmu_t core_of(const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu, .root = "", .encode_inactive = 1 };
	pfm_pmu_info_t info = { .size = sizeof info };

	pfm_terminate();
	if (pfm_set_machine(&machine) || pfm_initialize())
		return PFM_PMU_NONE;
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE &&
			pmu != PFM_PMU_INTEL_X86_ARCH)
			return (pfm_pmu_t)pmu;
	return PFM_PMU_NONE;
}

static void find_cores_of_names(pfm_pmu_t *found)
{
	for (int i = 0; i < CPUS; i++) {
		int known = 0;

		while (known < i && strcmp(cpus[known].identity, cpus[i].identity) != 0)
			known++;
		found[i] = known < i ? found[known] : core_of(cpus[i].identity);
	}
}

static int newest_first(const void *a, const void *b)
{
	const struct core *one = a, *other = b;

	return one->year != other->year ? other->year - one->year : strcmp(one->name, other->name);
}

/* Lists cores, the newest first. Returns how many. */
static int find_cores(struct core *cores)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_info_t info = { .size = sizeof info };
	int count = 0, kept = 0;

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (count < MOST_CORES && !pfm_get_pmu_info((pfm_pmu_t)pmu, &info) &&
			info.type == PFM_PMU_TYPE_CORE && !pfm_get_pmu_details((pfm_pmu_t)pmu, &details) &&
			!details.is_deprecated)
			cores[count++] = (struct core){ (pfm_pmu_t)pmu, details.year, info.name, info.desc };
	for (int i = 0; i < count; i++)
		if (core_of(cores[i].name) == cores[i].pmu)
			cores[kept++] = cores[i];
	qsort(cores, (size_t)kept, sizeof *cores, newest_first);
	return kept;
}

/* Visits a core's CPU, and then what else has this core: other models, and SoCs with PMUs outside the cores. */
static void visit_core(const struct core *core, const pfm_pmu_t *found, visit_cpu *visit, void *data)
{
	const char *called = NULL;

	for (int k = 0; k < CPUS && !called; k++)
		if (found[k] == core->pmu && strcmp(cpus[k].name, core->name) != 0)
			called = cpus[k].name;
	if (core_of(core->name) == core->pmu)
		visit(core->name, called, false, data);
	for (int k = 0; k < CPUS; k++)
		if (found[k] == core->pmu && core_of(cpus[k].name) == core->pmu)
			visit(cpus[k].name, NULL, true, data);
}

void visit_cpus(visit_cpu *visit, void *data)
{
	static struct core cores[MOST_CORES];
	pfm_pmu_t found[CPUS];
	int count;

	find_cores_of_names(found);
	count = find_cores(cores);
	for (int i = 0; i < count; i++)
		visit_core(&cores[i], found, visit, data);
}

int list_cpu_names(void)
{
	static struct core cores[MOST_CORES];
	pfm_pmu_t found[CPUS];
	int count;

	find_cores_of_names(found);
	count = find_cores(cores);
	for (int i = 0; i < count; i++) {
		if (cores[i].year)
			printf("%d  %s", cores[i].year, cores[i].name);
		else
			printf("      %s", cores[i].name);
		for (int k = 0; k < CPUS; k++)
			if (found[k] == cores[i].pmu && strcmp(cpus[k].name, cores[i].name) != 0)
				printf(", %s", cpus[k].name);
		printf(": %s\n", cores[i].desc);
	}
	pfm_terminate();
	return count ? LISTED : NOT_LISTED;
}

void name_identity(char *text, size_t size)
{
	pfm_cpu_t cpu = { .size = sizeof cpu };

	*text = '\0';
	if (pfm_get_cpu(&cpu) || !cpu.vendor)
		return;
	if (!strcmp(cpu.vendor, "arm"))
		snprintf(text, size, "0x%x", cpu.family << 24 | 0xf0000 | cpu.model << 4);
	else if (!strcmp(cpu.vendor, "power"))
		snprintf(text, size, "POWER-0x%x", cpu.model);
	else
		snprintf(text, size, "%s-%u-%u-%u", cpu.vendor, cpu.family, cpu.model, cpu.stepping);
}
