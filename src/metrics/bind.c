/*
 * Metrics: binds the names in formulas. Values that are known in advance become numbers and are folded, so that what
 * has no effect is neither encoded nor counted; then metrics that a formula still refers to are bound in the same way.
 * A metric that is a single leaf or number is replaced by it.
 */
#include "metrics/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "language/presets.h"
#include "metrics/list.h"
#include "tables/hash.h"

static bool read_program(struct draft *draft, int program, int depth);

/* ---- programs ---- */

static bool same_source(const struct draft_source *a, const struct draft_source *b)
{
	return a->metric >= 0 && a->metric == b->metric && a->instance == b->instance &&
	       a->is_threshold == b->is_threshold && a->instances == b->instances;
}

int draft_program(struct draft *draft, const struct draft_source *source)
{
	struct draft_program *program;

	for (int i = 0; i < draft->program_count; i++)
		if (same_source(&draft->programs[i]->source, source))
			return i;
	program = draft_memory(draft, sizeof *program);
	if (!program || !draft_room(draft, &draft->programs, draft->program_count, &draft->program_room,
				sizeof *draft->programs))
		return -1;
	program->source = *source;
	draft->programs[draft->program_count] = program;
	return draft->program_count++;
}

/* ---- names ---- */

static bool fail_step(struct draft *draft, const struct draft_source *source, const struct formula_step *step,
		      pfm_err_t error, const char *message)
{
	return draft_fail_in(draft, source, error, step->offset, step->length, message, "");
}

/* Finds the formula that the caller gave this name; -1: none. */
static int own_metric(const struct draft *draft, const struct draft_source *source, const char *name, size_t length)
{
	for (int i = 0; i < draft->program_count && source->metric < 0; i++) {
		const struct draft_source *other = &draft->programs[i]->source;

		if (other->metric < 0 && other->name &&
			formula_same_name(other->name, strlen(other->name), name, length))
			return i;
	}
	return -1;
}

/* Recognizes a metric's own name in its formula, where it is an event's; in its threshold it is the metric. */
static bool is_own_name(const struct draft_source *source, const char *name, size_t length)
{
	return !source->is_threshold && source->name &&
	       formula_same_name(source->name, strlen(source->name), name, length);
}

/* Reads one of PAPI's presets, on the PMU of the formula if it has one, into a program, as referred() does. */
static int referred_preset(struct draft *draft, const struct draft_source *source, const char *name, size_t length)
{
	struct draft_source other = { .offset = source->offset, .metric = -1, .in = source->in, .instance = -1 };
	const char *in = source->in ? source->in : "";
	char whole[FORMULA_NAME_TEXT + 1];
	struct preset preset;
	int used, program;

	if (length <= 5 || strncasecmp(name, "PAPI_", 5) != 0)
		return -1;
	used = snprintf(whole, sizeof whole, "%s%s%.*s", in, *in ? "::" : "", (int)length, name);
	if (used >= (int)sizeof whole || !preset_here(whole, (size_t)used, &preset))
		return -1;
	other.name = draft_copy(draft, name, length);
	other.length = strlen(preset.formula);
	other.text = draft_copy(draft, preset.formula, other.length);
	program = other.name && other.text ? draft_program(draft, &other) : -1;
	return program < 0 ? -2 : program;
}

/* Returns the program of the metric that a name refers to; -1: none; -2, and an error: no memory. */
static int referred(struct draft *draft, const struct draft_source *source, const char *name, size_t length)
{
	struct draft_source other = { .instance = source->instance, .offset = source->offset };
	const struct listed_metric *list;
	int count, found, own;

	if (is_own_name(source, name, length))
		return -1;
	own = own_metric(draft, source, name, length);
	if (own >= 0)
		return own;
	if (metrics_list(&list, &count)) {
		draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
		return -2;
	}
	found = metrics_list_find(list, count, name, length, source->in);
	if (found < 0)
		return referred_preset(draft, source, name, length);
	if (list[found].info.answer == PFM_ANSWER_NONE)
		return -1;
	other.metric = found;
	other.name = list[found].info.name;
	other.text = list[found].info.formula;
	other.length = strlen(other.text);
	other.in = list[found].info.pmu ? list[found].info.pmu : source->in;
	other.slots = list[found].slots;
	if (!list[found].info.per_instance)
		other.instance = -1;
	found = draft_program(draft, &other);
	return found < 0 ? -2 : found;
}

static void put_number(struct formula_step *step, double number)
{
	*step = (struct formula_step){ .kind = FORMULA_NUMBER, .number = number };
}

