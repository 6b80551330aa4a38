/*
 * Rows without a description are kept in separate files, so that the tables compile after every run: in NAME.wanted
 * beside NAME.pmu, as lines of the table. A run first puts them back into the table, and at its end takes out those
 * that still have no description; people write the descriptions in NAME.wanted, and the next run merges them.
 *
 *   table NAME            the rows below belong to this table
 *   of EVENT N            followed by indented rows of the Nth event of that name in the table
 *   EVENT ...             a new event with its rows, for the end of the table
 *   metric NAME ...       a metric of the block named as the table (in NAME_metrics.wanted)
 *
 * For a new file without rows NAME.wanted has the whole text, from the first line "pmu NAME" on.
 */
#include "update.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include "compiler/compile.h"
#include "compiler/model/parse.h"
#include "compiler/text/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROUNDS = 8 };

static const char header[] = "# Rows without a text. Write one behind each (\" : TEXT\"); the next run of pmuc update "
			     "takes them in.\n";

static char *wanted_path(const char *path)
{
	return joined(copy_text(path, strlen(path) - strlen(".pmu")), ".wanted", "");
}

/* ---- one file's lines ---- */

static struct source source_of(const struct tree_file *file)
{
	return cut_source(file->path, copy_text(file->text, file->length), file->length);
}

static int first_line(const struct line *line)
{
	return line->words[0].place.line;
}

static const char *name_of(const struct line *line)
{
	return line->words[0].text;
}

/* Returns the line that begins the block of line number; -1: none. */
static int block_of(const struct source *source, int number)
{
	while (number >= 0 &&
		(source->lines[number].indented || strcmp(source->lines[number].words[0].text, "events") != 0))
		number--;
	return number;
}

/* Returns the line behind the event or block that begins in line number. */
static int end_of(const struct source *source, int number, bool is_block)
{
	static const char *const blocks[] = { "events", "pmu", "groups", "metrics", "layout", "aliases" };

	while (++number < source->count) {
		const struct line *line = &source->lines[number];
		bool begins = !line->indented && !is_block;

		for (size_t i = 0; i < sizeof blocks / sizeof *blocks && !line->indented; i++)
			begins |= !strcmp(line->words[0].text, blocks[i]) && line->count > 1 &&
				line->words[1].text[0] != '0';
		if (begins)
			break;
	}
	return number;
}

/* Returns the line that begins the table which has the line as a row; -1: it is no row. */
static int table_of(const struct source *source, int number)
{
	int begin = block_of(source, number);

	return begin >= 0 && begin < number && number < end_of(source, begin, true) ? begin : -1;
}

/* Returns the line of an indented line's event. */
static int event_line_of(const struct source *source, int number)
{
	while (number > 0 && source->lines[number].indented)
		number--;
	return number;
}

/* ---- taking rows back ---- */

static int line_of_table(const struct source *source, const char *table)
{
	for (int i = 0; i < source->count; i++)
		if (!source->lines[i].indented && source->lines[i].count > 1 &&
			!strcmp(name_of(&source->lines[i]), "events") && !strcmp(source->lines[i].words[1].text, table))
			return i;
	return -1;
}

/* Returns the physical line behind which rows of the event, or of the table, go; -1: there is none. */
static int place_of_rows(const struct source *source, const char *table, const char *event, int number)
{
	int begin = line_of_table(source, table), end;

	if (begin < 0)
		return -1;
	end = end_of(source, begin, true);
	for (int i = begin + 1; event && i < end; i++)
		if (!source->lines[i].indented && same_name(name_of(&source->lines[i]), event) && --number == 0)
			return source->lines[end_of(source, i, false) - 1].last;
	return event ? -1 : source->lines[end - 1].last;
}

/* Puts lines of NAME.wanted back to their places in the file. */
static void put_back(struct tree_file *file, const char *path, char *text)
{
	const char *table = NULL;
	int place = -1, number = 0;
	struct source source = source_of(file);
	char *next;

	open_lines(file);
	for (char *line = text; *line; line = next) {
		char name[512], event[512];
		int occurrence;

		number++;
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		if (*line == '#' || !line[strspn(line, " \t")] || (!table && strncmp(line, "table ", 6) != 0))
			continue;
		if (sscanf(line, "table %511s", name) == 1) {
			table = copy_text(name, strlen(name));
			place = place_of_rows(&source, table, NULL, 0);
		} else if (table && sscanf(line, "of %511s %d", event, &occurrence) == 2) {
			place = place_of_rows(&source, table, event, occurrence);
		} else {
			if (*line != ' ' && table)
				place = place_of_rows(&source, table, NULL, 0);
			if (place > 0)
				add(&file->lines[place].behind, "%s\n", line);
		}
		if (place < 0) {
			report((struct place){ path, number, 0 }, "no such table or event in %s", file->path);
			break;
		}
	}
	close_lines(file);
}

