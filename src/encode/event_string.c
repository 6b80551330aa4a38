#include "encode/event_string.h"

#include <string.h>

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

/* Of what is no letter. */
static inline bool is_separator(char c)
{
	const uint64_t separators = 1 | UINT64_C(1) << '\t' | UINT64_C(1) << '\n' | UINT64_C(1) << ' ' |
				    UINT64_C(1) << ',' | UINT64_C(1) << '.' | UINT64_C(1) << ':' | UINT64_C(1) << '=';

	return c == ':' || separators >> c & 1;
}

static inline const char *skip_name(const char *at)
{
	for (at = skip_letters(at); !is_separator(*at); at = skip_letters(at + 1))
		continue;
	return at;
}

/* Behind a "=": there may be more of them. */
static NEVER_INLINE const char *skip_value(const char *at)
{
	do
		at = skip_name(at + 1);
	while (*at == '=');
	return at;
}

/* A name in text, where most have eight bytes before their end. */
static inline void take_name(struct name *name, const char *text, const char *start, const char *end)
{
	size_t length = (size_t)(end - start);

	name->span = (struct span){ start, length };
	if (length >= 8) {
		name->hash = name_hash_long(start, length);
		return;
	}
	name->rest = end >= text + 8 ? name_word(end - 8) >> (56 - 8 * length) >> 8 : name_rest(start, length);
	name->hash = name_hash_short(name->rest, length);
}

/* Terms before "::" are part of the PMU's name, which all of text is then. */
static inline void take_pmu(struct event_string *string, const struct term *last, struct span text)
{
	string->has_pmu = true;
	string->pmu = last->length == text.length && !term_has_value(last) ? last->name : span_name(text);
}

bool event_string_split(const char *text, struct event_string *string)
{
	struct term *term = string->terms, *end = term + MAX_TERMS;

	string->pmu.span = (struct span){ text, 0 };
	string->has_pmu = false;
	for (const char *start = text, *at;; start = at + 1) {
		at = skip_name(start);
		take_name(&term->name, text, start, at);
		if (*at == '=')
			at = skip_value(at);
		term->length = (size_t)(at - start);
		if (*at == ':' && at[1] == ':' && !string->has_pmu) {
			take_pmu(string, term, (struct span){ text, (size_t)(at - text) });
			term = string->terms;
			at++;
		} else if (*at == ':' || *at == '.') {
			term += term < end;
		} else {
			string->count = (int)(term - string->terms) + (term < end);
			string->bad = (size_t)(at - text);
			if (term_has_value(string->terms))
				string->terms[0].name = span_name(term_whole(string->terms));
			return !*at || *at == ',';
		}
	}
}

struct span event_string_attributes(const struct event_string *string)
{
	const struct term *last = &string->terms[string->count - 1];
	const char *end = term_whole(last).text + last->length;

	if (string->count == 1)
		return (struct span){ end, 0 };
	return (struct span){ string->terms[1].name.span.text, (size_t)(end - string->terms[1].name.span.text) };
}
