/*
 * pfm_fit(), pfm_fit_strings(): the cases of the vendors' and the kernel's rules, machines, arguments. What is expected
 * comes from the specifications of the counters, case by case.
 */
#include <string.h>

#include "api.h"

enum { ROOM = 1600 };

struct asked {
	int error;
	pfm_fit_t fit;
	pfm_placement_t places[PFM_FIT_MAX];
};

/* Events with blanks between them; one without PMU is of the PMU before it. */
static struct asked ask(const char *list, const int *groups, int flags)
{
	static char names[PFM_FIT_MAX][200];
	const char *strings[PFM_FIT_MAX];
	struct asked asked = { .fit = { .size = sizeof asked.fit }, .places = { { .size = sizeof asked.places[0] } } };
	char text[ROOM], *rest = NULL, pmu[64] = "";
	int count = 0;

	snprintf(text, sizeof text, "%s", list);
	for (char *event = strtok_r(text, " ", &rest); event; event = strtok_r(NULL, " ", &rest)) {
		char *colons = strstr(event, "::");

		if (colons)
			snprintf(pmu, sizeof pmu, "%.*s", (int)(colons + 2 - event), event);
		snprintf(names[count], sizeof names[count], "%s%s", colons ? "" : pmu, event);
		strings[count] = names[count];
		count++;
	}
	asked.error = pfm_fit_strings(strings, groups, count, DFL, PFM_OS_NONE, flags, &asked.fit, asked.places);
	if (asked.error)
		printf("%s: %s\n", asked.fit.failed >= 0 ? names[asked.fit.failed] : list, pfm_strerror(asked.error));
	return asked;
}

/* ---- the cases ---- */

struct fit_case {
	const char *events;
	int flags, rounds, reason, conflicts;
	const char *says;               /* a part of the message; "": there is none */
};

#define MEM_LOADS                                                                                                      \
	"skl::MEM_LOAD_RETIRED:L1_MISS MEM_LOAD_RETIRED:L2_MISS MEM_LOAD_RETIRED:L3_MISS MEM_LOAD_RETIRED:FB_HIT"
#define FIVE(EVENT) EVENT " " EVENT ":u " EVENT ":k " EVENT ":c=1 " EVENT ":c=2"
#define FIVE_UOPS                                                                                                      \
	"skl::UOPS_ISSUED:ANY UOPS_RETIRED:RETIRE_SLOTS UOPS_EXECUTED:THREAD ICACHE_64B:IFTAG_MISS LONGEST_LAT_CACHE:MISS"
#define TOPDOWN "spr::TOPDOWN_M:RETIRING TOPDOWN_M:BAD_SPEC TOPDOWN_M:FRONTEND_BOUND TOPDOWN_M:BACKEND_BOUND"

