/* The library's interface: which error comes first, sizes that are garbage, and what pfm_pmu_validate() finds. */
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

/* ---- sizes that are garbage ---- */

enum { INST_RETIRED_ANY_P = 0x5300c0 }; /* of icl */

static int inst_id;
static uint64_t inst_codes[4];
static struct perf_event_attr inst_attr;
static pfm_metrics_t *cycles_alone;
static pfm_counts_t *one_count;

static int fits(size_t of_event, size_t of_fit, size_t of_placement)
{
	pfm_fit_event_t event = { .size = of_event, .idx = inst_id, .instance = -1, .group = -1,
				  .words = { INST_RETIRED_ANY_P }, .count = 1 };
	pfm_fit_t fit = { .size = of_fit };
	pfm_placement_t placement = { .size = of_placement };

	return pfm_fit(&event, 1, 0, &fit, &placement);
}

static int fits_strings(size_t of_fit, size_t of_placement)
{
	const char *string = "icl::INST_RETIRED:ANY_P";
	pfm_fit_t fit = { .size = of_fit };
	pfm_placement_t placement = { .size = of_placement };

	return pfm_fit_strings(&string, NULL, 1, DFL, PFM_OS_NONE, 0, &fit, &placement);
}

static int decodes(size_t of_code, size_t of_found)
{
	pfm_code_t code = { .size = of_code, .words = { INST_RETIRED_ANY_P }, .count = 1 };
	pfm_decoded_t found = { .size = of_found };

	return pfm_decode(PFM_PMU_INTEL_ICL, &code, &found, 1);
}

static int reads(int (*read)(const char *, int, pfm_perf_event_t *, int, pfm_diagnosis_t *), size_t of_event,
		 size_t of_diagnosis)
{
	pfm_perf_event_t event = { .size = of_event };
	pfm_diagnosis_t d = { .size = of_diagnosis };

	return read("cycles", DFL, &event, 1, &d);
}

static int reads_perfs(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d)
{
	return pfm_read_events(str, dfl_plm, PFM_LANGUAGE_PERF, events, max, d);
}

static int reads_counts(pfm_diagnosis_t *d)
{
	pfm_counts_t *counts = NULL;
	int error = pfm_read_counts("cycles 1", 8, &counts, d);

	pfm_free_counts(counts);
	return error;
}

static int prepares(size_t of_options, size_t of_diagnosis)
{
	pfm_metric_options_t options = { .size = of_options };
	pfm_diagnosis_t d = { .size = of_diagnosis };
	pfm_metrics_t *metrics = NULL;
	int error = pfm_prepare_metrics("cycles", &options, &metrics, &d);

	pfm_free_metrics(metrics);
	return error;
}

static int computes(size_t size)
{
	pfm_metric_count_t count = { .is_given = 1 };
	pfm_metric_value_t value = { .size = size };

	return pfm_compute_metrics(cycles_alone, &count, 1, &value, 1);
}

static void is_refused(const char *call, size_t garbage, int got)
{
	if (!GOOD(garbage ? got == PFM_ERR_INVAL : got >= 0, call))
		printf("  size %zu: expected %s, got %d\n", garbage, garbage ? "PFM_ERR_INVAL" : "no error", got);
}

/* The call with a structure whose size is garbage, or right if that is 0. */
#define CALL_OF(call) is_refused(#call, garbage, call)
#define CALL_WITH(type, call) do { type it = { .size = SIZE(type) }; CALL_OF(call); } while (0)
#define SIZE(type) (garbage ? garbage : sizeof(type))

