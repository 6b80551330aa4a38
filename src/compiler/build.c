/*
 * From the model to rows. Texts become offsets and names of other things become indexes here; every number is stored
 * through PUT, which refuses what its field cannot hold.
 */
#include "build.h"

#include "pool.h"

#include "tables/lookup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
	const struct model *model;
	struct body *body;
	const struct layout *layout;    /* of the table that is being built */
	struct pool names, texts, event_rares, umask_rares, event_kinds, umask_kinds, facts, members, aliases;
	uint32_t *set_slots;            /* umask sets by hash of their rows: number, 0: empty */
	uint32_t set_slot_count;
};

/* ---- storing ---- */

static uint32_t count_of(const struct builder *b, enum section_number section)
{
	return b->body->sections[section].count;
}

/* Room for n more rows, zeroed; valid until the next rows of the section. */
static void *add_rows(struct builder *b, enum section_number number, uint32_t n)
{
	return body_add_rows(b->body, number, n);
}

static void *row_at(const struct builder *b, enum section_number number, uint32_t row)
{
	return b->body->sections[number].rows + row * (size_t)section_types[number].width;
}

static uint32_t name_of(struct builder *b, const char *text)
{
	return text ? pool_string(&b->names, text) : 0;
}

static uint32_t text_of(struct builder *b, const char *text)
{
	return text ? pool_string(&b->texts, text) : 0;
}

/* Where the rows from first to the end stand already, or first; they are stored once. */
static uint32_t share_run(struct builder *b, enum section_number number, uint32_t first)
{
	size_t width = section_types[number].width;
	uint32_t n = count_of(b, number) - first, earlier = 0;

	if (!n)
		return 0;
	while (earlier < first && memcmp(row_at(b, number, earlier), row_at(b, number, first), n * width))
		earlier++;
	if (earlier + n <= first)
		b->body->sections[number].count = first;
	return earlier + n <= first ? earlier : first;
}

/* ---- aliases ---- */

/* Numbers of those of one kind; which stand there once, even if several sets have them. */
static uint32_t build_alias_rows(struct builder *b, const struct alias_block *block, enum alias_kind kind,
	uint32_t *count)
{
	uint32_t first = count_of(b, SECTION_alias_rows);

	for (int i = 0; i < block->row_count; i++) {
		const struct alias *alias = &block->rows[i];
		struct table_alias row = { .name = name_of(b, alias->name), .terms = name_of(b, alias->terms),
			.scale = name_of(b, alias->scale), .unit = name_of(b, alias->unit) };

		if (alias->kind == kind)
			PUT(*(uint16_t *)add_rows(b, SECTION_alias_rows, 1), pool_record(&b->aliases, &row, sizeof row),
				alias->place, "different aliases");
	}
	*count = count_of(b, SECTION_alias_rows) - first;
	return share_run(b, SECTION_alias_rows, first);
}

static uint32_t alias_set_of(struct builder *b, struct alias_block *block)
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
	memcpy(add_rows(b, SECTION_alias_sets, 1), &row, sizeof row);
	return block->row = count_of(b, SECTION_alias_sets) - 1;
}

/* ---- layouts ---- */

static void build_modifier(struct builder *b, const struct modifier *modifier)
{
	struct table_modifier row = modifier->data;

	row.name = name_of(b, modifier->name);
	row.text = text_of(b, modifier->text);
	if (row.sets.mask || row.sets_if.mask || row.forces)
		row.flags |= MODIFIER_SETS;
	memcpy(add_rows(b, SECTION_modifiers, 1), &row, sizeof row);
}

