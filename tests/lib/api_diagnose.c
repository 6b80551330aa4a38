/* The library's interface: pfm_diagnose(). */
#define _GNU_SOURCE
#include "api.h"
#include "walk_tables.h"

/* ---- pfmkit.h ---- */

static pfm_diagnosis_t diagnose(const char *event, pfm_os_t os)
{
	pfm_diagnosis_t d;

	memset(&d, 0x7f, sizeof d);
	d.size = sizeof d;
	GOOD(!pfm_diagnose(event, DFL, os, &d), event);
	return d;
}

static bool suggests(const pfm_diagnosis_t *d, const char *name)
{
	for (int i = 0; i < d->nsuggestions; i++)
		if (strstr(d->suggestions[i], name))
			return true;
	return false;
}

/* The number of the PMU of a suggestion PMU::EVENT; -1: it has none. */
static int suggested_pmu(const pfm_diagnosis_t *d, int n)
{
	pfm_pmu_info_t info;
	const char *end = strstr(d->suggestions[n], "::");

	for (int pmu = pfm_next_pmu(0); end && pmu > 0; pmu = pfm_next_pmu(pmu)) {
		info = (pfm_pmu_info_t){ .size = sizeof info };
		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) &&
			strlen(info.name) == (size_t)(end - d->suggestions[n]) &&
			!strncmp(info.name, d->suggestions[n], strlen(info.name)))
			return pmu;
	}
	return -1;
}

/*
 * word: what the error is about; the place must be in it, or just behind. first: the nearest suggestion, "" for any or
 * none.
 */
struct diagnosed {
	const char *event;
	int os, error;
	const char *word, *first; /* "-": nothing more is looked at; "": any or none */
	int idx;
};

static void check_one_diagnosis(const struct diagnosed *row)
{
	pfm_diagnosis_t d = diagnose(row->event, (pfm_os_t)row->os);
	int length = (int)strlen(row->event), begin, end;

	if (!GOOD(d.error == row->error, row->event))
		printf("  expected %d, got %d\n", row->error, d.error);
	GOOD(d.size == sizeof d && d.nsuggestions >= 0 && d.nsuggestions <= PFM_MAX_SUGGESTIONS &&
			strnlen(d.message, sizeof d.message) < sizeof d.message &&
			strnlen(d.expected, sizeof d.expected) < sizeof d.expected && d.offset >= 0 && d.length >= 0 &&
			d.offset + d.length <= length,
		row->event);
	if (row->idx != -2)
		GOOD(d.idx == row->idx, row->event);
	if (!strcmp(row->word, "-"))
		return;
	begin = *row->word ? (int)(strstr(row->event, row->word) - row->event) : 0;
	end = begin + (int)strlen(row->word);
	if (!GOOD(*d.message && d.offset >= begin && d.offset + d.length <= end, row->event))
		printf("  at %d, %d bytes; expected in %d to %d: %s\n", d.offset, d.length, begin, end, d.message);
	if (*row->first && !GOOD(d.nsuggestions > 0 && !strcmp(d.suggestions[0], row->first), row->event))
		printf("  expected %s, got %s\n", row->first, d.nsuggestions ? d.suggestions[0] : "nothing");
}

