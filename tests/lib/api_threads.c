/* The library's interface: threads, and memory that runs out. */
#define _GNU_SOURCE
#include "api.h"

#include <errno.h>
#include <pthread.h>

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
					(a->error ||
						(a->idx == b->idx && a->count == b->count &&
							!memcmp(a->codes, b->codes, sizeof a->codes) &&
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
		CHECK_SAME(error, PFM_ERR_NOMEM);
		CHECK(pfm_initialize() == error);
		CHECK_SAME(pfm_find_event("perf::cycles"), PFM_ERR_NOINIT);
		check_not_initialized();
		failed = true;
		pfm_terminate();
		CHECK_SAME(pfm_initialize(), 0);
		CHECK(pfm_find_event("perf::cycles") == cycles_id);
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
			GOOD(fstr == untouched && !raw.codes && raw.count == 4 && raw.idx == 3 && perf.idx == 3 &&
					perf.cpu == 4 && !memcmp(&attr, &before, sizeof attr),
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

void api_threads(void)
{
	check_threads();
	check_memory();
}