static void put_nothing(struct formula_step *step, int reason, int subject)
{
	*step = (struct formula_step){ .kind = FORMULA_NOTHING, .why = (uint8_t)(METRIC_REASONS + reason) };
	step->about = subject;
}

static bool bind_constant(struct draft *draft, const struct draft_source *source, struct formula_step *step)
{
	const char *name = source->text + step->offset;
	double value;
	pfm_err_t error = metric_constant(draft, source, name + 1, step->length - 1u, &value);
	int subject;

	if (!error) {
		put_number(step, value);
		return true;
	}
	if (error == PFM_ERR_NOMEM)
		return draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	if (error == PFM_ERR_NOTFOUND && source->metric < 0)
		return fail_step(draft, source, step, PFM_ERR_NOTFOUND, "no such constant");
	subject = draft_subject(draft, name, step->length);
	put_nothing(step, PFM_VALUE_NO_CONSTANT, subject);
	return subject >= 0;
}

/* Returns the name of an event with the number of the instance for "?". */
static const char *with_instance(struct draft *draft, const struct draft_source *source, const char *name,
				 size_t *length)
{
	char text[FORMULA_NAME_TEXT + 1], number[16];
	size_t written = 0, digits;

	if (source->instance < 0 || !memchr(name, '?', *length))
		return name;
	digits = (size_t)snprintf(number, sizeof number, "%d", source->instance);
	for (size_t i = 0; i < *length && written + digits < sizeof text; i++) {
		memcpy(text + written, name[i] == '?' ? number : name + i, name[i] == '?' ? digits : 1);
		written += name[i] == '?' ? digits : 1;
	}
	*length = written;
	return draft_copy(draft, text, written);
}

static bool bind_leaf(struct draft *draft, const struct draft_source *source, struct formula_step *step,
	const char *name, size_t length)
{
	enum leaf_kind kind = leaf_kind_of(name, length);
	double value;
	int leaf;

	if (kind == LEAF_LATENCY && metric_constant_given(draft, name, length, &value)) {
		put_number(step, value);
		return true;
	}
	leaf = draft_leaf(draft, kind, name, length, kind == LEAF_EVENT ? source->in : NULL);
	step->kind = FORMULA_LEAF;
	step->leaf = leaf;
	return leaf >= 0;
}

/* Binds source_count(), has_event(), strcmp_cpuid_str() */
static bool bind_question(struct draft *draft, const struct draft_source *source, struct formula_step *step,
			  const char *name, size_t length)
{
	int leaf, of;

	if (step->kind == FORMULA_CPUID_OF) {
		put_number(step, metric_is_cpu(name, length));
		return true;
	}
	of = draft_leaf(draft, LEAF_EVENT, name, length, source->in);
	if (of < 0)
		return false;
	if (step->kind == FORMULA_HAS_OF) {
		if (!leaf_encode(draft, of, NULL))
			return false;
		put_number(step, leaf_is_there(draft->leaves[of]));
		return true;
	}
	leaf = draft_leaf(draft, LEAF_BOXES, name, length, source->in);
	if (leaf < 0)
		return false;
	draft->leaves[leaf]->of = of;
	step->kind = FORMULA_LEAF;
	step->leaf = leaf;
	return true;
}

static bool bind_new_name(struct draft *draft, const struct draft_source *source, struct formula_step *step)
{
	size_t length = step->length;
	const char *name = with_instance(draft, source, source->text + step->offset, &length);
	int program;

	if (!name)
		return false;
	if (step->kind != FORMULA_NAME)
		return bind_question(draft, source, step, name, length);
	program = referred(draft, source, name, length);
	if (program == -2)
		return false;
	if (program < 0)
		return bind_leaf(draft, source, step, name, length);
	step->kind = FORMULA_LEAF;
	step->leaf = -1 - program;
	return true;
}

/*
 * Binds a name. Formulas of the tables have the same names many times: the last meaning of each is kept by its hash. A
 * metric's own name, and names with numbers of instances in them, have another meaning in each formula.
 */
static bool bind_name(struct draft *draft, const struct draft_source *source, struct formula_step *step)
{
	const char *name = source->text + step->offset;
	size_t length = step->length;
	bool is_plain = step->kind == FORMULA_NAME && source->metric >= 0 && source->instance < 0 &&
		!is_own_name(source, name, length);
	struct draft_name *known;

	if (!is_plain)
		return bind_new_name(draft, source, step);
	if (!draft->names)
		draft->names = draft_memory(draft, DRAFT_NAMES * sizeof *draft->names);
	if (!draft->names)
		return false;
	known = &draft->names[name_hash(name, length) % DRAFT_NAMES];
	if (known->text && known->length == length && known->in == source->in &&
		!memcmp(known->text, name, length)) {
		step->kind = FORMULA_LEAF;
		step->leaf = known->leaf;
		return true;
	}
	if (!bind_new_name(draft, source, step))
		return false;
	if (step->kind == FORMULA_LEAF)
		*known = (struct draft_name){ name, length, source->in, step->leaf };
	return true;
}

