/* Builds the rows of PMUs: their instances, conditions, and the kernel's names for their events. */
#include "builder.h"

#include "tables/lookup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- conditions ---- */

static uint32_t build_condition(struct builder *b, struct table_condition data, const char *key, const char *value)
{
	data.key = built_name(b, key);
	data.value = built_name(b, value);
	memcpy(built_room(b, SECTION_conditions, 1), &data, sizeof data);
	return built_count(b, SECTION_conditions) - 1;
}

static bool same_conditions(const struct pmu *a, const struct pmu *b)
{
	if (a->condition_count != b->condition_count)
		return false;
	for (int k = 0; k < a->condition_count; k++)
		if (memcmp(&a->conditions[k].data, &b->conditions[k].data, sizeof a->conditions[k].data) ||
			!same_text(a->conditions[k].key, b->conditions[k].key) ||
			!same_text(a->conditions[k].value, b->conditions[k].value))
			return false;
	return true;
}

/*
 * Builds a PMU's conditions; returns the first one. Equal ones of the PMU before it are shared, so that the library
 * looks once for both.
 */
static uint32_t pmu_conditions(struct builder *b, const struct pmu *pmu, const struct pmu *last, uint32_t where_last)
{
	uint32_t first = built_count(b, SECTION_conditions);

	if (last && same_conditions(pmu, last))
		return where_last;
	for (int k = 0; k < pmu->condition_count; k++)
		build_condition(b, pmu->conditions[k].data, pmu->conditions[k].key, pmu->conditions[k].value);
	return first;
}

static uint32_t plain_conditions(struct builder *b, const struct table_condition *conditions, int count)
{
	uint32_t first = built_count(b, SECTION_conditions);

	for (int k = 0; k < count; k++)
		build_condition(b, conditions[k], NULL, NULL);
	return first;
}

/* ---- aliases ---- */

/* Builds numbers of a block's aliases of one kind; equal lists of several sets are stored once. */
static uint32_t build_alias_rows(struct builder *b, const struct alias_block *block, enum alias_kind kind,
	uint32_t *count)
{
	uint32_t first = built_count(b, SECTION_alias_rows);

	for (int i = 0; i < block->row_count; i++) {
		const struct alias *alias = &block->rows[i];
		struct table_alias row = { .name = built_name(b, alias->name), .terms = built_name(b, alias->terms),
			.scale = built_name(b, alias->scale), .unit = built_name(b, alias->unit),
			.since = built_name(b, alias->since), .before = built_name(b, alias->before) };

		if (alias->kind == kind)
			PUT(*(uint16_t *)built_room(b, SECTION_alias_rows, 1),
				pool_record(&b->aliases, &row, sizeof row), alias->place, "different aliases");
	}
	*count = built_count(b, SECTION_alias_rows) - first;
	return built_run(b, SECTION_alias_rows, first);
}

static uint32_t built_aliases(struct builder *b, struct alias_block *block)
{
	struct table_alias_set row = { .first = 0 };
	uint32_t count;

	if (block->row)
		return block->row;
	PUT(row.first, build_alias_rows(b, block, ALIAS_KERNELS, &count), block->name.place, "aliases");
	PUT(row.count, count, block->name.place, "aliases of a PMU");
	PUT(row.first_generic, build_alias_rows(b, block, ALIAS_GENERIC, &count), block->name.place, "aliases");
	PUT(row.generics, count, block->name.place, "generic events of a PMU");
	PUT(row.first_listed, build_alias_rows(b, block, ALIAS_LISTED, &count), block->name.place, "aliases");
	PUT(row.listed, count, block->name.place, "aliases of a PMU");
	PUT(row.first_perfs, build_alias_rows(b, block, ALIAS_PERFS, &count), block->name.place, "aliases");
	PUT(row.perfs, count, block->name.place, "names of perf's for a PMU");
	PUT(row.first_old, build_alias_rows(b, block, ALIAS_OLD, &count), block->name.place, "aliases");
	PUT(row.olds, count, block->name.place, "old aliases of a PMU");
	memcpy(built_room(b, SECTION_alias_sets, 1), &row, sizeof row);
	return block->row = built_count(b, SECTION_alias_sets) - 1;
}

