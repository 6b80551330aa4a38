/*
 * The library's interface: life cycle, environment, identifiers, sizes of structures, which error comes first, what is
 * written where, files of sysfs and tracefs, threads, and <perfmon/pfmkit.h>. Event strings themselves are in examples/ and
 * golden.tsv. Expected values come from the specifications and from tests/peers/differences.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

enum { DFL = PFM_PLM0 | PFM_PLM3 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A Rocket Lake in a virtual machine: active are icl, perf and perf_raw. */
#define HOST "LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-167-1 "
#define ALL HOST "LIBPFM_ENCODE_INACTIVE=1 "

static const char any_two_codes[] = "skl::OFFCORE_RESPONSE_0"; /* 0x5301b7 0x18007 */
static const int two_codes_id = 419430486, skl_inst_id = 419430421, cycles_id = 51 << 21;

static int start(const char *words)
{
	unsetenv("LIBPFM_DEBUG_STDOUT");
	return start_library(words, pfm_initialize, pfm_terminate);
}

/* The same with one more variable, whose value may contain anything. */
static int start_with(const char *words, const char *name, const char *value)
{
	start(words);
	pfm_terminate();
	setenv(name, value, 1);
	return pfm_initialize();
}

/* ---- short forms of the calls ---- */

struct encoded {
	int error, idx, count, cpu;
	uint64_t codes[4];
	struct perf_event_attr attr;
	char fstr[1024];
};

static struct encoded encode_plm(const char *event, int plm, pfm_os_t os)
{
	struct encoded got = { .cpu = -7, .attr = { .size = sizeof got.attr } };
	char *fstr = NULL;
	pfm_pmu_encode_arg_t raw = { .codes = got.codes, .count = 4, .fstr = &fstr, .size = sizeof raw };
	pfm_perf_encode_arg_t perf = { .attr = &got.attr, .fstr = &fstr, .size = sizeof perf };

	got.error = pfm_get_os_event_encoding(event, plm, os, os == PFM_OS_NONE ? (void *)&raw : (void *)&perf);
	got.idx = os == PFM_OS_NONE ? raw.idx : perf.idx;
	got.count = raw.count;
	got.cpu = perf.cpu;
	snprintf(got.fstr, sizeof got.fstr, "%s", fstr ? fstr : "");
	free(fstr);
	return got;
}

static struct encoded encode(const char *event, pfm_os_t os)
{
	return encode_plm(event, DFL, os);
}

static int error_of(const char *event)
{
	return encode(event, PFM_OS_NONE).error;
}

static int error_perf(const char *event)
{
	return encode(event, PFM_OS_PERF_EVENT_EXT).error;
}

/* 1: active, 0: known, negative: an error. */
static int state(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int error = pfm_get_pmu_info(pmu, &info);

	return error ? error : info.is_present;
}

static int events_of(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return pfm_get_pmu_info(pmu, &info) ? -1 : info.nevents;
}

/* The names of all active PMUs, with blanks between. */
static const char *active(void)
{
	static char text[4096];
	size_t length = 0;
	pfm_pmu_t pmu;

	*text = '\0';
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t info = { .size = sizeof info };

		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present)
			length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? " " : "", info.name);
	}
	return text;
}

static bool good(bool right, const char *what, int line)
{
	if (!check(right, "as specified", __FILE__, line))
		printf("  %s\n", what);
	return right;
}
#define GOOD(condition, what) good(condition, what, __LINE__)

/* ---- machines made here ---- */

static char top[512];

static void put(const char *path, const char *text)
{
	char full[1024];
	FILE *file;

	snprintf(full, sizeof full, "%s%s", top, path);
	for (char *slash = full + strlen(top) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(full, 0777);
	}
	file = fopen(full, "w");
	if (!file || fputs(text, file) < 0 || fclose(file))
		printf("cannot write %s\n", full);
}

static void put_pmu(const char *name, const char *type)
{
	char path[512];

	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms", name);
	put(path, "4\n");
	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/type", name);
	if (type)
		put(path, type);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	return where->level ? remove(path) : 0;
}

static void new_machine(void)
{
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	put("/proc/sys/kernel/perf_event_paranoid", "2\n");
	put_pmu("software", "1\n");
}

static int start_top(const char *more)
{
	char words[2048];

	snprintf(words, sizeof words, "LIBPFM_FSROOT=%s LIBPFM_CPUID=GenuineIntel-6-167-1 %s", top, more);
	return start(words);
}

/* ---- constants and layout ---- */

static void check_constants(void)
{
	CHECK(LIBPFM_VERSION == 0x40000 && PFM_MAJ_VERSION(0x40007) == 4 && PFM_MIN_VERSION(0x40007) == 7 && LIBPFM_ABI_VERSION == 0);
	CHECK(PFM_PLM0 == 1 && PFM_PLM1 == 2 && PFM_PLM2 == 4 && PFM_PLM3 == 8 && PFM_PLMH == 16);
	CHECK(PFM_PMU_TYPE_UNKNOWN == 0 && PFM_PMU_TYPE_CORE == 1 && PFM_PMU_TYPE_UNCORE == 2 && PFM_PMU_TYPE_OS_GENERIC == 3 &&
	      PFM_PMU_TYPE_MAX == 4);
	CHECK(PFM_ATTR_NONE == 0 && PFM_ATTR_UMASK == 1 && PFM_ATTR_MOD_BOOL == 2 && PFM_ATTR_MOD_INTEGER == 3 && PFM_ATTR_RAW_UMASK == 4 &&
	      PFM_ATTR_MAX == 5);
	CHECK(PFM_DTYPE_UNKNOWN == 0 && PFM_DTYPE_UINT64 == 1 && PFM_DTYPE_INT64 == 2 && PFM_DTYPE_DOUBLE == 3 && PFM_DTYPE_FIXED == 4 &&
	      PFM_DTYPE_RATIO == 5 && PFM_DTYPE_CHAR8 == 6 && PFM_DTYPE_MAX == 7);
	CHECK(PFM_ATTR_CTRL_UNKNOWN == 0 && PFM_ATTR_CTRL_PMU == 1 && PFM_ATTR_CTRL_PERF_EVENT == 2 && PFM_ATTR_CTRL_MAX == 3);
	CHECK(PFM_OS_NONE == 0 && PFM_OS_PERF_EVENT == 1 && PFM_OS_PERF_EVENT_EXT == 2 && PFM_OS_MAX == 3);
	CHECK(PFM_EVENT_INFO_SPEC_NA == 0 && PFM_EVENT_INFO_SPEC_TRUE == 1 && PFM_EVENT_INFO_SPEC_FALSE == 2);
	CHECK((pfm_os_t)-1 > PFM_OS_MAX && (pfm_pmu_t)-1 > PFM_PMU_MAX);
	CHECK(PFM_SUCCESS == 0 && PFM_ERR_NOTSUPP == -1 && PFM_ERR_INVAL == -2 && PFM_ERR_NOINIT == -3 && PFM_ERR_NOTFOUND == -4 &&
	      PFM_ERR_FEATCOMB == -5 && PFM_ERR_UMASK == -6 && PFM_ERR_NOMEM == -7 && PFM_ERR_ATTR == -8 && PFM_ERR_ATTR_VAL == -9 &&
	      PFM_ERR_ATTR_SET == -10 && PFM_ERR_TOOMANY == -11 && PFM_ERR_TOOSMALL == -12);
	CHECK(PERF_ATTR_SIZE_VER0 == 64 && PERF_ATTR_SIZE_VER5 == 112 && sizeof(struct perf_event_attr) >= PERF_ATTR_SIZE_VER5);
	CHECK(PERF_SAMPLE_BRANCH_CALL == 0x2000);
}

#define AT(type, member, offset) CHECK(offsetof(type, member) == (offset))

static void check_layout(void)
{
#if __WORDSIZE == 64
	CHECK(PFM_PMU_INFO_ABI0 == 56 && PFM_EVENT_INFO_ABI0 == 64 && PFM_ATTR_INFO_ABI0 == 64 && PFM_RAW_ENCODE_ABI0 == 32 &&
	      PFM_PERF_ENCODE_ABI0 == 40);
	AT(pfm_pmu_info_t, desc, 8);
	AT(pfm_pmu_info_t, size, 16);
	AT(pfm_pmu_info_t, pmu, 24);
	AT(pfm_pmu_info_t, type, 28);
	AT(pfm_pmu_info_t, nevents, 32);
	AT(pfm_pmu_info_t, first_event, 36);
	AT(pfm_pmu_info_t, max_encoding, 40);
	AT(pfm_pmu_info_t, num_cntrs, 44);
	AT(pfm_pmu_info_t, num_fixed_cntrs, 48);
	AT(pfm_event_info_t, desc, 8);
	AT(pfm_event_info_t, equiv, 16);
	AT(pfm_event_info_t, size, 24);
	AT(pfm_event_info_t, code, 32);
	AT(pfm_event_info_t, pmu, 40);
	AT(pfm_event_info_t, dtype, 44);
	AT(pfm_event_info_t, idx, 48);
	AT(pfm_event_info_t, nattrs, 52);
	AT(pfm_event_info_t, reserved, 56);
	AT(pfm_event_attr_info_t, equiv, 16);
	AT(pfm_event_attr_info_t, size, 24);
	AT(pfm_event_attr_info_t, code, 32);
	AT(pfm_event_attr_info_t, type, 40);
	AT(pfm_event_attr_info_t, idx, 44);
	AT(pfm_event_attr_info_t, ctrl, 48);
	AT(pfm_event_attr_info_t, dfl_val64, 56);
	AT(pfm_pmu_encode_arg_t, fstr, 8);
	AT(pfm_pmu_encode_arg_t, size, 16);
	AT(pfm_pmu_encode_arg_t, count, 24);
	AT(pfm_pmu_encode_arg_t, idx, 28);
	AT(pfm_perf_encode_arg_t, fstr, 8);
	AT(pfm_perf_encode_arg_t, size, 16);
	AT(pfm_perf_encode_arg_t, idx, 24);
	AT(pfm_perf_encode_arg_t, cpu, 28);
	AT(pfm_perf_encode_arg_t, flags, 32);
	AT(pfm_perf_encode_arg_t, pad0, 36);
#endif
	CHECK(sizeof(pfm_pmu_info_t) == PFM_PMU_INFO_ABI0 && sizeof(pfm_event_info_t) == PFM_EVENT_INFO_ABI0 &&
	      sizeof(pfm_event_attr_info_t) == PFM_ATTR_INFO_ABI0 && sizeof(pfm_pmu_encode_arg_t) == PFM_RAW_ENCODE_ABI0 &&
	      sizeof(pfm_perf_encode_arg_t) == PFM_PERF_ENCODE_ABI0);
	AT(struct perf_event_attr, size, 4);
	AT(struct perf_event_attr, config, 8);
	AT(struct perf_event_attr, sample_period, 16);
	AT(struct perf_event_attr, config1, 56);
	AT(struct perf_event_attr, config2, 64);
}

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
		CHECK(!strcmp(pfm_strerror(-(int)i), texts[i]));
	for (size_t i = 0; i < COUNT(odd); i++)
		CHECK(!strcmp(pfm_strerror(odd[i]), "unknown error code"));
	CHECK(pfm_get_version() == 262144);
}

/* ---- life cycle ---- */

/* What every call says before initialization, after termination, and after a failed initialization. */
static void check_not_initialized(void)
{
	pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_code_t code = { .size = sizeof code, .count = 1 };
	pfm_decoded_t decoded = { .size = sizeof decoded };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_perf_encode_arg_t perf = { .size = sizeof perf };
	uint64_t *codes = NULL;
	int count = 0;

	CHECK(pfm_get_pmu_info((pfm_pmu_t)-1, NULL) == PFM_ERR_NOINIT && pfm_get_pmu_info(PFM_PMU_PERF_EVENT, &pmu) == PFM_ERR_NOINIT);
	CHECK(pfm_find_event(NULL) == PFM_ERR_NOINIT && pfm_find_event("perf::cycles") == PFM_ERR_NOINIT);
	CHECK(pfm_get_event_info(-1, (pfm_os_t)-1, NULL) == PFM_ERR_NOINIT && pfm_get_event_attr_info(-1, -1, (pfm_os_t)-1, NULL) == PFM_ERR_NOINIT);
	CHECK(pfm_get_event_next(-1) == -1 && pfm_get_event_next(cycles_id) == -1);
	CHECK(pfm_get_os_event_encoding(NULL, -1, (pfm_os_t)-1, NULL) == PFM_ERR_NOINIT && error_of("perf::cycles") == PFM_ERR_NOINIT);
	CHECK(pfm_get_event_encoding(NULL, -1, NULL, NULL, NULL, NULL) == PFM_ERR_INVAL);
	CHECK(pfm_get_event_encoding("perf::cycles", DFL, NULL, NULL, &codes, &count) == PFM_ERR_NOINIT);
	CHECK(pfm_get_perf_event_encoding(NULL, -1, NULL, NULL, NULL) == PFM_ERR_NOINIT);
	CHECK(pfm_pmu_validate(PFM_PMU_PERF_EVENT, NULL) == PFM_ERR_INVAL && pfm_pmu_validate(PFM_PMU_PERF_EVENT, stdout) == PFM_ERR_INVAL);
	CHECK(pfm_diagnose("perf::cycles", DFL, PFM_OS_NONE, &diagnosis) == PFM_ERR_NOINIT &&
	      pfm_get_pmu_details(PFM_PMU_PERF_EVENT, &details) == PFM_ERR_NOINIT);
	CHECK(pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT, &perf) == PFM_ERR_NOINIT);
	CHECK(pfm_decode(PFM_PMU_PERF_EVENT, &code, &decoded, 1) == PFM_ERR_NOINIT);
	check_strerror();
}

static void check_life_cycle(void)
{
	CHECK(!start(HOST) && !strcmp(active(), "perf perf_raw icl"));
	setenv("LIBPFM_FORCE_PMU", "skl", 1);
	CHECK(!pfm_initialize() && !strcmp(active(), "perf perf_raw icl") && error_of("skl::INST_RETIRED") == PFM_ERR_NOTFOUND);
	pfm_terminate();
	CHECK(!pfm_initialize() && !strcmp(active(), "skl") && !error_of("skl::INST_RETIRED") && !error_of("INST_RETIRED"));
	CHECK(state(PFM_PMU_INTEL_ICL) == PFM_ERR_NOTSUPP && state(PFM_PMU_PERF_EVENT) == PFM_ERR_NOTSUPP && state(PFM_PMU_INTEL_SNB) == 0);
	CHECK(error_of("perf::cycles") == PFM_ERR_NOTFOUND && error_of("icl::INST_RETIRED:ANY_P") == PFM_ERR_NOTFOUND);
	pfm_terminate();
	pfm_terminate();
	unsetenv("LIBPFM_FORCE_PMU");
	setenv("LIBPFM_DISABLED_PMUS", "icl", 1);
	CHECK(!pfm_initialize() && state(PFM_PMU_INTEL_ICL) == PFM_ERR_NOTSUPP && error_of("icl::INST_RETIRED:ANY_P") == PFM_ERR_NOTFOUND);
	pfm_terminate();
	unsetenv("LIBPFM_DISABLED_PMUS");
	CHECK(!pfm_initialize() && state(PFM_PMU_INTEL_ICL) == 1 && !error_of("icl::INST_RETIRED:ANY_P"));
	pfm_terminate();
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	CHECK(!pfm_initialize() && !error_of("icl::INST_RETIRED:ANY_P") && !error_of("skl::INST_RETIRED"));
	pfm_terminate();
	unsetenv("LIBPFM_ENCODE_INACTIVE");
	CHECK(!pfm_initialize() && error_of("skl::INST_RETIRED") == PFM_ERR_NOTFOUND && !error_of("icl::INST_RETIRED:ANY_P"));
	pfm_terminate();
	check_not_initialized();
}

