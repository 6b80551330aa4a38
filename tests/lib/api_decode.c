/* The library's interface: pfm_get_pmu_details(), encoding for any machine, pfm_decode(). */
#define _GNU_SOURCE
#include "api.h"

#include "api/private.h"

/* A line of tests/data/details.tsv. */
static struct detail {
	char *pmu, *device;
	int plm;
	char *vendor;
} details_of[69];

static char *text_or_null(const char *text)
{
	return strcmp(text, "-") != 0 ? strdup(text) : NULL;
}

static void take_detail(int row, char **fields)
{
	if (CHECK(row < (int)COUNT(details_of) && fields[3]))
		details_of[row] = (struct detail){ strdup(fields[0]), text_or_null(fields[1]),
			(int)strtol(fields[2], NULL, 0), text_or_null(fields[3]) };
}

static const struct detail *detail_of(const char *name)
{
	for (size_t i = 0; i < COUNT(details_of); i++) {
		const char *hash = strchr(details_of[i].pmu, '#');
		char pattern[64];

		snprintf(pattern, sizeof pattern, "%.*s%s",
			hash ? (int)(hash - details_of[i].pmu) : (int)strlen(details_of[i].pmu), details_of[i].pmu,
			hash ? "[0-9]*" : "");
		if (!fnmatch(pattern, name, 0))
			return &details_of[i];
	}
	return NULL;
}

static void check_one_detail(pfm_pmu_t pmu, const char *name, const pfm_pmu_details_t *got)
{
	const struct detail *expected = detail_of(name);
	const char *number = name + strlen(name), *wanted = expected->device;
	char device[80];

	while (number > name && number[-1] >= '0' && number[-1] <= '9')
		number--;
	if (wanted && strchr(wanted, '#')) {
		snprintf(device, sizeof device, "%.*s%s", (int)strcspn(wanted, "#"), wanted, number);
		wanted = device;
	}
	if (!strncmp(name, "hisi_", 5)) /* their devices have their own names */
		wanted = name;
	if (!GOOD((wanted && got->device ? !strcmp(wanted, got->device) : wanted == got->device), name))
		printf("  expected %s, got %s\n", wanted ? wanted : "none", got->device ? got->device : "none");
	if (!GOOD(!strncmp(name, "hisi_", 5) ? got->plm == 0 && got->vendor && !strcmp(got->vendor, "arm")
					     : got->plm == expected->plm &&
				    (expected->vendor && got->vendor ? !strcmp(expected->vendor, got->vendor)
								     : expected->vendor == got->vendor),
		    name))
		printf("  expected %#x %s, got %#x %s\n", expected->plm, expected->vendor ? expected->vendor : "none",
			got->plm, got->vendor ? got->vendor : "none");
	GOOD(got->is_deprecated == (pmu == PFM_PMU_AMD64_FAM17H), name);
}

static void check_details(void)
{
	static const char *const no_raw[] = { "arm_*", "tx2_*", "hisi_*", "qcom_krait", "power*", "ppc970*", "ultra*",
		"niagara*", "mips_74k", "cpum_*", "netburst*", "knc", "rapl", "amd64_rapl", "perf*" };
	pfm_pmu_details_t details = { .size = sizeof details };
	int raw = 0;

	read_table("tests/data/details.tsv", take_detail);
	CHECK(!start(HOST));
	for (int pmu = 0; pmu < LIBPFM4_NUMBERS; pmu++) {
		pfm_pmu_info_t info = { .size = sizeof info };
		bool takes = true;

		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		details = (pfm_pmu_details_t){ .size = sizeof details };
		CHECK(!pfm_get_pmu_details((pfm_pmu_t)pmu, &details));
		for (size_t i = 0; i < COUNT(no_raw); i++)
			takes = takes && fnmatch(no_raw[i], info.name, 0);
		GOOD(!details.takes_raw_umask == !takes, info.name);
		raw += details.takes_raw_umask;
		check_one_detail((pfm_pmu_t)pmu, info.name, &details);
	}
	CHECK_SAME(raw, 559);
	CHECK_SAME(pfm_get_pmu_details((pfm_pmu_t)20000, &details), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_PERF_EVENT, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_NONE, &details), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_INTEL_SKL, &details), 0);
	CHECK_SAME(details.year, 2015);
	CHECK_SAME(pfm_get_pmu_details((pfm_pmu_t)PFM_PMU_ZXE, &details), 0);
	CHECK_TEXT(details.vendor, "CentaurHauls");
	CHECK_SAME(details.plm, PFM_PLM0 | PFM_PLM3);
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_PERF_EVENT, &details), 0);
	CHECK(!details.year);
	details.size--;
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_PERF_EVENT, &details), PFM_ERR_INVAL);
	details = (pfm_pmu_details_t){ .size = offsetof(pfm_pmu_details_t, is_kernel_only), .is_kernel_only = 77 };
	/* version 0.1 */
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_PERF_EVENT, &details), 0);
	CHECK_SAME(details.is_kernel_only, 77);
	CHECK(details.plm);
}

