/*
 * References from a metric to others (events to sample, related metrics, the parent) are checked when all metrics are
 * known: their order in a vendor's file is arbitrary, and some are in another file.
 */
#include "metrics.h"
#include "import.h"
#include "index.h"
#include "left_out.h"
#include "paths.h"
#include "rows.h"

#include "compiler/text/formula_words.h"
#include "compiler/text/words.h"

#include "formula/formula.h"
#include "tables/body.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- blocks ---- */

struct import_metrics *metrics_block(struct import *import, const char *cpu, const char *name, const char *pmu)
{
	struct import_metrics *block;

	for (int i = 0; i < import->metric_block_count; i++)
		if (!strcmp(import->metric_blocks[i]->name, name))
			return import->metric_blocks[i];
	block = need(calloc(1, sizeof *block));
	block->name = name;
	block->pmu = pmu;
	block->cpu = cpu;
	import->metric_blocks = grow(import->metric_blocks, import->metric_block_count, sizeof *import->metric_blocks);
	import->metric_blocks[import->metric_block_count++] = block;
	return block;
}

/* ---- lists ---- */

const char *metric_list(const char *text, char separator)
{
	struct line_text list = { 0 };

	while (text && *text) {
		const char *end = strchr(text, separator);
		size_t length = end ? (size_t)(end - text) : strlen(text);
		char *item = copy_text(text, length), *start = item + strspn(item, " ");

		while (*start && start[strlen(start) - 1] == ' ')
			start[strlen(start) - 1] = '\0';
		for (char *at = start; *at; at++)
			*at = strchr(" ,\t", *at) ? '_' : *at;
		if (*start)
			add(&list, "%s%s", list.length ? "," : "", start);
		free(item);
		text += length + (end != NULL);
	}
	return list.text;
}

bool is_in_list(const char *list, const char *item)
{
	size_t length = strlen(item);

	for (; list && *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
		if (strcspn(list, ",") == length && !strncasecmp(list, item, length))
			return true;
	return false;
}

int level_of_groups(const char *groups)
{
	static const char *const beginnings[] = { "TopdownL", "Topdown_L", "PipelineL" };

	for (struct item *item = groups ? cut_list(groups) : NULL; item; item = item->next)
		for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
			size_t length = strlen(beginnings[i]);

			if (!strncmp(item->text, beginnings[i], length) && isdigit((unsigned char)item->text[length]) &&
			    !item->text[length + 1])
				return item->text[length] - '0';
		}
	return 0;
}

/* ---- metrics ---- */

static const char *without_line_ends(const char *text)
{
	size_t length = text ? strlen(text) : 0;
	char *line;

	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	line = text ? copy_text(text, length) : NULL;
	for (char *at = line; at && *at; at++)
		*at = isspace((unsigned char)*at) ? ' ' : *at;
	return line;
}

/* Returns what is wrong with the text of a formula; NULL: nothing. */
static const char *formula_mistake(const char *text)
{
	struct formula_error error;
	struct formula formula;

	if (is_too_long_for_tables(text)) {
		snprintf(error.message, sizeof error.message, "a formula of more than %d bytes", MAX_FORMULA_TEXT);
		return copy_text(error.message, strlen(error.message));
	}
	if (formula_parse(text, strlen(text), false, &formula, &error)) {
		formula_free(&formula);
		return NULL;
	}
	return copy_text(error.message, strlen(error.message));
}

static void refuse(struct import *import, const struct import_metrics *block, const struct import_metric *metric,
		   const char *what, const char *reason)
{
	leave_out(import, metric->place, joined(joined("metric ", metric->name, " of "), block->name, what), reason);
}

static const struct import_metric *same_metric(const struct import_metrics *block, const struct import_metric *metric)
{
	for (int i = 0; i < block->count; i++)
		if (!strcasecmp(block->metrics[i].name, metric->name) && same_text(block->metrics[i].in, metric->in))
			return &block->metrics[i];
	return NULL;
}

