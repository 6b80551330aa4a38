/*
 * Metrics: named formulas. A block has lines about the machines that it is for, indented, and then its metrics, whose
 * formulas stand below them:
 *
 *   metrics NAME [like OTHER]
 *     pmu PMU ... | any        with CONDITIONS        slots N        for PROCESSOR        unknown NAME ... : REASON
 *     in PMU
 *   metric NAME [WORD]... : DESCRIPTION
 *     = FORMULA
 *     above FORMULA
 *   answer NAME [from=OTHER] [unit=UNIT] [differs | none] [: REMARK]
 *     = FORMULA
 *   use OTHER [NAME]...
 *   drop NAME ...
 *
 * What a metric's line says does not depend on the block that has it in the end: a metric is read once, and blocks that
 * take it from another one point at it. A question is a metric without a formula, in a block that only lends; a block
 * that takes it answers it for its machines.
 */
#define _GNU_SOURCE
#include "parse.h"

#include <stdlib.h>
#include <string.h>

/* ---- lines about the block ---- */

static void parse_block_pmus(const struct line *line, struct metric_block *block)
{
	for (int i = 1; i < line->count; i++) {
		if (!strcmp(line->words[i].text, "any")) {
			block->everywhere = true;
			continue;
		}
		block->pmus = grow(block->pmus, block->pmu_count, sizeof *block->pmus);
		block->pmus[block->pmu_count++] = line->words[i];
	}
	if (block->everywhere && block->pmu_count)
		report(line->words[0].place, "metrics of any PMU name no other");
}

static void parse_block_with(const struct line *line, struct metric_block *block)
{
	if (block->with)
		report(line->words[0].place, "a second line with");
	block->with = line->words[1].text;
	check_device_conditions(line->words[1], block->with);
	if (line->count > 2)
		report(line->words[2].place, "more than one word after with");
}

static void parse_block_slots(const struct line *line, struct metric_block *block)
{
	uint64_t slots = 0;

	if (number_of(line->words[1], line->words[1].text, 0xffff, &slots))
		block->slots = (uint16_t)slots;
	if (line->count > 2)
		report(line->words[2].place, "more than one number after slots");
}

static void parse_block_for(const struct line *line, struct metric_block *block)
{
	int count = 0;
	struct table_condition *more = parse_conditions(line, 1, &count);

	for (int i = 0; i < count; i++) {
		block->conditions = grow(block->conditions, block->condition_count, sizeof *block->conditions);
		block->conditions[block->condition_count++] = more[i];
	}
	free(more);
}

static void parse_block_in(const struct line *line, struct metric_block *block)
{
	if (block->in.text)
		report(line->words[0].place, "a second line in");
	block->in = line->words[1];
	if (line->count > 2)
		report(line->words[2].place, "more than one PMU after in");
}

static void parse_block_unknown(const struct line *line, struct metric_block *block)
{
	if (!line->text || !*line->text)
		report(line->words[0].place, "expected the reason, behind a colon");
	for (int i = 1; i < line->count; i++) {
		struct unknown_names *unknown = &block->unknown;

		unknown->names = grow(unknown->names, unknown->count, sizeof *unknown->names);
		unknown->names[unknown->count++] = line->words[i];
	}
}

static const struct {
	const char *word;
	void (*parse)(const struct line *line, struct metric_block *block);
} block_lines[] = { { "pmu", parse_block_pmus }, { "with", parse_block_with }, { "slots", parse_block_slots },
	{ "for", parse_block_for }, { "unknown", parse_block_unknown }, { "in", parse_block_in } };

/* Parses an indented line above the first metric. */
static void parse_block_line(const struct line *line, struct metric_block *block)
{
	for (size_t i = 0; i < sizeof block_lines / sizeof block_lines[0]; i++)
		if (!strcmp(line->words[0].text, block_lines[i].word)) {
			if (line->count < 2)
				report(line->words[0].place, "%s: expected a word behind it", line->words[0].text);
			else
				block_lines[i].parse(line, block);
			if (line->text && strcmp(block_lines[i].word, "unknown") != 0)
				report(line->text_place, "a description, but of nothing");
			return;
		}
	report(line->words[0].place,
		"%s: expected pmu, with, slots, for, in or unknown, and below them metric, answer, use or drop",
		line->words[0].text);
}

/* ---- a metric ---- */