static const struct {
	const char *event, *umask;      /* umask NULL: the event alone */
	uint64_t counters, counters_nosmt;
} facts_of[] = {
	/* Intel's event files: Counter, CounterHTOff */
	{ "snb::CYCLE_ACTIVITY", NULL, 0x4, 0x4 },
	{ "snb::CYCLE_ACTIVITY", "CYCLES_L1D_PENDING", 0x4, 0x4 },
	{ "snb::CYCLE_ACTIVITY", "CYCLES_L2_PENDING", 0xf, 0xff },
	{ "snb::AGU_BYPASS_CANCEL", "COUNT", 0xf, 0xff },
	/* a list without hyper-threading alone, and rows that stand for others */
	{ "bdw::CYCLE_ACTIVITY", "CYCLES_L2_MISS", 0xf, 0xff },
	{ "hsw::L1D_PEND_MISS", "FB_FULL", 0xf, 0xff },
	{ "spr::IDQ_BUBBLES", NULL, 0xff, 0xff },
	{ "glm::CPU_CLK_UNHALTED", "CORE", UINT64_C(1) << 33, UINT64_C(1) << 33 },
	{ "glm::CPU_CLK_UNHALTED", "CORE_P", UINT64_C(1) << 33 | 0xf, UINT64_C(1) << 33 | 0xf },
	{ "glm::CPU_CLK_UNHALTED", "REF", 0xf, 0xf },
	{ "tmt::CPU_CLK_UNHALTED", "CORE", UINT64_C(1) << 33, UINT64_C(1) << 33 },
	{ "perf::cycles", NULL, 0, 0 },
};

static int attribute_called(int idx, const char *name)
{
	pfm_event_attr_info_t info = { .size = sizeof info };

	for (int i = 0; !pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &info); i++)
		if (!strcmp(info.name, name))
			return i;
	return PFM_NO_UMASK;
}

/* What Intel's files say is taken alone, and the counters of that. */
static const struct alone {
	const char *event, *umask;
	uint64_t counters;
} alone[] = {
	{ "icl::FRONTEND_RETIRED", "LATENCY_GE_2_BUBBLES_GE_1", 0xff },
	{ "icx::FRONTEND_RETIRED", "ANY_DSB_MISS", 0xff },
	{ "spr::FRONTEND_RETIRED", "UNKNOWN_BRANCH", 0xff },
	{ "emr::UOPS_RETIRED", "MS", 0xff },
	{ "gnr::FRONTEND_RETIRED", "LATE_SWPF", 0xff },
	{ "gnr::INT_MISC", "UNKNOWN_BRANCH_CYCLES", 0xff },
	{ "gnr::MEM_TRANS_RETIRED", "LOAD_LATENCY_GT_2048", 0xfe },
	{ "adl_glc::FRONTEND_RETIRED", "LATENCY_GE_512", 0xff },
	{ "adl_glc::MEM_TRANS_RETIRED", "LOAD_LATENCY_GT_4", 0xfe },
	{ "adl_grt::MEM_UOPS_RETIRED", "LOAD_LATENCY_GT_64", 0x3 },
	{ "adl_grt::MEM_UOPS_RETIRED", "STORE_LATENCY", 0x3f },
};