/* What was found out about one machine must not be there on the next. */
static void check_another_machine(void)
{
	CHECK(!start("LIBPFM_FSROOT=ROOT/everything LIBPFM_CPUID=GenuineIntel-6-63-1") &&
	      encode("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == 1181);
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-63-1") && state(PFM_PMU_INTEL_HSWEP_UNC_HA0) == 0 &&
	      state(PFM_PMU_INTEL_HSW_EP) == 1);
	CHECK(!start("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_CPUID=AuthenticAMD-25-17-0") && !strcmp(active(), "amd64_rapl amd64_fam19h_zen4"));
	CHECK(error_perf("amd64_fam19h_zen4::RETIRED_INSTRUCTIONS") == PFM_ERR_NOTSUPP);
	/* PMU perf takes the levels of the core PMU, and forgets them again */
	CHECK(!start(HOST) && error_perf("perf::cycles:h") == PFM_ERR_ATTR);
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_FORCE_PMU=perf") && !error_perf("perf::cycles:h"));
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=POWER-0x3f") && error_perf("perf::cycles:u") == PFM_ERR_ATTR);
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=POWER-0x4e") && !error_perf("perf::cycles:h"));
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
	static const char *const on[] = { "1", "2", "9", "10", "1x", "3 " }, *const off[] = { "0", "01", "x", "-1", "+1", " 1", "" };
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
	CHECK(!*output_of(2, "LIBPFM_VERBOSE", "1", "LIBPFM_DEBUG_STDOUT") && !*output_of(1, "LIBPFM_VERBOSE", "1", NULL));
	CHECK(*output_of(1, "LIBPFM_DEBUG", "1", "LIBPFM_DEBUG_STDOUT") && !*output_of(2, "LIBPFM_DEBUG", "1", "LIBPFM_DEBUG_STDOUT"));
	/* and a variable that is gone has no effect any more */
	CHECK(!*output_of(2, "LIBPFM_NOTHING", "1", NULL) && !*output_of(1, "LIBPFM_NOTHING", "1", NULL));
}

static void check_encode_inactive(void)
{
	static const char *const on[] = { "1", "2", "9", "10", "1x" }, *const off[] = { "0", "01", "x", "-1", " 1", "" };

	for (size_t i = 0; i < COUNT(on); i++) {
		CHECK(!start_with(HOST, "LIBPFM_ENCODE_INACTIVE", on[i]));
		GOOD(!error_of("skl::INST_RETIRED") && !error_of("arm_n1::CPU_CYCLES") && error_of("PM_CYC") == PFM_ERR_NOTFOUND &&
			     !strcmp(active(), "perf perf_raw icl"),
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
		{ "core", "coreduo" },
		{ "netburst_p", "netburst_p" },
		{ "netburst", "netburst" },
		{ "wsm_d", "wsm_dp" },
		{ "power", "power4" },
		{ "power1", "power10" },
		{ "power5", "power5" },
		{ "ppc970", "ppc970" },
		{ "powerpc_nest", "powerpc_nest_mcs_read" },
		{ "cpum", "cpum_cf" },
		{ "arm_ac5", "arm_ac57" },
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
	CHECK(!start("LIBPFM_FSROOT=ROOT/two-cha LIBPFM_FORCE_PMU=skx_unc_cha") && !strcmp(active(), "skx_unc_cha0"));
	CHECK(!start(HOST "LIBPFM_FORCE_PMU=skl LIBPFM_ENCODE_INACTIVE=1") && !error_of("snb::INST_RETIRED") &&
	      error_of("icl::INST_RETIRED:ANY_P") == PFM_ERR_NOTFOUND);
	CHECK(state(PFM_PMU_INTEL_SNB) == 0 && state(PFM_PMU_INTEL_ICL) == PFM_ERR_NOTSUPP && error_of("perf::cycles") == PFM_ERR_NOTFOUND &&
	      error_of("r12") == PFM_ERR_NOTFOUND);
	CHECK(!start(HOST "LIBPFM_FORCE_PMU=amd64_fam17h") && error_of("RETIRED_INSTRUCTIONS") == PFM_ERR_NOTFOUND);
	CHECK(encode("amd64_fam17h::RETIRED_INSTRUCTIONS", PFM_OS_NONE).codes[0] == 0x5300c0);
}

static void check_disabled(void)
{
	static const struct {
		const char *value, *active;
	} rows[] = {
		{ "perf", "icl" },
		{ "perf_raw", "perf icl" },
		{ "c", "perf perf_raw" },
		{ "PERF", "perf perf_raw icl" },
		{ " icl", "perf perf_raw icl" },
		{ "icl ", "perf perf_raw icl" },
		{ "", "perf perf_raw icl" },
		{ ",,,", "perf perf_raw icl" },
		{ ",,icl,", "perf perf_raw" },
		{ "skl,icl", "perf perf_raw" },
		{ "icl,perf", "" },
		{ "e", "icl" },
		{ "erf_r", "perf icl" },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		CHECK(!start_with(HOST, "LIBPFM_DISABLED_PMUS", rows[i].value));
		if (!GOOD(!strcmp(active(), rows[i].active), rows[i].value))
			printf("  got %s\n", active());
	}
	CHECK(!start(ALL "LIBPFM_DISABLED_PMUS=skl") && error_of("skl::INST_RETIRED") == PFM_ERR_NOTFOUND &&
	      state(PFM_PMU_INTEL_SKL) == PFM_ERR_NOTSUPP && !error_of("snb::INST_RETIRED"));
	CHECK(pfm_get_event_info(skl_inst_id, PFM_OS_NONE, &(pfm_event_info_t){ .size = 0 }) == PFM_ERR_INVAL &&
	      pfm_get_event_next(skl_inst_id) == -1);
	CHECK(!start(ALL "LIBPFM_DISABLED_PMUS=c") && state(PFM_PMU_INTEL_CORE) == PFM_ERR_NOTSUPP &&
	      state(PFM_PMU_ARM_CORTEX_A53) == PFM_ERR_NOTSUPP && state(PFM_PMU_INTEL_SKL) == 0);
	CHECK(!start(HOST "LIBPFM_FORCE_PMU=skl LIBPFM_DISABLED_PMUS=skl") && !*active());
	CHECK(!start(HOST "LIBPFM_DISABLE_PMUS=icl") && !strcmp(active(), "perf perf_raw icl"));
	unsetenv("LIBPFM_DISABLE_PMUS");
}

/* ---- identifiers ---- */

static void check_numbers(void)
{
	static const int without_pmu[] = { 0, 1, 2, 3, 4, 5, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 45, 266, 434 };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int known = 0;

	CHECK(!start(HOST));
	for (size_t i = 0; i < COUNT(without_pmu); i++)
		CHECK(pfm_get_pmu_info((pfm_pmu_t)without_pmu[i], &info) == PFM_ERR_NOTSUPP &&
		      pfm_pmu_validate((pfm_pmu_t)without_pmu[i], stdout) == PFM_ERR_INVAL);
	pfm_for_all_pmus(pmu) known += state((pfm_pmu_t)pmu) >= 0;
	CHECK(known == PFM_PMU_MAX - (int)COUNT(without_pmu) && PFM_PMU_MAX < 1024);
	CHECK(PFM_PMU_PERF_EVENT == 51 && PFM_PMU_PERF_EVENT_RAW == 114 && PFM_PMU_INTEL_SKL == 200 && PFM_PMU_INTEL_KNL_UNC_UBOX == 266 &&
	      PFM_PMU_INTEL_KNM_UNC_UBOX == 434 && PFM_PMU_S390X_CPUM_CF == 101 && PFM_PMU_POWER3 == 45 && PFM_PMU_CELL == 35 && PFM_PMU_AMD64 == 5 &&
	      PFM_PMU_ARM_CORTEX_A53 == 152);
	CHECK(pfm_get_pmu_info(PFM_PMU_PERF_EVENT, &info) == 0 && !strcmp(info.name, "perf") && !strcmp(info.desc, "perf_events generic PMU") &&
	      info.type == PFM_PMU_TYPE_OS_GENERIC && info.max_encoding == 1 && info.num_cntrs == 0 && info.nevents == 82 &&
	      info.first_event == cycles_id && info.pmu == 51 && !info.is_dfl && info.is_present && !info.reserved_bits);
	CHECK(pfm_get_pmu_info(PFM_PMU_PERF_EVENT_RAW, &info) == 0 && !strcmp(info.name, "perf_raw") && info.nevents == 1 &&
	      info.first_event == 239075328);
}

static bool event_is_sound(int idx, int pmu)
{
	pfm_event_info_t info;

	memset(&info, 0xff, sizeof info);
	info.size = 0;
	return idx >= 0 && idx >> 21 == pmu && !pfm_get_event_info(idx, PFM_OS_NONE, &info) && info.idx == idx && (int)info.pmu == pmu &&
	       info.dtype == PFM_DTYPE_UINT64 && info.name && *info.name && info.desc && info.size == sizeof info && !info.reserved &&
	       !info.reserved_bits && info.nattrs >= 0;
}

/* Events of one PMU: as many as it says, in order; whatever lies between is no event. */
static void check_iteration(int pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_event_info_t event = { .size = sizeof event };
	int visited = 0, valid = 0, last = -1;
	bool sound = true;

	if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info))
		return;
	for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx), visited++) {
		sound = sound && event_is_sound(idx, pmu) && idx > last;
		last = idx;
	}
	for (int row = 0; row < 2000; row++) {
		bool is_event = !pfm_get_event_info(pmu << 21 | row, PFM_OS_NONE, &event);

		valid += is_event;
		sound = sound && (is_event || pfm_get_event_next(pmu << 21 | row) == -1);
	}
	GOOD(sound && visited == info.nevents && valid == info.nevents && (info.nevents ? info.first_event == pmu << 21 : info.first_event == -1),
	     info.name);
}

static void check_identifiers(void)
{
	static const int bad[] = { -1,	      0,	 1,	    1 << 21,  51 << 21 | 0x1fffff, 51 << 21 | 82, 700 << 21, 1023 << 21,
				   266 << 21, 434 << 21, 101 << 21, 18 << 21, 200 << 21 | 88,	   INT_MIN,	  INT_MAX };
	pfm_event_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	CHECK(!start(HOST));
	pfm_for_all_pmus(pmu) check_iteration((int)pmu);
	for (size_t i = 0; i < COUNT(bad); i++)
		CHECK(pfm_get_event_info(bad[i], PFM_OS_NONE, &info) == PFM_ERR_INVAL && pfm_get_event_next(bad[i]) == -1 &&
		      pfm_get_event_attr_info(bad[i], 0, PFM_OS_NONE, &(pfm_event_attr_info_t){ .size = 0 }) == PFM_ERR_INVAL);
	CHECK(pfm_get_event_next(cycles_id) == 106954753 && pfm_get_event_next(51 << 21 | 81) == -1 && pfm_get_event_next(239075328) == -1);
	CHECK(!start(ALL));
	CHECK(pfm_find_event("skl::INST_RETIRED:c=9999") == skl_inst_id && pfm_find_event("perf::CYCLES") == cycles_id &&
	      pfm_find_event("power7::PM_CYC") == 0x640006a && pfm_find_event("r1c2") == 239075328);
	CHECK(!pfm_get_event_info(cycles_id + 1, PFM_OS_NONE, &info) && !strcmp(info.name, "CYCLES") &&
	      !strcmp(info.equiv, "PERF_COUNT_HW_CPU_CYCLES") && info.idx == cycles_id + 1);
}

/* Attribute lists: unit masks, the PMU's modifiers, those of perf_event; numbers without gaps. */
static bool attributes_are_sound(int idx, pfm_os_t os)
{
	pfm_event_info_t event = { .size = sizeof event };
	int stage = 0;

	if (pfm_get_event_info(idx, os, &event))
		return false;
	for (int i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t info;
		int now;

		memset(&info, 0xff, sizeof info);
		info.size = 0;
		if (pfm_get_event_attr_info(idx, i, os, &info) || info.idx != i || !info.name || !*info.name || !info.desc || info.dfl_val64 ||
		    info.reserved_bits || info.size != 64)
			return false;
		now = info.type == PFM_ATTR_UMASK ? 0 : info.ctrl == PFM_ATTR_CTRL_PMU ? 1 : 2;
		if (now < stage || info.type < PFM_ATTR_UMASK || info.type > PFM_ATTR_MOD_INTEGER ||
		    (now == 2 && (os == PFM_OS_NONE || info.ctrl != PFM_ATTR_CTRL_PERF_EVENT)) || (now == 0 && info.ctrl != PFM_ATTR_CTRL_PMU) ||
		    (now && (info.equiv || info.is_dfl || info.is_precise || info.is_speculative || info.support_hw_smpl || info.support_no_mods)))
			return false;
		stage = now;
	}
	return pfm_get_event_attr_info(idx, event.nattrs, os, &(pfm_event_attr_info_t){ .size = 0 }) == PFM_ERR_INVAL;
}

static void check_attributes(void)
{
	static const char *const os_names[] = { "u", "k", "h", "period", "freq", "precise", "excl", "mg", "mh", "cpu", "pinned", "hw_smpl" };
	static const int first_layer[] = { 0, 1, 2, 7, 8 };
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int largest = 0;

	CHECK(!start(HOST));
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t about = { .size = sizeof about };
		bool sound = true;

		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &about))
			continue;
		for (int idx = about.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			sound = sound && attributes_are_sound(idx, PFM_OS_NONE) && attributes_are_sound(idx, PFM_OS_PERF_EVENT) &&
				attributes_are_sound(idx, PFM_OS_PERF_EVENT_EXT);
			if (!pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event) && event.nattrs > largest)
				largest = event.nattrs;
		}
		GOOD(sound, about.name);
	}
	CHECK(largest == 172);
	CHECK(!pfm_get_event_info(239075328, PFM_OS_PERF_EVENT_EXT, &event) && event.nattrs == 12);
	for (int i = 0; i < 12; i++)
		CHECK(!pfm_get_event_attr_info(239075328, i, PFM_OS_PERF_EVENT_EXT, &info) && !strcmp(info.name, os_names[i]) &&
		      info.code == (uint64_t)i && info.ctrl == 2 &&
		      info.type == ((i >= 3 && i <= 5) || i == 9 ? PFM_ATTR_MOD_INTEGER : PFM_ATTR_MOD_BOOL));
	CHECK(!pfm_get_event_info(239075328, PFM_OS_PERF_EVENT, &event) && event.nattrs == 5);
	for (int i = 0; i < 5; i++)
		CHECK(!pfm_get_event_attr_info(239075328, i, PFM_OS_PERF_EVENT, &info) && info.code == (uint64_t)first_layer[i] && info.idx == i);
	CHECK(!pfm_get_event_info(239075328, PFM_OS_NONE, &event) && event.nattrs == 0 && !strcmp(event.name, "r0000") && event.code == 0);
}

/* ---- sizes of structures ---- */

/* The calls with a structure at buffer. */
static struct perf_event_attr size_attr;
static uint64_t size_codes[4];

static void set_up_raw(void *buffer)
{
	pfm_pmu_encode_arg_t *arg = buffer;

	arg->codes = size_codes;
	arg->count = 4;
}

static void set_up_perf(void *buffer)
{
	pfm_perf_encode_arg_t *arg = buffer;

	memset(&size_attr, 0, sizeof size_attr);
	arg->attr = &size_attr;
}

static int call_pmu(void *buffer)
{
	return pfm_get_pmu_info(PFM_PMU_PERF_EVENT, buffer);
}

static int call_event(void *buffer)
{
	return pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, buffer);
}

static int call_attribute(void *buffer)
{
	return pfm_get_event_attr_info(cycles_id, 1, PFM_OS_PERF_EVENT, buffer);
}

static int call_raw(void *buffer)
{
	return pfm_get_os_event_encoding("icl::INST_RETIRED:ANY_P", DFL, PFM_OS_NONE, buffer);
}

static int call_perf(void *buffer)
{
	return pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT, buffer);
}

static const struct sized {
	const char *name;
	size_t size, at;
	bool written_back;
	int (*call)(void *);
	void (*set_up)(void *);
} sized[] = {
	{ "pfm_pmu_info_t", sizeof(pfm_pmu_info_t), offsetof(pfm_pmu_info_t, size), true, call_pmu, NULL },
	{ "pfm_event_info_t", sizeof(pfm_event_info_t), offsetof(pfm_event_info_t, size), true, call_event, NULL },
	{ "pfm_event_attr_info_t", sizeof(pfm_event_attr_info_t), offsetof(pfm_event_attr_info_t, size), true, call_attribute, NULL },
	{ "pfm_pmu_encode_arg_t", sizeof(pfm_pmu_encode_arg_t), offsetof(pfm_pmu_encode_arg_t, size), false, call_raw, set_up_raw },
	{ "pfm_perf_encode_arg_t", sizeof(pfm_perf_encode_arg_t), offsetof(pfm_perf_encode_arg_t, size), false, call_perf, set_up_perf },
};

/* A call with the given size, where byte number bad beyond the structure is not zero. */
static void check_size(const struct sized *type, size_t size, size_t bad, int expected)
{
	union {
		char bytes[1024];
		uint64_t align;
	} buffer, before;
	size_t after;
	int error;

	memset(&buffer, 0, sizeof buffer);
	if (type->set_up)
		type->set_up(&buffer);
	memcpy(buffer.bytes + type->at, &size, sizeof size);
	if (bad)
		buffer.bytes[bad] = 1;
	before = buffer;
	error = type->call(&buffer);
	memcpy(&after, buffer.bytes + type->at, sizeof after);
	if (!GOOD(error == expected, type->name))
		printf("  size %zu, byte %zu: %d\n", size, bad, error);
	if (expected)
		GOOD(!memcmp(&before, &buffer, sizeof buffer), type->name);
	else
		GOOD(memcmp(&before, &buffer, type->size) &&
			     !memcmp(before.bytes + type->size, buffer.bytes + type->size, sizeof buffer - type->size) &&
			     after == (type->written_back ? type->size : size),
		     type->name);
}

