/* Read-only view of the tables: find an event or a unit mask by name, get at its texts and rare properties. */
#ifndef PFM_TABLE_H
#define PFM_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "tables/hash.h"
#include "tables/body.h"

/* Part of a string that somebody else owns. */
struct span {
	const char *text;
	size_t length;
};

/* Whether name is, but for the case of letters, exactly the span. */
bool span_is(struct span span, const char *name);

/* The same for a name in a pool, which NAME_SLACK bytes follow: eight bytes a step. */
enum { NAME_SLACK = 8 };
static inline bool span_is_name(struct span span, const char *name)
{
	uint64_t differ;        /* 0: no; but for NAME_FOLD 0: in the case of letters, or nearly so */
	size_t i = 0;

	if (span.length < 8) {
		differ = span.length ? name_rest(span.text, span.length) ^ name_rest(name, span.length) : 0;
	} else {
		while (!(differ = name_word(span.text + i) ^ name_word(name + i)) && i + 8 < span.length)
			i = i + 16 < span.length ? i + 8 : span.length - 8;
	}
	if (differ)
		return !(differ & ~NAME_FOLD) && span_is(span, name);
	return !name[span.length];
}

static inline const char *name_at(const struct tables *in, uint32_t offset)
{
	return in->names + offset;
}

/* NULL for offset 0, which stands for "none". */
static inline const char *optional_name(const struct tables *in, uint32_t offset)
{
	return offset ? in->names + offset : NULL;
}

static inline const struct table_umask_set *event_umasks(const struct tables *in, const struct table_event *event)
{
	return &in->umask_sets[event->umask_set];
}

static inline const struct table_umask *event_umask(const struct tables *in, const struct table_event *event, int row)
{
	return &in->umasks[in->umask_sets[event->umask_set].first + (uint32_t)row];
}

static inline const struct table_event_rare *event_rare(const struct tables *in, const struct table_event *event)
{
	return &in->event_rares[event->rare];
}

static inline const struct table_umask_rare *umask_rare(const struct tables *in, const struct table_umask *umask)
{
	return &in->umask_rares[umask->rare];
}

/* Row of the first event of that name that the variants in visible can see; -1 if there is none. Inline: mostly it is not there. */
static inline int table_find_event(const struct tables *in, int table, struct span name, uint32_t hash, uint8_t visible)
{
	const struct table_table *data = &in->tables[table];
	const uint32_t *slots = in->event_slots + data->slots;

	for (uint32_t slot = hash & data->slot_mask; slots[slot]; slot = (slot + 1) & data->slot_mask) {
		const struct table_event *event;
		int row = slot_row(slots[slot], hash);

		if (row < 0)
			continue;
		event = &in->events[data->first + (uint32_t)row];
		if (event->visible & visible && span_is_name(name, name_at(in, event->name)))
			return row;
	}
	return -1;
}

/* Row of a unit mask within event's set, likewise. */
static inline int table_find_umask(const struct tables *in, const struct table_event *event, struct span name, uint8_t visible)
{
	const struct table_umask_set *set = event_umasks(in, event);
	const uint32_t *slots = in->umask_slots + set->slots;
	uint32_t hash;

	if (!set->count)
		return -1;
	hash = name_hash(name.text, name.length);
	for (uint32_t slot = hash & set->slot_mask; slots[slot]; slot = (slot + 1) & set->slot_mask) {
		const struct table_umask *umask;
		int row = slot_row(slots[slot], hash);

		if (row < 0)
			continue;
		umask = &in->umasks[set->first + (uint32_t)row];
		if (umask->visible & visible && span_is_name(name, name_at(in, umask->name)))
			return row;
	}
	return -1;
}

#endif
