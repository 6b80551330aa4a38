/*
 * The state of a table: hashes over its rows that the vendor's files have, and over the others, for comparison by a
 * later run. Equal hashes mean that no name and no code has changed in between.
 */
#include "merge.h"
#include "vendors/rows/seen.h"

#include "compiler/model/parse.h"

#include <stdlib.h>

void open_sight(struct sight *sight, const struct table *table)
{
	int count = 0;

	*sight = (struct sight){ .table = table, .first = need(calloc((size_t)table->event_count + 1, sizeof(int))) };
	for (int i = 0; i < table->event_count; i++) {
		sight->first[i] = count;
		count += 1 + table->events[i].umask_count;
	}
	sight->seen = need(calloc((size_t)count + 1, 1));
}

void close_sight(struct sight *sight)
{
	free(sight->first);
	free(sight->seen);
	*sight = (struct sight){ 0 };
}

void see_row(struct merge *merge, const struct event *event, const struct umask *umask)
{
	const struct sight *sight = merge->sight;
	const int umask_number = umask ? 1 + (int)(umask - event->umasks) : 0;

	if (sight)
		sight->seen[sight->first[event - merge->table->events] + umask_number] = true;
}

/* ---- numbers ---- */

static bool is_withdrawn(const struct merge *merge, const struct facts *facts, struct place place)
{
	const struct line *line = facts->flags & FACT_DEPRECATED ? tree_line_at(merge->tree, place) : NULL;

	for (int i = 2; line && i < line->count; i++)
		if (value_of(line->words[i].text, "withdrawn"))
			return true;
	return false;
}

/* Adds a row, its name, code and variants, to the table's state. Skips withdrawn rows. */
static void add_state_row(const struct merge *merge, struct table_state *state, const struct event *event,
			  const struct umask *umask, bool seen)
{
	const struct code code = code_here(merge, event, umask);
	struct own_row row = { .event = event->name,
			       .umask = umask ? umask->name : NULL,
			       .place = umask ? umask->place : event->place,
			       .visible = umask ? umask->visible : event->visible,
			       .code = code };
	struct line_text text = { 0 };

	if (is_withdrawn(merge, umask ? &umask->facts : &event->facts, row.place))
		return;
	add(&text, "%s.%s %llx,%llx %x", row.event, row.umask ? row.umask : "",
	    (unsigned long long)(code.event | code.rest), (unsigned long long)code.second, (unsigned)row.visible);
	row.hash = mixed(HASH_BEGIN, text.text);
	free(text.text);
	if (seen) {
		state->names++;
		state->sum += row.hash;
		return;
	}
	state->own = grow(state->own, state->own_count, sizeof *state->own);
	state->own[state->own_count++] = row;
	state->own_sum += row.hash;
}

void take_state(const struct merge *merge, struct table_state *state)
{
	const struct sight *sight = merge->sight;

	*state = (struct table_state){ .is_known = true };
	for (int i = 0; i < merge->table->event_count; i++) {
		const struct event *event = &merge->table->events[i];
		const bool *seen = sight->seen + sight->first[i];

		/* made by import from the layout, so it is not a row of the files */
		if (event->alias || same_name(event->name, "TOPDOWN_M"))
			continue;
		if (!event->umask_count || event->umasks[0].data.flags & UMASK_OPTIONAL)
			add_state_row(merge, state, event, NULL, seen[0]);
		for (int k = 0; k < event->umask_count; k++)
			add_state_row(merge, state, event, &event->umasks[k], seen[1 + k]);
	}
}
