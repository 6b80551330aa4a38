/*
 * Writes the wanted metrics into the blocks of a tree: a metric in the block's own lines is replaced, another one is
 * added at the end of its block, and one that a block includes but should not have is dropped. All other lines stay. A
 * block is written after those that it includes, so that changes in these are seen in it, and undone where they are not
 * wanted.
 */
#include "metric_wishes.h"
#include "vendors/rows/paths.h"

#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>

/* ---- one metric ---- */

static const char *const together_words[] = { [TOGETHER_ALWAYS] = NULL,
	[TOGETHER_NO] = "no",
	[TOGETHER_NO_NMI] = "no-nmi",
	[TOGETHER_NO_SMT] = "no-smt",
	[TOGETHER_NO_NMI_THRESHOLD] = "no-nmi-threshold" };

struct import_metric metric_here(const struct metric *metric)
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

char *text_of_metric(const struct import_metric *metric, const char *description)
{
	struct line_text text = { 0 };

	add_metric_lines(metric, description, &text);
	return text.text;
}

bool is_same_metric(const struct import_metric *a, const struct import_metric *b)
{
	struct import_metric other = *b;

	other.name = a->name;
	other.in = a->in;
	return same_name(a->name, b->name) && !strcmp(text_of_metric(a, NULL), text_of_metric(&other, NULL));
}

/* ---- the tree's blocks ---- */

void read_metrics(struct tree *tree, struct model *model)
{
	*model = (struct model){ .loaded = true };
	for (int i = 0; i < tree->file_count; i++) {
		const struct tree_file *file = &tree->files[i];

		if (ends_with(file->path, "_metrics.pmu"))
			parse_text(model, file->path, copy_text(file->text, file->length), file->length);
	}
	expand_metrics(model);
}

static const struct metric_row *row_of(const struct metric_block *block, const struct import_metric *metric)
{
	for (int i = 0; i < block->row_count; i++)
		if (same_name(block->rows[i].metric->name, metric->name) &&
			same_text(block->rows[i].metric->in.text, metric->in))
			return &block->rows[i];
	return NULL;
}

/* Returns the line behind the last physical line of the metric whose name is in line first. */
static int end_of_metric(const struct metric_block *block, int first)
{
	int end = first + 1;

	for (int i = block->first_line; i < block->last_line; i++) {
		const struct line *line = &block->source->lines[i];

		if (line->words[0].place.line == first || (line->formula && line->words[0].place.line == end))
			end = line->last + 1;
	}
	return end;
}

static void replace_metric(struct tree_file *file, const struct metric_block *block, const struct metric *metric,
	char *text)
{
	int first = metric->place.line, end = end_of_metric(block, first);

	for (int i = first; i < end; i++)
		file->lines[i].text = NULL;
	text[strlen(text) - 1] = '\0'; /* remove the newline */
	file->lines[first].text = text;
}

static struct line_text *end_of_block(struct tree_file *file, const struct metric_block *block)
{
	return &file->lines[block->source->lines[block->last_line - 1].last].behind;
}

static void put_metric(struct tree_file *file, const struct metric_block *block, struct import_metric metric,
	const char *description)
{
	const struct metric_row *row = row_of(block, &metric);
	struct import_metric here = row ? metric_here(row->metric) : metric;

	if (row && is_same_metric(&here, &metric) && same_text(row->metric->text, description))
		return;
	if (block->in.text)
		metric.in = NULL; /* the block has it for all its metrics */
	if (row && !row->taken)
		replace_metric(file, block, row->metric, text_of_metric(&metric, description));
	else
		add(end_of_block(file, block), "%s", text_of_metric(&metric, description));
}

/* Drops metrics that another block lends now, and this one never had. */
static void drop_others(struct tree_file *file, const struct metric_block *block, const struct metric_wishes *wishes,
	const struct wished_block *wished)
{
	for (int i = 0; i < block->row_count; i++) {
		const char *name = block->rows[i].metric->name;
		const struct wished_metric *wish = wish_of(wished, name);

		if (block->rows[i].taken && (!wish || is_apart(wishes, wish)))
			add(end_of_block(file, block), "drop %s\n", name);
	}
}

/* Writes the first lines of a new block. */
static void begin_block(struct tree *tree, const struct wished_block *wished)
{
	struct tree_file *file = tree_file_of(tree, wished->path);
	struct line_text text = { 0 };

	if (!file) {
		add_tree_file(tree, wished->path, copy_text("", 0), 0, false);
		file = &tree->files[tree->file_count - 1];
		file->unput = file->text;
	}
	add(&text, "%s%s%s", file->text, file->length ? "\n" : "", wished->head);
	file->text = text.text;
	file->length = text.length;
	file->changed = true;
}

