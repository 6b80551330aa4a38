/*
 * Names of rows are matched first, the longest first, including hyphens and dots; the remaining text is a formula. Each
 * name is replaced by a generated one, whose number gives the value.
 */
#define _GNU_SOURCE
#include "gate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formula/formula.h"
#include "tables/clean.h"

enum { MOST_NAMES = 64 };

struct reading_of_gate {
	const char *expression;
	const struct runs *runs, *base;
	struct formula_value values[MOST_NAMES];
	int count;
	bool failed;
};

static bool is_of_name(char letter)
{
	return isalnum((unsigned char)letter) || letter == '_';
}

/* Returns the length of the longest name of a row at text; 0: there is none. */
static size_t longest_name(const struct runs *runs, const char *text)
{
	size_t longest = 0;

	for (int i = 0; runs && i < runs->count; i++) {
		size_t length = strlen(runs->list[i].name);

		if (length > longest && !strncmp(text, runs->list[i].name, length) && !is_of_name(text[length]))
			longest = length;
	}
	return longest;
}

/* Finds a mean over runs, of events the sum over places. False: there is no one value, which has been said. */
static bool value_called(const struct runs *runs, const char *name, size_t length, double *value)
{
	int rows = 0;
	bool is_metric = false;

	*value = 0;
	for (int i = 0; i < runs->count; i++) {
		const struct series *own = &runs->list[i];

		if (strlen(own->name) != length || strncmp(own->name, name, length) != 0)
			continue;
		if (!own->count) {
			complain("--fail-if: %s has no value", own->name);
			return false;
		}
		*value += statistics_of(own).mean;
		is_metric |= own->is_metric;
		rows++;
	}
	if (is_metric && rows > 1)
		complain("--fail-if: %.*s has %d values, one for each place: count them added up", (int)length, name,
			rows);
	return !is_metric || rows == 1;
}

/* Takes a name at text, if one is there. Returns how many bytes it has. */
static size_t take_name(struct reading_of_gate *reading, const char *text, FILE *out)
{
	bool of_base = reading->base && !strncmp(text, "base.", 5);
	const struct runs *runs = of_base ? reading->base : reading->runs;
	size_t length = longest_name(runs, text + (of_base ? 5 : 0));
	double value;

	if (!length)
		return 0;
	if (reading->count == MOST_NAMES) {
		complain("--fail-if: more than %d names", MOST_NAMES);
		reading->failed = true;
		return length;
	}
	reading->failed |= !value_called(runs, text + (of_base ? 5 : 0), length, &value);
	fprintf(out, "value_%d", reading->count);
	reading->values[reading->count++] = (struct formula_value){ .number = value };
	return length + (of_base ? 5 : 0);
}

static char *with_plain_names(struct reading_of_gate *reading)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	const char *at = reading->expression;

	while (out && *at) {
		bool begins = is_of_name(*at) && (at == reading->expression || !is_of_name(at[-1]));
		size_t length = begins ? take_name(reading, at, out) : 0;

		if (!length)
			fputc(*at++, out);
		at += length;
	}
	return out && close_text(out, &text) ? text : NULL;
}

/* Makes steps that name a value leaves with its number. False: one names nothing, which has been said. */
static bool bind_names(const struct reading_of_gate *reading, const char *text, struct formula *formula)
{
	for (size_t i = 0; i < formula->count; i++) {
		struct formula_step *step = &formula->steps[i];
		int number;

		if (step->kind == FORMULA_NAME && sscanf(text + step->offset, "value_%d", &number) == 1 &&
			number < reading->count) {
			step->kind = FORMULA_LEAF;
			step->leaf = number;
		} else if (step->kind == FORMULA_NAME || step->kind == FORMULA_CONSTANT ||
			(step->kind >= FORMULA_COUNT_OF && step->kind <= FORMULA_CPUID_OF)) {
			complain("--fail-if %s: nothing called %.*s was counted", reading->expression,
				(int)step->length, text + step->offset);
			fputs("  there is", stderr);
			for (int k = 0; k < reading->runs->count; k++)
				fprintf(stderr, "%s %s", k ? "," : "", clean(reading->runs->list[k].name));
			fputc('\n', stderr);
			return false;
		}
	}
	return true;
}

static enum gate compute(const struct reading_of_gate *reading, const struct formula *formula)
{
	size_t depth = formula_depth(formula->steps, formula->count);
	struct formula_value *stack = calloc(depth + 1, sizeof *stack), value;

	if (!stack) {
		is_lacking(PFM_ERR_NOMEM);
		return GATE_UNKNOWN;
	}
	value = formula_compute(formula->steps, formula->count, reading->values, stack);
	free(stack);
	if (value.why == FORMULA_HAS_VALUE)
		return value.number != 0 ? GATE_HOLDS : GATE_HOLDS_NOT;
	complain("--fail-if %s: %s", reading->expression,
		value.why == FORMULA_DIVIDED_BY_0 ? "division by zero" : "no finite value");
	return GATE_UNKNOWN;
}

enum gate ask_gate(const char *expression, const struct runs *runs, const struct runs *base)
{
	struct reading_of_gate reading = { .expression = expression, .runs = runs, .base = base };
	char *text = with_plain_names(&reading);
	struct formula formula = { .steps = NULL };
	struct formula_error error;
	enum gate found = GATE_UNKNOWN;

	if (!text || reading.failed) {
		free(text);
		return GATE_UNKNOWN;
	}
	if (!formula_parse(text, strlen(text), false, &formula, &error))
		complain("--fail-if %s: %s", expression, error.message);
	else if (bind_names(&reading, text, &formula))
		found = compute(&reading, &formula);
	formula_free(&formula);
	free(text);
	return found;
}
