/*
 * Which events fit the counters together, by trying everything; for questions of up to MOST events. Written apart from
 * src/answers.
 */
#ifndef PFM_FIT_PLAIN_H
#define PFM_FIT_PLAIN_H

#include "fit/model.h"

#include "check.h"

enum { MOST = 8 };

/* ---- the plain search: one event after the other on every counter, every way to form rounds ---- */

static inline bool counter_is_there(const struct fit_problem *problem, int unit, int counter)
{
	return counter < 64 && problem->units[unit].counters >> counter & 1;
}

/* Whether those who hold counters find theirs among what events leave. */
static inline bool plain_others(const struct fit_unit *unit, uint64_t used)
{
	uint64_t reserved = unit->reserved & unit->counters & ~used;

	if (!unit->reserved)
		return fit_size(unit->general & ~used) >= unit->held;
	for (int counter = 0; counter < 64; counter++)
		if (reserved >> counter & 1 &&
			fit_size(unit->general & ~used & ~(UINT64_C(1) << counter)) >= unit->held)
			return true;
	return false;
}

static inline bool plain_seats(const struct fit_problem *problem, int unit, const int *members, int count, int at,
			       uint64_t used, int set)
{
	const struct fit_event *event;

	if (at == count)
		return plain_others(&problem->units[unit], used);
	event = &problem->events[members[at]];
	if (event->flags & FIT_UNCOUNTED)
		return plain_seats(problem, unit, members, count, at + 1, used, set);
	for (int counter = 0; counter < 64; counter++) {
		uint64_t own = UINT64_C(1) << counter, wish = set < 0 ? event->counters : event->sets[set];

		if (!(wish & own) || !counter_is_there(problem, unit, counter))
			continue;
		if (event->flags & FIT_PAIR) {
			if (!counter_is_there(problem, unit, counter + 1))
				continue;
			own |= own << 1;
		}
		if (!(used & own) && plain_seats(problem, unit, members, count, at + 1, used | own, set))
			return true;
	}
	return false;
}

static inline bool plain_unit(const struct fit_problem *problem, int unit, unsigned int chosen)
{
	int members[MOST], count = 0;

	for (int i = 0; i < problem->event_count; i++)
		if (chosen >> i & 1 && problem->events[i].unit == unit)
			members[count++] = i;
	if (!count)
		return true;
	for (int i = 0; i < count; i++) {
		bool leader = false;

		for (int j = 0; j < count; j++)
			leader |= (problem->events[members[j]].flags & FIT_LEADER) != 0;
		if (problem->events[members[i]].flags & FIT_ALONE && count > 1)
			return false;
		if (problem->events[members[i]].flags & FIT_FOLLOWER && !leader)
			return false;
	}
	if (!problem->units[unit].sets)
		return plain_seats(problem, unit, members, count, 0, 0, -1);
	for (int set = 0; set < problem->units[unit].sets; set++)
		if (plain_seats(problem, unit, members, count, 0, 0, set))
			return true;
	return false;
}

static inline bool plain_resource(const struct fit_problem *problem, int resource, unsigned int chosen)
{
	uint64_t values[MOST * FIT_HOLDS];
	int count = 0;

	for (int i = 0; i < problem->event_count; i++)
		for (int j = 0; chosen >> i & 1 && j < problem->events[i].hold_count; j++)
			if (problem->events[i].holds[j].resource == resource) {
				bool known = false;

				for (int k = 0; k < count; k++)
					known |= values[k] == problem->events[i].holds[j].value;
				if (!known)
					values[count++] = problem->events[i].holds[j].value;
			}
	return count <= problem->resources[resource];
}

static inline bool plain_fits(const struct fit_problem *problem, unsigned int chosen)
{
	for (int unit = 0; unit < problem->unit_count; unit++)
		if (!plain_unit(problem, unit, chosen))
			return false;
	for (int resource = 0; resource < FIT_RESOURCES && problem->resources[resource]; resource++)
		if (!plain_resource(problem, resource, chosen))
			return false;
	return true;
}

/* Events of a group all in, or all out. */
static inline bool keeps_groups(const struct fit_problem *problem, unsigned int chosen)
{
	for (int i = 0; i < problem->event_count; i++)
		for (int j = 0; j < i; j++)
			if (problem->events[i].group >= 0 && problem->events[i].group == problem->events[j].group &&
			    (chosen >> i & 1) != (chosen >> j & 1))
				return false;
	return true;
}

/* The least number of rounds for all in left; the rounds are tried in every way. */
static inline int plain_rounds(const bool *fits, unsigned int left)
{
	unsigned int first = left & -left;
	int best = 99;

	if (!left)
		return 0;
	for (unsigned int round = left; round; round = (round - 1) & left)
		if (round & first && fits[round]) {
			int more = plain_rounds(fits, left & ~round);

			if (more + 1 < best)
				best = more + 1;
		}
	return best;
}

