/*
 * The library's interface: constants of the machine. What captured machines have says their lists of CPUs; what
 * /proc/cpuinfo and odd files say is put together here.
 */
#define _GNU_SOURCE
#include "api.h"

#include <sys/stat.h>

#define CPUS "/sys/devices/system/cpu/"
#define TOPOLOGY CPUS "cpu*/topology/"

enum { UNKNOWN = -1 };

struct expected {
	const char *name;
	double value;
	const char *source;
};

static void compare_constants(const char *machine, const struct expected *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double value = UNKNOWN;
		const char *source = "-";
		pfm_err_t error = pfm_get_metric_constant(all[i].name, &value, &source);
		bool right = all[i].value < 0 ? error == PFM_ERR_NOTSUPP && value < 0 && !strcmp(source, "-")
					     : !error && value >= all[i].value && value <= all[i].value &&
						       !strcmp(source, all[i].source);

		if (!GOOD(right, all[i].name))
			printf("  %s: expected %g (%s), got %d, %g (%s)\n", machine, all[i].value,
				all[i].source ? all[i].source : "-", error, value, source);
	}
}

#define COMPARE(words, all) (CHECK(!start(words)), compare_constants(words, all, COUNT(all)))

/* Two packages of 60 cores with two threads. */
static const struct expected sapphire_rapids[] = { { "#smt_on", 1, CPUS "smt/active" },
	{ "#num_packages", 2, TOPOLOGY "package_cpus_list" }, { "#num_dies", 2, TOPOLOGY "die_cpus_list" },
	{ "#num_cores", 120, TOPOLOGY "core_cpus_list" }, { "#num_cpus", 240, CPUS "present" },
	{ "#num_cpus_online", 240, CPUS "online" }, { "#has_pmem", 1, "/sys/firmware/acpi/tables/NFIT" },
	{ "#slots", UNKNOWN, NULL }, { "#system_tsc_freq", 2e9, "/pfmkit-kernel" }, { "#core_wide", 0, "assumed" },
	{ "#target_cpu", 0, "assumed" } };

/* Eight cores with two threads, eight with one; the kernel says nothing of hyper-threading as a whole. */
static const struct expected alder_lake[] = { { "smt_on", 1, TOPOLOGY "core_cpus_list" },
	{ "NUM_PACKAGES", 1, TOPOLOGY "package_cpus_list" }, { "#Num_Dies", 1, TOPOLOGY "die_cpus_list" },
	{ "#num_cores", 16, TOPOLOGY "core_cpus_list" }, { "#num_cpus", 24, CPUS "present" },
	{ "#num_cpus_online", 24, CPUS "online" }, { "#has_pmem", 0, "assumed" },
	{ "#system_tsc_freq", UNKNOWN, NULL } };

/* No threads, no dies; slots in hexadecimal. */
static const struct expected neoverse_v1[] = { { "#smt_on", 0, CPUS "smt/active" },
	{ "#num_packages", 1, TOPOLOGY "package_cpus_list" }, { "#num_dies", 1, TOPOLOGY "package_cpus_list" },
	{ "#num_cores", 64, TOPOLOGY "core_cpus_list" }, { "#num_cpus", 64, CPUS "present" },
	{ "#num_cpus_online", 64, CPUS "online" },
	{ "#slots", 8, "/sys/bus/event_source/devices/armv8_pmuv3_0/caps/slots" },
	{ "#system_tsc_freq", UNKNOWN, NULL } };

/* Older names of the lists; one core of 32 is offline. */
static const struct expected power9[] = { { "#smt_on", 1, TOPOLOGY "thread_siblings_list" },
	{ "#num_packages", 2, TOPOLOGY "core_siblings_list" }, { "#num_dies", 2, TOPOLOGY "core_siblings_list" },
	{ "#num_cores", 31, TOPOLOGY "thread_siblings_list" }, { "#num_cpus", 128, CPUS "present" },
	{ "#num_cpus_online", 124, CPUS "online" }, { "#has_pmem", 0, "assumed" }, { "#slots", UNKNOWN, NULL } };

