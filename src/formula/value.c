/* Formulas: computes a value from steps, or the first reason from the left why there is none. */
#include "formula/formula.h"

#define TWO_TO_63 9223372036854775808.0

static struct formula_value number_value(double number)
{
	return (struct formula_value){ .number = number };
}

static struct formula_value no_value(enum formula_reason why, const struct formula_step *step)
{
	return (struct formula_value){ .why = (int32_t)why, .about = step->about };
}

/* Returns number, or no value if it is infinite or NaN: then its difference to itself is not 0. */
static struct formula_value value_if_finite(double number, const struct formula_step *step)
{
	return number - number == 0 ? number_value(number) : no_value(FORMULA_NOT_FINITE, step);
}

static struct formula_value value_of_rest(double a, double b, const struct formula_step *step)
{
	if (!(a >= -TWO_TO_63 && a < TWO_TO_63 && b >= -TWO_TO_63 && b < TWO_TO_63))
		return no_value(FORMULA_NOT_FINITE, step);
	if (!(int64_t)b)
		return no_value(FORMULA_DIVIDED_BY_0, step);
	/* INT64_MIN % -1 would overflow */
	return number_value((int64_t)b == -1 ? 0 : (double)((int64_t)a % (int64_t)b));
}

/* Computes operators that have no value if an operand has none. */
static struct formula_value compute_both(double a, double b, const struct formula_step *step)
{
	switch (step->kind) {
	case FORMULA_XOR:
		return number_value((a != 0) != (b != 0));
	case FORMULA_LESS:
		return number_value(a < b);
	case FORMULA_MORE:
		return number_value(a > b);
	case FORMULA_NOT_MORE:
		return number_value(a <= b);
	case FORMULA_NOT_LESS:
		return number_value(a >= b);
	case FORMULA_PLUS:
		return value_if_finite(a + b, step);
	case FORMULA_MINUS:
		return value_if_finite(a - b, step);
	case FORMULA_TIMES:
		return value_if_finite(a * b, step);
	case FORMULA_OVER:
		return b == 0 ? no_value(FORMULA_DIVIDED_BY_0, step) : value_if_finite(a / b, step);
	case FORMULA_REST:
		return value_of_rest(a, b, step);
	case FORMULA_MIN:
		return number_value(b < a ? b : a);
	default:
		return number_value(b > a ? b : a);
	}
}

static bool is_number(const struct formula_value *value, double number)
{
	return !value->why && value->number == number;
}

/* Computes & and |: one operand alone may decide, the other may have a value or not. */
static struct formula_value compute_logic(const struct formula_value *a, const struct formula_value *b, bool decides)
{
	if ((!a->why && (a->number != 0) == decides) || (!b->why && (b->number != 0) == decides))
		return number_value(decides);
	return a->why ? *a : b->why ? *b : number_value(!decides);
}

struct formula_value formula_apply(const struct formula_step *step, const struct formula_value *operands)
{
	const struct formula_value *a = operands, *b = operands + 1;

	switch (step->kind) {
	case FORMULA_NEGATIVE:
		return a->why ? *a : number_value(-a->number);
	case FORMULA_IF:
		return b->why ? *b : b->number != 0 ? *a : operands[2];
	case FORMULA_AND:
		return compute_logic(a, b, false);
	case FORMULA_OR:
		return compute_logic(a, b, true);
	case FORMULA_RATIO:
		if (is_number(b, 0))
			return number_value(0);
		return a->why ? *a : b->why ? *b : value_if_finite(a->number / b->number, step);
	default:
		return a->why ? *a : b->why ? *b : compute_both(a->number, b->number, step);
	}
}

static struct formula_value value_of_step(const struct formula_step *step, const struct formula_value *values)
{
	if (step->kind == FORMULA_LEAF)
		return values[step->leaf];
	if (step->kind == FORMULA_NUMBER)
		return number_value(step->number);
	return no_value((enum formula_reason)step->why, step);
}

size_t formula_depth(const struct formula_step *steps, size_t count)
{
	size_t depth = 0, most = 0;

	for (size_t i = 0; i < count; i++) {
		depth = depth + 1 - (size_t)formula_operands(steps[i].kind);
		most = depth > most ? depth : most;
	}
	return most;
}

/* Computes + - * / into the first operand if both have a value; false: another operator, or not finite. */
static bool compute_simply(const struct formula_step *step, struct formula_value *operands)
{
	double a = operands[0].number, b = operands[1].number;

	if (operands[0].why | operands[1].why)
		return false;
	switch (step->kind) {
	case FORMULA_PLUS:
		a += b;
		break;
	case FORMULA_MINUS:
		a -= b;
		break;
	case FORMULA_TIMES:
		a *= b;
		break;
	case FORMULA_OVER:
		a /= b;
		break;
	default:
		return false;
	}
	if (a - a != 0)
		return false;
	operands->number = a;
	return true;
}

struct formula_value formula_compute(const struct formula_step *steps, size_t count,
				     const struct formula_value *values, struct formula_value *stack)
{
	struct formula_value *top = stack;

	for (const struct formula_step *step = steps; step < steps + count; step++) {
		int operands = formula_operands(step->kind);

		top -= operands;
		if (!operands)
			*top = value_of_step(step, values);
		else if (operands != 2 || !compute_simply(step, top))
			*top = formula_apply(step, top);
		top++;
	}
	return *stack;
}
