/*
 * Metrics: assigns events to rounds. The events of a metric are put into one round if they fit, so that their counts
 * are simultaneous; metrics with most events come first, and each goes to the first round with room. Events needed for
 * thresholds only go where there is room.
 */
#include "metrics/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/words.h"

/* Allocated, since it is too large for the stacks of small threads. */
struct rounds {
	struct draft *draft;
	struct fit_request requests[FIT_EVENTS];
	int leaves[FIT_EVENTS];         /* leaf of each request */
	struct fit_question question;
	struct fit_answer answer;
};

/* A metric and its number of events, for sorting. */
struct need {
	int metric, count;
};

int draft_entry_of(const struct draft *draft, int leaf, int round)
{
	int first = -1;

	for (int i = 0; i < draft->entry_count; i++)
		if (draft->entries[i].leaf == leaf) {
			if (draft->entries[i].round == round)
				return i;
			first = first < 0 ? i : first;
		}
	return first;
}

/* ---- which leaves matter ---- */

static bool add_to_list(struct draft *draft, int **list, int *count, int number)
{
	for (int i = 0; i < *count; i++)
		if ((*list)[i] == number)
			return true;
	if (!(*count & (*count - 1)) || !*count) { /* the room is the next power of two, so the list is full */
		int *more = draft_memory(draft, (size_t)(*count ? 2 * *count : 1) * sizeof **list);

		if (!more)
			return false;
		if (*count)
			memcpy(more, *list, (size_t)*count * sizeof **list);
		*list = more;
	}
	(*list)[(*count)++] = number;
	return true;
}

/* Returns the leaf to count for a leaf; -1, and an error: no memory, or it does not encode where it must. */
static int counted_leaf(struct draft *draft, const struct draft_program *program, int number)
{
	struct draft_leaf *leaf = draft->leaves[number];
	pfm_diagnosis_t d = { .size = sizeof d };

	if (leaf->kind == LEAF_BOXES)
		return counted_leaf(draft, program, leaf->of);
	if (leaf->kind != LEAF_EVENT)
		return number;
	if (!leaf_encode(draft, number, draft->d ? &d : NULL))
		return -1;
	if (leaf->error && program->source.metric < 0 && !(draft->flags & PFM_METRIC_ANY_NAME)) {
		const char *at = strstr(program->source.text, leaf->name);

		draft_fail_in(draft, &program->source, leaf->error, at ? (size_t)(at - program->source.text) : 0,
			at ? leaf->length : 0, d.message[0] ? d.message : "no such event", d.expected);
		if (draft->d) {
			draft->d->nsuggestions = d.nsuggestions;
			memcpy(draft->d->suggestions, d.suggestions, sizeof d.suggestions);
		}
		return -1;
	}
	return leaf_canonical(draft, number);
}

static bool add_leaves(struct draft *draft, struct draft_metric *metric, int number, int **list, int *count, bool *seen)
{
	const struct draft_program *program = draft->programs[number];

	if (seen[number])
		return true;
	seen[number] = true;
	for (size_t i = 0; i < program->formula.count; i++) {
		const struct formula_step *step = &program->formula.steps[i];
		int leaf;

		if (step->kind != FORMULA_LEAF)
			continue;
		if (step->leaf < 0) {
			if (!add_leaves(draft, metric, -1 - step->leaf, list, count, seen))
				return false;
			continue;
		}
		leaf = counted_leaf(draft, program, step->leaf);
		if (leaf < 0 || !add_to_list(draft, list, count, leaf))
			return false;
		if (leaf != step->leaf && draft->leaves[step->leaf]->kind == LEAF_EVENT &&
			!add_to_list(draft, &metric->others, &metric->other_count, step->leaf))
			return false;
	}
	return true;
}

static bool has_number(const int *list, int count, int number)
{
	for (int i = 0; i < count; i++)
		if (list[i] == number)
			return true;
	return false;
}

/* ---- what fits ---- */

static bool takes_counter(const struct draft *draft, int leaf)
{
	return draft->leaves[leaf]->kind == LEAF_EVENT && !draft->leaves[leaf]->error;
}

