/*
 * Formulas without a library around them: text, values, reasons, places of errors, folding and writing. What formulas
 * are worth is in tests/data/metrics.
 */
#include "formula/formula.h"

#include <math.h>

#include "check.h"

/* ---- what the names of a formula are worth: "a=1 b=-" ---- */

static bool given(const char *counts, const char *prefix, const char *name, size_t length, double *value)
{
	char whole[FORMULA_NAME_TEXT + 32];
	int whole_length = snprintf(whole, sizeof whole, "%s%.*s%s", prefix, (int)length, name, *prefix ? ")" : "");

	for (const char *at = counts; *at; at += strspn(at, " ")) {
		size_t word = strcspn(at, " \n"), before = word;

		while (before && at[before - 1] != '=')
			before--;
		if (before && formula_same_name(at, before - 1, whole, (size_t)whole_length)) {
			*value = at[before] == '-' && before + 1 == word ? NAN : strtod(at + before, NULL);
			return true;
		}
		at += word;
		if (*at == '\n')
			break;
	}
	return false;
}

/* Names of a metric and what they stand for: "where NAME = FORMULA" lines. */
struct definitions {
	char names[64][96];
	char *formulas[64];
	int count;
};

enum { LACKS = FORMULA_LEAF_REASONS };

struct trial {
	const char *counts;
	const struct definitions *definitions;
	const char *own;        /* the metric itself: its own name in its formula is no reference */
	int depth;
};

static struct formula_value compute_text(const char *text, const struct trial *trial, bool fold);

static struct formula_value value_of_name(const char *text, const struct formula_step *step, int leaf,
					  const struct trial *trial, bool fold)
{
	static const char *const prefixes[] = { [FORMULA_COUNT_OF] = "source_count(", [FORMULA_HAS_OF] = "has_event(",
		[FORMULA_CPUID_OF] = "strcmp_cpuid_str(" };
	const char *prefix = step->kind >= FORMULA_COUNT_OF ? prefixes[step->kind] : "";
	const struct definitions *all = trial->definitions;
	const char *name = text + step->offset;
	double value = 0;

	for (int i = 0; all && !*prefix && i < all->count; i++)
		if (formula_same_name(all->names[i], strlen(all->names[i]), name, step->length) &&
			!formula_same_name(trial->own, strlen(trial->own), name, step->length)) {
			struct trial inner = { trial->counts, all, all->names[i], trial->depth + 1 };

			return compute_text(all->formulas[i], &inner, fold);
		}
	if (!given(trial->counts, prefix, name, step->length, &value)) {
		printf("nothing is given for %.*s\n", (int)step->length, name);
		failures++;
	}
	if (isnan(value))
		return (struct formula_value){ .why = LACKS, .about = leaf };
	return (struct formula_value){ .number = value };
}

/* Turns what is named into leaves, or, to be folded, what has a value into numbers. */
static int bind(const char *text, struct formula *formula, const struct trial *trial, bool fold,
		struct formula_value *values)
{
	int leaves = 0;

	for (size_t i = 0; i < formula->count; i++) {
		struct formula_step *step = &formula->steps[i];

		if (step->kind < FORMULA_CONSTANT || step->kind > FORMULA_CPUID_OF)
			continue;
		values[leaves] = value_of_name(text, step, (int)step->offset, trial, fold);
		if (fold && !values[leaves].why) {
			*step = (struct formula_step){ .kind = FORMULA_NUMBER, .number = values[leaves].number };
			continue;
		}
		step->kind = FORMULA_LEAF;
		step->leaf = leaves++;
	}
	return leaves;
}

static struct formula_value compute_text(const char *text, const struct trial *trial, bool fold)
{
	struct formula formula;
	struct formula_error error;
	struct formula_value *values, *stack, value = { .why = -1 };

	if (!CHECK(trial->depth < 16) || !CHECK(formula_parse(text, strlen(text), false, &formula, &error)))
		return value;
	values = calloc(formula.count, sizeof *values);
	bind(text, &formula, trial, fold, values);
	if (fold)
		formula.count = formula_fold(formula.steps, formula.count);
	CHECK(formula_depth(formula.steps, formula.count) <= FORMULA_STACK);
	stack = calloc(formula_depth(formula.steps, formula.count), sizeof *stack);
	value = formula_compute(formula.steps, formula.count, values, stack);
	free(stack);
	free(values);
	formula_free(&formula);
	return value;
}

/* ---- what formulas are worth ---- */

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(1e-300, fabs(b));
}