/* Adds lines to the file order for PMUs of a file that does not exist yet; they were kept apart, too. */
static void add_orders(struct update *update, const struct tree_file *file)
{
	struct source source = source_of(file);

	for (int i = 0; i < source.count; i++)
		if (!source.lines[i].indented && source.lines[i].count > 1 && !strcmp(name_of(&source.lines[i]), "pmu"))
			add_order(update, source.lines[i].words[1].text);
}

static void read_wanted(struct update *update, const char *path)
{
	size_t length;
	char *text = read_file(path, &length);
	char *table = table_of_wanted(path);
	struct tree_file *file = tree_file_of(&update->tree, table);
	const char *whole = text ? strstr(text, "\npmu ") : NULL, *rows;

	if (!text)
		return;
	update->wanted = grow(update->wanted, update->wanted_count, sizeof *update->wanted);
	update->wanted[update->wanted_count++] = (struct tree_file){ .path = path,
		.text = copy_text(text, length),
		.length = length };
	if (ends_with(path, "_metrics.wanted"))
		return; /* read by metric_news.c */
	if (file) {
		put_back(file, path, text);
	} else if (whole && (rows = strstr(whole, "\ntable "))) {
		length = (size_t)(rows - whole);
		add_tree_file(&update->tree, table, copy_text(whole + 1, length), length, false);
		file = &update->tree.files[update->tree.file_count - 1];
		add_orders(update, file);
		put_back(file, path, copy_text(rows + 1, strlen(rows + 1)));
		file->changed = true;
	} else {
		report((struct place){ path, 0, 0 }, "there is no %s, and no line \"pmu NAME\"", table);
	}
}

void take_wanted(struct update *update, const char *directory)
{
	struct name_list inner = { 0 };

	if (!read_directory(directory, &inner))
		return;
	for (int i = 0; i < inner.count; i++) {
		if (ends_with(inner.names[i], ".wanted"))
			read_wanted(update, inner.names[i]);
		else
			take_wanted(update, inner.names[i]);
	}
}

/* ---- keeping rows apart ---- */

/* The lines removed from a file, as text for NAME.wanted. */
struct apart {
	struct tree_file *file;
	struct line_text rows;
	const char *table;
};

static struct apart *apart_of(struct apart **list, int *count, struct tree_file *file)
{
	for (int i = 0; i < *count; i++)
		if (!strcmp((*list)[i].file->path, file->path))
			return &(*list)[i];
	*list = grow(*list, *count, sizeof **list);
	(*list)[*count] = (struct apart){ .file = file };
	return &(*list)[(*count)++];
}

/* Moves the physical lines of source lines first to before end, as they are. */
static void take_lines(struct tree_file *file, const struct source *source, int first, int end, struct line_text *to)
{
	for (int i = first_line(&source->lines[first]); i <= source->lines[end - 1].last; i++) {
		if (file->lines[i].text)
			add(to, "%s\n", file->lines[i].text);
		file->lines[i].text = NULL;
	}
}

static int occurrence_of(const struct source *source, int block, int event)
{
	int number = 0;

	for (int i = block + 1; i <= event; i++)
		number += !source->lines[i].indented &&
			same_name(name_of(&source->lines[i]), name_of(&source->lines[event]));
	return number;
}

/* Returns whether an event goes as a whole: its own line, or all rows below a line that only calls it. */
static bool goes_whole(const struct source *source, int event, const bool *marked)
{
	int end = end_of(source, event, false);

	if (marked[event])
		return true;
	for (int i = event + 1; i < end; i++)
		if (!marked[i])
			return false;
	return source->lines[event].count == 1;
}

static bool is_said(const struct import *import, const char *table, const char *name)
{
	for (int i = 0; i < import->finding_count; i++) {
		const struct finding *it = &import->findings[i];

		if (!strcmp(it->what, "text-wanted") && it->table && !strcmp(it->table, table) &&
			same_name(it->name, name))
			return true;
	}
	return false;
}

