#include "catalog/aliases.h"

#include <string.h>

#include "formula/number.h"

static const struct table_alias_set *aliases_of(int pmu)
{
	return &pmu_body(pmu)->alias_sets.rows[pmu_data(pmu)->aliases];
}

static const struct table_alias *alias_at(int pmu, uint32_t row)
{
	const struct tables *in = pmu_body(pmu);

	return &in->aliases.rows[in->alias_rows.rows[row]];
}

const struct table_alias *pmu_alias(int pmu, int n)
{
	const struct table_alias_set *set = aliases_of(pmu);

	return n < set->count ? alias_at(pmu, set->first + (uint32_t)n) : NULL;
}

static const struct table_alias *find_alias_in(int pmu, uint32_t first, int count, struct span name)
{
	for (int i = 0; i < count; i++) {
		const struct table_alias *alias = alias_at(pmu, first + (uint32_t)i);

		if (span_is(name, name_at(pmu_body(pmu), alias->name)))
			return alias;
	}
	return NULL;
}

const struct table_alias *pmu_find_alias(int pmu, struct span name)
{
	const struct table_alias_set *set = aliases_of(pmu);

	return find_alias_in(pmu, set->first, set->count, name);
}

const struct table_alias *pmu_find_generic(int pmu, struct span name)
{
	const struct table_alias_set *set = aliases_of(pmu);
	const struct table_alias *alias = find_alias_in(pmu, set->first_generic, set->generics, name);

	return alias ? alias : find_alias_in(pmu, set->first, set->count, name);
}

bool pmu_knows_generics(int pmu)
{
	return pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_data(pmu)->aliases;
}

double alias_scale(int pmu, const struct table_alias *alias)
{
	const char *scale = name_at(pmu_body(pmu), alias->scale);

	return *scale ? number_of_text(scale, strlen(scale)) : 1;
}