/* What is said of each kind of mistake, word by word. */
static void check_words(void)
{
	static const struct {
		const char *event, *message, *expected;
	} rows[] = {
		{ "skl::INST RETIRED", "white space in an event string", "" },
		{ "skl::", "an event name is missing", "" },
		{ "skl::INST_RETIRED:", "a unit mask or modifier is missing here", "" },
		{ "skl::INST_RETIRED:ANY_P=1", "ANY_P=1: a unit mask takes no value", "" },
		{ "skl::INST_RETIRED:c=", "c= needs a value", "c= takes a number from 0 to 255" },
		{ "skl::INST_RETIRED:c=x", "not a value: x", "c= takes a number from 0 to 255" },
		{ "skl::INST_RETIRED:i=9", "not a value: 9", "i is on or off: i, i=1 or i=0" },
		{ "skl::INST_RETIRED:c=1:c=2", "a modifier has two different values", "" },
		{ "skl::INST_RETIRED:0xzz", "not a hexadecimal number: 0xzz", "" },
		{ "skl::INST_RETIRED:ANY_P:0x1", "a unit mask given as a number goes alone", "" },
		{ "arm_ac53::CPU_CYCLES:0x1", "arm_ac53 takes no unit masks as numbers", "" },
		{ "netburst::execution_event", "execution_event needs a unit mask",
			"one of NBOGUS0, NBOGUS1, NBOGUS2, NBOGUS3, BOGUS0, BOGUS1, BOGUS2, BOGUS3" },
	};

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++) {
		pfm_diagnosis_t d = { .size = sizeof d };

		if (!GOOD(!pfm_diagnose(rows[i].event, DFL, PFM_OS_NONE, &d) && !strcmp(d.message, rows[i].message) &&
				    !strcmp(d.expected, rows[i].expected),
			    rows[i].event))
			printf("  %s; %s\n", d.message, d.expected);
	}
}

/* Names of the kernel's that encode have nothing wrong; what is wrong behind them is said of the tables' name. */
static void check_kernels_names(void)
{
	static const struct { const char *string; int error; const char *event, *place, *message;
	} rows[] = {
		{ "skx_unc_imc0::cas_count_read", PFM_SUCCESS, "skx_unc_imc0::UNC_M_CAS_COUNT:RD", "", "" },
		{ "spr::slots:u", PFM_SUCCESS, "spr::TOPDOWN:SLOTS", "", "" },
		{ "spr::slots:nosuch,", PFM_ERR_ATTR, "spr::TOPDOWN:SLOTS", "nosuch",
			"no such unit mask or modifier: nosuch" },
		{ "spr::nosuch", PFM_ERR_NOTFOUND, NULL, "nosuch", "no such event: nosuch" },
		{ "spr::slots.u:c=999", PFM_ERR_ATTR_VAL, "spr::TOPDOWN:SLOTS", "c=999", "c is out of range" },
		{ "spr::slots:c=999", PFM_ERR_ATTR_VAL, "spr::TOPDOWN:SLOTS", "c=999", "c is out of range" },
		{ "skx_unc_imc0::cas_count_read:t=256", PFM_ERR_ATTR_VAL, "skx_unc_imc0::UNC_M_CAS_COUNT:RD",
			"t=256", "t is out of range" },
	};

	static const char *const not_here[] = { "skx_unc_imc0::cas_count_read", "skx_unc_imc0::cas_count_read:t=1",
		"skx_unc_imc0::UNC_M_CLOCKTICKS", "skx_unc_imc0::UNC_M_CLOCKTICKS:t=1" };
	pfm_diagnosis_t d;

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++) {
		d = diagnose(rows[i].string, PFM_OS_NONE);
		CHECK_SAME(d.error, rows[i].error);
		CHECK_SAME(d.error, error_of(rows[i].string));
		CHECK_SAME(d.idx, rows[i].event ? pfm_find_event(rows[i].event) : -1);
		CHECK_SAME(d.length, strlen(rows[i].place));
		CHECK(!strncmp(rows[i].string + d.offset, rows[i].place, (size_t)d.length));
		if (!CHECK_TEXT(d.message, rows[i].message))
			printf("  for %s\n", rows[i].string);
	}
	/* that the device is not here is said of the event */
	CHECK(!start("LIBPFM_FSROOT=ROOT/nowhere LIBPFM_CPUID=GenuineIntel-6-85-4 LIBPFM_FORCE_PMU=skx_unc_imc0"));
	for (size_t i = 0; i < COUNT(not_here); i++) {
		d = diagnose(not_here[i], PFM_OS_PERF_EVENT);
		CHECK_SAME(d.error, PFM_ERR_NOTSUPP);
		CHECK_TEXT(d.message, "the kernel of this machine has no PMU uncore_imc_0");
		CHECK_SAME(d.offset, 14);
		CHECK_SAME(d.length, strcspn(not_here[i] + 14, ":"));
	}
}

