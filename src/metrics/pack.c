/*
 * Metrics: turns the draft into a plan. A program is written once for each round whose counts it is needed for, after
 * the programs that it refers to. Everything goes into one block, with copies of all texts.
 */
#include "metrics/list.h"
#include "metrics/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUESSED_BYTES = 32 /* estimated bytes of a step's text */, MOST_STEPS_SHOWN = 65536 };

struct packing {
	struct draft *draft;
	int *values;                    /* number of the value by program and round or none; -1: not written yet */
	struct plan_program *programs;
	int program_count, program_room;
	struct formula_step *steps;
	int step_count, step_room;
	struct plan_subject *subjects;
	int subject_count, subject_room;
	int *own;
	int own_count, own_room;
	bool asks_for_boxes;
	size_t depth;
};

static int value_of_program(struct packing *packing, int program, int round);

/* ---- texts ---- */

/* Writes parts as snprintf() does, but at once: most text is names. */
static size_t say_parts(const char *before, const char *name, const char *behind, char *to, size_t size)
{
	const char *parts[] = { before, name, behind };
	size_t written = 0;

	for (int i = 0; i < 3; i++) {
		size_t length = strlen(parts[i]), room = written < size ? size - written - 1 : 0;

		if (size)
			memcpy(to + (written < size ? written : size - 1), parts[i], length < room ? length : room);
		written += length;
	}
	return written;
}

static size_t say_leaf(const void *data, const struct formula_step *step, char *to, size_t size)
{
	const struct draft *draft = data;
	const struct draft_leaf *leaf;

	if (step->kind == FORMULA_NOTHING)
		return say_parts("", step->about >= 0 ? draft->subjects[step->about] : "0 / 0", "", to, size);
	if (step->leaf < 0)
		return say_parts("", draft->programs[-1 - step->leaf]->source.name, "", to, size);
	leaf = draft->leaves[step->leaf];
	return leaf->kind == LEAF_BOXES ? say_parts("source_count(", leaf->name, ")", to, size) :
		say_parts("", leaf->name, "", to, size);
}

/* Writes steps as text, which mostly has room in the guess. */
static char *text_of_steps(struct draft *draft, struct formula_step *steps, size_t count, formula_say *say,
			   size_t guess)
{
	char *text = draft_text_room(draft, guess);
	size_t length;

	for (size_t i = 0; i < count; i++) /* new texts of names have other lengths */
		steps[i].length = 0;
	length = text ? formula_write(steps, count, say, draft, text, guess) : SIZE_MAX;
	if (length != SIZE_MAX && length >= guess) {
		text = draft_text_room(draft, length + 1);
		length = text ? formula_write(steps, count, say, draft, text, length + 1) : SIZE_MAX;
	}
	if (length != SIZE_MAX)
		return text;
	draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	return NULL;
}

/* ---- programs ---- */

static bool add_subject(struct packing *packing, const char *text, int event)
{
	if (!draft_room(packing->draft, &packing->subjects, packing->subject_count, &packing->subject_room,
		    sizeof *packing->subjects))
		return false;
	packing->subjects[packing->subject_count++] = (struct plan_subject){ text, event };
	return true;
}

/* Returns the event of a name in a round: its own, if it is another name for one, else that one. */
static int entry_of(const struct draft *draft, int leaf, int round)
{
	const struct draft_leaf *own = draft->leaves[leaf];
	int counted = own->kind == LEAF_BOXES ? own->of : leaf, entry;

	if (draft->leaves[counted]->kind != LEAF_EVENT)
		return draft_entry_of(draft, counted, round);
	entry = own->kind == LEAF_BOXES ? -1 : draft_entry_of(draft, counted, round);
	return entry < 0 ? draft_entry_of(draft, leaf_canonical(draft, counted), round) : entry;
}

static int value_of_leaf(struct packing *packing, int leaf, int round)
{
	int entry = entry_of(packing->draft, leaf, round);

	if (packing->draft->leaves[leaf]->kind != LEAF_BOXES)
		return entry;
	packing->asks_for_boxes = true;
	return packing->draft->entry_count + entry;
}

/* Returns the first step of the operand that ends with a step. */
static size_t begin_of(const struct formula_step *steps, size_t last)
{
	for (int wanted = 1;; last--) {
		wanted += formula_operands(steps[last].kind) - 1;
		if (!wanted)
			return last;
	}
}