static const struct fit_case intel[] = {
	{ MEM_LOADS, 0, 1, PFM_FIT_FITS, 0, "" },
	{ MEM_LOADS " skl::INSTRUCTION_RETIRED", 0, 1, PFM_FIT_FITS, 0, "" },
	{ MEM_LOADS " skl::INSTRUCTION_RETIRED UNHALTED_CORE_CYCLES UNHALTED_REFERENCE_CYCLES", 0, 1, PFM_FIT_FITS, 0,
		"" },
	{ MEM_LOADS " skl::UOPS_ISSUED:ANY", 0, 2, PFM_FIT_COUNTERS, 5, "one of the counters 0-3" },
	{ MEM_LOADS " skl::MEM_LOAD_RETIRED:L1_HIT", PFM_FIT_SMT, 2, PFM_FIT_COUNTERS, 5, "" },
	{ MEM_LOADS " skl::MEM_LOAD_RETIRED:L1_HIT", PFM_FIT_NO_SMT, 2, PFM_FIT_COUNTERS, 5,
		"one of the counters 0-3" },
	{ FIVE_UOPS, PFM_FIT_SMT, 2, PFM_FIT_COUNTERS, 5, "one of the counters 0-3" },
	{ FIVE_UOPS, PFM_FIT_NO_SMT, 1, PFM_FIT_FITS, 0, "" },
	/* Intel's lists of counters with hyper-threading off: four for these, eight for that cycle event */
	{ FIVE("skl::BR_INST_RETIRED:ALL_BRANCHES_PEBS"), PFM_FIT_NO_SMT, 2, PFM_FIT_COUNTERS, 5, "counters 0-3" },
	{ FIVE("skl::OFFCORE_RESPONSE:OTHER_L3_MISS_ANY_SNOOP"), PFM_FIT_NO_SMT, 2, PFM_FIT_COUNTERS, 5,
		"counters 0-3" },
	{ FIVE("clx::OCR:DEMAND_DATA_RD_SUPPLIER_NONE_SNOOP_NONE"), PFM_FIT_NO_SMT, 2, PFM_FIT_COUNTERS, 5,
		"counters 0-3" },
	{ FIVE("ivb::CPU_CLK_UNHALTED:ONE_THREAD_ACTIVE"), PFM_FIT_NO_SMT, 1, PFM_FIT_FITS, 0, "" },
	/* a counter mask takes an event from its fixed counter; a fixed one does not fall back to a general one */
	{ MEM_LOADS " skl::INST_RETIRED:ANY_P:c=1", 0, 2, PFM_FIT_COUNTERS, 5, "" },
	{ "skl::UNHALTED_REFERENCE_CYCLES UNHALTED_REFERENCE_CYCLES:u", 0, 2, PFM_FIT_COUNTERS, 2,
		"both need counter f2" },
	{ "skl::INST_RETIRED:PREC_DIST INST_RETIRED:PREC_DIST:u", 0, 2, PFM_FIT_COUNTERS, 2, "both need counter 1" },
	{ "lnl_lnc::L1D_PENDING:LOAD CYCLE_ACTIVITY:0x8:c=8", 0, 2, PFM_FIT_COUNTERS, 2, "both need counter 2" },
	/* fixed counters 0 to 2 and 4 to 6, and eight general ones */
	{ "lnl_skt::TOPDOWN_BAD_SPECULATION:ALL TOPDOWN_FE_BOUND:ALL TOPDOWN_RETIRING:ALL INST_RETIRED:ANY CPU_CLK_UNHALTED:CORE "
	  "CPU_CLK_UNHALTED:REF_TSC TOPDOWN_BE_BOUND:ALL TOPDOWN_BE_BOUND:ALL:u TOPDOWN_BE_BOUND:ALL:k TOPDOWN_BE_BOUND:ALL:c=1 "
	  "TOPDOWN_BE_BOUND:ALL:c=2 TOPDOWN_BE_BOUND:ALL:c=3 TOPDOWN_BE_BOUND:ALL:c=4 TOPDOWN_BE_BOUND:ALL:c=5",
		0, 1, PFM_FIT_FITS, 0, "" },
	/* registers beside the counters */
	{ "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD OFFCORE_RESPONSE_0:DMND_RFO OFFCORE_RESPONSE_1:DMND_CODE_RD", 0, 2,
		PFM_FIT_RESOURCE, 3, "off-core response registers with 3 different values; there are 2" },
	{ "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD OFFCORE_RESPONSE_1:DMND_RFO", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD OFFCORE_RESPONSE_0:DMND_RFO OFFCORE_RESPONSE_1:DMND_RFO", 0, 1,
		PFM_FIT_FITS, 0, "" },
	{ "nhm::OFFCORE_RESPONSE_0:DMND_DATA_RD OFFCORE_RESPONSE_0:DMND_RFO", 0, 2, PFM_FIT_RESOURCE, 2,
		"the off-core response register" },
	{ "skl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=10 MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=20", 0, 2,
		PFM_FIT_RESOURCE, 2, "load latency" },
	{ "skl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=10 MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=10:u", 0, 1, PFM_FIT_FITS,
		0, "" },
	{ "spr::FRONTEND_RETIRED:DSB_MISS FRONTEND_RETIRED:ITLB_MISS", 0, 2, PFM_FIT_RESOURCE, 2, "front-end" },
	{ "spr::FRONTEND_RETIRED:DSB_MISS FRONTEND_RETIRED:DSB_MISS:u", 0, 1, PFM_FIT_FITS, 0, "" },
	/* load latency is on 1-7, the others on any of eight */
	{ "spr::MEM_TRANS_RETIRED:LOAD_LATENCY BR_INST_RETIRED:COND BR_INST_RETIRED:NEAR_CALL BR_INST_RETIRED:NEAR_TAKEN "
	  "BR_MISP_RETIRED:COND BR_MISP_RETIRED:INDIRECT BR_MISP_RETIRED:RET BR_INST_RETIRED:FAR_BRANCH",
		0, 1, PFM_FIT_FITS, 0, "" },
	{ "spr::MEM_TRANS_RETIRED:LOAD_LATENCY MEM_TRANS_RETIRED:LOAD_LATENCY:u MEM_TRANS_RETIRED:LOAD_LATENCY:k MEM_TRANS_RETIRED:LOAD_LATENCY:c=1 "
	  "MEM_TRANS_RETIRED:LOAD_LATENCY:c=2 MEM_TRANS_RETIRED:LOAD_LATENCY:c=3 MEM_TRANS_RETIRED:LOAD_LATENCY:c=4 MEM_TRANS_RETIRED:LOAD_LATENCY:c=5",
		0, 2, PFM_FIT_COUNTERS, 8, "one of the counters 1-7" },
	/* top-down metrics need slots, and no counter */
	{ TOPDOWN " spr::TOPDOWN_M:SLOTS", 0, 1, PFM_FIT_FITS, 0, "" },
	{ TOPDOWN, 0, 0, PFM_FIT_LEADER, 1, "needs the leader" },
	/* the watchdog takes the fixed cycle counter, or a general one */
	{ MEM_LOADS " skl::UNHALTED_CORE_CYCLES", PFM_FIT_WATCHDOG, 2, PFM_FIT_COUNTERS, 5, "watchdog" },
	{ MEM_LOADS, PFM_FIT_WATCHDOG, 1, PFM_FIT_FITS, 0, "" },
	{ MEM_LOADS " skl::UNHALTED_CORE_CYCLES", PFM_FIT_NO_WATCHDOG, 1, PFM_FIT_FITS, 0, "" },
	/* uncore: one filter for all events of a box, four bands of frequency */
	{ "snbep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO UNC_C_TOR_INSERTS:OPCODE:OPC_DRD", 0, 2, PFM_FIT_RESOURCE,
		2, "the filter of the box" },
	{ "snbep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO snbep_unc_cbo1::UNC_C_TOR_INSERTS:OPCODE:OPC_DRD", 0, 1,
		PFM_FIT_FITS, 0, "" },
	{ "snbep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO UNC_C_CLOCKTICKS", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "snbep_unc_pcu::UNC_P_FREQ_BAND0_CYCLES:ff=10 UNC_P_FREQ_BAND1_CYCLES:ff=20", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "snbep_unc_pcu::UNC_P_FREQ_BAND0_CYCLES:ff=10 UNC_P_FREQ_BAND0_CYCLES:ff=20", 0, 2, PFM_FIT_RESOURCE, 2,
		"band 0" },
};