static bool says(const char *event, const char *message)
{
	pfm_diagnosis_t d = diagnose(event, PFM_OS_NONE);

	return d.error == PFM_ERR_NOTFOUND && !strcmp(d.message, message) && !d.nsuggestions;
}

/* Names of no machine's own: each has this machine's events for it, in this order, and no other's. */
static void check_called(void)
{
	static const struct {
		const char *cpu, *word, *suggestions;
	} rows[] = {
		{ "AuthenticAMD-26-2", "L3_CACHE_MISS",
			"UNC_L3_REQUESTS:L3_MISS L3_LOOKUP_STATE:L3_MISS LLC-LOAD-MISSES" },
		{ "AuthenticAMD-26-2", "L2_CACHE_MISS", "L2_CACHE_REQ_STAT:IC_DC_MISS_IN_L2" },
		{ "AuthenticAMD-26-2", "imc_writes", "UMC_CAS_CMD:WR" },
		{ "AuthenticAMD-26-2", "PAPI_FP_OPS", "RETIRED_SSE_AVX_FLOPS:ANY" },
		{ "GenuineIntel-6-143", "l3_misses",
			"MEM_LOAD_RETIRED:L3_MISS LONGEST_LAT_CACHE:MISS LLC-LOAD-MISSES" },
		{ "GenuineIntel-6-143", "l2_misses:u", "L2_RQSTS:MISS MEM_LOAD_RETIRED:L2_MISS" },
		{ "GenuineIntel-6-143", "topdown_slots", "TOPDOWN:SLOTS" },
		{ "GenuineIntel-6-143", "imc_reads", "UNC_M_CAS_COUNT:RD" },
		{ "GenuineIntel-6-94", "dram-reads", "data_reads" },
		{ "GenuineIntel-6-94", "mem-loads",
			"MEM_TRANS_RETIRED:LOAD_LATENCY MEM_INST_RETIRED:ALL_LOADS MEM_UOPS_RETIRED:ALL_LOADS" },
		{ "GenuineIntel-6-143", "mem-stores", "MEM_INST_RETIRED:ALL_STORES" },
		{ "GenuineIntel-6-143", "ipc", "INSTRUCTIONS CYCLES" },
		{ "0x410fd0c1", "l3_misses", "L3D_CACHE_REFILL LL_CACHE_MISS_RD LLC-LOAD-MISSES" },
		{ "0x410fd0c1", "papi_l1_dcm", "L1D_CACHE_REFILL L1-DCACHE-LOAD-MISSES" },
		{ "POWER-0x80", "llc_misses", "PM_DATA_FROM_L3MISS LLC-LOAD-MISSES" },
		{ "POWER-0x80", "PAPI_TOT_CYC", "PM_RUN_CYC CYCLES" },
		{ "IBM-3931", "PAPI_L1_DCM", "L1D_DIR_WRITES L1-DCACHE-LOAD-MISSES" },
		{ "RISCV-0x489-0x8000000000000007", "l1d_misses", "DCACHE_MISS L1-DCACHE-LOAD-MISSES" },
		{ "0x611f0230", "INST_RETIRED", "INST_ALL INSTRUCTIONS" },
		{ "0x611f0230", "arm_apple_firestorm::TOT_CYC", "arm_apple_firestorm::CORE_ACTIVE_CYCLE" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char environment[128], got[PFM_MAX_SUGGESTIONS * PFM_SUGGESTION_SIZE] = "";
		pfm_diagnosis_t said;

		snprintf(environment, sizeof environment, "LIBPFM_CPUID=%s", rows[i].cpu);
		CHECK(!start(environment));
		said = diagnose(rows[i].word, PFM_OS_NONE);
		for (int k = 0; k < said.nsuggestions; k++)
			snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", k ? " " : "",
				said.suggestions[k]);
		if (!CHECK(said.error == PFM_ERR_NOTFOUND && !strcmp(got, rows[i].suggestions)))
			printf("  %s: %s\n", rows[i].word, got);
	}
}