/* Names the divisor: mostly something that has a name already. */
static bool name_divisor(struct packing *packing, struct formula_step *steps, size_t division, int round)
{
	struct draft *draft = packing->draft;
	size_t begin = begin_of(steps, division - 1), count = division - begin;
	const struct formula_step *only = &steps[begin];
	bool is_leaf = count == 1 && only->kind == FORMULA_LEAF;
	const char *text;

	if (is_leaf && only->leaf < 0)
		return add_subject(packing, draft->programs[-1 - only->leaf]->source.name, -1);
	if (is_leaf && draft->leaves[only->leaf]->kind != LEAF_BOXES)
		return add_subject(packing, draft->leaves[only->leaf]->name, entry_of(draft, only->leaf, round));
	text = text_of_steps(draft, steps + begin, count, say_leaf, GUESSED_BYTES * count);
	return text && add_subject(packing, text, -1);
}

/* Writes a step with numbers of the plan for those of the draft. */
static bool write_packed(struct packing *packing, const struct formula *formula, size_t at, int round)
{
	struct formula_step step = formula->steps[at];

	if (step.kind == FORMULA_LEAF) {
		step.leaf = step.leaf < 0 ? value_of_program(packing, -1 - step.leaf, round) :
			value_of_leaf(packing, step.leaf, round);
	} else if (step.kind == FORMULA_OVER || step.kind == FORMULA_REST) {
		step.about = packing->subject_count;
		if (!name_divisor(packing, formula->steps, at, round))
			return false;
	} else if (step.kind == FORMULA_NOTHING && step.about >= 0) {
		const char *text = packing->draft->subjects[step.about];

		step.about = packing->subject_count;
		if (!add_subject(packing, text, -1))
			return false;
	}
	if (!draft_room(packing->draft, &packing->steps, packing->step_count, &packing->step_room,
		    sizeof *packing->steps))
		return false;
	packing->steps[packing->step_count++] = step;
	return true;
}

static bool write_program(struct packing *packing, int number, int round, int *value)
{
	struct draft *draft = packing->draft;
	const struct formula *formula = &draft->programs[number]->formula;
	struct plan_program program;
	size_t depth = formula_depth(formula->steps, formula->count);

	for (size_t i = 0; i < formula->count; i++)
		if (formula->steps[i].kind == FORMULA_LEAF && formula->steps[i].leaf < 0 &&
			value_of_program(packing, -1 - formula->steps[i].leaf, round) < 0)
			return false;
	if (!draft_room(draft, &packing->programs, packing->program_count, &packing->program_room,
		    sizeof *packing->programs))
		return false;
	if (packing->program_count + 2 * draft->entry_count >= METRIC_VALUES)
		return draft_fail(draft, PFM_ERR_TOOMANY, 0, strlen(draft->text), "more than %d events and formulas",
			METRIC_VALUES);
	program = (struct plan_program){ .first = packing->step_count };
	for (size_t i = 0; i < formula->count; i++)
		if (!write_packed(packing, formula, i, round))
			return false;
	program.count = packing->step_count - program.first;
	packing->depth = depth > packing->depth ? depth : packing->depth;
	*value = 2 * draft->entry_count + packing->program_count;
	packing->programs[packing->program_count++] = program;
	return true;
}

/* Returns the number of a program's value; -1, and an error. */
static int value_of_program(struct packing *packing, int number, int round)
{
	const struct formula *formula = &packing->draft->programs[number]->formula;
	int *value = &packing->values[number * (packing->draft->rounds + 1) + round + 1];

	if (*value < 0) {
		if (formula->count == 1 && formula->steps->kind == FORMULA_LEAF && formula->steps->leaf >= 0)
			*value = value_of_leaf(packing, formula->steps->leaf, round);
		else
			write_program(packing, number, round, value);
	}
	return *value;
}

/* ---- what is computed, in full ---- */

static bool write_expanded(struct draft *draft, struct draft_program *program);

/* Writes as say_leaf(), but programs as their own formulas, each of which was written before. */
static size_t say_expanded(const void *data, const struct formula_step *step, char *to, size_t size)
{
	const struct draft *draft = data;
	const struct draft_program *program;

	if (step->kind != FORMULA_LEAF || step->leaf >= 0)
		return say_leaf(data, step, to, size);
	program = draft->programs[-1 - step->leaf];
	if (size)
		memcpy(to, program->expanded, program->expanded_length < size ? program->expanded_length : size - 1);
	return program->expanded_length;
}

