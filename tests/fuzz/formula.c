/*
 * Formulas: the first byte says which dialect, the rest is text. What cannot be read has an error in the text; what can
 * be read is worth the same folded, written out and read again, and made tidy.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "formula/formula.h"

/* What the names are worth: of each kind of number something, and sometimes nothing. */
static struct formula_value worth(const struct formula_step *step, const char *text)
{
	static const double numbers[] = { 0, 1, 2, 0.5, 1e300, -7, 1e-300, 3 };
	unsigned int sum = step->kind;
	char plain[FORMULA_NAME_TEXT + 1];
	size_t length = formula_plain_name(text + step->offset, step->length, plain, sizeof plain);

	for (size_t i = 0; i < length; i++)
		sum += (unsigned char)plain[i];
	if (sum % 9 == 8)
		return (struct formula_value){ .why = FORMULA_LEAF_REASONS, .about = 1 };
	return (struct formula_value){ .number = numbers[sum % 9] };
}

static void bind(struct formula *formula, const char *text, struct formula_value *values)
{
	int leaves = 0;

	for (size_t i = 0; i < formula->count; i++) {
		struct formula_step *step = &formula->steps[i];

		if (step->kind < FORMULA_CONSTANT || step->kind > FORMULA_CPUID_OF)
			continue;
		values[leaves] = worth(step, text);
		step->kind = FORMULA_LEAF;
		step->leaf = leaves++;
	}
}

static struct formula_value value_of(const struct formula *formula, const struct formula_value *values)
{
	size_t depth = formula_depth(formula->steps, formula->count);
	struct formula_value *stack, value;

	if (depth < 1 || depth > FORMULA_STACK)
		fuzz_fail("needs another stack", "");
	stack = malloc(depth * sizeof *stack);
	value = formula_compute(formula->steps, formula->count, values, stack);
	free(stack);
	return value;
}

static struct formula_value compute(const char *text, size_t length, bool is_intel, bool fold)
{
	struct formula formula;
	struct formula_error error;
	struct formula_value *values, value;

	if (!formula_parse(text, length, is_intel, &formula, &error))
		fuzz_fail("cannot be read again", text);
	values = calloc(formula.count, sizeof *values);
	bind(&formula, text, values);
	if (fold)
		formula.count = formula_fold(formula.steps, formula.count);
	value = value_of(&formula, values);
	free(values);
	formula_free(&formula);
	return value;
}

static void expect_same(struct formula_value a, struct formula_value b, const char *what, const char *text)
{
	if (!a.why != !b.why || (!a.why && (a.number < b.number || a.number > b.number)))
		fuzz_fail(what, text);
}

static size_t say(const void *data, const struct formula_step *step, char *to, size_t size)
{
	static const char *const before[] = { [FORMULA_COUNT_OF] = "source_count(", [FORMULA_HAS_OF] = "has_event(",
		[FORMULA_CPUID_OF] = "strcmp_cpuid_str(" };
	const char *function = step->kind >= FORMULA_COUNT_OF && step->kind <= FORMULA_CPUID_OF ? before[step->kind]
												: "";
	size_t length = strlen(function), end = *function != '\0';

	if (size > length + step->length + end) {
		memcpy(to, function, length);
		memcpy(to + length, (const char *)data + step->offset, step->length);
		to[length + step->length] = ')';
	}
	return length + step->length + end;
}

static void check_written(const char *text, size_t length, bool is_intel, struct formula *formula)
{
	size_t size = formula_write(formula->steps, formula->count, say, text, NULL, 0);
	char *written = malloc(size + 1);
	/* what is written has no more parentheses than what was read, and may be longer only by blanks */
	if (size > 4 * length || formula_write(formula->steps, formula->count, say, text, written, size + 1) != size)
		fuzz_fail("is written in another length", text);
	expect_same(compute(text, length, is_intel, false), compute(written, size, is_intel, false),
		"is written otherwise", text);
	free(written);
}

static void check_tidy(const char *text, size_t length, bool is_intel)
{
	size_t size = formula_tidy(text, length, is_intel, NULL, 0);
	char *tidy = malloc(size + 1);

	formula_tidy(text, length, is_intel, tidy, size + 1);
	expect_same(compute(text, length, is_intel, false), compute(tidy, size, is_intel, false), "is tidied otherwise",
		text);
	free(tidy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool is_intel = size && data[0] & 1;
	size_t length = size ? size - 1 : 0;
	char *text = malloc(length + 1);
	struct formula formula;
	struct formula_error error;

	if (length)
		memcpy(text, data + 1, length);
	text[length] = '\0';
	if (!formula_parse(text, length, is_intel, &formula, &error)) {
		if (!error.message[0] || error.offset > length || error.length > length - error.offset)
			fuzz_fail("has an error elsewhere", text);
	} else {
		check_written(text, length, is_intel, &formula);
		check_tidy(text, length, is_intel);
		expect_same(compute(text, length, is_intel, false), compute(text, length, is_intel, true),
			"is folded otherwise", text);
		formula_free(&formula);
	}
	free(text);
	return 0;
}
