/*
 * Who asks for no metric does not so much as look at a page of their names: those pages are taken away, and then the
 * rest is asked.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

/* From the first page to the last one that names of compiled metrics fill, of all machines. */
static bool pages_of_names(char **from, size_t *size)
{
	static const char *const cpus[] = { "sapphirerapids", "zen4", "neoverse-v2", "power9", "IBM-3931", "c1-sme2" };
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), low = UINTPTR_MAX, high = 0;

	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
		pfm_machine_t machine = { .size = sizeof machine, .cpu = cpus[i] };
		pfm_metric_info_t info = { .size = sizeof info };

		if (!CHECK(!pfm_set_machine(&machine) && !pfm_initialize()))
			return false;
		for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
			CHECK(!pfm_get_metric_info(id, &info) && !info.table);
			low = (uintptr_t)info.name < low ? (uintptr_t)info.name : low;
			high = (uintptr_t)info.name > high ? (uintptr_t)info.name : high;
		}
		pfm_terminate();
	}
	low = (low + page - 1) / page * page;
	*from = (char *)low; /* NOLINT(performance-no-int-to-ptr) */
	*size = high / page * page > low ? high / page * page - low : 0;
	return CHECK(*size >= 4 * page);
}

static void ask_for_events(const char *cpu, const char *event)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t encoded = { .attr = &attr, .size = sizeof encoded };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_event_info_t found = { .size = sizeof found };
	int names = 0;

	if (!CHECK(!pfm_set_machine(&machine) && !pfm_initialize()))
		return;
	CHECK(!pfm_get_os_event_encoding(event, PFM_PLM3, PFM_OS_PERF_EVENT, &encoded));
	CHECK(pfm_find_event(event) >= 0);
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info) || !info.is_present)
			continue;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx))
			names += !pfm_get_event_info(idx, PFM_OS_PERF_EVENT, &found) && *found.name && found.desc;
	}
	CHECK(names > 50);
	pfm_terminate();
}

static void check_pages(void)
{
	char *from;
	size_t size;

	if (!pages_of_names(&from, &size) || !CHECK(!mprotect(from, size, PROT_NONE)))
		return;
	printf("metric_pages: %zu kB of names are out of reach\n", size / 1024);
	fflush(stdout);
	ask_for_events("sapphirerapids", "MEM_LOAD_RETIRED:L3_MISS");
	ask_for_events("zen4", "RETIRED_INSTRUCTIONS");
	ask_for_events("neoverse-v2", "L1D_CACHE_REFILL");
	CHECK(!mprotect(from, size, PROT_READ));
}

int main(void)
{
	RUN(check_pages);
	return check_summary("metric_pages");
}
