/*
 * Hash tables with open addressing: a slot has a row number and, in its remaining bits, a part of the name's hash, so
 * that most other names are skipped without being read.
 */
#include "tables/lookup.h"

bool span_is(struct span span, const char *name)
{
	for (size_t i = 0; i < span.length; i++)
		if (ascii_lower((unsigned char)span.text[i]) != ascii_lower((unsigned char)name[i]) || !name[i])
			return false;
	return !name[span.length];
}

bool name_begins(const char *name, struct span span)
{
	for (size_t i = 0; i < span.length; i++)
		if (!name[i] || ascii_lower((unsigned char)name[i]) != ascii_lower((unsigned char)span.text[i]))
			return false;
	return true;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)ascii_lower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

bool span_number(struct span span, int base, uint64_t *value, bool *overflow)
{
	size_t i = 0;
	bool minus = false;

	*value = 0;
	*overflow = false;
	if (i < span.length && (span.text[i] == '+' || span.text[i] == '-'))
		minus = span.text[i++] == '-';
	if (span.length - i > 2 && span.text[i] == '0' && ascii_lower((unsigned char)span.text[i + 1]) == 'x' &&
		base != 10) {
		base = 16;
		i += 2;
	} else if (!base) {
		base = span.length - i > 1 && span.text[i] == '0' ? 8 : 10;
	}
	if (i == span.length)
		return false;
	for (; i < span.length; i++) {
		int digit = digit_value(span.text[i]);

		if (digit >= base)
			return false;
		if (*value > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base)
			*overflow = true;
		*value = *value * (uint64_t)base + (uint64_t)digit;
	}
	if (*overflow)
		*value = UINT64_MAX;
	else if (minus)
		*value = -*value;
	return true;
}

ALWAYS_INLINE int find_event_row(const struct tables *in, int table, const struct name *name, uint32_t visible,
				 bool wide)
{
	struct filed filed = filed_events(in, table);
	uint32_t value;

	for (uint32_t slot = name->hash & filed.mask; (value = slot_with(filed, name->hash, wide, &slot));
	     slot = (slot + 1) & filed.mask) {
		uint32_t row = slot_row(value, filed.mask);
		const struct table_event *event = &in->events.rows[filed.first + row];

		if (event_is_visible(in, event, visible) && span_is(name->span, name_at(in, event->name)))
			return (int)row;
	}
	return -1;
}

int table_find_event(const struct tables *in, int table, const struct name *name, uint32_t visible)
{
	return find_event_row(in, table, name, visible, false);
}

int table_find_wide_event(const struct tables *in, int table, const struct name *name, uint32_t visible)
{
	return find_event_row(in, table, name, visible, true);
}

int table_find_umask(const struct tables *in, const struct table_umask_set *set, const struct name *name,
		     uint32_t visible)
{
	struct filed filed = filed_umasks(in, set);
	uint32_t value;

	if (!set->count)
		return -1;
	for (uint32_t slot = name->hash & filed.mask; (value = slot_with(filed, name->hash, false, &slot));
	     slot = (slot + 1) & filed.mask) {
		uint32_t row = slot_row(value, filed.mask);
		const struct table_umask *umask = &in->umasks.rows[filed.first + row];

		if (umask_is_visible(in, umask, visible) && span_is(name->span, name_at(in, umask->name)))
			return (int)row;
	}
	return -1;
}
