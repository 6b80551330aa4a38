/*
 * Builds the rows of metrics. Many CPUs share metrics, and many different metrics share a formula, a unit or groups:
 * equal rows are stored once. A formula is a run of word numbers.
 */
#define _GNU_SOURCE
#include "build.h"
#include "compiler/text/formula_words.h"

#include "tables/hash.h"

#include <stdlib.h>
#include <string.h>

struct metric_builder {
	struct body *body;
	struct pool strings, words, pieces, kinds, notes, metrics;
	struct formula_runs runs;
	struct pool formula_texts;      /* formulas, their words separated by one blank */
	struct pool formula_numbers;    /* offsets in formula_texts, by number of formula */
};

static uint32_t string_of(struct metric_builder *b, const char *text)
{
	return text ? pool_string(&b->strings, text) : 0;
}

/* ---- formulas ---- */

static char *join_words(const struct word_list *words)
{
	size_t length = 1;
	char *text, *at;

	for (int i = 0; i < words->count; i++)
		length += strlen(words->words[i]) + 1;
	text = at = need(malloc(length));
	for (int i = 0; i < words->count; i++) {
		if (i)
			*at++ = ' ';
		at = stpcpy(at, words->words[i]);
	}
	*at = '\0';
	return text;
}

static void add_symbol(struct metric_builder *b, int symbol)
{
	b->runs.symbols = grow(b->runs.symbols, b->runs.count, sizeof *b->runs.symbols);
	b->runs.symbols[b->runs.count++] = symbol;
}

/* Adds a word or piece, which are counted together. */
static void add_token(struct metric_builder *b, struct pool *words, const char *text, struct place place)
{
	struct table_formula_word word = { .text = string_of(b, text) };
	uint32_t number = pool_record(words, &word, sizeof word);
	uint16_t ignored;

	PUT(ignored, b->words.used + b->pieces.used, place, "different words of formulas");
	add_symbol(b, words == &b->words ? (int)number : symbol_of_piece((int)number));
}

static void add_formula(struct metric_builder *b, const struct word_list *words, struct place place)
{
	for (int i = 0; i < words->count; i++) {
		const char *word = words->words[i];

		for (const char *at = word; *at;) {
			size_t length = piece_length(word, at);
			char *piece = copy_text(at, length);

			add_token(b, at == word ? &b->words : &b->pieces, piece, place);
			free(piece);
			at += length;
		}
	}
	add_symbol(b, SYMBOL_BETWEEN);
	b->runs.runs++;
}

/* Returns the number of a run of words, which are freed; 0: it has none. */
static uint32_t run_of(struct metric_builder *b, struct word_list words, struct place place)
{
	char *text = join_words(&words);
	uint32_t at = pool_string(&b->formula_texts, text);
	uint32_t number = pool_record(&b->formula_numbers, &at, sizeof at);

	if (number == (uint32_t)b->runs.runs)
		add_formula(b, &words, place);
	free(text);
	free_formula_words(&words);
	return number;
}

/* Returns the number of the formula; 0: there is none. */
static uint32_t formula_of(struct metric_builder *b, const struct formula_text *formula)
{
	return formula->text ? run_of(b, cut_formula_words(formula->text), formula->pieces->place) : 0;
}

static uint32_t description_of(struct metric_builder *b, const struct metric *metric)
{
	return metric->text ? run_of(b, cut_words_at_blanks(metric->text), metric->place) : 0;
}

/* ---- metrics ---- */

static uint32_t metric_kind_of(struct metric_builder *b, const struct metric *metric)
{
	struct table_metric_kind row = { .level = metric->level, .together = metric->together, .flags = metric->flags };

	row.unit = string_of(b, metric->unit.text);
	row.groups = string_of(b, metric->groups.text);
	row.parent = string_of(b, metric->parent.text);
	row.apart = string_of(b, metric->apart.text);
	row.default_group = string_of(b, metric->default_group.text);
	return pool_record(&b->kinds, &row, sizeof row);
}

static uint32_t metric_note_of(struct metric_builder *b, const struct metric *metric)
{
	struct table_metric_note row = { .sample = string_of(b, metric->sample.text),
		.related = string_of(b, metric->related.text) };

	if (metric->remark)
		PUT(row.remark, run_of(b, cut_words_at_blanks(metric->remark), metric->place), metric->place,
			"different descriptions and formulas");
	return pool_record(&b->notes, &row, sizeof row);
}

static uint32_t metric_of(struct metric_builder *b, const struct metric *metric)
{
	struct table_metric row = { .name = string_of(b, metric->name) };

	PUT(row.text, description_of(b, metric), metric->place, "different descriptions and formulas");
	PUT(row.formula, formula_of(b, &metric->formula), metric->place, "different formulas");
	PUT(row.threshold, formula_of(b, &metric->above), metric->place, "different formulas");
	PUT(row.kind, metric_kind_of(b, metric), metric->place, "different kinds of metrics");
	PUT(row.note, metric_note_of(b, metric), metric->place, "different notes on metrics");
	return pool_record(&b->metrics, &row, sizeof row);
}

