#include "table.h"

bool span_is(struct span span, const char *name)
{
	for (size_t i = 0; i < span.length; i++)
		if (ascii_lower((unsigned char)span.text[i]) != ascii_lower((unsigned char)name[i]) || !name[i])
			return false;
	return !name[span.length];
}

int table_find_event(const struct tables *in, int table, struct span name, uint32_t hash, uint8_t visible)
{
	const struct table_table *data = &in->tables[table];
	const uint16_t *slots = in->event_slots + data->slots;

	for (uint32_t slot = hash & data->slot_mask; slots[slot]; slot = (slot + 1) & data->slot_mask) {
		const struct table_event *event = &in->events[data->first + slots[slot] - 1];

		if (event->visible & visible && span_is_name(name, name_at(in, event->name)))
			return slots[slot] - 1;
	}
	return -1;
}

int table_find_umask(const struct tables *in, const struct table_event *event, struct span name, uint8_t visible)
{
	const struct table_umask_set *set = event_umasks(in, event);
	const uint16_t *slots = in->umask_slots + set->slots;

	if (!set->count)
		return -1;
	for (uint32_t slot = name_hash(name.text, name.length) & set->slot_mask; slots[slot]; slot = (slot + 1) & set->slot_mask) {
		const struct table_umask *umask = &in->umasks[set->first + slots[slot] - 1];

		if (umask->visible & visible && span_is_name(name, name_at(in, umask->name)))
			return slots[slot] - 1;
	}
	return -1;
}