#define ZEN4 "amd64_fam19h_zen4::"
#define SIX_CORE                                                                                                       \
	ZEN4 "RETIRED_INSTRUCTIONS CYCLES_NOT_IN_HALT RETIRED_OPS RETIRED_BRANCH_INSTRUCTIONS RETIRED_TAKEN_BRANCH_INSTRUCTIONS RETIRED_UCODE_OPS"

static const struct fit_case amd[] = {
	{ SIX_CORE, 0, 1, PFM_FIT_FITS, 0, "" },
	{ SIX_CORE " RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED", 0, 2, PFM_FIT_COUNTERS, 7, "one of the counters 0-5" },
	{ ZEN4 "RETIRED_SSE_AVX_FLOPS:ANY RETIRED_INSTRUCTIONS CYCLES_NOT_IN_HALT RETIRED_OPS RETIRED_BRANCH_INSTRUCTIONS",
		0, 1, PFM_FIT_FITS, 0, "" },
	{ ZEN4 "RETIRED_SSE_AVX_FLOPS:ANY RETIRED_SSE_AVX_FLOPS:ADD_SUB_FLOPS RETIRED_SSE_AVX_FLOPS:MULT_FLOPS", 0, 1,
		PFM_FIT_FITS, 0, "" },
	{ ZEN4 "RETIRED_SSE_AVX_FLOPS:ANY RETIRED_SSE_AVX_FLOPS:ADD_SUB_FLOPS RETIRED_SSE_AVX_FLOPS:MULT_FLOPS RETIRED_OPS",
		0, 2, PFM_FIT_COUNTERS, 4, "" },
	{ "amd64_fam15h_interlagos::DISPATCHED_FPU_OPS RETIRED_SSE_OPS", 0, 2, PFM_FIT_COUNTERS, 2,
		"both need counter 3" },
	{ "amd64_fam15h_interlagos::CPU_CLK_UNHALTED REQUESTS_TO_L2:ALL UNIFIED_TLB_HIT:4K_DATA UNIFIED_TLB_MISS:4K_DATA",
		0, 2, PFM_FIT_COUNTERS, 4, "0-2" },
	{ "amd64_fam10h_barcelona::CPU_CLK_UNHALTED RETIRED_INSTRUCTIONS RETIRED_UOPS RETIRED_BRANCH_INSTRUCTIONS RETIRED_TAKEN_BRANCH_INSTRUCTIONS",
		0, 2, PFM_FIT_COUNTERS, 5, "one of the counters 0-3" },
	{ "amd64_fam19h_zen3_l3::UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS",
		0, 1, PFM_FIT_FITS, 0, "" },
	{ "amd64_fam19h_zen3_l3::UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS UNC_L3_REQUESTS",
		0, 2, PFM_FIT_COUNTERS, 7, "0-5" },
};

#define SIX_ARM "arm_n1::L1D_CACHE L1I_CACHE L2D_CACHE L1D_CACHE_REFILL BR_PRED INST_RETIRED"