static void check_sizes(void)
{
	CHECK(!start(HOST));
	for (size_t i = 0; i < COUNT(sized); i++) {
		const struct sized *type = &sized[i];

		check_size(type, 0, 0, PFM_SUCCESS);
		check_size(type, 0, type->size, PFM_SUCCESS);
		check_size(type, 1, 0, PFM_ERR_INVAL);
		check_size(type, type->size - 8, 0, PFM_ERR_INVAL);
		check_size(type, type->size - 1, 0, PFM_ERR_INVAL);
		check_size(type, type->size, 0, PFM_SUCCESS);
		check_size(type, type->size, type->size, PFM_SUCCESS);
		check_size(type, type->size + 1, 0, PFM_SUCCESS);
		check_size(type, type->size + 1, type->size, PFM_ERR_INVAL);
		check_size(type, type->size + 1, type->size + 1, PFM_SUCCESS);
		check_size(type, type->size + 8, type->size + 7, PFM_ERR_INVAL);
		check_size(type, 1000, 0, PFM_SUCCESS);
		check_size(type, 1000, 999, PFM_ERR_INVAL);
		check_size(type, 1000, 1000, PFM_SUCCESS);
	}
}

/* ---- which error comes first ---- */

static void check_information_errors(void)
{
	pfm_pmu_info_t pmu = { .size = 1 };
	pfm_event_info_t event = { .size = 1 };
	pfm_event_attr_info_t attr = { .size = 1 };

	CHECK(!start(HOST));
	CHECK(pfm_get_pmu_info(PFM_PMU_MAX, &pmu) == PFM_ERR_INVAL && pfm_get_pmu_info((pfm_pmu_t)-1, &pmu) == PFM_ERR_INVAL &&
	      pfm_get_pmu_info(PFM_PMU_NONE, NULL) == PFM_ERR_INVAL && pfm_get_pmu_info(PFM_PMU_NONE, &pmu) == PFM_ERR_INVAL);
	pmu.size = 0;
	CHECK(pfm_get_pmu_info(PFM_PMU_NONE, &pmu) == PFM_ERR_NOTSUPP && pfm_get_pmu_info(PFM_PMU_GEN_IA64, &pmu) == PFM_ERR_NOTSUPP &&
	      pfm_get_pmu_info((pfm_pmu_t)699, &pmu) == 0);
	CHECK(pfm_find_event(NULL) == PFM_ERR_INVAL);
	CHECK(pfm_get_event_info(cycles_id, (pfm_os_t)-1, &event) == PFM_ERR_INVAL &&
	      pfm_get_event_info(cycles_id, PFM_OS_MAX, &event) == PFM_ERR_INVAL && pfm_get_event_info(-1, PFM_OS_NONE, &event) == PFM_ERR_INVAL &&
	      pfm_get_event_info(cycles_id, PFM_OS_NONE, NULL) == PFM_ERR_INVAL);
	event.size = attr.size = 0;
	for (int os = 0; os < 3; os++) {
		event.size = 0;
		CHECK(!pfm_get_event_info(cycles_id, (pfm_os_t)os, &event));
		CHECK(pfm_get_event_attr_info(cycles_id, -1, (pfm_os_t)os, &attr) == PFM_ERR_INVAL &&
		      pfm_get_event_attr_info(cycles_id, event.nattrs, (pfm_os_t)os, &attr) == PFM_ERR_INVAL &&
		      pfm_get_event_attr_info(cycles_id, INT_MAX, (pfm_os_t)os, &attr) == PFM_ERR_INVAL &&
		      pfm_get_event_attr_info(cycles_id, INT_MIN, (pfm_os_t)os, &attr) == PFM_ERR_INVAL);
		CHECK(!event.nattrs || !pfm_get_event_attr_info(cycles_id, event.nattrs - 1, (pfm_os_t)os, &attr));
	}
	CHECK(pfm_get_event_attr_info(cycles_id, 0, PFM_OS_MAX, &attr) == PFM_ERR_INVAL &&
	      pfm_get_event_attr_info(cycles_id, 0, PFM_OS_PERF_EVENT, NULL) == PFM_ERR_INVAL);
	/* without perf_event */
	CHECK(!start("LIBPFM_FSROOT=ROOT/perf-counter LIBPFM_CPUID=GenuineIntel-6-167-1"));
	event.size = attr.size = 0;
	CHECK(pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, &event) == PFM_ERR_NOTSUPP &&
	      pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT_EXT, &event) == PFM_ERR_NOTSUPP &&
	      pfm_get_event_info(cycles_id, PFM_OS_NONE, &event) == 0 && pfm_get_event_info(-1, PFM_OS_PERF_EVENT, &event) == PFM_ERR_INVAL &&
	      pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, NULL) == PFM_ERR_INVAL &&
	      pfm_get_event_info(cycles_id, PFM_OS_MAX, &event) == PFM_ERR_INVAL);
	event.size = 1;
	CHECK(pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, &event) == PFM_ERR_INVAL);
	CHECK(pfm_get_event_attr_info(cycles_id, 9999, PFM_OS_PERF_EVENT, &attr) == PFM_ERR_NOTSUPP &&
	      pfm_get_event_attr_info(cycles_id, -1, PFM_OS_PERF_EVENT, &attr) == PFM_ERR_INVAL &&
	      pfm_get_event_attr_info(-1, 0, PFM_OS_PERF_EVENT, &attr) == PFM_ERR_INVAL);
	CHECK(error_perf("skl::X,y z") == PFM_ERR_NOTSUPP && error_perf("perf::cycles") == PFM_ERR_NOTSUPP && !error_of("perf::cycles") &&
	      pfm_find_event("perf::cycles") == cycles_id);
}

static void check_encoding_errors(void)
{
	static const struct {
		const char *event;
		int raw, perf;
	} rows[] = {
		{ "nopmu::X:zz y", PFM_ERR_INVAL, PFM_ERR_INVAL },
		{ "nopmu::X:zz", PFM_ERR_NOTFOUND, PFM_ERR_NOTFOUND },
		{ "skl::X:zz", PFM_ERR_NOTFOUND, PFM_ERR_NOTFOUND },
		{ "skl::INST_RETIRED:zz:c", PFM_ERR_ATTR, PFM_ERR_ATTR },
		{ "skl::INST_RETIRED:c:zz", PFM_ERR_ATTR_VAL, PFM_ERR_ATTR_VAL },
		{ "skl::INST_RETIRED:c=1:c=2:zz", PFM_ERR_ATTR, PFM_ERR_ATTR },
		{ "skl::INST_RETIRED:c=256:c=257", PFM_ERR_ATTR_SET, PFM_ERR_ATTR_SET },
		{ "snb::L2_LINES_IN:c=256", PFM_ERR_ATTR_VAL, PFM_ERR_ATTR_VAL },
		{ "skl::INST_RETIRED:0x10000000000=1", PFM_ERR_ATTR_VAL, PFM_ERR_ATTR_VAL },
		{ "perf::PERF_COUNT_HW_CACHE_L1D:READ:WRITE:period=0", PFM_ERR_ATTR, PFM_ERR_UMASK },
		{ "perf::PERF_COUNT_HW_CACHE_L1D:READ:WRITE:period=x", PFM_ERR_ATTR, PFM_ERR_ATTR_VAL },
		{ "perf::PERF_COUNT_HW_CACHE_L1D:period=0:foo", PFM_ERR_ATTR, PFM_ERR_ATTR },
		{ "perf::cycles:period=0:u:u=0", PFM_ERR_ATTR, PFM_ERR_ATTR_SET },
		{ "snbep_unc_cbo0::UNC_C_CLOCKTICKS:cpu=-1", PFM_ERR_ATTR, PFM_ERR_NOTSUPP },
		{ "arm_ac57::CPU_CYCLES:u=2", PFM_ERR_ATTR_VAL, PFM_ERR_ATTR_VAL },
		{ "", PFM_ERR_NOTFOUND, PFM_ERR_NOTFOUND },
		{ ":", PFM_ERR_NOTFOUND, PFM_ERR_NOTFOUND },
		{ "::", PFM_ERR_NOTFOUND, PFM_ERR_NOTFOUND },
	};
	pfm_pmu_encode_arg_t raw = { .size = 1 };
	pfm_perf_encode_arg_t perf = { .size = 1 };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++)
		GOOD(error_of(rows[i].event) == rows[i].raw && error_perf(rows[i].event) == rows[i].perf, rows[i].event);
	for (int os = -1; os < 5; os++) {
		CHECK(pfm_get_os_event_encoding(NULL, DFL, (pfm_os_t)os, &perf) == PFM_ERR_INVAL &&
		      pfm_get_os_event_encoding("x y", DFL, (pfm_os_t)os, NULL) == PFM_ERR_INVAL);
		CHECK(pfm_get_os_event_encoding("x y", 0x20, (pfm_os_t)os, &perf) == PFM_ERR_INVAL &&
		      pfm_get_os_event_encoding("x y", -1, (pfm_os_t)os, &perf) == PFM_ERR_INVAL);
		if (os < 0 || os > 2)
			CHECK(pfm_get_os_event_encoding("x y", DFL, (pfm_os_t)os, &perf) == PFM_ERR_NOTSUPP);
	}
	CHECK(pfm_get_os_event_encoding("nope", DFL, PFM_OS_NONE, &raw) == PFM_ERR_INVAL &&
	      pfm_get_os_event_encoding("nope", DFL, PFM_OS_PERF_EVENT, &perf) == PFM_ERR_INVAL);
	raw.size = perf.size = 0;
	CHECK(pfm_get_os_event_encoding("nope", DFL, PFM_OS_NONE, &raw) == PFM_ERR_NOTFOUND);
	CHECK(pfm_get_os_event_encoding("nope", DFL, PFM_OS_PERF_EVENT, &perf) == PFM_ERR_INVAL &&
	      pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT_EXT, &perf) == PFM_ERR_INVAL);
}

/* ---- raw codes ---- */

static void check_delivery(void)
{
	uint64_t array[4] = { 7, 7, 7, 7 };
	char *const untouched = (char *)array;
	char *fstr = untouched;
	pfm_pmu_encode_arg_t arg = { .codes = array, .count = 1, .fstr = &fstr, .size = sizeof arg, .idx = 12345 };
	static const int small[] = { 1, 0, -1, -3, INT_MIN };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(small); i++) {
		arg.count = small[i];
		CHECK(pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &arg) == PFM_ERR_TOOSMALL && arg.count == small[i] &&
		      arg.idx == 12345 && arg.codes == array && fstr == untouched && arg.fstr == &fstr && array[0] == 7 && array[1] == 7);
	}
	arg.count = 0;
	CHECK(pfm_get_os_event_encoding("snb::L2_LINES_IN", DFL, PFM_OS_NONE, &arg) == PFM_ERR_UMASK && fstr == untouched && arg.count == 0 &&
	      array[0] == 7);
	arg.count = 4;
	CHECK(pfm_get_os_event_encoding("skl::NOPE", DFL, PFM_OS_NONE, &arg) == PFM_ERR_NOTFOUND && fstr == untouched && arg.count == 4 &&
	      arg.idx == 12345 && array[0] == 7);
	CHECK(!pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &arg) && arg.codes == array && arg.count == 2 && arg.idx == two_codes_id &&
	      array[0] == 0x5301b7 && array[1] == 0x18007 && array[2] == 7 && array[3] == 7 && fstr != untouched && arg.size == sizeof arg);
	free(fstr);
	/* the array of a one-code event, then a two-code event, then again with room, as check_events does */
	arg.count = 1;
	fstr = NULL;
	CHECK(!pfm_get_os_event_encoding("skl::INST_RETIRED", DFL, PFM_OS_NONE, &arg) && arg.count == 1);
	free(fstr);
	fstr = NULL;
	CHECK(pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &arg) == PFM_ERR_TOOSMALL && !fstr);
	/* codes NULL: the room asked for does not matter */
	for (int count = -1; count < 78; count += 26) {
		pfm_pmu_encode_arg_t own = { .count = count, .size = 0 };

		CHECK(!pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &own) && own.codes && own.count == 2 && own.codes[0] == 0x5301b7 &&
		      own.codes[1] == 0x18007 && own.size == 0);
		free(own.codes);
	}
	arg = (pfm_pmu_encode_arg_t){ .count = 77, .fstr = &fstr, .idx = 3, .size = sizeof arg };
	CHECK(pfm_get_os_event_encoding("skl::NOPE", DFL, PFM_OS_NONE, &arg) == PFM_ERR_NOTFOUND && !arg.codes && arg.count == 77 && arg.idx == 3 &&
	      !fstr);
}

static void check_deprecated_raw(void)
{
	static const struct {
		bool array;
		int count, error;
	} rows[] = { { false, 0, 0 },
		     { false, 1, PFM_ERR_INVAL },
		     { true, 0, PFM_ERR_INVAL },
		     { true, 1, PFM_ERR_TOOSMALL },
		     { true, -1, PFM_ERR_TOOSMALL },
		     { true, 4, 0 },
		     { true, 2, 0 } };
	uint64_t array[4], *codes;
	int count, idx;

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++) {
		char *fstr = NULL;
		bool right;

		memset(array, 0, sizeof array);
		codes = rows[i].array ? array : NULL;
		count = rows[i].count;
		idx = 99;
		right = pfm_get_event_encoding(any_two_codes, DFL, &fstr, &idx, &codes, &count) == rows[i].error;
		if (rows[i].error)
			CHECK(right && codes == (rows[i].array ? array : NULL) && count == rows[i].count && idx == 99 && !fstr && !array[0]);
		else
			CHECK(right && codes && count == 2 && idx == two_codes_id && codes[0] == 0x5301b7 && codes[1] == 0x18007 && fstr &&
			      (codes == array) == rows[i].array);
		free(fstr);
		if (codes != array)
			free(codes);
	}
	codes = array;
	count = 4;
	CHECK(!pfm_get_event_encoding("skl::INST_RETIRED", PFM_PLM3, NULL, NULL, &codes, &count) && count == 1 && array[0] == 0x5100c0);
	CHECK(pfm_get_event_encoding(NULL, DFL, NULL, NULL, &codes, &count) == PFM_ERR_INVAL &&
	      pfm_get_event_encoding("r1", DFL, NULL, NULL, NULL, &count) == PFM_ERR_INVAL &&
	      pfm_get_event_encoding("r1", DFL, NULL, NULL, &codes, NULL) == PFM_ERR_INVAL &&
	      pfm_get_event_encoding("r1", 0x20, NULL, NULL, &codes, &count) == PFM_ERR_INVAL &&
	      pfm_get_event_encoding("skl::NOPE", DFL, NULL, NULL, &codes, &count) == PFM_ERR_NOTFOUND && count == 1);
}

static void check_privilege_masks(void)
{
	static const int bad[] = { 0x20, 0x40, 0x29, -1, INT_MIN, INT_MAX, 0x100 };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(bad); i++)
		for (int os = 0; os < 3; os++)
			CHECK(encode_plm("skl::INST_RETIRED", bad[i], (pfm_os_t)os).error == PFM_ERR_INVAL);
	for (int plm = 0; plm <= 0x1f; plm++) {
		bool kernel = plm & PFM_PLM0, user = plm & PFM_PLM3, hypervisor = plm & PFM_PLMH;
		struct encoded raw = encode_plm("skl::INST_RETIRED", plm, PFM_OS_NONE), skl = encode_plm("skl::INST_RETIRED", plm, PFM_OS_PERF_EVENT),
			       power9 = encode_plm("power9::PM_CYC", plm, PFM_OS_PERF_EVENT),
			       power4 = encode_plm("power4::PM_CYC", plm, PFM_OS_PERF_EVENT),
			       given = encode_plm("power9::PM_CYC:k:u=0", plm, PFM_OS_PERF_EVENT_EXT),
			       arm = encode_plm("arm_ac15::CPU_CYCLES", plm, PFM_OS_NONE);

		CHECK(!raw.error && raw.codes[0] == (0x5000c0u | (user ? 1u << 16 : 0) | (kernel ? 1u << 17 : 0)));
		CHECK(arm.codes[0] == (0x11u | (hypervisor ? 0 : 1u << 27) | (kernel ? 0 : 1u << 30) | (user ? 0 : 1u << 31)));
		CHECK(!skl.error && skl.attr.exclude_user == !user && skl.attr.exclude_kernel == !kernel && !skl.attr.exclude_hv &&
		      skl.attr.exclude_guest && !skl.attr.exclude_host);
		CHECK(!power9.error && power9.attr.exclude_user == !user && power9.attr.exclude_kernel == !kernel &&
		      power9.attr.exclude_hv == !hypervisor && power9.attr.exclude_guest);
		CHECK(!power4.error && !power4.attr.exclude_user && !power4.attr.exclude_kernel && !power4.attr.exclude_hv &&
		      !power4.attr.exclude_guest && !power4.attr.exclude_host);
		CHECK(!given.error && given.attr.exclude_user && !given.attr.exclude_kernel && given.attr.exclude_hv);
	}
}