/* Numbers that look random and are the same each time. */
static inline unsigned int any_below(unsigned int limit)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned int)(state >> 33) % limit;
}

/* ---- answers compared ---- */

/* Counters of one round are the events' own, and nobody's twice. */
static inline bool is_placed(const struct fit_problem *problem, const struct fit_answer *answer, int round)
{
	uint64_t used[MOST] = { 0 };

	for (int i = 0; i < problem->event_count; i++) {
		const struct fit_event *event = &problem->events[i];
		int counter = answer->counter[i];
		uint64_t own;

		if (answer->round[i] != round)
			continue;
		if (event->flags & FIT_UNCOUNTED) {
			if (counter != FIT_NO_COUNTER)
				return false;
			continue;
		}
		if (counter < 0 || !(problem->units[event->unit].counters >> counter & 1))
			return false;
		if (!((answer->set[i] < 0 ? event->counters : event->sets[answer->set[i]]) >> counter & 1))
			return false;
		own = (event->flags & FIT_PAIR ? UINT64_C(3) : UINT64_C(1)) << counter;
		if (used[event->unit] & own)
			return false;
		used[event->unit] |= own;
	}
	return true;
}

static inline unsigned int round_of(const struct fit_problem *problem, const struct fit_answer *answer, int round)
{
	unsigned int events = 0;

	for (int i = 0; i < problem->event_count; i++)
		if (answer->round[i] == round)
			events |= 1u << i;
	return events;
}

/* Every event that has no round really cannot have one: with a leader if it needs one, and with its group. */
static inline bool is_hopeless(const struct fit_problem *problem, const bool *fits, int event)
{
	for (unsigned int with = 0; with < 1u << problem->event_count; with++)
		if (with >> event & 1 && fits[with] && keeps_groups(problem, with))
			return false;
	return true;
}

/* Followers go with one leader only: then the least number of rounds is that with all of them together. */
static inline bool has_followers(const struct fit_problem *problem)
{
	for (int i = 0; i < problem->event_count; i++)
		if (problem->events[i].flags & FIT_FOLLOWER)
			return true;
	return false;
}

static inline int smallest_misfit(const bool *fits, unsigned int within)
{
	int best = 99;

	for (unsigned int set = within; set; set = (set - 1) & within)
		if (!fits[set] && __builtin_popcount(set) < best)
			best = __builtin_popcount(set);
	return best;
}

static inline void print_question(const struct fit_problem *problem, int number, const struct fit_answer *answer)
{
	printf("question %d: %d rounds\n", number, answer->rounds);
	for (int i = 0; i < problem->event_count; i++) {
		const struct fit_event *event = &problem->events[i];

		printf("  unit %d, counters %llx, flags %x, group %d, %d holds: round %d, counter %d\n", event->unit,
		       (unsigned long long)event->counters, event->flags, event->group, event->hold_count,
		       answer->round[i], answer->counter[i]);
	}
}

static inline void compare(const struct fit_problem *problem, int number)
{
	bool fits[1 << MOST], whole[1 << MOST];
	struct fit_answer answer;
	unsigned int all = (1u << problem->event_count) - 1, placed = 0;
	int failed_before = failures;

	for (unsigned int set = 0; set <= all; set++) {
		fits[set] = plain_fits(problem, set);
		whole[set] = fits[set] && keeps_groups(problem, set);
		if (!CHECK(fit_together(problem, set) == fits[set]))
			break;
	}
	CHECK(fit_rounds(problem, &answer));
	for (int round = 0; round < answer.rounds; round++) {
		placed |= round_of(problem, &answer, round);
		CHECK(round_of(problem, &answer, round) && whole[round_of(problem, &answer, round)]);
		CHECK(is_placed(problem, &answer, round));
	}
	if (!has_followers(problem)) {
		for (int i = 0; i < problem->event_count; i++)
			CHECK((answer.round[i] < 0) == is_hopeless(problem, fits, i));
		CHECK(answer.rounds == plain_rounds(whole, placed));
		if (answer.conflict.reason != FIT_FITS) {
			CHECK(!fits[answer.conflict.events]);
			CHECK(fit_size(answer.conflict.events) ==
			      smallest_misfit(fits, (unsigned int)answer.conflict.events));
		}
	}
	CHECK((answer.conflict.reason == FIT_FITS) == (fits[all] && answer.rounds <= 1));
	if (!fits[all]) {
		struct fit_conflict conflict = fit_explain(problem, all);

		CHECK(conflict.reason != FIT_FITS && !fits[conflict.events]);
		CHECK(has_followers(problem) || fit_size(conflict.events) == smallest_misfit(fits, all));
	}
	if (failures > failed_before)
		print_question(problem, number, &answer);
}

#endif
