/* The library's interface: life cycle and environment. */
#define _GNU_SOURCE
#include "api.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

/* ---- life cycle ---- */

/* What every call says before initialization, after termination, and after a failed initialization. */
static void check_strerror(void)
{
	static const char *const texts[] = { "success",
					     "not supported",
					     "invalid parameters",
					     "pfmlib not initialized",
					     "event not found",
					     "invalid combination of model specific features",
					     "invalid or missing unit mask",
					     "out of memory",
					     "invalid event attribute",
					     "invalid event attribute value",
					     "attribute value already set",
					     "too many parameters",
					     "parameter is too small" };
	static const int odd[] = { 1, 2, 12, 255, -13, -14, -100, INT_MIN, INT_MIN + 1, INT_MAX };

	for (size_t i = 0; i < COUNT(texts); i++)
		CHECK_TEXT(pfm_strerror(-(int)i), texts[i]);
	for (size_t i = 0; i < COUNT(odd); i++)
		CHECK_TEXT(pfm_strerror(odd[i]), "unknown error code");
	CHECK_SAME(pfm_get_version(), 262144);
}

void check_not_initialized(void)
{
	pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_event_facts_t facts = { .size = sizeof facts };
	pfm_code_t code = { .size = sizeof code, .count = 1 };
	pfm_decoded_t decoded = { .size = sizeof decoded };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_perf_encode_arg_t perf = { .size = sizeof perf };
	uint64_t *codes = NULL;
	int count = 0;

	CHECK_SAME(pfm_get_pmu_info((pfm_pmu_t)-1, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_PERF_EVENT, &pmu), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_find_event(NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_find_event("perf::cycles"), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_event_info(-1, (pfm_os_t)-1, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_event_attr_info(-1, -1, (pfm_os_t)-1, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_event_next(-1), -1);
	CHECK_SAME(pfm_get_event_next(cycles_id), -1);
	CHECK_SAME(pfm_get_os_event_encoding(NULL, -1, (pfm_os_t)-1, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(error_of("perf::cycles"), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_event_encoding(NULL, -1, NULL, NULL, NULL, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_encoding("perf::cycles", DFL, NULL, NULL, &codes, &count), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_perf_event_encoding(NULL, -1, NULL, NULL, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_pmu_validate(PFM_PMU_PERF_EVENT, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_pmu_validate(PFM_PMU_PERF_EVENT, stdout), PFM_ERR_INVAL);
	CHECK_SAME(pfm_diagnose("perf::cycles", DFL, PFM_OS_NONE, &diagnosis), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_PERF_EVENT, &details), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT, &perf), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_event_facts(cycles_id, PFM_NO_UMASK, &facts), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_decode(PFM_PMU_PERF_EVENT, &code, &decoded, 1), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_perf_event("cycles", 0, NULL, 0, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_perf_event(NULL, -1, NULL, -1, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_write_perf_event(NULL, ~0U, NULL, 0), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_event_device("perf::cycles", decoded.string, sizeof decoded.string), PFM_ERR_NOINIT);
	check_strerror();
}

static void check_life_cycle(void)
{
	CHECK_SAME(start(HOST), 0);
	CHECK_TEXT(active(), "ix86arch perf perf_raw icl");
	setenv("LIBPFM_FORCE_PMU", "skl", 1);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK_TEXT(active(), "ix86arch perf perf_raw icl");
	CHECK_SAME(error_of("skl::INST_RETIRED"), PFM_ERR_NOTFOUND);
	pfm_terminate();
	CHECK_SAME(pfm_initialize(), 0);
	CHECK_TEXT(active(), "skl");
	CHECK(!error_of("skl::INST_RETIRED"));
	CHECK(!error_of("INST_RETIRED"));
	CHECK_SAME(state(PFM_PMU_INTEL_ICL), PFM_ERR_NOTSUPP);
	CHECK_SAME(state(PFM_PMU_PERF_EVENT), PFM_ERR_NOTSUPP);
	CHECK_SAME(state(PFM_PMU_INTEL_SNB), 0);
	CHECK_SAME(error_of("perf::cycles"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("icl::INST_RETIRED:ANY_P"), PFM_ERR_NOTFOUND);
	pfm_terminate();
	pfm_terminate();
	unsetenv("LIBPFM_FORCE_PMU");
	setenv("LIBPFM_DISABLED_PMUS", "icl", 1);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK_SAME(state(PFM_PMU_INTEL_ICL), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_of("icl::INST_RETIRED:ANY_P"), PFM_ERR_NOTFOUND);
	pfm_terminate();
	unsetenv("LIBPFM_DISABLED_PMUS");
	CHECK_SAME(pfm_initialize(), 0);
	CHECK_SAME(state(PFM_PMU_INTEL_ICL), 1);
	CHECK(!error_of("icl::INST_RETIRED:ANY_P"));
	pfm_terminate();
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!error_of("icl::INST_RETIRED:ANY_P"));
	CHECK(!error_of("skl::INST_RETIRED"));
	pfm_terminate();
	unsetenv("LIBPFM_ENCODE_INACTIVE");
	CHECK_SAME(pfm_initialize(), 0);
	CHECK_SAME(error_of("skl::INST_RETIRED"), PFM_ERR_NOTFOUND);
	CHECK(!error_of("icl::INST_RETIRED:ANY_P"));
	pfm_terminate();
	check_not_initialized();
}

/* What was found out about one machine must not be there on the next. */
static void check_another_machine(void)
{
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/everything LIBPFM_CPUID=GenuineIntel-6-63-1"), 0);
	CHECK_SAME(encode("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, 1181);
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-63-1"), 0);
	CHECK_SAME(state(PFM_PMU_INTEL_HSWEP_UNC_HA0), 0);
	CHECK_SAME(state(PFM_PMU_INTEL_HSW_EP), 1);
	CHECK(!start("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_CPUID=AuthenticAMD-25-17-0") &&
		!strcmp(active(), "amd64_rapl amd64_fam19h_zen4 amd64_fam19h_zen4_l3 amd64_fam19h_zen4_df amd64_umc "
				  "amd64_ibs_fetch amd64_ibs_op amd64_iommu amd64_rapl_core"));
	CHECK_SAME(error_perf("amd64_fam19h_zen4::RETIRED_INSTRUCTIONS"), PFM_ERR_NOTSUPP);
	/* PMU perf takes the levels of the core PMU, and forgets them again */
	CHECK_SAME(start(HOST), 0);
	CHECK_SAME(error_perf("perf::cycles:h"), PFM_ERR_ATTR);
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_FORCE_PMU=perf"), 0);
	CHECK(!error_perf("perf::cycles:h"));
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=POWER-0x3f"), 0);
	CHECK_SAME(error_perf("perf::cycles:u"), PFM_ERR_ATTR);
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=POWER-0x4e"), 0);
	CHECK(!error_perf("perf::cycles:h"));
}

/* ---- environment ---- */

static void say_something(void)
{
	encode("perf::cycles", PFM_OS_PERF_EVENT_EXT);
	encode("icl::INST_RETIRED:ANY_P", PFM_OS_NONE);
	encode("perf::nonsense", PFM_OS_NONE);
}

/* What is written to standard output (1) or error (2) while the library starts and encodes. */
static const char *output_of(int number, const char *variable, const char *value, const char *other)
{
	static char text[65536];
	int files[3], kept[3];
	char name[600];
	ssize_t length;

	start(HOST);
	pfm_terminate();
	setenv(variable, value, 1);
	if (other)
		setenv(other, "", 1);
	fflush(NULL);
	for (int i = 1; i <= 2; i++) {
		snprintf(name, sizeof name, "%s/output%d", top, i);
		files[i] = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
		kept[i] = dup(i);
		dup2(files[i], i);
	}
	pfm_initialize();
	say_something();
	fflush(NULL);
	length = pread(files[number], text, sizeof text - 1, 0);
	for (int i = 1; i <= 2; i++) {
		dup2(kept[i], i);
		close(kept[i]);
		close(files[i]);
	}
	text[length < 0 ? 0 : length] = '\0';
	unsetenv(variable);
	if (other)
		unsetenv(other);
	return text;
}

static void check_messages(void)
{
	static const char *const on[] = { "1", "2", "9", "10", "1x", "3 " },
				 *const off[] = { "0", "01", "x", "-1", "+1", " 1", "" };
	static const char line[] =
		"PERF[type=0 config=0x0 config1=0x0 excl=0 excl_user=0 excl_kernel=0 excl_hv=0 excl_host=0 excl_guest=1 period=0 freq=0 precise=0 "
		"pinned=0] perf::cycles\n";

	for (size_t i = 0; i < COUNT(on); i++) {
		GOOD(strstr(output_of(2, "LIBPFM_VERBOSE", on[i], NULL), line), on[i]);
		GOOD(*output_of(2, "LIBPFM_DEBUG", on[i], NULL), on[i]);
	}
	for (size_t i = 0; i < COUNT(off); i++) {
		GOOD(!*output_of(2, "LIBPFM_VERBOSE", off[i], NULL), off[i]);
		GOOD(!*output_of(2, "LIBPFM_DEBUG", off[i], NULL), off[i]);
	}
	CHECK(strstr(output_of(1, "LIBPFM_VERBOSE", "1", "LIBPFM_DEBUG_STDOUT"), line));
	CHECK(!*output_of(2, "LIBPFM_VERBOSE", "1", "LIBPFM_DEBUG_STDOUT"));
	CHECK(!*output_of(1, "LIBPFM_VERBOSE", "1", NULL));
	CHECK(*output_of(1, "LIBPFM_DEBUG", "1", "LIBPFM_DEBUG_STDOUT"));
	CHECK(!*output_of(2, "LIBPFM_DEBUG", "1", "LIBPFM_DEBUG_STDOUT"));
	/* and a variable that is gone has no effect any more */
	CHECK(!*output_of(2, "LIBPFM_NOTHING", "1", NULL));
	CHECK(!*output_of(1, "LIBPFM_NOTHING", "1", NULL));
}

static void check_encode_inactive(void)
{
	static const char *const on[] = { "1", "2", "9", "10", "1x" },
				 *const off[] = { "0", "01", "x", "-1", " 1", "" };

	for (size_t i = 0; i < COUNT(on); i++) {
		CHECK(!start_with(HOST, "LIBPFM_ENCODE_INACTIVE", on[i]));
		GOOD(!error_of("skl::INST_RETIRED") && !error_of("arm_n1::CPU_CYCLES") &&
				error_of("PM_CYC") == PFM_ERR_NOTFOUND &&
				!strcmp(active(), "ix86arch perf perf_raw icl"),
			on[i]);
	}
	for (size_t i = 0; i < COUNT(off); i++) {
		CHECK(!start_with(HOST, "LIBPFM_ENCODE_INACTIVE", off[i]));
		GOOD(error_of("skl::INST_RETIRED") == PFM_ERR_NOTFOUND && !error_of("icl::INST_RETIRED:ANY_P"), off[i]);
	}
}

static void check_force(void)
{
	static const struct {
		const char *value, *active;
	} rows[] = {
		{ "skl", "skl" },
		{ "SKL", "skl" },
		{ "sk", "skl" },
		{ "skl,6,94", "skl" },
		{ "s", "snb" },
		{ "", "pii" },
		{ ",", "pii" },
		{ ",skl", "pii" },
		{ "amd64,16,2,1", "amd64_k7" },
		{ "amd64_fam15h", "amd64_fam15h_interlagos" },
		{ "amd64_fam19h_zen3", "amd64_fam19h_zen3" },
		{ "amd64_fam17h", "amd64_fam17h" },
		{ "perf", "perf" },
		{ "perf_", "perf_raw" },
		{ "nope", "" },
		{ " skl", "" },
		{ "skl ", "" },
		{ "snb_unc", "" },
		{ "snb_unc_cbo0", "" },
		{ "skx_unc_cha", "" },
		{ "snbep_unc_pcu", "snbep_unc_pcu" },
		{ "sklx", "" },
		{ "core", "core" },
		{ "CORE,skl", "core" },
		{ "cor", "coreduo" },
		{ "netburst_p", "netburst_p" },
		{ "netburst", "netburst" },
		{ "wsm_d", "wsm_dp" },
		{ "power", "power4" },
		{ "power1", "power10" },
		{ "power5", "power5" },
		{ "ppc970", "ppc970" },
		{ "powerpc_nest", "powerpc_nest_mcs_read" },
		{ "cpum", "cpum_cf" },
		{ "arm_1", "arm_1176" },
		{ "arm_x", "arm_x4" },
		{ "arm_ac7", "arm_ac7" },
		{ "hisi_sccl1_l3c1", "hisi_sccl1_l3c10" },
		{ "mips", "mips_74k" },
		{ "ultra", "ultra12" },
		{ "ultra3", "ultra3" },
		{ "ultra4", "ultra4p" },
		{ "niagara", "niagara1" },
		{ "ultra3+", "" },
		{ "ix86arch", "ix86arch" },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		CHECK(!start_with(HOST, "LIBPFM_FORCE_PMU", rows[i].value));
		if (!GOOD(!strcmp(active(), rows[i].active), rows[i].value))
			printf("  got %s\n", active());
	}
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/two-cha LIBPFM_FORCE_PMU=skx_unc_cha"), 0);
	CHECK_TEXT(active(), "skx_unc_cha0");
	CHECK_SAME(start(HOST "LIBPFM_FORCE_PMU=skl LIBPFM_ENCODE_INACTIVE=1"), 0);
	CHECK(!error_of("snb::INST_RETIRED"));
	CHECK_SAME(error_of("icl::INST_RETIRED:ANY_P"), PFM_ERR_NOTFOUND);
	CHECK_SAME(state(PFM_PMU_INTEL_SNB), 0);
	CHECK_SAME(state(PFM_PMU_INTEL_ICL), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_of("perf::cycles"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("r12"), PFM_ERR_NOTFOUND);
	CHECK_SAME(start(HOST "LIBPFM_FORCE_PMU=amd64_fam17h"), 0);
	CHECK_SAME(error_of("RETIRED_INSTRUCTIONS"), PFM_ERR_NOTFOUND);
	CHECK_SAME(encode("amd64_fam17h::RETIRED_INSTRUCTIONS", PFM_OS_NONE).codes[0], 0x5300c0);
}

static void check_disabled(void)
{
	static const struct {
		const char *value, *active;
	} rows[] = {
		{ "perf", "ix86arch icl" },
		{ "perf_raw", "ix86arch perf icl" },
		{ "c", "perf perf_raw" },
		{ "PERF", "ix86arch perf perf_raw icl" },
		{ " icl", "ix86arch perf perf_raw icl" },
		{ "icl ", "ix86arch perf perf_raw icl" },
		{ "", "ix86arch perf perf_raw icl" },
		{ ",,,", "ix86arch perf perf_raw icl" },
		{ ",,icl,", "ix86arch perf perf_raw" },
		{ "skl,icl", "ix86arch perf perf_raw" },
		{ "icl,perf", "ix86arch" },
		{ "e", "ix86arch icl" },
		{ "erf_r", "ix86arch perf icl" },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		CHECK(!start_with(HOST, "LIBPFM_DISABLED_PMUS", rows[i].value));
		if (!GOOD(!strcmp(active(), rows[i].active), rows[i].value))
			printf("  got %s\n", active());
	}
	CHECK_SAME(start(ALL "LIBPFM_DISABLED_PMUS=skl"), 0);
	CHECK_SAME(error_of("skl::INST_RETIRED"), PFM_ERR_NOTFOUND);
	CHECK_SAME(state(PFM_PMU_INTEL_SKL), PFM_ERR_NOTSUPP);
	CHECK(!error_of("snb::INST_RETIRED"));
	CHECK_SAME(pfm_get_event_info(skl_inst_id, PFM_OS_NONE, &(pfm_event_info_t){ .size = 0 }), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_next(skl_inst_id), -1);
	CHECK_SAME(start(ALL "LIBPFM_DISABLED_PMUS=c"), 0);
	CHECK_SAME(state(PFM_PMU_INTEL_CORE), PFM_ERR_NOTSUPP);
	CHECK_SAME(state(PFM_PMU_ARM_CORTEX_A53), PFM_ERR_NOTSUPP);
	CHECK_SAME(state(PFM_PMU_INTEL_SKL), 0);
	CHECK_SAME(start(HOST "LIBPFM_FORCE_PMU=skl LIBPFM_DISABLED_PMUS=skl"), 0);
	CHECK(!*active());
	CHECK_SAME(start(HOST "LIBPFM_DISABLE_PMUS=icl"), 0);
	CHECK_TEXT(active(), "ix86arch perf perf_raw icl");
	unsetenv("LIBPFM_DISABLE_PMUS");
}

void api_start(void)
{
	check_not_initialized();
	check_life_cycle();
	check_another_machine();
	check_messages();
	check_encode_inactive();
	check_force();
	check_disabled();
}
