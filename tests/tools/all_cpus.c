/*
 * A header of pfmexport c, compiled, against the library: on every CPU of every vendor that it has tables of,
 * the rows that perf_code_find() finds are what the library finds there, in the same order. Compiled with
 * -include HEADER, and EVENTS, which are { "EVENT", table }, ...
 */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct named {
	const char *event;
	const struct perf_code *table;
} events[] = { EVENTS };

enum { COUNT = sizeof events / sizeof events[0] };

static int checks, failed, found[COUNT];

static void fail(const char *cpu, const char *what, const char *pmu)
{
	failed++;
	if (failed < 20)
		printf("%s: %s%s%s\n", cpu, what, pmu ? " " : "", pmu ? pmu : "");
}

/* The codes that the library has; 0: none. */
static int encode(const char *string, struct perf_event_attr *attr, int *idx)
{
	pfm_perf_encode_arg_t arg = { .size = sizeof arg, .attr = attr };

	memset(attr, 0, sizeof *attr);
	attr->size = sizeof *attr;
	if (pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg))
		return 0;
	*idx = arg.idx;
	return 1;
}

/* The table has PMUs of CPU models; the architectural PMU of those that are unknown is none. */
static int is_of_model(const pfm_pmu_info_t *pmu)
{
	return pmu->is_present && pmu->type == PFM_PMU_TYPE_CORE && !pmu->is_dfl && strcmp(pmu->name, "arm_pmuv3");
}

static int is_same(const struct perf_code *code, const struct perf_event_attr *attr)
{
	return code->config == attr->config && code->config1 == attr->config1 && code->config2 == attr->config2;
}

/* Whether the machine has a PMU that a table may have. */
static int is_known(void)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	for (int number = pfm_next_pmu(0); number > 0; number = pfm_next_pmu(number))
		if (!pfm_get_pmu_info((pfm_pmu_t)number, &pmu) && is_of_model(&pmu))
			return 1;
	return 0;
}

/* What the event means without a PMU. */
static void check_first(const char *cpu, const char *event, const struct perf_code *first)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_event_info_t info = { .size = sizeof info };
	struct perf_event_attr attr;
	int idx, good = encode(event, &attr, &idx) && !pfm_get_event_info(idx, PFM_OS_NONE, &info) &&
			!pfm_get_pmu_info(info.pmu, &pmu) && is_of_model(&pmu);

	checks++;
	if (good != (first != NULL))
		fail(cpu, good ? "no row for" : "a row for nothing", good ? pmu.name : first->pmu);
	else if (good && (strcmp(first->pmu, pmu.name) || !is_same(first, &attr)))
		fail(cpu, "not as the library says:", first->pmu);
}

/* A row for each PMU that has the event, and no other. */
static void check_all(const char *cpu, const struct named *named, struct perf_cpu identity)
{
	const struct perf_code *code = NULL;
	int rows = 0, wanted = 0;

	while ((code = perf_code_find(named->table, identity, code)))
		rows++;
	for (int number = pfm_next_pmu(0); number > 0; number = pfm_next_pmu(number)) {
		pfm_pmu_info_t pmu = { .size = sizeof pmu };
		pfm_pmu_details_t details = { .size = sizeof details };
		struct perf_event_attr attr;
		char string[512];
		int idx;

		if (pfm_get_pmu_info((pfm_pmu_t)number, &pmu) || !is_of_model(&pmu) ||
		    pfm_get_pmu_details((pfm_pmu_t)number, &details) || details.is_deprecated)
			continue;
		snprintf(string, sizeof string, "%s::%s", pmu.name, named->event);
		if (!encode(string, &attr, &idx))
			continue;
		wanted++;
		while ((code = perf_code_find(named->table, identity, code)) && strcmp(code->pmu, pmu.name))
			;
		checks++;
		if (!code)
			fail(cpu, "no row for", pmu.name);
		else if (!is_same(code, &attr))
			fail(cpu, "other codes for", pmu.name);
		else if (!code->device != !details.device || (code->device && strcmp(code->device, details.device)))
			fail(cpu, "another device for", pmu.name);
		code = NULL;
	}
	checks++;
	found[named - events] += rows;
	if (rows != wanted)
		fail(cpu, "rows for more PMUs than have it", NULL);
}

static void check_cpu(const char *cpu, struct perf_cpu identity)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };

	pfm_terminate();
	if (pfm_set_machine(&machine) || pfm_initialize())
		return;
	if (!is_known()) {
		for (const struct named *named = events; named < events + COUNT; named++)
			if (perf_code_find(named->table, identity, NULL))
				fail(cpu, "nobody knows it, but there is a row of", named->event);
		return;
	}
	for (const struct named *named = events; named < events + COUNT; named++) {
		check_first(cpu, named->event, perf_code_find(named->table, identity, NULL));
		check_all(cpu, named, identity);
	}
}

static void check_x86(const char *vendor, int number, unsigned int family)
{
	static const unsigned int steppings[] = { 0, 4, 5, 14 };
	char cpu[64];

	for (unsigned int model = 0; model < 256; model++)
		for (size_t i = 0; i < sizeof steppings / sizeof steppings[0]; i++) {
			struct perf_cpu identity = { (uint16_t)number, (uint16_t)family, (uint16_t)model,
						     (uint16_t)steppings[i] };

			snprintf(cpu, sizeof cpu, "%s-%u-0x%x-%u", vendor, family, model, steppings[i]);
			check_cpu(cpu, identity);
		}
}

static void check_arm(unsigned int implementer)
{
	char cpu[64];

	for (unsigned int part = 0; part < 4096; part++) {
		struct perf_cpu identity = { PERF_CPU_ARM, (uint16_t)implementer, (uint16_t)part, 0 };

		snprintf(cpu, sizeof cpu, "0x%x", implementer << 24 | 0xf << 16 | part << 4);
		check_cpu(cpu, identity);
	}
}

static void check_power(void)
{
	static const unsigned int revisions[] = { 0, 0x100, 0x201, 0x1200 };
	char cpu[64];

	for (unsigned int version = 0x30; version < 0x90; version++)
		for (size_t i = 0; i < sizeof revisions / sizeof revisions[0]; i++) {
			struct perf_cpu identity = { PERF_CPU_POWER, 0, (uint16_t)version, (uint16_t)revisions[i] };

			snprintf(cpu, sizeof cpu, "POWER-0x%x-0x%x", version, revisions[i]);
			check_cpu(cpu, identity);
		}
}

int main(void)
{
	static const unsigned int implementers[] = { 0x41, 0x42, 0x43, 0x46, 0x48, 0x4e, 0x50, 0x51, 0x61, 0x6d, 0xc0 };
	static const unsigned int families[] = { 5, 6, 11, 15, 18, 19 };

	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		check_x86("GenuineIntel", PERF_CPU_INTEL, families[i]);
	for (unsigned int family = 6; family <= 0x1b; family++)
		check_x86(family == 0x18 ? "HygonGenuine" : "AuthenticAMD", PERF_CPU_AMD, family);
	for (size_t i = 0; i < sizeof implementers / sizeof implementers[0]; i++)
		check_arm(implementers[i]);
	check_x86("CentaurHauls", PERF_CPU_ZHAOXIN, 6);
	check_x86("Shanghai", PERF_CPU_ZHAOXIN, 7);
	check_power();
	for (int i = 0; i < COUNT; i++) {
		printf("%s: on %d CPUs\n", events[i].event, found[i]);
		failed += !found[i];
	}
	printf("%d checks, %d failed\n", checks, failed);
	return failed != 0;
}