static const struct named together_words[] = { { "no", TOGETHER_NO }, { "no-nmi", TOGETHER_NO_NMI },
	{ "no-smt", TOGETHER_NO_SMT }, { "no-nmi-threshold", TOGETHER_NO_NMI_THRESHOLD }, { NULL, 0 } };

static void parse_together(struct word word, const char *value, struct metric *metric)
{
	const struct named *together = find_named(together_words, value);

	if (!together)
		report(word.place, "%s: expected no, no-nmi, no-smt or no-nmi-threshold", word.text);
	else
		metric->together = (uint8_t)together->value;
}

static void read_metric_level(struct word word, const char *value, struct metric *metric)
{
	uint64_t level = 0;

	if (number_of(word, value, 255, &level))
		metric->level = (uint8_t)level;
}

/* Finds a word whose value is kept unchanged, and where it is kept. */
static bool find_text_word(struct metric *metric, const char *word, const char **value, struct word **to)
{
	const struct {
		const char *key;
		struct word *to;
	} words[] = { { "unit", &metric->unit }, { "groups", &metric->groups }, { "parent", &metric->parent },
		{ "sample", &metric->sample }, { "related", &metric->related }, { "in", &metric->in },
		{ "apart", &metric->apart }, { "default", &metric->default_group } };

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if ((*value = value_of(word, words[i].key))) {
			*to = words[i].to;
			return true;
		}
	return false;
}

static void parse_metric_word(struct word word, struct metric *metric)
{
	const char *value;
	struct word *to;

	if (find_text_word(metric, word.text, &value, &to)) {
		if (to->text)
			report(word.place, "%s: said before", word.text);
		else if (!*value)
			report(word.place, "%s: expected a value", word.text);
		*to = (struct word){ value, word.place };
		to->place.column += (int)(value - word.text);
	} else if (!strcmp(word.text, "default")) {
		metric->default_group = (struct word){ "Default", word.place };
	} else if (!strcmp(word.text, "per=instance")) {
		metric->flags |= METRIC_PER_INSTANCE;
	} else if ((value = value_of(word.text, "together"))) {
		parse_together(word, value, metric);
	} else if ((value = value_of(word.text, "level"))) {
		read_metric_level(word, value, metric);
	} else {
		report(word.place, "unknown word %s", word.text);
	}
	if (metric->default_group.text)
		metric->flags |= METRIC_DEFAULT;
}

/* Adds one more line of a formula. */
static void add_formula_piece(struct formula_text *formula, const struct line *line)
{
	size_t length = formula->text ? strlen(formula->text) + 1 : 0, more = strlen(line->formula);

	formula->text = need(realloc(formula->text, length + more + 1));
	if (length)
		formula->text[length - 1] = ' ';
	memcpy(formula->text + length, line->formula, more + 1);
	formula->pieces = grow(formula->pieces, formula->piece_count, sizeof *formula->pieces);
	formula->pieces[formula->piece_count++] = (struct formula_piece){ line->formula_place, length };
}

static struct metric *parse_metric(const struct line *line)
{
	struct metric *metric = need(calloc(1, sizeof *metric));

	metric->name = line->words[1].text;
	metric->place = line->words[1].place;
	metric->text = line->text;
	if (!*metric->name || strpbrk(metric->name, " ,/:="))
		report(metric->place, "%s: names of metrics have no blank, comma, slash, colon or =", metric->name);
	for (int i = 2; i < line->count; i++)
		parse_metric_word(line->words[i], metric);
	return metric;
}

/* ---- blocks ---- */

static void add_metric_block(struct model *model, struct metric_block *block)
{
	struct metric_block *other = find_metric_block(model, block->name.text);

	if (other)
		report(block->name.place, "other metrics are called %s, those of line %d of %s", block->name.text,
			other->name.place.line, other->name.place.file);
	model->metric_blocks = grow(model->metric_blocks, model->metric_block_count, sizeof *model->metric_blocks);
	model->metric_blocks[model->metric_block_count++] = block;
}

bool is_of_lender(const struct source *source, int first, const struct line *line)
{
	static const char *const words[] = { "pmu", "with", "for", "slots" };

	if (!source->of_package || strcmp(source->lines[first].words[0].text, "metrics") != 0)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (is_statement(line, words[i]))
			return true;
	return false;
}

