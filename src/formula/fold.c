/*
 * Formulas: computes what is constant before anything is counted, and removes what then has no effect. One pass in
 * place: for each operand of the next operator, the step that it begins with is known.
 */
#include "formula/formula.h"

#include <string.h>

struct folding {
	struct formula_step *steps;
	size_t count;                   /* number of the steps kept so far */
	size_t begins[FORMULA_STACK];   /* by operand at hand: index of its first step */
	int at_hand;
};

static bool step_is_known(const struct formula_step *step)
{
	return step->kind == FORMULA_NUMBER || step->kind == FORMULA_NOTHING;
}

/* Returns whether the steps are one that has a value already, or never will; more than one are still open. */
static bool operand_is_known(const struct folding *folding, size_t begin, size_t end)
{
	return end - begin == 1 && step_is_known(&folding->steps[begin]);
}

static struct formula_value known_value(const struct formula_step *step)
{
	return formula_compute(step, 1, NULL, &(struct formula_value){ 0 });
}

/* Replaces all steps from begin on by one. */
static void put_value(struct folding *folding, size_t begin, struct formula_value value)
{
	struct formula_step *step = &folding->steps[begin];

	*step = (struct formula_step){ .kind = value.why ? FORMULA_NOTHING : FORMULA_NUMBER,
		.why = (uint8_t)value.why };
	if (value.why)
		step->about = value.about;
	else
		step->number = value.number;
	folding->count = begin + 1;
}

static void keep_step(struct folding *folding, struct formula_step step)
{
	folding->steps[folding->count++] = step; /* NOLINT(clang-analyzer-core.NullDereference): there are some */
}

/* Returns whether left has a value that decides & or |, or lacks one that nothing on the right makes good. */
static bool left_decides(const struct formula_step *operator, struct formula_value left, struct formula_value *value)
{
	struct formula_value operands[2] = { left, { .why = FORMULA_LEAF_REASONS } };

	*value = formula_apply(operator, operands);
	return !value->why || (left.why && operator->kind != FORMULA_AND && operator->kind != FORMULA_OR &&
				      operator->kind != FORMULA_RATIO);
}

/* Returns whether right has a deciding value or is a divisor of 0. A lack does not decide: left's lack comes first. */
static bool right_decides(const struct formula_step *operator, struct formula_value right, struct formula_value *value)
{
	struct formula_value operands[2] = { { .why = FORMULA_LEAF_REASONS }, right };

	*value = formula_apply(operator, operands);
	if (!value->why)
		return true;
	operands[0] = (struct formula_value){ 0 };
	*value = formula_apply(operator, operands);
	return !right.why && value->why == FORMULA_DIVIDED_BY_0;
}

static void fold_two(struct folding *folding, struct formula_step operator)
{
	size_t left = folding->begins[folding->at_hand - 2], right = folding->begins[folding->at_hand - 1];
	bool left_is_known = operand_is_known(folding, left, right);
	bool right_is_known = operand_is_known(folding, right, folding->count);
	struct formula_value operands[2] = { { .number = 0 }, { .number = 0 } }, value;

	if (left_is_known)
		operands[0] = known_value(&folding->steps[left]);
	if (right_is_known)
		operands[1] = known_value(&folding->steps[right]);
	if (left_is_known && right_is_known)
		put_value(folding, left, formula_apply(&operator, operands));
	else if ((left_is_known && left_decides(&operator, operands[0], &value)) ||
		 (right_is_known && right_decides(&operator, operands[1], &value)))
		put_value(folding, left, value);
	else
		keep_step(folding, operator);
}

/* Folds value, condition, other value. */
static void fold_choice(struct folding *folding, struct formula_step operator)
{
	const size_t *begins = &folding->begins[folding->at_hand - 3];
	struct formula_value condition;

	if (!operand_is_known(folding, begins[1], begins[2])) {
		keep_step(folding, operator);
		return;
	}
	condition = known_value(&folding->steps[begins[1]]);
	if (condition.why) {
		put_value(folding, begins[0], condition);
	} else if (condition.number != 0) {
		folding->count = begins[1];
	} else {
		size_t length = folding->count - begins[2];

		memmove(&folding->steps[begins[0]], &folding->steps[begins[2]], length * sizeof *folding->steps);
		folding->count = begins[0] + length;
	}
}

static void fold_sign(struct folding *folding, struct formula_step operator)
{
	size_t begin = folding->begins[folding->at_hand - 1];
	struct formula_value value;

	if (!operand_is_known(folding, begin, folding->count)) {
		keep_step(folding, operator);
		return;
	}
	value = known_value(&folding->steps[begin]);
	put_value(folding, begin, formula_apply(&operator, &value));
}

size_t formula_fold(struct formula_step *steps, size_t count)
{
	struct folding folding = { .steps = steps, .begins = { 0 } };

	for (size_t i = 0; i < count; i++) {
		struct formula_step step = steps[i];

		switch (formula_operands(step.kind)) {
		case 0:
			folding.begins[folding.at_hand++] = folding.count;
			keep_step(&folding, step);
			break;
		case 1:
			fold_sign(&folding, step);
			break;
		case 2:
			fold_two(&folding, step);
			folding.at_hand--;
			break;
		default:
			fold_choice(&folding, step);
			folding.at_hand -= 2;
		}
	}
	return folding.count;
}
