/* Read-only view of the tables: find an event or a unit mask by name, get at its texts and rare properties. */
#ifndef PFM_TABLE_H
#define PFM_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "hash.h"
#include "tables.h"

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
	size_t i = 0, left;

	for (; (left = span.length - i) >= 8; i += 8)
		if (name_word(span.text + i) != name_word(name + i))
			return (name_word(span.text + i) | NAME_FOLD) == (name_word(name + i) | NAME_FOLD) && span_is(span, name);
	if (left && name_rest(span.text + i, left) != name_rest(name + i, left))
		return (name_rest(span.text + i, left) | NAME_FOLD) == (name_rest(name + i, left) | NAME_FOLD) && span_is(span, name);
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

/* Row of the first event of that name that the variants in visible can see; -1 if there is none. */
int table_find_event(const struct tables *in, int table, struct span name, uint32_t hash, uint8_t visible);

/* Row of a unit mask within event's set, likewise. */
int table_find_umask(const struct tables *in, const struct table_event *event, struct span name, uint8_t visible);

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

#endif
