/*
 * pmuc import --into a file of metrics: what the vendor says of a metric takes the place of what stands there, but for
 * its description; new metrics go to the end of the block. All other lines stay as they are. A metric that the block
 * takes from another one and that differs now becomes one of its own.
 */
#include "vendors/rows/metrics.h"

#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>

/* The file, its lines, and what they become. */
struct metrics_file {
	const char *path;
	struct model model;
	struct metric_block *block;
	char **lines;
	const char **instead;           /* of a line: other text; NULL: the line itself */
	int count;
	struct line_text end;           /* behind the last line of the block */
	int added, same, updated;
};

static void cut_lines(struct metrics_file *file)
{
	size_t length;
	char *text = read_file(file->path, &length), *next;

	for (char *at = text; at && *at; at = next) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		file->lines = grow(file->lines, file->count, sizeof *file->lines);
		file->lines[file->count++] = at;
	}
	file->instead = need(calloc((size_t)file->count + 1, sizeof *file->instead));
}

/* The block of the file that is named, or its only one. */
static struct metric_block *block_to_merge(const struct model *model, const char *path, const char *name)
{
	struct metric_block *found = NULL;
	int count = 0;

	for (int i = 0; i < model->metric_block_count; i++) {
		struct metric_block *block = model->metric_blocks[i];

		if (strcmp(block->name.place.file, path) != 0 || (name && strcmp(block->name.text, name) != 0))
			continue;
		found = block;
		count++;
	}
	if (count == 1)
		return found;
	report((struct place){ path, 0, 0 }, "%s %s", name ? "no metrics" : "several blocks of metrics",
	       name ? name : "and no --table that says which");
	return NULL;
}

/* ---- one metric ---- */

static const char *const together_words[] = { [TOGETHER_ALWAYS] = NULL, [TOGETHER_NO] = "no",
					      [TOGETHER_NO_NMI] = "no-nmi", [TOGETHER_NO_SMT] = "no-smt",
					      [TOGETHER_NO_NMI_THRESHOLD] = "no-nmi-threshold" };

static struct import_metric metric_here(const struct metric *metric)
{
	return (struct import_metric){ .name = metric->name,
				       .formula = metric->formula.text ? metric->formula.text : "",
				       .above = metric->above.text,
				       .unit = metric->unit.text,
				       .groups = metric->groups.text,
				       .parent = metric->parent.text,
				       .sample = metric->sample.text,
				       .related = metric->related.text,
				       .in = metric->in.text,
				       .apart = metric->apart.text,
				       .default_group = metric->default_group.text,
				       .together = together_words[metric->together],
				       .level = metric->level,
				       .per_instance = metric->flags & METRIC_PER_INSTANCE };
}

static const char *text_of_metric(const struct import_metric *metric, const char *description)
{
	struct line_text text = { 0 };

	add_metric_lines(metric, description, &text);
	return text.text;
}

bool is_same_metric(const struct import_metric *a, const struct import_metric *b)
{
	return !strcmp(text_of_metric(a, NULL), text_of_metric(b, NULL));
}

bool is_metric_as(const struct import_metric *vendor, const struct metric *metric)
{
	struct import_metric here = metric_here(metric), there = *vendor;

	there.name = here.name;
	there.in = here.in;
	return is_same_metric(&here, &there);
}

/* The last line of a metric that begins in line first, both from 0: that of its formulas. */
static int last_line_of(const struct metrics_file *file, int first)
{
	const struct source *source = file->block->source;
	int last = first;

	for (int i = file->block->first_line; i < file->block->last_line; i++) {
		const struct line *line = &source->lines[i];

		if (line->words[0].place.line - 1 == first)
			last = line->last - 1;
		else if (line->formula && line->words[0].place.line - 1 == last + 1)
			last = line->last - 1;
	}
	return last;
}

static void replace_lines(struct metrics_file *file, const struct metric *metric, const char *text)
{
	int first = metric->place.line - 1;

	for (int i = first; i <= last_line_of(file, first); i++)
		file->instead[i] = "";
	file->instead[first] = text;
}

/* The file's spelling of the kind of core: the block says whose it is. */
static const char *kind_of_core_here(const struct metrics_file *file)
{
	return file->block->row_count ? file->block->rows[0].metric->in.text : NULL;
}