static void build_print(struct builder *b, const struct layout *layout, uint8_t number)
{
	const struct modifier *modifier = &layout->modifiers[number];
	bool integer = modifier->data.flags & MODIFIER_INTEGER;
	uint64_t mask = modifier->shows.mask;
	struct table_print *row = add_rows(b, SECTION_prints, 1);
	char label[MAX_LABEL + 1];

	row->shift = mask ? (uint8_t)__builtin_ctzll(mask) : 0;
	row->mask = mask >> row->shift & (integer ? UINT64_MAX : 1);
	snprintf(label, sizeof label, ":%s=", modifier->name);
	row->label_length = (uint8_t)strlen(label);
	memcpy(row->label, label, strlen(label));
	row->word = modifier->shows.word;
	row->modifier = number;
	row->inverted = !integer && modifier->data.flags & MODIFIER_INVERTED;
}

/* Bit set of the modifiers that have one of the flags. */
static uint32_t modifiers_with(const struct layout *layout, uint16_t flags)
{
	uint32_t set = 0;

	for (int i = 0; i < layout->data.modifiers; i++)
		if (layout->modifiers[i].data.flags & flags)
			set |= UINT32_C(1) << i;
	return set;
}

static uint32_t modifiers_with_privilege(const struct layout *layout)
{
	uint32_t set = 0;

	for (int i = 0; i < layout->data.modifiers; i++)
		if (layout->modifiers[i].data.privilege)
			set |= UINT32_C(1) << i;
	return set;
}

/* General counters are bits 0 to 31, fixed ones 32 to 63. */
static uint64_t counter_bits(struct counters counters)
{
	return counters.general | (uint64_t)counters.fixed << 32;
}

/* ---- facts ---- */

static uint32_t build_uses(struct builder *b, const struct facts *facts)
{
	uint32_t first = count_of(b, SECTION_uses);

	for (int i = 0; i < facts->use_count; i++) {
		const struct use *use = &facts->uses[i];
		const struct format *format = use->field && !use->bit_count ? find_format(b->layout, use->field) : NULL;
		struct table_use *row = add_rows(b, SECTION_uses, 1);

		row->resource = name_of(b, use->resource);
		row->count = format ? format->count : use->bit_count;
		memcpy(row->bits, format ? format->bits : use->bits, sizeof row->bits);
	}
	return share_run(b, SECTION_uses, first);
}

/* The number of a set of facts; 0: there are none. */
static uint32_t facts_of(struct builder *b, const struct facts *facts, struct place place)
{
	struct table_facts row = { .flags = facts->flags };

	row.counters = counter_bits(facts->counters);
	row.counters_nosmt = counter_bits(facts->counters_nosmt);
	row.deprecated_by = name_of(b, facts->deprecated_by);
	row.errata = name_of(b, facts->errata);
	row.makers = name_of(b, facts->makers);
	row.period = facts->period;
	row.box = facts->box;
	row.first_use = build_uses(b, facts);
	PUT(row.uses, facts->use_count, place, "resources that one event uses");
	return pool_record(&b->facts, &row, sizeof row);
}

/* ---- sharing ---- */

static void build_resources(struct builder *b, const struct sharing *sharing)
{
	for (int i = 0; i < sharing->resource_count; i++) {
		const struct resource *resource = &sharing->resources[i];
		struct table_resource *row = add_rows(b, SECTION_resources, 1);

		row->name = name_of(b, resource->name);
		row->text = text_of(b, resource->text);
		row->scope = resource->scope;
		PUT(row->count, resource->count, resource->place, "of a resource");
	}
}

static void build_reserves(struct builder *b, const struct sharing *sharing)
{
	for (int i = 0; i < sharing->reserve_count; i++) {
		const struct reserve *reserve = &sharing->reserves[i];
		struct table_reserve *row = add_rows(b, SECTION_reserves, 1);

		row->name = name_of(b, reserve->name);
		row->counters = counter_bits(reserve->counters);
		row->any = reserve->any;
	}
}

static void build_matches(struct builder *b, const struct demand *demand)
{
	for (int i = 0; i < demand->match_count; i++) {
		const struct match *match = &demand->matches[i];
		struct table_match *row = add_rows(b, SECTION_matches, 1);

		row->low = match->low;
		row->high = match->high;
		memcpy(row->bits, match->bits, sizeof row->bits);
		row->count = match->bit_count;
		row->other = match->other;
	}
}

