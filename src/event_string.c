#include "event_string.h"

/* What a byte means between the names. */
enum { PLAIN, END, BLANK, EQUALS, COLON, DOT };
static const unsigned char meanings[256] = {
	['\0'] = END, [','] = END, [' '] = BLANK, ['\t'] = BLANK, ['\n'] = BLANK, ['='] = EQUALS, [':'] = COLON, ['.'] = DOT
};

static unsigned char meaning_of(const char *at)
{
	return meanings[(unsigned char)*at];
}

static struct span span_between(const char *from, const char *to)
{
	return (struct span){ from, (size_t)(to - from) };
}

bool event_string_split(const char *text, struct event_string *string)
{
	const char *at = text, *start = text, *separator = NULL;

	string->pmu = string->event = string->attributes = (struct span){ text, 0 };
	string->has_pmu = string->has_attributes = false;
	for (;; at++) {
		unsigned char meaning;

		while (!(meaning = meaning_of(at)))
			at++;
		if (meaning == END)
			break;
		if (meaning == BLANK) {
			string->bad = (size_t)(at - text);
			return false;
		}
		if (meaning == COLON && at[1] == ':' && !string->has_pmu) {
			string->has_pmu = true;
			string->pmu = span_between(text, at);
			start = ++at + 1;
			separator = NULL; /* those before it are part of the PMU's name */
		} else if (meaning != EQUALS && !separator) {
			separator = at;
		}
	}
	string->has_attributes = separator;
	string->event = span_between(start, separator ? separator : at);
	string->attributes = separator ? span_between(separator + 1, at) : (struct span){ at, 0 };
	return true;
}

size_t span_to_separator(struct span span)
{
	size_t i = 0;

	while (i < span.length && meaning_of(span.text + i) < COLON)
		i++;
	return i;
}

struct term next_term(struct span *rest, bool *more)
{
	const char *at = rest->text, *end = at + rest->length, *equals = NULL;
	struct term term;

	for (; at < end && meaning_of(at) < COLON; at++)
		if (meaning_of(at) == EQUALS && !equals)
			equals = at;
	term.whole = span_between(rest->text, at);
	term.name = span_between(rest->text, equals ? equals : at);
	term.has_value = equals;
	term.value = equals ? span_between(equals + 1, at) : (struct span){ at, 0 };
	*more = at < end;
	*rest = span_between(at + *more, end);
	return term;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)ascii_lower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

bool span_number(struct span span, int base, uint64_t *value, bool *overflow)
{
	size_t i = 0;
	bool minus = false;

	*value = 0;
	*overflow = false;
	if (i < span.length && (span.text[i] == '+' || span.text[i] == '-'))
		minus = span.text[i++] == '-';
	if (span.length - i > 2 && span.text[i] == '0' && ascii_lower((unsigned char)span.text[i + 1]) == 'x' && base != 10) {
		base = 16;
		i += 2;
	} else if (!base) {
		base = span.length - i > 1 && span.text[i] == '0' ? 8 : 10;
	}
	if (i == span.length)
		return false;
	for (; i < span.length; i++) {
		int digit = digit_value(span.text[i]);

		if (digit >= base)
			return false;
		if (*value > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base)
			*overflow = true;
		*value = *value * (uint64_t)base + (uint64_t)digit;
	}
	if (*overflow)
		*value = UINT64_MAX;
	else if (minus)
		*value = -*value;
	return true;
}