static void check_alone(const struct alone *event)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	int idx = pfm_find_event(event->event);

	CHECK(!pfm_get_event_facts(idx, attribute_called(idx, event->umask), &facts));
	GOOD(facts.is_alone && facts.counters == event->counters, event->event);
}

/* Unit masks whose successor has another name; RSP's has another code in Intel's file, this one has the same. */
static const struct replaced {
	const char *event, *umask, *by;
} replaced[] = {
	{ "skx_unc_cha0::UNC_H_SNOOPS_SENT", "BCST_LOC", "UNC_CHA_SNOOPS_SENT:BCST_LOCAL" },
	{ "skx_unc_cha0::UNC_H_SNOOPS_SENT", "REMOTE", "UNC_CHA_SNOOPS_SENT" },
	{ "skx_unc_cha0::UNC_C_LLC_VICTIMS", "LOCAL", "UNC_CHA_LLC_VICTIMS:LOCAL_ALL" },
	{ "skx_unc_cha0::UNC_C_TOR_OCCUPANCY", "IRQ", "UNC_CHA_TOR_OCCUPANCY:IA" },
	{ "skx_unc_cha0::UNC_H_SNOOP_RESP", "RSP_WB", "UNC_CHA_SNOOP_RESP:RSP_WBWB" },
	{ "skx_unc_cha0::UNC_H_RxC_OTHER1_RETRY", "ANY", "UNC_CHA_RxC_OTHER1_RETRY:ANY0" },
	{ "skx_unc_cha0::UNC_H_TxR_VERT_BYPASS", "IV_AG1", "UNC_CHA_TxR_VERT_BYPASS:IV" },
	{ "skx_unc_upi0::UNC_UPI_RxL_HDR_MATCH", "RSP", "UNC_UPI_RXL_BASIC_HDR_MATCH:RSP_NODATA" },
	{ "snb_unc_arb::UNC_ARB_DAT_REQUESTS", "RD", "UNC_ARB_REQ_TRK_REQUEST:DRD" },
	{ "bdx_unc_imc0::UNC_M_DCLOCKTICKS", NULL, "UNC_M_CLOCKTICKS_P" },
};

static void check_replacement(const struct replaced *event)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	int idx = pfm_find_event(event->event);

	CHECK(!pfm_get_event_facts(idx, event->umask ? attribute_called(idx, event->umask) : PFM_NO_UMASK, &facts));
	GOOD(facts.is_deprecated && facts.replacement && !strcmp(facts.replacement, event->by), event->event);
}

static void check_facts(void)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	int idx;

	CHECK(!start(HOST));
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	pfm_terminate();
	CHECK(!pfm_initialize());
	for (size_t i = 0; i < COUNT(facts_of); i++) {
		idx = pfm_find_event(facts_of[i].event);
		CHECK(!pfm_get_event_facts(idx,
			facts_of[i].umask ? attribute_called(idx, facts_of[i].umask) : PFM_NO_UMASK, &facts));
		GOOD(facts.counters == facts_of[i].counters && facts.counters_nosmt == facts_of[i].counters_nosmt,
			facts_of[i].event);
		CHECK(!facts.is_deprecated);
		CHECK(!facts.replacement);
		CHECK(!facts.is_alone);
		CHECK(!facts.is_pair);
		CHECK(!facts.is_leader);
		CHECK(!facts.is_uncounted);
	}
	for (size_t i = 0; i < COUNT(alone); i++)
		check_alone(&alone[i]);
	for (size_t i = 0; i < COUNT(replaced); i++)
		check_replacement(&replaced[i]);
	idx = pfm_find_event("snb::CYCLE_ACTIVITY");
	CHECK_SAME(pfm_get_event_facts(-1, PFM_NO_UMASK, &facts), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_facts(idx, PFM_NO_UMASK, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_facts(idx, attribute_called(idx, "k"), &facts), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_facts(idx, -2, &facts), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_facts(idx, 1000, &facts), PFM_ERR_INVAL);
	facts.size--;
	CHECK_SAME(pfm_get_event_facts(idx, PFM_NO_UMASK, &facts), PFM_ERR_INVAL);
	unsetenv("LIBPFM_ENCODE_INACTIVE");
}