static void build_demands(struct builder *b, const struct sharing *sharing)
{
	for (int i = 0; i < sharing->demand_count; i++) {
		const struct demand *demand = &sharing->demands[i];
		struct table_demand row = { .first_match = count_of(b, SECTION_matches) };

		build_matches(b, demand);
		PUT(row.matches, demand->match_count, demand->place, "values of a demand");
		PUT(row.facts, facts_of(b, &demand->facts, demand->place), demand->place, "different sets of facts");
		memcpy(add_rows(b, SECTION_demands, 1), &row, sizeof row);
	}
}

/* The number of what is said of sharing, which several PMUs may have in common; 0: nothing. */
static uint32_t sharing_of(struct builder *b, struct sharing *sharing, struct place place)
{
	struct table_sharing row = { .first_resource = 0 };

	if (sharing->row || (!sharing->resource_count && !sharing->reserve_count && !sharing->demand_count))
		return sharing->row;
	PUT(row.first_resource, count_of(b, SECTION_resources), place, "resources");
	PUT(row.resources, sharing->resource_count, place, "resources of a PMU");
	PUT(row.first_reserve, count_of(b, SECTION_reserves), place, "reserves");
	PUT(row.reserves, sharing->reserve_count, place, "reserves of a PMU");
	PUT(row.first_demand, count_of(b, SECTION_demands), place, "demands");
	PUT(row.demands, sharing->demand_count, place, "demands of a PMU");
	build_resources(b, sharing);
	build_reserves(b, sharing);
	build_demands(b, sharing);
	memcpy(add_rows(b, SECTION_sharings, 1), &row, sizeof row);
	return sharing->row = count_of(b, SECTION_sharings) - 1;
}

/* ---- layouts, whole ---- */

static void build_formats(struct builder *b, const struct layout *layout)
{
	for (int i = 0; i < layout->format_count; i++) {
		struct table_format *row = add_rows(b, SECTION_formats, 1);

		row->name = name_of(b, layout->formats[i].name);
		memcpy(row->bits, layout->formats[i].bits, sizeof row->bits);
		row->count = layout->formats[i].count;
	}
}

/* Whether all segments of the event code are where the code has them; 0 else: the bits. */
static uint64_t code_as_it_is(const struct table_layout *layout)
{
	uint64_t bits = 0;
	unsigned int at = 0;

	for (int i = 0; i < layout->segments; at += layout->event[i].width, i++) {
		const struct table_segment *segment = &layout->event[i];

		if (segment->word || segment->low != at || layout->column.mask)
			return 0;
		bits |= (segment->width == 64 ? UINT64_MAX : (UINT64_C(1) << segment->width) - 1) << at;
	}
	return bits;
}

/* The bits of the modifiers of privilege levels that the PMU's own levels decide; 0: they are not just bits. */
static uint64_t levels_of(struct builder *b, const struct table_layout *layout)
{
	uint64_t bits = 0;

	for (uint32_t left = layout->with_privilege; left; left &= left - 1) {
		const struct table_modifier *modifier =
			row_at(b, SECTION_modifiers, layout->first_modifier + (uint32_t)__builtin_ctz(left));

		if (modifier->target.word || modifier->flags & MODIFIER_OTHERWISE)
			return 0;
		bits |= modifier->target.mask;
	}
	return layout->privilege == PRIVILEGE_SUPPORTED ? bits : 0;
}

static uint64_t edge_rule_bits(const struct layout *layout, uint8_t number)
{
	const struct table_place *target = number ? &layout->modifiers[number - 1].data.target : NULL;

	if (target && target->word)
		report(layout->place, "layout %s: the edge rule is about another word than the first", layout->name);
	return target ? target->mask : 0;
}

static void build_letters(const struct layout *layout, uint8_t by_letter[LETTERS])
{
	memset(by_letter, layout->data.modifiers, LETTERS);
	for (int i = layout->data.modifiers; i-- > 0;)
		by_letter[first_letter(*layout->modifiers[i].name)] = (uint8_t)i;
}