void parse_metrics(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct metric_block *block = need(calloc(1, sizeof *block));
	bool of_block = true;

	block->name = line->words[1];
	if (line->count > 3 && !strcmp(line->words[2].text, "like"))
		block->like = line->words[3];
	if (line->count != (block->like.text ? 4 : 2))
		report(line->words[2].place, "expected like and the name of other metrics, or nothing");
	block->source = source;
	block->first_line = *number;
	for (++*number; *number < source->count && !starts_block(&source->lines[*number]); ++*number) {
		line = &source->lines[*number];
		of_block &= line->indented && !line->formula;
		if (of_block && !is_of_lender(source, block->first_line, line))
			parse_block_line(line, block);
	}
	block->last_line = *number;
	add_metric_block(model, block);
}

/* ---- what a block consists of ---- */

static void expand_metric_block(struct model *model, struct metric_block *block);

static void add_metric_row(struct metric_block *block, struct metric_row row)
{
	block->rows = grow(block->rows, block->row_count, sizeof *block->rows);
	block->rows[block->row_count++] = row;
}

static bool same_kind_of_core(const struct metric *a, const struct metric *b)
{
	return same_text(a->in.text, b->in.text);
}

/* Returns the taken row that metric replaces; -1: none. */
static int find_taken_metric(const struct metric_block *block, const struct metric *metric)
{
	for (int i = 0; i < block->row_count; i++)
		if (block->rows[i].taken && same_name(block->rows[i].metric->name, metric->name) &&
			same_kind_of_core(block->rows[i].metric, metric))
			return i;
	return -1;
}

static void take_metric(struct metric_block *block, struct metric *metric)
{
	int at = find_taken_metric(block, metric);

	if (at < 0)
		add_metric_row(block, (struct metric_row){ metric, true });
	else
		block->rows[at].metric = metric;
}

/* Returns the block of that name, expanded; NULL: reported. */
static struct metric_block *block_to_take(struct model *model, struct word name)
{
	struct metric_block *other = find_metric_block(model, name.text);

	if (!other || other->open) {
		report(name.place, other ? "metrics %s would be made of themselves" : "no metrics %s", name.text);
		return NULL;
	}
	other->used = true;
	expand_metric_block(model, other);
	return other;
}

static void take_named_metric(struct metric_block *block, const struct metric_block *other, struct word name)
{
	bool found = false;

	for (int i = 0; i < other->row_count; i++)
		if (same_name(other->rows[i].metric->name, name.text)) {
			take_metric(block, other->rows[i].metric);
			found = true;
		}
	if (!found)
		report(name.place, "no metric %s to use", name.text);
}

static void take_metrics(struct model *model, struct metric_block *block, const struct word *words, int count)
{
	struct metric_block *other = block_to_take(model, words[0]);

	for (int i = 0; other && count == 1 && i < other->row_count; i++)
		take_metric(block, other->rows[i].metric);
	for (int i = 1; other && i < count; i++)
		take_named_metric(block, other, words[i]);
}

/* Drops NAME for every core type. */
static void drop_metric(struct metric_block *block, struct word name)
{
	int kept = 0;

	for (int i = 0; i < block->row_count; i++)
		if (!block->rows[i].taken || !same_name(block->rows[i].metric->name, name.text))
			block->rows[kept++] = block->rows[i];
	if (kept == block->row_count)
		report(name.place, "no %s was taken from elsewhere", name.text);
	block->row_count = kept;
}

static void own_metric(struct metric_block *block, struct metric *metric)
{
	int at = find_taken_metric(block, metric);

	if (at < 0)
		add_metric_row(block, (struct metric_row){ metric, false });
	else
		block->rows[at] = (struct metric_row){ metric, false };
}

/* ---- answers ---- */

/* Returns the row of a question that was taken; NULL: reported. */
static struct metric_row *find_question(struct metric_block *block, struct word name)
{
	for (int i = 0; i < block->row_count; i++)
		if (block->rows[i].taken && same_name(block->rows[i].metric->name, name.text))
			return &block->rows[i];
	report(name.place, "no question %s was taken from elsewhere, or it is answered twice", name.text);
	return NULL;
}

/* Answers by the vendor's metric of the same name, and puts it into the groups of the question, too. */
static void answer_from(struct model *model, struct metric *answer, struct word word, const char *block)
{
	const struct metric_block *other = block_to_take(model, (struct word){ block, word.place });
	const struct metric question = *answer;
	char *groups;

	for (int i = 0; other && i < other->row_count; i++) {
		if (!same_name(other->rows[i].metric->name, question.name))
			continue;
		*answer = *other->rows[i].metric;
		answer->place = question.place;
		answer->remark = question.remark;
		answer->question = question.question;
		answer->flags |= question.flags;
		if (answer->groups.text && question.groups.text) {
			groups = need(malloc(strlen(question.groups.text) + strlen(answer->groups.text) + 2));
			stpcpy(stpcpy(stpcpy(groups, question.groups.text), ","), answer->groups.text);
			answer->groups.text = groups;
		} else if (question.groups.text) {
			answer->groups = question.groups;
		}
		return;
	}
	if (other)
		report(word.place, "no metric %s in %s", question.name, block);
}

