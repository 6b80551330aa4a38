/* PMUs: names, numbers, rows. */
#include "check.h"

#include <ctype.h>
#include <string.h>

/* Rows of a part are counted from 0. */
static void check_rows(const struct model *model, const struct pmu *pmu)
{
	for (int i = 0; i < pmu->part_count; i++) {
		const struct part *part = &pmu->parts[i];
		const struct table *table = find_table(model, part->table.text);

		if (table && !part->all_rows && part->last >= (uint64_t)table->event_count)
			report(part->table.place, "table %s has %d rows, numbered from 0", table->name, table->event_count);
	}
}

/* Both names of a PMU go into C as they are, but for {n} and {m}. */
static void check_characters(const struct pmu *pmu, const char *name)
{
	for (const char *at = name; at && *at; at++) {
		if (!strncmp(at, "{n}", 3) || !strncmp(at, "{m}", 3))
			at += 2;
		else if (!isalnum((unsigned char)*at) && *at != '_') {
			report(pmu->name.place, "%s: expected letters, digits, _ and {n}", name);
			return;
		}
	}
}

static void check_pmu_names(const struct model *model)
{
	bool ids[MAX_PMU_NUMBER + 1] = { false };

	for (int i = 0; i < model->pmu_count; i++) {
		const struct pmu *pmu = model->pmus[i];
		int instances = pmu->instance_count ? pmu->instance_count : 1;

		check_characters(pmu, pmu->name.text);
		check_characters(pmu, pmu->id_name);
		for (int k = 0; k < i; k++)
			if (same_name(model->pmus[k]->name.text, pmu->name.text))
				report(pmu->name.place, "another PMU is called %s", pmu->name.text);
		if (!strstr(pmu->name.text, "{n}") != !pmu->instance_count)
			report(pmu->name.place, "instances, and {n} in the name, go together");
		for (int k = 0; k < instances; k++) {
			int id = pmu->data.id + k;

			if (id > MAX_PMU_NUMBER)
				report(pmu->name.place, "id %d of %s is above %d", id, pmu->name.text, MAX_PMU_NUMBER);
			else if (ids[id])
				report(pmu->name.place, "id %d of %s is another PMU's", id, pmu->name.text);
			else
				ids[id] = true;
		}
	}
}

/* PMUs whose events are more than the rows of one table. */
static void mark_composed(struct model *model)
{
	int count = 0;

	for (int i = 0; i < model->pmu_count; i++) {
		struct pmu *pmu = model->pmus[i];

		if (pmu->part_count <= 1 && !pmu->data.hook && !(pmu->part_count && pmu->parts[0].condition_count))
			continue;
		pmu->data.flags |= PMU_COMPOSED;
		count += pmu->instance_count ? pmu->instance_count : 1;
		if (count > MAX_COMPOSED)
			report(pmu->name.place, "more than %d PMUs with conditions for their tables, or a hook", MAX_COMPOSED);
	}
}

void check_pmus(struct model *model)
{
	check_pmu_names(model);
	mark_composed(model);
	for (int i = 0; i < model->pmu_count; i++)
		check_rows(model, model->pmus[i]);
}