/* Each event of the list is one that some machine has. */
static void check_called_events(void)
{
	static const char *const events[] = {
#define CALLED(names, events) events,
#include "answers/called.def"
	};

	CHECK(!start("LIBPFM_CPUID=IBM-3931 LIBPFM_ENCODE_INACTIVE=1"));
	for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
		char copy[1024], *rest = NULL;

		CHECK(snprintf(copy, sizeof copy, "%s", events[i]) < (int)sizeof copy);
		for (char *event = strtok_r(copy, " ", &rest); event; event = strtok_r(NULL, " ", &rest))
			if (!CHECK(exists_somewhere(event)))
				printf("  %s\n", event);
	}
}

/* A PMU of the tables that may not be named is there, and no suggestion. perf's l1d has no unit masks. */
static void check_absent_pmus(void)
{
	CHECK_SAME(start("LIBPFM_CPUID=AuthenticAMD-26-2 LIBPFM_ENCODE_INACTIVE=1"), 0);
	CHECK(!strcmp(diagnose("cwf::L1D.REPLACEMENT", PFM_OS_NONE).message, "no such event: L1D"));
	CHECK_SAME(start(HOST), 0);
	CHECK(says("skl::INST_RETIRED", "this machine has no PMU skl"));
	CHECK_SAME(start(ALL " LIBPFM_FORCE_PMU=core"), 0);
	CHECK(says("skl::INST_RETIRED", "LIBPFM_FORCE_PMU or LIBPFM_DISABLED_PMUS leaves the PMU skl out"));
	CHECK_SAME(start(ALL " LIBPFM_DISABLED_PMUS=skl"), 0);
	CHECK(says("skl::INST_RETIRED", "LIBPFM_FORCE_PMU or LIBPFM_DISABLED_PMUS leaves the PMU skl out"));
}

/* Names that somebody knows, and why they are not here. AMX_OPS_RETIRED was in Intel's files of 2023. */
static void check_absent_events(void)
{
	pfm_diagnosis_t d;

	CHECK(!start("LIBPFM_CPUID=GenuineIntel-6-94 LIBPFM_ENCODE_INACTIVE=1"));
	d = diagnose("spr::AMX_OPS_RETIRED.INT8", PFM_OS_NONE);
	CHECK_SAME(d.error, PFM_ERR_NOTFOUND);
	CHECK(strstr(d.message, "lack it since March 2024"));
	CHECK(strstr(d.expected, "EXE:AMX_BUSY: "));
	CHECK_TEXT(d.suggestions[0], "spr::EXE:AMX_BUSY");
	CHECK(!strstr(diagnose("AMX_OPS_RETIRED", PFM_OS_NONE).message, "2024"));
	d = diagnose("icx_unc_cha3::UNC_CHA_PIPE_REJECT:VN_BL_WB", PFM_OS_NONE);
	CHECK_SAME(d.error, PFM_ERR_ATTR);
	CHECK(strstr(d.message, "lack it since May 2024"));
	CHECK(!strstr(diagnose("icx_unc_cha3::UNC_CHA_PIPE_REJECT:VN_BL_XX", PFM_OS_NONE).message, "2024"));
	CHECK(!start("LIBPFM_CPUID=GenuineIntel-6-143"));
	d = diagnose("amx_ops_retired:bf16", PFM_OS_NONE);
	CHECK(strstr(d.message, "lack it since March 2024"));
	CHECK_TEXT(d.suggestions[0], "EXE:AMX_BUSY");
	/* the CPU has an L3 with counters, and this kernel no device for it */
	CHECK(!start("LIBPFM_FSROOT=ROOT/vm LIBPFM_CPUID=AuthenticAMD-25-17-1"));
	d = diagnose("L3_LOOKUP_STATE:L3_MISS", PFM_OS_NONE);
	CHECK_SAME(d.error, PFM_ERR_NOTFOUND);
	CHECK(!d.nsuggestions);
	CHECK_SAME(d.offset, 0);
	CHECK_SAME(d.length, 15);
	CHECK(strstr(d.message, "no device amd_l3, which counts the events of amd64_fam19h_zen4_l3"));
	CHECK(strstr(d.expected, "amd64_fam19h_zen4_l3::L3_LOOKUP_STATE can be encoded"));
	/* nor for AMD's L3 on another CPU: it is no event of this one */
	CHECK(!start("LIBPFM_FSROOT=ROOT/vm LIBPFM_CPUID=GenuineIntel-6-94"));
	CHECK(strstr(diagnose("L3_LOOKUP_STATE:L3_MISS", PFM_OS_NONE).message, "no such event"));
}