/* Returns whether formulas differ in blanks only. */
static bool same_formula(const char *a, const char *b)
{
	char *x, *y;
	bool same;

	if (!a || !b)
		return a == b;
	x = need(malloc(2 * strlen(a) + 1));
	y = need(malloc(2 * strlen(b) + 1));
	formula_tidy(a, strlen(a), false, x, 2 * strlen(a) + 1);
	formula_tidy(b, strlen(b), false, y, 2 * strlen(b) + 1);
	same = !strcmp(x, y);
	free(x);
	free(y);
	return same;
}

static bool can_be_added(struct import *import, const struct import_metrics *block, const struct import_metric *metric)
{
	const struct import_metric *other = same_metric(block, metric);
	const char *wrong;

	if (!*metric->name || strpbrk(metric->name, " ,/:=\"")) {
		refuse(import, block, metric, "", "its name has a blank, comma, slash, colon, quote or =");
	} else if ((wrong = formula_mistake(metric->formula))) {
		refuse(import, block, metric, "", wrong);
	} else if (other && same_formula(other->formula, metric->formula)) {
		refuse(import, block, metric, "", "it is there already, with the same formula");
	} else if (other) {
		refuse(import, block, metric, "",
		       "another one of that name is there, with another formula: that one is taken");
	} else {
		return true;
	}
	return false;
}

void add_metric(struct import *import, struct import_metrics *block, struct import_metric metric)
{
	const char *wrong;

	metric.formula = without_line_ends(metric.formula);
	metric.above = without_line_ends(metric.above);
	if (!can_be_added(import, block, &metric))
		return;
	if (metric.above && (wrong = formula_mistake(metric.above))) {
		refuse(import, block, &metric, ", its threshold", wrong);
		metric.above = NULL;
	}
	block->metrics = grow(block->metrics, block->count, sizeof *block->metrics);
	block->metrics[block->count++] = metric;
}

/* Finds a metric of the CPU by its name, of any core type. Returns it as spelt there; NULL: there is none. */
static const char *metric_called(const struct import *import, const char *cpu, const char *name, size_t length)
{
	for (int i = 0; i < import->metric_block_count; i++)
		for (int k = 0; k < import->metric_blocks[i]->count; k++) {
			const struct import_metrics *block = import->metric_blocks[i];

			if (!strcmp(block->cpu, cpu) && strlen(block->metrics[k].name) == length &&
			    !strncasecmp(block->metrics[k].name, name, length))
				return block->metrics[k].name;
		}
	return NULL;
}

/* Returns the parent X of a metric in a group X_group, if X is a metric of the CPU; NULL: there is none. */
static const char *parent_of_groups(const struct import *import, const char *cpu, const struct import_metric *metric)
{
	static const char end[] = "_group";

	for (struct item *item = metric->groups ? cut_list(metric->groups) : NULL; item; item = item->next) {
		size_t length = strlen(item->text);
		const char *parent = ends_with(item->text, end)
			? metric_called(import, cpu, item->text, length - strlen(end)) : NULL;

		if (parent && strcasecmp(parent, metric->name))
			return parent;
	}
	return NULL;
}

void note_event_of(struct import *import, const char *cpu, const char *name)
{
	index_add(&import->cpu_events, cpu, 0);
	index_add(&import->cpu_events, joined(cpu, "/", name), 0);
}

/* Returns whether the CPU's files lack the event: names with a - are the kernel's, so not looked for. */
static bool is_no_event(const struct import *import, const char *cpu, const char *name)
{
	const char *plain = copy_text(name, strcspn(name, ":"));

	return index_find(import->cpu_events, cpu) >= 0 && !strpbrk(name, "-/@=") &&
	       index_find(import->cpu_events, joined(cpu, "/", name)) < 0 &&
	       index_find(import->cpu_events, joined(cpu, "/", plain)) < 0;
}

static const char *samples_here(struct import *import, const char *cpu, const struct import_metric *metric)
{
	struct line_text list = { 0 };

	for (struct item *item = metric->sample ? cut_list(metric->sample) : NULL; item; item = item->next)
		if (is_no_event(import, cpu, item->text))
			leave_out(import, metric->place, joined("event to sample ", item->text, ""),
				  "the CPU has no such event");
		else
			add(&list, "%s%s", list.length ? "," : "", item->text);
	return list.text;
}