static const struct fit_case others[] = {
	{ SIX_ARM, 0, 1, PFM_FIT_FITS, 0, "" },
	{ SIX_ARM " CPU_CYCLES", 0, 1, PFM_FIT_FITS, 0, "" },
	{ SIX_ARM " L1D_TLB_REFILL", 0, 2, PFM_FIT_COUNTERS, 7, "one of the counters 0-5" },
	{ "arm_ac9::CPU_CYCLES CPU_CYCLES", 0, 2, PFM_FIT_COUNTERS, 2, "both need counter f0" },
	/* POWER: the counter in the code, and fields that all events have in common */
	{ "power9::PM_INST_FROM_L3MISS PM_DTLB_MISS", 0, 2, PFM_FIT_COUNTERS, 2, "both need counter 2" },
	/* an equivalent that the kernel takes by itself, 0x400f0 on counter 3 (tests/emulated) */
	{ "power9::PM_LD_MISS_L1 PM_DTLB_MISS", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "power9::PM_LD_MISS_L1 PM_DTLB_MISS PM_LD_MISS_L1_ALT", 0, 2, PFM_FIT_COUNTERS, 3, "" },
	{ "power9::PM_RUN_CYC PM_BR_TAKEN_CMPL", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "power8::PM_MRK_ST_CMPL PM_1PLUS_PPC_CMPL", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "power9::PM_L2_LD PM_L2_LD_MISS", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "power9::PM_L2_LD PM_L2_LD_MISS_64B", 0, 2, PFM_FIT_RESOURCE, 2, "level 2 and 3" },
	{ "power10::PM_L2_LD PM_L2_LD_HIT", 0, 2, PFM_FIT_RESOURCE, 2, "level 2 and 3" },
	{ "power10::PM_L2_LD PM_L2_LD_MISS", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "power8::PM_L2_LD", 0, 0, PFM_FIT_COUNTERS, 1, "no counter takes it" },
	{ "power8::PM_L1MISS_LAT_EXC_32 PM_L1MISS_LAT_EXC_256", 0, 1, PFM_FIT_FITS, 0, "" },
	{ "power8::PM_L1MISS_LAT_EXC_32 PM_RC_LIFETIME_EXC_256", 0, 2, PFM_FIT_RESOURCE, 2, "threshold" },
	{ "power8::PM_L1MISS_LAT_EXC_32 PM_LD_MISS_L1", 0, 2, PFM_FIT_RESOURCE, 2, "threshold" },
	{ "power8::PM_RUN_INST_CMPL PM_RUN_CYC", 0, 1, PFM_FIT_FITS, 0, "" },
	/* s390x: one event samples */
	{ "cpum_sf::SF_CYCLES_BASIC SF_CYCLES_BASIC_DIAG", 0, 2, PFM_FIT_COUNTERS, 2, "counter 0" },
	/* software events take no counters */
	{ "perf::PERF_COUNT_SW_CPU_CLOCK PERF_COUNT_SW_TASK_CLOCK PERF_COUNT_SW_PAGE_FAULTS", 0, 1, PFM_FIT_FITS, 0,
	  "" },
};

static void check_case(const struct fit_case *one)
{
	struct asked asked = ask(one->events, NULL, one->flags);
	bool good = !asked.error;

	good = good && CHECK_SAME(asked.fit.rounds, one->rounds);
	good = good && CHECK(asked.fit.reason == one->reason && asked.fit.conflicts == one->conflicts);
	good = good &&
	       CHECK(*one->says ? strstr(asked.fit.message, one->says) != NULL : one->reason || !*asked.fit.message);
	if (!CHECK(good))
		printf("%s: %d rounds: %s\n", one->events, asked.fit.rounds, asked.fit.message);
}

/* What is in no round is on no counter. */
static void test_no_places(void)
{
	struct asked asked;

	start(ALL);
	asked = ask(TOPDOWN " spr::UOPS_ISSUED:ANY", NULL, 0);
	CHECK_SAME(asked.error, 0);
	CHECK_SAME(asked.places[0].round, -1);
	CHECK_SAME(asked.places[0].counter, -1);
	CHECK(!asked.places[0].is_fixed);
	asked = ask("power8::PM_L2_LD PM_RUN_CYC", NULL, 0);
	CHECK_SAME(asked.error, 0);
	CHECK_SAME(asked.places[0].round, -1);
	CHECK_SAME(asked.places[0].counter, -1);
	CHECK_SAME(asked.places[1].round, 0);
	CHECK(asked.places[1].counter >= 0);
}

static void test_cases(void)
{
	start(ALL);
	for (size_t i = 0; i < COUNT(intel); i++)
		check_case(&intel[i]);
	for (size_t i = 0; i < COUNT(amd); i++)
		check_case(&amd[i]);
	for (size_t i = 0; i < COUNT(others); i++)
		check_case(&others[i]);
}

