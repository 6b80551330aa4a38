/*
 * Merges rows into existing tables.
 *
 * A table is read as the compiler reads it, so the code of a row is that which the library would use, wherever the text
 * has it. The text is changed line by line: existing rows keep their places and descriptions, new unit masks are added
 * at the end of their event, new events at the end of the table. All rows are processed in several passes, and the text
 * is read again after each: a new name must be compared with codes that have been corrected before.
 */
#include "merge.h"
#include "vendors/rows/facts.h"
#include "vendors/rows/import.h"
#include "vendors/rows/index.h"
#include "compiler/model/parse.h"

#include <string.h>

/* Returns the event that an alias stands for; else the event itself. */
static const struct event *real_event(const struct merge *merge, const struct event *event)
{
	for (int i = 0; event->alias && i < merge->table->event_count; i++) {
		const struct event *target = &merge->table->events[i];

		if (target->visible & event->visible && same_name(target->name, event->alias))
			return target;
	}
	return event;
}

/* ---- all rows ---- */

static void merge_umask(struct merge *merge, const struct event *event, struct import_row *row)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];

		if (!(umask->visible & row->variants) || !same_name(umask->name, row->umask))
			continue;
		merge_known(merge, event, umask, row);
		for (int k = i; k < event->umask_count; k++)
			row->variants &= ~(is_of_line(&event->umasks[k], umask) ? event->umasks[k].visible : 0);
	}
	if (row->variants)
		add_umask_row(merge, event, *row);
}

static const struct umask *default_of(const struct event *event, uint32_t variants)
{
	for (int i = 0; i < event->umask_count; i++)
		if (event->umasks[i].data.flags & UMASK_DEFAULT && event->umasks[i].visible & variants)
			return &event->umasks[i];
	return NULL;
}

/* Removes the word default from the unit mask's row. */
static void end_default(struct merge *merge, const struct umask *umask)
{
	static const char *const words[] = { "default", NULL };
	const struct line *line = tree_line_at(merge->tree, umask->place);

	if (line && is_own_line(merge, line))
		replace_line(merge, line, changed_row(merge, line, NULL, words, ""));
}

/*
 * Merges the bare name of an event with unit masks. Its code changes with its default, unless that has a name of the
 * vendor's own: then another unit mask becomes the default.
 */
static void merge_default(struct merge *merge, const struct event *event, const struct umask *chosen,
	const struct import_row *row)
{
	bool fix = decide(merge, event, chosen, row);
	struct import_row all = *row;

	if (!fix || merge->pass != MERGE_FIX)
		return;
	if (!chosen || index_find(merge->pmu->names, joined(event->name, ".", chosen->name)) < 0) {
		rewrite(merge, event, chosen, row, true, NULL, 0);
		return;
	}
	all.umask = find_umask(event, "ALL", 3, row->variants) ? "BARE" : "ALL";
	all.is_default = true;
	end_default(merge, chosen);
	add_umask_row(merge, event, all);
}

/* Merges a vendor's name that is the event's: its default unit mask, or the event without any. */
static void merge_bare(struct merge *merge, const struct event *event, const struct import_row *row)
{
	const struct umask *chosen = default_of(event, row->variants);
	struct import_row all = *row;

	if (chosen || !event->umask_count || event->umasks[0].data.flags & UMASK_OPTIONAL) {
		if (event->umask_count)
			merge_default(merge, event, chosen, row);
		else
			merge_known(merge, event, NULL, row);
		return;
	}
	if (is_absent_still(merge, row))
		return;
	if (event->groups > 1) {
		leave_out_name(merge, row, "its event's default is one of several groups of unit masks");
		return;
	}
	all.umask = find_umask(event, "ALL", 3, row->variants) ? "BARE" : "ALL";
	if (!find_umask(event, all.umask, strlen(all.umask), row->variants)) {
		all.is_default = true;
		add_umask_row(merge, event, all);
	}
}

static bool uses(const struct pmu *pmu, const char *table)
{
	for (int i = 0; i < pmu->part_count; i++)
		if (!strcmp(pmu->parts[i].table.text, table))
			return true;
	return false;
}

