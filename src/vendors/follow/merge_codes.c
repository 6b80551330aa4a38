/* Computes codes: those of a table's rows, as the library would, and those of the vendor's rows. */
#include "merge.h"

#include <string.h>

static int mask_shift(const struct merge *merge)
{
	uint64_t mask = merge->table->layout->data.umask.mask;

	return mask ? __builtin_ctzll(mask) : 0;
}

/* Adds a modifier's value where the layout puts it. */
static void add_modifier(const struct merge *merge, struct code *code, const char *id, uint64_t value)
{
	int number = find_modifier(merge->table->layout, id);
	const struct table_place *place = number >= 0 ? &merge->table->layout->modifiers[number].data.target : NULL;

	if (!place || !place->mask)
		return;
	if (place->word) /* a threshold replaces the unit mask's default one */
		code->second = (code->second & ~place->mask) | value << __builtin_ctzll(place->mask);
	else
		code->rest |= value << __builtin_ctzll(place->mask);
}

const struct umask *find_umask(const struct event *event, const char *name, size_t length, uint32_t variants)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];

		if (strlen(umask->name) == length && umask->visible & variants &&
		    same_name(umask->name, copy_text(name, length)))
			return umask;
	}
	return NULL;
}

/* Adds the code of an alias "UMASK:UMASK:c=1:e". */
static void add_alias(const struct merge *merge, struct code *code, const struct event *event,
		      const struct umask *umask, int depth)
{
	for (const char *at = umask->alias; *at; at += *at == ':') {
		size_t length = strcspn(at, ":");
		const char *equals = memchr(at, '=', length);
		const struct umask *part = equals ? NULL : find_umask(event, at, length, umask->visible);
		uint64_t value;

		if (part)
			add_umask_code(merge, code, event, part, depth + 1);
		else if (!equals)
			add_modifier(merge, code, copy_text(at, length), 1);
		else if (parse_number(copy_text(equals + 1, (size_t)(at + length - equals - 1)), &value))
			add_modifier(merge, code, copy_text(at, (size_t)(equals - at)), value);
		at += length;
	}
}

void add_umask_code(const struct merge *merge, struct code *code, const struct event *event,
		    const struct umask *umask, int depth)
{
	if (umask->alias && depth < 8) {
		add_alias(merge, code, event, umask, depth);
		return;
	}
	if (umask->data.flags & UMASK_EVENT)
		code->event = (code->event & ~UINT64_C(0xff)) | umask->rare.event;
	if (event->flags & EVENT_TO_EXTRA)
		code->second |= umask->code;
	else
		code->rest |= umask->code << mask_shift(merge);
	code->rest |= umask->rare.words[0];
	for (int i = 1; i < MAX_WORDS; i++)
		code->second |= umask->rare.words[i];
}

/* Adds the defaults of the unit mask's other groups that it does not exclude. */
static void add_other_defaults(const struct merge *merge, struct code *code, const struct event *event,
			       const struct umask *umask)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *other = &event->umasks[i];
		bool excluded = (umask->data.flags & UMASK_EXCL_GT && other->group > umask->group) ||
				(umask->data.flags & UMASK_EXCL_BUT0 && other->group);

		if (other->data.flags & UMASK_DEFAULT && !(other->data.flags & UMASK_OPTIONAL) &&
		    other->group != umask->group && !excluded && other->visible & umask->visible)
			add_umask_code(merge, code, event, other, 0);
	}
}

struct code code_here(const struct merge *merge, const struct event *event, const struct umask *umask)
{
	struct code code = { .event = event->data.code };

	if (umask) {
		add_umask_code(merge, &code, event, umask, 0);
		add_other_defaults(merge, &code, event, umask);
	}
	return code;
}

struct code vendor_code(const struct merge *merge, const struct import_row *row)
{
	struct code code = { row->code, row->mask << merge->pmu->family->mask_place, row->second };

	add_modifier(merge, &code, "c", row->c);
	add_modifier(merge, &code, "i", row->i);
	add_modifier(merge, &code, "e", row->e);
	add_modifier(merge, &code, "t", row->t);
	return code;
}

/* Compares codes; in whole words if an event's code can be anything, as it may have what a unit mask has elsewhere. */
bool same_code(const struct merge *merge, struct code a, struct code b)
{
	if (merge->pmu->family->code_is_word)
		return (a.event | a.rest) == (b.event | b.rest) && a.second == b.second;
	return a.event == b.event && a.rest == b.rest && a.second == b.second;
}

/*
 * Returns why a unit mask of this event cannot have the row's code, or NULL: it can change only the event code's lowest
 * 8 bits.
 */
const char *cannot_say(const struct merge *merge, const struct event *event, const struct import_row *row)
{
	struct code code = vendor_code(merge, row);
	uint64_t fixed = event->data.code & ~UINT64_C(0xff);

	if (event->flags & EVENT_TO_EXTRA)
		return row->second && (code.event | code.rest) == event->data.code
			       ? NULL
			       : "its event's unit masks are the second word here";
	if (merge->pmu->family->code_is_word ? fixed & ~(code.event | code.rest)
					     : fixed != (code.event & ~UINT64_C(0xff)))
		return "the code of the event here has bits that the name's has not";
	return NULL;
}
