/*
 * Checks metrics: formulas that do not parse or never have a value, unknown names, cycles, invalid units, two metrics
 * of one name. Names of events are looked up only as far as the text allows (known_names.c): a file to be loaded may
 * refer to PMUs of the library.
 */
#define _GNU_SOURCE
#include "check.h"

#include "compiler/text/formula_words.h"
#include "known_names.h"
#include "compiler/text/words.h"

#include "formula/formula.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_REFERENCES = 16, MAX_PLAIN_NAME = FORMULA_NAME_TEXT + 1 };

/* ---- formulas by themselves ---- */

static void report_formula(const struct formula_text *formula, const struct metric *metric,
	const struct formula_error *error)
{
	report(formula_place(formula, error->offset), "metric %s: %s%s%s", metric->name, error->message,
		*error->expected ? ", expected " : "", error->expected);
}

/* Returns whether there is no value whatever is counted. */
static bool never_has_value(struct formula *formula)
{
	for (size_t i = 0; i < formula->count; i++) {
		struct formula_step *step = &formula->steps[i];

		if (step->kind >= FORMULA_CONSTANT && step->kind <= FORMULA_CPUID_OF) {
			step->kind = FORMULA_LEAF;
			step->leaf = (int32_t)i;
		}
	}
	return formula_fold(formula->steps, formula->count) == 1 && formula->steps[0].kind == FORMULA_NOTHING;
}

static void check_formula(const struct metric *metric, const struct formula_text *text)
{
	struct formula_error error = { 0 };
	struct formula formula;

	if (is_too_long_for_tables(text->text)) {
		report(text->pieces->place,
			"metric %s: a formula of more than %d bytes: parts that are metrics can stand "
			"in it by their names",
			metric->name, MAX_FORMULA_TEXT);
		return;
	}
	if (!formula_parse(text->text, strlen(text->text), false, &formula, &error)) {
		report_formula(text, metric, &error);
		return;
	}
	if (never_has_value(&formula))
		report(text->pieces->place, "metric %s: no counts give it a value: it divides by 0", metric->name);
	formula_free(&formula);
}

/* Checks a unit: a number or none, then the text. Numbers that strtod() reads in other forms are text. */
static void check_unit(const struct metric *metric)
{
	const char *unit = metric->unit.text;
	size_t digits = strspn(unit, "0123456789"), zeros = strspn(unit, "0.");

	if (*unit == '-' || *unit == '+' || *unit == ' ')
		report(metric->unit.place, "unit %s: expected a number above 0, and at once the unit", unit);
	else if ((digits || *unit == '.') && zeros && !isdigit((unsigned char)unit[zeros]))
		report(metric->unit.place, "unit %s: values would all be 0", unit);
	else if (!strncasecmp(unit, "nan", 3) || !strncasecmp(unit, "inf", 3))
		report(metric->unit.place, "unit %s: a number that is none", unit);
}

static void check_remark(struct model *model, const struct metric *metric)
{
	if (metric->flags & (METRIC_NONE | METRIC_DIFFERS) && !metric->remark)
		report(metric->place, "answer %s: expected %s, behind a colon", metric->name,
			metric->flags & METRIC_NONE ? "the reason" : "the difference");
	if (metric->remark)
		check_text(model, metric->remark, metric->place, "the answer", metric->name, false);
}

static void check_metric(struct model *model, const struct metric *metric, bool allow_missing)
{
	check_text(model, metric->text, metric->place, "metric", metric->name, allow_missing);
	check_remark(model, metric);
	if (metric->formula.text)
		check_formula(metric, &metric->formula);
	if (metric->above.text)
		check_formula(metric, &metric->above);
	if (metric->unit.text)
		check_unit(metric);
}

/* ---- names in a block ---- */

struct names_check {
	const struct known_names *known;
	const struct metric_block *block;
	const struct metric *metric;
	bool is_formula;                /* true for the metric's own formula, where its name refers to an event */
};

/* Returns whether the block lists the name, maybe by a pattern, as unknown. */
static bool is_listed(const struct metric_block *block, const char *name)
{
	char pattern[MAX_PLAIN_NAME];

	for (int i = 0; i < block->unknown.count; i++) {
		const char *text = block->unknown.names[i].text;

		if (formula_plain_name(text, strlen(text), pattern, sizeof pattern) < sizeof pattern &&
			!fnmatch(pattern, name, FNM_CASEFOLD))
			return true;
	}
	return false;
}

/* Returns whether the name stands for a time instead of an event. */
static bool is_time(const char *name)
{
	static const char *const times[] = { "duration_time", "user_time", "system_time" };

	for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
		if (same_name(name, times[i]))
			return true;
	return false;
}

static bool is_constant(const char *name)
{
	static const char *const constants[] = { "#smt_on", "#num_packages", "#num_dies", "#num_cores", "#num_cpus",
		"#num_cpus_online", "#has_pmem", "#slots", "#system_tsc_freq", "#sve_bits", "#core_wide",
		"#target_cpu" };

	for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
		if (same_name(name, constants[i]))
			return true;
	return false;
}