/* The rows themselves, for tools of this release. */
static void check_private(void)
{
	struct event_ref ref;
	pfm_pmu_t pmu;
	int idx;

	CHECK(!start(HOST));
	idx = pfm_find_event("perf::cycles");
	CHECK_SAME(pfm_private_event(idx, PFMKIT_VERSION, &ref), 0);
	CHECK_TEXT(name_at(ref.in, ref.event->name), "PERF_COUNT_HW_CPU_CYCLES");
	CHECK_SAME(pfm_private_event(idx, "0.0", &ref), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_private_event(-1, PFMKIT_VERSION, &ref), PFM_ERR_INVAL);
	CHECK_SAME(pfm_private_is_on_cpu(idx, "0.0"), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_private_is_cpu("skl", PFMKIT_VERSION), 0);
	CHECK_SAME(pfm_private_is_cpu("no such CPU", PFMKIT_VERSION), PFM_ERR_INVAL);
	CHECK_SAME(pfm_private_is_cpu("skl", "0.0"), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_private_arm_core(0x41, 0xd0c, "0.0", &pmu), PFM_ERR_NOTSUPP);
	pfm_terminate();
	CHECK_SAME(pfm_private_event(idx, PFMKIT_VERSION, &ref), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_private_is_on_cpu(idx, PFMKIT_VERSION), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_private_is_cpu("skl", PFMKIT_VERSION), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_private_arm_core(0x41, 0xd0c, PFMKIT_VERSION, &pmu), PFM_ERR_NOINIT);
}

static struct encoded encode_anywhere(const char *event, pfm_os_t os)
{
	struct encoded got = { .attr = { .size = sizeof got.attr } };
	char *fstr = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &got.attr, .fstr = &fstr, .size = sizeof arg };

	got.error = pfm_get_perf_encoding_anywhere(event, DFL, os, &arg);
	got.idx = arg.idx;
	got.cpu = arg.cpu;
	snprintf(got.fstr, sizeof got.fstr, "%s", fstr ? fstr : "");
	free(fstr);
	return got;
}