static void say_wanted(struct update *update, const char *table, const char *event, const char *umask)
{
	const char *name = joined(event, umask ? "." : "", umask ? umask : "");

	update->texts_wanted++;
	if (!is_said(&update->now, table, name))
		add_finding(&update->now,
			(struct finding){ .what = "text-wanted", .place = { "", 0, 0 }, .table = table, .name = name });
}

/* Reports each row that goes. */
static void say_rows(struct update *update, const struct source *source, const bool *marked)
{
	for (int i = 0; i < source->count; i++) {
		const struct line *line = &source->lines[i];
		const char *table;

		if (!marked[i])
			continue;
		table = source->lines[block_of(source, i)].words[1].text;
		if (line->indented)
			say_wanted(update, copy_text(table, strlen(table)),
				name_of(&source->lines[event_line_of(source, i)]), name_of(line));
		else
			say_wanted(update, copy_text(table, strlen(table)), name_of(line), NULL);
	}
}

/* Moves marked lines to NAME.wanted. */
static void move_lines(struct apart *apart, const struct source *source, const bool *marked)
{
	struct tree_file *file = apart->file;

	open_lines(file);
	for (int i = 0; i < source->count; i++) {
		int event, block, end;

		if (!marked[i])
			continue;
		event = event_line_of(source, i);
		block = block_of(source, event);
		if (!apart->table || strcmp(apart->table, source->lines[block].words[1].text) != 0) {
			apart->table = copy_text(source->lines[block].words[1].text,
				strlen(source->lines[block].words[1].text));
			add(&apart->rows, "table %s\n", apart->table);
		}
		end = end_of(source, event, false);
		if (goes_whole(source, event, marked)) {
			take_lines(file, source, event, end, &apart->rows);
		} else {
			add(&apart->rows, "of %s %d\n", name_of(&source->lines[event]),
				occurrence_of(source, block, event));
			for (int k = event + 1; k < end; k++)
				if (marked[k])
					take_lines(file, source, k, k + 1, &apart->rows);
		}
		i = end - 1;
	}
	close_lines(file);
}

/* Marks the line of the mistake. False: it is no line of a row. */
static bool mark(const struct source *source, bool *marked, int line)
{
	for (int i = 0; i < source->count; i++) {
		if (line < first_line(&source->lines[i]) || line > source->lines[i].last)
			continue;
		if (table_of(source, i) < 0)
			return false;
		marked[i] = true;
		return true;
	}
	return false;
}

static bool move_rows_of(struct update *update, struct apart *apart, const struct mistake *list, int count)
{
	struct source source = source_of(apart->file);
	bool *marked = need(calloc((size_t)source.count + 1, sizeof *marked)), any = false;

	for (int i = 0; i < count; i++)
		if (list[i].place.file && !strcmp(list[i].place.file, apart->file->path))
			any |= mark(&source, marked, list[i].place.line);
	if (any) {
		say_rows(update, &source, marked);
		move_lines(apart, &source, marked);
	}
	free(marked);
	return any;
}

/* Lets metrics wait that do not compile without a waiting row. True: there are any. */
static bool let_metrics_wait(struct update *update, const struct mistake *list, int count)
{
	bool any = false;

	for (int i = 0; i < count; i++) {
		const char *block;
		struct wished_metric *wish = list[i].place.file && ends_with(list[i].place.file, "_metrics.pmu")
			? metric_at(update, list[i].place, &block)
			: NULL;

		if (!wish || wish->waits || !(wish->is_new || wish->is_changed))
			continue;
		wish->waits = any = true;
		add_finding(&update->now,
			(struct finding){ .what = "metric-waits",
				.place = { "", 0, 0 },
				.table = block,
				.name = wish->metric.name,
				.why = "its formula or words have a name that waits for a text" });
	}
	return any;
}