/* Returns the related metrics that this CPU has, as a text may be for many CPUs. */
static const char *related_here(struct import *import, const char *cpu, const struct import_metric *metric)
{
	struct line_text list = { 0 };

	for (struct item *item = metric->related ? cut_list(metric->related) : NULL; item; item = item->next) {
		const char *name = metric_called(import, cpu, item->text, strlen(item->text));

		if (name && strcasecmp(name, metric->name))
			add(&list, "%s%s", list.length ? "," : "", name);
		else if (!name)
			leave_out(import, metric->place, joined("related metric ", item->text, ""),
				  "the CPU has no such metric");
	}
	return list.text;
}

void finish_metrics(struct import *import)
{
	for (int i = 0; i < import->metric_block_count; i++)
		for (int k = 0; k < import->metric_blocks[i]->count; k++) {
			struct import_metric *metric = &import->metric_blocks[i]->metrics[k];

			metric->sample = samples_here(import, import->metric_blocks[i]->cpu, metric);
			metric->related = related_here(import, import->metric_blocks[i]->cpu, metric);
			if (!metric->parent)
				metric->parent = parent_of_groups(import, import->metric_blocks[i]->cpu, metric);
		}
}

/* ---- text ---- */

static void add_metric_word(struct line_text *to, const char *key, const char *value)
{
	const char *quote = value && strchr(value, ' ') ? "\"" : "";

	if (value && *value)
		add(to, " %s%s=%s%s", quote, key, value, quote);
}

static void add_default(struct line_text *to, const char *group)
{
	if (group && !strcmp(group, "Default"))
		add(to, " default");
	else
		add_metric_word(to, "default", group);
}

struct described metric_description(const struct import_metric *metric)
{
	const struct import_row row = { .name = metric->name, .text = metric->text, .whole_text = metric->whole_text };

	return description(&row);
}

void add_metric_lines(const struct import_metric *metric, const char *description, struct line_text *to)
{
	add(to, "metric %s", metric->name);
	add_metric_word(to, "unit", metric->unit);
	add_metric_word(to, "groups", metric->groups);
	add_metric_word(to, "parent", metric->parent);
	if (metric->level)
		add(to, " level=%d", metric->level);
	add_metric_word(to, "sample", metric->sample);
	add_metric_word(to, "related", metric->related);
	add_metric_word(to, "in", metric->in);
	add_metric_word(to, "together", metric->together);
	add_metric_word(to, "apart", metric->apart);
	if (metric->per_instance)
		add(to, " per=instance");
	add_default(to, metric->default_group);
	if (description)
		add(to, " : %s", description);
	add(to, "\n  = %s\n", metric->formula);
	if (metric->above)
		add(to, "  above %s\n", metric->above);
}

static void add_metric_block(const struct import *import, const struct import_metrics *block, struct line_text *to)
{
	add(to, "%smetrics %s\n  pmu     %s\n", to->length ? "\n" : "", block->name, block->pmu ? block->pmu : "any");
	if (block->with)
		add(to, "  with    %s\n", block->with);
	if (block->slots)
		add(to, "  slots   %d\n", block->slots);
	for (int i = 0; i < block->count; i++) {
		struct described text = { NULL, NULL };

		if (import->texts)
			text = metric_description(&block->metrics[i]);
		add_metric_lines(&block->metrics[i], text.text, to);
		free(text.text);
		free(text.whole);
	}
}

static bool is_imported(const struct import *import, const char *pmu)
{
	for (int i = 0; i < import->pmu_count; i++)
		if (same_text(import->pmus[i]->name, pmu))
			return true;
	return false;
}

void add_metric_blocks(const struct import *import, const char *pmu, struct line_text *to)
{
	for (int i = 0; i < import->metric_block_count; i++) {
		const struct import_metrics *block = import->metric_blocks[i];

		if (block->count && (pmu ? same_text(block->pmu, pmu) : !is_imported(import, block->pmu)))
			add_metric_block(import, block, to);
	}
}
