/* Read-only view of the tables: find an event or a unit mask by name, get at its texts and rare properties. */
#ifndef PFM_TABLE_H
#define PFM_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "tables/hash.h"

/* Part of a string that somebody else owns. */
struct span {
	const char *text;
	size_t length;
};

/* Whether name is, but for the case of letters, exactly the span. */
bool span_is(struct span span, const char *name) __attribute__((pure));

/* Whether name begins with the span, but for the case of letters. */
bool name_begins(const char *name, struct span span);

/*
 * A number as in C: decimal, 0x hexadecimal, 0 octal, with an optional sign; minus wraps around, too large a number
 * becomes UINT64_MAX. False if the span is not a number from end to end.
 */
bool span_number(struct span span, int base, uint64_t *value, bool *overflow);

/*
 * The same as span_is() for a name in a pool, which NAME_SLACK bytes follow: eight bytes a step, as long as they are
 * the same. Of names that have one hash only those differ, as a rule, that are written in letters of the other case.
 */
enum { NAME_SLACK = 8 };
ALWAYS_INLINE bool span_is_name(struct span span, const char *name)
{
	bool same = true;

	if (span.length < 8) {
		same = !span.length || name_rest(span.text, span.length) == name_rest(name, span.length);
	} else {
		for (size_t i = 0; i + 8 < span.length && same; i += 8)
			same = name_word(span.text + i) == name_word(name + i);
		same = same && name_word(span.text + span.length - 8) == name_word(name + span.length - 8);
	}
	return same ? !name[span.length] : span_is(span, name);
}

static inline const char *name_at(const struct tables *in, uint32_t offset)
{
	return in->names.rows + offset;
}

static inline const char *text_at(const struct tables *in, uint32_t offset)
{
	return in->texts.rows + offset;
}

/* NULL for offset 0, which stands for "none". */
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

/* Facts beyond the code. Those of row 0 say nothing. */
static inline const struct table_facts *event_facts(const struct tables *in, const struct table_event *event)
{
	return &in->facts.rows[event_kind(in, event)->facts];
}

static inline const struct table_facts *umask_facts(const struct tables *in, const struct table_umask *umask)
{
	return &in->facts.rows[umask_kind(in, umask)->facts];
}

/* The kernel's fields of a layout; their number is layout->formats. */
static inline const struct table_format *layout_formats(const struct tables *in, const struct table_layout *layout)
{
	return in->formats.rows + layout->first_format;
}

/* Whether one of the variants in visible has the row. */
static inline bool event_is_visible(const struct tables *in, const struct table_event *event, uint32_t visible)
{
	return event_kind(in, event)->visible & visible;
}

static inline bool umask_is_visible(const struct tables *in, const struct table_umask *umask, uint32_t visible)
{
	return umask_kind(in, umask)->visible & visible;
}

/*
 * Whether a PMU that libpfm4 does not have is there if its device is, whatever the CPU: on every machine all these have
 * to be asked for a name without PMU, so the names of all of them are in one set.
 */
static inline bool pmu_is_by_device(const struct table_pmu *pmu)
{
	return pmu->id >= FIRST_NEW_PMU && !pmu->conditions && !(pmu->flags & (PMU_COMPOSED | PMU_EXTENDED));
}

/* The bit of a name in such a set. */
enum { NAME_BITS = 1 << 14 };
static inline uint32_t name_bit(uint32_t hash)
{
	return hash % NAME_BITS;
}

static inline unsigned int umask_group(const struct table_umask *umask)
{
	return umask->flags >> UMASK_GROUP_SHIFT;
}

ALWAYS_INLINE int find_event_row(const struct tables *in, int table, struct span name, uint32_t hash, uint32_t visible,
				 bool wide)
{
	const struct table_table *data = &in->tables.rows[table];
	const slot_cell *cells = in->event_slots.rows + data->slots;
	uint32_t value;

	for (uint32_t slot = hash & data->slot_mask; (value = slot_at(cells, slot, wide));
		slot = (slot + 1) & data->slot_mask) {
		const struct table_event *event;
		uint32_t row = slot_row(value, data->slot_mask);

		if (!slot_may_be(value, data->slot_mask, hash, wide))
			continue;
		event = &in->events.rows[data->first + row];
		if (event_is_visible(in, event, visible) && span_is_name(name, name_at(in, event->name)))
			return (int)row;
	}
	return -1;
}

/*
 * Row of the first event of that name that the variants in visible can see; -1 if there is none. For tables that are
 * not of a PMU_WIDE.
 * Inline: mostly it is not there.
 */
ALWAYS_INLINE int table_find_event(const struct tables *in, int table, struct span name, uint32_t hash,
	uint32_t visible)
{
	return find_event_row(in, table, name, hash, visible, false);
}

/* The same for those that are. */
int table_find_wide_event(const struct tables *in, int table, struct span name, uint32_t hash, uint32_t visible);

/* Row of a unit mask within its set, likewise. */
ALWAYS_INLINE int table_find_umask(const struct tables *in, const struct table_umask_set *set, struct span name,
				   uint32_t visible)
{
	const slot_cell *cells = in->umask_slots.rows + set->slots;
	uint32_t mask = (UINT32_C(1) << set->slot_bits) - 1, hash, value;

	if (!set->count)
		return -1;
	hash = name_hash(name.text, name.length);
	for (uint32_t slot = hash & mask; (value = slot_at(cells, slot, false)); slot = (slot + 1) & mask) {
		const struct table_umask *umask;
		uint32_t row = slot_row(value, mask);

		if (!slot_may_be(value, mask, hash, false))
			continue;
		umask = &in->umasks.rows[set->first + row];
		if (umask_is_visible(in, umask, visible) && span_is_name(name, name_at(in, umask->name)))
			return (int)row;
	}
	return -1;
}

#endif