static void check_structures(size_t garbage)
{
	pfm_pmu_encode_arg_t raw = { .codes = inst_codes, .count = 4, .size = SIZE(raw) };
	pfm_perf_encode_arg_t perf = { .attr = &inst_attr, .size = SIZE(perf) };

	CALL_WITH(pfm_pmu_info_t, pfm_get_pmu_info(PFM_PMU_INTEL_ICL, &it));
	CALL_WITH(pfm_event_info_t, pfm_get_event_info(inst_id, PFM_OS_NONE, &it));
	CALL_WITH(pfm_event_attr_info_t, pfm_get_event_attr_info(inst_id, 0, PFM_OS_NONE, &it));
	CALL_OF(pfm_get_os_event_encoding("icl::INST_RETIRED:ANY_P", DFL, PFM_OS_NONE, &raw));
	CALL_OF(pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT, &perf));
	CALL_OF(pfm_get_perf_encoding_anywhere("perf::cycles", DFL, PFM_OS_PERF_EVENT, &perf));
	CALL_WITH(pfm_diagnosis_t, pfm_diagnose("icl::INST_RETIRED:ANY_P", DFL, PFM_OS_NONE, &it));
	CALL_WITH(pfm_pmu_details_t, pfm_get_pmu_details(PFM_PMU_INTEL_ICL, &it));
	CALL_WITH(pfm_event_facts_t, pfm_get_event_facts(inst_id, -1, &it));
	CALL_WITH(pfm_generic_t, pfm_get_generic(PFM_PMU_INTEL_ICL, PERF_TYPE_HARDWARE, 0, &it));
	CALL_WITH(pfm_kernel_meaning_t, pfm_get_kernel_meanings(PFM_PMU_INTEL_ICL, "cycles", &it, 1));
	CALL_WITH(pfm_groups_t, pfm_get_groups(PFM_PMU_POWER4, &it));
	CALL_WITH(pfm_group_info_t, pfm_get_group_info(PFM_PMU_POWER4, 0, &it));
	CALL_WITH(pfm_group_event_t, pfm_get_group_event(PFM_PMU_POWER4, 0, 0, &it));
	CALL_WITH(pfm_cpu_t, pfm_get_cpu(&it));
	CALL_WITH(pfm_found_t, pfm_search("cycles", NULL, 0, 0, &it, 1));
	CALL_WITH(pfm_diagnosis_t, reads_counts(&it));
	CALL_WITH(pfm_counts_info_t, pfm_get_counts_info(one_count, &it));
	CALL_WITH(pfm_count_t, pfm_get_count(one_count, 0, &it));
	CALL_WITH(pfm_metric_info_t, pfm_get_metric_info(pfm_next_metric(-1), &it));
	CALL_WITH(pfm_metrics_info_t, pfm_get_metrics_info(cycles_alone, &it));
	CALL_WITH(pfm_metric_event_t, pfm_get_metric_event(cycles_alone, 0, &it));
	CALL_WITH(pfm_prepared_metric_t, pfm_get_prepared_metric(cycles_alone, 0, &it));
	CALL_WITH(pfm_metric_value_t, pfm_explain_metric_value(cycles_alone, 0, &it, NULL, 0));
	CALL_OF(computes(SIZE(pfm_metric_value_t)));
}

/* Where a call takes several structures, one of them. */
static void check_one_of_several(size_t garbage)
{
	const size_t fit = sizeof(pfm_fit_t), placement = sizeof(pfm_placement_t), d = sizeof(pfm_diagnosis_t),
		     event = sizeof(pfm_perf_event_t);
	pfm_code_t code = { .size = SIZE(code), .words = { 0x3c }, .count = 1, .os = PFM_OS_PERF_EVENT };

	CALL_OF(pfm_get_generic_names(PFM_PMU_INTEL_ICL, &code, NULL, 0));
	CALL_OF(decodes(SIZE(pfm_code_t), sizeof(pfm_decoded_t)));
	CALL_OF(decodes(sizeof(pfm_code_t), SIZE(pfm_decoded_t)));
	CALL_OF(fits(SIZE(pfm_fit_event_t), fit, placement));
	CALL_OF(fits(sizeof(pfm_fit_event_t), SIZE(pfm_fit_t), placement));
	CALL_OF(fits(sizeof(pfm_fit_event_t), fit, SIZE(pfm_placement_t)));
	CALL_OF(fits_strings(SIZE(pfm_fit_t), placement));
	CALL_OF(fits_strings(fit, SIZE(pfm_placement_t)));
	CALL_OF(reads(pfm_get_perf_event, SIZE(pfm_perf_event_t), d));
	CALL_OF(reads(pfm_get_perf_event, event, SIZE(pfm_diagnosis_t)));
	CALL_OF(reads(pfm_get_perf_events, SIZE(pfm_perf_event_t), d));
	CALL_OF(reads(pfm_get_perf_events, event, SIZE(pfm_diagnosis_t)));
	CALL_OF(reads(reads_perfs, SIZE(pfm_perf_event_t), d));
	CALL_OF(reads(reads_perfs, event, SIZE(pfm_diagnosis_t)));
	CALL_OF(reads(pfm_get_event_encodings, SIZE(pfm_perf_event_t), d));
	CALL_OF(reads(pfm_get_event_encodings, event, SIZE(pfm_diagnosis_t)));
	CALL_OF(prepares(SIZE(pfm_metric_options_t), d));
	CALL_OF(prepares(sizeof(pfm_metric_options_t), SIZE(pfm_diagnosis_t)));
	CALL_WITH(pfm_perf_event_t, pfm_write_perf_event(&it, 0, NULL, 0));
}

static void check_garbage(void)
{
	static const size_t sizes[] = { 0, SIZE_MAX, SIZE_MAX / 2, 1 << 20 };

	CHECK(!start(HOST));
	inst_id = pfm_find_event("icl::INST_RETIRED");
	CHECK_SAME(pfm_prepare_metrics("cycles", NULL, &cycles_alone, NULL), 0);
	CHECK_SAME(pfm_read_counts("cycles 1", 8, &one_count, NULL), 0);
	for (size_t i = 0; i < COUNT(sizes); i++) {
		check_structures(sizes[i]);
		check_one_of_several(sizes[i]);
	}
	pfm_free_metrics(cycles_alone);
	pfm_free_counts(one_count);
	pfm_terminate();
	for (size_t i = 0; i < COUNT(sizes); i++) {
		size_t garbage = sizes[i];

		CALL_WITH(pfm_machine_t, pfm_set_machine(&it));
	}
	pfm_set_machine(NULL);
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
	check_garbage();
	check_validate(ALL, 0);
	check_validate(HOST, PFM_ERR_NOTFOUND);
}