static void check_row(int row, char **fields)
{
	struct diagnosed own;

	if (!CHECK(fields[5]))
		return;
	own = (struct diagnosed){ fields[0], atoi(fields[1]), atoi(fields[2]), fields[3], fields[4], atoi(fields[5]) };
	check_one_diagnosis(&own);
	for (int os = 0; os < 3; os++)
		if (!GOOD(diagnose(own.event, (pfm_os_t)os).error == encode(own.event, (pfm_os_t)os).error, own.event))
			printf("  in layer %d, row %d\n", os, row + 1);
}

static void check_diagnosed(void)
{
	CHECK(!start(ALL));
	read_table("tests/data/diagnosed.tsv", check_row);
}

/* Parts of what is said of a mistake. */
static void check_expected(void)
{
	static const struct {
		const char *event;
		int os;
		const char *message, *expected;
	} rows[] = {
		{ "skl::INST_RETIRED:0x100", PFM_OS_NONE, "too many bits", "8 bits" },
		{ "hswep_unc_cbo0::UNC_C_LLC_LOOKUP:NID", PFM_OS_NONE, "NID needs a modifier", "nf=" },
		{ "skl::CYCLE_ACTIVITY:CYCLES_L2_MISS:c=3", PFM_OS_NONE, "set c to another value", "" },
		{ "skl::INST_RETIRED:e", PFM_OS_NONE, "", "c of 1 or more with it" },
		{ "perf::cycles:precise=4", PFM_OS_PERF_EVENT_EXT, "", "0 to 3" },
		{ "perf::cycles:period", PFM_OS_PERF_EVENT_EXT, "", "period= takes a number of 1 or more" },
		{ "perf::cycles:cpu", PFM_OS_PERF_EVENT_EXT, "", "cpu= takes a number" },
		{ "perf::cycles:pinned=2", PFM_OS_PERF_EVENT_EXT, "",
			"pinned is on or off: pinned, pinned=1 or pinned=0" },
	};

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++) {
		pfm_diagnosis_t d = diagnose(rows[i].event, (pfm_os_t)rows[i].os);

		if (!GOOD(d.error < 0, rows[i].event) || !GOOD(strstr(d.message, rows[i].message), rows[i].event) ||
			!GOOD(strstr(d.expected, rows[i].expected), rows[i].event))
			printf("  %s; %s\n", d.message, d.expected);
	}
	CHECK(strstr(diagnose("snb::L2_LINES_IN", PFM_OS_NONE).expected, "ANY"));
}

static void check_places(void)
{
	static const struct {
		const char *event;
		int offset, length;
	} rows[] = {
		{ "perf::cycles:precise=4", 13, 9 },
		{ "perf::cycles:period=0", 13, 8 },
	};
	pfm_diagnosis_t d;
	char text[2048] = "skl::INST_RETIRED";

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++) {
		d = diagnose(rows[i].event, PFM_OS_PERF_EVENT_EXT);
		CHECK_SAME(d.error, PFM_ERR_ATTR_VAL);
		CHECK_SAME(d.offset, rows[i].offset);
		CHECK_SAME(d.length, rows[i].length);
	}
	for (int i = 0; i < 65; i++)
		strcat(text, ":u");
	d = diagnose(text, PFM_OS_NONE);
	CHECK_SAME(d.error, PFM_ERR_TOOMANY);
	CHECK(d.offset >= 17);
	CHECK(d.offset + d.length <= (int)strlen(text));
}