/* Nothing is known but the CPU. */
static const struct expected x86_alone[] = { { "#smt_on", 1, "assumed" }, { "#num_packages", 1, "assumed" },
	{ "#num_dies", 1, "assumed" }, { "#num_cores", UNKNOWN, NULL }, { "#num_cpus", UNKNOWN, NULL },
	{ "#num_cpus_online", UNKNOWN, NULL }, { "#has_pmem", 0, "assumed" }, { "#slots", UNKNOWN, NULL },
	{ "#system_tsc_freq", UNKNOWN, NULL } };
static const struct expected arm_alone[] = { { "#smt_on", 0, "assumed" }, { "#num_packages", 1, "assumed" } };

static void check_machines(void)
{
	COMPARE("LIBPFM_FSROOT=ROOT/sapphire-rapids-2s", sapphire_rapids);
	COMPARE("LIBPFM_FSROOT=ROOT/alder-lake", alder_lake);
	COMPARE("LIBPFM_FSROOT=ROOT/neoverse-v1", neoverse_v1);
	COMPARE("LIBPFM_FSROOT=ROOT/power9", power9);
	COMPARE("LIBPFM_CPUID=GenuineIntel-6-143-8", x86_alone);
	COMPARE("LIBPFM_CPUID=POWER-0x4e", x86_alone);
	COMPARE("LIBPFM_CPUID=zen4", x86_alone);
	COMPARE("LIBPFM_CPUID=0x410fd0c1", arm_alone);
	COMPARE("LIBPFM_CPUID=RISCV-0x489-0x8000000000000007", arm_alone);
}

static double constant(const char *name)
{
	double value = UNKNOWN;

	return pfm_get_metric_constant(name, &value, NULL) ? UNKNOWN : value;
}

/* One odd file of a machine, and what follows from it. */
static void check_odd_files(void)
{
	static const struct { const char *path, *text, *name; double value; } rows[] = {
		{ CPUS "online", "0\n", "#num_cpus_online", 1 },
		{ CPUS "online", "0-3,8,10-11", "#num_cpus_online", 7 },
		{ CPUS "present", "0-3,8,10-11\n", "#num_cpus", 12 },
		{ CPUS "online", "0-65535\n", "#num_cpus_online", 65536 },
		{ CPUS "online", "0-65536\n", "#num_cpus_online", UNKNOWN },
		{ CPUS "online", "3-1\n", "#num_cpus_online", UNKNOWN },
		{ CPUS "online", "0,\n", "#num_cpus_online", UNKNOWN },
		{ CPUS "online", "0-\n", "#num_cpus_online", UNKNOWN },
		{ CPUS "online", "0-1,2-x\n", "#num_cpus_online", UNKNOWN },
		{ CPUS "online", "-3\n", "#num_cpus_online", UNKNOWN },
		{ CPUS "online", "", "#num_cpus_online", UNKNOWN },
		{ CPUS "present", "all\n", "#num_cpus", UNKNOWN },
		{ CPUS "smt/active", "0\n", "#smt_on", 0 },
		{ CPUS "smt/active", "junk\n", "#smt_on", 1 },
		{ "/proc/cpuinfo", "model name\t: Intel(R) Xeon(R) CPU E5-2690 0 @ 2.90GHz\n", "#system_tsc_freq",
			2.9e9 },
		{ "/proc/cpuinfo", "model name\t: Intel(R) Core(TM) i7 @ 2.9GHz\n", "#system_tsc_freq", UNKNOWN },
		{ "/proc/cpuinfo", "model name\t: 13th Gen Intel(R) Core(TM) i9-13900K\n", "#system_tsc_freq",
			UNKNOWN },
		{ "/pfmkit-kernel", "software counts\ntsc 3686400000\n", "#system_tsc_freq", 3686400000.0 },
		{ "/pfmkit-kernel", "tsc\n", "#system_tsc_freq", UNKNOWN },
		{ "/proc/sys/abi/sve_default_vector_length", "32\n", "#sve_bits", 256 },
		{ "/proc/sys/abi/sve_default_vector_length", "16\n", "#sve_bits", 128 },
		{ "/proc/sys/abi/sve_default_vector_length", "15\n", "#sve_bits", UNKNOWN },
		{ "/proc/sys/abi/sve_default_vector_length", "junk\n", "#sve_bits", UNKNOWN },
		{ "/sys/firmware/acpi/tables/NFIT", "", "#has_pmem", 1 },
		{ "/sys/firmware/acpi/tables/DSDT", "", "#has_pmem", 0 },
		{ "/sys/bus/event_source/devices/armv8_pmuv3_0/caps/slots", "8\n", "#slots", 8 },
		{ "/sys/bus/event_source/devices/armv8_pmuv3_0/caps/slots", "0x0000000a\n", "#slots", 10 },
		{ "/sys/bus/event_source/devices/armv8_pmuv3_0/caps/slots", "0x00000000\n", "#slots", UNKNOWN },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		double got;

		new_machine();
		put(rows[i].path, rows[i].text);
		CHECK(!start_top(""));
		got = constant(rows[i].name);
		if (!GOOD(got >= rows[i].value && got <= rows[i].value, rows[i].name))
			printf("  %s of \"%s\": %g\n", rows[i].path, rows[i].text, got);
	}
}

