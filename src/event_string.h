/* The grammar of event strings. Knows no PMU, allocates nothing. */
#ifndef PFM_EVENT_STRING_H
#define PFM_EVENT_STRING_H

#include "table.h"

/*
 * string    = [ pmu "::" ] event { sep attribute }
 * sep       = ":" | "."
 * attribute = name [ "=" value ]
 *
 * A comma ends the string. Blank, tab and newline are errors.
 */
struct event_string {
	struct span pmu, event;
	struct span attributes; /* what follows the event's separator */
	bool has_pmu, has_attributes;
	size_t bad;             /* where the white space is, if event_string_split() says false */
};

bool event_string_split(const char *text, struct event_string *string);

struct term {
	struct span whole, name, value;
	bool has_value;
};

/* Takes the next attribute off the front of rest; *more tells whether a separator followed it. */
struct term next_term(struct span *rest, bool *more);

/* First separator in span, or its length. */
size_t span_to_separator(struct span span);

/*
 * A number as in C: decimal, 0x hexadecimal, 0 octal, with an optional sign; minus wraps around, too large a number
 * becomes UINT64_MAX. False if the span is not a number from end to end.
 */
bool span_number(struct span span, int base, uint64_t *value, bool *overflow);

#endif