/* Builds aliases of one kind of processor, before the set for others. */
static uint32_t build_alias_choice(struct builder *b, const struct alias_choice *choice, uint32_t otherwise)
{
	struct table_alias_set row;

	memcpy(&row, built_row(b, SECTION_alias_sets, built_aliases(b, choice->block)), sizeof row);
	row.since = built_name(b, choice->since);
	PUT(row.condition, plain_conditions(b, choice->conditions, choice->condition_count), choice->name.place,
		"conditions");
	PUT(row.conditions, choice->condition_count, choice->name.place, "conditions of aliases");
	PUT(row.otherwise, otherwise, choice->name.place, "PMUs with aliases");
	memcpy(built_room(b, SECTION_alias_sets, 1), &row, sizeof row);
	return built_count(b, SECTION_alias_sets) - 1;
}

static uint32_t build_pmu_aliases(struct builder *b, const struct pmu *pmu)
{
	struct alias_choice all = { .name = pmu->aliases_name, .since = pmu->aliases_since, .block = pmu->aliases };
	uint32_t set = !pmu->aliases ? 0 : all.since ? build_alias_choice(b, &all, 0) : built_aliases(b, pmu->aliases);

	for (int i = 0; i < pmu->alias_choice_count; i++)
		set = build_alias_choice(b, &pmu->alias_choices[i], set);
	return set;
}

/* ---- PMUs ---- */

static uint32_t table_number(const struct builder *b, const char *name)
{
	uint32_t number = 0;

	while (strcmp(b->model->tables[number]->name, name))
		number++;
	return number;
}

static void build_part(struct builder *b, const struct part *part)
{
	uint32_t table = table_number(b, part->table.text);
	const struct table_table *rows = built_row(b, SECTION_tables, table);
	struct table_part *row = built_room(b, SECTION_parts, 1);

	PUT(row->table, table, part->table.place, "tables");
	PUT(row->first, part->first, part->table.place, "rows before those of a PMU");
	row->count = part->all_rows ? rows->count : (uint32_t)(part->last - part->first + 1);
	PUT(row->conditions, part->condition_count, part->table.place, "conditions of events");
	if (part->conditional)
		PUT(row->condition, plain_conditions(b, part->conditions, part->condition_count), part->table.place,
			"conditions");
}

static void build_choice(struct builder *b, const struct choice *choice)
{
	struct table_group_choice *row = built_room(b, SECTION_group_choices, 1);
	uint32_t set = 0;

	while (strcmp(b->model->group_sets[set]->name, choice->set.text))
		set++;
	PUT(row->set, set, choice->set.place, "sets of groups");
	PUT(row->condition, plain_conditions(b, choice->conditions, choice->condition_count), choice->set.place,
		"conditions");
	PUT(row->conditions, choice->condition_count, choice->set.place, "conditions of groups");
}

/* Sets the events of a PMU that has all from one table. */
static void set_events(const struct builder *b, const struct pmu *pmu, struct table_pmu *row)
{
	const struct table_part *part = built_row(b, SECTION_parts, row->part);
	const struct table *table = b->model->tables[part->table];

	for (uint32_t i = part->first; i < part->first + part->count; i++)
		row->events += (table->events[i].visible & pmu->data.visible) != 0;
	if (table->event_count > MAX_NARROW)
		row->flags |= PMU_WIDE;
}

/* Builds what all instances of a PMU share. */
static struct table_pmu build_pmu(struct builder *b, const struct pmu *pmu, uint32_t condition)
{
	struct table_pmu row = pmu->data;
	struct place place = pmu->name.place;