static bool knows_metric(const struct names_check *check, const char *name)
{
	return find_known_metric(check->known, check->block, name, check->metric->in.text);
}

static void check_event(const struct names_check *check, const char *name, struct place place)
{
	const char *missing = NULL;

	if (!is_listed(check->block, name) &&
		!knows_event(check->known, check->block, check->metric->in.text, name, &missing))
		report(place, "metric %s: %s is no metric, and no event of %s", check->metric->name, name, missing);
}

static void check_name(const struct names_check *check, const struct formula_step *step, const char *text,
	struct place place)
{
	char name[MAX_PLAIN_NAME];

	formula_plain_name(text + step->offset, step->length, name, sizeof name);
	if (step->kind == FORMULA_CONSTANT) {
		if (!is_constant(name))
			report(place, "metric %s: no constant %s", check->metric->name, name);
	} else if (step->kind == FORMULA_NAME) {
		bool itself = check->is_formula && same_name(name, check->metric->name);

		if ((itself || !knows_metric(check, name)) && !is_time(name))
			check_event(check, name, place);
	} else if (step->kind == FORMULA_COUNT_OF) {
		check_event(check, name, place);
	}
}

static void check_formula_names(const struct names_check *check, const struct formula_text *text)
{
	struct formula_error error;
	struct formula formula;

	if (!text->text || !formula_parse(text->text, strlen(text->text), false, &formula, &error))
		return;
	for (size_t i = 0; i < formula.count; i++)
		if (formula.steps[i].kind >= FORMULA_CONSTANT && formula.steps[i].kind <= FORMULA_HAS_OF)
			check_name(check, &formula.steps[i], text->text,
				formula_place(text, formula.steps[i].offset));
	formula_free(&formula);
}

/* Checks parents or related metrics, separated by commas. what: which of them, for the message. */
static void check_listed_metrics(const struct names_check *check, struct word list, const char *what)
{
	for (struct item *item = list.text ? cut_list(list.text) : NULL; item; item = item->next)
		if (!knows_metric(check, item->text) && !is_listed(check->block, item->text))
			report(list.place, "metric %s: %s %s is no metric here", check->metric->name, what, item->text);
}

/* Checks events to sample, which are written as in a formula. */
static void check_samples(const struct names_check *check)
{
	const struct word *list = &check->metric->sample;

	for (struct item *item = list->text ? cut_list(list->text) : NULL; item; item = item->next) {
		char name[MAX_PLAIN_NAME];

		if (formula_plain_name(item->text, strlen(item->text), name, sizeof name) < sizeof name)
			check_event(check, name, list->place);
	}
}

static void check_block_names(const struct known_names *known, const struct metric_block *block)
{
	for (int i = 0; i < block->row_count; i++) {
		const struct metric *metric = block->rows[i].metric;
		struct names_check check = { known, block, metric, true };

		check_formula_names(&check, &metric->formula);
		check.is_formula = false;
		check_formula_names(&check, &metric->above);
		check_listed_metrics(&check, metric->parent, "its parent");
		check_listed_metrics(&check, metric->related, "the related");
		check_samples(&check);
	}
}

/* ---- names of one machine ---- */

/* Returns whether two metrics of one name are no rivals: a question without an answer may have one by another PMU. */
static bool same_formulas(const struct metric *a, const struct metric *b)
{
	return (a->flags | b->flags) & METRIC_NONE || (same_text(a->formula.text, b->formula.text) &&
		same_text(a->above.text, b->above.text));
}

static bool is_same(const struct metric *a, const struct metric *b)
{
	return same_name(a->name, b->name) && same_text(a->in.text, b->in.text);
}

static void report_second(const struct metric *first, const struct metric *second)
{
	report(second->place, "another metric of the machine is called %s, in line %d of %s", second->name,
		first->place.line, first->place.file);
}

/* Drops a block's second metric of a name if its formula is the same, and reports others. */
static void drop_repeated(struct metric_block *block)
{
	int kept = 0;

	for (int i = 0; i < block->row_count; i++) {
		const struct metric *metric = block->rows[i].metric;
		int k = 0;

		while (k < kept && !is_same(block->rows[k].metric, metric))
			k++;
		if (k < kept && same_formulas(block->rows[k].metric, metric))
			say(stderr, "%s:%d:%d: metric %s is there already, with the same formula: dropped\n",
				metric->place.file, metric->place.line, metric->place.column, metric->name);
		else if (k < kept)
			report_second(block->rows[k].metric, metric);
		if (k == kept)
			block->rows[kept++] = block->rows[i];
	}
	block->row_count = kept;
}

static void check_rivals(const struct metric_block *block, const struct metric_block *other)
{
	for (int i = 0; i < block->row_count; i++)
		for (int k = 0; k < other->row_count; k++)
			if (is_same(block->rows[i].metric, other->rows[k].metric) &&
				!same_formulas(block->rows[i].metric, other->rows[k].metric))
				report_second(other->rows[k].metric, block->rows[i].metric);
}