/* ---- the string ---- */

static int with_attributes(const char *attribute, int count, const char *last, struct encoded *got)
{
	char text[2048] = "skl::INST_RETIRED";
	size_t length = strlen(text);

	for (int i = 0; i < count; i++)
		length += (size_t)snprintf(text + length, sizeof text - length, ":%s", attribute);
	snprintf(text + length, sizeof text - length, "%s", last);
	*got = encode(text, PFM_OS_NONE);
	return got->error;
}

static void check_many_attributes(void)
{
	struct encoded got;

	CHECK(!start(ALL));
	CHECK(!with_attributes("u", 64, "", &got) && got.codes[0] == 0x5100c0);
	CHECK(with_attributes("u", 65, "", &got) == PFM_ERR_TOOMANY && with_attributes("u", 400, "", &got) == PFM_ERR_TOOMANY);
	for (int count = 1; count <= 64; count++)
		CHECK(!with_attributes("ANY_P", count, "", &got) && got.codes[0] == 0x5300c0);
	CHECK(with_attributes("ANY_P", 65, "", &got) == PFM_ERR_TOOMANY && with_attributes("ANY_P", 300, "", &got) == PFM_ERR_TOOMANY &&
	      with_attributes("u", 64, ":ANY_P", &got) == PFM_ERR_TOOMANY);
	CHECK(with_attributes("u", 64, ":c=1", &got) == PFM_ERR_TOOMANY && with_attributes("u", 64, ":c=zz", &got) == PFM_ERR_TOOMANY &&
	      with_attributes("u", 64, ":zz", &got) == PFM_ERR_ATTR && with_attributes("u", 64, ":c", &got) == PFM_ERR_ATTR_VAL &&
	      with_attributes("u", 64, ":c=", &got) == PFM_ERR_ATTR_VAL);
	CHECK(with_attributes("u", 2, ":u=0", &got) == PFM_ERR_ATTR_SET && with_attributes("u", 3, ":u=0", &got) == PFM_ERR_ATTR_SET &&
	      with_attributes("u", 63, ":u=0", &got) == PFM_ERR_ATTR_SET);
	CHECK(!error_perf("perf::cycles:freq=5:freq=5:freq=5") && !error_perf("perf::cycles:freq=5:freq=5:freq=5:freq=5"));
}

static void check_comma(void)
{
	static const char *const good_ones[] = { "skl::INST_RETIRED,", "skl::INST_RETIRED,r12", "skl::INST_RETIRED,,",
						 "skl::INST_RETIRED,nonsense:zz", "skl::INST_RETIRED,with blanks" };
	struct encoded got;

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(good_ones); i++) {
		got = encode(good_ones[i], PFM_OS_NONE);
		GOOD(!got.error && got.codes[0] == 0x5300c0 && got.idx == skl_inst_id &&
			     !strcmp(got.fstr, "skl::INST_RETIRED:ANY_P:k=1:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0"),
		     good_ones[i]);
		GOOD(pfm_find_event(good_ones[i]) == skl_inst_id && !error_perf(good_ones[i]), good_ones[i]);
	}
	got = encode("skl::INST_RETIRED:u,:k", PFM_OS_NONE);
	CHECK(!got.error && got.codes[0] == 0x5100c0);
	CHECK(error_of(",skl::INST_RETIRED") == PFM_ERR_NOTFOUND && error_of("skl::INST_RETIRED:zz,") == PFM_ERR_ATTR &&
	      error_of("skl::INST_RETIRED:c=,") == PFM_ERR_ATTR_VAL && error_of("skl::INST_RETIRED:,") == PFM_ERR_ATTR);
	CHECK(error_of("skl::INST RETIRED,") == PFM_ERR_INVAL && error_of("skl::INST_RETIRED\t") == PFM_ERR_INVAL &&
	      error_of("\nskl::INST_RETIRED") == PFM_ERR_INVAL);
}

/* ---- raw events ---- */

static void check_raw_events(void)
{
	static const struct {
		const char *event;
		int error;
		uint64_t code;
	} rows[] = {
		{ "perf_raw::r1c4", 0, 0x1c4 },
		{ "r1c4", 0, 0x1c4 },
		{ "perf_raw::r1C4", 0, 0x1c4 },
		{ "perf_raw::r0x1c4", 0, 0x1c4 },
		{ "perf_raw::r0X1C4", 0, 0x1c4 },
		{ "perf_raw::r0", 0, 0 },
		{ "r0000", 0, 0 },
		{ "perf_raw::rfffffffffffffffe", 0, 0xfffffffffffffffe },
		{ "ref", 0, 0xef },
		{ "rbad", 0, 0xbad },
		{ "perf_raw::r00000000000000000000001", 0, 1 },
		{ "perf_raw::rffffffffffffffff", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r10000000000000000", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::R1C4", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::1c4", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::rg", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r12g", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r0x", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r-1", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r+1", PFM_ERR_NOTFOUND, 0 },
		{ "r1c4=5", PFM_ERR_NOTFOUND, 0 },
		{ "perf::r1c4", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r1:0x1", PFM_ERR_ATTR, 0 },
		{ "perf_raw::r1:r2", PFM_ERR_ATTR, 0 },
	};

	CHECK(!start(HOST));
	for (size_t i = 0; i < 2 * COUNT(rows); i++) {
		size_t row = i / 2;
		struct encoded raw, perf;

		errno = i & 1 ? ERANGE : 0;
		raw = encode(rows[row].event, PFM_OS_NONE);
		errno = i & 1 ? ERANGE : 0;
		perf = encode(rows[row].event, PFM_OS_PERF_EVENT_EXT);
		GOOD(raw.error == rows[row].error && perf.error == rows[row].error &&
			     (raw.error || (raw.codes[0] == rows[row].code && raw.count == 1)),
		     rows[row].event);
		GOOD(perf.error || (perf.attr.type == 4 && perf.attr.config == rows[row].code && !perf.attr.config1 && !perf.attr.config2 &&
				    perf.idx == 239075328),
		     rows[row].event);
	}
	errno = ERANGE;
	CHECK(pfm_find_event("r1c2") == 239075328 && !error_perf("perf::cycles:period=99999999999999999999") && pfm_find_event("r1c2") == 239075328);
	CHECK(error_of("r10000000000000000") == PFM_ERR_NOTFOUND && pfm_find_event("r1c2") == 239075328);
	CHECK(!strcmp(encode("r0001C4", PFM_OS_NONE).fstr, "perf_raw::r1c4"));
	CHECK(!strcmp(encode("r1c4", PFM_OS_PERF_EVENT_EXT).fstr, "perf_raw::r1c4:u=1:k=1:h=0:precise=0:excl=0:mg=0:mh=1:hw_smpl=0"));
}

/* ---- perf_event_attr ---- */

static int encode_into(const char *event, struct perf_event_attr *attr, char **fstr)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .fstr = fstr, .size = sizeof arg };

	return pfm_get_os_event_encoding(event, DFL, PFM_OS_PERF_EVENT_EXT, &arg);
}

/* The fields that every encoding writes, for a PMU that tells user and kernel apart. */
static void expect_always(struct perf_event_attr *attr, uint32_t type, uint64_t config)
{
	attr->type = type;
	attr->config = config;
	attr->pinned = 0;
	attr->exclude_user = attr->exclude_kernel = attr->exclude_hv = attr->exclude_host = 0;
	attr->exclude_guest = 1;
}

static void check_bytes(const char *event, const struct perf_event_attr *before, const struct perf_event_attr *expected)
{
	struct perf_event_attr got = *before;
	int error = encode_into(event, &got, NULL);

	if (!GOOD(!error && !memcmp(&got, expected, sizeof got), event)) {
		printf("  error %d; bytes that differ:", error);
		for (size_t i = 0; i < sizeof got; i++)
			if (((unsigned char *)&got)[i] != ((const unsigned char *)expected)[i])
				printf(" %zu: %02x, not %02x", i, ((unsigned char *)&got)[i], ((const unsigned char *)expected)[i]);
		printf("\n");
	}
}

/* Each event with all bytes 0 before, and with all bytes 0xff. */
static void check_written_fields(void)
{
	enum { NOTHING, PERIOD, FREQ, PRECISE, EXCL, PINNED, CONFIG1, TWO_CONFIGS, CONFIG1_AND_2 };
	static const struct {
		const char *event;
		uint32_t type;
		uint64_t config, value, value2;
		int writes;
	} rows[] = {
		{ "perf::cycles", 0, 0, 0, 0, NOTHING },
		{ "perf::cpu-clock", 1, 0, 0, 0, NOTHING },
		{ "perf::LLC-LOAD-MISSES", 3, 0x10002, 0, 0, NOTHING },
		{ "perf::cycles:cpu=3", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:excl=0", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:pinned=0", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:u:k", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:mh", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:precise=2", 0, 0, 2, 0, PRECISE },
		{ "perf::cycles:precise=0", 0, 0, 0, 0, PRECISE },
		{ "perf::cycles:excl", 0, 0, 1, 0, EXCL },
		{ "perf::cycles:pinned", 0, 0, 1, 0, PINNED },
		{ "skl::INST_RETIRED:ANY_P", 4, 0xc0, 0, 0, NOTHING },
		{ "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE", 4, 0x1b7, 0x10001, 0, CONFIG1 },
		{ "skl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100", 4, 0x1cd, 0x64, 0, CONFIG1 },
		{ "icl::LONGEST_LAT_CACHE:MISS:hw_smpl", 4, 0x412e, 1, 0, PRECISE },
		{ "amd64_fam19h_zen4::RETIRED_INSTRUCTIONS:u:k:h", 4, 0xc0, 0, 0, NOTHING },
		{ "perf_raw::r1c4:u:k:h", 4, 0x1c4, 0, 0, CONFIG1_AND_2 },
		{ "perf_raw::r1c4:u:k:h:precise=1", 4, 0x1c4, 1, 0, TWO_CONFIGS },
	};

	CHECK(!start(ALL));
	for (size_t i = 0; i < 2 * COUNT(rows); i++) {
		struct perf_event_attr before, expected;
		size_t row = i / 2;
		uint64_t value = rows[row].value;

		memset(&before, i & 1 ? 0xff : 0, sizeof before);
		before.size = sizeof before;
		expected = before;
		expect_always(&expected, rows[row].type, rows[row].config);
		if (rows[row].writes == PRECISE || rows[row].writes == TWO_CONFIGS)
			expected.precise_ip = value & 3;
		if (rows[row].writes == EXCL)
			expected.exclusive = 1;
		if (rows[row].writes == PINNED)
			expected.pinned = 1;
		if (rows[row].writes == CONFIG1)
			expected.config1 = value;
		if (rows[row].writes == CONFIG1_AND_2 || rows[row].writes == TWO_CONFIGS)
			expected.config1 = expected.config2 = 0;
		check_bytes(rows[row].event, &before, &expected);
	}
}

static void check_sampling_fields(void)
{
	struct perf_event_attr before = { .size = sizeof before, .config1 = 5, .config2 = 6, .sample_type = 7, .inherit = 1 }, expected = before;

	CHECK(!start(ALL));
	expect_always(&expected, 0, 0);
	expected.sample_period = 16;
	check_bytes("perf::cycles:period=0x10", &before, &expected);
	expected.freq = 1;
	expected.sample_freq = 100;
	check_bytes("perf::cycles:freq=100", &before, &expected);
	expected.freq = 0;
	expected.sample_period = UINT64_MAX;
	check_bytes("perf::cycles:period=99999999999999999999", &before, &expected);
	check_bytes("perf::cycles:period=-1", &before, &expected);
	/* exclusion bits by modifiers */
	expected.sample_period = 0;
	expected.exclude_kernel = 1;
	check_bytes("perf::cycles:u", &before, &expected);
	expected.exclude_user = 1;
	check_bytes("perf::cycles:u=0", &before, &expected);
	expected.exclude_user = expected.exclude_kernel = 0;
	expected.exclude_host = 1;
	expected.exclude_guest = 0;
	check_bytes("perf::cycles:mg", &before, &expected);
	check_bytes("perf::cycles:mg=0", &before, &expected);
	expected.exclude_host = 0;
	check_bytes("perf::cycles:mg:mh", &before, &expected);
	check_bytes("power4::PM_CYC:u", &before,
		    &(struct perf_event_attr){
			    .size = sizeof before, .config1 = 5, .config2 = 6, .sample_type = 7, .inherit = 1, .type = 4, .config = 7 });
}

/* config1 and config2 of uncore events. */
static void check_uncore_fields(void)
{
	struct perf_event_attr before = { .size = sizeof before, .config1 = 5, .config2 = 6 }, expected = before;

	CHECK(!start("LIBPFM_FSROOT=ROOT/everything LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	expected.type = 1076;
	expected.config = 0x135;
	expected.config1 = 0x9800000000000000;
	check_bytes("hswep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO:isoc", &before, &expected);
	expected.config = 0;
	expected.config1 = 5;
	check_bytes("snbep_unc_cbo0::UNC_C_CLOCKTICKS", &before, &expected);
	expected.type = 1074;
	expected.config = 2;
	check_bytes("rapl::RAPL_ENERGY_PKG", &before, &expected);
}

/* How much of the structure is touched, by attr->size. */
static void check_attr_size(void)
{
	static const uint32_t sizes[] = { 0, 64, 72, 80, 96, 112, 128, 136, 137, 200, UINT32_MAX };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(sizes); i++) {
		union {
			struct perf_event_attr attr;
			unsigned char bytes[256];
		} got, expected;

		memset(&got, 0xff, sizeof got);
		got.attr.size = sizes[i];
		expected = got;
		expect_always(&expected.attr, 4, 0x1c4);
		expected.attr.config1 = 0;
		if (sizes[i] > 64)
			expected.attr.config2 = 0;
		CHECK(!encode_into("perf_raw::r1c4:u:k:h", &got.attr, NULL) && !memcmp(&got, &expected, sizeof got));
	}
	for (uint32_t size = 1; size < 64; size++) {
		union {
			struct perf_event_attr attr;
			unsigned char bytes[256];
		} got, before;
		int error;

		memset(&got, 0xff, sizeof got);
		got.attr.size = size;
		before = got;
		error = encode_into("perf_raw::r1c4", &got.attr, NULL);
		CHECK((error == PFM_ERR_INVAL && !memcmp(&got, &before, sizeof got)) ||
		      (!error && !memcmp(got.bytes + size, before.bytes + size, sizeof got - size)) || (size < 8 && !error && got.attr.size == size));
	}
}

/* Fields that are read though they are not written. */
static void check_stale_fields(void)
{
	struct perf_event_attr attr = { .size = sizeof attr, .freq = 1 };
	char *fstr = NULL;

	CHECK(!start(ALL));
	CHECK(encode_into("perf::cycles:period=5", &attr, NULL) == PFM_ERR_ATTR_VAL && attr.freq == 1 && attr.sample_period == 0);
	attr = (struct perf_event_attr){ .size = sizeof attr, .sample_period = 9 };
	CHECK(encode_into("perf::cycles:freq=5", &attr, NULL) == PFM_ERR_ATTR_VAL && attr.sample_period == 9 && !attr.freq);
	CHECK(!encode_into("perf::cycles:period=5", &attr, NULL) && attr.sample_period == 5);
	attr = (struct perf_event_attr){ .size = sizeof attr, .pinned = 1, .exclusive = 1, .precise_ip = 2, .config1 = 77, .config2 = 78 };
	CHECK(!encode_into("perf::cycles", &attr, &fstr) && !attr.pinned && attr.exclusive && attr.precise_ip == 2 && attr.config1 == 77 &&
	      attr.config2 == 78);
	CHECK(fstr && !strcmp(fstr, "perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1:precise=2:excl=1:mg=0:mh=1"));
	free(fstr);
	attr = (struct perf_event_attr){ .size = 0, .config1 = 77, .config2 = 78 };
	CHECK(!encode_into("perf_raw::r1", &attr, NULL) && attr.config1 == 0 && attr.config2 == 78 && attr.size == 0);
}

/* What stands in the argument, on success and on failure. */
static void check_perf_argument(void)
{
	struct perf_event_attr attr, before;
	char *const untouched = (char *)&attr;
	char *fstr = untouched;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &fstr, .size = sizeof arg, .idx = 11, .cpu = 22, .flags = 33, .pad0 = 44 };
	static const char *const wrong[] = { "perf::nope",
					     "perf::cycles:zz",
					     "perf::cycles:period=0",
					     "perf::cycles:cpu=2147483647",
					     "perf::cycles:u:u=0",
					     "arm_ac57::CPU_CYCLES",
					     "x y",
					     "snb::L2_LINES_IN",
					     "spr::TOPDOWN_M:RETIRING:u" };

	CHECK(!start(ALL));
	memset(&attr, 0x5a, sizeof attr);
	attr.size = sizeof attr;
	before = attr;
	for (size_t i = 0; i < COUNT(wrong); i++)
		GOOD(pfm_get_os_event_encoding(wrong[i], DFL, PFM_OS_PERF_EVENT_EXT, &arg) < 0 && fstr == untouched && arg.idx == 11 &&
			     arg.cpu == 22 && arg.flags == 33 && arg.pad0 == 44 && !memcmp(&attr, &before, sizeof attr),
		     wrong[i]);
	memset(&attr, 0, sizeof attr);
	/* unit masks that refuse modifiers return no string */
	CHECK(!pfm_get_os_event_encoding("spr::TOPDOWN_M:RETIRING", DFL, PFM_OS_PERF_EVENT_EXT, &arg) && fstr == untouched && attr.config == 0x8000 &&
	      attr.type == 4);
	CHECK(!pfm_get_os_event_encoding("spr::TOPDOWN_M:RETIRING:u=0:cpu=0", DFL, PFM_OS_PERF_EVENT_EXT, &arg) && attr.exclude_user &&
	      attr.exclude_kernel && arg.cpu == 0);
	CHECK(!pfm_get_os_event_encoding("spr::TOPDOWN_M:RETIRING:pinned", DFL, PFM_OS_PERF_EVENT_EXT, &arg) && attr.pinned && fstr == untouched);
	CHECK(!pfm_get_os_event_encoding("perf::cycles:cpu=2147483646", DFL, PFM_OS_PERF_EVENT_EXT, &arg) && arg.idx == cycles_id &&
	      arg.cpu == 2147483646 && arg.flags == 33 && arg.pad0 == 44 && arg.size == sizeof arg && fstr != untouched &&
	      !strncmp(fstr, "perf::PERF_COUNT_HW_CPU_CYCLES:", 31));
	free(fstr);
	arg.fstr = NULL;
	CHECK(!pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT, &arg) && arg.cpu == -1);
}

