/* pfm_get_kernel_meanings(): the meanings of a kernel event name on a PMU, by release of Linux. */
#include <perfmon/pfmkit.h>

#include <errno.h>
#include <string.h>

#include "api/arguments.h"
#include "catalog/aliases.h"
#include "language/language.h"

/* A name and the caller's array, which its meanings are written to as far as they fit. */
struct meanings {
	int pmu;
	struct span name;
	bool is_generic;
	pfm_kernel_meaning_t *rows;
	int max, count;
};

static const char *text_or_null(const char *text)
{
	return *text ? text : NULL;
}

/* Adds a meaning; alias NULL: the kernel refuses it. */
static void add_meaning(struct meanings *all, const struct table_alias *alias, const char *since, const char *before)
{
	pfm_kernel_meaning_t meaning = { .size = sizeof meaning, .since = since, .before = before, .scale = 1 };

	if (alias && pmu_alias_config(all->pmu, alias, meaning.words)) {
		meaning.scale = alias_scale(all->pmu, alias);
		meaning.unit = text_or_null(name_at(pmu_body(all->pmu), alias->unit));
	} else {
		memset(meaning.words, 0, sizeof meaning.words);
		meaning.is_refused = pmu_generic_is_invalid(all->pmu, all->name) ? EINVAL : ENOENT;
	}
	if (all->count < all->max)
		all->rows[all->count] = meaning;
	all->count++;
}

/* Adds the meanings on earlier kernels. */
static void add_old_meanings(struct meanings *all)
{
	const struct table_alias *alias;

	for (int n = 0; (alias = pmu_old_alias(all->pmu, all->name, n)); n++)
		add_meaning(all, pmu_lists_alias(all->pmu, alias) ? alias : NULL,
			text_or_null(pmu_alias_since(all->pmu, alias)),
			text_or_null(name_at(pmu_body(all->pmu), alias->before)));
}

static void add_all_meanings(struct meanings *all)
{
	const struct table_alias *now = all->is_generic
		? pmu_find_generic(all->pmu, all->name)
		: pmu_find_alias(all->pmu, all->name, true);
	const struct table_alias *old = pmu_old_alias(all->pmu, all->name, 0);

	if (now) /* a generic event means what the core lists, or what its driver has in addition */
		add_meaning(all, all->is_generic || pmu_lists_alias(all->pmu, now) ? now : NULL,
			text_or_null(pmu_alias_since(all->pmu, now)), NULL);
	else if (all->is_generic) /* refused now: either always, or since the first release after the last meaning */
		add_meaning(all, NULL, old ? name_at(pmu_body(all->pmu), old->before)
					   : text_or_null(pmu_alias_since(all->pmu, NULL)), NULL);
	add_old_meanings(all);
}

int pfm_get_kernel_meanings(pfm_pmu_t id, const char *name, pfm_kernel_meaning_t *meanings, int max)
{
	struct meanings all = { .pmu = number_is_good(id) ? pmu_by_id(id) : -1, .rows = meanings, .max = max };
	char generic[64];
	uint64_t config;
	uint32_t type;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!name || max < 0 || (max && !meanings) ||
	    (max && meanings->size != sizeof *meanings))
		return PFM_ERR_INVAL;
	if (all.pmu < 0 || is_kernel_pmu(all.pmu))
		return PFM_ERR_NOTSUPP;
	all.name = (struct span){ name, strlen(name) };
	if (perf_symbol(all.name, &type, &config) && type != PERF_TYPE_SOFTWARE &&
		perf_symbol_name(type, config, generic, sizeof generic)) {
		all.name = (struct span){ generic, strlen(generic) };
		all.is_generic = pmu_knows_generics(all.pmu);
	} else { /* a generic event without a word for its code, such as stores in L1-icache */
		all.is_generic = pmu_find_generic(all.pmu, all.name) != NULL;
	}
	add_all_meanings(&all);
	return all.count ? all.count : PFM_ERR_NOTFOUND;
}