/* ---- blocks ---- */

static int compare_without_case(const char *a, const char *b)
{
	while (*a && ascii_lower((unsigned char)*a) == ascii_lower((unsigned char)*b))
		a++, b++;
	return ascii_lower((unsigned char)*a) - ascii_lower((unsigned char)*b);
}

/* Compares as compare_metrics() of the library. */
static int compare_rows(const void *a, const void *b)
{
	return compare_without_case(((const struct metric_row *)a)->metric->name,
		((const struct metric_row *)b)->metric->name);
}

/* Builds the metrics of one core type; in: NULL: of none. */
static void build_metric_rows(struct metric_builder *b, const struct metric_block *block, const char *in,
	struct table_metric_set *set)
{
	struct metric_row *rows = need(calloc((size_t)block->row_count + 1, sizeof *rows));
	uint16_t number;
	int count = 0;

	for (int i = 0; i < block->row_count; i++)
		if (same_text(block->rows[i].metric->in.text, in))
			rows[count++] = block->rows[i];
	qsort(rows, (size_t)count, sizeof *rows, compare_rows);
	set->first = b->body->sections[SECTION_metric_rows].count;
	PUT(set->count, count, block->name.place, "metrics of a block");
	for (int i = 0; i < count; i++) {
		PUT(number, metric_of(b, rows[i].metric), rows[i].metric->place, "different metrics");
		memcpy(body_add_rows(b->body, SECTION_metric_rows, 1), &number, sizeof number);
	}
	free(rows);
}

static void build_metric_pmus(struct metric_builder *b, const struct metric_block *block, struct table_metric_set *set)
{
	PUT(set->first_pmu, b->body->sections[SECTION_metric_pmus].count, block->name.place, "PMUs of metrics");
	PUT(set->pmus, block->pmu_count, block->name.place, "PMUs of metrics");
	for (int i = 0; i < block->pmu_count; i++) {
		struct table_metric_pmu row = { .name = string_of(b, block->pmus[i].text) };

		memcpy(body_add_rows(b->body, SECTION_metric_pmus, 1), &row, sizeof row);
	}
}

static void build_metric_conditions(struct metric_builder *b, const struct metric_block *block,
	struct table_metric_set *set)
{
	PUT(set->condition, b->body->sections[SECTION_conditions].count, block->name.place, "conditions");
	PUT(set->conditions, block->condition_count, block->name.place, "conditions of metrics");
	for (int i = 0; i < block->condition_count; i++)
		memcpy(body_add_rows(b->body, SECTION_conditions, 1), &block->conditions[i],
			sizeof block->conditions[i]);
}

static void build_metric_set(struct metric_builder *b, const struct metric_block *block, const char *in)
{
	struct table_metric_set row = { .slots = block->slots };

	row.name = string_of(b, block->name.text);
	row.in = string_of(b, in);
	row.with = string_of(b, block->with);
	build_metric_rows(b, block, in, &row);
	build_metric_pmus(b, block, &row);
	build_metric_conditions(b, block, &row);
	memcpy(body_add_rows(b->body, SECTION_metric_sets, 1), &row, sizeof row);
}

/* Returns whether an earlier metric of the block is of the same core type. */
static bool is_built(const struct metric_block *block, int number)
{
	for (int i = 0; i < number; i++)
		if (same_text(block->rows[i].metric->in.text, block->rows[number].metric->in.text))
			return true;
	return false;
}

/* Builds a set for each core type, but none for a block that only lends: those that took its metrics have them. */
static void build_metric_block(struct metric_builder *b, const struct metric_block *block)
{
	for (int i = 0; i < block->row_count && (block->everywhere || block->pmu_count); i++)
		if (!is_built(block, i))
			build_metric_set(b, block, block->rows[i].metric->in.text);
}

/* Builds number 0 of all that is optional: none. */
static void build_no_metric(struct metric_builder *b)
{
	static const struct metric nothing;

	string_of(b, "");
	run_of(b, (struct word_list){ NULL, 0 }, nothing.place);
	metric_kind_of(b, &nothing);
	metric_note_of(b, &nothing);
}

void build_metrics(const struct model *model, struct body *body)
{
	struct metric_builder builder = { .body = body }, *b = &builder;

	build_no_metric(b);
	for (int i = 0; i < model->metric_block_count; i++)
		build_metric_block(b, model->metric_blocks[i]);
	body_take_pool(body, SECTION_formula_words, &b->words);
	body_take_pool(body, SECTION_formula_pieces, &b->pieces);
	body_take_pool(body, SECTION_metric_kinds, &b->kinds);
	body_take_pool(body, SECTION_metric_notes, &b->notes);
	body_take_pool(body, SECTION_metrics, &b->metrics);
	body_take_pool(body, SECTION_metric_strings, &b->strings);
	if (!model->only_checked)
		share_phrases(body, &b->runs);
}