static void build_layout(struct builder *b, const struct layout *layout)
{
	struct table_layout row = layout->data;

	row.first_modifier = count_of(b, SECTION_modifiers);
	row.first_print = count_of(b, SECTION_prints);
	row.first_format = count_of(b, SECTION_formats);
	for (int i = 0; i < row.modifiers; i++)
		build_modifier(b, &layout->modifiers[i]);
	for (int i = 0; i < row.modifiers; i++)
		if (!(layout->modifiers[layout->print[i]].data.flags & MODIFIER_SILENT))
			build_print(b, layout, layout->print[i]);
	PUT(row.prints, count_of(b, SECTION_prints) - row.first_print, layout->place, "modifiers to print");
	build_formats(b, layout);
	row.first_modifier = share_run(b, SECTION_modifiers, row.first_modifier);
	row.first_print = share_run(b, SECTION_prints, row.first_print);
	row.first_format = share_run(b, SECTION_formats, row.first_format);
	PUT(row.formats, layout->format_count, layout->place, "formats of a layout");
	row.with_privilege = modifiers_with_privilege(layout);
	row.with_taken = modifiers_with(layout, MODIFIER_TAKEN);
	row.with_required = modifiers_with(layout, MODIFIER_IF_REQUIRED);
	row.not_under_perf = modifiers_with(layout, MODIFIER_OS | MODIFIER_RAW_ONLY);
	row.code_as_it_is = code_as_it_is(&row);
	row.levels = levels_of(b, &row);
	row.edge_bits = edge_rule_bits(layout, row.edge);
	row.edge_needs = edge_rule_bits(layout, row.counter_mask);
	build_letters(layout, row.by_letter);
	memcpy(add_rows(b, SECTION_layouts, 1), &row, sizeof row);
}

/* ---- slots ---- */

/* Room where the names of count rows are filed. Returns the mask of its slots. */
static uint32_t add_slots(struct builder *b, enum section_number section, uint32_t count, uint32_t *first)
{
	uint32_t mask = slots_for(count) - 1;

	*first = count_of(b, section);
	add_rows(b, section, slot_cells(mask));
	return mask;
}

/* ---- unit masks ---- */

static void build_umask(struct builder *b, struct umask *umask, struct table_umask *row)
{
	struct table_umask_rare rare = umask->rare;
	struct table_umask_kind kind = { .visible = umask->visible };

	rare.alias = name_of(b, umask->alias);
	rare.with = name_of(b, umask->with);
	rare.needs_group = umask->needs_group;
	row->code = umask->code;
	row->name = name_of(b, umask->name);
	row->text = text_of(b, umask->text);
	row->flags = (uint16_t)((umask->data.flags & ~UMASK_WIDE) | umask->group << UMASK_GROUP_SHIFT);
	PUT(kind.rare, pool_record(&b->umask_rares, &rare, sizeof rare), umask->place,
		"different rare properties of unit masks");
	row->flags |= kind.rare ? UMASK_RARE : 0;
	PUT(kind.facts, facts_of(b, &umask->facts, umask->place), umask->place, "different sets of facts");
	PUT(row->kind, pool_record(&b->umask_kinds, &kind, sizeof kind), umask->place, "different kinds of unit masks");
}

/* The unit masks that are added by themselves, or that spare a group one. */
static void add_default_rows(struct builder *b, const struct event *event, struct table_umask_set *set)
{
	uint32_t defaults = 0;

	set->first_default = count_of(b, SECTION_default_rows);
	for (int i = 0; i < event->umask_count; i++)
		if (event->umasks[i].data.flags & (UMASK_DEFAULT | UMASK_OPTIONAL)) {
			*(uint16_t *)add_rows(b, SECTION_default_rows, 1) = (uint16_t)i;
			defaults++;
		}
	PUT(set->defaults, defaults, event->place, "default unit masks");
}

