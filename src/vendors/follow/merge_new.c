/* Merges a name that is not in the table: as a unit mask of an existing event, or as an event. */
#include "merge.h"
#include "vendors/rows/events.h"
#include "vendors/rows/index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Returns the unit masks of the event, one of each group from this one on, that make up the code: the new one is an
 * alias of them. made: what those before make.
 */
static const char *same_umasks(const struct merge *merge, const struct event *event, const struct import_row *row,
	int group, struct code made)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];
		struct code code = made;
		const char *rest;

		if (umask->group != group || (umask->visible & row->variants) != row->variants ||
			!umask->rare.takes != !row->takes)
			continue;
		add_umask_code(merge, &code, event, umask, 0);
		if (group + 1 == event->groups && same_code(merge, code, vendor_code(merge, row)))
			return umask->name;
		rest = group + 1 < event->groups ? same_umasks(merge, event, row, group + 1, code) : NULL;
		if (rest)
			return joined(umask->name, ":", rest);
	}
	return NULL;
}

/* Returns whether the event has got the unit mask before: the vendor may have two events that are one here. */
static bool is_added(struct merge *merge, const struct event *event, const struct import_row *row)
{
	char variants[16];

	snprintf(variants, sizeof variants, ".%x", row->variants);
	return index_add(&merge->new_names, joined(joined(event->name, ".", row->umask), variants, ""), merge->added) !=
		merge->added;
}

static bool is_modifier(const struct layout *layout, const struct event *event, const char *name)
{
	for (int i = 0; i < layout->data.modifiers; i++)
		if (event->modifiers >> i & 1 && same_name(layout->modifiers[i].name, name))
			return true;
	return false;
}

/* Returns whether a name has lowercase letters: it stays the modifier's then. */
static bool has_small_letters(const char *name)
{
	while (*name && !(*name >= 'a' && *name <= 'z'))
		name++;
	return *name;
}

/* Keeps the bare name counting as it did, for events whose unit masks are required. False: it cannot be expressed. */
static bool keep_bare(const struct merge *merge, const struct event *event)
{
	const struct line *line = tree_line_at(merge->tree, event->place);
	const int number = event->place.line;
	const char *had, *rest;

	if (event->umask_count || event->flags & EVENT_BARE || !(merge->table->layout->data.rules & RULE_NEED_UMASK))
		return true;
	if (!line || !is_own_line(merge, line))
		return false;
	if (merge->pass != MERGE_LOOSEN)
		return true;
	had = merge->file->lines[number].text;
	rest = had + strcspn(had, " ");
	rest += strspn(rest, " ");
	rest += strcspn(rest, " "); /* to the end of the code */
	if (strncmp(rest, " bare", 5) != 0)
		merge->file->lines[number].text = joined(copy_text(had, (size_t)(rest - had)), " bare", rest);
	return true;
}

void add_umask_row(struct merge *merge, const struct event *event, struct import_row row)
{
	struct import_event like = {
		.name = event->name,
		.code = event->data.code,
		.second_is_mask = event->flags & EVENT_TO_EXTRA,
		.bare = -1,
		.preferred = -1,
		.counters = event->facts.counters,
		.variants = event->visible & all_variants(merge->pmu),
	};
	struct line_text words = { 0 };
	bool modifier = is_modifier(merge->table->layout, event, row.umask);

	if (is_absent_still(merge, &row))
		return;
	set_result(merge, RESULT_ABSENT);
	if (merge->pass == MERGE_LOOSEN && cannot_say(merge, event, &row) &&
		!same_umasks(merge, event, &row, 0, (struct code){ .event = event->data.code }))
		loosen_event(merge, event);
	if (merge->pass == MERGE_LOOSEN)
		keep_bare(merge, event);
	if (merge->pass != MERGE_ADD || is_added(merge, event, &row))
		return;
	if (!keep_bare(merge, event)) {
		leave_out_name(merge, &row, "its event comes from elsewhere, and would need a unit mask then");
		return;
	}
	if (modifier && has_small_letters(row.umask)) {
		leave_out_name(merge, &row,
			"a modifier is called so, and strings that have it would mean something else");
		return;
	}
	row.ncombo = true;
	row.alias = same_umasks(merge, event, &row, 0, (struct code){ .event = event->data.code });
	if (!row.alias && cannot_say(merge, event, &row)) {
		leave_out_name(merge, &row, cannot_say(merge, event, &row));
		return;
	}
	if (!event->umask_count)
		add(&words, " optional");
	if (event->groups > 1)
		add(&words, " excl-gt");
	if (modifier)
		add(&words, " capitals");
	row.more_words = words.text ? words.text : "";
	add_umask_line(&merge->writer, &like, &row, end_of_event(merge, event));
	name_found(merge, &row, row.alias ? "alias" : "added", row.alias);
	merge->added++;
	free(words.text);
}
void add_new_events(struct merge *merge)
{
	struct import_events events;
	struct writer writer = merge->writer;

	merge->fresh.family = merge->pmu->family;
	merge->fresh.identity_count = merge->pmu->identity_count;
	memcpy(merge->fresh.identities, merge->pmu->identities, sizeof merge->fresh.identities);
	events = group_rows(&merge->fresh);
	writer.pmu = &merge->fresh;
	for (int i = 0; i < events.count; i++)
		add_event_lines(&writer, &events.events[i], &merge->file->lines[merge->last].behind);
	merge->added += merge->fresh.row_count;
}
