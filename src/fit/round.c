/*
 * One round: whether events can be counted at the same time, and on which counters.
 *
 * Counters are assigned by augmenting paths: if all counters of an event are taken, an event on one of them is moved to
 * another counter. This finds places for all events if there are any. Before it, events that need two counters are
 * tried in all possible places.
 */
#include "fit/model.h"

/* Owners from OTHERS on stand for counters that are reserved or held by others. */
enum { OTHERS = FIT_EVENTS, MOST_OTHERS = FIT_FIXED + 1 };

struct seats {
	uint64_t allowed[FIT_EVENTS + MOST_OTHERS]; /* by owner, bit set of the counters that it may be on */
	int others;
	uint64_t open;                  /* bit set of the counters that pairs leave free */
	uint64_t taken;
	uint8_t owner[64];
};

/* Returns the counter to take: fixed ones first, as nothing else can use them. */
static int preferred(uint64_t counters)
{
	return counters >> FIT_FIXED ? fit_first(counters >> FIT_FIXED) + FIT_FIXED : fit_first(counters);
}

static bool seat(struct seats *seats, int event, uint64_t *tried)
{
	uint64_t possible = seats->allowed[event] & seats->open & ~*tried, unused = possible & ~seats->taken;
	int counter;

	if (unused) {
		counter = preferred(unused);
		seats->taken |= fit_bit(counter);
		seats->owner[counter] = (uint8_t)event;
		return true;
	}
	while (possible) {
		counter = preferred(possible);
		*tried |= fit_bit(counter);
		if (seat(seats, seats->owner[counter], tried)) {
			seats->owner[counter] = (uint8_t)event;
			return true;
		}
		possible &= ~*tried;
	}
	return false;
}

static bool seat_all(struct seats *seats, uint64_t singles)
{
	uint64_t tried = 0;
	int event;

	seats->taken = 0;
	for (int i = 0; i < seats->others; i++) {
		tried = 0;
		if (!seat(seats, OTHERS + i, &tried))
			return false;
	}
	FOR_EACH_IN(event, singles) {
		tried = 0;
		if (!seat(seats, event, &tried))
			return false;
	}
	return true;
}

/* Seats pairs, then singles. Equal pairs are seated in the order of their numbers: other orders need not be tried. */
static bool seat_pairs(struct seats *seats, uint64_t pairs, uint64_t singles, int before)
{
	int event, counter;
	uint64_t possible;

	if (!pairs)
		return seat_all(seats, singles);
	event = fit_first(pairs);
	possible = seats->allowed[event] & seats->open & seats->open >> 1;
	if (before >= 0 && seats->allowed[event] == seats->allowed[seats->owner[before]])
		possible &= ~(fit_bit(before) - 1);
	FOR_EACH_IN(counter, possible) {
		uint64_t both = fit_bit(counter) | fit_bit(counter + 1);

		seats->open &= ~both;
		seats->owner[counter] = seats->owner[counter + 1] = (uint8_t)event;
		if (seat_pairs(seats, pairs & (pairs - 1), singles, counter))
			return true;
		seats->open |= both;
	}
	return false;
}

static void add_others(struct seats *seats, const struct fit_unit *unit)
{
	seats->others = 0;
	if (unit->reserved)
		seats->allowed[OTHERS + seats->others++] = unit->reserved & unit->counters;
	for (int i = 0; i < unit->held; i++)
		seats->allowed[OTHERS + seats->others++] = unit->general;
}

/* Seats the events of one unit on its counters, or on those of one of the vendor's sets. */
static bool seat_unit(struct seats *seats, const struct fit_problem *problem, const struct fit_unit *unit, uint64_t set,
		      int vendors_set)
{
	uint64_t pairs = 0, singles = 0, all = 0;
	int event, need;

	add_others(seats, unit);
	need = seats->others;
	FOR_EACH_IN(event, set) {
		const struct fit_event *data = &problem->events[event];

		if (data->flags & FIT_UNCOUNTED)
			continue;
		seats->allowed[event] = vendors_set < 0 ? data->counters & unit->counters : data->sets[vendors_set];
		if (!seats->allowed[event])
			return false;
		all |= seats->allowed[event];
		if (data->flags & FIT_PAIR) {
			pairs |= fit_bit(event);
			all |= seats->allowed[event] << 1;
			need++;
		} else {
			singles |= fit_bit(event);
		}
		need++;
	}
	for (int i = 0; i < seats->others; i++)
		all |= seats->allowed[OTHERS + i];
	if (need > fit_size(all))
		return false;
	seats->open = unit->counters;
	return seat_pairs(seats, pairs, singles, -1);
}