static uint32_t new_umask_set(struct builder *b, const struct event *event, const struct table_umask *rows)
{
	uint32_t count = (uint32_t)event->umask_count, mask;
	struct table_umask_set set = { .first = count_of(b, SECTION_umasks),
		.everywhere = ALL_VARIANTS,
		.groups = (uint8_t)((1u << event->groups) - 1) };
	slot_cell *cells;

	PUT(set.count, count, event->place, "unit masks of an event");
	mask = add_slots(b, SECTION_umask_slots, count, &set.slots);
	PUT(set.slot_mask, mask, event->place, "slots for the unit masks of an event");
	cells = row_at(b, SECTION_umask_slots, set.slots);
	for (uint32_t i = 0; i < count; i++) {
		slots_file(cells, mask, event->umasks[i].name, i);
		set.everywhere &= event->umasks[i].visible;
	}
	add_default_rows(b, event, &set);
	memcpy(add_rows(b, SECTION_umasks, count), rows, count * sizeof *rows);
	memcpy(add_rows(b, SECTION_umask_sets, 1), &set, sizeof set);
	return count_of(b, SECTION_umask_sets) - 1;
}

static bool same_umask_set(const struct builder *b, uint32_t number, const struct table_umask *rows, uint32_t count)
{
	const struct table_umask_set *set = row_at(b, SECTION_umask_sets, number);

	return set->count == count && !memcmp(row_at(b, SECTION_umasks, set->first), rows, count * sizeof *rows);
}

static void grow_set_slots(struct builder *b)
{
	uint32_t *old = b->set_slots, count = b->set_slot_count;

	b->set_slot_count = count ? 2 * count : 1024;
	b->set_slots = need(calloc(b->set_slot_count, sizeof *b->set_slots));
	for (uint32_t i = 0; i < count; i++) {
		const struct table_umask_set *set = row_at(b, SECTION_umask_sets, old[i]);
		uint32_t slot = bytes_hash(row_at(b, SECTION_umasks, set->first),
			set->count * sizeof(struct table_umask));

		if (!old[i])
			continue;
		while (b->set_slots[slot & (b->set_slot_count - 1)])
			slot++;
		b->set_slots[slot & (b->set_slot_count - 1)] = old[i];
	}
	free(old);
}

/* The number of event's set of unit masks; an equal set is shared. 0: none. */
static uint32_t umask_set(struct builder *b, const struct event *event)
{
	uint32_t count = (uint32_t)event->umask_count, slot, number;
	struct table_umask *rows;

	if (!count)
		return 0;
	rows = need(calloc(count, sizeof *rows));
	for (uint32_t i = 0; i < count; i++)
		build_umask(b, &event->umasks[i], &rows[i]);
	if (2 * count_of(b, SECTION_umask_sets) >= b->set_slot_count)
		grow_set_slots(b);
	slot = bytes_hash(rows, count * sizeof *rows);
	while ((number = b->set_slots[slot & (b->set_slot_count - 1)]) && !same_umask_set(b, number, rows, count))
		slot++;
	if (!number)
		number = b->set_slots[slot & (b->set_slot_count - 1)] = new_umask_set(b, event, rows);
	free(rows);
	return number;
}

/* ---- events ---- */

static void build_event(struct builder *b, const struct event *event)
{
	struct table_event row = { .code = event->data.code, .flags = event->data.flags };
	struct table_event_kind kind = { .visible = event->visible,
		.modifiers = event->modifiers,
		.column = event->column };
	struct table_event_rare rare = event->rare;

	for (int i = 0; i < event->umask_count; i++)
		row.flags |= event->umasks[i].with ? EVENT_BY_DEVICE : 0;
	rare.alias = name_of(b, event->alias);
	row.name = name_of(b, event->name);
	row.text = text_of(b, event->text);
	row.umask_set = umask_set(b, event);
	PUT(kind.rare, pool_record(&b->event_rares, &rare, sizeof rare), event->place,
		"different rare properties of events");
	row.flags |= kind.rare ? EVENT_RARE : 0;
	PUT(kind.facts, facts_of(b, &event->facts, event->place), event->place, "different sets of facts");
	PUT(row.kind, pool_record(&b->event_kinds, &kind, sizeof kind), event->place, "different kinds of events");
	memcpy(add_rows(b, SECTION_events, 1), &row, sizeof row);
}