/* ---- circles ---- */

struct walk {
	const struct known_names *known;
	const struct metric_block *block;
};

static int height_of(const struct walk *walk, struct metric *metric);

/* Returns the height of the metric of a name in a formula of from; 0: it is no metric. */
static int height_of_name(const struct walk *walk, const struct metric *from, const struct formula_step *step)
{
	char name[MAX_PLAIN_NAME];
	struct metric *metric;

	formula_plain_name(from->formula.text + step->offset, step->length, name, sizeof name);
	if (same_name(name, from->name))
		return 0;
	metric = find_known_metric(walk->known, walk->block, name, from->in.text);
	if (metric && metric->is_open) {
		report(formula_place(&from->formula, step->offset), "metric %s: %s is computed from it, too",
			from->name, name);
		return 0;
	}
	return metric ? height_of(walk, metric) : 0;
}

/* Returns how many metrics build on each other, this one included. It may differ from another block's. */
static int height_of(const struct walk *walk, struct metric *metric)
{
	struct formula_error error;
	struct formula formula;
	int highest = 0;

	if (metric->walked == walk->block)
		return metric->height;
	metric->walked = walk->block;
	metric->height = 1;
	if (!metric->formula.text ||
		!formula_parse(metric->formula.text, strlen(metric->formula.text), false, &formula, &error))
		return 1;
	metric->is_open = true;
	for (size_t i = 0; i < formula.count; i++)
		if (formula.steps[i].kind == FORMULA_NAME) {
			int height = height_of_name(walk, metric, &formula.steps[i]);

			highest = height > highest ? height : highest;
		}
	metric->is_open = false;
	formula_free(&formula);
	if (highest == MAX_REFERENCES)
		report(metric->place, "metric %s: more than %d metrics that refer to each other", metric->name,
			MAX_REFERENCES);
	return metric->height = highest + 1;
}

/* ---- all of it ---- */

static bool is_for_machines(const struct metric_block *block)
{
	return block->everywhere || block->pmu_count;
}

/* Checks for formulas, which only questions lack, for blocks that take them. */
static void check_has_formula(const struct metric_block *block, const struct metric_row *row)
{
	const struct metric *metric = row->metric;

	if (metric->formula.text || metric->flags & METRIC_NONE)
		return;
	if (metric->flags & METRIC_ANSWER)
		report(metric->place, "answer %s: expected a formula below it, none or from=METRICS", metric->name);
	else if (is_for_machines(block) && row->taken)
		report(block->name.place, "metrics %s do not answer %s", block->name.text, metric->name);
	else if (is_for_machines(block) || !block->used)
		report(metric->place, "metric %s has no formula", metric->name);
}

static void check_block(const struct model *model, const struct metric_block *block)
{
	if (!block->everywhere && !block->pmu_count && !block->used)
		report(block->name.place, "metrics %s name no PMU, and nobody takes them", block->name.text);
	if (block->with && !block->pmu_count)
		report(block->name.place, "metrics %s have conditions of devices, and no PMU whose", block->name.text);
	for (int i = 0; i < block->pmu_count && !model->loaded; i++)
		if (!find_pmu(model, block->pmus[i].text))
			report(block->pmus[i].place, "no PMU %s", block->pmus[i].text);
	if (block->in.text && !block->row_count && !model->loaded && !find_pmu(model, block->in.text))
		report(block->in.place, "no PMU %s", block->in.text);
	for (int i = 0; i < block->row_count && !model->loaded; i++)
		if (block->rows[i].metric->in.text && !find_pmu(model, block->rows[i].metric->in.text))
			report(block->rows[i].metric->in.place, "no PMU %s", block->rows[i].metric->in.text);
}

static void check_together(const struct model *model)
{
	struct known_names *known = list_known_names(model);

	for (int i = 0; i < model->metric_block_count; i++) {
		const struct metric_block *block = model->metric_blocks[i];
		struct walk walk = { known, block };

		if (!is_for_machines(block))
			continue;
		check_block_names(known, block);
		for (int k = 0; k < block->row_count; k++)
			height_of(&walk, block->rows[k].metric);
		for (int k = 0; k < i; k++) {
			const struct metric_block *other = model->metric_blocks[k];

			if (is_for_machines(other) && are_rivals(block, other))
				check_rivals(block, other);
		}
	}
	free_known_names(known);
}

static void check_row(struct model *model, const struct metric_block *block, const struct metric_row *row,
	bool allow_missing)
{
	check_has_formula(block, row);
	if (!row->taken)
		check_metric(model, row->metric, allow_missing);
}

void check_metrics(struct model *model, bool allow_missing)
{
	if (!model->metric_block_count)
		return;
	for (int i = 0; i < model->metric_block_count; i++) {
		struct metric_block *block = model->metric_blocks[i];

		check_block(model, block);
		for (int k = 0; k < block->row_count; k++)
			check_row(model, block, &block->rows[k], allow_missing);
		drop_repeated(block);
	}
	if (!error_count())
		check_together(model);
}
