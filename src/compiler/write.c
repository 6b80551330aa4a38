/* Writes the model as C: constant arrays of the structures of src/tables/body.h. */
#include "model.h"

#include "tables/hash.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- pools: equal strings and equal records are stored once ---- */

struct pool {
	char *bytes;
	uint32_t size, room;
	uint32_t *slots;        /* offset + 1 */
	uint32_t slot_count, used;
};

static uint32_t bytes_hash(const void *bytes, size_t length)
{
	const unsigned char *at = bytes;
	uint32_t hash = 2166136261u;

	while (length--)
		hash = (hash ^ *at++) * 16777619u;
	return hash ^ hash >> 15;
}

static void pool_rehash(struct pool *pool, size_t record)
{
	uint32_t *old = pool->slots, count = pool->slot_count;

	pool->slot_count = count ? 2 * count : 1024;
	pool->slots = need(calloc(pool->slot_count, sizeof *pool->slots));
	for (uint32_t i = 0; i < count; i++) {
		const char *bytes = pool->bytes + (old[i] - 1);
		uint32_t slot;

		if (!old[i])
			continue;
		slot = bytes_hash(bytes, record ? record : strlen(bytes)) & (pool->slot_count - 1);
		while (pool->slots[slot])
			slot = (slot + 1) & (pool->slot_count - 1);
		pool->slots[slot] = old[i];
	}
	free(old);
}

/* Offset of bytes in the pool, added if new. record: its size, 0 for a string. */
static uint32_t pool_add(struct pool *pool, const void *bytes, size_t record)
{
	size_t length = record ? record : strlen(bytes);
	uint32_t slot;

	if (2 * pool->used >= pool->slot_count)
		pool_rehash(pool, record);
	slot = bytes_hash(bytes, length) & (pool->slot_count - 1);
	for (; pool->slots[slot]; slot = (slot + 1) & (pool->slot_count - 1)) {
		const char *other = pool->bytes + (pool->slots[slot] - 1);

		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): there are bytes if a slot is taken */
		if (record ? !memcmp(other, bytes, length) : !strcmp(other, bytes))
			return pool->slots[slot] - 1;
	}
	while (pool->size + length + 1 > pool->room) {
		pool->room = pool->room ? 2 * pool->room : 65536;
		pool->bytes = need(realloc(pool->bytes, pool->room));
	}
	memcpy(pool->bytes + pool->size, bytes, length);
	if (!record)
		pool->bytes[pool->size + length] = '\0';
	pool->slots[slot] = pool->size + 1;
	pool->used++;
	pool->size += (uint32_t)(length + !record);
	return pool->slots[slot] - 1;
}

static uint32_t pool_index(struct pool *pool, const void *record, size_t size)
{
	return (uint32_t)(pool_add(pool, record, size) / size);
}

struct output {
	FILE *file;
	struct pool names, texts, rares, umask_rares, sets;
	struct pool masks, members;
	uint32_t *umask_slots;
	uint32_t umask_slot_count;
	uint32_t *event_slots;
	uint32_t event_slot_count;
	uint16_t *default_rows;
	uint32_t default_row_count;
	struct { struct table_umask *rows; int count; struct table_umask_set set; } *umask_sets;
	int umask_set_count;
	uint32_t umask_count, event_count;
};

static uint32_t name_of(struct output *out, const char *text)
{
	return text ? pool_add(&out->names, text, 0) : 0;
}

static uint32_t text_of(struct output *out, const char *text)
{
	return text ? pool_add(&out->texts, text, 0) : 0;
}

static void write_pool(struct output *out, const char *name, const struct pool *pool)
{
	fprintf(out->file, "\nstatic const char %s[] =\n", name);
	for (uint32_t at = 0; at < pool->size; at += (uint32_t)strlen(pool->bytes + at) + 1) {
		fputc('"', out->file);
		for (const char *c = pool->bytes + at; *c; c++)
			if (*c == '"' || *c == '\\')
				fprintf(out->file, "\\%c", *c);
			else if ((unsigned char)*c >= 0x7f || *c == '?')
				fprintf(out->file, "\\%03o", (unsigned char)*c);
			else
				fputc(*c, out->file);
		fputs("\\0\"\n", out->file);
	}
	/* NAME_SLACK in src/table.h: names are compared eight bytes a step */
	fputs("\"\\0\\0\\0\\0\\0\\0\\0\\0\";\n", out->file);
}

