/*
 * Rounds: events that do not fit together are counted in turns, in as few rounds as possible.
 *
 * Events that must stay together are one item. Each item goes into the first round that has room, in the user's order;
 * that is the answer if a lower bound shows that no answer can be shorter, as it mostly does. Otherwise the same is
 * tried with the items that are hardest to place first. Then, up to FIT_EXACT items, fewer rounds are searched for: the
 * first round takes a maximal set of items, in all possible ways, the other rounds take the rest, and dead ends are
 * remembered.
 */
#include "fit/model.h"

#include <stdlib.h>
#include <string.h>

/* A set of items that may affect each other. */
struct share {
	const struct fit_problem *problem;
	uint64_t items[FIT_EVENTS];
	int count;
};

struct plan {
	uint64_t rounds[FIT_EVENTS];
	int count;
};

/* ---- what must be together ---- */

static void join(uint64_t *items, uint64_t events)
{
	uint64_t all = events;
	int event;

	FOR_EACH_IN(event, events)
		all |= items[event];
	FOR_EACH_IN(event, all)
		items[event] = all;
}

static uint64_t of_group(const struct fit_problem *problem, int group)
{
	uint64_t events = 0;

	for (int i = 0; i < problem->event_count; i++)
		if (problem->events[i].group == group)
			events |= fit_bit(i);
	return events;
}

/* Returns the leader that a follower gets: one of its own group, else the first of its unit. */
static uint64_t leader_for(const struct fit_problem *problem, int follower)
{
	uint64_t first = 0, own = problem->unit_events[problem->events[follower].unit];
	int event;

	FOR_EACH_IN(event, own) {
		if (!(problem->events[event].flags & FIT_LEADER))
			continue;
		if (problem->events[event].group >= 0 &&
		    problem->events[event].group == problem->events[follower].group)
			return fit_bit(event);
		if (!first)
			first = fit_bit(event);
	}
	return first;
}

/* Computes items[n]: all that must be with event n, itself included. */
static void find_items(const struct fit_problem *problem, uint64_t *items)
{
	for (int i = 0; i < problem->event_count; i++)
		items[i] = fit_bit(i);
	for (int i = 0; i < problem->event_count; i++) {
		if (problem->events[i].group >= 0)
			join(items, of_group(problem, problem->events[i].group));
		if (problem->events[i].flags & FIT_FOLLOWER)
			join(items, fit_bit(i) | leader_for(problem, i));
	}
}

static uint64_t held_by(const struct fit_event *event)
{
	uint64_t resources = 0;

	for (int i = 0; i < event->hold_count; i++)
		resources |= fit_bit(event->holds[i].resource);
	return resources;
}

/* Returns all events that an event can disturb. */
static uint64_t neighbours(const struct fit_problem *problem, int event)
{
	uint64_t events = problem->unit_events[problem->events[event].unit],
		 resources = held_by(&problem->events[event]);

	for (int i = 0; resources && i < problem->event_count; i++)
		if (held_by(&problem->events[i]) & resources)
			events |= fit_bit(i);
	return events;
}

/* Returns all events that these can disturb, directly or through others. */
static uint64_t reach(const struct fit_problem *problem, const uint64_t *items, uint64_t events)
{
	uint64_t reached = 0;
	int event;

	while (events != reached) {
		reached = events;
		FOR_EACH_IN(event, reached)
			events |= items[event] | neighbours(problem, event);
	}
	return reached;
}

/* ---- first fit ---- */

static void put_in_plan(const struct share *share, uint64_t item, struct plan *plan)
{
	for (int round = 0; round < plan->count; round++) {
		if (!fit_together(share->problem, plan->rounds[round] | item))
			continue;
		plan->rounds[round] |= item;
		return;
	}
	plan->rounds[plan->count++] = item;
}

static void first_fit(const struct share *share, const uint64_t *items, struct plan *plan)
{
	plan->count = 0;
	for (int i = 0; i < share->count; i++)
		put_in_plan(share, items[i], plan);
}

/* Returns how hard an item is to place: more with events and holds, and the fewer counters there are to choose. */
static int need_of_item(const struct share *share, uint64_t item)
{
	int event, sum = 0;

	FOR_EACH_IN(event, item) {
		const struct fit_event *data = &share->problem->events[event];

		sum += 64 * (1 + data->hold_count);
		if (!(data->flags & FIT_UNCOUNTED))
			sum += 64 - fit_size(data->counters);
		if (data->flags & FIT_PAIR)
			sum += 64;
		if (data->flags & FIT_ALONE)
			sum += 1024;
	}
	return sum;
}