static void parse_answer_word(struct model *model, struct word word, struct metric *answer)
{
	const char *from = value_of(word.text, "from"), *unit = value_of(word.text, "unit");

	if (from)
		answer_from(model, answer, word, from);
	else if (unit && *unit)
		answer->unit = (struct word){ unit, word.place };
	else if (!strcmp(word.text, "none"))
		answer->flags |= METRIC_NONE;
	else if (!strcmp(word.text, "differs"))
		answer->flags |= METRIC_DIFFERS;
	else
		report(word.place, "%s: expected from=METRICS, unit=UNIT, differs or none", word.text);
}

/* Answers a question. Returns the metric that formulas below belong to; NULL: none do. */
static struct metric *answer_question(struct model *model, struct metric_block *block, const struct line *line)
{
	struct metric_row *row = find_question(block, line->words[1]);
	struct metric *answer = need(calloc(1, sizeof *answer));

	if (!row)
		return NULL;
	*answer = row->metric->question ? *row->metric->question : *row->metric;
	answer->question = row->metric->question ? row->metric->question : row->metric;
	answer->place = line->words[1].place;
	answer->remark = line->text;
	answer->flags |= METRIC_ANSWER;
	*row = (struct metric_row){ answer, false };
	for (int i = 2; i < line->count; i++)
		parse_answer_word(model, line->words[i], answer);
	return answer->formula.text || answer->flags & METRIC_NONE ? NULL : answer;
}

/* Expands metric, answer, use or drop. Returns the metric that formulas below belong to; NULL: none. */
static struct metric *expand_metric_line(struct model *model, struct metric_block *block, const struct line *line)
{
	struct metric *metric = NULL;

	if (line->count < 2) {
		report(line->words[0].place, "%s: expected a name behind it", line->words[0].text);
	} else if (!strcmp(line->words[0].text, "use")) {
		take_metrics(model, block, line->words + 1, line->count - 1);
	} else if (!strcmp(line->words[0].text, "drop")) {
		for (int i = 1; i < line->count; i++)
			drop_metric(block, line->words[i]);
	} else if (!strcmp(line->words[0].text, "metric")) {
		metric = parse_metric(line);
		own_metric(block, metric);
	} else if (!strcmp(line->words[0].text, "answer")) {
		metric = answer_question(model, block, line);
	} else {
		report(line->words[0].place, "%s: expected metric, answer, use or drop", line->words[0].text);
	}
	return metric;
}

static void expand_metric_rows(struct model *model, struct metric_block *block)
{
	struct metric *metric = NULL;
	bool of_block = true;

	for (int i = block->first_line + 1; i < block->last_line; i++) {
		const struct line *line = &block->source->lines[i];

		of_block &= line->indented && !line->formula;
		if (of_block)
			continue;
		if (line->formula && metric)
			add_formula_piece(*line->words[0].text == '=' ? &metric->formula : &metric->above, line);
		else if (line->indented)
			report(line->words[0].place,
				line->formula ? "a formula, but of no metric" : "expected = or above, and a formula");
		else
			metric = expand_metric_line(model, block, line);
	}
}

static void expand_metric_block(struct model *model, struct metric_block *block)
{
	if (block->expanded)
		return;
	block->expanded = block->open = true;
	if (block->like.text)
		take_metrics(model, block, &block->like, 1);
	expand_metric_rows(model, block);
	block->open = false;
}

/* Gives all metrics of a block its core type, in copies, as other blocks may have taken them. */
static void put_core_type(struct metric_block *block)
{
	for (int i = 0; i < block->row_count && block->in.text; i++) {
		struct metric *own = need(malloc(sizeof *own));

		*own = *block->rows[i].metric;
		own->in = block->in;
		block->rows[i].metric = own;
	}
}

void expand_metrics(struct model *model)
{
	for (int i = 0; i < model->metric_block_count; i++)
		expand_metric_block(model, model->metric_blocks[i]);
	for (int i = 0; i < model->metric_block_count; i++)
		put_core_type(model->metric_blocks[i]);
}