/* ---- layouts ---- */

static void write_place(FILE *file, struct table_place place)
{
	fprintf(file, "{0x%" PRIx64 "u,%u},", place.mask, place.word);
}

static void write_modifier(struct output *out, const struct modifier *modifier)
{
	const struct table_modifier *data = &modifier->data;

	fputc('{', out->file);
	write_place(out->file, data->target);
	write_place(out->file, data->sets);
	write_place(out->file, data->sets_if);
	fprintf(out->file, "%u,%u,%u,%uu,%u,%u,%u,%u,%u},\n", name_of(out, modifier->name), text_of(out, modifier->text), data->min, data->max,
		data->untaken_default, data->flags, data->number, data->privilege, data->forces);
}

static void write_print(FILE *file, const struct layout *layout, uint8_t number)
{
	const struct modifier *modifier = &layout->modifiers[number];
	uint64_t mask = modifier->shows.mask;
	int shift = mask ? __builtin_ctzll(mask) : 0;
	char label[MAX_LABEL];

	snprintf(label, sizeof label, ":%s=", modifier->name);
	fprintf(file, "{0x%" PRIx64 "u,\"%s\",%zu,%u,%d,%u,%u},\n", mask >> shift, label, strlen(label), modifier->shows.word, shift, number,
		modifier->data.flags & (MODIFIER_INTEGER | MODIFIER_INVERTED));
}

