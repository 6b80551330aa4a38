/*
 * Finds why events do not fit: the smallest subset that cannot be counted together.
 *
 * Without pairs and vendor sets it is found directly. By Hall's theorem counters are lacking exactly if some subset of
 * events is larger than the set of counters that these may be on, and that set is a union of the events' own sets.
 * Otherwise subsets are tried, the smallest first.
 */
#include "fit/model.h"

enum { MANY = FIT_EVENTS + 1 };         /* greater than the size of any conflict */

static int size_of(const struct fit_conflict *conflict)
{
	return conflict->reason == FIT_FITS ? MANY : fit_size(conflict->events);
}

static void keep_smaller(struct fit_conflict *best, struct fit_conflict other)
{
	if (size_of(&other) < size_of(best))
		*best = other;
}

/* ---- what is shared beside counters ---- */

static struct fit_conflict without_leader(const struct fit_problem *problem, uint64_t set)
{
	int event;

	FOR_EACH_IN(event, set)
		if (problem->events[event].flags & FIT_FOLLOWER &&
		    !fit_share(problem, set & problem->unit_events[problem->events[event].unit]))
			if (!fit_share(problem, fit_bit(event)))
				return (struct fit_conflict){ .events = fit_bit(event), .reason = FIT_NO_LEADER };
	return (struct fit_conflict){ 0 };
}

static struct fit_conflict lonely(const struct fit_problem *problem, uint64_t set)
{
	int event;

	FOR_EACH_IN(event, set) {
		uint64_t others = set & problem->unit_events[problem->events[event].unit] & ~fit_bit(event);

		if (problem->events[event].flags & FIT_ALONE && others)
			return (struct fit_conflict){ .events = fit_bit(event) | fit_bit(fit_first(others)),
						      .reason = FIT_LONELY };
	}
	return (struct fit_conflict){ 0 };
}

static const struct fit_hold *hold_of(const struct fit_event *event, int resource)
{
	for (int i = 0; i < event->hold_count; i++)
		if (event->holds[i].resource == resource)
			return &event->holds[i];
	return 0;
}

/* Returns one event more than the resource has room for, with different values each; 0: they fit. */
static uint64_t too_many_values(const struct fit_problem *problem, uint64_t set, int resource)
{
	uint64_t values[FIT_EVENTS], found = 0;
	int event, count = 0;

	FOR_EACH_IN(event, set) {
		const struct fit_hold *hold = hold_of(&problem->events[event], resource);
		int known = 0;

		while (hold && known < count && values[known] != hold->value)
			known++;
		if (!hold || known < count)
			continue;
		values[count++] = hold->value;
		found |= fit_bit(event);
		if (count > problem->resources[resource])
			return found;
	}
	return 0;
}

static struct fit_conflict over_resources(const struct fit_problem *problem, uint64_t set)
{
	struct fit_conflict best = { 0 };
	uint64_t seen = 0;
	int event;

	FOR_EACH_IN(event, set) {
		const struct fit_event *data = &problem->events[event];

		for (int i = 0; i < data->hold_count; i++) {
			int resource = data->holds[i].resource;
			uint64_t events;

			if (seen & fit_bit(resource))
				continue;
			seen |= fit_bit(resource);
			events = too_many_values(problem, set, resource);
			if (events)
				keep_smaller(&best, (struct fit_conflict){ .events = events,
									   .reason = FIT_RESOURCE,
									   .resource = resource });
		}
	}
	return best;
}

/* ---- counters ---- */

static uint64_t counters_in_unit(const struct fit_problem *problem, int unit, int event)
{
	return problem->events[event].counters & problem->units[unit].counters;
}

/* Returns all counters that events may be on. */
static uint64_t counters_of_all(const struct fit_problem *problem, int unit, uint64_t set)
{
	uint64_t counters = 0;
	int event;

	FOR_EACH_IN(event, set)
		if (!(problem->events[event].flags & FIT_UNCOUNTED))
			counters |= fit_spread(&problem->events[event]);
	return counters & problem->units[unit].counters;
}

/* Returns the first events that can be on these counters only and are one too many for them; 0: they are not. */
static uint64_t crowd(const struct fit_problem *problem, int unit, uint64_t set, uint64_t counters)
{
	uint64_t found = 0;
	int event, room = fit_room(&problem->units[unit], counters);

	FOR_EACH_IN(event, set) {
		if (problem->events[event].flags & FIT_UNCOUNTED || counters_in_unit(problem, unit, event) & ~counters)
			continue;
		found |= fit_bit(event);
		if (fit_size(found) > room)
			return found;
	}
	return 0;
}