/* ---- where events are ---- */

static bool is_at(const struct asked *asked, int event, int round, int counter, int fixed)
{
	const pfm_placement_t *place = &asked->places[event];

	return place->round == round && place->counter == counter && place->is_fixed == fixed;
}

static void test_places(void)
{
	struct asked asked;

	start(ALL);
	asked = ask("skl::UOPS_ISSUED:ANY INSTRUCTION_RETIRED MEM_LOAD_RETIRED:L3_MISS", NULL, 0);
	CHECK(is_at(&asked, 0, 0, 0, 0));
	CHECK(is_at(&asked, 1, 0, 0, 1));
	CHECK(is_at(&asked, 2, 0, 1, 0));
	CHECK(!asked.places[0].in_conflict);
	CHECK_SAME(asked.fit.smt, 1);
	CHECK_SAME(asked.fit.watchdog, 0);
	CHECK(!asked.fit.resource);
	CHECK_SAME(asked.places[0].group, -1);
	asked = ask(ZEN4 "RETIRED_OPS RETIRED_SSE_AVX_FLOPS:ANY RETIRED_INSTRUCTIONS", NULL, 0);
	CHECK(is_at(&asked, 1, 0, 0, 0));
	CHECK(asked.places[1].is_pair);
	CHECK(is_at(&asked, 0, 0, 2, 0));
	CHECK(!asked.places[0].is_pair);
	asked = ask("spr::TOPDOWN_M:RETIRING TOPDOWN_M:SLOTS", NULL, 0);
	CHECK(is_at(&asked, 0, 0, -1, 0));
	CHECK(is_at(&asked, 1, 0, 3, 1));
	CHECK(asked.places[1].is_leader);
	CHECK(!asked.places[0].is_leader);
	asked = ask("nhm::OFFCORE_RESPONSE_0:DMND_DATA_RD OFFCORE_RESPONSE_0:DMND_RFO INSTRUCTION_RETIRED", NULL, 0);
	CHECK(asked.places[0].in_conflict);
	CHECK(asked.places[1].in_conflict);
	CHECK(!asked.places[2].in_conflict);
	CHECK_TEXT(asked.fit.resource, "offcore");
	CHECK_SAME(asked.places[0].round, 0);
	CHECK_SAME(asked.places[1].round, 1);
	CHECK_SAME(asked.places[2].round, 0);
	CHECK(strstr(asked.fit.note, "threads of a core share"));
	asked = ask("nhm::OFFCORE_RESPONSE_0:DMND_DATA_RD", NULL, PFM_FIT_NO_SMT);
	CHECK(!*asked.fit.note);
	CHECK(!asked.fit.smt);
	/* events that count the same on another counter */
	asked = ask("power10::PM_DATA_FROM_L3 PM_DATA_FROM_L2", NULL, 0);
	CHECK_SAME(asked.fit.rounds, 2);
	CHECK(!*asked.fit.note);
	asked = ask("power10::PM_DATA_FROM_L3 PM_DATA_FROM_L2", NULL, PFM_FIT_EQUIVALENTS);
	CHECK_SAME(asked.fit.rounds, 2);
	CHECK_TEXT(asked.fit.note, "with PM_DATA_FROM_L3_ALT2 in the place of PM_DATA_FROM_L3: 1 round");
	asked = ask("power10::PM_DATA_FROM_L3 PM_DATA_FROM_L2_ALT2", NULL, PFM_FIT_EQUIVALENTS);
	CHECK_SAME(asked.fit.rounds, 1);
	CHECK(!*asked.fit.note);
	asked = ask("power10::PM_DATA_FROM_L3 PM_DATA_FROM_L2 PM_DATA_FROM_L2_ALT2", NULL, PFM_FIT_EQUIVALENTS);
	CHECK_SAME(asked.fit.rounds, 2);
	CHECK(strstr(asked.fit.note, ": 1 round"));
	/* what the vendor calls taken alone is a warning, if there is company */
	asked = ask("mtl_rwc::FRONTEND_RETIRED:DSB_MISS INST_RETIRED:ANY_P UOPS_ISSUED:ANY", NULL, 0);
	CHECK_SAME(asked.fit.rounds, 1);
	CHECK(!asked.fit.reason);
	CHECK(strstr(asked.fit.note, "the vendor says to count mtl_rwc::FRONTEND_RETIRED:DSB_MISS alone"));
	asked = ask("mtl_rwc::FRONTEND_RETIRED:DSB_MISS skl::UOPS_ISSUED:ANY", NULL, PFM_FIT_NO_SMT);
	CHECK_SAME(asked.fit.rounds, 1);
	CHECK(!*asked.fit.note);
}