static void check_diagnose_arguments(void)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	CHECK(!start(ALL));
	CHECK_SAME(pfm_diagnose(NULL, DFL, PFM_OS_NONE, &d), PFM_ERR_INVAL);
	CHECK_SAME(pfm_diagnose("x", DFL, PFM_OS_NONE, NULL), PFM_ERR_INVAL);
	d.size = sizeof d - 1;
	CHECK_SAME(pfm_diagnose("x", DFL, PFM_OS_NONE, &d), PFM_ERR_INVAL);
	d.size = 0;
	CHECK_SAME(pfm_diagnose("x", DFL, PFM_OS_NONE, &d), PFM_ERR_INVAL);
	d = (pfm_diagnosis_t){ .size = sizeof d };
	CHECK(pfm_diagnose("skl::INST_RETIRED", 0x20, PFM_OS_NONE, &d) == PFM_ERR_INVAL || d.error == PFM_ERR_INVAL);
	/* without perf_event */
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/no-sysfs"), 0);
	CHECK_SAME(diagnose("perf::cycles", PFM_OS_PERF_EVENT).error, PFM_ERR_NOTSUPP);
	CHECK_SAME(diagnose("perf::cycles", PFM_OS_NONE).error, 0);
}

/* What is suggested first for a name that is none, on this machine. "": nothing is suggested. */
static void check_suggested(void)
{
#define EVERYWHERE "LIBPFM_CPUID=POWER-0x4e LIBPFM_ENCODE_INACTIVE=1"
	static const struct {
		const char *machine, *typed, *first;
	} rows[] = {
		{ "LIBPFM_FSROOT=ROOT/zen4-server", "RETIRED_INSTRUCTION", "RETIRED_INSTRUCTIONS" },
		/* a PMU that has nothing like it: the newest that has */
		{ "LIBPFM_FSROOT=ROOT/virtual LIBPFM_ENCODE_INACTIVE=1", "skl::RETIRED_INSTRUCTIONS",
			"amd64_fam1ah_zen6::RETIRED_INSTRUCTIONS" },
		{ "LIBPFM_CPUID=0x410fd0c1", "INST_RETIRD", "INST_RETIRED" },
		{ "LIBPFM_CPUID=0x410fd0c1", "instructions_retired", "INST_RETIRED" },
		/* this machine's unit masks before what other machines have */
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "l3_misses", "UNC_L3_REQUESTS:L3_MISS" },
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "L3_CACHE_MISS", "UNC_L3_REQUESTS:L3_MISS" },
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "branch_misses", "BRANCH-MISSES" },
		/* parts of names that people make shorter or write out */
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "retired_instrs", "RETIRED_INSTRUCTIONS" },
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "ret_instr", "RETIRED_INSTRUCTIONS" },
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "PM_INST_CMP", "" },
		/* the first unit mask of its event */
		{ "LIBPFM_CPUID=GenuineIntel-6-94", "ADDRESS_ALIASS", "LD_BLOCKS_PARTIAL:ADDRESS_ALIAS" },
		{ "LIBPFM_CPUID=GenuineIntel-6-94", "PENALTY_CYCLS", "DSB2MITE_SWITCHES:PENALTY_CYCLES" },
		/* names that go on, and names that are longer than any */
		{ EVERYWHERE, "skl::MEM_LOAD_L3_HIT", "skl::MEM_LOAD_L3_HIT_RETIRED" },
		{ EVERYWHERE,
			"amd64_fam1ah_zen5::RETIRED_UNCONDITIONAL_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED_AGAIN",
			"amd64_fam1ah_zen5::RETIRED_UNCONDITIONAL_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED" },
		/* the same words in another order, shorter, written out: likwid, oprofile, manuals */
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "HWPREF_DATA_CACHE_FILLS_LOCAL_L2",
			"HARDWARE_PREFETCH_DATA_CACHE_FILLS:LCL_L2" },
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "DIV_BUSY_CYCLES_COUNT", "DIV_CYCLES_BUSY_COUNT" },
		/* nothing is spelt like it, and what it means is known */
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "FUNCTION_RETURNS", "RETIRED_NEAR_RETURNS" },
		{ "LIBPFM_CPUID=AuthenticAMD-26-2", "\xff\xfe_\x80", "" },
		/* CPUs by the end of a PMU's name */
		{ EVERYWHERE, "zen4::RETIRED_INSTRUCTION", "amd64_fam19h_zen4::RETIRED_INSTRUCTIONS" },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		pfm_diagnosis_t d;

		CHECK(!start(rows[i].machine));
		d = diagnose(rows[i].typed, PFM_OS_NONE);
		CHECK_SAME(d.error, PFM_ERR_NOTFOUND);
		if (!CHECK_TEXT(d.nsuggestions ? d.suggestions[0] : "", rows[i].first))
			printf("  for %s\n", rows[i].typed);
	}
	/* of several events that have it, any */
	CHECK(!start("LIBPFM_CPUID=GenuineIntel-6-94"));
	CHECK(strstr(diagnose("DEMAND_DATA_RDD", PFM_OS_NONE).suggestions[0], ":DEMAND_DATA_RD"));
	CHECK(!start(EVERYWHERE));
	CHECK_SAME(diagnose("Skylake::INST_RETIRED", PFM_OS_NONE).error, PFM_SUCCESS);
}