static bool is_as_expected(struct formula_value value, const char *expected)
{
	return strcmp(expected, "none") ? !value.why && is_near(value.number, strtod(expected, NULL)) : value.why > 0;
}

/* What the reason should be: "lacks NAME", "divided [by NAME]", "infinite"; text: what the reason is about. */
static bool is_reason(struct formula_value value, const char *text, const char *reason)
{
	if (!strncmp(reason, "lacks ", 6))
		return value.why == LACKS && !strncmp(text + value.about, reason + 6, strlen(reason + 6));
	return value.why == (reason[0] == 'd' ? FORMULA_DIVIDED_BY_0 : FORMULA_NOT_FINITE);
}

static void check_worked(char *line)
{
	char *counts = strchr(line, '\t'), *expected = strchr(counts + 1, '\t'), *reason;

	*counts++ = *expected++ = '\0';
	expected[strcspn(expected, "\n")] = '\0';
	reason = strchr(expected, '\t');
	if (reason)
		*reason++ = '\0';
	for (int fold = 0; fold < 2; fold++) {
		struct formula_value value = compute_text(line, &(struct trial){ .counts = counts }, fold);

		if (!CHECK(is_as_expected(value, expected)) || (reason && !CHECK(is_reason(value, line, reason))))
			printf("  %s, %s: %.17g %d, not %s %s\n", line, counts, value.number, value.why, expected,
				reason ? reason : "");
	}
}

static void check_worked_examples(void)
{
	FILE *file = fopen(source_file("tests/data/metrics/worked"), "r");
	char line[512];
	int count = 0;

	if (!CHECK(file))
		return;
	for (; fgets(line, sizeof line, file); count++)
		check_worked(line);
	fclose(file);
	CHECK(count >= 45);
}

/* A block of tests/data/metrics/examples. */
struct example {
	char metric[128];
	char formula[4096], threshold[1024], counts[8192], expected[128];
	struct definitions definitions;
};

static char *copy_line(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%.*s", (int)strcspn(from, "\n"), from);
	return to;
}

static void define(struct definitions *all, const char *name, size_t length, const char *formula)
{
	snprintf(all->names[all->count], sizeof all->names[0], "%.*s", (int)length, name);
	all->formulas[all->count++] = strndup(formula, strcspn(formula, "\n"));
}

static void read_example_line(struct example *example, const char *line)
{
	if (!strncmp(line, "metric ", 7))
		copy_line(example->metric, sizeof example->metric, strrchr(line, ' ') + 1);
	else if (!strncmp(line, "= ", 2))
		copy_line(example->formula, sizeof example->formula, line + 2);
	else if (!strncmp(line, "above ", 6))
		copy_line(example->threshold, sizeof example->threshold, line + 6);
	else if (!strncmp(line, "where ", 6))
		define(&example->definitions, line + 6, strcspn(line + 6, " "), strstr(line, " = ") + 3);
	else if (!strncmp(line, "counts ", 7))
		copy_line(example->counts, sizeof example->counts, line + 7);
	else if (!strncmp(line, "value ", 6))
		copy_line(example->expected, sizeof example->expected, line + 6);
}

static const char *word_of_value(struct formula_value value)
{
	return value.why ? "none" : value.number != 0 ? "1" : "0";
}

static void check_example(struct example *example)
{
	char *threshold = strchr(example->expected, ' ');
	struct trial trial = { example->counts, &example->definitions, example->metric, 0 };

	*threshold++ = '\0';
	define(&example->definitions, example->metric, strlen(example->metric), example->formula);
	for (int fold = 0; fold < 2; fold++) {
		struct formula_value value = compute_text(example->formula, &trial, fold);

		if (!CHECK(is_as_expected(value, example->expected)))
			printf("  %s: %.17g %d, not %s\n", example->metric, value.number, value.why, example->expected);
		trial.own = "";
		if (*example->threshold &&
			!CHECK(!strcmp(word_of_value(compute_text(example->threshold, &trial, fold)), threshold)))
			printf("  %s: its threshold is not %s\n", example->metric, threshold);
		trial.own = example->metric;
	}
	for (int i = 0; i < example->definitions.count; i++)
		free(example->definitions.formulas[i]);
	memset(example, 0, sizeof *example);
}