/* Writes what a formula refers to, and returns how long it may get. 0: an error, or too much of it. */
static size_t expand_references(struct draft *draft, struct draft_program *program)
{
	size_t length = GUESSED_BYTES * program->formula.count;

	program->expanded_steps = program->formula.count;
	for (size_t i = 0; i < program->formula.count; i++) {
		struct formula_step *step = &program->formula.steps[i];
		struct draft_program *other;

		if (step->kind != FORMULA_LEAF || step->leaf >= 0)
			continue;
		other = draft->programs[-1 - step->leaf];
		if (!write_expanded(draft, other))
			return 0;
		step->why = formula_tightness(other->formula.steps, other->formula.count);
		length += other->expanded_length;
		program->expanded_steps += other->expanded_steps - 1;
		if (program->expanded_steps > MOST_STEPS_SHOWN)
			return 0;
	}
	return length;
}

/* Writes a metric, once for all that refer to it: its text is copied. */
static bool write_expanded(struct draft *draft, struct draft_program *program)
{
	struct formula *formula = &program->formula;
	size_t length = program->expanded ? 0 : expand_references(draft, program);

	if (!length)
		return program->expanded;
	program->expanded = text_of_steps(draft, formula->steps, formula->count, say_expanded, length);
	for (size_t i = 0; i < formula->count; i++) /* reset, as other texts refer to programs by name */
		if (formula->steps[i].kind == FORMULA_LEAF)
			formula->steps[i].why = 0;
	if (program->expanded)
		program->expanded_length = strlen(program->expanded);
	return program->expanded;
}

/* ---- metrics ---- */

static bool pack_metric(struct packing *packing, const struct draft_metric *metric, struct plan_metric *to)
{
	struct draft *draft = packing->draft;

	*to = (struct plan_metric){
		.told = { .size = sizeof to->told, .name = metric->name, .pmu = metric->in,
			.id = metric->metric < 0 ? -1 : metrics_id(metric->metric),
			.instance = metric->instance, .is_split = metric->is_split },
		.scale = metric->scale, .over = -1, .first = packing->own_count
	};
	/* stays NULL without an error if the text would be too long */
	write_expanded(draft, draft->programs[metric->program]);
	to->told.expanded = draft->programs[metric->program]->expanded;
	to->value = draft->error ? -1 : value_of_program(packing, metric->program, metric->round);
	if (to->value < 0)
		return false;
	if (metric->threshold >= 0) {
		to->over = value_of_program(packing, metric->threshold, metric->round);
		if (to->over < 0)
			return false;
	}
	for (int i = 0; i < metric->count; i++) {
		if (!draft_room(draft, &packing->own, packing->own_count, &packing->own_room, sizeof *packing->own))
			return false;
		packing->own[packing->own_count++] = entry_of(draft, metric->leaves[i], metric->round);
	}
	to->count = packing->own_count - to->first;
	return true;
}

/* ---- one block ---- */

struct block {
	char *bytes;            /* NULL: only the size is computed */
	size_t used;
};

static void *take(struct block *block, const void *from, size_t size)
{
	void *at = block->bytes ? block->bytes + block->used : NULL;

	if (at && size)
		memcpy(at, from, size);
	block->used += (size + 15) / 16 * 16;
	return at;
}

static const char *take_text(struct block *block, const char *text)
{
	void *at = block->bytes ? block->bytes + block->used : NULL;
	size_t size = text ? strlen(text) + 1 : 0;

	if (at && text)
		memcpy(at, text, size);
	block->used += size;
	return text ? at : NULL;
}

static pfm_metric_event_t event_of(const struct draft *draft, const struct draft_entry *entry)
{
	static const int kinds[] = { [LEAF_EVENT] = PFM_METRIC_EVENT, [LEAF_TIME] = PFM_METRIC_TIME,
		[LEAF_LATENCY] = PFM_METRIC_LATENCY };
	const struct draft_leaf *leaf = draft->leaves[entry->leaf];

	return (pfm_metric_event_t){
		.size = sizeof(pfm_metric_event_t), .name = leaf->name, .also = leaf->also, .same_as = entry->same_as,
		.string = entry->same_as < 0 ? leaf->string : NULL,
		.kind = entry->same_as >= 0 ? PFM_METRIC_SAME : kinds[leaf->kind],
		.round = entry->round, .counter = entry->counter < 0 ? -1 : entry->counter % FIT_FIXED,
		.is_fixed = entry->counter >= FIT_FIXED, .is_pair = entry->is_pair, .is_leader = entry->is_leader,
		.is_optional = entry->is_optional, .failed = leaf->error
	};
}

