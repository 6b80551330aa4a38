/*
 * Formulas: from steps to text. Operands have the same order in steps and in text; the first step of each is found
 * once. Formulas that begin with the same step are left operands of each other, perhaps many thousands deep, so they
 * are handled by a loop; only right operands recurse.
 */
#include "formula/formula.h"

#include <stdlib.h>
#include <string.h>

#include "formula/number.h"

struct formula_writer {
	const struct formula_step *steps;
	uint32_t *begins; /* by step: index of the first step of its operands; its own index if it has none */
	formula_say *say;
	const void *data;
	char *to;
	size_t size, length;
};

static void write_text(struct formula_writer *writer, const char *text)
{
	size_t length = strlen(text), room = writer->length + 1 < writer->size ? writer->size - writer->length - 1 : 0;

	if (room)
		memcpy(writer->to + writer->length, text, length < room ? length : room);
	writer->length += length;
}

/* ---- where operands are ---- */

static void find_begins(struct formula_writer *writer, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t begin = i;

		for (int operand = formula_operands(writer->steps[i].kind); operand > 0; operand--)
			begin = writer->begins[begin - 1];
		writer->begins[i] = (uint32_t)begin;
	}
}

/* Returns the last step of the leftmost operand. */
static size_t leftmost_operand(const struct formula_writer *writer, size_t step)
{
	size_t end = step - 1;

	for (int operand = formula_operands(writer->steps[step].kind); operand > 1; operand--)
		end = writer->begins[end] - 1;
	return end;
}

/* ---- how tight things are ---- */

enum { WEAKEST_STEP, SIGN_STRENGTH = 7, TIGHTEST_STEP };

static int strength_of_step(const struct formula_step *step)
{
	static const uint8_t strengths[] = { [FORMULA_OR] = 1, [FORMULA_XOR] = 2, [FORMULA_AND] = 3,
		[FORMULA_LESS] = 4, [FORMULA_MORE] = 4, [FORMULA_NOT_MORE] = 4, [FORMULA_NOT_LESS] = 4,
		[FORMULA_PLUS] = 5, [FORMULA_MINUS] = 5, [FORMULA_TIMES] = 6, [FORMULA_OVER] = 6,
		[FORMULA_REST] = 6, [FORMULA_MIN] = TIGHTEST_STEP, [FORMULA_MAX] = TIGHTEST_STEP,
		[FORMULA_RATIO] = TIGHTEST_STEP, [FORMULA_NEGATIVE] = SIGN_STRENGTH, [FORMULA_IF] = WEAKEST_STEP };

	if (step->kind == FORMULA_NUMBER && step->number < 0)
		return SIGN_STRENGTH;
	if (step->kind == FORMULA_LEAF && step->why)
		return step->why - 1;
	return step->kind < sizeof strengths ? strengths[step->kind] : TIGHTEST_STEP;
}

static const char *sign_of(enum formula_kind kind)
{
	static const char signs[][6] = { [FORMULA_OR] = " | ", [FORMULA_XOR] = " ^ ", [FORMULA_AND] = " & ",
		[FORMULA_LESS] = " < ", [FORMULA_MORE] = " > ", [FORMULA_NOT_MORE] = " <= ",
		[FORMULA_NOT_LESS] = " >= ", [FORMULA_PLUS] = " + ", [FORMULA_MINUS] = " - ",
		[FORMULA_TIMES] = " * ", [FORMULA_OVER] = " / ", [FORMULA_REST] = " % ", [FORMULA_MIN] = ", ",
		[FORMULA_MAX] = ", ", [FORMULA_RATIO] = ", ", [FORMULA_IF] = " if " };

	return signs[kind];
}

/* Returns what stands before the first operand. */
static const char *opening_of(enum formula_kind kind)
{
	return kind == FORMULA_MIN ? "min(" : kind == FORMULA_MAX ? "max(" : kind == FORMULA_RATIO ? "d_ratio(" :
	       kind == FORMULA_NEGATIVE ? "-" : "";
}

