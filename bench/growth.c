/*
 * How the time of an encode grows: with the PMUs that are active, the events of a table, the unit masks in a string,
 * the length of what is given. Prints a table; each figure is the best of some rounds.
 */
#include <perfmon/pfmlib.h>

#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 200, REPEATS = 20 };

static double time_of(const char *event)
{
	double best = 1;

	for (int round = 0; round < ROUNDS; round++) {
		double start = now();

		for (int i = 0; i < REPEATS; i++) {
			uint64_t codes[4];
			pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

			pfm_get_os_event_encoding(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
		}
		if ((now() - start) / REPEATS < best)
			best = (now() - start) / REPEATS;
	}
	return best;
}

static void row(const char *what, long size, const char *event)
{
	printf("%-46s %8ld %10.0f ns\n", what, size, time_of(event) * 1e9);
}

static void on_machine(const char *cpu)
{
	pfm_terminate();
	setenv("LIBPFM_CPUID", cpu, 1);
	pfm_initialize();
}

static void pmus(void)
{
	static const char *const cpus[] = { "power9", "skl", "zen4", "skx", "spr" };

	for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
		on_machine(cpus[i]);
		row("active PMUs; an unqualified name that none has", active_pmus(pfm_get_pmu_info),
			"NO_SUCH_EVENT_ANYWHERE");
	}
}

static int events_of(const char *pmu, char *last)
{
	for (int i = 0; i < PFM_PMU_MAX; i++) {
		pfm_pmu_info_t info = { .size = sizeof info };

		if (pfm_get_pmu_info((pfm_pmu_t)i, &info) || strcmp(info.name, pmu))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			pfm_event_info_t event = { .size = sizeof event };

			pfm_get_event_info(idx, PFM_OS_NONE, &event);
			sprintf(last, "%s::%.200s", pmu, event.name);
		}
		return info.nevents;
	}
	return 0;
}

static void tables(void)
{
	static const char *const names[] = { "ultra12", "mips_74k", "ppc970", "power8", "power7", "power9" };
	char event[256];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int count = events_of(names[i], event);

		if (count)
			row("events in the table; the last one of it", count, event);
	}
}

static void unit_masks(void)
{
	static const char *const umasks[] = { "DMND_DATA_RD", "DMND_RFO", "DMND_CODE_RD", "WB", "PF_DATA_RD", "PF_RFO",
		"PF_CODE_RD" };
	char event[512] = "hsw::OFFCORE_RESPONSE_0";

	for (int i = 0; i < 7; i++) {
		strcat(strcat(event, ":"), umasks[i]);
		if (i % 2 == 0)
			row("unit masks in the string", i + 1, event);
	}
}

static void lengths(void)
{
	for (size_t length = 10; length <= 1000000; length *= 10) {
		char *event = malloc(length + 1);

		memset(event, 'A', length);
		event[length] = '\0';
		row("bytes of a name that nobody has", (long)length, event);
		free(event);
	}
}

int main(void)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	pmus();
	on_machine("skl");
	tables();
	unit_masks();
	lengths();
	pfm_terminate();
	return 0;
}
