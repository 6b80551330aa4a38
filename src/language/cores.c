/* The core types of a machine that has several. */
#include "language/language.h"

#include <stdatomic.h>

#include "catalog/pmu_devices.h"
#include "language/meant.h"

/* Returns whether the CPU implies the PMU. Of others, as a mainframe's, it may have two: one counts, one samples. */
static bool is_known_by_cpu(int pmu)
{
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	return pmu_data(pmu)->conditions && (condition->kind == WHEN_CPU || condition->kind == WHEN_HOOK);
}

static bool is_kind_of_core(int pmu)
{
	return pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_data(pmu)->sysfs && pmu_may_have_device(pmu) &&
	       is_known_by_cpu(pmu);
}

/*
 * Returns false for one core type, as nearly all machines have, which needs no look into sysfs. Looked at once: the
 * answer and its generation are one word, which threads may write twice.
 */
static bool may_have_kinds(void)
{
	static atomic_ullong known;
	unsigned long long answer = atomic_load_explicit(&known, memory_order_relaxed);
	unsigned int generation = devices_generation();
	int kinds = 0;

	if (answer >> 2 == generation && answer & 2)
		return answer & 1;
	for (int pmu = 0; pmu < pmus.count; pmu++)
		kinds += is_kind_of_core(pmu);
	atomic_store_explicit(&known, (unsigned long long)generation << 2 | 2 | (kinds > 1), memory_order_relaxed);
	return kinds > 1;
}

int perf_cores(struct perf_parser *parser, struct perf_core *cores)
{
	const struct device *devices;
	int known, count = 0;

	if (!may_have_kinds())
		return 0;
	if (devices_list(catalog_host(), &devices, &known)) {
		perf_fail(parser, PFM_ERR_NOMEM, span_from(parser->text), "out of memory");
		return -1;
	}
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct span device;
		bool again = false;

		if (!is_kind_of_core(pmu) || !pmu_device_here(pmu, devices, known, &device))
			continue;
		for (int i = 0; i < count; i++)
			again |= spans_are_same((struct span){ cores[i].name, cores[i].length }, device);
		if (again)
			continue;
		if (count == MAX_CORE_PMUS) {
			perf_fail(parser, PFM_ERR_TOOMANY, span_from(parser->text), "more than %d core types",
				  MAX_CORE_PMUS);
			return -1;
		}
		cores[count] = (struct perf_core){ device.text, device.length, UINT32_MAX, pmu };
		if (pmu_type_or_unknown(pmu, &(struct instance){ 0 }, &cores[count++].type)) {
			perf_fail(parser, PFM_ERR_NOMEM, span_from(parser->text), "out of memory");
			return -1;
		}
	}
	return count > 1 ? count : 0;
}
