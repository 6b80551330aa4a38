/*
 * Rows that are said once and used often. A block of rows says, line by line, what it consists of:
 *
 *   NAME CODE ...            a row of its own; if one of that name was taken from elsewhere, it is replaced
 *   NAME                     the row of that name that was taken, with the unit masks changed as the lines below say
 *   use FROM [NAME ...]      takes all rows of FROM, or those named; FIRST..LAST are those between, too
 *   drop NAME ...            rows that were taken and are not wanted
 *
 * Of events FROM is a table. Of unit masks it is an umasks block, or TABLE:EVENT (:EVENT in the same table). The same
 * lines do for both: a row is a line, and what it means is read later, in the table where it ends up, with that table's
 * layout and modifiers.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

/* The table whose lines are read; NULL: they are in an umasks block. */
struct scope {
	const struct model *model;
	struct table *table;
};

static const struct rows *source_of_rows(const struct scope *scope, struct word from, bool of_events);

static void add_row(struct rows *rows, struct row row)
{
	rows->rows = grow(rows->rows, rows->count, sizeof *rows->rows);
	rows->rows[rows->count++] = row;
	if (row.taken)
		rows->taken_end = rows->count;
}

/* Returns the number of the first row of that name from number first on; -1: there is none. */
static int find_row(const struct rows *rows, int first, const char *name)
{
	for (int i = first; i < rows->count; i++)
		if (!strcmp(rows->rows[i].line->words[0].text, name))
			return i;
	return -1;
}

static int find_taken(const struct rows *rows, const char *name)
{
	for (int i = 0; i < rows->taken_end; i++)
		if (rows->rows[i].taken && !strcmp(rows->rows[i].line->words[0].text, name))
			return i;
	return -1;
}

static void take_rows(struct rows *rows, const struct rows *from, int first, int last, struct word word)
{
	if (rows->count + last - first >= MAX_BLOCK_ROWS) {
		report(word.place, "%s: more than %d rows", word.text, MAX_BLOCK_ROWS);
		return;
	}
	for (int i = first; i <= last; i++) {
		struct row row = from->rows[i];

		row.taken = true;
		row.by = word.place;
		add_row(rows, row);
	}
}

/* Takes the rows of "NAME" or "FIRST..LAST". */
static void take_named(struct rows *rows, const struct rows *from, struct word word)
{
	const char *dots = strstr(word.text, "..");
	const char *name = dots ? copy_text(word.text, (size_t)(dots - word.text)) : word.text;
	int first = find_row(from, 0, name), last = first;

	if (first >= 0 && dots)
		last = find_row(from, first, dots + 2);
	if (first < 0)
		report(word.place, "no %s to use", name);
	else if (last < 0)
		report(word.place, "no %s to use, from %s on", dots + 2, name);
	else
		take_rows(rows, from, first, last, word);
}

/* Expands "use FROM [NAME|FIRST..LAST ...]". */
static void expand_use(const struct scope *scope, struct rows *rows, const struct line *line, bool of_events)
{
	const struct rows *from = source_of_rows(scope, line->words[1], of_events);

	if (!from)
		return;
	if (line->count == 2)
		take_rows(rows, from, 0, from->count - 1, line->words[1]);
	for (int i = 2; i < line->count; i++)
		take_named(rows, from, line->words[i]);
}

/* Expands "drop NAME ...". */
static void expand_drop(struct rows *rows, const struct line *line)
{
	for (int i = 1; i < line->count; i++) {
		int n = find_taken(rows, line->words[i].text);

		if (n < 0) {
			report(line->words[i].place, "no %s was taken from elsewhere", line->words[i].text);
			continue;
		}
		rows->count--;
		rows->taken_end--;
		memmove(rows->rows + n, rows->rows + n + 1, (size_t)(rows->count - n) * sizeof *rows->rows);
	}
}

/* Adds a row of the block itself. Returns its number. */
static int expand_row(struct rows *rows, const struct line *line)
{
	int n = find_taken(rows, line->words[0].text);

	if (n < 0) {
		add_row(rows, (struct row){ .line = line });
		return rows->count - 1;
	}
	rows->rows[n].taken = false;
	if (line->count > 1 || line->text)
		rows->rows[n] = (struct row){ .line = line };
	return n;
}

static struct rows *copy_rows(const struct rows *rows)
{
	struct rows *copy = need(calloc(1, sizeof *copy));

	if (!rows || !rows->count)
		return copy;
	take_rows(copy, rows, 0, rows->count - 1, rows->rows->line->words[0]);
	for (int i = 0; i < copy->count; i++)
		copy->rows[i].by = rows->rows[i].by;
	return copy;
}

/* Expands one line of a block; returns the number of the row that it is, -1 if it is none. */
static int expand_line(const struct scope *scope, struct rows *rows, const struct line *line, bool of_events)
{
	if (is_statement(line, "use")) {
		expand_use(scope, rows, line, of_events);
	} else if (is_statement(line, "drop")) {
		expand_drop(rows, line);
	} else {
		return expand_row(rows, line);
	}
	return -1;
}