static void check_deprecated_perf(void)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *fstr = NULL;
	int idx = 5;

	CHECK(!start(ALL));
	CHECK(pfm_get_perf_event_encoding("perf::cycles", DFL, NULL, NULL, NULL) == PFM_ERR_INVAL &&
	      pfm_get_perf_event_encoding(NULL, DFL, &attr, NULL, NULL) == PFM_ERR_INVAL &&
	      pfm_get_perf_event_encoding("perf::cycles", 0x20, &attr, NULL, NULL) == PFM_ERR_INVAL);
	CHECK(pfm_get_perf_event_encoding("perf::nope", DFL, &attr, &fstr, &idx) == PFM_ERR_NOTFOUND && !fstr && idx == 5);
	CHECK(!pfm_get_perf_event_encoding("perf::cycles:period=7:precise=1:excl:cpu=3", 0, &attr, &fstr, &idx) && idx == cycles_id &&
	      attr.sample_period == 7 && attr.exclude_user && fstr);
	free(fstr);
	/* the second event inherits from the first */
	CHECK(!pfm_get_perf_event_encoding("perf::instructions", DFL, &attr, NULL, NULL) && attr.config == 1 && attr.sample_period == 7 &&
	      attr.precise_ip == 1 && attr.exclusive && !attr.exclude_user);
	CHECK(pfm_get_perf_event_encoding("perf::cycles:cpu=-1", DFL, &attr, NULL, NULL) == PFM_ERR_ATTR_VAL);
	CHECK(!start("LIBPFM_FSROOT=ROOT/no-sysfs") && pfm_get_perf_event_encoding("perf::cycles", DFL, &attr, NULL, NULL) == PFM_ERR_NOTSUPP &&
	      pfm_get_perf_event_encoding("perf::cycles", DFL, NULL, NULL, NULL) == PFM_ERR_INVAL);
}

/* ---- types in sysfs ---- */

static void check_types(void)
{
	/* failure: what an event encodes to if the type cannot be used; 4 is success with that type */
	static const struct {
		const char *event, *device;
		int failure;
	} events[] = {
		{ "adl_grt::INST_RETIRED:ANY_P", "cpu_atom", 4 },
		{ "rapl::RAPL_ENERGY_PKG", "power", 4 },
		{ "arm_1176::CPU_CYCLES", "armv6_1176", PFM_ERR_NOTSUPP },
		{ "nhm_unc::UNC_CLK_UNHALTED", "uncore", PFM_ERR_NOTFOUND },
		{ "hswep_unc_ha0::UNC_H_CLOCKTICKS", "uncore_ha_0", PFM_ERR_NOTSUPP },
		{ "amd64_rapl::RAPL_ENERGY_PKG", "power", PFM_ERR_NOTSUPP },
		{ "hisi_sccl1_ddrc0::flux_wr", "hisi_sccl1_ddrc0", PFM_ERR_NOTSUPP },
		{ "powerpc_nest_mcs_read::MCS_00", "Nest_MCS_Read_BW", PFM_ERR_NOTSUPP },
		{ "cpum_sf::SF_CYCLES_BASIC", "cpum_sf", 0 },
	};
	static const struct {
		const char *content;
		int type; /* -1: cannot be used */
	} contents[] = { { "77\n", 77 },
			 { "77", 77 },
			 { "  77\n", 77 },
			 { "77 and more\n", 77 },
			 { NULL, -1 },
			 { "", -1 },
			 { "\n", -1 },
			 { "-5\n", -1 },
			 { "-1\n", -1 },
			 { "junk\n", -1 },
			 { "x77\n", -1 },
			 { "99999999999\n", -1 },
			 { "18446744073709551617\n", -1 },
			 { "99999999999999999999999\n", -1 },
			 { "2147483646\n", 2147483646 } };

	for (size_t i = 0; i < COUNT(events); i++)
		for (size_t k = 0; k < COUNT(contents); k++) {
			int failure = events[i].failure, expected = contents[k].type >= 0 ? contents[k].type : failure;
			struct encoded got;
			int result;

			if (!failure) /* s390x: no file, or one that says nothing useful */
				expected = contents[k].type >= 0 ? contents[k].type : contents[k].content ? PFM_ERR_NOTSUPP : PFM_ERR_NOTFOUND;
			new_machine();
			put_pmu(events[i].device, contents[k].content);
			CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
			got = encode(events[i].event, PFM_OS_PERF_EVENT);
			result = got.error ? got.error : (int)got.attr.type;
			if (!failure && result < 0 && expected < 0 && contents[k].content)
				expected = result; /* either error will do */
			if (!GOOD(result == expected, events[i].event))
				printf("  type is %s: expected %d, got %d\n", contents[k].content ? contents[k].content : "absent", expected, result);
		}
}

static void check_type_zero(void)
{
	new_machine();
	put_pmu("uncore_ha_0", "0\n");
	put_pmu("Nest_MCS_Read_BW", "0\n");
	put_pmu("cpum_sf", "0\n");
	CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
	CHECK(!error_perf("hswep_unc_ha0::UNC_H_CLOCKTICKS") && encode("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == 0 &&
	      !error_perf("powerpc_nest_mcs_read::MCS_00"));
	CHECK(error_perf("cpum_sf::SF_CYCLES_BASIC") < 0);
}

/* Directories without types do no harm, and the layer is there. */
static void check_types_absent(void)
{
	new_machine();
	put_pmu("aaa", NULL);
	put_pmu("zzz", "");
	put_pmu("mmm", "junk\n");
	put("/sys/bus/event_source/devices/file", "x\n");
	put("/sys/bus/event_source/devices/.hidden/perf_event_mux_interval_ms", "4\n");
	CHECK(!start_top("") && !error_perf("perf::cycles") && encode("icl::INST_RETIRED:ANY_P", PFM_OS_PERF_EVENT).attr.type == 4);
	/* a PMU without the mux file: invisible to those that are looked up at start */
	CHECK(!start("LIBPFM_FSROOT=ROOT/some-mux LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	CHECK(encode("rapl::RAPL_ENERGY_PKG", PFM_OS_PERF_EVENT).attr.type == 4 &&
	      encode("amd64_rapl::RAPL_ENERGY_PKG", PFM_OS_PERF_EVENT).attr.type == 9);
	CHECK(error_perf("nhm_unc::UNC_CLK_UNHALTED") == PFM_ERR_NOTFOUND &&
	      encode("snbep_unc_cbo0::UNC_C_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == 22);
}

/* ---- optional events and tracepoints of PMU perf ---- */

static void check_optional(const char *words, const char *expected)
{
	char got[256] = "";
	size_t length = 0;

	CHECK(!start(words));
	for (int idx = 51 << 21 | 82; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t info = { .size = sizeof info };

		if (pfm_get_event_info(idx, PFM_OS_NONE, &info) || info.equiv || info.nattrs)
			break;
		length += (size_t)snprintf(got + length, sizeof got - length, "%s%s=%#llx", length ? " " : "", info.name,
					   (unsigned long long)info.code);
	}
	if (!GOOD(!strcmp(got, expected), words))
		printf("  expected %s\n  got      %s\n", expected, got);
}

static void check_optional_events(void)
{
	struct encoded got;

	check_optional("LIBPFM_FSROOT=ROOT/virtual-slots LIBPFM_CPUID=GenuineIntel-6-167-1", "slots=0x400 topdown-be-bound=0x8300");
	CHECK(error_perf("perf::topdown-retiring") == PFM_ERR_NOTFOUND && events_of(PFM_PMU_PERF_EVENT) == 84);
	check_optional("LIBPFM_FSROOT=ROOT/virtual-topdown LIBPFM_CPUID=GenuineIntel-6-167-1",
		       "slots=0x400 topdown-retiring=0x8000 topdown-bad-spec=0x8100 topdown-fe-bound=0x8200 topdown-be-bound=0x8300");
	CHECK(events_of(PFM_PMU_PERF_EVENT) == 87 && !error_perf("perf::TOPDOWN-FE-BOUND") && error_perf("perf::slots:precise=1") == PFM_ERR_ATTR &&
	      error_perf("perf::slots:h") == PFM_ERR_ATTR);
	got = encode("perf::slots", PFM_OS_PERF_EVENT_EXT);
	CHECK(!got.error && got.attr.type == 4 && got.attr.config == 0x400 && !strcmp(got.fstr, "perf::slots:u=1:k=1:excl=0:mg=0:mh=1"));
	CHECK(encode("perf::slots", PFM_OS_NONE).codes[0] == 0x400);
	check_optional("LIBPFM_FSROOT=ROOT/alder-lake", "");
	CHECK(error_perf("perf::slots") == PFM_ERR_NOTFOUND);
	check_optional(HOST, "");
}

static void new_tracing_machine(const char *mounts)
{
	new_machine();
	put_pmu("tracepoint", "2\n");
	put("/proc/mounts", mounts);
}

#define TRACEFS "sysfs /sys sysfs rw 0 0\ntracefs /sys/kernel/tracing tracefs rw,nosuid 0 0\n"
#define DEBUGFS "sysfs /sys sysfs rw 0 0\ndebugfs /sys/kernel/debug debugfs rw,nosuid 0 0\n"

static void put_tracepoint(const char *directory, const char *name, const char *id)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s/id", directory, name);
	put(path, id);
}

static void put_tracepoints(const char *directory)
{
	char name[64], id[16];

	put_tracepoint(directory, "events/sched/sched_switch", "372\n");
	put_tracepoint(directory, "events/sched/sched_wakeup", "371\n");
	put_tracepoint(directory, "events/sched/sched_broken", "junk\n");
	snprintf(name, sizeof name, "%s/events/sched/enable", directory);
	put(name, "0\n");
	snprintf(name, sizeof name, "%s/events/sched/no_id/format", directory);
	put(name, "x\n");
	snprintf(name, sizeof name, "%s/events/ftrace/function/format", directory);
	put(name, "x\n");
	snprintf(name, sizeof name, "%s/events/enable", directory);
	put(name, "0\n");
	for (int i = 0; i < 12; i++) {
		snprintf(name, sizeof name, "events/irq/irq_event_%d", i);
		snprintf(id, sizeof id, "%d\n", 1000 + i);
		put_tracepoint(directory, name, id);
	}
}

static void check_tracepoint_strings(void)
{
	static const struct {
		const char *event;
		int error;
		uint64_t config;
	} rows[] = {
		{ "perf::sched:sched_switch", 0, 372 },
		{ "perf::sched:sched_wakeup", 0, 371 },
		{ "sched:sched_switch", 0, 372 },
		{ "PERF::SCHED:Sched_Switch", 0, 372 },
		{ "perf::sched.sched_switch.u", 0, 372 },
		{ "perf::sched:sched_switch:sched_switch", 0, 372 },
		{ "perf::irq:irq_event_0", 0, 1000 },
		{ "perf::irq:irq_event_11", 0, 1011 },
		{ "perf::sched:sched_switch:period=5:excl", 0, 372 },
		{ "perf::sched:sched_switch:sched_wakeup", PFM_ERR_FEATCOMB, 0 },
		{ "perf::sched", PFM_ERR_UMASK, 0 },
		{ "perf::sched:u", PFM_ERR_UMASK, 0 },
		{ "perf::sched:nope", PFM_ERR_ATTR, 0 },
		{ "perf::sched:no_id", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_broken", PFM_ERR_ATTR, 0 },
		{ "perf::sched:enable", PFM_ERR_ATTR, 0 },
		{ "perf::sched:0x174", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch=1", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch:h", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch:precise=1", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch:period=0", PFM_ERR_ATTR_VAL, 0 },
		{ "perf::ftrace:function", PFM_ERR_NOTFOUND, 0 },
		{ "perf::enable", PFM_ERR_NOTFOUND, 0 },
		{ "perf::..", PFM_ERR_NOTFOUND, 0 },
		{ "perf::nope:x", PFM_ERR_NOTFOUND, 0 },
		{ "perf::sched/sched_switch", PFM_ERR_NOTFOUND, 0 },
	};

	/* each as the first that is asked for, and after others */
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct encoded got;

		start_top("");
		got = encode(rows[i].event, PFM_OS_PERF_EVENT_EXT);
		GOOD(got.error == rows[i].error && (got.error || (got.attr.type == 2 && got.attr.config == rows[i].config && got.attr.exclude_guest &&
								  !got.attr.exclude_user)),
		     rows[i].event);
	}
	for (size_t i = 0; i < COUNT(rows); i++)
		GOOD(error_perf(rows[i].event) == rows[i].error, rows[i].event);
	CHECK(!strcmp(encode("perf::SCHED:SCHED_SWITCH", PFM_OS_PERF_EVENT_EXT).fstr, "perf::sched:sched_switch:u=1:k=1:excl=0:mg=0:mh=1"));
	CHECK(!strcmp(encode("perf::sched:sched_switch", PFM_OS_NONE).fstr, "perf::sched:sched_switch") &&
	      encode("perf::sched:sched_switch", PFM_OS_NONE).codes[0] == 372);
}

static void check_tracepoint_lists(void)
{
	static const char *const modifiers[] = { "u", "k", "period", "freq", "excl", "mg", "mh", "cpu", "pinned" };
	pfm_event_info_t info = { .size = sizeof info };
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	int idx, events = 0, found = 0;

	start_top("");
	CHECK(events_of(PFM_PMU_PERF_EVENT) == 84);
	for (idx = cycles_id; idx >= 0; idx = pfm_get_event_next(idx))
		events++;
	CHECK(events == 84);
	idx = pfm_find_event("perf::sched:sched_switch");
	CHECK(idx >= (51 << 21 | 82) && !pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &info) && !strcmp(info.name, "sched") && info.nattrs == 11 &&
	      info.code == 0 && !info.equiv && !info.is_precise && !info.support_hw_smpl);
	CHECK(!strcmp(info.desc, "tracepoint"));
	for (int i = 0; i < 2; i++) {
		CHECK(!pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT_EXT, &attr) && attr.type == PFM_ATTR_UMASK &&
		      !strcmp(attr.name, attr.desc) && !attr.is_precise && !attr.support_hw_smpl && !attr.is_dfl && !attr.equiv);
		found += (!strcmp(attr.name, "sched_switch") && attr.code == 372) || (!strcmp(attr.name, "sched_wakeup") && attr.code == 371);
	}
	CHECK(found == 2);
	for (int i = 0; i < 9; i++)
		CHECK(!pfm_get_event_attr_info(idx, i + 2, PFM_OS_PERF_EVENT_EXT, &attr) && !strcmp(attr.name, modifiers[i]));
	CHECK(pfm_get_event_attr_info(idx, 11, PFM_OS_PERF_EVENT_EXT, &attr) == PFM_ERR_INVAL && attributes_are_sound(idx, PFM_OS_NONE) &&
	      attributes_are_sound(idx, PFM_OS_PERF_EVENT));
	CHECK(!pfm_pmu_validate(PFM_PMU_PERF_EVENT, stdout));
	for (int i = 0; i < 12; i++) {
		idx = pfm_find_event("perf::irq:irq_event_3");
		CHECK(!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) && attr.type == PFM_ATTR_UMASK && attr.code >= 1000 && attr.code < 1012 &&
		      !attr.is_precise && !attr.support_hw_smpl);
	}
	pfm_terminate();
	CHECK(!start(HOST) && events_of(PFM_PMU_PERF_EVENT) == 82 && pfm_get_event_info(51 << 21 | 82, PFM_OS_NONE, &info) == PFM_ERR_INVAL);
}