	PUT(row.condition, condition, place, "conditions");
	PUT(row.conditions, pmu->condition_count, place, "conditions of a PMU");
	PUT(row.part, built_count(b, SECTION_parts), place, "tables of PMUs");
	PUT(row.parts, pmu->part_count, place, "tables of a PMU");
	for (int i = 0; i < pmu->part_count; i++)
		build_part(b, &pmu->parts[i]);
	PUT(row.choice, built_count(b, SECTION_group_choices), place, "choices of groups");
	PUT(row.choices, pmu->choice_count, place, "choices of groups of a PMU");
	for (int i = 0; i < pmu->choice_count; i++)
		build_choice(b, &pmu->choices[i]);
	PUT(row.sharing, built_sharing(b, pmu->shared, place), place, "layouts and PMUs with resources");
	PUT(row.aliases, build_pmu_aliases(b, pmu), place, "PMUs with aliases");
	if (!(row.flags & PMU_COMPOSED))
		set_events(b, pmu, &row);
	if (b->model->loaded)
		row.flags |= PMU_LOADED;
	return row;
}

char *instance_text(const struct pmu *pmu, const char *pattern, int instance)
{
	size_t room = pattern ? strlen(pattern) + 32 : 1, length = 0;
	char *text = need(malloc(room));

	for (; pattern && *pattern; pattern++) {
		if (pmu->instance_count && pattern[0] == '{' && (pattern[1] == 'n' || pattern[1] == 'm') &&
			pattern[2] == '}') {
			length += (size_t)snprintf(text + length, room - length, "%d",
				pmu->instances[instance][pattern[1] == 'm']);
			pattern += 2;
		} else {
			text[length++] = *pattern;
		}
	}
	text[length] = '\0';
	return text;
}

static void build_instances(struct builder *b, const struct pmu *pmu, const struct table_pmu *common)
{
	for (int k = 0; k < instance_count(pmu); k++) {
		char *name = instance_text(pmu, pmu->name.text, k), *desc = instance_text(pmu, pmu->desc, k),
		     *sysfs = instance_text(pmu, pmu->sysfs, k);
		struct table_pmu row = *common;

		row.name = built_name(b, name);
		row.desc = built_text(b, desc);
		row.sysfs = built_name(b, sysfs);
		row.with = built_name(b, pmu->with);
		PUT(row.id, common->id + k, pmu->name.place, "numbers of PMUs");
		memcpy(built_room(b, SECTION_pmus, 1), &row, sizeof row);
		free(name);
		free(desc);
		free(sysfs);
	}
}

void build_pmus(struct builder *b)
{
	struct table_pmu common = { .condition = 0 };

	for (int i = 0; i < b->model->order_count; i++) {
		const struct pmu *pmu = b->model->order[i];

		common = build_pmu(b, pmu, pmu_conditions(b, pmu, i ? b->model->order[i - 1] : NULL, common.condition));
		build_instances(b, pmu, &common);
	}
	if (built_count(b, SECTION_pmus) > MAX_PMUS)
		report(b->model->order[0]->name.place, "too many PMUs: %" PRIu32 ", and %d fit",
			built_count(b, SECTION_pmus), MAX_PMUS);
}

/* Builds the lookup of PMUs by name and by number. */
void build_pmu_lookup(struct builder *b)
{
	uint32_t count = built_count(b, SECTION_pmus), most = 0, first,
		 mask = built_slots(b, SECTION_pmu_slots, count, &first);
	const struct table_pmu *pmus = built_row(b, SECTION_pmus, 0);
	slot_cell *cells = built_row(b, SECTION_pmu_slots, first);
	uint16_t *by_id;

	for (uint32_t i = 0; i < count; i++) {
		slots_file(cells, mask, b->names.bytes + pmus[i].name, i);
		most = pmus[i].id > most ? pmus[i].id : most;
	}
	by_id = built_room(b, SECTION_pmu_by_id, most + 1);
	for (uint32_t i = 0; i < count; i++)
		by_id[pmus[i].id] = (uint16_t)(i + 1);
}
