/*
 * Which events fit the counters together: src/answers/fit_*.c against a plain search that tries everything, on random
 * questions with all that an event can ask for; and small questions with their answers.
 */
#include "answers/fit_model.h"

#include <string.h>

#include "check.h"

enum { QUESTIONS = 20000, MOST = 8 };

/* ---- the plain search: one event after the other on every counter, every way to form rounds ---- */

static bool counter_is_there(const struct fit_problem *problem, int unit, int counter)
{
	return counter < 64 && problem->units[unit].counters >> counter & 1;
}

static bool plain_seats(const struct fit_problem *problem, int unit, const int *members, int count, int at, uint64_t used, int set)
{
	const struct fit_event *event;

	if (at == count) {
		if (!problem->units[unit].reserved)
			return true;
		for (int counter = 0; counter < 64; counter++)
			if ((problem->units[unit].reserved & problem->units[unit].counters & ~used) >> counter & 1)
				return true;
		return false;
	}
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

static bool plain_unit(const struct fit_problem *problem, int unit, unsigned int chosen)
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

static bool plain_resource(const struct fit_problem *problem, int resource, unsigned int chosen)
{
	int values[MOST * FIT_HOLDS], count = 0;

	for (int i = 0; i < problem->event_count; i++)
		for (int j = 0; chosen >> i & 1 && j < problem->events[i].hold_count; j++)
			if (problem->events[i].holds[j].resource == resource) {
				bool known = false;

				for (int k = 0; k < count; k++)
					known |= values[k] == (int)problem->events[i].holds[j].value;
				if (!known)
					values[count++] = (int)problem->events[i].holds[j].value;
			}
	return count <= problem->resources[resource];
}

static bool plain_fits(const struct fit_problem *problem, unsigned int chosen)
{
	for (int unit = 0; unit < problem->unit_count; unit++)
		if (!plain_unit(problem, unit, chosen))
			return false;
	for (int resource = 0; resource < 3; resource++)
		if (!plain_resource(problem, resource, chosen))
			return false;
	return true;
}

/* Events of a group all in, or all out. */
static bool keeps_groups(const struct fit_problem *problem, unsigned int chosen)
{
	for (int i = 0; i < problem->event_count; i++)
		for (int j = 0; j < i; j++)
			if (problem->events[i].group >= 0 && problem->events[i].group == problem->events[j].group &&
			    (chosen >> i & 1) != (chosen >> j & 1))
				return false;
	return true;
}

/* The least number of rounds for all in left; the rounds are tried in every way. */
static int plain_rounds(const bool *fits, unsigned int left)
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

/* ---- random questions ---- */

static uint64_t state = 88172645463325252u;

static unsigned int any_below(unsigned int limit)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned int)(state >> 33) % limit;
}

static bool one_in(unsigned int number)
{
	return !any_below(number);
}

static uint32_t set_places[MOST][4];

static void any_event(struct fit_problem *problem, int number, unsigned int kinds)
{
	struct fit_event *event = &problem->events[number];
	const struct fit_unit *unit;

	event->unit = (uint8_t)any_below((unsigned int)problem->unit_count);
	event->group = kinds & 1 && one_in(3) ? (int)any_below(2) : -1;
	unit = &problem->units[event->unit];
	event->counters = one_in(3) ? unit->counters : unit->counters & (any_below(16) | (uint64_t)any_below(4) << FIT_FIXED);
	if (kinds & 2 && one_in(3)) {
		event->flags |= FIT_PAIR;
		event->counters &= 0x15;
	}
	if (kinds & 4 && one_in(6))
		event->flags |= FIT_ALONE;
	if (kinds & 8 && one_in(3))
		event->flags |= FIT_LEADER;
	else if (kinds & 8 && one_in(4))
		event->flags |= FIT_FOLLOWER | FIT_UNCOUNTED;
	for (uint8_t resource = 0; kinds & 16 && resource < 3; resource++)
		if (one_in(2))
			event->holds[event->hold_count++] = (struct fit_hold){ .resource = resource, .value = any_below(3) };
	for (int set = 0; set < unit->sets; set++)
		set_places[number][set] = one_in(2) ? any_below(16) & (uint32_t)unit->counters : 0;
	event->sets = set_places[number];
}

static void any_question(struct fit_problem *problem)
{
	unsigned int kinds = any_below(32);

	memset(problem, 0, sizeof *problem);
	problem->unit_count = one_in(3) ? 2 : 1;
	problem->event_count = 1 + (int)any_below(MOST);
	for (int resource = 0; resource < 3; resource++)
		problem->resources[resource] = (uint8_t)(1 + any_below(2));
	for (int unit = 0; unit < problem->unit_count; unit++) {
		problem->units[unit].counters = (2u << any_below(5)) - 1;
		if (one_in(2))
			problem->units[unit].counters |= (uint64_t)3 << FIT_FIXED;
		if (one_in(3))
			problem->units[unit].reserved = one_in(2) ? problem->units[unit].counters : UINT64_C(1) << FIT_FIXED;
		if (!(problem->units[unit].reserved & problem->units[unit].counters))
			problem->units[unit].reserved = 0;
		if (one_in(8))
			problem->units[unit].sets = 1 + (int)any_below(4);
	}
	for (int i = 0; i < problem->event_count; i++)
		any_event(problem, i, kinds);
	fit_begin(problem);
}

/* ---- answers compared ---- */