static bool is_function_step(enum formula_kind kind)
{
	return kind == FORMULA_MIN || kind == FORMULA_MAX || kind == FORMULA_RATIO;
}

/* Returns how tight the leftmost operand must be to stand without parentheses. */
static int strength_wanted(const struct formula_step *step)
{
	if (is_function_step(step->kind))
		return WEAKEST_STEP;
	return step->kind == FORMULA_IF ? WEAKEST_STEP + 1 : strength_of_step(step);
}

/* ---- writing ---- */

static void write_leaf(struct formula_writer *writer, const struct formula_step *step)
{
	char number[40];
	size_t room = writer->length < writer->size ? writer->size - writer->length : 0;

	if (step->kind == FORMULA_NUMBER && !step->length) {
		number_to_text(step->number, number, sizeof number);
		write_text(writer, number);
	} else {
		writer->length += writer->say(writer->data, step, room ? writer->to + writer->length : NULL, room);
	}
}

static void write_step(struct formula_writer *writer, size_t step, int wanted);

/* Writes all but the leftmost operand, and what stands between and behind them. */
static void write_others(struct formula_writer *writer, size_t step)
{
	enum formula_kind kind = writer->steps[step].kind;
	size_t last = step - 1;

	if (kind == FORMULA_NEGATIVE)
		return;
	write_text(writer, sign_of(kind));
	if (kind == FORMULA_IF) {
		write_step(writer, writer->begins[last] - 1, WEAKEST_STEP + 1);
		write_text(writer, " else ");
	}
	write_step(writer, last, kind == FORMULA_IF || is_function_step(kind) ? WEAKEST_STEP :
		   strength_of_step(&writer->steps[step]) + 1);
	if (is_function_step(kind))
		write_text(writer, ")");
}

/* Returns the step whose leftmost operand this one is, below a step that begins where it does. */
static size_t parent_on_left(const struct formula_writer *writer, size_t step)
{
	size_t parent = step + 1;

	while (writer->begins[parent] != writer->begins[step])
		parent++;
	return parent;
}

static void write_step(struct formula_writer *writer, size_t step, int wanted)
{
	const struct formula_step *steps = writer->steps;
	size_t at = step, begin = writer->begins[step];
	bool in_parentheses = strength_of_step(&steps[step]) < wanted;

	if (in_parentheses)
		write_text(writer, "(");
	for (; at != begin; at = leftmost_operand(writer, at)) {
		size_t first = leftmost_operand(writer, at);

		write_text(writer, opening_of(steps[at].kind));
		if (strength_of_step(&steps[first]) < strength_wanted(&steps[at]))
			write_text(writer, "(");
	}
	write_leaf(writer, &steps[begin]);
	while (at != step) {
		size_t parent = parent_on_left(writer, at);

		if (strength_of_step(&steps[at]) < strength_wanted(&steps[parent]))
			write_text(writer, ")");
		write_others(writer, parent);
		at = parent;
	}
	if (in_parentheses)
		write_text(writer, ")");
}

size_t formula_write(const struct formula_step *steps, size_t count, formula_say *say, const void *data, char *to,
		     size_t size)
{
	struct formula_writer writer = { .steps = steps, .say = say, .data = data, .to = to, .size = size };

	writer.begins = calloc(count + !count, sizeof *writer.begins);
	if (!writer.begins)
		return SIZE_MAX;
	find_begins(&writer, count);
	write_step(&writer, count - 1, WEAKEST_STEP);
	free(writer.begins);
	if (size)
		to[writer.length < size ? writer.length : size - 1] = '\0';
	return writer.length;
}

uint8_t formula_tightness(const struct formula_step *steps, size_t count)
{
	return (uint8_t)(strength_of_step(&steps[count - 1]) + 1);
}
