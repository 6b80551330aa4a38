#include "table.h"

bool span_is(struct span span, const char *name)
{
	for (size_t i = 0; i < span.length; i++)
		if (ascii_lower((unsigned char)span.text[i]) != ascii_lower((unsigned char)name[i]) || !name[i])
			return false;
	return !name[span.length];
}

static inline bool is_event(const struct tables *in, const struct table_event *event, struct span name, uint8_t visible)
{
	return event->visible & visible && span_is_name(name, name_at(in, event->name));
}

int table_find_event(const struct tables *in, int table, struct span name, uint32_t hash, uint8_t visible)
{
	const struct table_table *data = &in->tables[table];
	const uint32_t *slots = in->event_slots + data->slots;

	for (uint32_t slot = hash & data->slot_mask; slots[slot]; slot = (slot + 1) & data->slot_mask) {
		int row = slot_row(slots[slot], hash);

		if (row >= 0 && is_event(in, &in->events[data->first + (uint32_t)row], name, visible))
			return row;
	}
	return -1;
}

static inline bool is_umask(const struct tables *in, const struct table_umask *umask, struct span name, uint8_t visible)
{
	return umask->visible & visible && span_is_name(name, name_at(in, umask->name));
}

int table_find_umask(const struct tables *in, const struct table_event *event, struct span name, uint8_t visible)
{
	const struct table_umask_set *set = event_umasks(in, event);
	const uint32_t *slots = in->umask_slots + set->slots;
	uint32_t hash;

	if (!set->count)
		return -1;
	hash = name_hash(name.text, name.length);
	for (uint32_t slot = hash & set->slot_mask; slots[slot]; slot = (slot + 1) & set->slot_mask) {
		int row = slot_row(slots[slot], hash);

		if (row >= 0 && is_umask(in, &in->umasks[set->first + (uint32_t)row], name, visible))
			return row;
	}
	return -1;
}