static void check_examples(void)
{
	FILE *file = fopen(source_file("tests/data/metrics/examples"), "r");
	struct example *example = calloc(1, sizeof *example);
	char line[8192];
	int count = 0;

	if (!CHECK(file))
		return;
	while (fgets(line, sizeof line, file)) {
		read_example_line(example, line);
		if (*line == '\n') {
			check_example(example);
			count++;
		}
	}
	fclose(file);
	free(example);
	CHECK_SAME(count, 113);
}

/* ---- errors: their places ---- */

static void check_error(const char *text, bool is_intel, int offset, int length, const char *words)
{
	struct formula formula;
	struct formula_error error = { 0 };

	if (!CHECK(!formula_parse(text, strlen(text), is_intel, &formula, &error)) ||
		!CHECK((int)error.offset == offset && (int)error.length == length) ||
		!CHECK(strstr(error.message, words)) || !CHECK(!formula.steps))
		printf("  %s: %zu, %zu: %s; %s\n", text, error.offset, error.length, error.message, error.expected);
}

static void check_errors(void)
{
	static const struct {
		const char *text;
		int offset, length;
		const char *words;
	} wrong[] = {
		{ "", 0, 0, "too early" },
		{ "  ", 2, 0, "too early" },
		{ "a +", 3, 0, "too early" },
		{ "a + * b", 4, 1, "'*'" },
		{ "a b", 2, 1, "'b'" },
		{ "(a", 2, 0, "too early" },
		{ "a)", 1, 1, "')'" },
		{ "a $ b", 2, 1, "'$' is no part" },
		{ "a\\b", 1, 1, "'\\' is no part" },
		{ "#", 0, 1, "constant" },
		{ "a + # b", 4, 1, "constant" },
		{ "a, b", 1, 1, "','" },
		{ "min(a)", 5, 1, "')'" },
		{ "min a", 4, 1, "'a'" },
		{ "max(a, b, c)", 8, 1, "','" },
		{ "cpu@A + 1", 3, 1, "@ without" },
		{ "x@A@ + y@B", 8, 1, "@ without" },
		{ "a if b", 6, 0, "too early" },
		{ "a if b els c", 7, 3, "'els'" },
		{ "a else b", 2, 4, "'else'" },
		{ "if a", 0, 2, "'if'" },
		{ "source_count(1)", 13, 1, "'1'" },
		{ "has_event(a + b)", 12, 1, "'+'" },
		{ "source_count(A", 14, 0, "too early" },
		{ "source_count A", 13, 1, "'A'" },
		{ "has_event", 9, 0, "too early" },
		{ "strcmp_cpuid_str + a", 17, 1, "'+'" },
		{ "a = b", 2, 1, "'='" },
		{ "a && b", 3, 1, "'&'" },
		{ "a || b", 3, 1, "'|'" },
		{ "a[0]", 1, 1, "'[' is no part" },
		{ "a - \x80 b", 4, 1, "byte 0x80" },
		{ "1 + 2 3", 6, 1, "'3'" },
		{ "a\\", 1, 1, "'\\'" },
		{ "a !b", 2, 1, "'!'" },
		{ "a == b", 2, 1, "'='" },
		{ "a => b", 2, 1, "'='" },
	};

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		check_error(wrong[i].text, false, wrong[i].offset, wrong[i].length, wrong[i].words);
	check_error("a &&& b", true, 4, 1, "'&'");
	check_error("a[1]", true, 1, 1, "'['");
	check_error("a & & b", true, 4, 1, "'&'");
}

/* N times before, then "1", then N times after. */
static char *nested(const char *before, int times, const char *after)
{
	char *text = calloc((size_t)times + 1, strlen(before) + strlen(after) + 1), *end = text;

	for (int i = 0; i < times; i++)
		end += sprintf(end, "%s", before);
	end += sprintf(end, "1");
	for (int i = 0; i < times; i++)
		end += sprintf(end, "%s", after);
	return text;
}

static void check_nested(const char *before, const char *after)
{
	char *good = nested(before, FORMULA_NESTING, after), *bad = nested(before, FORMULA_NESTING + 1, after);
	struct formula formula;
	struct formula_error error;

	if (CHECK(formula_parse(good, strlen(good), false, &formula, &error)))
		CHECK(formula_depth(formula.steps, formula.count) <= FORMULA_STACK);
	formula_free(&formula);
	CHECK(!formula_parse(bad, strlen(bad), false, &formula, &error));
	if (!CHECK(strstr(error.message, "more than 64") && error.offset >= FORMULA_NESTING))
		printf("  %s: %zu: %s\n", before, error.offset, error.message);
	free(good);
	free(bad);
}

