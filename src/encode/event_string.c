/*
 * Nothing is copied: a term is a pair of spans of the caller's text, with the hash of its name, computed while
 * scanning. The PMU's name, the event and each attribute are scanned eight or four bytes at a time, since every encode
 * starts here.
 */
#include "encode/event_string.h"

#include <string.h>

static inline bool is_letter(char c)
{
	return (unsigned char)c > '=';
}

/* Returns the first byte from at on that is no letter, as digits and the end of the string; four a step. */
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

/* Tells separators from other characters that are no letters. */
static inline bool is_separator(char c)
{
	const uint64_t separators = 1 | UINT64_C(1) << '\t' | UINT64_C(1) << '\n' | UINT64_C(1) << ' ' |
				    UINT64_C(1) << ',' | UINT64_C(1) << '.' | UINT64_C(1) << ':' | UINT64_C(1) << '=';

	return c == ':' || separators >> c & 1;
}

static inline const char *skip_name(const char *at)
{
	for (;; at++) {
		at = skip_letters(at);
		/* keeps the compiler from loading the byte early, for the code behind the loop */
		__asm__("" : "+r"(at));
		if (is_separator(*at))
			return at;
	}
}

/* Skips the value behind a "=", in which there may be more of them. */
static NEVER_INLINE const char *skip_value(const char *at)
{
	do
		at = skip_name(at + 1);
	while (*at == '=');
	return at;
}

static NEVER_INLINE uint64_t first_rest(const char *at, size_t length)
{
	return name_rest(at, length);
}

/* Takes a name in text, where most have eight bytes before their end. */
static inline void take_name(struct name *name, const char *text, const char *start, const char *end)
{
	size_t length = (size_t)(end - start);

	name->span = (struct span){ start, length };
	if (length >= 8) {
		name->hash = name_hash_long(start, length);
		return;
	}
	name->rest = end - text >= 8 ? name_word(end - 8) >> (56 - 8 * length) >> 8 : first_rest(start, length);
	name->hash = name_hash_short(name->rest, length);
}

/* Takes text that is more than a name as one. */
static NEVER_INLINE void take_whole(struct name *name, const char *start, const char *end)
{
	*name = span_name((struct span){ start, (size_t)(end - start) });
}

bool event_string_split(const char *text, struct event_string *string)
{
	struct term *term = string->terms, *const beyond = term + MAX_TERMS;

	string->pmu.span = (struct span){ text, 0 };
	string->has_pmu = false;
	for (const char *start = text, *at;; start = at + 1) {
		at = skip_name(start);
		take_name(&term->name, text, start, at);
		if (*at == '=')
			at = skip_value(at);
		term->length = (size_t)(at - start);
		if (*at == ':' && at[1] == ':' && !string->has_pmu) {
			string->has_pmu = true;
			/* assigned member by member: wider loads would stall on the stores just made */
			string->pmu.hash = term->name.hash;
			string->pmu.rest = term->name.rest;
			string->pmu.span.length = term->name.span.length;
			string->pmu.span.text = start;
			/* the event, or a "=" before: the text so far belongs to the name */
			if (term != string->terms || term_has_value(term))
				take_whole(&string->pmu, text, at);
			term = string->terms;
			at++;
		} else if (*at == ':' || *at == '.') {
			term += term < beyond;
		} else if (!*at || *at == ',') {
			string->end = term + (term < beyond);
			term = string->terms;
			if (term_has_value(term))
				take_whole(&term->name, term->name.span.text, term->name.span.text + term->length);
			return true;
		} else {
			string->end = term + (term < beyond);
			string->bad = (size_t)(at - text);
			return false;
		}
	}
}

struct span event_string_attributes(const struct event_string *string)
{
	const struct term *last = string->end - 1;
	const char *end = term_whole(last).text + last->length;
	const char *start = string->end - string->terms > 1 ? string->terms[1].name.span.text : end;

	return (struct span){ start, (size_t)(end - start) };
}
