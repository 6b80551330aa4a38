/* The library's interface: which error comes first, and what pfm_pmu_validate() finds. */
#define _GNU_SOURCE
#include "api.h"

#include <limits.h>

/* ---- which error comes first ---- */

static void check_information_errors(void)
{
	pfm_pmu_info_t pmu = { .size = 1 };
	pfm_event_info_t event = { .size = 1 };
	pfm_event_attr_info_t attr = { .size = 1 };

	CHECK(!start(HOST));
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_MAX, &pmu), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_pmu_info((pfm_pmu_t)-1, &pmu), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_NONE, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_NONE, &pmu), PFM_ERR_INVAL);
	pmu.size = 0;
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_NONE, &pmu), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_GEN_IA64, &pmu), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_pmu_info((pfm_pmu_t)699, &pmu), 0);
	CHECK_SAME(pfm_find_event(NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_info(cycles_id, (pfm_os_t)-1, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_MAX, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_info(-1, PFM_OS_NONE, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_NONE, NULL), PFM_ERR_INVAL);
	event.size = attr.size = 0;
	for (int os = 0; os < 3; os++) {
		event.size = 0;
		CHECK(!pfm_get_event_info(cycles_id, (pfm_os_t)os, &event));
		CHECK_SAME(pfm_get_event_attr_info(cycles_id, -1, (pfm_os_t)os, &attr), PFM_ERR_INVAL);
		CHECK_SAME(pfm_get_event_attr_info(cycles_id, event.nattrs, (pfm_os_t)os, &attr), PFM_ERR_INVAL);
		CHECK_SAME(pfm_get_event_attr_info(cycles_id, INT_MAX, (pfm_os_t)os, &attr), PFM_ERR_INVAL);
		CHECK_SAME(pfm_get_event_attr_info(cycles_id, INT_MIN, (pfm_os_t)os, &attr), PFM_ERR_INVAL);
		CHECK(!event.nattrs || !pfm_get_event_attr_info(cycles_id, event.nattrs - 1, (pfm_os_t)os, &attr));
	}
	CHECK_SAME(pfm_get_event_attr_info(cycles_id, 0, PFM_OS_MAX, &attr), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_attr_info(cycles_id, 0, PFM_OS_PERF_EVENT, NULL), PFM_ERR_INVAL);
	/* without perf_event */
	CHECK(!start("LIBPFM_FSROOT=ROOT/perf-counter LIBPFM_CPUID=GenuineIntel-6-167-1"));
	event.size = attr.size = 0;
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, &event), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT_EXT, &event), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_NONE, &event), 0);
	CHECK_SAME(pfm_get_event_info(-1, PFM_OS_PERF_EVENT, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_MAX, &event), PFM_ERR_INVAL);
	event.size = 1;
	CHECK_SAME(pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_attr_info(cycles_id, 9999, PFM_OS_PERF_EVENT, &attr), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_event_attr_info(cycles_id, -1, PFM_OS_PERF_EVENT, &attr), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_attr_info(-1, 0, PFM_OS_PERF_EVENT, &attr), PFM_ERR_INVAL);
	CHECK_SAME(error_perf("skl::X,y z"), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_perf("perf::cycles"), PFM_ERR_NOTSUPP);
	CHECK(!error_of("perf::cycles"));
	CHECK(pfm_find_event("perf::cycles") == cycles_id);
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
		GOOD(error_of(rows[i].event) == rows[i].raw && error_perf(rows[i].event) == rows[i].perf,
			rows[i].event);
	for (int os = -1; os < 5; os++) {
		CHECK_SAME(pfm_get_os_event_encoding(NULL, DFL, (pfm_os_t)os, &perf), PFM_ERR_INVAL);
		CHECK_SAME(pfm_get_os_event_encoding("x y", DFL, (pfm_os_t)os, NULL), PFM_ERR_INVAL);
		CHECK_SAME(pfm_get_os_event_encoding("x y", 0x20, (pfm_os_t)os, &perf), PFM_ERR_INVAL);
		CHECK_SAME(pfm_get_os_event_encoding("x y", -1, (pfm_os_t)os, &perf), PFM_ERR_INVAL);
		if (os < 0 || os > 2)
			CHECK_SAME(pfm_get_os_event_encoding("x y", DFL, (pfm_os_t)os, &perf), PFM_ERR_NOTSUPP);
	}
	CHECK_SAME(pfm_get_os_event_encoding("nope", DFL, PFM_OS_NONE, &raw), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_os_event_encoding("nope", DFL, PFM_OS_PERF_EVENT, &perf), PFM_ERR_INVAL);
	raw.size = perf.size = 0;
	CHECK_SAME(pfm_get_os_event_encoding("nope", DFL, PFM_OS_NONE, &raw), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_os_event_encoding("nope", DFL, PFM_OS_PERF_EVENT, &perf), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT_EXT, &perf), PFM_ERR_INVAL);
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
		expected = !strcmp(info.name, "ultra3") || !strcmp(info.name, "ultra3i") ||
				!strcmp(info.name, "ultra3p")
			? PFM_ERR_INVAL
			: info.is_present || !info.nevents ? 0
							   : inactive;
		got = pfm_pmu_validate((pfm_pmu_t)pmu, null);
		if (!GOOD(got == expected, info.name))
			printf("  expected %d, got %d\n", expected, got);
		if ((int)pmu >= LIBPFM4_NUMBERS)
			continue;
		not_found += got == PFM_ERR_NOTFOUND;
		invalid += got == PFM_ERR_INVAL;
		fine += !got;
	}
	CHECK_SAME(invalid, 3);
	CHECK(not_found == (inactive ? 667 : 0));
	CHECK(fine == (inactive ? 5 : 672));
	CHECK_SAME(pfm_pmu_validate(PFM_PMU_PERF_EVENT, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_pmu_validate(PFM_PMU_MAX, null), PFM_ERR_INVAL);
	CHECK_SAME(pfm_pmu_validate((pfm_pmu_t)-1, null), PFM_ERR_INVAL);
	fclose(null);
}

void api_errors(void)
{
	check_information_errors();
	check_encoding_errors();
	check_validate(ALL, 0);
	check_validate(HOST, PFM_ERR_NOTFOUND);
}
