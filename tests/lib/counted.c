/*
 * Event select 0 of Intel's cores: the kernel takes any code with it and programs a general counter, which then counts
 * nothing, but for the codes that its constraint tables have (arch/x86/events/intel/core.c, Linux 5.4 to 7.1): 0x300,
 * reference cycles; 0x400, slots, and the metrics beside it, and 0x100 for precise distribution on big cores. Every
 * event and unit mask of every core is looked at, and the names whose files have such codes are what general counters
 * count.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include "check.h"

static bool encode(const char *string, struct perf_event_attr *attr)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof arg };

	*attr = (struct perf_event_attr){ .size = sizeof *attr };
	return !pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
}

/* ---- all of them ---- */

/* Knights Corner's event 0 is one; the words of NetBurst and Itanium have no event select in bits 0 to 7. */
static bool has_event_selects(const pfm_pmu_info_t *pmu)
{
	static const char *const others[] = { "knc", "netburst", "netburst_p", "itanium", "itanium2", "montecito",
		"coreduo" };

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (!strcmp(pmu->name, others[i]))
			return false;
	return pmu->type == PFM_PMU_TYPE_CORE && !strncmp(pmu->desc, "Intel ", 6);
}

static bool is_counted(uint64_t config, const char *umask)
{
	switch (config & 0xffff) {
	case 0x100:
		return !strcmp(umask, "PREC_DIST");
	case 0x300:
	case 0x400:
		return true;
	default:
		return config >= 0x8000 && config <= 0x8700;
	}
}

static int looked_at;

static void look_at(const char *pmu, const char *event, const char *umask)
{
	struct perf_event_attr attr;
	char string[512];

	snprintf(string, sizeof string, "%s::%s%s%s", pmu, event, *umask ? ":" : "", umask);
	if (!encode(string, &attr))
		return;
	looked_at++;
	if (!attr.config || !(attr.config & 0xff))
		if (!CHECK(is_counted(attr.config, umask)))
			printf("  %s is 0x%llx\n", string, (unsigned long long)attr.config);
}

static void look_at_pmu(const pfm_pmu_info_t *pmu)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t umask = { .size = sizeof umask };

	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		if (!CHECK(!pfm_get_event_info(idx, PFM_OS_PERF_EVENT, &event)))
			return;
		look_at(pmu->name, event.name, "");
		for (int i = 0; i < event.nattrs; i++)
			if (!pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT, &umask) &&
				umask.type == PFM_ATTR_UMASK)
				look_at(pmu->name, event.name, umask.name);
	}
}

static void every_event(void)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	int pmus = 0;

	for (int id = pfm_next_pmu(0); id > 0; id = pfm_next_pmu(id))
		if (!pfm_get_pmu_info((pfm_pmu_t)id, &pmu) && has_event_selects(&pmu)) {
			look_at_pmu(&pmu);
			pmus++;
		}
	CHECK(pmus >= 45);
	CHECK(looked_at > 20000);
	printf("%d events of %d PMUs\n", looked_at, pmus);
}

/* ---- names whose files have event select 0 ---- */

enum { G6 = 0x3f, G8 = 0xff, G10 = 0x3ff };

#define FIXED(n) (UINT64_C(1) << (32 + (n)))

static const struct core {
	const char *pmus;
	uint64_t general;
	bool has_core, has_topdown; /* CPU_CLK_UNHALTED.CORE; TOPDOWN_*.ALL on fixed counters */
} cores[] = {
	{ "icl icx spr emr gnr adl_glc mtl_rwc", G8, false, false },
	{ "adl_grt", G6, true, false },
	{ "mtl_cmt arl_cmt srf grr", G8, true, false },
	{ "lnl_lnc arl_lnc ptl_cgc", G10, true, false },
	{ "nvl_cyc", G8, true, false },
	{ "lnl_skt arl_skt ptl_dkt cwf nvl_arw", G8, true, true },
};

/* The unit mask of that name. */
static uint64_t counters_of(int idx, const char *name)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t umask = { .size = sizeof umask };
	pfm_event_facts_t facts = { .size = sizeof facts };

	if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
		return 0;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask) && !strcmp(umask.name, name) &&
			!pfm_get_event_facts(idx, i, &facts))
			return facts.counters;
	return 0;
}