/* All modifiers that are printed, which are a part of pfm_prints that begins at number first. */
static void write_prints(FILE *file, struct layout *layout, uint32_t first)
{
	layout->data.first_print = first;
	layout->data.prints = 0;
	for (int i = 0; i < layout->data.modifiers; i++)
		if (!(layout->modifiers[layout->print[i]].data.flags & MODIFIER_SILENT)) {
			write_print(file, layout, layout->print[i]);
			layout->data.prints++;
		}
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

static void write_layout(struct output *out, const struct layout *layout, uint32_t first)
{
	const struct table_layout *data = &layout->data;
	FILE *file = out->file;

	fputs("{{", file);
	for (int i = 0; i < 3; i++)
		fprintf(file, "{%u,%u,%u},", data->event[i].word, data->event[i].low, data->event[i].width);
	fputs("},{", file);
	for (int i = 0; i < MAX_WORDS; i++)
		fprintf(file, "0x%" PRIx64 "u,", data->set[i]);
	fputs("},", file);
	write_place(file, data->umask);
	write_place(file, data->column);
	fputc('{', file);
	for (int i = 0; i < 3; i++)
		write_place(file, data->plm[i]);
	fprintf(file, "},%u,%u,0x%xu,0x%xu,0x%xu,0x%xu,0x%xu,{0x%xu,0x%xu,0x%xu},{", first, data->first_print, modifiers_with_privilege(layout),
		modifiers_with(layout, MODIFIER_TAKEN), modifiers_with(layout, MODIFIER_IF_REQUIRED),
		modifiers_with(layout, MODIFIER_OS | MODIFIER_RAW_ONLY), data->join_mask, data->join_values[0], data->join_values[1], data->join_values[2]);
	for (int i = 0; i < 4; i++)
		fprintf(file, "{0x%" PRIx64 "u,%u,%u,%u,%u},", data->moves[i].clear, data->moves[i].to, data->moves[i].from, data->moves[i].word, data->moves[i].shift);
	fprintf(file, "},0x%x,0x%x,%u,%u,%u,%u,%u,%u,%u,%u,%u}, /* %s */\n", data->os_modifiers, data->rules, data->words, data->segments, data->modifiers,
		data->prints, data->raw_bits, data->privilege, data->move_count, data->edge, data->counter_mask, layout->name);
}

static void write_layouts(struct output *out, const struct model *model)
{
	uint32_t first = 0, first_print = 0;

	fputs("\nconst struct table_modifier pfm_modifiers[] = {\n", out->file);
	for (int i = 0; i < model->layout_count; i++)
		for (int k = 0; k < model->layouts[i]->data.modifiers; k++)
			write_modifier(out, &model->layouts[i]->modifiers[k]);
	fputs("};\n\nconst struct table_print pfm_prints[] = {\n", out->file);
	for (int i = 0; i < model->layout_count; i++) {
		write_prints(out->file, model->layouts[i], first_print);
		first_print += model->layouts[i]->data.prints;
	}
	fputs("};\n\nconst struct table_layout pfm_layouts[] = {\n", out->file);
	for (int i = 0; i < model->layout_count; i++) {
		write_layout(out, model->layouts[i], first);
		first += model->layouts[i]->data.modifiers;
	}
	fputs("};\n", out->file);
}

/* ---- events and unit masks ---- */

static void add_umask_slots(struct output *out, const struct event *event, struct table_umask_set *set)
{
	uint32_t count = slots_for((uint32_t)event->umask_count);

	out->umask_slots = need(realloc(out->umask_slots, (out->umask_slot_count + count) * sizeof *out->umask_slots));
	memset(out->umask_slots + out->umask_slot_count, 0, count * sizeof *out->umask_slots);
	set->slots = out->umask_slot_count;
	set->slot_mask = (uint16_t)(count - 1);
	for (int i = 0; i < event->umask_count; i++)
		slots_file(out->umask_slots + set->slots, count - 1, event->umasks[i].name, (uint32_t)i);
	out->umask_slot_count += count;
}

/* The unit masks that are added by themselves, or that spare a group one. */
static void add_default_rows(struct output *out, const struct table_umask *rows, struct table_umask_set *set)
{
	set->first_default = out->default_row_count;
	for (int i = 0; i < set->count; i++)
		if (rows[i].flags & (UMASK_DEFAULT | UMASK_OPTIONAL)) {
			out->default_rows = grow(out->default_rows, (int)out->default_row_count, sizeof *out->default_rows);
			out->default_rows[out->default_row_count++] = (uint16_t)i;
			set->defaults++;
		}
}

/* The number of event's set of unit masks; an equal set is shared. 0: none. */
static uint16_t umask_set(struct output *out, struct event *event)
{
	struct table_umask *rows;
	size_t size = (size_t)event->umask_count * sizeof *rows;
	int n;

	if (!event->umask_count)
		return 0;
	rows = need(calloc((size_t)event->umask_count, sizeof *rows));
	for (int i = 0; i < event->umask_count; i++) {
		struct umask *umask = &event->umasks[i];

		umask->rare.alias = name_of(out, umask->alias);
		rows[i].code = umask->code;
		rows[i].name = name_of(out, umask->name);
		rows[i].text = text_of(out, umask->text);
		rows[i].flags = umask->data.flags;
		rows[i].group = umask->data.group;
		rows[i].needs_group = umask->data.needs_group;
		rows[i].visible = umask->data.visible;
		rows[i].rare = (uint16_t)pool_index(&out->umask_rares, &umask->rare, sizeof umask->rare);
	}
	for (n = 1; n < out->umask_set_count; n++)
		if (out->umask_sets[n].count == event->umask_count && !memcmp(out->umask_sets[n].rows, rows, size)) {
			free(rows);
			return (uint16_t)n;
		}
	out->umask_sets = grow(out->umask_sets, out->umask_set_count, sizeof *out->umask_sets);
	out->umask_sets[n].rows = rows;
	out->umask_sets[n].count = event->umask_count;
	out->umask_sets[n].set = (struct table_umask_set){ .first = out->umask_count, .count = (uint16_t)event->umask_count, .everywhere = 0xff };
	for (int i = 0; i < event->umask_count; i++)
		out->umask_sets[n].set.everywhere &= rows[i].visible;
	add_umask_slots(out, event, &out->umask_sets[n].set);
	add_default_rows(out, rows, &out->umask_sets[n].set);
	out->umask_count += (uint32_t)event->umask_count;
	return (uint16_t)out->umask_set_count++;
}

static void write_event(struct output *out, struct event *event)
{
	struct table_event *data = &event->data;
	uint32_t modifier_set = pool_index(&out->masks, &event->modifiers, sizeof event->modifiers);

	if (modifier_set > UINT8_MAX)
		report(event->place, "more than %d different sets of modifiers in all tables", UINT8_MAX + 1);
	event->rare.alias = name_of(out, event->alias);
	data->name = name_of(out, event->name);
	data->text = text_of(out, event->text);
	data->umask_set = umask_set(out, event);
	data->rare = (uint16_t)pool_index(&out->rares, &event->rare, sizeof event->rare);
	data->modifier_set = (uint8_t)modifier_set;
	fprintf(out->file, "{0x%" PRIx64 "u,%u,%u,%u,%u,%u,%u,%u,%u,%u,0},\n", data->code, data->name, data->text, data->umask_set, data->rare,
		data->column, data->flags, data->modifier_set, data->visible, data->groups);
}

static void add_event_slots(struct output *out, const struct table *table, struct table_table *data)
{
	uint32_t count = slots_for((uint32_t)table->event_count);

	out->event_slots = need(realloc(out->event_slots, (out->event_slot_count + count) * sizeof *out->event_slots));
	memset(out->event_slots + out->event_slot_count, 0, count * sizeof *out->event_slots);
	data->slots = out->event_slot_count;
	data->slot_mask = (uint16_t)(count - 1);
	for (int i = 0; i < table->event_count; i++)
		slots_file(out->event_slots + data->slots, count - 1, table->events[i].name, (uint32_t)i);
	out->event_slot_count += count;
}

/* The rows of all tables, and where each table's are. Caller frees. */
static struct table_table *write_events(struct output *out, const struct model *model)
{
	struct table_table *tables = need(calloc((size_t)model->table_count + 1, sizeof *tables));

	fputs("\nstatic const struct table_event events[] = {\n", out->file);
	for (int i = 0; i < model->table_count; i++) {
		const struct table *table = model->tables[i];

		tables[i] = (struct table_table){ .name = name_of(out, table->name), .first = out->event_count, .count = (uint16_t)table->event_count };
		add_event_slots(out, table, &tables[i]);
		for (int k = 0; k < table->event_count; k++)
			write_event(out, &table->events[k]);
		out->event_count += (uint32_t)table->event_count;
	}
	fputs("};\n", out->file);
	return tables;
}

static void write_umasks(const struct output *out)
{
	fputs("\nstatic const struct table_umask umasks[] = {\n", out->file);
	for (int n = 1; n < out->umask_set_count; n++)
		for (int i = 0; i < out->umask_sets[n].count; i++) {
			const struct table_umask *row = &out->umask_sets[n].rows[i];

			fprintf(out->file, "{0x%" PRIx64 "u,%u,%u,%u,%u,%u,%u,%u,0},\n", row->code, row->name, row->text, row->rare, row->flags, row->group,
				row->needs_group, row->visible);
		}
	fputs("};\n", out->file);
}

static void write_umask_sets(const struct output *out)
{
	fputs("\nstatic const struct table_umask_set umask_sets[] = {\n{0,0,0,0,0,0,0xff},\n", out->file);
	for (int n = 1; n < out->umask_set_count; n++) {
		const struct table_umask_set *set = &out->umask_sets[n].set;

		fprintf(out->file, "{%u,%u,%u,%u,%u,%u,%u},\n", set->first, set->slots, set->count, set->slot_mask, set->first_default, set->defaults,
			set->everywhere);
	}
	fputs("};\n", out->file);
}

static void write_slots(FILE *file, const char *name, const uint32_t *slots, uint32_t count)
{
	fprintf(file, "\nstatic const uint32_t %s[] = {", name);
	for (uint32_t i = 0; i < count; i++)
		fprintf(file, i % 16 ? "%uu," : "\n%uu,", slots[i]);
	fputs("};\n", file);
}

static void write_rares(const struct output *out)
{
	fputs("\nstatic const struct table_event_rare event_rares[] = {\n", out->file);
	for (uint32_t at = 0; at < out->rares.size; at += (uint32_t)sizeof(struct table_event_rare)) {
		struct table_event_rare rare;

		memcpy(&rare, out->rares.bytes + at, sizeof rare);
		fprintf(out->file, "{%u,0x%xu,%u,%u,%u},\n", rare.alias, rare.required, rare.force, rare.raw_bits, rare.hook);
	}
	fputs("};\n\nstatic const struct table_umask_rare umask_rares[] = {\n", out->file);
	for (uint32_t at = 0; at < out->umask_rares.size; at += (uint32_t)sizeof(struct table_umask_rare)) {
		struct table_umask_rare rare;

		memcpy(&rare, out->umask_rares.bytes + at, sizeof rare);
		fprintf(out->file, "{%u,0x%xu,0x%xu,0x%xu,{0x%xu,0x%xu,0x%xu},%u},\n", rare.alias, rare.hardwired, rare.required, rare.takes,
			rare.words[0], rare.words[1], rare.words[2], rare.event);
	}
	fputs("};\n", out->file);
}

static void write_sets(const struct output *out)
{
	fputs("\nstatic const uint32_t modifier_sets[] = {", out->file);
	for (uint32_t at = 0; at < out->masks.size; at += 4) {
		uint32_t mask;

		memcpy(&mask, out->masks.bytes + at, sizeof mask);
		fprintf(out->file, "0x%xu,", mask);
	}
	fputs("};\n\nstatic const uint16_t default_rows[] = {", out->file);
	for (uint32_t i = 0; i < out->default_row_count; i++)
		fprintf(out->file, i % 32 ? "%u," : "\n%u,", out->default_rows[i]);
	fputs("0};\n", out->file);
}

/*
 * What is long first, what every encode reads next to each other: the first touch of each 64 KiB is a page fault, and those are most
 * of what a short program pays for this library.
 */
static void write_tables(struct output *out, const struct model *model)
{
	struct table_table *tables = write_events(out, model);

	write_umasks(out);
	write_slots(out->file, "umask_slots", out->umask_slots, out->umask_slot_count);
	write_slots(out->file, "event_slots", out->event_slots, out->event_slot_count);
	write_rares(out);
	write_umask_sets(out);
	write_sets(out);
	fputs("\nstatic const struct table_table tables[] = {\n", out->file);
	for (int i = 0; i < model->table_count; i++)
		fprintf(out->file, "{%u,%u,%u,%u,%u},\n", tables[i].name, tables[i].first, tables[i].slots, tables[i].count, tables[i].slot_mask);
	fputs("};\n", out->file);
	free(tables);
}

/* ---- PMUs ---- */

static void write_condition(struct output *out, const struct table_condition *data, const char *key, const char *value)
{
	fprintf(out->file, "{%u,%u,%u,%u,%u,%u,%u,%u,%u},\n", name_of(out, key), name_of(out, value), data->family, data->low, data->high, data->kind,
		data->vendor, data->stepping_low, data->stepping_high);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_condition(const struct condition *a, const struct condition *b)
{
	const struct table_condition *x = &a->data, *y = &b->data;

	return x->kind == y->kind && x->vendor == y->vendor && x->family == y->family && x->low == y->low && x->high == y->high &&
	       x->stepping_low == y->stepping_low && x->stepping_high == y->stepping_high && same_text(a->key, b->key) && same_text(a->value, b->value);
}

static bool same_conditions(const struct pmu *a, const struct pmu *b)
{
	if (a->condition_count != b->condition_count)
		return false;
	for (int k = 0; k < a->condition_count; k++)
		if (!same_condition(&a->conditions[k], &b->conditions[k]))
			return false;
	return true;
}

static void write_pmu_conditions(struct output *out, struct pmu *pmu, const struct pmu *last, int *next)
{
	pmu->data.conditions = (uint16_t)pmu->condition_count;
	if (last && same_conditions(pmu, last)) { /* the library looks once for both */
		pmu->data.condition = last->data.condition;
		return;
	}
	pmu->data.condition = (uint16_t)*next;
	for (int k = 0; k < pmu->condition_count; k++, ++*next)
		write_condition(out, &pmu->conditions[k].data, pmu->conditions[k].key, pmu->conditions[k].value);
}

static void write_conditions(struct output *out, const struct model *model)
{
	int next = 0;

	fputs("\nconst struct table_condition pfm_conditions[] = {\n", out->file);
	for (int i = 0; i < model->order_count; i++) {
		struct pmu *pmu = model->order[i];

		write_pmu_conditions(out, pmu, i ? model->order[i - 1] : NULL, &next);
		for (int p = 0; p < pmu->part_count; p++) {
			pmu->parts[p].first |= (uint64_t)next << 32; /* where the part's conditions are */
			for (int k = 0; pmu->parts[p].conditional && k < pmu->parts[p].condition_count; k++, next++)
				write_condition(out, &pmu->parts[p].conditions[k], NULL, NULL);
		}
		for (int c = 0; c < pmu->choice_count; c++) {
			pmu->choices[c].first_condition = next;
			for (int k = 0; k < pmu->choices[c].condition_count; k++, next++)
				write_condition(out, &pmu->choices[c].conditions[k], NULL, NULL);
		}
	}
	fputs("};\n\nconst struct table_part pfm_parts[] = {\n", out->file);
	next = 0;
	for (int i = 0; i < model->order_count; i++) {
		struct pmu *pmu = model->order[i];

		pmu->data.part = (uint16_t)next;
		pmu->data.parts = (uint16_t)pmu->part_count;
		for (int p = 0; p < pmu->part_count; p++, next++) {
			const struct part *part = &pmu->parts[p];
			unsigned int first = (unsigned int)(part->first & 0xffff), count;
			int table = 0;

			while (strcmp(model->tables[table]->name, part->table.text))
				table++;
			count = part->all_rows ? (unsigned int)model->tables[table]->event_count : (unsigned int)(part->last - first + 1);
			fprintf(out->file, "{%d,%u,%u,%u,%d},\n", table, first, count, (unsigned int)(part->first >> 32), part->condition_count);
		}
	}
	fputs("};\n", out->file);
}

static void write_choices(struct output *out, const struct model *model)
{
	int next = 0;

	/* the empty one at the end: C has no empty arrays */
	fputs("\nconst struct table_group_choice pfm_group_choices[] = {\n", out->file);
	for (int i = 0; i < model->order_count; i++) {
		struct pmu *pmu = model->order[i];

		pmu->data.choice = (uint16_t)next;
		pmu->data.choices = (uint16_t)pmu->choice_count;
		for (int c = 0; c < pmu->choice_count; c++, next++) {
			int set = 0;

			while (strcmp(model->group_sets[set]->name, pmu->choices[c].set.text))
				set++;
			fprintf(out->file, "{%d,%d,%d},\n", set, pmu->choices[c].first_condition, pmu->choices[c].condition_count);
		}
	}
	fputs("{0,0,0}};\n", out->file);
}

/* ---- groups ---- */

/* Members are written as their numbers; equal ones are one. */
static void write_members(struct output *out, const struct member *members, int count)
{
	for (int i = 0; i < count; i++) {
		struct table_member data = members[i].data;
		static const struct table_member none;

		data.string = name_of(out, members[i].string);
		fprintf(out->file, "%u,", pool_index(&out->members, members[i].string ? &data : &none, sizeof data));
	}
}

/* First the members of all groups, then those of all lists; write_group_sets() counts along. */
static void write_group_events(struct output *out, const struct model *model)
{
	fputs("\nconst uint16_t pfm_group_events[] = {\n", out->file);
	for (int i = 0; i < model->group_set_count; i++) {
		const struct group_set *set = model->group_sets[i];

		for (int k = 0; k < set->group_count; k++) {
			write_members(out, set->groups[k].members, set->groups[k].member_count);
			fputc('\n', out->file);
		}
		for (int c = 0; c < set->counters; c++) {
			write_members(out, set->lists[c], set->list_counts[c]);
			fputc('\n', out->file);
		}
	}
	fputs("0};\n\nconst struct table_member pfm_group_members[] = {\n", out->file);
	for (uint32_t at = 0; at < out->members.size; at += (uint32_t)sizeof(struct table_member)) {
		struct table_member member;

		memcpy(&member, out->members.bytes + at, sizeof member);
		fprintf(out->file, "{0x%" PRIx64 "u,%u,%u},\n", member.code, member.string, member.flags);
	}
	fputs("};\n", out->file);
}

static void write_group_lists(struct output *out, const struct model *model)
{
	unsigned int next = 0;

	fputs("\nconst struct table_list pfm_group_lists[] = {\n", out->file);
	for (int i = 0; i < model->group_set_count; i++) {
		const struct group_set *set = model->group_sets[i];

		for (int k = 0; k < set->group_count; k++)
			next += (unsigned int)set->groups[k].member_count;
		for (int c = 0; c < set->counters; c++) {
			fprintf(out->file, "{%u,%d},\n", next, set->list_counts[c]);
			next += (unsigned int)set->list_counts[c];
		}
	}
	fputs("{0,0}};\n", out->file);
}

static void write_groups(struct output *out, const struct model *model)
{
	unsigned int next = 0, first_group = 0, first_list = 0;

	write_group_events(out, model);
	write_group_lists(out, model);
	fputs("\nconst struct table_group pfm_groups[] = {\n", out->file);
	for (int i = 0; i < model->group_set_count; i++) {
		const struct group_set *set = model->group_sets[i];

		for (int k = 0; k < set->group_count; k++) {
			const struct group *group = &set->groups[k];

			fprintf(out->file, "{%u,%u,%u,%u,%d,%u},\n", name_of(out, group->name), text_of(out, group->title), text_of(out, group->text), next,
				group->member_count, group->status);
			next += (unsigned int)group->member_count;
		}
		for (int c = 0; c < set->counters; c++)
			next += (unsigned int)set->list_counts[c];
	}
	fputs("{0,0,0,0,0,0}};\n\nconst struct table_group_set pfm_group_sets[] = {\n", out->file);
	for (int i = 0; i < model->group_set_count; i++) {
		const struct group_set *set = model->group_sets[i];

		fprintf(out->file, "{%u,%u,%u,%d,%d,%d},\n", name_of(out, set->name), first_group, first_list, set->group_count, set->counters,
			set->required ? GROUPS_REQUIRED : 0);
		first_group += (unsigned int)set->group_count;
		first_list += (unsigned int)set->counters;
	}
	fputs("{0,0,0,0,0,0}};\n", out->file);
}

/* pattern with {n} and {m} replaced by an instance's numbers; caller frees. */
static char *instance_text(const char *pattern, const int *numbers)
{
	size_t room = pattern ? strlen(pattern) + 32 : 1, length = 0;
	char *text = need(malloc(room));

	for (; pattern && *pattern; pattern++) {
		if (pattern[0] == '{' && (pattern[1] == 'n' || pattern[1] == 'm') && pattern[2] == '}') {
			length += (size_t)snprintf(text + length, room - length, "%d", numbers[pattern[1] == 'm']);
			pattern += 2;
		} else {
			text[length++] = *pattern;
		}
	}
	text[length] = '\0';
	return text;
}

struct instance {
	const struct pmu *pmu;
	char *name;
	uint16_t id;
};

static void write_pmu_slots(struct output *out, const struct instance *instances, int count)
{
	uint32_t slots = slots_for((uint32_t)count), *names = need(calloc(slots, sizeof *names));
	uint16_t ids[MAX_PMUS] = { 0 };
	int last = 0;

	for (int i = 0; i < count; i++) {
		slots_file(names, slots - 1, instances[i].name, (uint32_t)i);
		ids[instances[i].id] = (uint16_t)(i + 1);
		if (instances[i].id > last)
			last = instances[i].id;
	}
	fputs("\nconst uint32_t pfm_pmu_slots[] = {", out->file);
	for (uint32_t i = 0; i < slots; i++)
		fprintf(out->file, "%uu,", names[i]);
	fputs("};\n\nconst uint16_t pfm_pmu_by_id[] = {", out->file);
	for (int i = 0; i <= last; i++)
		fprintf(out->file, "%u,", ids[i]);
	fprintf(out->file, "};\n\nconst uint16_t pfm_pmu_count = %d, pfm_pmu_slot_mask = %u, pfm_pmu_id_count = %d;\n", count, slots - 1, last + 1);
	free(names);
}

static void write_pmus(struct output *out, const struct model *model)
{
	static const int none[2] = { 0, 0 };
	struct instance *instances = NULL;
	int count = 0;

	fputs("\nconst struct table_pmu pfm_pmus[] = {\n", out->file);
	for (int i = 0; i < model->order_count; i++) {
		const struct pmu *pmu = model->order[i];
		const struct table_pmu *data = &pmu->data;

		for (int k = 0; k < (pmu->instance_count ? pmu->instance_count : 1); k++) {
			const int *numbers = pmu->instance_count ? pmu->instances[k] : none;
			char *desc = instance_text(pmu->desc, numbers), *sysfs = instance_text(pmu->sysfs, numbers);

			instances = grow(instances, count, sizeof *instances);
			instances[count] = (struct instance){ pmu, instance_text(pmu->name.text, numbers), (uint16_t)(data->id + k) };
			fprintf(out->file, "{%u,%u,%u,%d,%u,%u,0x%x,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,0}, /* %s */\n", name_of(out, instances[count].name),
				text_of(out, desc), name_of(out, sysfs), data->id + k, data->counters, data->fixed_counters, data->flags, data->condition,
				data->conditions, data->part, data->parts, data->choice, data->choices, data->type, data->codes, data->plm, data->layout, data->policy, data->visible,
				data->hook, instances[count].name);
			count++;
			free(desc);
			free(sysfs);
		}
	}
	fputs("};\n", out->file);
	write_pmu_slots(out, instances, count);
}

/* The text gives each PMU's number and its name in the public enumeration; they must agree. */
static void write_id_checks(struct output *out, const struct model *model)
{
	fputc('\n', out->file);
	for (int i = 0; i < model->order_count; i++) {
		const struct pmu *pmu = model->order[i];

		for (int k = 0; pmu->id_name && k < (pmu->instance_count ? pmu->instance_count : 1); k++) {
			static const int none[2] = { 0, 0 };
			char *name = instance_text(pmu->id_name, pmu->instance_count ? pmu->instances[k] : none);

			fprintf(out->file, "_Static_assert(%s == %d, \"id of %s\");\n", name, pmu->data.id + k, pmu->name.text);
			free(name);
		}
	}
}

bool emit_model(const struct model *model, const char *path)
{
	struct output out = { 0 };
	static const struct table_event_rare no_event_rare;
	static const struct table_umask_rare no_umask_rare;
	static const struct table_member no_member;
	struct stat status;
	int bad;

	out.file = fopen(path, "w");
	if (!out.file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return false;
	}
	fputs("/* Written by pmuc from the text under src/pmu. */\n#include <perfmon/pfmlib.h>\n\n#include \"tables/body.h\"\n", out.file);
	out.umask_sets = grow(out.umask_sets, 0, sizeof *out.umask_sets);
	out.umask_set_count = 1;
	name_of(&out, ""); /* offset 0 means none */
	text_of(&out, "");
	pool_index(&out.rares, &no_event_rare, sizeof no_event_rare);
	pool_index(&out.umask_rares, &no_umask_rare, sizeof no_umask_rare);
	pool_index(&out.members, &no_member, sizeof no_member);
	write_groups(&out, model);
	write_tables(&out, model);
	write_layouts(&out, model);
	write_conditions(&out, model);
	write_choices(&out, model);
	write_pmus(&out, model);
	write_id_checks(&out, model);
	write_pool(&out, "names", &out.names);
	write_pool(&out, "texts", &out.texts);
	fputs("\nconst struct tables pfm_compiled = {\n\tnames, texts, events, event_rares, umasks, umask_rares, umask_sets, tables,\n"
	      "\tmodifier_sets, event_slots, umask_slots, default_rows\n};\n", out.file);
	bad = ferror(out.file) | fclose(out.file);
	if (bad || error_count()) {
		if (bad)
			fprintf(stderr, "%s: cannot be written\n", path);
		if (!stat(path, &status) && S_ISREG(status.st_mode))
			remove(path);
		return false;
	}
	return true;
}