/* Where the kernel does not know the PMU: the same as on a machine with everything, but for the type. */
static void check_anywhere(void)
{
	static const char *const unknown[] = { "arm_ac57::CPU_CYCLES", "amd64_rapl::RAPL_ENERGY_PKG",
		"nhm_unc::UNC_CLK_UNHALTED", "snbep_unc_cbo0::UNC_C_CLOCKTICKS", "cpum_sf::SF_CYCLES_BASIC",
		"hisi_sccl1_ddrc0::flux_wr", "powerpc_nest_mcs_read::MCS_00",
		"hswep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO:isoc", "rapl::RAPL_ENERGY_PKG",
		"adl_grt::INST_RETIRED:ANY_P" },
				 *const known[] = { "perf::cycles:u", "skl::INST_RETIRED:u:period=7", "r1c4",
					 "arm_n1::CPU_CYCLES", "power9::PM_CYC", "perf::cpu-clock" };
	struct encoded there[COUNT(unknown)];

	CHECK(!start("LIBPFM_FSROOT=ROOT/everything LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	for (size_t i = 0; i < COUNT(unknown); i++) {
		struct encoded here = encode_anywhere(unknown[i], PFM_OS_PERF_EVENT_EXT);

		there[i] = encode(unknown[i], PFM_OS_PERF_EVENT_EXT);
		GOOD(!there[i].error && !here.error && !memcmp(&here.attr, &there[i].attr, sizeof here.attr) &&
				!strcmp(here.fstr, there[i].fstr),
			unknown[i]);
	}
	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(unknown); i++) {
		struct encoded here = encode_anywhere(unknown[i], PFM_OS_PERF_EVENT_EXT);

		there[i].attr.type = UINT32_MAX;
		GOOD(!here.error && !memcmp(&here.attr, &there[i].attr, sizeof here.attr) &&
				!strcmp(here.fstr, there[i].fstr) && here.idx == there[i].idx,
			unknown[i]);
	}
	for (size_t i = 0; i < COUNT(known); i++) {
		struct encoded here = encode_anywhere(known[i], PFM_OS_PERF_EVENT_EXT),
			       usual = encode(known[i], PFM_OS_PERF_EVENT_EXT);

		GOOD(!here.error && !memcmp(&here.attr, &usual.attr, sizeof here.attr) &&
				!strcmp(here.fstr, usual.fstr) && here.idx == usual.idx && here.cpu == usual.cpu,
			known[i]);
	}
	CHECK_SAME(encode_anywhere("arm_ac57::NOPE", PFM_OS_PERF_EVENT).error, PFM_ERR_NOTFOUND);
	CHECK_SAME(encode_anywhere("arm_ac57::CPU_CYCLES:zz", PFM_OS_PERF_EVENT).error, PFM_ERR_ATTR);
	CHECK_SAME(encode_anywhere("arm_ac57::CPU_CYCLES:period=5", PFM_OS_PERF_EVENT).error, PFM_ERR_ATTR);
	CHECK_SAME(encode_anywhere("arm_ac57::CPU_CYCLES:period=0", PFM_OS_PERF_EVENT_EXT).error, PFM_ERR_ATTR_VAL);
	CHECK(pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT,
		      &(pfm_perf_encode_arg_t){ .size = 0 }) == PFM_ERR_INVAL &&
		pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT, NULL) == PFM_ERR_INVAL &&
		encode_anywhere(NULL, PFM_OS_PERF_EVENT).error == PFM_ERR_INVAL);
	CHECK(!start("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	CHECK_SAME(encode_anywhere("skl::INST_RETIRED:u", PFM_OS_PERF_EVENT).attr.config, 0xc0);
	CHECK_SAME(encode_anywhere("skl::INST_RETIRED:u", PFM_OS_PERF_EVENT).attr.type, 4);
	CHECK_SAME(encode_anywhere("arm_ac57::CPU_CYCLES", PFM_OS_PERF_EVENT).attr.type, UINT32_MAX);
	/* the kernel gets to know a PMU: the usual call looks again, and then both know */
	new_machine();
	CHECK_SAME(start_top("LIBPFM_ENCODE_INACTIVE=1"), 0);
	CHECK_SAME(encode_anywhere("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, UINT32_MAX);
	put_pmu("uncore_ha_0", "30\n");
	CHECK_SAME(encode_anywhere("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, UINT32_MAX);
	CHECK_SAME(encode("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, 30);
	CHECK_SAME(encode_anywhere("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, 30);
}

/* The first result for an event's words is exact: its string gives the same words again. */
static void decode_one(pfm_pmu_t pmu, const char *string, pfm_os_t os, int *decoded)
{
	struct encoded got = encode(string, os), again;
	pfm_code_t code = { .size = sizeof code, .os = os };
	pfm_decoded_t found[3];

	if (got.error)
		return;
	memset(found, 0x7f, sizeof found);
	found[0].size = found[1].size = found[2].size = sizeof found[0];
	if (os == PFM_OS_NONE) {
		code.count = got.count;
		memcpy(code.words, got.codes, sizeof code.words);
	} else {
		code.count = got.attr.config2 ? 3 : got.attr.config1 ? 2 : 1;
		code.words[0] = got.attr.config;
		code.words[1] = got.attr.config1;
		code.words[2] = got.attr.config2;
	}
	++*decoded;
	if (!GOOD(pfm_decode(pmu, &code, found, 3) >= 1 && found[0].exact == 1 && !found[0].left[0] &&
			    !found[0].left[1] && !found[0].left[2],
		    string))
		return;
	again = encode(found[0].string, os);
	GOOD(!again.error && again.idx == found[0].idx &&
			(os == PFM_OS_NONE ? again.count == got.count &&
						!memcmp(again.codes, got.codes, sizeof again.codes)
					   : again.attr.config == got.attr.config &&
						again.attr.config1 == got.attr.config1 &&
						again.attr.config2 == got.attr.config2),
		found[0].string);
}

static void check_decode(void)
{
	static const struct {
		pfm_pmu_t pmu;
		int least; /* this many bare events encode, at least: the others need a unit mask */
	} some[] = { { PFM_PMU_INTEL_SKL, 40 },
		     { PFM_PMU_INTEL_SPR, 25 },
		     { PFM_PMU_AMD64_FAM19H_ZEN4, 25 },
		     { PFM_PMU_POWER9, 958 },
		     { PFM_PMU_ARM_N1, 116 } };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(some); i++) {
		pfm_pmu_info_t pmu = { .size = sizeof pmu };
		int decoded[2] = { 0, 0 };

		CHECK(!pfm_get_pmu_info(some[i].pmu, &pmu));
		for (int idx = pmu.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			pfm_event_info_t event = { .size = sizeof event };
			char string[512];

			pfm_get_event_info(idx, PFM_OS_NONE, &event);
			snprintf(string, sizeof string, "%s::%s", pmu.name, event.name);
			decode_one(some[i].pmu, string, PFM_OS_NONE, &decoded[0]);
			decode_one(some[i].pmu, string, PFM_OS_PERF_EVENT, &decoded[1]);
		}
		if (!GOOD(decoded[0] >= some[i].least && decoded[1] == decoded[0], pmu.name))
			printf("  %d %d\n", decoded[0], decoded[1]);
	}
}

/*
 * What the kernel would be given for an event stands for it, or for another event of the PMU that is counted in the
 * very same way.
 */
static void check_round_trip(pfm_pmu_t pmu, const char *string)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3 };
	pfm_decoded_t found = { .size = sizeof found };

	if (pfm_get_perf_encoding_anywhere(string, DFL, PFM_OS_PERF_EVENT, &arg))
		return;
	memcpy(code.words, (uint64_t[]){ attr.config, attr.config1, attr.config2 }, sizeof code.words);
	GOOD(pfm_decode(pmu, &code, &found, 1) == 1 && found.exact, string);
}

/* Encodes an event of a C-box with an opcode; the words must mean this string. */
static void check_opcode(pfm_pmu_t pmu, const char *string, int *strings)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3 };
	pfm_decoded_t found = { .size = sizeof found };

	if (pfm_get_perf_encoding_anywhere(string, DFL, PFM_OS_PERF_EVENT, &arg))
		return;
	++*strings;
	memcpy(code.words, (uint64_t[]){ attr.config, attr.config1, attr.config2 }, sizeof code.words);
	CHECK_SAME(pfm_decode(pmu, &code, &found, 1), 1);
	CHECK_SAME(found.exact, 1);
	CHECK_TEXT(found.string, string);
}

/* Opcodes are values of a field, not bits of their own: 0x182 is not 0x180 and something. */
static void check_opcodes(void)
{
	static const char *const boxes[] = { "snbep_unc_cbo0", "ivbep_unc_cbo0", "hswep_unc_cbo0", "bdx_unc_cbo0" },
				 *const events[] = { "UNC_C_TOR_INSERTS", "UNC_C_TOR_OCCUPANCY" };
	static const char *const umasks[] = { "OPCODE", "MISS_OPCODE" };
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	pfm_event_info_t info = { .size = sizeof info };
	int strings = 0;
	char string[512];

	CHECK(!start(ALL));
	for (size_t n = 0; n < COUNT(boxes) * COUNT(events) * COUNT(umasks); n++) {
		int length = snprintf(string, sizeof string, "%s::%s:%s", boxes[n / 4], events[n / 2 % 2],
			    umasks[n % 2]),
		    idx = pfm_find_event(string);

		CHECK_SAME(pfm_get_event_info(idx, PFM_OS_PERF_EVENT, &info), 0);
		for (int i = 0; !pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT, &attr); i++) {
			if (strncmp(attr.name, "OPC_", 4) != 0)
				continue;
			snprintf(string + length, sizeof string - (size_t)length, ":%s", attr.name);
			check_opcode(info.pmu, string, &strings);
		}
	}
	CHECK_SAME(strings, 312);
}

/* Some events of every PMU, with some of their unit masks and modifiers. */
static void check_round_trips(void)
{
	enum { SOME = 11 };
	int n = 0;
	pfm_pmu_t pmu;

	CHECK(!start(ALL));
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_event_info_t event = { .size = sizeof event };

		if (pfm_get_pmu_info(pmu, &info))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			if (n++ % SOME || pfm_get_event_info(idx, PFM_OS_PERF_EVENT, &event))
				continue;
			for (int i = 0; i < event.nattrs; i += 1 + event.nattrs / 4) {
				pfm_event_attr_info_t attr = { .size = sizeof attr };
				char string[512];

				CHECK(!pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT, &attr));
				snprintf(string, sizeof string, "%s::%s:%s%s", info.name, event.name, attr.name,
					 attr.type == PFM_ATTR_MOD_INTEGER ? "=1" : "");
				check_round_trip(pmu, string);
			}
		}
	}
	/* an event that needs a modifier */
	check_round_trip(PFM_PMU_INTEL_SNBEP_UNC_PCU, "snbep_unc_pcu::UNC_P_FREQ_BAND1_CYCLES:ff=1");
}