/* The vendors' groups of POWER4: the group that has all events, and rounds if none has. */
static void test_makers_groups(void)
{
	pfm_group_info_t info = { .size = sizeof info };
	struct asked asked;

	start(ALL);
	asked = ask("power4::PM_CYC PM_INST_CMPL PM_LSU_LDF", NULL, 0);
	CHECK(!asked.error);
	CHECK_SAME(asked.fit.rounds, 1);
	CHECK(asked.places[0].group >= 0);
	CHECK(asked.places[0].group == asked.places[2].group);
	CHECK_SAME(pfm_get_group_info(PFM_PMU_POWER4, asked.places[0].group, &info), 0);
	CHECK(info.name);
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = { "PM_CYC", "PM_INST_CMPL", "PM_LSU_LDF" };
		pfm_group_event_t event = { .size = sizeof event };

		CHECK(!pfm_get_group_event(PFM_PMU_POWER4, asked.places[0].group, asked.places[i].counter, &event) &&
		      !strcmp(event.string, names[i]));
	}
	asked = ask("power7::PM_FLUSH PM_L1_ICACHE_MISS PM_THRD_CONC_RUN_INST", NULL, 0);
	CHECK(!asked.error);
	CHECK(asked.fit.rounds >= 1);
	asked = ask("power4::PM_LSU_LDF PM_L2SA_MOD_TAG PM_BRQ_FULL_CYC", NULL, 0);
	CHECK(!asked.error);
	CHECK(asked.fit.rounds > 1);
	CHECK_SAME(asked.fit.reason, PFM_FIT_GROUP);
	CHECK_SAME(asked.fit.conflicts, 2);
	CHECK(strstr(asked.fit.message, "no group of power4 has them all"));
}

/* All counters of a z13 run at the same time. */
static void test_s390(void)
{
	struct asked asked;

	start("LIBPFM_FSROOT=ROOT/s390-2964");
	asked = ask(
		"cpum_cf::CPU_CYCLES INSTRUCTIONS L1I_DIR_WRITES L1D_DIR_WRITES PROBLEM_STATE_CPU_CYCLES PROBLEM_STATE_INSTRUCTIONS "
		"PRNG_FUNCTIONS SHA_FUNCTIONS DEA_FUNCTIONS AES_FUNCTIONS TX_C_TEND TX_NC_TEND",
		NULL, 0);
	CHECK(!asked.error);
	CHECK_SAME(asked.fit.rounds, 1);
	CHECK_SAME(asked.places[11].counter, -1);
}

/*
 * What the files of the machine say: a Skylake without hyper-threading and with the watchdog; nothing of it holds for
 * other PMUs.
 */
static void test_machine(void)
{
	struct asked asked;

	start("LIBPFM_FSROOT=ROOT/skylake-nosmt LIBPFM_ENCODE_INACTIVE=1");
	asked = ask(FIVE_UOPS, NULL, 0);
	CHECK(!asked.error);
	CHECK_SAME(asked.fit.rounds, 1);
	CHECK(!asked.fit.smt);
	CHECK(asked.fit.watchdog);
	CHECK_TEXT(asked.fit.note, "the kernel's watchdog has a counter");
	asked = ask(FIVE_UOPS " UOPS_ISSUED:STALL_CYCLES IDQ:MITE_UOPS IDQ:DSB_UOPS UNHALTED_CORE_CYCLES", NULL, 0);
	CHECK(!asked.error);
	CHECK_SAME(asked.fit.rounds, 2);
	asked = ask(FIVE_UOPS " UOPS_ISSUED:STALL_CYCLES IDQ:MITE_UOPS IDQ:DSB_UOPS UNHALTED_CORE_CYCLES", NULL,
		    PFM_FIT_NO_WATCHDOG);
	CHECK(!asked.error);
	CHECK_SAME(asked.fit.rounds, 1);
	asked = ask(
		"hsw::UOPS_ISSUED:ANY LONGEST_LAT_CACHE:MISS LONGEST_LAT_CACHE:REFERENCE IDQ:MITE_UOPS IDQ:DSB_UOPS",
		NULL, 0);
	CHECK(!asked.error);
	CHECK_SAME(asked.fit.rounds, 2);
	CHECK(asked.fit.smt);
	CHECK(!asked.fit.watchdog);
}

/*
 * A watchdog that is on has a counter of an Arm machine only if the kernel was asked for interrupts like NMIs; Linux
 * 6.12 of Debian 13 takes six events and cycles in one group, though it says 1 (tests/emulated/run.sh).
 */