static void check_limits(void)
{
	char *text = malloc(FORMULA_TEXT + 2);
	struct formula formula;
	struct formula_error error;

	check_nested("(", ")");
	check_nested("-", "");
	check_nested("max(", ", 0)");
	check_nested("1 if 0 else ", "");
	check_nested("(1 | 1 ^ 1 & 1 < 1 + 1 * ", ")");
	memset(text, '+', FORMULA_TEXT);
	for (int i = 0; i < FORMULA_TEXT; i += 2)
		text[i] = '1';
	text[FORMULA_TEXT - 1] = ' ';
	if (CHECK(formula_parse(text, FORMULA_TEXT, false, &formula, &error))) {
		struct formula_value stack[2];

		CHECK_SAME(formula_depth(formula.steps, formula.count), 2);
		CHECK(formula_compute(formula.steps, formula.count, NULL, stack).number == FORMULA_TEXT / 2);
		CHECK_SAME(formula_fold(formula.steps, formula.count), 1);
		CHECK(formula.steps->number == FORMULA_TEXT / 2);
	}
	formula_free(&formula);
	memset(text, ' ', FORMULA_TEXT + 1);
	text[0] = 'a';
	CHECK(!formula_parse(text, FORMULA_TEXT + 1, false, &formula, &error));
	CHECK(strstr(error.message, "1048576"));
	memset(text, 'a', FORMULA_TEXT);
	CHECK(!formula_parse(text, FORMULA_NAME_TEXT + 1, false, &formula, &error));
	CHECK(strstr(error.message, "1023"));
	CHECK(formula_parse(text, FORMULA_NAME_TEXT, false, &formula, &error));
	formula_free(&formula);
	memset(text, '1', FORMULA_TEXT);
	CHECK(!formula_parse(text, FORMULA_DIGITS + 1, false, &formula, &error));
	CHECK(strstr(error.message, "127"));
	CHECK(formula_parse(text, FORMULA_DIGITS, false, &formula, &error));
	formula_free(&formula);
	free(text);
}

/* ---- how formulas are written ---- */

static size_t say_text(const void *data, const struct formula_step *step, char *to, size_t size)
{
	const char *text = data;
	const char *function = step->kind == FORMULA_COUNT_OF ? "source_count" : step->kind == FORMULA_HAS_OF ?
			       "has_event" : step->kind == FORMULA_CPUID_OF ? "strcmp_cpuid_str" : "";

	return (size_t)snprintf(to, size, "%s%s%.*s%s", function, *function ? "(" : "", (int)step->length,
		text + step->offset, *function ? ")" : "");
}

/* Text, folded or not, written out again. */
static void check_written(const char *text, bool is_intel, bool fold, const char *expected)
{
	struct formula formula;
	struct formula_error error;
	char written[512];
	size_t length;

	if (!CHECK(formula_parse(text, strlen(text), is_intel, &formula, &error)))
		return;
	if (fold)
		formula.count = formula_fold(formula.steps, formula.count);
	length = formula_write(formula.steps, formula.count, say_text, text, written, sizeof written);
	if (!CHECK(!strcmp(written, expected)) || !CHECK(length == strlen(expected)))
		printf("  %s: %s, not %s\n", text, written, expected);
	CHECK_SAME(formula_write(formula.steps, formula.count, say_text, text, written, 4), length);
	CHECK_SAME(strlen(written), (length < 3 ? length : 3));
	formula_free(&formula);
}

static void check_writing(void)
{
	static const char *const same[] = {
		"1 - 4 / 2 * 3 + 1", "a - (b - c)", "(a - b) * c", "a / (b * c)", "-(a + b) * -c", "a if b else c",
		"(a if b else c) if d else e", "a if b else c if d else e", "1 + (a if b else c)", "a | b ^ c & d < e",
		"((a | b) ^ c) & d", "(a < b) + 1", "a < (b < c)", "max((A - B) / c, 0)", "d_ratio(a, min(b, c))",
		"--a", "-max(a, 1)", "source_count(A) * has_event(b\\-c)", "cpu@A\\,cmask\\=1@ / #SMT_on",
		"max(a if b else c, d) / 2", "1e9 * .5", "a < b if c & d else e",
	};

	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		check_written(same[i], false, false, same[i]);
	check_written("((a))+(b*c)", false, false, "a + b * c");
	check_written("(a-b)-c", false, false, "a - b - c");
	check_written("a[0]&&b||c", true, false, "a[0] & b | c");
	check_written("a > = 0", false, false, "a >= 0");
}

