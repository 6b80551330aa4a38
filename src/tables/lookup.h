/* Read-only access to the tables: finds events and unit masks by name, and reads their texts and rare properties. */
#ifndef PFM_TABLE_H
#define PFM_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tables/hash.h"

/* A part of another object's string. */
struct span {
	const char *text;
	size_t length;
};

static inline struct span span_from(const char *text)
{
	return (struct span){ text, strlen(text) };
}

static inline bool spans_are_same(struct span a, struct span b)
{
	return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

/* A name to look up, with its hash. */
struct name {
	struct span span;
	uint64_t rest;                  /* of a name of fewer than eight letters: all of them, as from name_rest() */
	uint32_t hash;
};

static inline struct name span_name(struct span span)
{
	return (struct name){ span, span.length < 8 ? name_rest(span.text, span.length) : 0,
			      name_hash(span.text, span.length) };
}

/* Returns whether name is, but for the case of letters, exactly the span. */
bool span_is(struct span span, const char *name) __attribute__((pure));

/* Returns whether name begins with the span, but for the case of letters. */
bool name_begins(const char *name, struct span span);

/*
 * Reads a number as in C: decimal, 0x hexadecimal, 0 octal, with an optional sign; minus wraps around, too large a
 * number becomes UINT64_MAX. False if the span is not a number from end to end.
 */
bool span_number(struct span span, int base, uint64_t *value, bool *overflow);

/*
 * Returns whether it is a name in a pool, which NAME_SLACK bytes follow, in the same letters: eight bytes a step. Names
 * with one hash that differ are mostly the same in letters of the other case.
 */
enum { NAME_SLACK = 8 };
ALWAYS_INLINE bool name_is(const struct name *sought, const char *name)
{
	const char *text = sought->span.text, *last;

	if (sought->span.length < 8) /* compares the terminating zero as well */
		return !((name_word(name) ^ sought->rest) << (56 - 8 * sought->span.length));
	for (last = text + sought->span.length - 8; text < last; text += 8, name += 8)
		if (name_word(text) != name_word(name))
			return false;
	name -= text - last;
	return name_word(last) == name_word(name) && !name[8];
}

static inline const char *name_at(const struct tables *in, uint32_t offset)
{
	return in->names.rows + offset;
}

static inline const char *text_at(const struct tables *in, uint32_t offset)
{
	return in->texts.rows + offset;
}

/* Returns a name; NULL for offset 0, which stands for "none". */
static inline const char *optional_name(const struct tables *in, uint32_t offset)
{
	return offset ? name_at(in, offset) : NULL;
}

static inline const struct table_umask_set *event_umasks(const struct tables *in, const struct table_event *event)
{
	return &in->umask_sets.rows[event->umask_set];
}

static inline const struct table_umask *event_umask(const struct tables *in, const struct table_event *event, int row)
{
	return &in->umasks.rows[in->umask_sets.rows[event->umask_set].first + (uint32_t)row];
}

static inline const struct table_event_kind *event_kind(const struct tables *in, const struct table_event *event)
{
	return &in->event_kinds.rows[event->kind];
}

static inline const struct table_umask_kind *umask_kind(const struct tables *in, const struct table_umask *umask)
{
	return &in->umask_kinds.rows[umask->kind];
}

static inline const struct table_event_rare *event_rare(const struct tables *in, const struct table_event *event)
{
	return &in->event_rares.rows[event_kind(in, event)->rare];
}

static inline const struct table_umask_rare *umask_rare(const struct tables *in, const struct table_umask *umask)
{
	return &in->umask_rares.rows[umask_kind(in, umask)->rare];
}

/* Returns facts beyond the code. Those of row 0 say nothing. */
static inline const struct table_facts *event_facts(const struct tables *in, const struct table_event *event)
{
	/* an event_ref that was found has an event */
	return &in->facts.rows[event_kind(in, event)->facts]; /* NOLINT(clang-analyzer-core.NullDereference) */
}

static inline const struct table_facts *umask_facts(const struct tables *in, const struct table_umask *umask)
{
	return &in->facts.rows[umask_kind(in, umask)->facts];
}

static inline const struct table_fact_counting *facts_counting(const struct tables *in, const struct table_facts *facts)
{
	return &in->fact_countings.rows[facts->counting];
}

static inline const struct table_fact_rare *facts_rare(const struct tables *in, const struct table_facts *facts)
{
	return &in->fact_rares.rows[facts->rare];
}

/* Returns whether an integer modifier may have the value; one that is on or off has any. */
static inline bool modifier_takes(const struct table_modifier *modifier, uint64_t value)
{
	return !(modifier->flags & MODIFIER_INTEGER) || (value >= modifier->min && value <= modifier->max) ||
		(!value && modifier->flags & MODIFIER_OR_ZERO);
}

/* Returns the kernel's fields of a layout; their number is layout->formats. */
static inline const struct table_format *layout_formats(const struct tables *in, const struct table_layout *layout)
{
	return in->formats.rows + layout->first_format;
}

/* Returns the number of a first letter, the same for both cases. */
static inline unsigned int first_letter(char letter)
{
	return (unsigned char)letter % LETTERS;
}

/* Returns whether one of the variants in visible has the row. */
static inline bool event_is_visible(const struct tables *in, const struct table_event *event, uint32_t visible)
{
	return event_kind(in, event)->visible & visible;
}

static inline bool umask_is_visible(const struct tables *in, const struct table_umask *umask, uint32_t visible)
{
	return umask_kind(in, umask)->visible & visible;
}

/*
 * Returns whether a PMU that libpfm4 does not have is there if its device is, whatever the CPU: on every machine all
 * these have to be asked for a name without PMU, so the names of all of them are in one set.
 */
static inline bool pmu_is_by_device(const struct table_pmu *pmu)
{
	return pmu->id >= FIRST_NEW_PMU && !pmu->conditions && !(pmu->flags & (PMU_COMPOSED | PMU_EXTENDED));
}

/* Returns the bit of a name in such a set. */
enum { NAME_BITS = 1 << 14 };
static inline uint32_t name_bit(uint32_t hash)
{
	return hash % NAME_BITS;
}

static inline unsigned int umask_group(const struct table_umask *umask)
{
	return umask->flags >> UMASK_GROUP_SHIFT;
}

static inline const struct table_event *table_event(const struct tables *in, int table, int row)
{
	return &in->events.rows[in->tables.rows[table].first + (uint32_t)row];
}

/* The names of a table's rows, or of an event's unit masks: the hash table and the row that index 0 stands for. */
struct filed {
	const slot_cell *cells;
	uint32_t mask, first;           /* number of slots - 1; first row */
};

ALWAYS_INLINE struct filed filed_events(const struct tables *in, int table)
{
	const struct table_table *data = &in->tables.rows[table];

	return (struct filed){ in->event_slots.rows + data->slots, data->slot_mask, data->first };
}

ALWAYS_INLINE struct filed filed_umasks(const struct tables *in, const struct table_umask_set *set)
{
	return (struct filed){ in->umask_slots.rows + set->slots, set->slot_mask, set->first };
}

/*
 * Finds the first slot from *slot on in which a name of that hash may be. Returns its value, 0: there is none, as the
 * slot is empty.
 */
ALWAYS_INLINE uint32_t slot_with(struct filed filed, uint32_t hash, bool wide, uint32_t *slot)
{
	uint32_t value;

	while ((value = slot_at(filed.cells, *slot, wide)) && !slot_may_be(value, filed.mask, hash, wide))
		*slot = (*slot + 1) & filed.mask;
	return value;
}

/*
 * Finds fast what most names mean: the row of the first of that hash, if it has that name in the same letters and the
 * variants in visible can see it; *value: that of its slot, 0: there is no such name. NULL: not found, and unless
 * *value is 0 there may be another one. For tables that are not of a PMU_WIDE.
 */
ALWAYS_INLINE const struct table_event *first_event(const struct tables *in, struct filed filed,
						    const struct name *name, uint32_t visible, uint32_t *value)
{
	uint32_t slot = name->hash & filed.mask;
	const struct table_event *event;

	*value = slot_with(filed, name->hash, false, &slot);
	event = &in->events.rows[filed.first + slot_row(*value, filed.mask)];
	return *value && event_is_visible(in, event, visible) && name_is(name, name_at(in, event->name)) ? event : NULL;
}

ALWAYS_INLINE const struct table_umask *first_umask(const struct tables *in, const struct table_umask_set *set,
						    const struct name *name, uint32_t visible, uint32_t *value)
{
	struct filed filed = filed_umasks(in, set);
	uint32_t slot = name->hash & filed.mask;
	const struct table_umask *umask;

	*value = slot_with(filed, name->hash, false, &slot);
	umask = &in->umasks.rows[filed.first + slot_row(*value, filed.mask)];
	if (!*value || !(set->everywhere & visible || umask_is_visible(in, umask, visible)))
		return NULL;
	return name_is(name, name_at(in, umask->name)) ? umask : NULL;
}

/*
 * Returns the row of the first event of that name that the variants in visible can see; -1 if there is none. For tables
 * that are not of a PMU_WIDE.
 */
int table_find_event(const struct tables *in, int table, const struct name *name, uint32_t visible);

/* Does the same for those that are. */
int table_find_wide_event(const struct tables *in, int table, const struct name *name, uint32_t visible);

/* Returns the row of a unit mask within its set, likewise. */
int table_find_umask(const struct tables *in, const struct table_umask_set *set, const struct name *name,
		     uint32_t visible);

#endif
