/*
 * Which events fit the counters together: src/fit against a plain search that tries everything, on random
 * questions with all that an event can ask for; and small questions with their answers.
 */
#include <string.h>

#include "fit_plain.h"

enum { QUESTIONS = 20000 };

/* ---- random questions ---- */

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
	event->counters = one_in(3) ? unit->counters
				    : unit->counters & (any_below(16) | (uint64_t)any_below(4) << FIT_FIXED);
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
			event->holds[event->hold_count++] = (struct fit_hold){ .resource = resource,
									       .value = any_below(3) };
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
			problem->units[unit].reserved = one_in(2) ? problem->units[unit].counters
								  : UINT64_C(1) << FIT_FIXED;
		if (!(problem->units[unit].reserved & problem->units[unit].counters))
			problem->units[unit].reserved = 0;
		problem->units[unit].general = problem->units[unit].counters & UINT32_MAX;
		if (one_in(3))
			problem->units[unit].held = (uint8_t)any_below(
				(unsigned int)fit_room(&problem->units[unit], problem->units[unit].general) + 1);
		if (one_in(8))
			problem->units[unit].sets = 1 + (int)any_below(4);
	}
	for (int i = 0; i < problem->event_count; i++)
		any_event(problem, i, kinds);
	fit_begin(problem);
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
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 2);
	CHECK_SAME(answer.counter[0], 0);
	CHECK_SAME(answer.counter[1], 1);
	CHECK_SAME(answer.counter[2], FIT_FIXED);
	CHECK_SAME(answer.counter[3], 2);
	CHECK(!answer.round[0]);
	CHECK(!answer.round[4]);
	CHECK_SAME(answer.round[5], 1);
	CHECK(!answer.counter[5]);
	CHECK_SAME(answer.conflict.reason, FIT_COUNTERS);
	CHECK_SAME(answer.conflict.events, 0x3b);
	CHECK_SAME(answer.conflict.counters, 0xf);
}

static void test_watchdog(void)
{
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, 4, 0xf | fixed0, 0xf);
	problem.units[0].reserved = 0xf | fixed0;
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 1);
	problem.units[0].reserved = 0xf;
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 2);
}

/* Others hold two of the general counters, whichever these are. */
static void test_held(void)
{
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, 3, 0xf | fixed0, 0xf | fixed0);
	problem.units[0].general = 0xf;
	problem.units[0].held = 2;
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 1);
	problem.events[0].counters = 0x8;
	problem.events[1].counters = 0x2;
	problem.events[2].counters = 0x8;
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 2);
	problem.events[2].counters = 0x1;
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 2);
	CHECK_SAME(answer.conflict.reason, FIT_COUNTERS);
	CHECK_SAME(answer.conflict.events, 0x7);
	problem.units[0].held = 4;
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 0);
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
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 3);
	problem.events[3].holds[0].value = 1;
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 2);
}

/* 64 events, and 64 different sets of counters: more than the smallest conflict is looked for among. */
static void test_many(void)
{
	struct fit_problem problem;
	struct fit_answer answer;

	ask(&problem, FIT_EVENTS, 0xffff, 0xffff);
	fit_begin(&problem);
	CHECK(fit_rounds(&problem, &answer));
	CHECK_SAME(answer.rounds, 4);
	CHECK_SAME(fit_size(answer.conflict.events), 17);
	for (int i = 0; i < FIT_EVENTS; i++)
		problem.events[i].counters = 3 + (uint64_t)i * 5;
	CHECK(fit_rounds(&problem, &answer));
	CHECK(answer.rounds >= 4);
	CHECK_SAME(answer.conflict.reason, FIT_COUNTERS);
	CHECK(!fit_together(&problem, answer.conflict.events));
	CHECK(fit_together(&problem, answer.conflict.events & (answer.conflict.events - 1)));
}

int main(void)
{
	test_order();
	test_watchdog();
	test_held();
	test_least();
	test_many();
	for (int i = 0; i < QUESTIONS && !failures; i++) {
		struct fit_problem problem;

		any_question(&problem);
		compare(&problem, i);
	}
	return check_summary("fit_plain");
}
