/* The grammar of event strings. It knows no PMU and allocates nothing. */
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
enum { MAX_ATTRIBUTES = 64, MAX_TERMS = 1 + MAX_ATTRIBUTES + 1 };

/* An attribute as written in the string. */
struct term {
	struct name name;
	size_t length;          /* of the whole term, with "=" and value */
};

static inline struct span term_whole(const struct term *term)
{
	return (struct span){ term->name.span.text, term->length };
}

static inline bool term_has_value(const struct term *term)
{
	return term->name.span.length < term->length;
}

/* Returns the text after the "="; empty, at the end of the term, if there is none. */
static inline struct span term_value(const struct term *term)
{
	size_t skipped = term->name.span.length + term_has_value(term);

	return (struct span){ term->name.span.text + skipped, term->length - skipped };
}

/*
 * A parsed event string. The event is a term, followed by those of its attributes; its name is the whole term, even if
 * it has a "=". Of surplus attributes one is kept.
 */
struct event_string {
	struct name pmu;
	bool has_pmu;
	size_t bad;             /* position of the white space if event_string_split() fails */
	const struct term *end; /* one past the last of terms */
	struct term terms[MAX_TERMS + 1];
};

/* Returns the number of terms, the event included. */
static inline int event_string_count(const struct event_string *string)
{
	return (int)(string->end - string->terms);
}

bool event_string_split(const char *text, struct event_string *string);

/* Returns the text of all attributes; empty if there are none. */
struct span event_string_attributes(const struct event_string *string);

#endif