static void check_folding(void)
{
	static const char *const pairs[][2] = {
		{ "1 + 2 * 3", "7" },
		{ "a * (64 / 1000)", "a * 0.064" },
		{ "a if 1 else b", "a" },
		{ "a if 0 else b", "b" },
		{ "x + (a if 0 else b * 2) + y", "x + b * 2 + y" },
		{ "0 & a", "0" },
		{ "a & 0", "0" },
		{ "1 | a", "1" },
		{ "a | 2", "1" },
		{ "a & 1", "a & 1" },
		{ "0 | a", "0 | a" },
		{ "0 * a", "0 * a" },
		{ "a if 1 & c else b", "a if 1 & c else b" },
		{ "a if 0 & c else b", "b" },
		{ "d_ratio(a, 0)", "0" },
		{ "a - -5", "a - -5" },
		{ "a * (2 - 5)", "a * -3" },
		{ "a + 1 + 2", "a + 1 + 2" },
		{ "(a if 1 < 0 else b) if 3 > 2 else c", "b" },
		{ "a / (1 / 3)", "a / 0.3333333333333333" },
		{ "max(a, 3 - 2)", "max(a, 1)" },
		{ "a if b else 1 + 1", "a if b else 2" },
		{ "2 * 5e8 * a", "1000000000 * a" },
		{ "1e30 * 1 * a", "1e+30 * a" },
	};
	static const char *const never[] = { "a / 0", "a % 0.5", "(a if 1 / 0 else b) + c", "1 / 0 + a",
		"max(1 / 0, a)", "b * (a / (1 - 1) + 2) if 1 else 3", "1e999", "-(a / 0)" };

	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		check_written(pairs[i][0], false, true, pairs[i][1]);
	for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
		struct formula formula;
		struct formula_error error;
		size_t count;

		if (!CHECK(formula_parse(never[i], strlen(never[i]), false, &formula, &error)))
			continue;
		count = formula_fold(formula.steps, formula.count);
		/* what lacks on the left would be the first reason */
		if (!CHECK(i == 5 ? count > 1 : count == 1 && formula.steps->kind == FORMULA_NOTHING))
			printf("  %s: %zu steps\n", never[i], count);
		formula_free(&formula);
	}
}

static void check_tidied(const char *text, bool is_intel, const char *expected)
{
	char tidy[256];
	size_t length = formula_tidy(text, strlen(text), is_intel, tidy, sizeof tidy);

	if (!CHECK(!strcmp(tidy, expected)) || !CHECK(length == strlen(expected)))
		printf("  %s: %s, not %s\n", text, tidy, expected);
	CHECK_SAME(formula_tidy(text, strlen(text), is_intel, NULL, 0), length);
}

static void check_tidy(void)
{
	check_tidied("max ( ( A - B )/c , 0 )", false, "max((A - B) / c, 0)");
	check_tidied("a > = 0", false, "a >= 0");
	check_tidied("  -2*-3  ", false, "-2 * -3");
	check_tidied("(a)-b", false, "(a) - b");
	check_tidied("a if(b)else c", false, "a if (b) else c");
	check_tidied("-(a)", false, "-(a)");
	check_tidied("a&&b||c[0]", true, "a & b | c[0]");
	check_tidied("min(x@A,b=1@,x@B@)", false, "min(x@A,b=1@, x@B@)");
	check_tidied("a+ $ b", false, "a + $ b");
	check_tidied("has_event( x )", false, "has_event(x)");
	check_tidied("", false, "");
}

static void check_names(void)
{
	char plain[32];

	CHECK_SAME(formula_plain_name("cpu@EV\\,cmask\\=1@k", 18, plain, sizeof plain), 16);
	CHECK_TEXT(plain, "cpu/EV,cmask=1/k");
	CHECK_SAME(formula_plain_name("topdown\\-retiring", 17, plain, 4), 16);
	CHECK_TEXT(plain, "top");
	CHECK(formula_same_name("Cpu@ev\\,a\\=1@", 13, "cpu/EV,a=1/", 11));
	CHECK(!formula_same_name("a", 1, "ab", 2));
	CHECK(!formula_same_name("ab", 2, "a", 1));
}

int main(void)
{
	RUN(check_worked_examples);
	RUN(check_examples);
	RUN(check_errors);
	RUN(check_limits);
	RUN(check_writing);
	RUN(check_folding);
	RUN(check_tidy);
	RUN(check_names);
	return check_summary("formula");
}
