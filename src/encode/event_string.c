#include "encode/event_string.h"

#include <string.h>

static struct span span_between(const char *from, const char *to)
{
	return (struct span){ from, (size_t)(to - from) };
}

/* Fills in the term from start to at; equals: its first "=", or NULL. Returns the next one. */
static inline struct term *end_term(const struct event_string *string, struct term *term, const char *start,
				    const char *equals, const char *at)
{
	if (term == string->terms + sizeof string->terms / sizeof *string->terms)
		return term;
	term->whole = span_between(start, at);
	term->name = span_between(start, equals ? equals : at);
	return term + 1;
}

static inline bool is_letter(char c)
{
	return (unsigned char)c > '=';
}

/* The first byte from at on that is no letter, as the end of the string and digits are none; four a step. */
static inline const char *skip_letters(const char *at)
{
	for (;; at += 4) {
		if (!is_letter(at[0]))
			return at;
		if (!is_letter(at[1]))
			return at + 1;
		if (!is_letter(at[2]))
			return at + 2;
		if (!is_letter(at[3]))
			return at + 3;
	}
}

bool event_string_split(const char *text, struct event_string *string)
{
	const char *start = text, *equals = NULL;
	struct term *term = string->terms;

	string->pmu = (struct span){ text, 0 };
	string->has_pmu = false;
	for (const char *at = skip_letters(text);; at = skip_letters(at + 1)) {
		if (*at == ':' && at[1] == ':' && !string->has_pmu) {
			string->has_pmu = true;
			string->pmu = span_between(text, at++);
			term = string->terms; /* terms before it are part of the PMU's name */
			start = at + 1;
			equals = NULL;
		} else if (*at == ':' || *at == '.') {
			term = end_term(string, term, start, equals, at);
			start = at + 1;
			equals = NULL;
		} else if (*at == '\0' || *at == ',') {
			string->count = (int)(end_term(string, term, start, equals, at) - string->terms);
			return true;
		} else if (*at == '=') {
			if (!equals)
				equals = at;
		} else if (*at == ' ' || *at == '\t' || *at == '\n') {
			string->bad = (size_t)(at - text);
			return false;
		}
	}
}

struct span event_string_attributes(const struct event_string *string)
{
	const struct term *last = &string->terms[string->count - 1];

	if (string->count == 1)
		return (struct span){ last->whole.text + last->whole.length, 0 };
	return span_between(string->terms[1].whole.text, last->whole.text + last->whole.length);
}
