/*
 * Which events can be counted at the same time: the problem without names and tables.
 *
 * An event needs one counter of a set, or two neighbours, or none; it may hold resources, which are limited; some
 * events exclude all others. Events of different units never affect each other. A round is a set of events that can be
 * counted at the same time. Results are exact unless stated otherwise, and the same problem has the same answer.
 */
#ifndef PFM_FIT_MODEL_H
#define PFM_FIT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
	FIT_EVENTS = 64,        /* events of one problem, and its units at most: sets of events are 64 bits */
	FIT_RESOURCES = 64,     /* resources of all units together */
	FIT_HOLDS = 8,          /* resources held by one event */
	FIT_FIXED = 32, /* in sets of counters, general counter n is bit n, fixed counter n is bit FIT_FIXED + n */
	FIT_SETS = 512,         /* vendor sets of one unit */
	FIT_EXACT = 16,         /* number of events or groups up to which the number of rounds is minimal */
	FIT_NO_COUNTER = -1,
};

enum fit_flag {
	FIT_ALONE = 1 << 0,     /* excludes all other events of its unit from its round */
	FIT_PAIR = 1 << 1,      /* also takes the next counter */
	FIT_UNCOUNTED = 1 << 2, /* takes no counter */
	FIT_LEADER = 1 << 3,    /* the first of its round; followers need one */
	FIT_FOLLOWER = 1 << 4,  /* needs a leader in its round */
	FIT_REFUSED = 1 << 5,   /* the kernel refuses the event: it is in no round */
};

/* A resource that an event holds. Events that hold it with the same value share it. */
struct fit_hold {
	uint64_t value;
	uint8_t resource;
};

struct fit_event {
	uint64_t counters; /* bit set of the counters that it may be on; for a pair, of the first of the two */
	const uint32_t *sets; /* for units with sets: by set, bit set of its counters, 0 if it is not in the set */
	struct fit_hold holds[FIT_HOLDS];
	uint8_t hold_count, flags, unit;
	int group;                      /* events of one group stay in one round; negative: no group */
};

struct fit_unit {
	uint64_t counters;              /* bit set of the counters that exist */
	uint64_t reserved;              /* bit set of counters, one of which is reserved for others; 0: none is */
	uint64_t general;               /* bit set of counters, of which others hold this many: */
	uint8_t held;
	int sets; /* number of vendor sets, one of which must contain all events of a round; 0: no such rule */
};

struct fit_problem {
	struct fit_event events[FIT_EVENTS];
	struct fit_unit units[FIT_EVENTS];
	uint64_t unit_events[FIT_EVENTS]; /* bit set of events; set by fit_begin(), like the next member */
	uint64_t in_sets[FIT_EVENTS][FIT_SETS / 64]; /* bit set of the vendor sets that have the event */
	uint8_t resources[FIT_RESOURCES]; /* number of units of each resource, 1 or more */
	int event_count, unit_count;
	bool hasty;                     /* stop at the first answer, even if fewer rounds may be possible */
};

enum fit_reason {
	FIT_FITS,
	FIT_COUNTERS,           /* there are too few counters for these events */
	FIT_RESOURCE,           /* too many events need a resource */
	FIT_LONELY,             /* one event excludes all others */
	FIT_NO_LEADER,          /* a follower lacks a leader */
	FIT_NO_SET,             /* no vendor set has all events */
};

/* The reason why events cannot be counted together. */
struct fit_conflict {
	uint64_t events;        /* the smallest set of events with that conflict */
	uint64_t counters;      /* for FIT_COUNTERS: all counters that these events may be on */
	enum fit_reason reason;
	int resource;           /* for FIT_RESOURCE: number of the resource */
};

struct fit_answer {
	int rounds;                     /* number of rounds; 0: no event fits */
	int8_t round[FIT_EVENTS]; /* round of each event, from 0; negative: it or its group does not fit even alone */
	int8_t counter[FIT_EVENTS];     /* counter of each event: its bit number, or FIT_NO_COUNTER */
	int16_t set[FIT_EVENTS];        /* vendor set of the event's unit in that round */
	/* reason why there is more than one round, or why an event or a group does not fit */
	struct fit_conflict conflict;
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
