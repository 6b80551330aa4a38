/* The grammar of event strings. Knows no PMU, allocates nothing. */
#ifndef PFM_EVENT_STRING_H
#define PFM_EVENT_STRING_H

#include "tables/lookup.h"

/*
 * string    = [ pmu "::" ] event { sep attribute }
 * sep       = ":" | "."
 * attribute = name [ "=" value ]
 *
 * A comma ends the string. Blank, tab and newline are errors.
 */
enum { MAX_ATTRIBUTES = 64 };

/* An attribute as it is written. */
struct term {
	struct span whole, name;
};

static inline bool term_has_value(const struct term *term)
{
	return term->name.length < term->whole.length;
}

/* What follows the "="; empty at the end of the term if there is none. */
static inline struct span term_value(const struct term *term)
{
	size_t skipped = term->name.length + term_has_value(term);

	return (struct span){ term->whole.text + skipped, term->whole.length - skipped };
}

/*
 * The event is a term like its attributes, which follow it; its name may have a "=". Attributes too many: one is kept.
 */
struct event_string {
	struct span pmu;
	bool has_pmu;
	int count;              /* of terms, the event included */
	size_t bad;             /* where the white space is, if event_string_split() says false */
	struct term terms[1 + MAX_ATTRIBUTES + 1];
};

bool event_string_split(const char *text, struct event_string *string);

/* All attributes; empty if there is none. */
struct span event_string_attributes(const struct event_string *string);

#endif