/* Nothing is read before a name is asked for that may be a tracepoint's: what appears after the start is found. */
static void check_tracepoints_are_late(void)
{
	new_tracing_machine(TRACEFS);
	CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
	CHECK(!error_perf("perf::cycles:u") && !error_of("icl::INST_RETIRED:ANY_P") && !error_of("skl::INST_RETIRED") &&
	      state(PFM_PMU_INTEL_ICL) == 1);
	put_tracepoints("/sys/kernel/tracing");
	CHECK(encode("perf::sched:sched_switch", PFM_OS_PERF_EVENT).attr.config == 372);
	put_tracepoint("/sys/kernel/tracing", "events/new/newer", "77\n");
	CHECK(!start_top("") && encode("perf::new:newer", PFM_OS_PERF_EVENT).attr.config == 77);
}

static void check_where_tracepoints_are(void)
{
	static const char *const without[] = { "",
					       "x\n",
					       "tracefs\n",
					       "none /sys/kernel/tracing tmpfs rw 0 0\n",
					       "tracefs /elsewhere tracefs rw 0 0\n",
					       "tracefs /sys/kernel/tracing xtracefs rw 0 0\n" };

	new_tracing_machine(TRACEFS DEBUGFS);
	put_tracepoints("/sys/kernel/tracing");
	put_tracepoints("/sys/kernel/debug/tracing");
	CHECK(!start_top("") && !error_perf("perf::sched:sched_switch") && events_of(PFM_PMU_PERF_EVENT) == 84);
	new_tracing_machine("tracefs /mnt/t tracefs rw 0 0\n");
	put_tracepoint("/mnt/t", "events/sched/sched_switch", "9");
	CHECK(!start_top("") && encode("perf::sched:sched_switch", PFM_OS_PERF_EVENT).attr.config == 9);
	/* names are taken as they are, and compared without regard to case */
	new_tracing_machine(TRACEFS);
	put_tracepoint("/sys/kernel/tracing", "events/MyDriver/Probe", "5\n");
	CHECK(!start_top("") && encode("perf::MyDriver:Probe", PFM_OS_PERF_EVENT).attr.config == 5);
	CHECK(!start_top("") && encode("perf::mydriver:probe", PFM_OS_PERF_EVENT).attr.config == 5);
	for (size_t i = 0; i < COUNT(without); i++) {
		new_tracing_machine(without[i]);
		put_tracepoints("/sys/kernel/tracing");
		CHECK(!start_top("") && events_of(PFM_PMU_PERF_EVENT) == 82 && error_perf("perf::sched:sched_switch") == PFM_ERR_NOTFOUND);
	}
	new_tracing_machine(TRACEFS);
	put("/sys/kernel/tracing/events", "a file\n");
	CHECK(!start_top("") && events_of(PFM_PMU_PERF_EVENT) == 82);
	if (geteuid()) {
		char path[600];

		new_tracing_machine(TRACEFS);
		put_tracepoints("/sys/kernel/tracing");
		snprintf(path, sizeof path, "%s/sys/kernel/tracing", top);
		chmod(path, 0);
		CHECK(!start_top("") && error_perf("perf::sched:sched_switch") == PFM_ERR_NOTFOUND && events_of(PFM_PMU_PERF_EVENT) == 82);
		chmod(path, 0700);
	}
}

static void check_tracepoints(void)
{
	new_tracing_machine(TRACEFS);
	put_tracepoints("/sys/kernel/tracing");
	check_tracepoint_strings();
	check_tracepoint_lists();
	new_tracing_machine(DEBUGFS);
	put_tracepoints("/sys/kernel/debug/tracing");
	check_tracepoint_strings();
	check_tracepoint_lists();
	check_tracepoints_are_late();
	check_where_tracepoints_are();
}

/* ---- validation ---- */

/* inactive: what inactive PMUs are expected to say. */
static void check_validate(const char *words, int inactive)
{
	FILE *null = fopen("/dev/null", "w");
	pfm_pmu_t pmu;
	int not_found = 0, invalid = 0, fine = 0;

	CHECK(!start(words));
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t info = { .size = sizeof info };
		int expected, got;

		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		expected = !strcmp(info.name, "ultra3") || !strcmp(info.name, "ultra3i") || !strcmp(info.name, "ultra3p") ? PFM_ERR_INVAL
			   : info.is_present || !info.nevents								  ? 0
															  : inactive;
		got = pfm_pmu_validate((pfm_pmu_t)pmu, null);
		not_found += got == PFM_ERR_NOTFOUND;
		invalid += got == PFM_ERR_INVAL;
		fine += !got;
		if (!GOOD(got == expected, info.name))
			printf("  expected %d, got %d\n", expected, got);
	}
	CHECK(invalid == 3 && not_found == (inactive ? 667 : 0) && fine == (inactive ? 5 : 672));
	CHECK(pfm_pmu_validate(PFM_PMU_PERF_EVENT, NULL) == PFM_ERR_INVAL && pfm_pmu_validate(PFM_PMU_MAX, null) == PFM_ERR_INVAL &&
	      pfm_pmu_validate((pfm_pmu_t)-1, null) == PFM_ERR_INVAL);
	fclose(null);
}

/* ---- threads ---- */

enum { THREADS = 16, ROUNDS = 40 };

static const char *const thread_events[] = {
	"skl::INST_RETIRED:u",
	"icl::INST_RETIRED:ANY_P",
	"skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE",
	"perf::cycles:u:period=1000",
	"perf::LLC-LOAD-MISSES",
	"r1c4",
	"perf::sched:sched_switch",
	"perf::irq:irq_event_7",
	"arm_n1::CPU_CYCLES",
	"arm_ac53::CPU_CYCLES",
	"amd64_fam19h_zen4::RETIRED_INSTRUCTIONS:h",
	"power9::PM_CYC",
	"hswep_unc_ha0::UNC_H_CLOCKTICKS",
	"mips_74k::CYCLES",
	"netburst::GLOBAL_POWER_EVENTS:RUNNING",
	"rapl::RAPL_ENERGY_PKG",
	"perf::slots",
	"nope::X",
	"skl::INST_RETIRED:zz",
	"perf::nothing",
	"spr::TOPDOWN_M:RETIRING",
	"cpum_sf::SF_CYCLES_BASIC",
};

enum { THREAD_EVENTS = sizeof thread_events / sizeof thread_events[0] };

struct thread_result {
	struct encoded encoded[3 * THREAD_EVENTS];
	unsigned long long listed;
};

static struct thread_result alone, together[THREADS];
static pthread_barrier_t all_there;

/* A number that depends on every name and attribute of some PMUs. */
static unsigned long long list_events(void)
{
	static const pfm_pmu_t some[] = { PFM_PMU_PERF_EVENT, PFM_PMU_INTEL_SKL, PFM_PMU_POWER4, PFM_PMU_INTEL_ICL };
	unsigned long long sum = 0;

	for (size_t i = 0; i < COUNT(some); i++) {
		pfm_pmu_info_t pmu = { .size = sizeof pmu };

		pfm_get_pmu_info(some[i], &pmu);
		for (int idx = pmu.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			pfm_event_info_t event = { .size = sizeof event };

			pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event);
			for (const char *c = event.name; *c; c++)
				sum = sum * 31 + (unsigned char)*c;
			for (int attr = 0; attr < event.nattrs; attr++) {
				pfm_event_attr_info_t info = { .size = sizeof info };

				pfm_get_event_attr_info(idx, attr, PFM_OS_PERF_EVENT_EXT, &info);
				sum = sum * 31 + info.code + (unsigned char)*info.name;
			}
		}
	}
	return sum;
}

static void do_everything(struct thread_result *result, size_t first)
{
	for (size_t i = 0; i < 3 * THREAD_EVENTS; i++) {
		size_t k = (i + first) % (3 * THREAD_EVENTS);

		result->encoded[k] = encode(thread_events[k / 3], (pfm_os_t)(k % 3));
	}
	result->listed = list_events();
}

static void *run_thread(void *data)
{
	struct thread_result *result = data;

	pthread_barrier_wait(&all_there);
	pfm_initialize();
	do_everything(result, 5 * (size_t)(result - together));
	return NULL;
}

static void check_threads(void)
{
	new_tracing_machine(TRACEFS);
	put_tracepoints("/sys/kernel/tracing");
	put_pmu("uncore_ha_0", "31\n");
	put_pmu("armv8_cortex_a53", "32\n");
	put_pmu("cpum_sf", "33\n");
	put("/sys/bus/event_source/devices/cpu/events/slots", "x\n");
	memset(&alone, 0, sizeof alone);
	start_top("LIBPFM_ENCODE_INACTIVE=1");
	do_everything(&alone, 0);
	for (int round = 0; round < ROUNDS; round++) {
		pthread_t threads[THREADS];
		bool same = true;

		pfm_terminate(); /* nothing is remembered, so that the threads meet where files are read */
		memset(together, 0, sizeof together);
		pthread_barrier_init(&all_there, NULL, THREADS);
		for (int i = 0; i < THREADS; i++)
			pthread_create(&threads[i], NULL, run_thread, &together[i]);
		for (int i = 0; i < THREADS; i++)
			pthread_join(threads[i], NULL);
		pthread_barrier_destroy(&all_there);
		for (int i = 0; i < THREADS; i++)
			for (size_t k = 0; k < 3 * THREAD_EVENTS; k++) {
				const struct encoded *a = &alone.encoded[k], *b = &together[i].encoded[k];

				same = same && a->error == b->error && !strcmp(a->fstr, b->fstr) &&
				       (a->error || (a->idx == b->idx && a->count == b->count && !memcmp(a->codes, b->codes, sizeof a->codes) &&
						     !memcmp(&a->attr, &b->attr, sizeof a->attr)));
			}
		for (int i = 0; i < THREADS; i++)
			same = same && together[i].listed == alone.listed;
		CHECK(same);
	}
}

/* ---- no memory ---- */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* Makes one allocation fail; the C library calls these too. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static volatile int until_failure = -1;

static bool fails(void)
{
	if (until_failure < 0 || until_failure-- > 0)
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}

/* Each allocation of a successful run in turn. */
static void check_memory_of_initialize(void)
{
	bool failed = false;

	for (int i = 0; i < 100; i++) {
		int error;

		pfm_terminate();
		until_failure = i;
		error = pfm_initialize();
		if (until_failure >= 0) {
			until_failure = -1;
			break;
		}
		CHECK(error == PFM_ERR_NOMEM && pfm_initialize() == error && pfm_find_event("perf::cycles") == PFM_ERR_NOINIT);
		check_not_initialized();
		failed = true;
		pfm_terminate();
		CHECK(!pfm_initialize() && pfm_find_event("perf::cycles") == cycles_id);
	}
	CHECK(failed);
}

static void check_memory_of_encode(const char *event, pfm_os_t os)
{
	for (int i = 0; i < 100; i++) {
		struct perf_event_attr attr = { .size = sizeof attr }, before = attr;
		char *const untouched = (char *)&attr;
		char *fstr = untouched;
		pfm_pmu_encode_arg_t raw = { .fstr = &fstr, .size = sizeof raw, .idx = 3, .count = 4 };
		pfm_perf_encode_arg_t perf = { .attr = &attr, .fstr = &fstr, .size = sizeof perf, .idx = 3, .cpu = 4 };
		bool reached;
		int error;

		start_top("LIBPFM_ENCODE_INACTIVE=1");
		until_failure = i;
		error = pfm_get_os_event_encoding(event, DFL, os, os == PFM_OS_NONE ? (void *)&raw : (void *)&perf);
		reached = until_failure < 0;
		until_failure = -1;
		if (error)
			GOOD(fstr == untouched && !raw.codes && raw.count == 4 && raw.idx == 3 && perf.idx == 3 && perf.cpu == 4 &&
				     !memcmp(&attr, &before, sizeof attr),
			     event);
		else
			free(fstr);
		free(raw.codes);
		GOOD(!error || error == PFM_ERR_NOMEM || (strstr(event, "sched") && error == PFM_ERR_NOTFOUND), event);
		if (!reached) {
			GOOD(!error, event);
			break;
		}
	}
}

static void check_memory(void)
{
	CHECK(!start("LIBPFM_FSROOT=ROOT/power9")); /* where directories are read, which takes memory */
	check_memory_of_initialize();
	new_tracing_machine(TRACEFS);
	put_tracepoints("/sys/kernel/tracing");
	CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
	for (int os = 0; os < 3; os++) {
		check_memory_of_encode(any_two_codes, (pfm_os_t)os);
		check_memory_of_encode("perf::sched:sched_switch", (pfm_os_t)os);
	}
}
#else
static void check_memory(void)
{
}
#endif

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

/* word: what the error is about; the place must be in it, or just behind. first: the nearest suggestion, "" for any or none. */
static const struct diagnosed {
	const char *event;
	int os, error;
	const char *word, *first;
	int idx;
} diagnosed[] = {
	{ "skl::INST_RETIRED:ANYP", 0, PFM_ERR_ATTR, "ANYP", "ANY_P", 419430421 },
	{ "skl::INST_RETIRED:ANY_P:intxpc", 0, PFM_ERR_ATTR, "intxpc", "intxcp", 419430421 },
	{ "skl::INST_RETIRED.u.zz", 0, PFM_ERR_ATTR, "zz", "", 419430421 },
	{ "slk::INST_RETIRED", 0, PFM_ERR_NOTFOUND, "slk", "skl", -1 },
	{ "skl::INST_RETIRD", 0, PFM_ERR_NOTFOUND, "INST_RETIRD", "skl::INST_RETIRED", -1 },
	{ "skl::INSTRETIRED:ANY_P", 0, PFM_ERR_NOTFOUND, "INSTRETIRED", "skl::INST_RETIRED", -1 },
	{ "INST_RETIRDE:ANY_P", 0, PFM_ERR_NOTFOUND, "INST_RETIRDE", "INST_RETIRED", -1 },
	{ "skl::", 0, PFM_ERR_NOTFOUND, "skl::", "", -1 },
	{ "", 0, PFM_ERR_NOTFOUND, "", "", -1 },
	{ "skl::INST_RETIRED:", 0, PFM_ERR_ATTR, "INST_RETIRED:", "", 419430421 },
	{ "skl::INST_RETIRED: u", 0, PFM_ERR_INVAL, " ", "", -2 },
	{ "skl::INST_RETIRED\tx", 0, PFM_ERR_INVAL, "\t", "", -2 },
	{ "skl::INST_RETIRED:c", 0, PFM_ERR_ATTR_VAL, ":c", "", 419430421 },
	{ "skl::INST_RETIRED:u:c=", 0, PFM_ERR_ATTR_VAL, "c=", "", 419430421 },
	{ "skl::INST_RETIRED:c=zz:u", 0, PFM_ERR_ATTR_VAL, "c=zz", "", 419430421 },
	{ "skl::INST_RETIRED:u=2", 0, PFM_ERR_ATTR_VAL, "u=2", "", 419430421 },
	{ "skl::INST_RETIRED:u:c=256:k", 0, PFM_ERR_ATTR_VAL, "c=256", "", 419430421 },
	{ "skl::INST_RETIRED:ANY_P=1", 0, PFM_ERR_ATTR, "ANY_P=1", "", 419430421 },
	{ "skl::INST_RETIRED:0xg", 0, PFM_ERR_ATTR, "0xg", "", 419430421 },
	{ "skl::INST_RETIRED:ANY_P:0x1", 0, PFM_ERR_ATTR, "ANY_P:0x1", "", 419430421 },
	{ "skl::INST_RETIRED:0x100", 0, PFM_ERR_ATTR, "INST_RETIRED:0x100", "", 419430421 },
	{ "perf::CYCLES:0x1", 0, PFM_ERR_ATTR, "0x1", "", 51 << 21 },
	{ "skl::INST_RETIRED:u:u=0", 0, PFM_ERR_ATTR_SET, "u:u=0", "", 419430421 },
	{ "core::RS_UOPS_DISPATCHED_NONE:c=2", 0, PFM_ERR_ATTR_SET, "RS_UOPS_DISPATCHED_NONE:c=2", "", 23068683 },
	{ "skl::CYCLE_ACTIVITY:CYCLES_L2_MISS:c=3:u", 0, PFM_ERR_ATTR_SET, "c=3", "", -2 },
	{ "skl::INST_RETIRED:u:e:k", 0, PFM_ERR_ATTR, "e:", "", 419430421 },
	{ "snbep_unc_cbo0::UNC_C_TOR_INSERTS:NID_ALL", 0, PFM_ERR_ATTR, "UNC_C_TOR_INSERTS:NID_ALL", "", -2 },
	{ "hswep_unc_cbo0::UNC_C_LLC_LOOKUP:NID:e", 0, PFM_ERR_ATTR, "NID", "", -2 },
	{ "snbep_unc_pcu::UNC_P_FREQ_BAND0_CYCLES", 0, PFM_ERR_ATTR, "UNC_P_FREQ_BAND0_CYCLES", "", -2 },
	{ "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE:L3_HIT", 0, PFM_ERR_FEATCOMB, "ANY_RESPONSE", "", -2 },
	{ "snb::L2_LINES_IN", 0, PFM_ERR_UMASK, "L2_LINES_IN", "", 142606370 },
	{ "snb::BRANCH_INSTRUCTIONS_RETIRED:NEAR_CALL", 0, PFM_ERR_FEATCOMB, "NEAR_CALL", "", 142606340 },
	{ "perf::cycles:period=0", 2, PFM_ERR_ATTR_VAL, "cycles:period=0", "", 51 << 21 },
	{ "perf::cycles:precise=4", 2, PFM_ERR_ATTR_VAL, "cycles:precise=4", "", 51 << 21 },
	{ "perf::cycles:perod=5", 2, PFM_ERR_ATTR, "perod=5", "period", 51 << 21 },
	{ "perf::cycles:period=5", 1, PFM_ERR_ATTR, "period=5", "", 51 << 21 },
	{ "perf::PERF_COUNT_HW_CACHE_L1D:READ:WRITE", 2, PFM_ERR_UMASK, "PERF_COUNT_HW_CACHE_L1D:READ:WRITE", "", 51 << 21 | 43 },
	{ "arm_ac57::CPU_CYCLES", 2, PFM_ERR_NOTSUPP, "arm_ac57::CPU_CYCLES", "", -2 },
	{ "nhm_unc::UNC_CLK_UNHALTED", 1, PFM_ERR_NOTFOUND, "nhm_unc::UNC_CLK_UNHALTED", "", -2 },
	{ "skl::INST_RETIRED:u", 0, 0, NULL, "", 419430421 },
	{ "skl::INST_RETIRED,and more", 0, 0, NULL, "", 419430421 },
	{ "perf::cycles:u:period=5", 2, 0, NULL, "", 51 << 21 },
};