static void build_table(struct builder *b, const struct table *table)
{
	uint32_t count = (uint32_t)table->event_count;
	slot_cell *cells;
	struct table_table row = { .name = name_of(b, table->name),
		.first = count_of(b, SECTION_events),
		.count = count };

	b->layout = table->layout;
	row.slot_mask = add_slots(b, SECTION_event_slots, count, &row.slots);
	cells = row_at(b, SECTION_event_slots, row.slots);
	for (uint32_t i = 0; i < count; i++) {
		slots_file(cells, row.slot_mask, table->events[i].name, i);
		build_event(b, &table->events[i]);
	}
	memcpy(add_rows(b, SECTION_tables, 1), &row, sizeof row);
}

/* ---- conditions ---- */

static uint32_t build_condition(struct builder *b, struct table_condition data, const char *key, const char *value)
{
	data.key = name_of(b, key);
	data.value = name_of(b, value);
	memcpy(add_rows(b, SECTION_conditions, 1), &data, sizeof data);
	return count_of(b, SECTION_conditions) - 1;
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
 * Where they are: those of the PMU before it in the order if they are the same, so that the library looks once for
 * both.
 */
static uint32_t pmu_conditions(struct builder *b, const struct pmu *pmu, const struct pmu *last, uint32_t where_last)
{
	uint32_t first = count_of(b, SECTION_conditions);

	if (last && same_conditions(pmu, last))
		return where_last;
	for (int k = 0; k < pmu->condition_count; k++)
		build_condition(b, pmu->conditions[k].data, pmu->conditions[k].key, pmu->conditions[k].value);
	return first;
}

static uint32_t plain_conditions(struct builder *b, const struct table_condition *conditions, int count)
{
	uint32_t first = count_of(b, SECTION_conditions);

	for (int k = 0; k < count; k++)
		build_condition(b, conditions[k], NULL, NULL);
	return first;
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
	const struct table_table *rows = row_at(b, SECTION_tables, table);
	struct table_part *row = add_rows(b, SECTION_parts, 1);

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
	struct table_group_choice *row = add_rows(b, SECTION_group_choices, 1);
	uint32_t set = 0;

	while (strcmp(b->model->group_sets[set]->name, choice->set.text))
		set++;
	PUT(row->set, set, choice->set.place, "sets of groups");
	PUT(row->condition, plain_conditions(b, choice->conditions, choice->condition_count), choice->set.place,
		"conditions");
	PUT(row->conditions, choice->condition_count, choice->set.place, "conditions of groups");
}

/* Of a PMU whose events are the rows of one table. */
static void set_events(const struct builder *b, const struct pmu *pmu, struct table_pmu *row)
{
	const struct table_part *part = row_at(b, SECTION_parts, row->part);
	const struct table *table = b->model->tables[part->table];

	for (uint32_t i = part->first; i < part->first + part->count; i++)
		row->events += (table->events[i].visible & pmu->data.visible) != 0;
	if (table->event_count > MAX_NARROW)
		row->flags |= PMU_WIDE;
}

/* What all instances of a PMU have in common. */
static struct table_pmu build_pmu(struct builder *b, const struct pmu *pmu, uint32_t condition)
{
	struct table_pmu row = pmu->data;
	struct place place = pmu->name.place;

	PUT(row.condition, condition, place, "conditions");
	PUT(row.conditions, pmu->condition_count, place, "conditions of a PMU");
	PUT(row.part, count_of(b, SECTION_parts), place, "tables of PMUs");
	PUT(row.parts, pmu->part_count, place, "tables of a PMU");
	for (int i = 0; i < pmu->part_count; i++)
		build_part(b, &pmu->parts[i]);
	PUT(row.choice, count_of(b, SECTION_group_choices), place, "choices of groups");
	PUT(row.choices, pmu->choice_count, place, "choices of groups of a PMU");
	for (int i = 0; i < pmu->choice_count; i++)
		build_choice(b, &pmu->choices[i]);
	PUT(row.sharing, sharing_of(b, pmu->shared, place), place, "layouts and PMUs with resources");
	PUT(row.aliases, pmu->aliases ? alias_set_of(b, pmu->aliases) : 0, place, "PMUs with aliases");
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

		row.name = name_of(b, name);
		row.desc = text_of(b, desc);
		row.sysfs = name_of(b, sysfs);
		row.with = name_of(b, pmu->with);
		PUT(row.id, common->id + k, pmu->name.place, "numbers of PMUs");
		memcpy(add_rows(b, SECTION_pmus, 1), &row, sizeof row);
		free(name);
		free(desc);
		free(sysfs);
	}
}

