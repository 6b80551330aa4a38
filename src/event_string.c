#include "event_string.h"

/* What a byte means between the names. */
enum { PLAIN, END, BLANK, COLON, DOT };
static const unsigned char meanings[256] = { ['\0'] = END, [','] = END, [' '] = BLANK, ['\t'] = BLANK, ['\n'] = BLANK, [':'] = COLON, ['.'] = DOT };

bool event_string_split(const char *text, struct event_string *string)
{
	size_t length = 0, start = 0, separator = SIZE_MAX;
	unsigned char meaning;

	*string = (struct event_string){ .pmu = { text, 0 } };
	while ((meaning = meanings[(unsigned char)text[length]]) != END) {
		if (meaning == BLANK) {
			string->bad = length;
			return false;
		}
		if (meaning == COLON && text[length + 1] == ':' && !string->has_pmu) {
			string->has_pmu = true;
			string->pmu.length = length++;
			start = length + 1;
			separator = SIZE_MAX; /* those before it are part of the PMU's name */
		} else if (meaning != PLAIN && separator == SIZE_MAX) {
			separator = length;
		}
		length++;
	}
	string->has_attributes = separator != SIZE_MAX;
	if (!string->has_attributes)
		separator = length;
	string->event = (struct span){ text + start, separator - start };
	string->attributes = (struct span){ text + separator + string->has_attributes, length - separator - string->has_attributes };
	return true;
}

size_t span_to_separator(struct span span)
{
	size_t i = 0;

	while (i < span.length && meanings[(unsigned char)span.text[i]] < COLON)
		i++;
	return i;
}

struct term next_term(struct span *rest, bool *more)
{
	struct term term = { .whole = { rest->text, span_to_separator(*rest) } };
	size_t equals = 0;

	while (equals < term.whole.length && term.whole.text[equals] != '=')
		equals++;
	term.name = (struct span){ term.whole.text, equals };
	term.has_value = equals < term.whole.length;
	if (term.has_value)
		term.value = (struct span){ term.whole.text + equals + 1, term.whole.length - equals - 1 };
	*more = term.whole.length < rest->length;
	rest->text += term.whole.length + *more;
	rest->length -= term.whole.length + *more;
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