/* Lists the different sets of counters of the events, and of counters that others hold already; more than 16: -1. */
static int different_counters(const struct fit_problem *problem, int unit, uint64_t set, uint64_t *different)
{
	int event, count = 0;

	if (problem->units[unit].reserved)
		different[count++] = problem->units[unit].reserved & problem->units[unit].counters;
	if (problem->units[unit].held)
		different[count++] = problem->units[unit].general;
	FOR_EACH_IN(event, set) {
		uint64_t own = counters_in_unit(problem, unit, event);
		int known = 0;

		if (problem->events[event].flags & FIT_UNCOUNTED)
			continue;
		while (known < count && different[known] != own)
			known++;
		if (known == count && count == FIT_EXACT)
			return -1;
		different[known] = own;
		count += known == count;
	}
	return count;
}

static uint64_t smallest_crowd(const struct fit_problem *problem, int unit, uint64_t set, const uint64_t *different,
			       int count)
{
	uint64_t best = 0;

	for (unsigned int choice = 1; choice < 1U << count; choice++) {
		uint64_t counters = 0, found;
		int number;

		FOR_EACH_IN(number, choice)
			counters |= different[number];
		if (best && fit_room(&problem->units[unit], counters) >= fit_size(best))
			/* a conflict has one event more than its counters, so this one would not be smaller */
			continue;
		found = crowd(problem, unit, set, counters);
		if (found && (!best || fit_size(found) < fit_size(best)))
			best = found;
	}
	return best;
}

/* Leaves out, from the last on, all without which the others do not fit either. */
static uint64_t shrink(const struct fit_problem *problem, uint64_t set)
{
	for (int event = FIT_EVENTS - 1; event >= 0; event--)
		if (set & fit_bit(event) && !fit_count(problem, set & ~fit_bit(event)))
			set &= ~fit_bit(event);
	return set;
}

/* Returns the events of set whose numbers among them are the bits of choice. */
static uint64_t chosen_of_set(uint64_t set, unsigned int choice)
{
	uint64_t events = 0;
	int event, number = 0;

	FOR_EACH_IN(event, set)
		if (choice >> number++ & 1)
			events |= fit_bit(event);
	return events;
}

/* Tries the choices of each size; the next of a size has the lowest run of ones moved up by one. */
static uint64_t smallest_part(const struct fit_problem *problem, uint64_t set)
{
	unsigned int end = 1U << fit_size(set);

	for (int size = 1; size < fit_size(set); size++) {
		for (unsigned int choice = (1U << size) - 1; choice < end;) {
			unsigned int low = choice & -choice, moved = choice + low;
			uint64_t events = chosen_of_set(set, choice);

			if (!fit_count(problem, events))
				return events;
			choice = moved | ((choice ^ moved) / low >> 2);
		}
	}
	return set;
}

static bool has_pairs(const struct fit_problem *problem, uint64_t set)
{
	int event;

	FOR_EACH_IN(event, set)
		if (problem->events[event].flags & FIT_PAIR)
			return true;
	return false;
}

static struct fit_conflict over_counters(const struct fit_problem *problem, int unit, uint64_t set)
{
	uint64_t different[FIT_EXACT], events;
	bool plain = !problem->units[unit].sets && !has_pairs(problem, set);
	int count = plain ? different_counters(problem, unit, set, different) : -1;

	if (fit_count(problem, set))
		return (struct fit_conflict){ 0 };
	if (count >= 0)
		events = smallest_crowd(problem, unit, set, different, count);
	else if (!plain && fit_size(set) <= FIT_EXACT)
		events = smallest_part(problem, set);
	else
		events = shrink(problem, set);
	return (struct fit_conflict){ .events = events, .counters = counters_of_all(problem, unit, events),
				      .reason = problem->units[unit].sets ? FIT_NO_SET : FIT_COUNTERS };
}

struct fit_conflict fit_explain(const struct fit_problem *problem, uint64_t set)
{
	struct fit_conflict best = without_leader(problem, set);

	keep_smaller(&best, lonely(problem, set));
	keep_smaller(&best, over_resources(problem, set));
	for (int unit = 0; unit < problem->unit_count; unit++)
		if (set & problem->unit_events[unit])
			keep_smaller(&best, over_counters(problem, unit, set & problem->unit_events[unit]));
	return best;
}