static void test_watchdog_of_arm(void)
{
	static const char seven[] = "CPU_CYCLES INST_RETIRED L1D_CACHE L1I_CACHE BR_PRED BR_MIS_PRED MEM_ACCESS";
	static const struct {
		const char *machine;
		bool counts;
	} cases[] = { { "arm-watchdog", false }, { "arm-watchdog-nmi", true }, { "arm-watchdog-no-nmi", false } };
	char environment[64];
	struct asked asked;

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		snprintf(environment, sizeof environment, "LIBPFM_FSROOT=ROOT/%s", cases[i].machine);
		start(environment);
		asked = ask(seven, NULL, 0);
		CHECK(!asked.error);
		CHECK(asked.fit.watchdog == cases[i].counts);
		CHECK_SAME(asked.fit.rounds, (cases[i].counts ? 2 : 1));
		asked = ask(seven, NULL, PFM_FIT_WATCHDOG);
		CHECK(!asked.error);
		CHECK(asked.fit.watchdog);
		CHECK_SAME(asked.fit.rounds, 2);
	}
}

/* Events that must be together. */
static void test_groups(void)
{
	static const int together[] = { 0, -1, -1, 0, -1 }, all[] = { 0, 0, 0, 0, 0 };
	struct asked asked;

	start(ALL);
	asked = ask(MEM_LOADS " skl::UOPS_ISSUED:ANY", together, 0);
	CHECK_SAME(asked.fit.rounds, 2);
	CHECK(asked.places[0].round == asked.places[3].round);
	asked = ask(MEM_LOADS " skl::UOPS_ISSUED:ANY", all, 0);
	CHECK_SAME(asked.fit.rounds, 0);
	CHECK_SAME(asked.fit.reason, PFM_FIT_COUNTERS);
	CHECK_SAME(asked.places[0].round, -1);
	CHECK_SAME(asked.places[4].round, -1);
}

/* ---- codes ---- */

static void test_codes(void)
{
	pfm_fit_event_t events[3] = { { .size = sizeof events[0] } };
	pfm_placement_t places[3] = { { .size = sizeof places[0] } };
	pfm_fit_t fit = { .size = sizeof fit };
	static const char *const strings[] = { "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD",
					       "skl::OFFCORE_RESPONSE_0:DMND_RFO",
					       "skl::OFFCORE_RESPONSE_1:DMND_CODE_RD" };

	start(ALL);
	for (int layer = 0; layer < 2; layer++) {
		for (int i = 0; i < 3; i++) {
			struct perf_event_attr attr = { .size = sizeof attr };
			pfm_perf_encode_arg_t perf = { .attr = &attr, .size = sizeof perf };
			struct encoded encoded = encode_plm(strings[i], DFL, PFM_OS_NONE);

			CHECK(!encoded.error);
			CHECK_SAME(pfm_get_perf_encoding_anywhere(strings[i], DFL, PFM_OS_PERF_EVENT, &perf), 0);
			events[i] = (pfm_fit_event_t){ .size = sizeof events[i],
						       .idx = encoded.idx,
						       .instance = -1,
						       .group = -1,
						       .os = layer ? PFM_OS_PERF_EVENT : PFM_OS_NONE,
						       .count = 2,
						       .words = { layer ? attr.config : encoded.codes[0],
								  layer ? attr.config1 : encoded.codes[1] } };
		}
		CHECK_SAME(pfm_fit(events, 3, 0, &fit, places), 0);
		CHECK_SAME(fit.rounds, 2);
		CHECK_SAME(fit.reason, PFM_FIT_RESOURCE);
		CHECK_SAME(fit.conflicts, 3);
		CHECK_SAME(pfm_fit(events, 2, 0, &fit, places), 0);
		CHECK_SAME(fit.rounds, 1);
		CHECK_SAME(places[1].counter, 1);
	}
	/* instances of one PMU do not disturb each other; a unit mask is found by its bits */
	events[1].words[1] = events[2].words[1] = 0x10002;
	events[2].instance = 1;
	CHECK_SAME(pfm_fit(events, 3, 0, &fit, places), 0);
	CHECK_SAME(fit.rounds, 1);
	CHECK_SAME(places[2].counter, 0);
	events[0].words[0] = 0x5301c0; /* INST_RETIRED:PREC_DIST, on counter 1 only */
	events[0].idx = encode_plm("skl::INST_RETIRED:PREC_DIST", DFL, PFM_OS_NONE).idx;
	events[0].os = PFM_OS_NONE;
	events[0].count = 1;
	CHECK_SAME(pfm_fit(events, 1, 0, &fit, places), 0);
	CHECK_SAME(places[0].counter, 1);
	CHECK(!places[0].is_fixed);
	/* twice, once of user mode; they are called by the unit mask that the code has */
	events[1] = events[0];
	events[1].words[0] = 0x5101c0;
	CHECK_SAME(pfm_fit(events, 2, 0, &fit, places), 0);
	CHECK_SAME(fit.rounds, 2);
	CHECK_SAME(fit.reason, PFM_FIT_COUNTERS);
	CHECK(!strncmp(fit.message, "skl::INST_RETIRED:PREC_DIST and skl::INST_RETIRED:PREC_DIST ", 60));
}

