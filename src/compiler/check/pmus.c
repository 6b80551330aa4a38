/* Checks PMUs: names, numbers, rows. */
#include "check.h"

#include "tables/hash.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Checks rows of parts, which are counted from 0. */
static void check_rows(const struct model *model, const struct pmu *pmu)
{
	for (int i = 0; i < pmu->part_count; i++) {
		const struct part *part = &pmu->parts[i];
		const struct table *table = find_table(model, part->table.text);

		if (table && !part->all_rows && part->last >= (uint64_t)table->event_count)
			report(part->table.place, "table %s has %d rows, numbered from 0", table->name,
				table->event_count);
	}
}

/* Checks both names of a PMU, which go into C unchanged, but for {n} and {m}. */
static void check_characters(const struct pmu *pmu, const char *name)
{
	if (name && strlen(name) > MAX_PMU_NAME)
		report(pmu->name.place, "a name of more than %d bytes", MAX_PMU_NAME);
	for (const char *at = name; at && *at; at++) {
		if (!strncmp(at, "{n}", 3) || !strncmp(at, "{m}", 3))
			at += 2;
		else if (!isalnum((unsigned char)*at) && *at != '_') {
			report(pmu->name.place, "%s: expected letters, digits, _ and {n}", name);
			return;
		}
	}
}

/* Checks new PMUs, whose numbers leave fewer bits for events, and that instances that are not listed have a device. */
static void check_new(const struct model *model, const struct pmu *pmu)
{
	int events = 0;

	for (int i = 0; i < pmu->part_count; i++) {
		const struct table *table = find_table(model, pmu->parts[i].table.text);

		events += table ? table->event_count : 0;
	}
	if ((pmu->data.id >= FIRST_NEW_PMU || model->loaded) && events > MAX_NEW_EVENTS)
		report(pmu->name.place, "PMU %s has %d events; from id %d on %d fit", pmu->name.text, events,
			FIRST_NEW_PMU, MAX_NEW_EVENTS);
	if (pmu->data.flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED) &&
		(!pmu->sysfs || !(pmu->data.flags & PMU_NEEDS_SYSFS)))
		report(pmu->name.place, "instances %s, but no line sysfs and flag needs-sysfs",
		       pmu->data.flags & PMU_INSTANCES ? "any" : "ordered");
}

/* Returns the first number behind those of all PMUs, as numbers between may have been in use once. */
static int next_number(const struct model *model)
{
	int next = FIRST_NEW_PMU;

	for (int i = 0; i < model->pmu_count; i++)
		if (model->pmus[i]->data.id + instance_count(model->pmus[i]) > next)
			next = model->pmus[i]->data.id + instance_count(model->pmus[i]);
	return next;
}

static void check_numbers(const struct model *model)
{
	const struct pmu **owners = need(calloc(MAX_PMU_NUMBER + 1, sizeof *owners));

	for (int i = 0; i < model->pmu_count; i++) {
		const struct pmu *pmu = model->pmus[i];

		for (int id = pmu->data.id; id < pmu->data.id + instance_count(pmu); id++)
			if (id > MAX_PMU_NUMBER)
				report(pmu->name.place, "id %d of %s is above %d", id, pmu->name.text, MAX_PMU_NUMBER);
			else if (owners[id])
				report(pmu->name.place, "id %d of %s is that of %s, too; the next free one is %d", id,
					pmu->name.text, owners[id]->name.text, next_number(model));
			else
				owners[id] = pmu;
	}
	free(owners);
}

static void check_pmu_names(const struct model *model)
{
	for (int i = 0; i < model->pmu_count; i++) {
		const struct pmu *pmu = model->pmus[i];

		check_characters(pmu, pmu->name.text);
		check_characters(pmu, pmu->id_name);
		for (int k = 0; k < i; k++)
			if (same_name(model->pmus[k]->name.text, pmu->name.text))
				report(pmu->name.place, "another PMU is called %s", pmu->name.text);
		if (!strstr(pmu->name.text, "{n}") != !pmu->instance_count)
			report(pmu->name.place, "instances, and {n} in the name, go together");
	}
}

/* Returns how many runs of rows the library joins for a PMU: one a table, or one an event if a hook chooses. */
static int count_segments(const struct model *model, const struct pmu *pmu)
{
	const struct table *table = find_table(model, pmu->parts[0].table.text);

	return pmu->data.hook && table ? table->event_count : pmu->part_count;
}