static void expect(const char *pmu, const char *event, const char *umask, uint64_t code, uint64_t counters)
{
	static const char *const spellings[] = { "%s::%s.%s", "%s::%s:%s", "%s::%s.%s:u:k" };
	struct perf_event_attr attr;
	char string[256];

	for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
		snprintf(string, sizeof string, spellings[i], pmu, event, umask);
		if (!CHECK(encode(string, &attr) && attr.config == code && !attr.config1))
			printf("  %s is 0x%llx\n", string, (unsigned long long)attr.config);
	}
	snprintf(string, sizeof string, "%s::%s", pmu, event);
	if (!CHECK(counters_of(pfm_find_event(string), umask) == counters))
		printf("  %s:%s\n", string, umask);
}

static void expect_of(const char *pmu, const struct core *core)
{
	struct perf_event_attr attr;
	char string[64];

	expect(pmu, "INST_RETIRED", "ANY", 0xc0, core->general | FIXED(0));
	expect(pmu, "CPU_CLK_UNHALTED", "THREAD", 0x3c, core->general | FIXED(1));
	if (core->has_core)
		expect(pmu, "CPU_CLK_UNHALTED", "CORE", 0x3c, core->general | FIXED(1));
	if (core->has_topdown) {
		expect(pmu, "TOPDOWN_BAD_SPECULATION", "ALL", 0x73, core->general | FIXED(4));
		expect(pmu, "TOPDOWN_FE_BOUND", "ALL", 0x19c, core->general | FIXED(5));
		expect(pmu, "TOPDOWN_RETIRING", "ALL", 0x2c2, core->general | FIXED(6));
	}
	snprintf(string, sizeof string, "%s::INST_RETIRED", pmu);
	CHECK(encode(string, &attr));
	CHECK_SAME(attr.config, 0xc0);
}

static void names_of_fixed_counters(void)
{
	for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
		char pmus[128], *rest = pmus, *pmu;

		snprintf(pmus, sizeof pmus, "%s", cores[i].pmus);
		while ((pmu = strsep(&rest, " ")))
			expect_of(pmu, &cores[i]);
	}
}

/* ---- and back ---- */

static pfm_pmu_t pmu_of(const char *pmu)
{
	pfm_event_info_t event = { .size = sizeof event };
	char string[64];

	snprintf(string, sizeof string, "%s::INST_RETIRED", pmu);
	CHECK(!pfm_get_event_info(pfm_find_event(string), PFM_OS_NONE, &event));
	return event.pmu;
}

/* Of the names of a code the one that has it in the vendor's file comes first: ANY_P before ANY. */
static void decoded(void)
{
	static const struct { const char *pmu; uint64_t code; const char *before, *behind; } rows[] = {
		{ "spr", 0xc0, "INST_RETIRED:ANY_P", "INST_RETIRED:ANY" },
		{ "icl", 0xc0, "INST_RETIRED:ANY_P", "INST_RETIRED:ANY" },
		{ "icl", 0x3c, "CPU_CLK_UNHALTED:THREAD_P", "CPU_CLK_UNHALTED:THREAD" },
		{ "srf", 0x3c, "CPU_CLK_UNHALTED:THREAD_P", "CPU_CLK_UNHALTED:THREAD" },
		{ "srf", 0x3c, "CPU_CLK_UNHALTED:CORE_P", "CPU_CLK_UNHALTED:CORE" },
		{ "lnl_skt", 0x73, "TOPDOWN_BAD_SPECULATION:ALL_P", "TOPDOWN_BAD_SPECULATION:ALL" },
		{ "lnl_skt", 0x19c, "TOPDOWN_FE_BOUND:ALL_P", "TOPDOWN_FE_BOUND:ALL" },
		{ "lnl_skt", 0x2c2, "TOPDOWN_RETIRING:ALL_P", "TOPDOWN_RETIRING:ALL" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 1,
			.words = { rows[i].code } };
		pfm_decoded_t found[16];
		int before = -1, behind = 99, count;

		for (int k = 0; k < 16; k++)
			found[k] = (pfm_decoded_t){ .size = sizeof found[k] };
		count = pfm_decode(pmu_of(rows[i].pmu), &code, found, 16);
		for (int k = 0; k < count; k++) {
			const char *name = strstr(found[k].string, "::") + 2;

			before = found[k].exact && !strcmp(name, rows[i].before) ? k : before;
			behind = !strcmp(name, rows[i].behind) ? k : behind;
		}
		if (!CHECK(before >= 0 && before < behind))
			printf("  %s 0x%llx\n", rows[i].pmu, (unsigned long long)rows[i].code);
	}
}

int main(void)
{
	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1", pfm_initialize, pfm_terminate));
	RUN(every_event);
	RUN(names_of_fixed_counters);
	RUN(decoded);
	pfm_terminate();
	return check_summary("counted");
}
