#include "encode/event_string.h"

#include <string.h>

static struct span span_between(const char *from, const char *to)
{
	return (struct span){ from, (size_t)(to - from) };
}

/* The high bit of each byte of a word that may have a meaning: what is neither a digit nor, as letters are, 0x40 or more. */
static uint64_t find_candidates(uint64_t word)
{
	const uint64_t zeros = UINT64_C(0x3030303030303030), most = UINT64_C(0x7f7f7f7f7f7f7f7f), beyond_nine = UINT64_C(0x7676767676767676);

	return (((word ^ zeros) & most) + beyond_nine) & ~(word << 1) & ~most;
}

/* The word at at; what is behind the end comes as zeros. */
static uint64_t word_before(const char *begin, const char *at, const char *end)
{
	size_t left = (size_t)(end - at);
	uint64_t word = 0;

	if (left >= 8)
		return name_word(at);
	if (left && end - begin >= 8)
		return name_word(end - 8) >> (64 - 8 * left);
	for (size_t i = 0; i < left; i++)
		word |= (uint64_t)(unsigned char)at[i] << 8 * i;
	return word;
}

struct splitter {
	struct event_string *string;
	const char *start, *equals;     /* of the term that is being read; equals: its first "=", or NULL */
};

static void end_term(struct splitter *splitter, const char *at)
{
	struct event_string *string = splitter->string;
	struct term *term = &string->terms[string->count];

	if (string->count < (int)(sizeof string->terms / sizeof *string->terms)) {
		term->whole = span_between(splitter->start, at);
		term->name = span_between(splitter->start, splitter->equals ? splitter->equals : at);
		string->count++;
	}
	splitter->start = at + 1;
	splitter->equals = NULL;
}

/* Those before it are part of the PMU's name. */
static void end_pmu(struct splitter *splitter, const char *text, const char *at)
{
	splitter->string->has_pmu = true;
	splitter->string->pmu = span_between(text, at);
	splitter->string->count = 0;
	splitter->start = at + 2;
	splitter->equals = NULL;
}

/* Looks at bytes that may have a meaning only, eight at a time. */
bool event_string_split(const char *text, struct event_string *string)
{
	const char *end = strchr(text, '\0');
	struct splitter splitter = { .string = string, .start = text };

	string->pmu = (struct span){ text, 0 };
	string->has_pmu = false;
	string->count = 0;
	for (const char *word = text;; word += 8)
		for (uint64_t left = find_candidates(word_before(text, word, end)); left; left &= left - 1) {
			const char *at = word + __builtin_ctzll(left) / 8;

			if (*at == ':' || *at == '.') {
				if (at < splitter.start) /* the second of "::" */
					continue;
				if (*at == ':' && at[1] == ':' && !string->has_pmu)
					end_pmu(&splitter, text, at);
				else
					end_term(&splitter, at);
			} else if (*at == '=') {
				if (!splitter.equals)
					splitter.equals = at;
			} else if (*at == '\0' || *at == ',') {
				end_term(&splitter, at);
				return true;
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