static void build_pmus(struct builder *b)
{
	struct table_pmu common = { .condition = 0 };

	for (int i = 0; i < b->model->order_count; i++) {
		const struct pmu *pmu = b->model->order[i];

		common = build_pmu(b, pmu, pmu_conditions(b, pmu, i ? b->model->order[i - 1] : NULL, common.condition));
		build_instances(b, pmu, &common);
	}
	if (count_of(b, SECTION_pmus) > MAX_PMUS)
		report(b->model->order[0]->name.place, "too many PMUs: %" PRIu32 ", and %d fit",
			count_of(b, SECTION_pmus), MAX_PMUS);
}

/* Finding a PMU by its name, and by its number. */
static void build_pmu_lookup(struct builder *b)
{
	uint32_t count = count_of(b, SECTION_pmus), most = 0, first,
		 mask = add_slots(b, SECTION_pmu_slots, count, &first);
	const struct table_pmu *pmus = row_at(b, SECTION_pmus, 0);
	slot_cell *cells = row_at(b, SECTION_pmu_slots, first);
	uint16_t *by_id;

	for (uint32_t i = 0; i < count; i++) {
		slots_file(cells, mask, b->names.bytes + pmus[i].name, i);
		most = pmus[i].id > most ? pmus[i].id : most;
	}
	by_id = add_rows(b, SECTION_pmu_by_id, most + 1);
	for (uint32_t i = 0; i < count; i++)
		by_id[pmus[i].id] = (uint16_t)(i + 1);
}

/* For the compiled tables alone: PMUs of files are asked one by one. */
static void build_device_names(struct builder *b)
{
	uint64_t *bits = add_rows(b, SECTION_device_names, NAME_BITS / 64);
	const struct table_pmu *pmu = row_at(b, SECTION_pmus, 0), *end = pmu + count_of(b, SECTION_pmus);

	for (; pmu < end; pmu++)
		for (uint32_t i = 0; pmu_is_by_device(pmu) && i < pmu->parts; i++) {
			const struct table_part *part = row_at(b, SECTION_parts, pmu->part + i);
			const struct table_table *table = row_at(b, SECTION_tables, part->table);
			const struct table_event *event = row_at(b, SECTION_events, table->first);

			for (uint32_t k = 0; k < table->count; k++) {
				const char *name = b->names.bytes + event[k].name;
				uint32_t bit = name_bit(name_hash(name, strlen(name)));

				bits[bit / 64] |= UINT64_C(1) << bit % 64;
			}
		}
}

/* ---- groups ---- */

/* Members are kept as their numbers; equal ones are one. */
static void build_members(struct builder *b, const struct member *members, int count)
{
	for (int i = 0; i < count; i++) {
		struct table_member data = { .code = 0 };
		uint16_t *number = add_rows(b, SECTION_group_events, 1);

		if (members[i].string) {
			data = members[i].data;
			data.string = name_of(b, members[i].string);
		}
		PUT(*number, pool_record(&b->members, &data, sizeof data), members[i].place,
			"different events of groups");
	}
}