static void check_one_diagnosis(const struct diagnosed *row)
{
	pfm_diagnosis_t d = diagnose(row->event, (pfm_os_t)row->os);
	int length = (int)strlen(row->event), begin, end;

	if (!GOOD(d.error == row->error, row->event))
		printf("  expected %d, got %d\n", row->error, d.error);
	GOOD(d.size == sizeof d && d.nsuggestions >= 0 && d.nsuggestions <= PFM_MAX_SUGGESTIONS &&
		     strnlen(d.message, sizeof d.message) < sizeof d.message && strnlen(d.expected, sizeof d.expected) < sizeof d.expected &&
		     d.offset >= 0 && d.length >= 0 && d.offset + d.length <= length,
	     row->event);
	if (row->idx != -2)
		GOOD(d.idx == row->idx, row->event);
	if (!row->word)
		return;
	begin = *row->word ? (int)(strstr(row->event, row->word) - row->event) : 0;
	end = begin + (int)strlen(row->word);
	if (!GOOD(*d.message && d.offset >= begin && d.offset + d.length <= end, row->event))
		printf("  at %d, %d bytes; expected in %d to %d: %s\n", d.offset, d.length, begin, end, d.message);
	if (*row->first && !GOOD(d.nsuggestions > 0 && !strcmp(d.suggestions[0], row->first), row->event))
		printf("  expected %s, got %s\n", row->first, d.nsuggestions ? d.suggestions[0] : "nothing");
}

static void check_diagnose(void)
{
	pfm_diagnosis_t d = { .size = sizeof d }, many;
	char text[2048] = "skl::INST_RETIRED";

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(diagnosed); i++) {
		check_one_diagnosis(&diagnosed[i]);
		for (int os = 0; os < 3; os++)
			GOOD(diagnose(diagnosed[i].event, (pfm_os_t)os).error == encode(diagnosed[i].event, (pfm_os_t)os).error, diagnosed[i].event);
	}
	for (int i = 0; i < 65; i++)
		strcat(text, ":u");
	many = diagnose(text, PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_TOOMANY && many.offset >= 17 && many.offset + many.length <= (int)strlen(text));
	CHECK(!pfm_diagnose("skl::INST_RETIRED:0x100", DFL, PFM_OS_NONE, &d) && d.error == PFM_ERR_ATTR && strstr(d.message, "too many bits") &&
	      strstr(d.expected, "8 bits"));
	CHECK(!pfm_diagnose("hswep_unc_cbo0::UNC_C_LLC_LOOKUP:NID", DFL, PFM_OS_NONE, &d) && !strcmp(d.message, "NID needs a modifier") &&
	      !strcmp(d.expected, "nf="));
	CHECK(!pfm_diagnose("skl::CYCLE_ACTIVITY:CYCLES_L2_MISS:c=3", DFL, PFM_OS_NONE, &d) && strstr(d.message, "set c to another value"));
	CHECK(!pfm_diagnose("skl::INST_RETIRED:e", DFL, PFM_OS_NONE, &d) && !strcmp(d.expected, "c of 1 or more with it"));
	CHECK(!pfm_diagnose("perf::cycles:precise=4", DFL, PFM_OS_PERF_EVENT_EXT, &d) && d.error == PFM_ERR_ATTR_VAL && d.offset == 13 &&
	      d.length == 9 && strstr(d.expected, "0 to 3"));
	CHECK(!pfm_diagnose("perf::cycles:period=0", DFL, PFM_OS_PERF_EVENT_EXT, &d) && d.error == PFM_ERR_ATTR_VAL && d.offset == 13 && d.length == 8);
	CHECK(pfm_diagnose(NULL, DFL, PFM_OS_NONE, &d) == PFM_ERR_INVAL && pfm_diagnose("x", DFL, PFM_OS_NONE, NULL) == PFM_ERR_INVAL);
	d.size = sizeof d - 1;
	CHECK(pfm_diagnose("x", DFL, PFM_OS_NONE, &d) == PFM_ERR_INVAL);
	d.size = 0;
	CHECK(pfm_diagnose("x", DFL, PFM_OS_NONE, &d) == PFM_ERR_INVAL);
	d = (pfm_diagnosis_t){ .size = sizeof d };
	CHECK(pfm_diagnose("skl::INST_RETIRED", 0x20, PFM_OS_NONE, &d) == PFM_ERR_INVAL || d.error == PFM_ERR_INVAL);
	many = diagnose("snb::L2_LINES_IN", PFM_OS_NONE);
	CHECK(strstr(many.expected, "ANY") || strstr(many.message, "ANY"));
	/* the very same name on other machines; this one's PMUs otherwise */
	CHECK(!start("LIBPFM_FSROOT=ROOT/zen4-server"));
	many = diagnose("BR_INST_RETIRED", PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_NOTFOUND && suggests(&many, "::BR_INST_RETIRED"));
	many = diagnose("RETIRED_INSTRUCTION", PFM_OS_NONE);
	CHECK(many.nsuggestions > 0 && !strcmp(many.suggestions[0], "RETIRED_INSTRUCTIONS"));
	/* a machine, or a PMU, that has nothing like it */
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_ENCODE_INACTIVE=1"));
	many = diagnose("skl::RETIRED_INSTRUCTIONS", PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_NOTFOUND && !strcmp(many.suggestions[0], "amd64_fam1ah_zen6::RETIRED_INSTRUCTIONS"));
	many = diagnose("INST_RETIRD", PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_NOTFOUND && strstr(many.suggestions[0], "::INST_RETIRED") && !strstr(many.suggestions[1], "::INST_RETIRED"));
	/* this architecture first, and the newest PMU of it; a machine that has it, not one that has something like it */
	CHECK(!start("LIBPFM_CPUID=AuthenticAMD-25-17-1"));
	many = diagnose("INST_RETIRED:ANY_P", PFM_OS_NONE);
	CHECK(many.nsuggestions == 5 && !strcmp(many.suggestions[0], "gnr::INST_RETIRED") && !strcmp(many.suggestions[1], "adl_grt::INST_RETIRED"));
	CHECK(!start("LIBPFM_CPUID=0x410fd0c1"));
	many = diagnose("INST_RETIRD", PFM_OS_NONE);
	CHECK(many.nsuggestions > 0 && !strcmp(many.suggestions[0], "INST_RETIRED"));
	CHECK(!start("LIBPFM_CPUID=POWER-0x4e"));
	many = diagnose("ST_RETIRED", PFM_OS_NONE);
	CHECK(many.nsuggestions > 0 && !strncmp(many.suggestions[0], "arm_", 4));
	/* names that go on, and names that are longer than any */
	CHECK(!start("LIBPFM_CPUID=POWER-0x4e LIBPFM_ENCODE_INACTIVE=1"));
	many = diagnose("skl::MEM_LOAD_L3_HIT", PFM_OS_NONE);
	CHECK(many.nsuggestions > 0 && !strcmp(many.suggestions[0], "skl::MEM_LOAD_L3_HIT_RETIRED"));
	many = diagnose("amd64_fam1ah_zen5::RETIRED_UNCONDITIONAL_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED_AGAIN", PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_NOTFOUND && !many.nsuggestions);
	/* PMUs by the end of their names and by their descriptions */
	many = diagnose("zen4::X", PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_NOTFOUND && !strcmp(many.suggestions[0], "amd64_fam19h_zen4"));
	many = diagnose("Skylake::INST_RETIRED", PFM_OS_NONE);
	CHECK(many.error == PFM_ERR_NOTFOUND && !strcmp(many.suggestions[0], "skl"));
	/* without perf_event */
	CHECK(!start("LIBPFM_FSROOT=ROOT/no-sysfs") && diagnose("perf::cycles", PFM_OS_PERF_EVENT).error == PFM_ERR_NOTSUPP &&
	      diagnose("perf::cycles", PFM_OS_NONE).error == 0);
}

/* PMU names with * or # (the number of an instance), and their device, levels, and vendor; the first that fits counts. */
static const struct detail {
	const char *pmu, *device;
	int plm;
	const char *vendor;
} details_of[] = {
	{ "netburst*", NULL, 9, "GenuineIntel" },
	{ "amd64_fam15h_nb", "amd_nb", 0, "AuthenticAMD" },
	{ "amd64_*_l3", "amd_l3", 0, "AuthenticAMD" },
	{ "amd64_rapl", "power", 0, "AuthenticAMD" },
	{ "amd64_k*", NULL, 9, "AuthenticAMD" },
	{ "amd64_*", NULL, 0x19, "AuthenticAMD" },
	{ "adl_glc", "cpu_core", 9, "GenuineIntel" },
	{ "adl_grt", "cpu_atom", 9, "GenuineIntel" },
	{ "rapl", "power", 0, "GenuineIntel" },
	{ "[nw][hs]m_unc", "uncore", 0, "GenuineIntel" },
	{ "*_unc_cbo#", "uncore_cbox_#", 0, "GenuineIntel" },
	{ "*_unc_cha#", "uncore_cha_#", 0, "GenuineIntel" },
	{ "snbep_unc_ha", "uncore_ha", 0, "GenuineIntel" },
	{ "*_unc_ha#", "uncore_ha_#", 0, "GenuineIntel" },
	{ "*_unc_imc#", "uncore_imc_#", 0, "GenuineIntel" },
	{ "kn[lm]_unc_imc_uclk#", "uncore_mc_uclk_#", 0, "GenuineIntel" },
	{ "kn[lm]_unc_edc_uclk#", "uncore_edc_uclk_#", 0, "GenuineIntel" },
	{ "kn[lm]_unc_edc_eclk#", "uncore_edc_eclk_#", 0, "GenuineIntel" },
	{ "*_unc_pcu", "uncore_pcu", 0, "GenuineIntel" },
	{ "*_unc_ubo", "uncore_ubox", 0, "GenuineIntel" },
	{ "icx_unc_ubox", "uncore_ubox", 0, "GenuineIntel" },
	{ "*_unc_qpi#", "uncore_qpi_#", 0, "GenuineIntel" },
	{ "*_unc_r2pcie", "uncore_r2pcie", 0, "GenuineIntel" },
	{ "*_unc_r3qpi#", "uncore_r3qpi_#", 0, "GenuineIntel" },
	{ "*_unc_sbo#", "uncore_sbox_#", 0, "GenuineIntel" },
	{ "*_unc_irp", "uncore_irp", 0, "GenuineIntel" },
	{ "icx_unc_irp#", "uncore_irp_#", 0, "GenuineIntel" },
	{ "*_unc_iio#", "uncore_iio_#", 0, "GenuineIntel" },
	{ "*_unc_m2m#", "uncore_m2m_#", 0, "GenuineIntel" },
	{ "*_unc_m3upi#", "uncore_m3upi_#", 0, "GenuineIntel" },
	{ "*_unc_upi#", "uncore_upi_#", 0, "GenuineIntel" },
	{ "icx_unc_m2pcie#", "uncore_m2pcie_#", 0, "GenuineIntel" },
	{ "kn[lm]_unc_m2pcie", "uncore_m2pcie", 0, "GenuineIntel" },
	{ "arm_1176", "armv6_1176", 0, "arm" },
	{ "arm_ac53", "armv8_cortex_a53,armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "arm_ac55", "armv8_cortex_a55,armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "arm_ac76", "armv8_cortex_a76,armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "arm_ac57", "armv8_cortex_a57,armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "arm_ac72", "armv8_cortex_a72,armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "arm_x4", "armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "arm_thunderx2", "armv8_cavium_thunder,armv8_pmuv3_0,armv8_pmuv3", 0x19, "arm" },
	{ "tx2_dmc#", "uncore_dmc_#", 0, "arm" },
	{ "tx2_llc#", "uncore_l3c_#", 0, "arm" },
	{ "tx2_ccpi#", "uncore_ccpi2_#", 0, "arm" },
	{ "arm_ac[89]", NULL, 0, "arm" },
	{ "arm_*", NULL, 0x19, "arm" },
	{ "qcom_krait", NULL, 0x19, "arm" },
	{ "power_torrent", NULL, 0, NULL },
	{ "powerpc_nest_mcs_read", "Nest_MCS_Read_BW", 0, "power" },
	{ "powerpc_nest_mcs_write", "Nest_MCS_Write_BW", 0, "power" },
	{ "power[4567]", NULL, 0, "power" },
	{ "power5p", NULL, 0, "power" },
	{ "power*", NULL, 0x19, "power" },
	{ "ppc970*", NULL, 0, "power" },
	{ "cpum_cf", "cpum_cf", PFM_PLM3, NULL },
	{ "cpum_sf", "cpum_sf", 0, NULL },
	{ "mips_74k", NULL, 0x19, NULL },
	{ "niagara2", NULL, 0x19, NULL },
	{ "niagara1", NULL, 9, NULL },
	{ "ultra*", NULL, 9, NULL },
	{ "perf", NULL, 9, NULL },
	{ "perf_raw", NULL, 0x19, NULL },
	{ "ix86arch", NULL, 9, NULL },
	{ "*", NULL, 9, "GenuineIntel" },
};

static const struct detail *detail_of(const char *name)
{
	for (size_t i = 0; i < COUNT(details_of); i++) {
		const char *hash = strchr(details_of[i].pmu, '#');
		char pattern[64];

		snprintf(pattern, sizeof pattern, "%.*s%s", hash ? (int)(hash - details_of[i].pmu) : (int)strlen(details_of[i].pmu),
			 details_of[i].pmu, hash ? "[0-9]*" : "");
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
					     : got->plm == expected->plm && (expected->vendor && got->vendor ? !strcmp(expected->vendor, got->vendor)
													     : expected->vendor == got->vendor),
		  name))
		printf("  expected %#x %s, got %#x %s\n", expected->plm, expected->vendor ? expected->vendor : "none", got->plm,
		       got->vendor ? got->vendor : "none");
	GOOD(got->is_deprecated == (pmu == PFM_PMU_AMD64_FAM17H), name);
}

