/* Resolves names: finds the layout and the tables of each PMU. */
#include "model.h"

#include <string.h>

/* Returns the first part of the PMU that names a variant. */
static const struct part *part_with_variant(const struct pmu *pmu)
{
	const struct part *part = pmu->parts;

	while (!part->variant)
		part++;
	return part;
}

/* Sets the rows that the PMU sees by its variant, which must be at the same place in all of its tables. */
static void bind_variant(struct pmu *pmu, const struct table *table, const struct part *part)
{
	for (int i = 0; part->variant && i < table->variant_count; i++) {
		if (strcmp(table->variants[i], part->variant))
			continue;
		if (pmu->data.visible != ALL_VARIANTS && pmu->data.visible != UINT32_C(1) << i)
			report(part->variant_place, "variant=%s: %s sees rows of one variant, and that is %s",
				part->variant, pmu->name.text, part_with_variant(pmu)->variant);
		pmu->data.visible = UINT32_C(1) << i;
		return;
	}
	report(part->table.place,
		part->variant ? "table %s has no variant %s" : "table %s has variants; say which with variant=",
		table->name, part->variant);
}

static void bind_part(struct model *model, struct pmu *pmu, struct part *part, struct layout *layout)
{
	struct table *table = find_table(model, part->table.text);

	if (!table) {
		report(part->table.place, "no table %s", part->table.text);
		return;
	}
	if (!table->layout)
		table->layout = layout;
	if (table->layout->data.modifiers != layout->data.modifiers)
		report(part->table.place, "table %s is also used with layout %s, which has other modifiers",
			table->name, table->layout->name);
	if (table->variant_count || part->variant)
		bind_variant(pmu, table, part);
}

static bool says_something(const struct sharing *sharing)
{
	return sharing->resource_count || sharing->reserve_count || sharing->demand_count;
}

/* Returns the sharing block that is taken, or the PMU's own lines. */
static struct sharing *bind_sharing(const struct model *model, const char *name, struct word taken, struct sharing *own)
{
	struct sharing *shared = taken.text ? find_sharing(model, taken.text) : own;

	if (!shared)
		report(taken.place, "no sharing %s", taken.text);
	else if (taken.text && says_something(own))
		report(taken.place, "%s takes a sharing and has lines of its own", name);
	return shared ? shared : own;
}

static struct alias_block *bind_alias_block(const struct model *model, struct word name)
{
	struct alias_block *block = name.text ? find_alias_block(model, name.text) : NULL;

	if (name.text && !block)
		report(name.place, "no aliases %s", name.text);
	return block;
}

static void bind_aliases(const struct model *model, struct pmu *pmu)
{
	pmu->aliases = bind_alias_block(model, pmu->aliases_name);
	for (int i = 0; i < pmu->alias_choice_count; i++)
		pmu->alias_choices[i].block = bind_alias_block(model, pmu->alias_choices[i].name);
}

static void bind_pmu(struct model *model, struct pmu *pmu)
{
	struct layout *layout = pmu->layout_name.text ? find_layout(model, pmu->layout_name.text) : NULL;

	if (!layout) {
		report(pmu->layout_name.text ? pmu->layout_name.place : pmu->name.place, "no layout %s",
			pmu->layout_name.text ? pmu->layout_name.text : "");
		return;
	}
	while (model->layouts[pmu->data.layout] != layout)
		pmu->data.layout++;
	pmu->shared = bind_sharing(model, pmu->name.text, pmu->sharing_name, &pmu->sharing);
	if (!says_something(pmu->shared))
		pmu->shared = layout->shared;
	bind_aliases(model, pmu);
	pmu->data.visible = ALL_VARIANTS;
	if (!pmu->part_count)
		report(pmu->name.place, "%s has no events", pmu->name.text);
	for (int i = 0; i < pmu->part_count; i++)
		bind_part(model, pmu, &pmu->parts[i], layout);
}

void bind_model(struct model *model)
{
	for (int i = 0; i < model->layout_count; i++) {
		struct layout *layout = model->layouts[i];

		layout->shared = bind_sharing(model, layout->name, layout->sharing_name, &layout->sharing);
	}
	for (int i = 0; i < model->pmu_count; i++)
		bind_pmu(model, model->pmus[i]);
}