/* Asks about the leaves of a list whose counters are known; false: more than one question takes, or no memory. */
static bool ask(struct rounds *rounds, const int *list, int count, int *asked)
{
	struct draft *draft = rounds->draft;
	pfm_err_t error;

	*asked = 0;
	for (int i = 0; i < count; i++) {
		if (!takes_counter(draft, list[i]) || !draft->leaves[list[i]]->has_request)
			continue;
		if (*asked == FIT_EVENTS)
			return false;
		rounds->leaves[*asked] = list[i];
		rounds->requests[(*asked)++] = draft->leaves[list[i]]->request;
	}
	if (!*asked)
		return true;
	error = fit_ask(rounds->requests, *asked, &draft->machine, &rounds->question);
	if (error == PFM_ERR_NOMEM)
		draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	return !error;
}

static uint64_t first_bits(int count)
{
	return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

static bool fits(struct rounds *rounds, const int *list, int count)
{
	int asked;
	bool good;

	if (!ask(rounds, list, count, &asked))
		return false;
	if (!asked)
		return true;
	good = fit_together(&rounds->question.problem, first_bits(asked));
	fit_question_free(&rounds->question);
	return good;
}

/* ---- the leader rule ---- */

/* Returns the leader's name, with the core of the leaf. */
static const char *leader_of(struct draft *draft, const struct draft_leaf *leaf, size_t *length)
{
	static const char event[] = "slots";
	const char *at = memchr(leaf->name, '@', leaf->length);
	size_t device = at ? (size_t)(at - leaf->name) : 0;
	char *name;

	*length = strlen(event);
	if (!at)
		return event;
	name = draft_memory(draft, device + sizeof event + 2);
	if (name)
		*length = (size_t)sprintf(name, "%.*s@%s@", (int)device, leaf->name, event);
	return name;
}

/* Returns FIT_LEADER, FIT_FOLLOWER ... of a leaf; -1, and an error: no memory. */
static int flags_of(struct rounds *rounds, int number)
{
	struct draft_leaf *leaf = rounds->draft->leaves[number];
	int asked;

	if (!leaf->has_flags) {
		if (ask(rounds, &number, 1, &asked) && asked) {
			leaf->fit_flags = rounds->question.problem.events[0].flags;
			fit_question_free(&rounds->question);
		}
		leaf->has_flags = true;
	}
	return rounds->draft->error ? -1 : leaf->fit_flags;
}

/* Adds the leader, if a follower has none; false: no memory. */
static bool add_leader(struct rounds *rounds, int **list, int *count)
{
	struct draft *draft = rounds->draft;
	const struct draft_leaf *follower = NULL;
	int leader;
	size_t length;
	const char *name;

	for (int i = 0; i < *count; i++) {
		int flags = flags_of(rounds, (*list)[i]);

		if (flags < 0 || flags & FIT_LEADER)
			return flags >= 0;
		if (flags & FIT_FOLLOWER)
			follower = draft->leaves[(*list)[i]];
	}
	if (!follower)
		return true;
	name = leader_of(draft, follower, &length);
	leader = name ? draft_leaf(draft, LEAF_EVENT, name, length, follower->in) : -1;
	if (leader < 0 || !leaf_encode(draft, leader, NULL))
		return false;
	return draft->leaves[leader]->error || add_to_list(draft, list, count, leaf_canonical(draft, leader));
}

/* ---- rounds ---- */

static bool add_entry(struct draft *draft, int leaf, int round, bool is_optional)
{
	for (int i = 0; i < draft->entry_count; i++)
		if (draft->entries[i].leaf == leaf && draft->entries[i].round == round)
			return true;
	if (!draft_room(draft, &draft->entries, draft->entry_count, &draft->entry_room, sizeof *draft->entries))
		return false;
	draft->entries[draft->entry_count++] = (struct draft_entry){ .leaf = leaf, .round = round,
		.is_optional = is_optional, .counter = FIT_NO_COUNTER, .same_as = -1 };
	return true;
}

/* Joins the leaves of a round and a list in together. Returns how many; -1: no memory. */
static int with_round(struct draft *draft, int round, const int *list, int count, int **together)
{
	int sum = 0;

	*together = draft_memory(draft, (size_t)(draft->entry_count + count + 1) * sizeof **together);
	if (!*together)
		return -1;
	for (int i = 0; i < draft->entry_count; i++)
		if (draft->entries[i].round == round)
			(*together)[sum++] = draft->entries[i].leaf;
	for (int i = 0; i < count; i++)
		if (takes_counter(draft, list[i]) && !has_number(*together, sum, list[i]))
			(*together)[sum++] = list[i];
	return sum;
}

/* Adds the leaves of a list to a round; those that take no counter are counted beside all rounds. */
static bool put(struct draft *draft, const int *list, int count, int round, bool is_optional)
{
	for (int i = 0; i < count; i++) {
		int own = takes_counter(draft, list[i]) ? round : -1;

		if (!add_entry(draft, list[i], own, is_optional))
			return false;
		if (draft->rounds <= own)
			draft->rounds = own + 1;
	}
	return true;
}

/*
 * Puts a list that fits by itself in the first of tries rounds that takes it, the one called first before all; else in
 * a new one. -1, and an error.
 */
static int place_whole(struct rounds *rounds, const int *list, int count, int first, int tries, bool is_optional)
{
	struct draft *draft = rounds->draft;
	int round;

	for (int i = 0; i <= tries; i++) {
		int *together, sum;

		round = first >= 0 && !i ? first : i - (first >= 0);
		if (round >= tries)
			break;
		sum = with_round(draft, round, list, count, &together);
		if (sum < 0)
			return -1;
		if (fits(rounds, together, sum))
			return put(draft, list, count, round, is_optional) ? round : -1;
		if (draft->error)
			return -1;
	}
	round = draft->rounds;
	return put(draft, list, count, round, is_optional) ? round : -1;
}

/* Returns the order of placing: the leader, its followers, then the others, so that what must be together is. */
static int turn_of(int flags)
{
	return flags & FIT_LEADER ? 0 : flags & FIT_FOLLOWER ? 1 : 2;
}

static int *by_turn(struct rounds *rounds, const int *list, int count)
{
	int *turned = draft_memory(rounds->draft, (size_t)count * sizeof *turned), at = 0;

	for (int turn = 0; turned && turn < 3; turn++)
		for (int i = 0; i < count; i++) {
			int flags = flags_of(rounds, list[i]);

			if (flags < 0)
				return NULL;
			if (turn_of(flags) == turn)
				turned[at++] = list[i];
		}
	return turned;
}

/* Returns the events of a question that fit together; 0: not even the first. */
static uint64_t part_of(const struct fit_problem *problem, uint64_t left)
{
	uint64_t part = 0;
	int event;

	FOR_EACH_IN(event, left)
		if (fit_together(problem, part | fit_bit(event)))
			part |= fit_bit(event);
	return part;
}

/* Places one question's events in parts that fit; events that do not fit even alone go to no round. */
static bool place_question(struct rounds *rounds, const int *list, int count, bool is_optional)
{
	struct draft *draft = rounds->draft;
	uint64_t parts[FIT_EVENTS], left;
	/* tries starts behind the existing rounds, as no part fits another's round */
	int leaves[FIT_EVENTS], asked, sum = 0, tries = draft->rounds;

	if (!ask(rounds, list, count, &asked) || !asked)
		return !draft->error && put(draft, list, count, draft->rounds ? 0 : -1, is_optional);
	memcpy(leaves, rounds->leaves, (size_t)asked * sizeof *leaves);
	for (left = first_bits(asked); left && (parts[sum] = part_of(&rounds->question.problem, left)); sum++)
		left &= ~parts[sum];
	fit_question_free(&rounds->question);
	for (int i = 0; i < sum; i++) {
		int part[FIT_EVENTS], size = 0, event;

		FOR_EACH_IN(event, parts[i])
			part[size++] = leaves[event];
		if (place_whole(rounds, part, size, -1, tries, is_optional) < 0)
			return false;
	}
	for (int i = 0; i < asked; i++)
		if (left & fit_bit(i) && !put(draft, &leaves[i], 1, -1, is_optional))
			return false;
	return true;
}

/* Places events that do not all fit: in as few parts as may be, each in the first round that takes it. */
static bool place_parts(struct rounds *rounds, const int *list, int count, bool is_optional)
{
	struct draft *draft = rounds->draft;
	int *turned = by_turn(rounds, list, count),
	    *known = turned ? draft_memory(draft, (size_t)count * sizeof *known) : NULL;
	int sum = 0;

	if (!known)
		return false;
	for (int i = 0; i < count; i++) {
		const struct draft_leaf *leaf = draft->leaves[turned[i]];

		if (takes_counter(draft, turned[i]) && leaf->has_request)
			known[sum++] = turned[i];
		/* events on unknown counters go with the first part */
		else if (!put(draft, &turned[i], 1, draft->rounds ? draft->rounds - 1 : 0, is_optional))
			return false;
	}
	for (int i = 0; i < sum; i += FIT_EVENTS)
		if (!place_question(rounds, known + i, sum - i < FIT_EVENTS ? sum - i : FIT_EVENTS, is_optional))
			return false;
	return true;
}

/* Compares needs: most first, else as they were asked for. */
static int by_need(const void *a, const void *b)
{
	const struct need *first = a, *second = b;

	return first->count != second->count ? second->count - first->count : first->metric - second->metric;
}

static bool place_metric(struct rounds *rounds, struct draft_metric *metric)
{
	if (!add_leader(rounds, &metric->leaves, &metric->count))
		return false;
	if (fits(rounds, metric->leaves, metric->count)) {
		metric->round = place_whole(rounds, metric->leaves, metric->count, -1, rounds->draft->rounds, false);
		if (metric->round >= rounds->draft->rounds) /* no round was needed */
			metric->round = -1;
		return !rounds->draft->error;
	}
	if (rounds->draft->error)
		return false;
	metric->is_split = true;
	metric->round = -1;
	return place_parts(rounds, metric->leaves, metric->count, false);
}

/* Adds the threshold's events that no round counts yet: to the metric's own round if there is room. */
static bool place_threshold(struct rounds *rounds, struct draft_metric *metric)
{
	struct draft *draft = rounds->draft;
	int *missing = NULL, count = 0;

	for (int i = 0; i < metric->optional_count; i++) {
		bool is_there = false;

		for (int k = 0; k < draft->entry_count; k++)
			is_there |= draft->entries[k].leaf == metric->optional[i];
		if (!is_there && !add_to_list(draft, &missing, &count, metric->optional[i]))
			return false;
	}
	if (!count || !add_leader(rounds, &missing, &count))
		return !draft->error;
	if (fits(rounds, missing, count))
		return place_whole(rounds, missing, count, metric->round, draft->rounds, true) >= 0;
	return !draft->error && place_parts(rounds, missing, count, true);
}

/* ---- all of it ---- */

static bool find_leaves(struct draft *draft)
{
	bool *seen = draft_memory(draft, (size_t)draft->program_count * sizeof *seen);

	for (int i = 0; seen && i < draft->metric_count; i++) {
		struct draft_metric *metric = draft->metrics[i];

		memset(seen, 0, (size_t)draft->program_count * sizeof *seen);
		if (!add_leaves(draft, metric, metric->program, &metric->leaves, &metric->count, seen))
			return false;
		memset(seen, 0, (size_t)draft->program_count * sizeof *seen);
		if (metric->threshold >= 0 &&
			!add_leaves(draft, metric, metric->threshold, &metric->optional, &metric->optional_count, seen))
			return false;
	}
	return seen;
}

static bool is_counted_anyway(const struct draft *draft, int leaf)
{
	for (int i = 0; i < draft->metric_count; i++)
		if (has_number(draft->metrics[i]->leaves, draft->metrics[i]->count, leaf))
			return true;
	return false;
}

/* Drops thresholds that need more than what is counted, unless they are asked for. */
static void drop_thresholds(struct draft *draft)
{
	for (int i = 0; i < draft->metric_count && !(draft->flags & PFM_METRIC_THRESHOLDS); i++) {
		struct draft_metric *metric = draft->metrics[i];

		for (int k = 0; k < metric->optional_count; k++)
			if (!is_counted_anyway(draft, metric->optional[k])) {
				metric->threshold = -1;
				metric->optional_count = 0;
			}
	}
}

/* Assigns counters to the events of each round. */
static bool place_counters(struct rounds *rounds)
{
	struct draft *draft = rounds->draft;

	for (int round = 0; round < draft->rounds; round++) {
		int *list, count = with_round(draft, round, NULL, 0, &list), asked;

		if (count < 0)
			return false;
		if (!ask(rounds, list, count, &asked) || !asked) {
			if (draft->error)
				return false;
			continue;
		}
		if (fit_together(&rounds->question.problem, first_bits(asked)))
			fit_place(&rounds->question.problem, first_bits(asked), &rounds->answer);
		else
			memset(rounds->answer.counter, FIT_NO_COUNTER, sizeof rounds->answer.counter);
		for (int i = 0, k = 0; i < draft->entry_count; i++) {
			struct draft_entry *entry = &draft->entries[i];

			if (entry->round != round || k == asked || rounds->leaves[k] != entry->leaf)
				continue;
			entry->counter = rounds->answer.counter[k];
			entry->is_leader = (rounds->question.problem.events[k].flags & FIT_LEADER) != 0;
			entry->is_pair = (rounds->question.problem.events[k].flags & FIT_PAIR) != 0;
			k++;
		}
		fit_question_free(&rounds->question);
	}
	return true;
}

/* Compares rounds in their order, the leader first; events that need none come last. */
static int compare_entries(const struct draft_entry *a, const struct draft_entry *b)
{
	unsigned int first = (unsigned int)a->round, second = (unsigned int)b->round;

	return first != second ? (first > second) - (first < second) : b->is_leader - a->is_leader;
}

/* Sorts by insertion: stable, and fast as mostly all are in order. */
static void sort_entries(struct draft *draft)
{
	for (int i = 1; i < draft->entry_count; i++) {
		struct draft_entry entry = draft->entries[i];
		int to = i;

		for (; to && compare_entries(&draft->entries[to - 1], &entry) > 0; to--)
			draft->entries[to] = draft->entries[to - 1];
		draft->entries[to] = entry;
	}
}

/* Adds other names of a metric's events, behind them all, each with the event whose count it is. */
static bool add_other_names(struct draft *draft, const struct draft_metric *metric)
{
	for (int i = 0; i < metric->other_count; i++) {
		int same = draft_entry_of(draft, leaf_canonical(draft, metric->others[i]), metric->round), count;
		struct draft_entry entry;

		if (same < 0) /* it belongs to a threshold that was dropped */
			continue;
		entry = draft->entries[same];
		count = draft->entry_count;
		if (!add_entry(draft, metric->others[i], entry.round, entry.is_optional))
			return false;
		if (draft->entry_count > count)
			draft->entries[count].same_as = same;
	}
	return true;
}

/* Writes why there is more than one round, for as many events as one question takes. */
static bool say_why(struct rounds *rounds)
{
	struct draft *draft = rounds->draft;
	int *list = NULL, count = 0, asked;

	for (int i = 0; i < draft->entry_count; i++)
		if (count < FIT_EVENTS && draft->entries[i].same_as < 0 &&
			takes_counter(draft, draft->entries[i].leaf) &&
			!add_to_list(draft, &list, &count, draft->entries[i].leaf))
			return false;
	if (!ask(rounds, list, count, &asked) || !asked)
		return !draft->error;
	if (draft->rounds > 1 && !fit_together(&rounds->question.problem, first_bits(asked))) {
		struct fit_conflict conflict = fit_explain(&rounds->question.problem, first_bits(asked));

		fit_say(&rounds->question, rounds->requests, &conflict, draft->message, sizeof draft->message);
	}
	fit_say_note(&rounds->question, rounds->requests, &draft->machine, draft->note, sizeof draft->note);
	draft->machine = fit_machine_of(&draft->machine, rounds->requests[0].pmu);
	fit_question_free(&rounds->question);
	return true;
}

static bool distribute(struct rounds *rounds)
{
	struct draft *draft = rounds->draft;
	struct need *order = draft_memory(draft, (size_t)(draft->metric_count + 1) * sizeof *order);

	if (!order)
		return false;
	for (int i = 0; i < draft->metric_count; i++)
		order[i] = (struct need){ i, draft->metrics[i]->count };
	qsort(order, (size_t)draft->metric_count, sizeof *order, by_need);
	for (int i = 0; i < draft->metric_count; i++)
		if (!place_metric(rounds, draft->metrics[order[i].metric]))
			return false;
	for (int i = 0; i < draft->metric_count; i++)
		if (!place_threshold(rounds, draft->metrics[order[i].metric]))
			return false;
	if (!place_counters(rounds))
		return false;
	sort_entries(draft);
	for (int i = 0; i < draft->metric_count; i++)
		if (!add_other_names(draft, draft->metrics[i]))
			return false;
	return say_why(rounds);
}

static void look_at_machine(struct draft *draft)
{
	int flags = draft->options->fit_flags;

	draft->machine = (struct fit_machine){
		.smt = flags & PFM_FIT_SMT,
		.smt_given = flags & (PFM_FIT_SMT | PFM_FIT_NO_SMT),
		.watchdog = flags & PFM_FIT_WATCHDOG,
		.watchdog_given = flags & (PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG),
		.general = draft->options->counters,
	};
	fit_look(&draft->machine);
}

bool draft_rounds(struct draft *draft)
{
	struct rounds *rounds;
	bool good;

	if (!find_leaves(draft))
		return false;
	drop_thresholds(draft);
	look_at_machine(draft);
	rounds = malloc(sizeof *rounds);
	if (!rounds)
		return draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	rounds->draft = draft;
	good = distribute(rounds);
	free(rounds);
	return good;
}