static void check_details(void)
{
	static const char *const no_raw[] = { "arm_*",	  "tx2_*",  "hisi_*",	 "qcom_krait", "power*", "ppc970*",    "ultra*", "niagara*",
					      "mips_74k", "cpum_*", "netburst*", "knc",	       "rapl",	 "amd64_rapl", "perf*" };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_t pmu;
	int raw = 0;

	CHECK(!start(HOST));
	pfm_for_all_pmus(pmu)
	{
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
	CHECK(raw == 559);
	CHECK(pfm_get_pmu_details(PFM_PMU_MAX, &details) == PFM_ERR_INVAL && pfm_get_pmu_details(PFM_PMU_PERF_EVENT, NULL) == PFM_ERR_INVAL &&
	      pfm_get_pmu_details(PFM_PMU_NONE, &details) == PFM_ERR_NOTSUPP);
	details.size--;
	CHECK(pfm_get_pmu_details(PFM_PMU_PERF_EVENT, &details) == PFM_ERR_INVAL);
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
	static const char *const unknown[] = { "arm_ac57::CPU_CYCLES",		"amd64_rapl::RAPL_ENERGY_PKG",
					       "nhm_unc::UNC_CLK_UNHALTED",	"snbep_unc_cbo0::UNC_C_CLOCKTICKS",
					       "cpum_sf::SF_CYCLES_BASIC",	"hisi_sccl1_ddrc0::flux_wr",
					       "powerpc_nest_mcs_read::MCS_00", "hswep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO:isoc",
					       "rapl::RAPL_ENERGY_PKG",		"adl_grt::INST_RETIRED:ANY_P" },
				 *const known[] = { "perf::cycles:u", "skl::INST_RETIRED:u:period=7", "r1c4", "arm_n1::CPU_CYCLES", "power9::PM_CYC",
						    "perf::cpu-clock" };
	struct encoded there[COUNT(unknown)];

	CHECK(!start("LIBPFM_FSROOT=ROOT/everything LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	for (size_t i = 0; i < COUNT(unknown); i++) {
		struct encoded here = encode_anywhere(unknown[i], PFM_OS_PERF_EVENT_EXT);

		there[i] = encode(unknown[i], PFM_OS_PERF_EVENT_EXT);
		GOOD(!there[i].error && !here.error && !memcmp(&here.attr, &there[i].attr, sizeof here.attr) && !strcmp(here.fstr, there[i].fstr),
		     unknown[i]);
	}
	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(unknown); i++) {
		struct encoded here = encode_anywhere(unknown[i], PFM_OS_PERF_EVENT_EXT);

		there[i].attr.type = UINT32_MAX;
		GOOD(!here.error && !memcmp(&here.attr, &there[i].attr, sizeof here.attr) && !strcmp(here.fstr, there[i].fstr) &&
			     here.idx == there[i].idx,
		     unknown[i]);
	}
	for (size_t i = 0; i < COUNT(known); i++) {
		struct encoded here = encode_anywhere(known[i], PFM_OS_PERF_EVENT_EXT), usual = encode(known[i], PFM_OS_PERF_EVENT_EXT);

		GOOD(!here.error && !memcmp(&here.attr, &usual.attr, sizeof here.attr) && !strcmp(here.fstr, usual.fstr) && here.idx == usual.idx &&
			     here.cpu == usual.cpu,
		     known[i]);
	}
	CHECK(encode_anywhere("arm_ac57::NOPE", PFM_OS_PERF_EVENT).error == PFM_ERR_NOTFOUND &&
	      encode_anywhere("arm_ac57::CPU_CYCLES:zz", PFM_OS_PERF_EVENT).error == PFM_ERR_ATTR &&
	      encode_anywhere("arm_ac57::CPU_CYCLES:period=5", PFM_OS_PERF_EVENT).error == PFM_ERR_ATTR &&
	      encode_anywhere("arm_ac57::CPU_CYCLES:period=0", PFM_OS_PERF_EVENT_EXT).error == PFM_ERR_ATTR_VAL);
	CHECK(pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT, &(pfm_perf_encode_arg_t){ .size = 0 }) == PFM_ERR_INVAL &&
	      pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT, NULL) == PFM_ERR_INVAL &&
	      encode_anywhere(NULL, PFM_OS_PERF_EVENT).error == PFM_ERR_INVAL);
	CHECK(!start("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	CHECK(encode_anywhere("skl::INST_RETIRED:u", PFM_OS_PERF_EVENT).attr.config == 0xc0 &&
	      encode_anywhere("skl::INST_RETIRED:u", PFM_OS_PERF_EVENT).attr.type == 4 &&
	      encode_anywhere("arm_ac57::CPU_CYCLES", PFM_OS_PERF_EVENT).attr.type == UINT32_MAX);
	/* the kernel gets to know a PMU: the usual call looks again, and then both know */
	new_machine();
	CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1") && encode_anywhere("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == UINT32_MAX);
	put_pmu("uncore_ha_0", "30\n");
	CHECK(encode_anywhere("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == UINT32_MAX &&
	      encode("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == 30 &&
	      encode_anywhere("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type == 30);
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
	if (!GOOD(pfm_decode(pmu, &code, found, 3) >= 1 && found[0].exact == 1 && !found[0].left[0] && !found[0].left[1] && !found[0].left[2],
		  string))
		return;
	again = encode(found[0].string, os);
	GOOD(!again.error && again.idx == found[0].idx &&
		     (os == PFM_OS_NONE ? again.count == got.count && !memcmp(again.codes, got.codes, sizeof again.codes)
					: again.attr.config == got.attr.config && again.attr.config1 == got.attr.config1 &&
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

static void check_decode_arguments(void)
{
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_NONE, .words = { 0x5300c0 }, .count = 1 };
	pfm_decoded_t found[40], *one = found;

	memset(found, 0, sizeof found);
	for (size_t i = 0; i < COUNT(found); i++)
		found[i].size = sizeof found[i];
	CHECK(!start(ALL));
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1) == 1 && found[0].idx == skl_inst_id && found[0].exact &&
	      !strncmp(found[0].string, "skl::INST_RETIRED", 17));
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 0) <= 0 && pfm_decode(PFM_PMU_INTEL_SKL, NULL, found, 1) == PFM_ERR_INVAL &&
	      pfm_decode(PFM_PMU_INTEL_SKL, &code, NULL, 1) == PFM_ERR_INVAL);
	CHECK(pfm_decode(PFM_PMU_NONE, &code, found, 1) == PFM_ERR_NOTSUPP && pfm_decode(PFM_PMU_POWER3, &code, found, 1) == PFM_ERR_NOTSUPP &&
	      pfm_decode(PFM_PMU_MAX, &code, found, 1) < 0);
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, -1) <= 0);
	for (int count = -1; count <= 4; count++) {
		code.count = count;
		CHECK((pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1) == PFM_ERR_INVAL) == (count < 1 || count > 3));
	}
	code.count = 1;
	code.size = sizeof code - 1;
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1) == PFM_ERR_INVAL);
	code.size = sizeof code;
	code.os = PFM_OS_MAX;
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 1) < 0);
	code.os = PFM_OS_NONE;
	one->size = 8;
	CHECK(pfm_decode(PFM_PMU_INTEL_SKL, &code, one, 1) == PFM_ERR_INVAL);
	one->size = sizeof *one;
	/* exact ones first, then those with fewest bits left */
	for (unsigned int select = 0; select < 0x10000; select += 0x107) {
		int got, bits = -1;

		code.words[0] = 0x530000 | select;
		got = pfm_decode(PFM_PMU_INTEL_SKL, &code, found, (int)COUNT(found));
		CHECK(got >= 0 && got <= (int)COUNT(found));
		for (int i = 0; i < got; i++) {
			int left = found[i].exact ? -1
						  : __builtin_popcountll(found[i].left[0]) + __builtin_popcountll(found[i].left[1]) +
							    __builtin_popcountll(found[i].left[2]);

			CHECK(left >= bits && (!found[i].exact || encode(found[i].string, PFM_OS_NONE).codes[0] == code.words[0]));
			bits = left;
		}
	}
}

/* ---- groups of events, the CPU ---- */

static const pfm_pmu_t power4 = PFM_PMU_POWER4;

static bool is_group_event(int group, int counter, const char *string, uint64_t code)
{
	pfm_group_event_t event = { .size = sizeof event };

	return !pfm_get_group_event(power4, group, counter, &event) && !strcmp(event.string, string) && event.idx >= 0 &&
	       (!event.has_code || event.code == code) && event.size == sizeof event;
}

static void check_groups(void)
{
	pfm_groups_t all = { .size = sizeof all };
	pfm_group_info_t info = { .size = sizeof info };
	pfm_group_event_t event = { .size = sizeof event };

	start(ALL);
	CHECK(!pfm_get_groups(power4, &all) && all.ngroups == 63 && all.ncounters == 8 && all.is_required && all.name && *all.name);
	CHECK(pfm_find_group(power4, "pm_hpmcount2") == 60 && pfm_find_group(power4, "PM_HPMCOUNT2") == 60 && pfm_find_group(power4, "60") == 60);
	CHECK(pfm_find_group(power4, "pm_hpmcount") == PFM_ERR_NOTFOUND && pfm_find_group(power4, "") == PFM_ERR_NOTFOUND &&
	      pfm_find_group(power4, "63") == PFM_ERR_NOTFOUND && pfm_find_group(power4, "60x") == PFM_ERR_NOTFOUND &&
	      pfm_find_group(power4, "-1") == PFM_ERR_NOTFOUND);
	CHECK(!pfm_get_group_info(power4, 60, &info) && !strcmp(info.name, "pm_hpmcount2") && info.title && info.desc && *info.desc);
	CHECK(is_group_event(60, 0, "PM_FPU_FDIV", 0x1100) && is_group_event(60, 4, "PM_CYC", 0x7) && is_group_event(60, 7, "PM_LSU_LDF", 0x8930));
	CHECK(!pfm_get_counter_event(power4, 0, 0, &event) && event.string && *event.string);
	for (int n = 0, error = 0; !error; n++) {
		error = pfm_get_counter_event(power4, 7, n, &event);
		CHECK(error ? error == PFM_ERR_INVAL && n == 88 : *event.string != 0);
	}

	CHECK(!pfm_get_groups(PFM_PMU_INTEL_SKL, &all) && !all.ngroups && !all.name && !all.is_required);
	CHECK(pfm_find_group(PFM_PMU_INTEL_SKL, "0") == PFM_ERR_NOTFOUND && pfm_get_group_info(PFM_PMU_INTEL_SKL, 0, &info) == PFM_ERR_INVAL &&
	      pfm_get_group_event(PFM_PMU_INTEL_SKL, 0, 0, &event) == PFM_ERR_INVAL && pfm_get_counter_event(PFM_PMU_INTEL_SKL, 0, 0, &event) == PFM_ERR_INVAL);
	CHECK(pfm_get_group_info(power4, -1, &info) == PFM_ERR_INVAL && pfm_get_group_info(power4, 63, &info) == PFM_ERR_INVAL);
	CHECK(pfm_get_group_event(power4, 63, 0, &event) == PFM_ERR_INVAL && pfm_get_group_event(power4, 0, -1, &event) == PFM_ERR_INVAL &&
	      pfm_get_group_event(power4, 0, 8, &event) == PFM_ERR_INVAL);
	CHECK(pfm_get_counter_event(power4, -1, 0, &event) == PFM_ERR_INVAL && pfm_get_counter_event(power4, 8, 0, &event) == PFM_ERR_INVAL &&
	      pfm_get_counter_event(power4, 0, -1, &event) == PFM_ERR_INVAL);
}

static void check_group_arguments(void)
{
	static const pfm_pmu_t wrong[] = { PFM_PMU_MAX, (pfm_pmu_t)-1 };
	pfm_groups_t all = { .size = sizeof all - 1 };
	pfm_group_info_t info = { .size = sizeof info - 1 };
	pfm_group_event_t event = { .size = sizeof event - 1 };

	start(ALL);
	CHECK(pfm_get_groups(power4, &all) == PFM_ERR_INVAL && pfm_get_groups(power4, NULL) == PFM_ERR_INVAL);
	CHECK(pfm_get_group_info(power4, 0, &info) == PFM_ERR_INVAL && pfm_get_group_info(power4, 0, NULL) == PFM_ERR_INVAL);
	CHECK(pfm_get_group_event(power4, 0, 0, &event) == PFM_ERR_INVAL && pfm_get_group_event(power4, 0, 0, NULL) == PFM_ERR_INVAL);
	CHECK(pfm_get_counter_event(power4, 0, 0, &event) == PFM_ERR_INVAL && pfm_get_counter_event(power4, 0, 0, NULL) == PFM_ERR_INVAL);
	CHECK(pfm_find_group(power4, NULL) == PFM_ERR_INVAL);
	all.size++, info.size++, event.size++;
	for (size_t i = 0; i < COUNT(wrong); i++)
		CHECK(pfm_get_groups(wrong[i], &all) == PFM_ERR_INVAL && pfm_get_group_info(wrong[i], 0, &info) == PFM_ERR_INVAL &&
		      pfm_find_group(wrong[i], "0") == PFM_ERR_INVAL && pfm_get_group_event(wrong[i], 0, 0, &event) == PFM_ERR_INVAL &&
		      pfm_get_counter_event(wrong[i], 0, 0, &event) == PFM_ERR_INVAL);
	CHECK(pfm_get_groups(PFM_PMU_POWER3, &all) == PFM_ERR_NOTSUPP && pfm_find_group(PFM_PMU_POWER3, "0") == PFM_ERR_NOTSUPP &&
	      pfm_get_group_info(PFM_PMU_POWER3, 0, &info) == PFM_ERR_NOTSUPP);
	pfm_terminate();
	CHECK(pfm_get_groups(power4, &all) == PFM_ERR_NOINIT && pfm_get_group_info(power4, 0, &info) == PFM_ERR_NOINIT &&
	      pfm_find_group(power4, "0") == PFM_ERR_NOINIT && pfm_get_group_event(power4, 0, 0, &event) == PFM_ERR_NOINIT &&
	      pfm_get_counter_event(power4, 0, 0, &event) == PFM_ERR_NOINIT);
}

static bool is_cpu(const char *identity, const char *vendor, unsigned int family, unsigned int model, unsigned int stepping)
{
	char words[256];
	pfm_cpu_t cpu = { .size = sizeof cpu };

	snprintf(words, sizeof words, "LIBPFM_FSROOT=ROOT/no-sysfs LIBPFM_CPUID=%s", identity);
	start(words);
	return !pfm_get_cpu(&cpu) && (vendor ? cpu.vendor && !strcmp(cpu.vendor, vendor) : !cpu.vendor) && cpu.family == family && cpu.model == model &&
	       cpu.stepping == stepping && cpu.size == sizeof cpu;
}

static void check_cpu(void)
{
	pfm_cpu_t cpu = { .size = sizeof cpu - 1 };

	CHECK(is_cpu("GenuineIntel-6-143-8", "GenuineIntel", 6, 143, 8));
	CHECK(is_cpu("AuthenticAMD-25-17", "AuthenticAMD", 25, 17, 0));
	CHECK(is_cpu("0x410fd0c1", "arm", 0x41, 0xd0c, 0));
	CHECK(is_cpu("POWER-0x4e-0x1202", "power", 0, 0x4e, 0x1202));
	CHECK(is_cpu("nonsense", NULL, 0, 0, 0));
	CHECK(pfm_get_cpu(&cpu) == PFM_ERR_INVAL && pfm_get_cpu(NULL) == PFM_ERR_INVAL);
	pfm_terminate();
	cpu.size++;
	CHECK(pfm_get_cpu(&cpu) == PFM_ERR_NOINIT);
}

static void check_pmu_name(void)
{
	CHECK(!start(HOST) && !strcmp(pfm_get_pmu_name(PFM_PMU_INTEL_SKL), "skl") && !pfm_get_pmu_name(PFM_PMU_NONE) &&
	      !pfm_get_pmu_name(PFM_PMU_MAX) && !pfm_get_pmu_name((pfm_pmu_t)-1));
	pfm_terminate();
	CHECK(!pfm_get_pmu_name(PFM_PMU_INTEL_SKL));
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(top, sizeof top, "%s/pfm-api-XXXXXX", tmp && *tmp && strlen(tmp) < 400 ? tmp : "/tmp");
	if (!mkdtemp(top)) {
		perror(top);
		return 1;
	}
	check_constants();
	check_layout();
	check_not_initialized();
	check_life_cycle();
	check_another_machine();
	check_messages();
	check_encode_inactive();
	check_force();
	check_disabled();
	check_numbers();
	check_identifiers();
	check_attributes();
	check_sizes();
	check_information_errors();
	check_encoding_errors();
	check_delivery();
	check_deprecated_raw();
	check_privilege_masks();
	check_many_attributes();
	check_comma();
	check_raw_events();
	check_written_fields();
	check_sampling_fields();
	check_uncore_fields();
	check_attr_size();
	check_stale_fields();
	check_perf_argument();
	check_deprecated_perf();
	check_types();
	check_type_zero();
	check_types_absent();
	check_optional_events();
	check_tracepoints();
	check_validate(ALL, 0);
	check_validate(HOST, PFM_ERR_NOTFOUND);
	check_threads();
	check_memory();
	check_diagnose();
	check_details();
	check_anywhere();
	check_decode();
	check_decode_arguments();
	check_pmu_name();
	check_groups();
	check_group_arguments();
	check_cpu();
	pfm_terminate();
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	rmdir(top);
	return check_summary("api");
}