static void expand_events(const struct scope *scope, const struct block *block, struct rows *rows)
{
	int event = -1;
	struct rows *own = NULL;        /* the unit masks of the current event, unless they are shared with another */

	for (int i = block->first_line + 1; i < block->last_line; i++) {
		const struct line *line = &block->source->lines[i];

		if (!line->indented) {
			event = expand_line(scope, rows, line, true);
			own = NULL;
		} else if (event < 0) {
			report(line->words[0].place, "a unit mask before the first event");
		} else {
			if (!own)
				own = rows->rows[event].below = copy_rows(rows->rows[event].below);
			expand_line(scope, own, line, false);
		}
	}
}

static void expand_like(const struct scope *scope, struct table *table)
{
	const struct rows *rows = source_of_rows(scope, table->like, true);

	if (!rows)
		return;
	table->base = find_table(scope->model, table->like.text);
	take_rows(table->block.rows, rows, 0, rows->count - 1, table->like);
}

const struct rows *expand_table(const struct model *model, struct table *table)
{
	struct scope scope = { model, table };
	struct block *block = &table->block;

	if (block->rows)
		return block->rows;
	block->rows = need(calloc(1, sizeof *block->rows));
	block->open = true;
	if (table->like.text && find_table(model, table->like.text) == table)
		report(table->like.place, "%s: a table cannot be like itself", table->name);
	else if (table->like.text)
		expand_like(&scope, table);
	expand_events(&scope, block, block->rows);
	block->open = false;
	return block->rows;
}

static const struct rows *expand_umasks(const struct model *model, struct block *block)
{
	struct scope scope = { model, NULL };

	if (block->rows)
		return block->rows;
	block->rows = need(calloc(1, sizeof *block->rows));
	block->open = true;
	for (int i = block->first_line + 1; i < block->last_line; i++)
		expand_line(&scope, block->rows, &block->source->lines[i], false);
	block->open = false;
	return block->rows;
}

static const struct rows *rows_of_table(const struct scope *scope, struct word word, const char *name)
{
	struct table *table = *name ? find_table(scope->model, name) : scope->table;

	if (!table || (table->block.open && table != scope->table)) {
		report(word.place, table ? "%s: that table is made of this one" : "%s: no such table", word.text);
		return NULL;
	}
	table->block.used = true;
	return expand_table(scope->model, table);
}

/* Returns the unit masks of an event, for "TABLE:EVENT" or ":EVENT". */
static const struct rows *rows_of_event(const struct scope *scope, struct word from, const char *colon)
{
	static const struct rows none;
	const struct rows *events = rows_of_table(scope, from, copy_text(from.text, (size_t)(colon - from.text)));
	int n = events ? find_row(events, 0, colon + 1) : -1;

	if (n < 0) {
		if (events)
			report(from.place, "%s: no such event, or it comes later", from.text);
		return NULL;
	}
	return events->rows[n].below ? events->rows[n].below : &none;
}

static const struct rows *source_of_rows(const struct scope *scope, struct word from, bool of_events)
{
	const char *colon = strchr(from.text, ':');
	struct block *block;

	if (of_events)
		return rows_of_table(scope, from, from.text);
	if (colon)
		return rows_of_event(scope, from, colon);
	block = find_umask_block(scope->model, from.text);
	if (!block || block->open) {
		report(from.place, block ? "unit masks %s would be made of themselves" : "no umasks %s", from.text);
		return NULL;
	}
	block->used = true;
	return expand_umasks(scope->model, block);
}

/* Returns the one table of a PMU; NULL: reported. */
static struct table *table_to_extend(const struct model *model, struct word name)
{
	const struct pmu *pmu = find_pmu(model, name.text);
	struct table *table = pmu && pmu->part_count == 1 ? find_table(model, pmu->parts[0].table.text) : NULL;

	if (!table) {
		report(name.place, pmu ? "%s has not one table, but several" : "no PMU %s", name.text);
		return NULL;
	}
	for (int i = 0; i < model->pmu_count; i++)
		for (int k = 0; k < model->pmus[i]->part_count; k++)
			if (model->pmus[i] != pmu && !strcmp(model->pmus[i]->parts[k].table.text, table->name)) {
				report(name.place, "table %s of %s is that of %s, too", table->name, name.text,
					model->pmus[i]->name.text);
				return NULL;
			}
	return table;
}

void expand_extension(const struct model *model, const struct block *block)
{
	struct table *table = table_to_extend(model, block->name);
	struct scope scope = { model, table };

	if (!table)
		return;
	for (int i = 0; i < table->block.rows->count; i++)
		table->block.rows->rows[i].taken = true;
	table->block.rows->taken_end = table->block.rows->count;
	expand_events(&scope, block, table->block.rows);
}