static void put_block(struct tree *tree, const struct metric_wishes *wishes, const struct wished_block *wished)
{
	struct model model;
	const struct metric_block *block;
	struct tree_file *file;

	if (wished->head && has_metrics(wishes, wished))
		begin_block(tree, wished);
	read_metrics(tree, &model);
	block = find_metric_block(&model, wished->name);
	file = block ? tree_file_of(tree, block->name.place.file) : NULL;
	if (!file || error_count())
		return;
	open_lines(file);
	for (int i = 0; i < wished->count; i++) {
		const struct wished_metric *wish = &wished->list[i];

		if (!is_apart(wishes, wish))
			put_metric(file, block, wish->waits ? wish->old : wish->metric, wish->text);
	}
	drop_others(file, block, wishes, wished);
	close_lines(file);
}

struct wished_block *block_called(const struct metric_wishes *wishes, const char *name)
{
	for (int i = 0; i < wishes->count; i++)
		if (!strcmp(wishes->blocks[i].name, name))
			return &wishes->blocks[i];
	return NULL;
}

/* Puts a block behind the blocks that it takes from. */
static void put_with_lenders(struct tree *tree, const struct model *model, struct metric_wishes *wishes,
	struct wished_block *wished)
{
	const struct metric_block *block = find_metric_block(model, wished->name);

	if (wished->is_put)
		return;
	wished->is_put = true;
	for (int i = block ? block->first_line : 0; block && i < block->last_line; i++) {
		const struct line *line = &block->source->lines[i];
		const char *from = i == block->first_line ? block->like.text
			: is_statement(line, "use")       ? line->words[1].text
							  : NULL;
		struct wished_block *lender = from ? block_called(wishes, from) : NULL;

		if (lender)
			put_with_lenders(tree, model, wishes, lender);
	}
	put_block(tree, wishes, wished);
}

static void take_back(struct tree *tree)
{
	for (int i = 0; i < tree->file_count; i++) {
		struct tree_file *file = &tree->files[i];

		if (!ends_with(file->path, "_metrics.pmu"))
			continue;
		if (!file->unput)
			file->unput = file->text;
		file->text = file->unput;
		file->length = strlen(file->text);
		file->changed = false;
	}
}

void put_metrics(struct tree *tree, struct metric_wishes *wishes)
{
	struct model model;

	take_back(tree);
	read_metrics(tree, &model);
	for (int i = 0; i < wishes->count; i++)
		wishes->blocks[i].is_put = false;
	for (int i = 0; i < wishes->count && !error_count(); i++)
		put_with_lenders(tree, &model, wishes, &wishes->blocks[i]);
}

/* ---- wishes ---- */

struct wished_metric *wish_of(const struct wished_block *block, const char *name)
{
	for (int i = 0; i < block->count; i++)
		if (same_name(block->list[i].metric.name, name))
			return &block->list[i];
	return NULL;
}

void add_wish(struct wished_block *block, struct wished_metric wish)
{
	block->list = grow(block->list, block->count, sizeof *block->list);
	block->list[block->count++] = wish;
}

bool is_apart(const struct metric_wishes *wishes, const struct wished_metric *wish)
{
	return wish->is_new && (wish->waits || (!wish->text && !wishes->no_texts));
}

bool has_metrics(const struct metric_wishes *wishes, const struct wished_block *block)
{
	for (int i = 0; i < block->count; i++)
		if (!is_apart(wishes, &block->list[i]))
			return true;
	return false;
}

struct wished_block *wishes_of(struct metric_wishes *wishes, const char *name)
{
	struct wished_block *block = block_called(wishes, name);

	if (block)
		return block;
	wishes->blocks = grow(wishes->blocks, wishes->count, sizeof *wishes->blocks);
	wishes->blocks[wishes->count] = (struct wished_block){ .name = name };
	return &wishes->blocks[wishes->count++];
}

/* Returns whether a block asks questions, which it answers by the vendors' metrics. */
static bool has_questions(const struct metric_block *block)
{
	for (int i = 0; i < block->row_count; i++)
		if (block->rows[i].metric->question || !block->rows[i].metric->formula.text)
			return true;
	return false;
}

void wish_what_is(struct metric_wishes *wishes, const struct model *model)
{
	for (int i = 0; i < model->metric_block_count; i++) {
		const struct metric_block *block = model->metric_blocks[i];
		struct wished_block *wished;

		if (has_questions(block))
			continue;
		wished = wishes_of(wishes, block->name.text);
		wished->path = block->name.place.file;
		wished->in = block->in.text ? block->in.text : block->row_count ? block->rows[0].metric->in.text : NULL;
		for (int k = 0; k < block->row_count; k++)
			add_wish(wished,
				(struct wished_metric){ .metric = metric_here(block->rows[k].metric),
					.text = block->rows[k].metric->text });
	}
}