/* Checks that no table is wide, so that the library searches several tables as fast as one. */
static void check_narrow(const struct model *model, const struct pmu *pmu)
{
	for (int i = 0; i < pmu->part_count; i++) {
		const struct table *table = find_table(model, pmu->parts[i].table.text);

		if (table && table->event_count > MAX_NARROW)
			report(pmu->parts[i].table.place,
			       "table %s has %d events; with other tables, conditions or a hook %d fit",
			       table->name, table->event_count, MAX_NARROW);
	}
}

/* Marks PMUs whose events are more than the rows of one table. */
static void mark_composed(struct model *model)
{
	int count = 0, segments = 0;

	for (int i = 0; i < model->pmu_count; i++) {
		struct pmu *pmu = model->pmus[i];

		if (pmu->data.flags & PMU_ARM_PMCEID)
			check_narrow(model, pmu);
		if (pmu->part_count <= 1 && !pmu->data.hook && !(pmu->part_count && pmu->parts[0].condition_count))
			continue;
		pmu->data.flags |= PMU_COMPOSED;
		check_narrow(model, pmu);
		count += instance_count(pmu);
		segments += count_segments(model, pmu) * instance_count(pmu);
		if (count > MAX_COMPOSED)
			report(pmu->name.place, "more than %d PMUs with conditions for their tables, or a hook",
				MAX_COMPOSED);
		else if (segments > MAX_PMU_SEGMENTS)
			report(pmu->name.place,
				"more than %d tables of PMUs that have several of them, or events that a hook chooses",
				MAX_PMU_SEGMENTS);
	}
}

/* Reports features that need the library's own code, and so are not for loaded PMUs. */
static void check_loaded(const struct pmu *pmu)
{
	bool own = pmu->data.hook || pmu->data.flags & PMU_ARM_PMCEID;

	for (int i = 0; i < pmu->condition_count; i++)
		own |= pmu->conditions[i].data.kind == WHEN_HOOK;
	for (int i = 0; i < pmu->part_count; i++)
		own |= pmu->parts[i].condition_count == DYNAMIC_PART;
	if (own)
		report(pmu->name.place,
			"PMU %s: hooks, dynamic events and arm-pmceid are for PMUs that are compiled into the library",
			pmu->name.text);
}

/* Checks counters. Fixed ones have gaps: fixed is those that rows name. Events that take no counter may name any. */
static void check_counters(const struct pmu *pmu, const struct facts *facts, struct place place, const char *name,
	uint32_t *fixed)
{
	uint32_t general = facts->counters.general | facts->counters_nosmt.general;
	uint32_t own = facts->counters.fixed | facts->counters_nosmt.fixed;
	int count = pmu->data.counters, fixed_count = pmu->data.fixed_counters;

	if (facts->flags & (FACT_UNCOUNTED | FACT_UNCOUNTABLE | FACT_REFUSED))
		return;
	if (count && count < 32 && general >> count)
		report(place, "counter %d of %s: %s has %d", 31 - __builtin_clz(general), name, pmu->name.text, count);
	if (own && fixed_count && __builtin_popcount(*fixed | own) > fixed_count)
		report(place, "counter f%d of %s: %s has %d fixed ones", 31 - __builtin_clz(own), name, pmu->name.text,
			fixed_count);
	else
		*fixed |= own;
}

static void check_event_counters(const struct pmu *pmu, const struct event *event, uint32_t *fixed)
{
	if (!(event->visible & pmu->data.visible))
		return;
	check_counters(pmu, &event->facts, event->place, event->name, fixed);
	for (int i = 0; i < event->umask_count; i++)
		if (event->umasks[i].visible & pmu->data.visible)
			check_counters(pmu, &event->umasks[i].facts, event->umasks[i].place, event->umasks[i].name,
				fixed);
}

static void check_counters_of_rows(const struct model *model, const struct pmu *pmu)
{
	uint32_t fixed = 0;

	for (int i = 0; i < pmu->part_count; i++) {
		const struct table *table = find_table(model, pmu->parts[i].table.text);

		for (int k = 0; table && k < table->event_count; k++)
			check_event_counters(pmu, &table->events[k], &fixed);
	}
}

void check_pmus(struct model *model)
{
	for (int i = 0; i < model->pmu_count; i++)
		check_counters_of_rows(model, model->pmus[i]);
	check_pmu_names(model);
	if (!model->loaded)
		check_numbers(model);
	mark_composed(model);
	for (int i = 0; i < model->pmu_count; i++)
		check_rows(model, model->pmus[i]);
	for (int i = 0; i < model->pmu_count; i++)
		check_new(model, model->pmus[i]);
	for (int i = 0; i < model->pmu_count && model->loaded; i++)
		check_loaded(model->pmus[i]);
}