/* Finds the first of the vendor's sets that has all events, on counters of their own; -2: none has. */
static int seat_in_sets(struct seats *seats, const struct fit_problem *problem, const struct fit_unit *unit,
			uint64_t set)
{
	for (int word = 0; word * 64 < unit->sets; word++) {
		uint64_t common = UINT64_MAX;
		int event, bit;

		FOR_EACH_IN(event, set)
			common &= problem->in_sets[event][word];
		FOR_EACH_IN(bit, common)
			if (seat_unit(seats, problem, unit, set, word * 64 + bit))
				return word * 64 + bit;
	}
	return -2;
}

/* Seats events. Returns the vendor's set that they are in, -1 for a unit that needs none; -2: they do not fit. */
static int seat_somewhere(struct seats *seats, const struct fit_problem *problem, int unit, uint64_t set)
{
	const struct fit_unit *data = &problem->units[unit];

	if (data->sets)
		return seat_in_sets(seats, problem, data, set);
	return seat_unit(seats, problem, data, set, -1) ? -1 : -2;
}

bool fit_count(const struct fit_problem *problem, uint64_t set)
{
	struct seats seats;

	while (set) {
		int unit = problem->events[fit_first(set)].unit;

		if (seat_somewhere(&seats, problem, unit, set & problem->unit_events[unit]) == -2)
			return false;
		set &= ~problem->unit_events[unit];
	}
	return true;
}

void fit_place(const struct fit_problem *problem, uint64_t set, struct fit_answer *answer)
{
	struct seats seats;
	int event, counter;

	while (set) {
		int unit = problem->events[fit_first(set)].unit, vendors_set;
		uint64_t own = set & problem->unit_events[unit];

		vendors_set = seat_somewhere(&seats, problem, unit, own);
		FOR_EACH_IN(event, own) {
			answer->counter[event] = FIT_NO_COUNTER;
			answer->set[event] = (int16_t)vendors_set;
		}
		for (counter = 63; counter >= 0; counter--)
			if ((seats.taken | (problem->units[unit].counters & ~seats.open)) & fit_bit(counter) &&
			    seats.owner[counter] < OTHERS)
				answer->counter[seats.owner[counter]] = (int8_t)counter;
		set &= ~own;
	}
}

/* ---- what is shared beside counters ---- */

static bool holds(const struct fit_event *event, int resource, uint64_t value)
{
	for (int i = 0; i < event->hold_count; i++)
		if (event->holds[i].resource == resource && event->holds[i].value == value)
			return true;
	return false;
}

/* Returns whether no event of set before this one holds the same with the same value. */
static bool is_first_holder(const struct fit_problem *problem, uint64_t set, int event, const struct fit_hold *hold)
{
	int other;

	FOR_EACH_IN(other, set & (fit_bit(event) - 1))
		if (holds(&problem->events[other], hold->resource, hold->value))
			return false;
	return true;
}

static bool is_alone(const struct fit_problem *problem, uint64_t set, int event)
{
	return (set & problem->unit_events[problem->events[event].unit]) == fit_bit(event);
}

static bool has_leader(const struct fit_problem *problem, uint64_t set, int event)
{
	int other;

	FOR_EACH_IN(other, set & problem->unit_events[problem->events[event].unit])
		if (problem->events[other].flags & FIT_LEADER)
			return true;
	return false;
}

bool fit_share(const struct fit_problem *problem, uint64_t set)
{
	uint8_t values[FIT_RESOURCES] = { 0 };
	int event;

	FOR_EACH_IN(event, set) {
		const struct fit_event *data = &problem->events[event];

		if (data->flags & FIT_ALONE && !is_alone(problem, set, event))
			return false;
		if (data->flags & FIT_FOLLOWER && !has_leader(problem, set, event))
			return false;
		for (int i = 0; i < data->hold_count; i++)
			if (is_first_holder(problem, set, event, &data->holds[i]) &&
			    ++values[data->holds[i].resource] > problem->resources[data->holds[i].resource])
				return false;
	}
	return true;
}

bool fit_together(const struct fit_problem *problem, uint64_t set)
{
	return fit_share(problem, set) && fit_count(problem, set);
}

static void find_sets(struct fit_problem *problem, int event)
{
	const struct fit_event *data = &problem->events[event];
	int sets = problem->units[data->unit].sets;

	for (int word = 0; word * 64 < sets; word++)
		problem->in_sets[event][word] = 0;
	for (int vendors_set = 0; vendors_set < sets; vendors_set++)
		if (data->sets[vendors_set] || data->flags & FIT_UNCOUNTED)
			problem->in_sets[event][vendors_set / 64] |= fit_bit(vendors_set % 64);
}

void fit_begin(struct fit_problem *problem)
{
	for (int unit = 0; unit < problem->unit_count; unit++)
		problem->unit_events[unit] = 0;
	for (int event = 0; event < problem->event_count; event++) {
		problem->unit_events[problem->events[event].unit] |= fit_bit(event);
		find_sets(problem, event);
	}
}
