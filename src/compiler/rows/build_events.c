/* Builds the rows of tables of events; equal sets of unit masks are stored once. */
#include "builder.h"

#include "tables/lookup.h"

#include <stdlib.h>
#include <string.h>

/* ---- unit masks ---- */

static void build_umask(struct builder *b, struct umask *umask, struct table_umask *row)
{
	struct table_umask_rare rare = umask->rare;
	struct table_umask_kind kind = { .visible = umask->visible };

	rare.alias = built_name(b, umask->alias);
	rare.with = built_name(b, umask->with);
	rare.needs_group = umask->needs_group;
	row->code = umask->code;
	row->name = built_name(b, umask->name);
	row->text = built_text(b, umask->text);
	row->flags = (uint16_t)((umask->data.flags & ~UMASK_WIDE) | umask->group << UMASK_GROUP_SHIFT);
	PUT(kind.rare, pool_record(&b->umask_rares, &rare, sizeof rare), umask->place,
		"different rare properties of unit masks");
	row->flags |= kind.rare ? UMASK_RARE : 0;
	PUT(kind.facts, built_facts(b, &umask->facts, umask->place), umask->place, "different sets of facts");
	PUT(row->kind, pool_record(&b->umask_kinds, &kind, sizeof kind), umask->place, "different kinds of unit masks");
}

/* Adds the unit masks that are added by themselves, or that make one of their group unnecessary. */
static void add_default_rows(struct builder *b, const struct event *event, struct table_umask_set *set)
{
	uint32_t defaults = 0;

	set->first_default = built_count(b, SECTION_default_rows);
	for (int i = 0; i < event->umask_count; i++)
		if (event->umasks[i].data.flags & (UMASK_DEFAULT | UMASK_OPTIONAL)) {
			*(uint16_t *)built_room(b, SECTION_default_rows, 1) = (uint16_t)i;
			defaults++;
		}
	PUT(set->defaults, defaults, event->place, "default unit masks");
}

static uint32_t new_umask_set(struct builder *b, const struct event *event, const struct table_umask *rows)
{
	uint32_t count = (uint32_t)event->umask_count, mask;
	struct table_umask_set set = { .first = built_count(b, SECTION_umasks),
		.everywhere = ALL_VARIANTS,
		.groups = (uint8_t)((1u << event->groups) - 1) };
	slot_cell *cells;

	PUT(set.count, count, event->place, "unit masks of an event");
	mask = built_slots(b, SECTION_umask_slots, count, &set.slots);
	PUT(set.slot_mask, mask, event->place, "slots for the unit masks of an event");
	cells = built_row(b, SECTION_umask_slots, set.slots);
	for (uint32_t i = 0; i < count; i++) {
		slots_file(cells, mask, event->umasks[i].name, i);
		set.everywhere &= event->umasks[i].visible;
	}
	add_default_rows(b, event, &set);
	memcpy(built_room(b, SECTION_umasks, count), rows, count * sizeof *rows);
	memcpy(built_room(b, SECTION_umask_sets, 1), &set, sizeof set);
	return built_count(b, SECTION_umask_sets) - 1;
}

static bool same_umask_set(const struct builder *b, uint32_t number, const struct table_umask *rows, uint32_t count)
{
	const struct table_umask_set *set = built_row(b, SECTION_umask_sets, number);

	return set->count == count && !memcmp(built_row(b, SECTION_umasks, set->first), rows, count * sizeof *rows);
}

static void grow_set_slots(struct builder *b)
{
	uint32_t *old = b->set_slots, count = b->set_slot_count;

	b->set_slot_count = count ? 2 * count : 1024;
	b->set_slots = need(calloc(b->set_slot_count, sizeof *b->set_slots));
	for (uint32_t i = 0; i < count; i++) {
		const struct table_umask_set *set = built_row(b, SECTION_umask_sets, old[i]);
		uint32_t slot = bytes_hash(built_row(b, SECTION_umasks, set->first),
			set->count * sizeof(struct table_umask));

		if (!old[i])
			continue;
		while (b->set_slots[slot & (b->set_slot_count - 1)])
			slot++;
		b->set_slots[slot & (b->set_slot_count - 1)] = old[i];
	}
	free(old);
}

/* Returns the number of event's set of unit masks; an equal set is shared. 0: none. */
static uint32_t umask_set(struct builder *b, const struct event *event)
{
	uint32_t count = (uint32_t)event->umask_count, slot, number;
	struct table_umask *rows;

	if (!count)
		return 0;
	rows = need(calloc(count, sizeof *rows));
	for (uint32_t i = 0; i < count; i++)
		build_umask(b, &event->umasks[i], &rows[i]);
	if (2 * built_count(b, SECTION_umask_sets) >= b->set_slot_count)
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
	struct table_event row = { .code = event->data.code };
	struct table_event_kind kind = { .visible = event->visible,
		.modifiers = event->modifiers,
		.column = event->column,
		.flags = event->flags };
	struct table_event_rare rare = event->rare;

	for (int i = 0; i < event->umask_count; i++)
		kind.flags |= event->umasks[i].with ? EVENT_BY_DEVICE : 0;
	rare.alias = built_name(b, event->alias);
	row.name = built_name(b, event->name);
	row.text = built_text(b, event->text);
	PUT(row.umask_set, umask_set(b, event), event->place, "different sets of unit masks");
	PUT(kind.rare, pool_record(&b->event_rares, &rare, sizeof rare), event->place,
		"different rare properties of events");
	kind.flags |= kind.rare ? EVENT_RARE : 0;
	PUT(kind.facts, built_facts(b, &event->facts, event->place), event->place, "different sets of facts");
	PUT(row.kind, pool_record(&b->event_kinds, &kind, sizeof kind), event->place, "different kinds of events");
	memcpy(built_room(b, SECTION_events, 1), &row, sizeof row);
}

void build_table(struct builder *b, const struct table *table)
{
	uint32_t count = (uint32_t)table->event_count;
	slot_cell *cells;
	struct table_table row = { .name = built_name(b, table->name),
		.first = built_count(b, SECTION_events),
		.count = count };

	b->layout = table->layout;
	row.slot_mask = built_slots(b, SECTION_event_slots, count, &row.slots);
	cells = built_row(b, SECTION_event_slots, row.slots);
	for (uint32_t i = 0; i < count; i++) {
		slots_file(cells, row.slot_mask, table->events[i].name, i);
		build_event(b, &table->events[i]);
	}
	memcpy(built_room(b, SECTION_tables, 1), &row, sizeof row);
}