static void first_fit_by_need(const struct share *share, struct plan *plan)
{
	uint64_t sorted[FIT_EVENTS];
	int needs[FIT_EVENTS];

	for (int i = 0; i < share->count; i++) {
		int own = need_of_item(share, share->items[i]), at = i;

		for (; at && needs[at - 1] < own; at--) {
			needs[at] = needs[at - 1];
			sorted[at] = sorted[at - 1];
		}
		needs[at] = own;
		sorted[at] = share->items[i];
	}
	first_fit(share, sorted, plan);
}

/* ---- lower bounds ---- */

static int rounds_for(int needed, int room)
{
	return room > 0 ? (needed + room - 1) / room : 1;
}

/* Returns the least number of rounds for the events that can be on these counters only. */
static int bound_by_counters(const struct fit_problem *problem, int unit, uint64_t events, uint64_t counters)
{
	const struct fit_unit *data = &problem->units[unit];
	int event, needed = 0;

	counters &= data->counters;
	FOR_EACH_IN(event, events & problem->unit_events[unit]) {
		const struct fit_event *other = &problem->events[event];
		int size = other->flags & FIT_PAIR ? 2 : 1;

		if (!(other->flags & FIT_UNCOUNTED) && !(fit_spread(other) & data->counters & ~counters))
			needed += size;
	}
	return rounds_for(needed, fit_room(data, counters));
}

static int bound_by_resource(const struct fit_problem *problem, uint64_t events, int resource)
{
	uint64_t values[FIT_EVENTS];
	int event, count = 0;

	FOR_EACH_IN(event, events) {
		const struct fit_event *data = &problem->events[event];

		for (int i = 0; i < data->hold_count; i++) {
			int known = 0;

			if (data->holds[i].resource != resource)
				continue;
			while (known < count && values[known] != data->holds[i].value)
				known++;
			values[known] = data->holds[i].value;
			count += known == count;
		}
	}
	return rounds_for(count, problem->resources[resource]);
}

/* Returns how many items there are no two of which fit together, taken as they come. */
static int bound_by_pairs(const struct share *share)
{
	uint64_t strangers[FIT_EVENTS];
	int count = 0;

	for (int i = 0; i < share->count; i++) {
		int other = 0;

		while (other < count && !fit_together(share->problem, strangers[other] | share->items[i]))
			other++;
		if (other == count)
			strangers[count++] = share->items[i];
	}
	return count;
}

static uint64_t all_of(const struct share *share)
{
	uint64_t events = 0;

	for (int i = 0; i < share->count; i++)
		events |= share->items[i];
	return events;
}

static int lower_bound(const struct share *share)
{
	const struct fit_problem *problem = share->problem;
	uint64_t events = all_of(share);
	uint64_t done = 0;
	int event, bound = 1, own;

	FOR_EACH_IN(event, events) {
		const struct fit_event *data = &problem->events[event];

		for (int i = 0; i < data->hold_count; i++) {
			if (done & fit_bit(data->holds[i].resource))
				continue;
			done |= fit_bit(data->holds[i].resource);
			own = bound_by_resource(problem, events, data->holds[i].resource);
			bound = own > bound ? own : bound;
		}
		if (problem->units[data->unit].sets)
			continue;
		own = bound_by_counters(problem, data->unit, events, fit_spread(data));
		bound = own > bound ? own : bound;
		own = bound_by_counters(problem, data->unit, events, UINT64_MAX);
		bound = own > bound ? own : bound;
	}
	return bound;
}

/* ---- fewer rounds, if there can be ---- */

enum { UNKNOWN, FITS, FITS_NOT };

/* Results so far, by set of items: item 0 is the highest bit. */
struct rounds_search {
	const struct share *share;
	struct plan *plan;
	uint8_t *fits;                  /* by set: UNKNOWN, FITS or FITS_NOT in one round */
	uint8_t *hopeless;              /* by set: greatest number of rounds that is known not to suffice */
};

static int item_of(const struct rounds_search *search, unsigned int bit)
{
	return search->share->count - 1 - __builtin_ctz(bit);
}

static struct share items_of(const struct rounds_search *search, unsigned int set)
{
	struct share part = { .problem = search->share->problem };

	for (unsigned int left = set; left;) {
		unsigned int bit = 1U << (31 - __builtin_clz(left));

		part.items[part.count++] = search->share->items[item_of(search, bit)];
		left &= ~bit;
	}
	return part;
}

static bool set_fits(struct rounds_search *search, unsigned int set)
{
	if (search->fits[set] == UNKNOWN) {
		struct share part = items_of(search, set);

		search->fits[set] = fit_together(part.problem, all_of(&part)) ? FITS : FITS_NOT;
	}
	return search->fits[set] == FITS;
}

static bool can_be_done(struct rounds_search *search, unsigned int set, int rounds);

/*
 * Takes into round what fits of left, in every way, those with the user's first items first. What is left out at the
 * end does not fit: a round that has room for more is no better than the one that has it.
 */