/* Counters of one round are the events' own, and nobody's twice. */
static bool is_placed(const struct fit_problem *problem, const struct fit_answer *answer, int round)
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

static unsigned int round_of(const struct fit_problem *problem, const struct fit_answer *answer, int round)
{
	unsigned int events = 0;

	for (int i = 0; i < problem->event_count; i++)
		if (answer->round[i] == round)
			events |= 1u << i;
	return events;
}

/* Every event that has no round really cannot have one: with a leader if it needs one, and with its group. */
static bool is_hopeless(const struct fit_problem *problem, const bool *fits, int event)
{
	for (unsigned int with = 0; with < 1u << problem->event_count; with++)
		if (with >> event & 1 && fits[with] && keeps_groups(problem, with))
			return false;
	return true;
}

/* Followers go with one leader only: then the least number of rounds is that with all of them together. */
static bool has_followers(const struct fit_problem *problem)
{
	for (int i = 0; i < problem->event_count; i++)
		if (problem->events[i].flags & FIT_FOLLOWER)
			return true;
	return false;
}

static int smallest_misfit(const bool *fits, unsigned int within)
{
	int best = 99;

	for (unsigned int set = within; set; set = (set - 1) & within)
		if (!fits[set] && __builtin_popcount(set) < best)
			best = __builtin_popcount(set);
	return best;
}

static void print_question(const struct fit_problem *problem, int number, const struct fit_answer *answer)
{
	printf("question %d: %d rounds\n", number, answer->rounds);
	for (int i = 0; i < problem->event_count; i++) {
		const struct fit_event *event = &problem->events[i];

		printf("  unit %d, counters %llx, flags %x, group %d, %d holds: round %d, counter %d\n", event->unit,
		       (unsigned long long)event->counters, event->flags, event->group, event->hold_count, answer->round[i], answer->counter[i]);
	}
}

static void compare(const struct fit_problem *problem, int number)
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
			CHECK(fit_size(answer.conflict.events) == smallest_misfit(fits, (unsigned int)answer.conflict.events));
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

/* ---- small questions ---- */

static void ask(struct fit_problem *problem, int events, uint64_t counters, uint64_t wish)
{
	memset(problem, 0, sizeof *problem);
	problem->unit_count = 1;
	problem->units[0].counters = counters;
	problem->event_count = events;
	for (int i = 0; i < events; i++)
		problem->events[i] = (struct fit_event){ .counters = wish, .group = -1 };
}

static const uint64_t fixed0 = UINT64_C(1) << FIT_FIXED;

static void test_order(void)
{
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, 6, 0xf | fixed0, 0xf);
	problem.events[2].counters |= fixed0;
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer) && answer.rounds == 2);
	CHECK(answer.counter[0] == 0 && answer.counter[1] == 1 && answer.counter[2] == FIT_FIXED && answer.counter[3] == 2);
	CHECK(!answer.round[0] && !answer.round[4] && answer.round[5] == 1 && !answer.counter[5]);
	CHECK(answer.conflict.reason == FIT_COUNTERS && answer.conflict.events == 0x3b && answer.conflict.counters == 0xf);
}

static void test_watchdog(void)
{
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, 4, 0xf | fixed0, 0xf);
	problem.units[0].reserved = 0xf | fixed0;
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer) && answer.rounds == 1);
	problem.units[0].reserved = 0xf;
	CHECK(fit_rounds(&problem, &answer) && answer.rounds == 2);
}

/* The first of five is in the way of the user's order: only another order gets along with two rounds. */
static void test_least(void)
{
	static const uint64_t wishes[] = { 0x1, 0x3, 0x2, 0x3 };
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, 4, 0x3, 0x3);
	for (int i = 0; i < 4; i++)
		problem.events[i].counters = wishes[i];
	problem.events[0].holds[problem.events[0].hold_count++] = (struct fit_hold){ .value = 1 };
	problem.events[1].holds[problem.events[1].hold_count++] = (struct fit_hold){ .value = 1 };
	problem.events[2].holds[problem.events[2].hold_count++] = (struct fit_hold){ .value = 1 };
	problem.events[3].holds[problem.events[3].hold_count++] = (struct fit_hold){ .value = 2 };
	problem.resources[0] = 1;
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer) && answer.rounds == 3);
	problem.events[3].holds[0].value = 1;
	CHECK(fit_rounds(&problem, &answer) && answer.rounds == 2);
}

/* 64 events, and 64 different sets of counters: more than the smallest conflict is looked for among. */
static void test_many(void)
{
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, FIT_EVENTS, 0xffff, 0xffff);
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer) && answer.rounds == 4);
	CHECK(fit_size(answer.conflict.events) == 17);
	for (int i = 0; i < FIT_EVENTS; i++)
		problem.events[i].counters = 3 + (uint64_t)i * 5;
	CHECK(fit_rounds(&problem, &answer) && answer.rounds >= 4 && answer.conflict.reason == FIT_COUNTERS);
	CHECK(!fit_together(&problem, answer.conflict.events));
	CHECK(fit_together(&problem, answer.conflict.events & (answer.conflict.events - 1)));
}

int main(void)
{
	test_order();
	test_watchdog();
	test_least();
	test_many();
	for (int i = 0; i < QUESTIONS && !failures; i++) {
		struct fit_problem problem;

		any_question(&problem);
		compare(&problem, i);
	}
	return check_summary("fit_plain");
}
