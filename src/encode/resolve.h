/* Event strings bound to tables: the event, its unit masks, and its modifiers with their values. */
#ifndef PFM_RESOLVE_H
#define PFM_RESOLVE_H

#include "catalog/events.h"
#include "encode/event_string.h"

enum attribute_kind { ATTRIBUTE_UMASK, ATTRIBUTE_MODIFIER, ATTRIBUTE_OS, ATTRIBUTE_RAW_UMASK };

struct attribute {
	uint64_t value;         /* value of a modifier or a raw unit mask */
	int index;              /* row of the unit mask, or index of the modifier */
	uint8_t kind;
	bool added;             /* a default that the string does not name */
};

/* What an error is about, for messages. */
enum problem {
	NO_PROBLEM,
	PROBLEM_WHITE_SPACE,
	PROBLEM_NO_MEMORY,
	PROBLEM_NO_PMU,
	PROBLEM_EVENT_LACKING,
	PROBLEM_NO_EVENT,
	PROBLEM_ALIAS,
	PROBLEM_NO_ATTRIBUTE,
	PROBLEM_VALUE_MISSING,
	PROBLEM_VALUE,
	PROBLEM_VALUE_FOR_UMASK,
	PROBLEM_RAW_NOT_ALLOWED,
	PROBLEM_RAW_NUMBER,
	PROBLEM_RAW_WITH_NAMED,
	PROBLEM_TWO_VALUES,
	PROBLEM_TOO_MANY,
	PROBLEM_OTHER
};

struct selection {
	struct event_ref ref;
	struct attribute attributes[MAX_ATTRIBUTES];
	int count;
	bool by_vendor;         /* event names have the vendor's meaning where libpfm4's differs */
	enum problem problem;   /* set if resolve() fails */
	struct span where;      /* part of the string that has the problem */
};

/*
 * Binds text to the tables under layer os, duplicates removed. Attributes stand in the order written; those that an
 * alias implies come where the alias stands. Returns the PFM_ code of the first thing that is wrong, in this order:
 * white space, PMU and event (or no memory to look for it), attributes from left to right, values in conflict.
 *
 * If the attributes fail, they are read once more as vendors write names (EVENT.A.B is unit mask A_B,
 * OFFCORE_RESPONSE:request=A is unit mask A): from left to right, the longest run of two or more items without a value
 * that is a unit mask when joined by "_" is taken as that, any other item as before. If that fails too, the first
 * reading's error is returned.
 */
pfm_err_t resolve(const char *text, pfm_os_t os, struct selection *selection);

/*
 * Resolves an event string as resolve() does, but a name whose row has makers= gets that code, the vendor's; resolve()
 * keeps libpfm4's. Names that an alias stands for are not affected.
 */
pfm_err_t resolve_vendors_text(const char *text, pfm_os_t os, struct selection *selection);

/* Returns the PMU's modifiers that layer os offers for an event: bit n for the layout's modifier n. */
static inline uint32_t modifiers_offered(const struct event_ref *ref, pfm_os_t os)
{
	return os == PFM_OS_NONE ? ref->modifiers : ref->modifiers & ~ref->layout->not_under_perf;
}

/* Adds an attribute; PFM_ERR_TOOMANY if there is no room. */
static inline pfm_err_t selection_add(struct selection *selection, struct attribute attribute)
{
	if (selection->count == MAX_ATTRIBUTES)
		return PFM_ERR_TOOMANY;
	selection->attributes[selection->count] = attribute;
	selection->count++;
	return PFM_SUCCESS;
}

#endif