static bool fill_round(struct rounds_search *search, unsigned int set, unsigned int round, unsigned int left,
	int rounds)
{
	unsigned int bit;

	while (left) {
		bit = 1U << (31 - __builtin_clz(left));
		left &= ~bit;
		if (!set_fits(search, round | bit))
			continue;
		if (fill_round(search, set, round | bit, left, rounds))
			return true;
	}
	for (unsigned int out = set & ~round; out; out &= out - 1)
		if (set_fits(search, round | (out & -out)))
			return false;
	if (!can_be_done(search, set & ~round, rounds - 1))
		return false;
	search->plan->rounds[search->plan->count - rounds] = round;
	return true;
}

/* Returns whether a set of items can be counted in so many rounds; they are then the last of the plan. */
static bool can_be_done(struct rounds_search *search, unsigned int set, int rounds)
{
	unsigned int first;
	struct share part;

	if (!set)
		return true;
	if (rounds <= search->hopeless[set])
		return false;
	part = items_of(search, set);
	if (lower_bound(&part) <= rounds) {
		first = 1U << (31 - __builtin_clz(set));
		if (fill_round(search, set, first, set & ~first, rounds))
			return true;
	}
	search->hopeless[set] = (uint8_t)rounds;
	return false;
}

/* Replaces the plan by one with fewer rounds, if there is one; bound: the least possible. False: no memory. */
static bool find_fewer(const struct share *share, int bound, struct plan *plan)
{
	struct plan fewer = { .count = 0 };
	size_t sets = (size_t)1 << share->count;
	uint8_t *known = calloc(2, sets);
	struct rounds_search search = { share, &fewer, known, known ? known + sets : NULL };

	if (!known)
		return false;
	for (fewer.count = bound; fewer.count < plan->count; fewer.count++)
		if (can_be_done(&search, (1U << share->count) - 1, fewer.count)) {
			for (int round = 0; round < fewer.count; round++) {
				struct share part = items_of(&search, (unsigned int)fewer.rounds[round]);

				plan->rounds[round] = all_of(&part);
			}
			plan->count = fewer.count;
			break;
		}
	free(known);
	return true;
}

/* ---- all together ---- */

static bool plan_share(const struct share *share, struct plan *plan)
{
	struct plan other;
	int bound = lower_bound(share), pairs;

	first_fit(share, share->items, plan);
	if (plan->count <= bound)
		return true;
	pairs = bound_by_pairs(share);
	bound = pairs > bound ? pairs : bound;
	if (plan->count <= bound)
		return true;
	first_fit_by_need(share, &other);
	if (other.count < plan->count)
		*plan = other;
	if (plan->count <= bound || share->count > FIT_EXACT || share->problem->hasty)
		return true;
	return find_fewer(share, bound, plan);
}

/* Adds the rounds of a share; those of different shares are counted at the same time. */
static void add_plan(const struct fit_problem *problem, const struct plan *plan, struct fit_answer *answer)
{
	int event;

	for (int round = 0; round < plan->count; round++) {
		FOR_EACH_IN(event, plan->rounds[round])
			answer->round[event] = (int8_t)round;
		fit_place(problem, plan->rounds[round], answer);
	}
	if (plan->count > answer->rounds)
		answer->rounds = plan->count;
}

static void note_conflict(const struct fit_problem *problem, uint64_t events, struct fit_answer *answer)
{
	if (answer->conflict.reason == FIT_FITS)
		answer->conflict = fit_explain(problem, events);
}

/* Takes the items of a share that fit at all; the first that does not is the conflict of the answer. */
static void take_items(const struct fit_problem *problem, const uint64_t *items, uint64_t events, struct share *share,
		       struct fit_answer *answer)
{
	int event;

	share->problem = problem;
	share->count = 0;
	FOR_EACH_IN(event, events) {
		if (fit_first(items[event]) != event)
			continue;
		if (fit_together(problem, items[event]))
			share->items[share->count++] = items[event];
		else
			note_conflict(problem, items[event], answer);
	}
}

bool fit_rounds(const struct fit_problem *problem, struct fit_answer *answer)
{
	uint64_t items[FIT_EVENTS], left, reached;
	struct share share;
	struct plan plan;

	*answer = (struct fit_answer){ 0 };
	memset(answer->round, -1, sizeof answer->round);
	memset(answer->counter, FIT_NO_COUNTER, sizeof answer->counter);
	memset(answer->set, -1, sizeof answer->set);
	find_items(problem, items);
	left = problem->event_count < FIT_EVENTS ? fit_bit(problem->event_count) - 1 : UINT64_MAX;
	for (; left; left &= ~reached) {
		reached = reach(problem, items, fit_bit(fit_first(left)));
		take_items(problem, items, reached, &share, answer);
		if (!plan_share(&share, &plan))
			return false;
		add_plan(problem, &plan, answer);
		if (plan.count > 1)
			note_conflict(problem, all_of(&share), answer);
	}
	return true;
}