static bool bind_steps(struct draft *draft, struct draft_program *program)
{
	bool good = true;

	for (size_t i = 0; good && i < program->formula.count; i++) {
		struct formula_step *step = &program->formula.steps[i];

		if (step->kind == FORMULA_CONSTANT)
			good = bind_constant(draft, &program->source, step);
		else if (step->kind >= FORMULA_NAME && step->kind <= FORMULA_CPUID_OF)
			good = bind_name(draft, &program->source, step);
	}
	return good;
}

/* ---- programs are read ---- */

/* Reads the formulas that a formula refers to, and puts those of only one step in their place. */
static bool read_references(struct draft *draft, struct draft_program *program, int depth, bool *is_changed)
{
	for (size_t i = 0; i < program->formula.count; i++) {
		struct formula_step *step = &program->formula.steps[i];
		const struct draft_program *other;
		struct formula_step from = *step;

		if (step->kind != FORMULA_LEAF || step->leaf >= 0)
			continue;
		other = draft->programs[-1 - step->leaf];
		if (other->state == PROGRAM_BEING_READ)
			return fail_step(draft, &program->source, &from, PFM_ERR_TOOMANY,
				"metrics refer to each other in a circle");
		if (depth == METRIC_DEPTH)
			return fail_step(draft, &program->source, &from, PFM_ERR_TOOMANY,
				"more than 16 metrics refer to each other");
		if (!read_program(draft, -1 - step->leaf, depth + 1))
			return false;
		if (other->formula.count > 1)
			continue;
		*step = *other->formula.steps;
		step->length = 0;
		*is_changed = true;
	}
	return true;
}

static bool read_text(struct draft *draft, struct draft_program *program)
{
	const struct draft_source *source = &program->source;
	struct formula_error error;

	if (formula_parse(source->text, source->length, source->is_intel, &program->formula, &error))
		return true;
	return draft_fail_in(draft, source, error.no_memory ? PFM_ERR_NOMEM : PFM_ERR_INVAL, error.offset, error.length,
		error.message, error.expected);
}

/* Forgets divisors: divisions by a 0 of the formula, and numbers that are too large, have nothing to name. */
static void forget_divisors(struct formula *formula)
{
	for (size_t i = 0; i < formula->count; i++)
		if (formula_operands(formula->steps[i].kind) || formula->steps[i].kind == FORMULA_NOTHING)
			formula->steps[i].about = -1;
}

/* Makes the sum of a metric's instances, each of which is a program. */
static bool add_instances(struct draft *draft, struct draft_program *program)
{
	struct draft_source one = program->source;
	struct formula *sum = &program->formula;

	one.instances = 0;
	sum->steps = malloc(2 * (size_t)program->source.instances * sizeof *sum->steps);
	if (!sum->steps)
		return draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	for (int i = 0; i < program->source.instances; i++) {
		int number;

		one.instance = i;
		number = draft_program(draft, &one);
		if (number < 0)
			return false;
		sum->steps[sum->count++] = (struct formula_step){ .kind = FORMULA_LEAF, .leaf = -1 - number };
		if (i)
			sum->steps[sum->count++] = (struct formula_step){ .kind = FORMULA_PLUS, .about = -1 };
	}
	return true;
}

static bool read_own_program(struct draft *draft, struct draft_program *program)
{
	if (program->source.instances)
		return add_instances(draft, program);
	if (!read_text(draft, program))
		return false;
	forget_divisors(&program->formula);
	return bind_steps(draft, program);
}

static bool read_program(struct draft *draft, int number, int depth)
{
	struct draft_program *program = draft->programs[number];
	bool is_changed = false;

	if (program->state == PROGRAM_READ)
		return true;
	program->state = PROGRAM_BEING_READ;
	if (!read_own_program(draft, program))
		return false;
	program->formula.count = formula_fold(program->formula.steps, program->formula.count);
	if (!read_references(draft, program, depth, &is_changed))
		return false;
	if (is_changed)
		program->formula.count = formula_fold(program->formula.steps, program->formula.count);
	program->state = PROGRAM_READ;
	return true;
}

bool draft_read_program(struct draft *draft, int program)
{
	return read_program(draft, program, 0);
}
