/* What the files of the test of the library's interface share. */
#ifndef PFM_API_H
#define PFM_API_H

#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include "check.h"

enum { DFL = PFM_PLM0 | PFM_PLM3 };

/* libpfm4 numbers its PMUs below this. */
enum { LIBPFM4_NUMBERS = 700 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A Rocket Lake in a virtual machine: active are icl, perf, perf_raw and ix86arch. */
#define HOST "LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-167-1 "
#define ALL HOST "LIBPFM_ENCODE_INACTIVE=1 "

static const char any_two_codes[] = "skl::OFFCORE_RESPONSE_0"; /* 0x5301b7 0x18007 */
enum { two_codes_id = 419430486, skl_inst_id = 419430421, cycles_id = 51 << 21 };

static inline int start(const char *words)
{
	unsetenv("LIBPFM_DEBUG_STDOUT");
	return start_library(words, pfm_initialize, pfm_terminate);
}

/* The same with one more variable, whose value may contain anything. */
static inline int start_with(const char *words, const char *name, const char *value)
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

static inline struct encoded encode_plm(const char *event, int plm, pfm_os_t os)
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

static inline struct encoded encode(const char *event, pfm_os_t os)
{
	return encode_plm(event, DFL, os);
}

static inline int error_of(const char *event)
{
	return encode(event, PFM_OS_NONE).error;
}

static inline int error_perf(const char *event)
{
	return encode(event, PFM_OS_PERF_EVENT_EXT).error;
}

/* 1: active, 0: known, negative: an error. */
static inline int state(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int error = pfm_get_pmu_info(pmu, &info);

	return error ? error : info.is_present;
}

static inline int events_of(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return pfm_get_pmu_info(pmu, &info) ? -1 : info.nevents;
}

/* The names of all active PMUs, with blanks between. */
static inline const char *active(void)
{
	static char text[4096];
	size_t length = 0;
	pfm_pmu_t pmu;

	*text = '\0';
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t info = { .size = sizeof info };

		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present)
			length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? " " : "",
				info.name);
	}
	return text;
}

static inline bool good(bool right, const char *what, const char *file, int line)
{
	if (!check(right, "as specified", file, line))
		printf("  %s\n", what);
	return right;
}
#define GOOD(condition, what) good(condition, what, __FILE__, __LINE__)

/* ---- machines made here ---- */

/* The machine's root directory. */
extern char top[512];

void new_machine(void);
void remove_machine(void);
int start_top(const char *more);

/* A file of the machine, under its root. */
void put(const char *path, const char *text);

/* A PMU in sysfs. type: what its file says, NULL if it has none. */
void put_pmu(const char *name, const char *type);

/* One with tracepoints: mounts is its /proc/mounts, directory where they are put. */
void new_tracing_machine(const char *mounts);
void put_tracepoints(const char *directory);
#define TRACEFS "sysfs /sys sysfs rw 0 0\ntracefs /sys/kernel/tracing tracefs rw,nosuid 0 0\n"

/* ---- the parts ---- */

void check_not_initialized(void);
bool attributes_are_sound(int idx, pfm_os_t os);

void api_start(void);
void api_layout(void);
void api_identifiers(void);
void api_errors(void);
void api_codes(void);
void api_constants(void);
void api_counts(void);
void api_perf(void);
void api_kernel(void);
void api_threads(void);
void api_diagnose(void);
void api_decode(void);
void api_groups(void);
void api_metrics(void);

#endif
