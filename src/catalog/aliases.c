/*
 * An alias set has two runs of rows: the kernel's own events, and the meanings of perf's generic events. A set may have
 * conditions, e.g. a model of a family; if the machine meets none of them, the set that it is a variant of applies.
 */
#include "catalog/aliases.h"

#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/events.h"
#include "formula/number.h"

static const struct table_alias_set *aliases_of(int pmu)
{
	const struct tables *in = pmu_body(pmu);
	const struct table_alias_set *set = &in->alias_sets.rows[pmu_data(pmu)->aliases];

	while (set->conditions && !catalog_meets_any(in, &in->conditions.rows[set->condition], set->conditions))
		set = &in->alias_sets.rows[set->otherwise];
	return set;
}

static const struct table_alias *alias_at(int pmu, uint32_t row)
{
	const struct tables *in = pmu_body(pmu);

	return &in->aliases.rows[in->alias_rows.rows[row]];
}

const struct table_alias *pmu_alias(int pmu, int n)
{
	const struct table_alias_set *set = aliases_of(pmu);

	if (n >= set->count + set->perfs)
		return NULL;
	return alias_at(pmu, (uint32_t)n + (n < set->count ? set->first : set->first_perfs - (uint32_t)set->count));
}

/* Finds an alias by name. Suggestions ask all PMUs, so names with another first letter are skipped without a call. */
static const struct table_alias *find_alias_in(int pmu, uint32_t first, int count, struct span name)
{
	int letter = name.length ? ascii_lower((unsigned char)*name.text) : 0;

	for (int i = 0; i < count; i++) {
		const struct table_alias *alias = alias_at(pmu, first + (uint32_t)i);
		const char *text = name_at(pmu_body(pmu), alias->name);

		if (ascii_lower((unsigned char)*text) == letter && span_is(name, text))
			return alias;
	}
	return NULL;
}

const struct table_alias *pmu_find_alias(int pmu, struct span name, bool kernels)
{
	const struct table_alias_set *set = aliases_of(pmu);
	const struct table_alias *alias = kernels ? find_alias_in(pmu, set->first, set->count, name) : NULL;

	return alias ? alias : find_alias_in(pmu, set->first_perfs, set->perfs, name);
}

bool pmu_knows_generics(int pmu)
{
	const struct table_alias_set *set = aliases_of(pmu);

	/* in libpfm4 some core PMUs do not have this type */
	return (pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_data(pmu)->aliases) || set->generics || set->listed;
}

/* Finds a field of the layout, or a whole word: config or config1. */
static bool find_place(int pmu, struct span name, struct table_format *place)
{
	static const char *const words[2] = { "config", "config1" };
	const struct table_layout *layout = pmu_layout(pmu);

	for (uint8_t i = 0; i < 2; i++)
		if (span_is(name, words[i])) {
			*place = (struct table_format){ .bits = { { .word = i, .high = 63 } }, .count = 1 };
			return true;
		}
	for (int i = 0; i < layout->formats; i++) {
		*place = pmu_body(pmu)->formats.rows[layout->first_format + (uint32_t)i];
		if (span_is(name, name_at(pmu_body(pmu), place->name)))
			return true;
	}
	return false;
}

static void put_alias_value(const struct table_format *place, uint64_t value, uint64_t *config)
{
	for (int i = 0; i < place->count; i++) {
		const struct table_bits *bits = &place->bits[i];
		unsigned int width = bits->high - bits->low + 1u;
		uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;

		if (bits->word < 3)
			config[bits->word] |= (value & mask) << bits->low;
		value = width < 64 ? value >> width : 0;
	}
}

bool pmu_alias_config(int pmu, const struct table_alias *alias, uint64_t config[3])
{
	const char *at = name_at(pmu_body(pmu), alias->terms);

	memset(config, 0, 3 * sizeof *config);
	while (*at) {
		struct span field = { at, strcspn(at, "=,") }, number = { at + field.length, 0 };
		struct table_format place;
		uint64_t value = 1;
		bool overflow;

		if (*number.text == '=')
			number.length = strcspn(++number.text, ",");
		if (!find_place(pmu, field, &place) ||
		    (number.length && !span_number(number, 0, &value, &overflow)))
			return false;
		put_alias_value(&place, value, config);
		at = number.text + number.length;
		at += *at == ',';
	}
	return true;
}

static bool has_event_of_code(int pmu, uint64_t code)
{
	struct event_ref ref;

	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		if (ref.code == code)
			return true;
	return false;
}

/* Finds the first row of that name whose event the PMU has: the kernel looks at what the core lists. */
static const struct table_alias *find_listed(int pmu, struct span name)
{
	const struct table_alias_set *set = aliases_of(pmu);
	const struct table_alias *alias;
	uint64_t words[3];

	for (uint32_t i = 0; i < set->listed; i++)
		if ((alias = find_alias_in(pmu, set->first_listed + i, 1, name)) &&
		    pmu_alias_config(pmu, alias, words) && has_event_of_code(pmu, words[0]))
			return alias;
	return NULL;
}

const struct table_alias *pmu_find_generic(int pmu, struct span name)
{
	const struct table_alias_set *set = aliases_of(pmu);
	const struct table_alias *alias = find_listed(pmu, name);

	if (!alias)
		alias = find_alias_in(pmu, set->first_generic, set->generics, name);

	return alias ? alias : find_alias_in(pmu, set->first, set->count, name);
}

bool pmu_generic_config(int pmu, struct span name, uint64_t config[3])
{
	const struct table_alias *alias = pmu_find_generic(pmu, name);

	return alias && pmu_alias_config(pmu, alias, config);
}

bool pmu_generic_is_invalid(int pmu, struct span name)
{
	const struct table_alias *alias = pmu_find_generic(pmu, name);

	return alias && !strcmp(name_at(pmu_body(pmu), alias->terms), "invalid");
}

/* ---- kernels ---- */

/* Converts "6.12" to a number that grows with the release. */
static unsigned long linux_number(const char *release)
{
	char *end;
	unsigned long major = strtoul(release, &end, 10);

	return major * 1000 + (*end == '.' ? strtoul(end + 1, NULL, 10) : 0);
}

const char *pmu_alias_since(int pmu, const struct table_alias *alias)
{
	const struct tables *in = pmu_body(pmu);
	const char *pmus_own = name_at(in, aliases_of(pmu)->since), *its = alias ? name_at(in, alias->since) : "";

	return linux_number(its) > linux_number(pmus_own) ? its : pmus_own;
}

const struct table_alias *pmu_old_alias(int pmu, struct span name, int n)
{
	const struct table_alias_set *set = aliases_of(pmu);

	for (uint32_t i = 0; i < set->olds; i++) {
		const struct table_alias *alias = find_alias_in(pmu, set->first_old + i, 1, name);

		/* only releases of Linux that knew the PMU count */
		if (alias && linux_number(name_at(pmu_body(pmu), alias->before)) >
				linux_number(name_at(pmu_body(pmu), set->since)) && !n--)
			return alias;
	}
	return NULL;
}

bool pmu_lists_alias(int pmu, const struct table_alias *alias)
{
	uint64_t words[3];

	return !aliases_of(pmu)->listed || (pmu_alias_config(pmu, alias, words) && has_event_of_code(pmu, words[0]));
}

double alias_scale(int pmu, const struct table_alias *alias)
{
	const char *scale = name_at(pmu_body(pmu), alias->scale);

	return *scale ? number_of_text(scale, strlen(scale)) : 1;
}