/* Kernels before 5.1 say nothing of hyper-threading as a whole: the lists of the cores do. */
static void check_threads_by_lists(void)
{
	new_machine();
	put(CPUS "online", "0-2\n");
	put(CPUS "cpu0/topology/thread_siblings_list", "0\n");
	put(CPUS "cpu1/topology/thread_siblings_list", "1\n");
	put(CPUS "cpu2/topology/thread_siblings_list", "2\n");
	CHECK(!start_top(""));
	CHECK_SAME((int)constant("#smt_on"), 0);
	CHECK_SAME((int)constant("#num_cores"), 3);
	/* one core with two threads is enough */
	put(CPUS "cpu1/topology/thread_siblings_list", "1-2\n");
	put(CPUS "cpu2/topology/thread_siblings_list", "1-2\n");
	CHECK(!start_top(""));
	CHECK_SAME((int)constant("#smt_on"), 1);
	CHECK_SAME((int)constant("#num_cores"), 2);
}

/* A file is read once; another machine has other constants. */
static void check_read_once(void)
{
	new_machine();
	put(CPUS "online", "0-7\n");
	CHECK_SAME(start_top(""), 0);
	CHECK(constant("#num_cpus_online") >= 8);
	put(CPUS "online", "0-3\n");
	CHECK(constant("#num_cpus_online") >= 8);
	CHECK_SAME(start_top(""), 0);
	CHECK(constant("#num_cpus_online") <= 4);
}

static void check_arguments(void)
{
	const char *source = "-";
	double value = UNKNOWN;

	pfm_terminate();
	CHECK_SAME(pfm_get_metric_constant("#smt_on", &value, &source), PFM_ERR_NOINIT);
	CHECK(!start(HOST));
	CHECK_SAME(pfm_get_metric_constant(NULL, &value, &source), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_constant("#smt_on", NULL, &source), PFM_ERR_INVAL);
	for (const char *const *name = (const char *const[]){ "", "#", "##smt_on", "smt", "#smt_on ", NULL }; *name;
	     name++)
		GOOD(pfm_get_metric_constant(*name, &value, &source) == PFM_ERR_NOTFOUND, *name);
	CHECK(value < 0);
	CHECK_TEXT(source, "-");
	CHECK_SAME(pfm_get_metric_constant("#smt_on", &value, NULL), 0);
	CHECK(value >= 0);
}

void api_constants(void)
{
	check_machines();
	check_odd_files();
	check_threads_by_lists();
	check_read_once();
	check_arguments();
}
