/*
 * Which events fit the counters together: the question without names and tables.
 *
 * An event needs a counter of a set, or two neighbours, or none; it may hold resources, of which there are few; some
 * events bear no other beside them. Events of different units never disturb each other. A round is a set of events that
 * can be counted at the same time. Everything here is exact, but where it says otherwise; the same question has the
 * same answer.
 */
#ifndef PFM_FIT_MODEL_H
#define PFM_FIT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
	FIT_EVENTS = 64,        /* events of one question, and so units: sets of events are 64 bits */
	FIT_RESOURCES = 64,     /* of all units together */
	FIT_HOLDS = 8,          /* resources that one event holds */
	FIT_FIXED = 32,         /* in sets of counters, general counter n is bit n, fixed counter n bit FIT_FIXED + n */
	FIT_SETS = 512,         /* of the vendor, for one unit */
	FIT_EXACT = 16,         /* the number of rounds is the least for so many events or groups */
	FIT_NO_COUNTER = -1,
};

enum fit_flag {
	FIT_ALONE = 1 << 0,     /* nothing else on the unit in its round */
	FIT_PAIR = 1 << 1,      /* takes the next counter too */
	FIT_UNCOUNTED = 1 << 2, /* takes no counter */
	FIT_LEADER = 1 << 3,    /* the first of its round, and what followers need */
	FIT_FOLLOWER = 1 << 4,  /* only with a leader in its round */
	FIT_REFUSED = 1 << 5,   /* the kernel has no such event: no round takes it */
};

/* Events hold a resource together if they hold it with the same value. */
struct fit_hold {
	uint64_t value;
	uint8_t resource;
};

struct fit_event {
	uint64_t counters;              /* those that it may be on; of a pair: the first of the two */
	const uint32_t *sets;           /* for units with sets: its counters in each of them, 0: it is not there */
	struct fit_hold holds[FIT_HOLDS];
	uint8_t hold_count, flags, unit;
	int group;                      /* events of one group are not separated; negative: it is in none */
};

struct fit_unit {
	uint64_t counters;              /* that there are */
	uint64_t reserved;              /* one of these belongs to somebody else; 0: none */
	uint64_t general;               /* of these others hold so many: */
	uint8_t held;
	int sets;                       /* number of sets, one of which must contain a round; 0: no condition */
};

struct fit_problem {
	struct fit_event events[FIT_EVENTS];
	struct fit_unit units[FIT_EVENTS];
	uint64_t unit_events[FIT_EVENTS]; /* this and the next: set by fit_begin() */
	uint64_t in_sets[FIT_EVENTS][FIT_SETS / 64]; /* the sets that an event is in */
	uint8_t resources[FIT_RESOURCES]; /* how often each of them exists, 1 or more */
	int event_count, unit_count;
	bool hasty;                     /* more rounds than need be are good enough */
};

enum fit_reason {
	FIT_FITS,
	FIT_COUNTERS,           /* too few counters for these events */
	FIT_RESOURCE,           /* a resource does not exist often enough */
	FIT_LONELY,             /* one of them bears no other */
	FIT_NO_LEADER,          /* a follower without leader */
	FIT_NO_SET,             /* no set has them all */
};

/* Why events do not fit together. */
struct fit_conflict {
	uint64_t events;        /* the smallest set that cannot be together */
	uint64_t counters;      /* FIT_COUNTERS: all that these events may be on */
	enum fit_reason reason;
	int resource;           /* FIT_RESOURCE */
};

struct fit_answer {
	int rounds;                     /* 0: no event fits */
	int8_t round[FIT_EVENTS];       /* of each event, from 0; negative: not even alone, or its group does not fit */
	int8_t counter[FIT_EVENTS];     /* bit number, or FIT_NO_COUNTER */
	int16_t set[FIT_EVENTS];        /* of the unit that the event belongs to, in its round */
	struct fit_conflict conflict;   /* why there is more than one round, or an event or group that does not fit */
};

/* Returns how many of a set of counters stay free, whatever the others choose. */
static inline int fit_room(const struct fit_unit *unit, uint64_t counters)
{
	uint64_t reserved = unit->reserved & unit->counters;

	return __builtin_popcountll(counters) - (reserved && !(reserved & ~counters)) -
		(unit->general & ~counters ? 0 : unit->held);
}

/* Completes the problem, once events and units are filled in. */
void fit_begin(struct fit_problem *problem);

/* Returns whether a set of events can be counted at the same time. */
bool fit_together(const struct fit_problem *problem, uint64_t set);

/* Test the two halves of that: what events share beside counters, and the counters themselves. */
bool fit_share(const struct fit_problem *problem, uint64_t set);
bool fit_count(const struct fit_problem *problem, uint64_t set);

/* Assigns counters to events that fit together, in the order of the events where that is possible. */
void fit_place(const struct fit_problem *problem, uint64_t set, struct fit_answer *answer);

/*
 * Finds the smallest part of a set that does not fit, and why. With pairs or sets of the vendor among more than 16
 * events, or with more than 16 different sets of counters: a part from which nothing can be left out. set does not fit.
 */
struct fit_conflict fit_explain(const struct fit_problem *problem, uint64_t set);

/*
 * Distributes all events to rounds: the least number for FIT_EXACT events or groups a unit (units that a group ties
 * together count as one), beyond that no more than first-fit by falling need takes. False: no memory.
 */
bool fit_rounds(const struct fit_problem *problem, struct fit_answer *answer);

/* ---- sets of events ---- */

static inline int fit_first(uint64_t set)
{
	return __builtin_ctzll(set);
}

static inline int fit_size(uint64_t set)
{
	return __builtin_popcountll(set);
}

static inline uint64_t fit_bit(int number)
{
	return UINT64_C(1) << number;
}

/* Returns all counters that an event may take. */
static inline uint64_t fit_spread(const struct fit_event *event)
{
	return event->flags & FIT_PAIR ? event->counters | event->counters << 1 : event->counters;
}

#define FOR_EACH_IN(number, set) \
	for (uint64_t left_ = (set); left_ && ((number) = fit_first(left_), true); left_ &= left_ - 1)

#endif