static void take_texts(struct block *block, struct pfm_metrics *plan, const struct packing *packing,
		       const struct plan_metric *metrics)
{
	const struct draft *draft = packing->draft;

	for (int i = 0; i < draft->metric_count; i++) {
		pfm_prepared_metric_t texts = { .name = take_text(block, metrics[i].told.name),
			.pmu = take_text(block, metrics[i].told.pmu),
			.expanded = take_text(block, metrics[i].told.expanded) };

		if (plan) {
			plan->metrics[i].told.name = texts.name;
			plan->metrics[i].told.pmu = texts.pmu;
			plan->metrics[i].told.expanded = texts.expanded;
		}
	}
	for (int i = 0; i < draft->entry_count; i++) {
		pfm_metric_event_t event = event_of(draft, &draft->entries[i]);

		event.name = take_text(block, event.name);
		event.string = take_text(block, event.string);
		event.also = take_text(block, event.also);
		if (plan) {
			plan->events[i] = event;
			plan->means[i] = draft->leaves[draft->entries[i].leaf]->mean;
		}
	}
	for (int i = 0; i < packing->subject_count; i++) {
		const char *text = take_text(block, packing->subjects[i].text);

		if (plan)
			plan->subjects[i].text = text;
	}
}

static struct pfm_metrics *fill_block(struct block *block, const struct packing *packing,
	const struct plan_metric *metrics)
{
	const struct draft *draft = packing->draft;
	struct pfm_metrics head = { .told = { .size = sizeof head.told, .metrics = draft->metric_count,
						    .events = draft->entry_count, .rounds = draft->rounds,
						    .smt = draft->machine.smt, .watchdog = draft->machine.watchdog },
		.boxes_at = packing->asks_for_boxes ? draft->entry_count : 0, .program_at = 2 * draft->entry_count,
		.programs = packing->program_count, .depth = (int)packing->depth };
	struct pfm_metrics *plan;

	memcpy(head.told.message, draft->message, sizeof head.told.message);
	memcpy(head.told.note, draft->note, sizeof head.told.note);
	plan = take(block, &head, sizeof head);
	head.metrics = take(block, metrics, (size_t)draft->metric_count * sizeof *metrics);
	head.events = take(block, NULL, 0);
	block->used += (size_t)draft->entry_count * sizeof *head.events;
	head.means = take(block, NULL, 0);
	block->used += (size_t)draft->entry_count * sizeof *head.means;
	head.steps = take(block, packing->steps, (size_t)packing->step_count * sizeof *head.steps);
	head.list = take(block, packing->programs, (size_t)packing->program_count * sizeof *head.list);
	head.subjects = take(block, packing->subjects, (size_t)packing->subject_count * sizeof *head.subjects);
	head.own = take(block, packing->own, (size_t)packing->own_count * sizeof *head.own);
	if (plan)
		*plan = head;
	take_texts(block, plan, packing, metrics);
	return plan;
}

struct pfm_metrics *draft_pack(struct draft *draft)
{
	struct packing packing = { .draft = draft };
	struct plan_metric *metrics = draft_memory(draft, (size_t)draft->metric_count * sizeof *metrics);
	size_t values = (size_t)draft->program_count * (size_t)(draft->rounds + 1);
	struct block block = { 0 };

	packing.values = draft_memory(draft, values * sizeof *packing.values);
	if (!metrics || !packing.values)
		return NULL;
	memset(packing.values, -1, values * sizeof *packing.values);
	for (int i = 0; i < draft->metric_count; i++)
		if (!pack_metric(&packing, draft->metrics[i], &metrics[i]))
			return NULL;
	fill_block(&block, &packing, metrics);
	block.bytes = malloc(block.used);
	if (!block.bytes) {
		draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
		return NULL;
	}
	block.used = 0;
	return fill_block(&block, &packing, metrics);
}