/* Codes of POWER that no table has: the counter and the fields are in the code. */
static void test_power_codes(void)
{
	static const struct { const char *pmu; uint64_t codes[2]; int rounds;
	} cases[] = {
		{ "power9", { 0x1001e, 0x10002 }, 2 },
		{ "power9", { 0x1e, 0x2 }, 1 },
		{ "power10", { 0x10340000001c040, 0x8c040000002c040 }, 1 },
		{ "power10", { 0x10340000001c040, 0x340000001c040 }, 2 },
		{ "power10", { 0x16080, 0xf0000026080 }, 2 },
		{ "power10", { 0x16080, 0x26080 }, 1 },
	};
	pfm_fit_event_t events[2] = { { .size = sizeof events[0] } };
	pfm_placement_t places[2] = { { .size = sizeof places[0] } };
	pfm_fit_t fit = { .size = sizeof fit };

	start(ALL);
	for (size_t i = 0; i < COUNT(cases); i++) {
		int any = pfm_find_event(strstr(cases[i].pmu, "10") ? "power10::PM_L2_LD" : "power9::PM_L2_LD");

		for (int k = 0; k < 2; k++)
			events[k] = (pfm_fit_event_t){ .size = sizeof events[k],
						       .idx = any,
						       .instance = -1,
						       .group = -1,
						       .words = { cases[i].codes[k] },
						       .count = 1 };
		if (!CHECK(!pfm_fit(events, 2, 0, &fit, places) && fit.rounds == cases[i].rounds))
			printf("%s %#llx %#llx: %s\n", cases[i].pmu, (unsigned long long)cases[i].codes[0],
			       (unsigned long long)cases[i].codes[1], fit.message);
	}
}

/* ---- arguments and machines ---- */

static void test_arguments(void)
{
	static const char *const good[] = { "skl::UOPS_ISSUED:ANY" }, *const bad[] = { "skl::UOPS_ISSUED:ANY",
										       "skl::NO_SUCH" };
	const char *many[PFM_FIT_MAX + 1];
	pfm_fit_event_t event = { .size = sizeof event, .idx = -1, .count = 1 };
	static pfm_placement_t places[PFM_FIT_MAX + 1] = { { .size = sizeof places[0] } };
	pfm_fit_t fit = { .size = sizeof fit };

	start(ALL);
	for (int i = 0; i <= PFM_FIT_MAX; i++)
		many[i] = good[0];
	CHECK_SAME(pfm_fit_strings(many, NULL, PFM_FIT_MAX, DFL, PFM_OS_NONE, 0, &fit, places), PFM_SUCCESS);
	CHECK(fit.rounds == PFM_FIT_MAX / 4);
	CHECK_SAME(pfm_fit_strings(many, NULL, PFM_FIT_MAX + 1, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_TOOMANY);
	CHECK_SAME(pfm_fit_strings(bad, NULL, 2, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_NOTFOUND);
	CHECK_SAME(fit.failed, 1);
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, places), PFM_SUCCESS);
	CHECK_SAME(fit.failed, -1);
	CHECK_SAME(pfm_fit_strings(NULL, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings((const char *const[]){ NULL }, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, places),
		PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings(good, NULL, 0, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, 1 << 20, PFM_OS_NONE, 0, &fit, places), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_MAX, 0, &fit, places), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 32, &fit, places), PFM_ERR_INVAL);
	CHECK(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, PFM_FIT_SMT | PFM_FIT_NO_SMT, &fit, places) ==
	      PFM_ERR_INVAL);
	CHECK(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG, &fit, places) ==
	      PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 0, NULL, places), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit(&event, 1, 0, &fit, places), PFM_ERR_INVAL);
	CHECK_SAME(pfm_fit(NULL, 1, 0, &fit, places), PFM_ERR_INVAL);
	event.idx = two_codes_id;
	event.count = 4;
	CHECK_SAME(pfm_fit(&event, 1, 0, &fit, places), PFM_ERR_INVAL);
	event.count = 1;
	event.size--;
	CHECK_SAME(pfm_fit(&event, 1, 0, &fit, places), PFM_ERR_INVAL);
	fit.size--;
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_INVAL);
	fit.size++;
	places[0].size = 1;
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_INVAL);
	places[0].size = sizeof places[0];
	pfm_terminate();
	CHECK_SAME(pfm_fit_strings(good, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, places), PFM_ERR_NOINIT);
}

int main(void)
{
	test_cases();
	test_no_places();
	test_places();
	test_makers_groups();
	test_s390();
	test_machine();
	test_watchdog_of_arm();
	test_groups();
	test_codes();
	test_power_codes();
	test_arguments();
	return check_summary("fit");
}