static void merge_metric(const struct import *import, struct metrics_file *file, struct import_metric vendor)
{
	const struct metric_row *row = NULL;
	struct import_metric here;
	struct described text = { NULL, NULL };

	if (vendor.in)
		vendor.in = kind_of_core_here(file);
	for (int i = 0; i < file->block->row_count; i++)
		if (same_name(file->block->rows[i].metric->name, vendor.name) &&
		    same_text(file->block->rows[i].metric->in.text, vendor.in))
			row = &file->block->rows[i];
	if (!row) {
		if (import->texts)
			text = metric_description(&vendor);
		add(&file->end, "%s", text_of_metric(&vendor, text.text));
		file->added++;
		return;
	}
	here = metric_here(row->metric);
	vendor.name = here.name;
	if (!strcmp(text_of_metric(&here, NULL), text_of_metric(&vendor, NULL)))
		file->same++;
	else if (row->taken)
		add(&file->end, "%s", text_of_metric(&vendor, row->metric->text));
	else
		replace_lines(file, row->metric, text_of_metric(&vendor, row->metric->text));
	file->updated += strcmp(text_of_metric(&here, NULL), text_of_metric(&vendor, NULL)) != 0;
}

static void note_gone_metrics(struct import *import, const struct metrics_file *file,
			      const struct import_metrics *vendor)
{
	for (int i = 0; i < file->block->row_count; i++) {
		const struct metric *metric = file->block->rows[i].metric;
		int k = 0;

		while (k < vendor->count && !same_name(vendor->metrics[k].name, metric->name))
			k++;
		if (k == vendor->count)
			note(import, metric->place, "not in the vendor's files; the table keeps", metric->name);
	}
}

/* ---- the file ---- */

bool is_file_of_metrics(const char *path)
{
	struct model model = { .loaded = true };

	parse_path(&model, path);
	return model.metric_block_count && !model.table_count && !model.extension_count;
}

static const struct import_metrics *only_block(const struct import *import, const char *path)
{
	const struct import_metrics *found = NULL;

	for (int i = 0; i < import->metric_block_count; i++) {
		if (!import->metric_blocks[i]->count)
			continue;
		if (found)
			report((struct place){ path, 0, 0 },
			       "the files have metrics of several kinds of cores or devices; --unit takes one");
		found = import->metric_blocks[i];
	}
	if (!found)
		report((struct place){ path, 0, 0 }, "the files have no metrics");
	return found;
}

static void write_merged_lines(const struct metrics_file *file, struct line_text *to)
{
	int end = file->count;
	const struct source *source = file->block->source;

	if (file->block->last_line < source->count)
		end = source->lines[file->block->last_line].words[0].place.line - 1;
	while (end > 0 && !file->lines[end - 1][strspn(file->lines[end - 1], " \t")])
		end--; /* blank lines, and before them what the block ends with */
	for (int i = 0; i < file->count; i++) {
		if (i == end && file->end.length)
			add(to, "%s", file->end.text);
		if (!file->instead[i])
			add(to, "%s\n", file->lines[i]);
		else
			add(to, "%s", file->instead[i]);
	}
	if (end == file->count && file->end.length)
		add(to, "%s", file->end.text);
}

void merge_metrics(struct import *import, const char *path, const char *table, const char *const *with, int with_count,
		   struct line_text *to)
{
	struct metrics_file file = { .path = path, .model = { .loaded = true } };
	const struct import_metrics *vendor = only_block(import, path);

	parse_path(&file.model, path);
	for (int i = 0; i < with_count; i++)
		parse_path(&file.model, with[i]);
	expand_metrics(&file.model);
	file.block = block_to_merge(&file.model, path, table);
	if (!vendor || !file.block || error_count())
		return;
	cut_lines(&file);
	for (int i = 0; i < vendor->count; i++)
		merge_metric(import, &file, vendor->metrics[i]);
	note_gone_metrics(import, &file, vendor);
	write_merged_lines(&file, to);
	say(stderr, "%d metrics added, %d are there, %d updated\n", file.added, file.same, file.updated);
}
