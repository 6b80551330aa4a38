/* The PMUs of a list of CPUs: the library is asked, for each CPU, which PMUs it has. */
#define _GNU_SOURCE
#include "cpu_list.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool add_pmu(const char *name, struct cpu_list *list)
{
	char **bigger = with_room(list->pmus, list->count, NULL, sizeof *bigger);

	if (bigger) {
		list->pmus = bigger;
		bigger[list->count] = strdup(name);
	}
	if (!bigger || !bigger[list->count])
		return is_lacking(PFM_ERR_NOMEM) && false;
	list->count++;
	return true;
}

/* Opens the library for another machine than the one whose files are at hand: its boxes are those of the tables. */
static void open_elsewhere(const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu, .root = "", .encode_inactive = 1 };

	tool_open(cpu); /* exits if the CPU is unknown */
	pfm_terminate();
	if (pfm_set_machine(&machine) || pfm_initialize())
		is_lacking(PFM_ERR_NOMEM);
}

/* Adds the PMUs of a CPU, a hybrid's several. */
static bool add_pmus_of(const char *cpu, bool with_boxes, struct cpu_list *list)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	pfm_terminate();
	open_elsewhere(cpu);
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.is_present &&
		    (info.type == PFM_PMU_TYPE_CORE || (with_boxes && info.type == PFM_PMU_TYPE_UNCORE)) &&
		    !(list->count && is_in_cpu_list(list, info.name)) && !add_pmu(info.name, list))
			return false;
	return true;
}

static bool is_cpu(const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };

	return !pfm_set_machine(&machine);
}

/*
 * Returns whether a CPU has commas in its name, as those of device trees: "arm,cortex-a72". Not where each word is one.
 */
static bool is_one_cpu(const char *cpus)
{
	char *words = strdup(cpus), *rest = words, *word;
	bool is_list = strchr(cpus, ',');

	while (words && is_list && (word = strsep(&rest, ",")))
		is_list = is_cpu(word);
	free(words);
	return !is_list && is_cpu(cpus);
}

bool read_cpu_list(const char *cpus, bool with_boxes, struct cpu_list *list)
{
	const char *separator;
	char *words, *rest, *word;
	bool good = true;

	if (!strcasecmp(cpus, "all"))
		return true;
	pfm_terminate();
	separator = is_one_cpu(cpus) ? "" : ",";
	words = rest = strdup(cpus);
	if (!words)
		return is_lacking(PFM_ERR_NOMEM) && false;
	while (good && (word = strsep(&rest, separator)))
		good = add_pmus_of(word, with_boxes, list);
	free(words);
	pfm_terminate();
	tool_open(NULL);
	return good;
}

void free_cpu_list(struct cpu_list *list)
{
	for (int i = 0; i < list->count; i++)
		free(list->pmus[i]);
	free(list->pmus);
}

bool is_in_cpu_list(const struct cpu_list *list, const char *pmu)
{
	for (int i = 0; i < list->count; i++)
		if (!strcmp(list->pmus[i], pmu))
			return true;
	return !list->count;
}