static void build_group(struct builder *b, const struct group *group)
{
	struct table_group row = { .name = name_of(b, group->name),
		.title = text_of(b, group->title),
		.text = text_of(b, group->text) };

	row.first = count_of(b, SECTION_group_events);
	row.status = group->status;
	PUT(row.counters, group->member_count, group->place, "events of a group");
	build_members(b, group->members, group->member_count);
	memcpy(add_rows(b, SECTION_groups, 1), &row, sizeof row);
}

static void build_group_set(struct builder *b, const struct group_set *set)
{
	struct table_group_set row = { .name = name_of(b, set->name), .first = count_of(b, SECTION_groups) };

	row.flags = set->required ? GROUPS_REQUIRED : 0;
	row.first_list = count_of(b, SECTION_group_lists);
	PUT(row.count, set->group_count, set->place, "groups");
	PUT(row.counters, set->counters, set->place, "counters of groups");
	for (int k = 0; k < set->group_count; k++)
		build_group(b, &set->groups[k]);
	for (int c = 0; c < set->counters; c++) {
		struct table_list list = { .first = count_of(b, SECTION_group_events),
			.count = (uint32_t)set->list_counts[c] };

		build_members(b, set->lists[c], set->list_counts[c]);
		memcpy(add_rows(b, SECTION_group_lists, 1), &list, sizeof list);
	}
	memcpy(add_rows(b, SECTION_group_sets, 1), &row, sizeof row);
}

/* ---- all of it ---- */

/*
 * Row 0 of what is optional says "none". Every section has room, that its rows can be pointed at where there are none.
 */
static void build_nothing(struct builder *b)
{
	static const struct table_event_rare no_event_rare;
	static const struct table_umask_rare no_umask_rare;
	static const struct table_facts no_facts;
	static const struct table_member no_member;
	static const struct table_event_kind plain_event = { .visible = ALL_VARIANTS };
	static const struct table_umask_kind plain_umask = { .visible = ALL_VARIANTS };

	for (int i = 0; i < SECTIONS; i++)
		add_rows(b, (enum section_number)i, 0);
	name_of(b, "");
	text_of(b, "");
	pool_record(&b->event_rares, &no_event_rare, sizeof no_event_rare);
	pool_record(&b->umask_rares, &no_umask_rare, sizeof no_umask_rare);
	pool_record(&b->facts, &no_facts, sizeof no_facts);
	pool_record(&b->members, &no_member, sizeof no_member);
	pool_record(&b->event_kinds, &plain_event, sizeof plain_event);
	pool_record(&b->umask_kinds, &plain_umask, sizeof plain_umask);
	add_rows(b, SECTION_umask_sets, 1);
	add_rows(b, SECTION_sharings, 1);
	add_rows(b, SECTION_alias_sets, 1);
	add_rows(b, SECTION_umask_slots, 1);
}

void build_body(const struct model *model, struct body *body)
{
	struct builder builder = { .model = model, .body = body }, *b = &builder;

	build_nothing(b);
	for (int i = 0; i < model->group_set_count; i++)
		build_group_set(b, model->group_sets[i]);
	for (int i = 0; i < model->table_count; i++)
		build_table(b, model->tables[i]);
	for (int i = 0; i < model->layout_count; i++)
		build_layout(b, model->layouts[i]);
	build_pmus(b);
	build_pmu_lookup(b);
	if (!model->loaded)
		build_device_names(b);
	build_metrics(model, body);
	body_take_pool(body, SECTION_event_rares, &b->event_rares);
	body_take_pool(body, SECTION_umask_rares, &b->umask_rares);
	body_take_pool(body, SECTION_facts, &b->facts);
	body_take_pool(body, SECTION_event_kinds, &b->event_kinds);
	body_take_pool(body, SECTION_umask_kinds, &b->umask_kinds);
	body_take_pool(body, SECTION_group_members, &b->members);
	body_take_pool(body, SECTION_aliases, &b->aliases);
	body_take_pool(body, SECTION_names, &b->names);
	body_take_pool(body, SECTION_texts, &b->texts);
	share_tails(body);
	free(b->set_slots);
}