/* Compiles once as for a release. True: rows have been moved, and it is to be tried again. */
static bool move_rows(struct update *update, struct apart **list, int *count)
{
	const struct mistake *mistakes;
	bool moved = false, waits;
	int found;

	if (compiles(update, false))
		return false;
	found = held_reports(&mistakes);
	for (int i = 0; i < update->tree.file_count; i++) {
		struct tree_file *file = &update->tree.files[i];
		bool has = false;

		for (int k = 0; k < found; k++)
			has |= mistakes[k].place.file && !strcmp(mistakes[k].place.file, file->path);
		if (has && !file->is_with)
			moved |= move_rows_of(update, apart_of(list, count, file), mistakes, found);
	}
	waits = let_metrics_wait(update, mistakes, found);
	if (moved || waits) {
		forget_reports();
		hold_reports();
	}
	if (waits) {
		put_metrics(&update->tree, &update->metrics);
		format_files(update);
	}
	return moved || waits;
}

/* ---- what is written ---- */

static bool has_rows(const struct tree_file *file)
{
	struct source source = source_of(file);

	for (int i = 0; i < source.count; i++)
		if (table_of(&source, i) >= 0)
			return true;
	return false;
}

static void drop_orders(struct update *update, const struct tree_file *file)
{
	struct source source = source_of(file);

	for (int i = 0; i < source.count; i++)
		if (!source.lines[i].indented && source.lines[i].count > 1 && !strcmp(name_of(&source.lines[i]), "pmu"))
			drop_order(update, source.lines[i].words[1].text);
}

static struct tree_file *wanted_file(struct update *update, const char *path)
{
	for (int i = 0; i < update->wanted_count; i++)
		if (!strcmp(update->wanted[i].path, path))
			return &update->wanted[i];
	update->wanted = grow(update->wanted, update->wanted_count, sizeof *update->wanted);
	update->wanted[update->wanted_count] = (struct tree_file){ .path = path, .text = copy_text("", 0) };
	return &update->wanted[update->wanted_count++];
}

/* Keeps all of a new file without rows apart, as it is no table. */
static void keep_whole(struct update *update, struct apart *apart)
{
	struct line_text text = { 0 };

	if (!access(apart->file->path, F_OK) || has_rows(apart->file))
		return;
	drop_orders(update, apart->file);
	while (apart->file->length && apart->file->text[apart->file->length - 1] == '\n')
		apart->file->length--;
	add(&text, "\n%.*s\n\n%s", (int)apart->file->length, apart->file->text, apart->rows.text);
	apart->rows = text;
	apart->file->text = copy_text("", 0);
	apart->file->length = 0;
	apart->file->changed = false;
}

/* Keeps metrics that are in no table. */
static void keep_metrics(struct update *update, struct apart **list, int *count)
{
	for (int i = 0; i < update->metrics.count; i++) {
		const struct wished_block *block = &update->metrics.blocks[i];
		struct tree_file *file = need(calloc(1, sizeof *file));
		bool any = false;

		file->path = block->path;
		for (int k = 0; k < block->count; k++) {
			const struct wished_metric *wish = &block->list[k];
			struct apart *apart;

			if (!is_apart(&update->metrics, wish))
				continue;
			apart = apart_of(list, count, file);
			add(&apart->rows, "%s%s%s%s", any ? "" : "table ", any ? "" : block->name, any ? "" : "\n",
				text_of_metric(&wish->metric, wish->text));
			any = true;
			if (!wish->text)
				say_wanted(update, block->name, wish->metric.name, NULL);
		}
	}
}

/* Writes NAME.wanted files. Rows of the old ones are in the tables now or moved again; a file without rows goes. */
static void write_wanted(struct update *update, const struct apart *list, int count)
{
	for (int i = 0; i < update->wanted_count; i++)
		update->wanted[i].is_with = true;
	for (int i = 0; i < count; i++) {
		struct tree_file *file = wanted_file(update, wanted_path(list[i].file->path));
		struct line_text text = { 0 };

		add(&text, "%s%s", header, list[i].rows.text);
		file->changed = strcmp(file->text, text.text) != 0;
		file->text = text.text;
		file->length = text.length;
		file->is_with = false;
	}
}

void keep_wanted(struct update *update)
{
	struct apart *list = NULL;
	int count = 0;

	update->metrics.no_texts = update->no_texts;
	if (update->metrics.is_news && !update->no_texts) {
		put_metrics(&update->tree, &update->metrics);
		format_files(update);
	}
	for (int round = 0; !update->no_texts && round < MOST_ROUNDS && move_rows(update, &list, &count); round++)
		for (int i = 0; i < count; i++)
			if (list[i].file->length)
				keep_whole(update, &list[i]);
	keep_metrics(update, &list, &count);
	if (!error_count())
		write_wanted(update, list, count);
}