static void check_decode_arguments(void)
{
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_NONE, .words = { 0x5300c0 }, .count = 1 };
	pfm_decoded_t found[40], *one = found;

	memset(found, 0, sizeof found);
	for (size_t i = 0; i < COUNT(found); i++)
		found[i].size = sizeof found[i];
	CHECK(!start(ALL));
	CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1), 1);
	CHECK(found[0].idx == skl_inst_id);
	CHECK(found[0].exact);
	CHECK(!strncmp(found[0].string, "skl::INST_RETIRED", 17));
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 0) <= 0);
	CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, NULL, found, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, &code, NULL, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_decode(PFM_PMU_NONE, &code, found, 1), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_decode(PFM_PMU_POWER3, &code, found, 1), PFM_ERR_NOTSUPP);
	CHECK(pfm_decode(PFM_PMU_MAX, &code, found, 1) < 0);
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, -1) <= 0);
	for (int count = -1; count <= 4; count++) {
		code.count = count;
		CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1) == PFM_ERR_INVAL, count < 1 || count > 3);
	}
	code.count = 1;
	code.size = sizeof code - 1;
	CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1), PFM_ERR_INVAL);
	code.size = sizeof code;
	code.os = PFM_OS_MAX;
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1) < 0);
	code.os = PFM_OS_NONE;
	one->size = 8;
	CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, &code, one, 1), PFM_ERR_INVAL);
	one->size = sizeof *one;
	/* exact ones first, then those with fewest bits left */
	for (unsigned int select = 0; select < 0x10000; select += 0x107) {
		int got, bits = -1;

		code.words[0] = 0x530000 | select;
		got = pfm_decode(PFM_PMU_INTEL_SKL, &code, found, (int)COUNT(found));
		CHECK(got >= 0);
		CHECK(got <= (int)COUNT(found));
		for (int i = 0; i < got; i++) {
			int left = found[i].exact ? -1
						  : __builtin_popcountll(found[i].left[0]) +
					__builtin_popcountll(found[i].left[1]) + __builtin_popcountll(found[i].left[2]);

			CHECK(left >= bits);
			CHECK((!found[i].exact || encode(found[i].string, PFM_OS_NONE).codes[0] == code.words[0]));
			bits = left;
		}
	}
}

/* Where an event select is a field of its own, no event with another one is a result, however near it is. */
static void check_other_selects(void)
{
	static const struct { int pmu; uint64_t select; } narrow[] = { { PFM_PMU_MIPS_74K, 0xfe0 },
		{ PFM_PMU_AMD64_UMC, 0xff }, { PFM_PMU_AMD64_IOMMU, 0xff } };

	for (size_t i = 0; i < COUNT(narrow); i++) {
		int results = 0;

		for (uint64_t code = 0; code <= narrow[i].select; code++) {
			pfm_code_t wanted = { .size = sizeof wanted, .os = PFM_OS_NONE, .words = { code }, .count = 1 };
			pfm_decoded_t found[4] = { { .size = sizeof *found } };
			int got = pfm_decode((pfm_pmu_t)narrow[i].pmu, &wanted, found, (int)COUNT(found));

			for (int k = 0; k < got; k++)
				CHECK(!(found[k].left[0] & narrow[i].select));
			results += got;
		}
		CHECK(results > 0);
	}
}

void api_decode(void)
{
	check_details();
	check_facts();
	check_private();
	check_anywhere();
	check_decode();
	check_decode_arguments();
	check_other_selects();
	check_round_trips();
	check_opcodes();
}