/* Of other machines: the very same name, of this architecture first, of the newest PMU first. */
static void check_suggested_elsewhere(void)
{
	pfm_diagnosis_t d;

	CHECK(!start("LIBPFM_FSROOT=ROOT/zen4-server"));
	d = diagnose("BR_INST_RETIRED", PFM_OS_NONE);
	CHECK_SAME(d.error, PFM_ERR_NOTFOUND);
	CHECK(suggests(&d, "::BR_INST_RETIRED"));
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_ENCODE_INACTIVE=1"));
	d = diagnose("INST_RETIRD", PFM_OS_NONE);
	CHECK(!strcmp(d.suggestions[0], "INSTRUCTIONS"));
	CHECK(strstr(d.suggestions[1], "::INST_RETIRED"));
	CHECK(!strstr(d.suggestions[2], "::INST_RETIRED"));
	/* a machine that has it, not one that has something like it */
	CHECK(!start("LIBPFM_CPUID=AuthenticAMD-25-17-1"));
	d = diagnose("INST_RETIRED:ANY_P", PFM_OS_NONE);
	CHECK_SAME(d.nsuggestions, 5);
	CHECK(suggested_pmu(&d, 0) >= PFM_PMU_INTEL_CWF);
	for (int i = 0; i < d.nsuggestions; i++) {
		CHECK(strstr(d.suggestions[i], "::INST_RETIRED"));
		CHECK(!i || suggested_pmu(&d, i) < suggested_pmu(&d, i - 1));
	}
	/* what says the same here, then the very same name elsewhere */
	CHECK(!start("LIBPFM_CPUID=POWER-0x4e"));
	d = diagnose("ST_RETIRED", PFM_OS_NONE);
	CHECK_SAME(d.nsuggestions > 1, true);
	CHECK_TEXT(d.suggestions[0], "PM_ST_CMPL");
	CHECK(strstr(d.suggestions[1], "::ST_RETIRED"));
	CHECK(suggested_pmu(&d, 1) > 0);
	CHECK(!start("LIBPFM_CPUID=RISCV-0x489-0x8000000000000007"));
	d = diagnose("instr_retird", PFM_OS_NONE); /* not what a Pentium 4 has */
	CHECK_SAME(d.error, PFM_ERR_NOTFOUND);
	CHECK(!suggests(&d, "netburst"));
	/* l3_misses is the name of an event of older machines of this vendor */
	CHECK(!start("LIBPFM_CPUID=AuthenticAMD-26-2"));
	d = diagnose("l3_misses", PFM_OS_NONE);
	CHECK(!suggests(&d, "::"));
	CHECK_SAME(diagnose("branch_misses", PFM_OS_NONE).nsuggestions, 1);
	CHECK(!start(EVERYWHERE));
	d = diagnose("amd64_fam1ah_zen5::RETIRED_UNCONDITIONAL_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED_AGAIN",
		PFM_OS_NONE);
	CHECK_SAME(d.nsuggestions, 1);
}

void api_diagnose(void)
{
	check_diagnosed();
	check_expected();
	check_places();
	check_diagnose_arguments();
	check_suggested();
	check_suggested_elsewhere();
	check_words();
	check_absent_pmus();
	check_absent_events();
	check_called();
	check_called_events();
	check_kernels_names();
}