/* Finds the event of the name in another table of the PMU; NULL: there is none. */
static const struct event *in_other_table(const struct merge *merge, const struct import_row *row)
{
	for (int i = 0; i < merge->tree->model.pmu_count; i++) {
		const struct pmu *pmu = merge->tree->model.pmus[i];

		for (int k = 0; uses(pmu, merge->table->name) && k < pmu->part_count; k++) {
			const struct table *table = find_table(&merge->tree->model, pmu->parts[k].table.text);
			const struct event *event = table ? find_event(table, row->event, strlen(row->event)) : NULL;

			if (event && table != merge->table)
				return event;
		}
	}
	return NULL;
}

/* Merges a name that only another table of the PMU has. False: there is none, or it has unit masks. */
static bool merge_other_table(struct merge *merge, const struct import_row *row)
{
	const struct event *event = in_other_table(merge, row);

	if (!event || event->umask_count || row->umask)
		return false;
	if (!same_code(merge, code_here(merge, event, NULL), vendor_code(merge, row)))
		leave_out_name(merge, row, "another table of the PMU has another code; not added");
	return true;
}

/* Merges a row, part by part, into each event of its name, as each is for other variants. */
static void merge_row(struct merge *merge, struct import_row row)
{
	for (int i = 0; i < merge->table->event_count && row.variants; i++) {
		const struct event *event = &merge->table->events[i];
		struct import_row part = row;

		part.variants &= event->visible;
		if (!part.variants || !same_name(event->name, row.event))
			continue;
		row.variants &= ~event->visible;
		event = real_event(merge, event);
		if (!row.umask)
			merge_bare(merge, event, &part);
		else
			merge_umask(merge, event, &part);
	}
	if (!row.variants || merge_other_table(merge, &row) || is_absent_still(merge, &row))
		return;
	set_result(merge, RESULT_ABSENT);
	if (merge->pass != MERGE_ADD)
		return;
	name_found(merge, &row, "added", NULL);
	merge->fresh.rows = grow(merge->fresh.rows, merge->fresh.row_count, sizeof row);
	merge->fresh.rows[merge->fresh.row_count++] = row;
}

/* ---- a table ---- */

static const char *event_of(const struct writer *writer, const char *name, const char *umask)
{
	const struct merge *merge = writer->import->merge;
	bool imported = index_find(merge->pmu->names, umask ? joined(name, ".", umask) : name) >= 0;

	for (int i = 0; i < merge->table->event_count; i++) {
		const struct event *event = &merge->table->events[i];

		if (!same_name(event->name, name))
			continue;
		event = real_event(merge, event);
		return !umask || imported || find_umask(event, umask, strlen(umask), UINT32_MAX) ? event->name : NULL;
	}
	return imported ? name : NULL;
}

static const struct line *header_of(const struct merge *merge)
{
	return &merge->table->block.source->lines[merge->table->block.first_line];
}

static const char *header_word(const struct merge *merge, const char *key)
{
	const struct line *header = header_of(merge);
	const char *value = NULL;

	for (int i = 2; i < header->count; i++)
		if (value_of(header->words[i].text, key))
			value = value_of(header->words[i].text, key);
	return value;
}

static struct counters default_counters(const struct merge *merge)
{
	const char *list = header_word(merge, "ctr");

	return list ? parse_counter_list(header_of(merge)->words[0], list) : (struct counters){ 0, 0 };
}

/* Adds calls of events that come from elsewhere, with their new rows below. */
static void add_calls(struct merge *merge)
{
	for (int i = 0; i < merge->call_count; i++)
		add(&merge->file->lines[merge->last].behind, "%s\n%s", merge->calls[i].event->name,
			merge->calls[i].rows.text);
}

void merge_table(struct merge *merge)
{
	const struct block *block = &merge->table->block;

	merge->import->merge = merge;
	merge->file = tree_file_of(merge->tree, merge->table->place.file);
	if (!merge->file->lines)
		open_lines(merge->file);
	merge->last = block->source->lines[block->last_line - 1].last;
	merge->writer = (struct writer){ merge->import, merge->pmu, default_counters(merge), header_word(merge, "mods"),
		NULL, event_of };
	for (merge->row = 0; merge->row < merge->pmu->row_count; merge->row++) {
		merge->results[merge->row] = RESULT_RIGHT;
		merge_row(merge, merge->pmu->rows[merge->row]);
	}
	if (merge->pass == MERGE_ADD)
		add_new_events(merge);
	add_calls(merge);
}
