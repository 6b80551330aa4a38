/* Parts of table text: strings that grow, counters, descriptions. */
#include "text.h"
#include "rows.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"

void add(struct line_text *line, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (line->length + (size_t)length + 1 > line->room) {
		line->room = 2 * line->room + (size_t)length + 256;
		line->text = need(realloc(line->text, line->room));
	}
	va_start(arguments, format);
	vsnprintf(line->text + line->length, (size_t)length + 1, format, arguments);
	va_end(arguments);
	line->length += (size_t)length;
}

/* ---- counters: 0-3,5,f0 ---- */

bool same_counters(struct counters a, struct counters b)
{
	return a.general == b.general && a.fixed == b.fixed;
}

static void add_ranges(struct line_text *line, uint32_t bits, const char *prefix, const char **comma)
{
	for (int bit = 0; bit < 32; bit++) {
		int last = bit;

		if (!(bits >> bit & 1))
			continue;
		while (last < 31 && bits >> (last + 1) & 1)
			last++;
		add(line, "%s%s%d", *comma, prefix, bit);
		if (last > bit)
			add(line, "-%s%d", prefix, last);
		*comma = ",";
		bit = last;
	}
}

void add_counters(struct line_text *line, const char *word, struct counters counters)
{
	const char *comma = "";

	if (!counters.general && !counters.fixed)
		return;
	add(line, " %s=", word);
	add_ranges(line, counters.general, "", &comma);
	add_ranges(line, counters.fixed, "f", &comma);
}

/* ---- descriptions ---- */

enum { MOST_TEXT = 240 };

/* Returns a text on one line: control characters and several blanks are one blank. The caller frees it. */
static char *one_line(const char *text)
{
	char *line = need(malloc(strlen(text) + 1)), *to = line;

	for (int length; *text; text += length) {
		length = utf8_length(text);
		if (length && *text != ' ' && !is_control(utf8_character(text, length)))
			to = (char *)memcpy(to, text, (size_t)length) + length;
		else if (to > line && to[-1] != ' ')
			*to++ = ' ';
		length += !length;
	}
	while (to > line && to[-1] == ' ')
		to--;
	*to = '\0';
	return line;
}

/* Cuts a text that is too long, at a word if possible, and ends it with "...". */
static void cut_text(char *text)
{
	char *end = text + MOST_TEXT - 3;

	while (end > text && *end != ' ')
		end--;
	while (end > text && (end[-1] == ' ' || end[-1] == ',' || end[-1] == ';'))
		end--;
	if (end == text)
		for (end = text + MOST_TEXT - 3; (*end & 0xc0) == 0x80; end--)
			;
	strcpy(end, "...");
}

/*
 * Fits a description: a colon before a blank becomes " -", elsewhere a ratio sign (U+2236), which looks the same. It
 * has at most 240 bytes: *cut tells whether it was cut.
 */
static char *fit(const char *text, bool *cut)
{
	char *line = one_line(text), *fitted = need(malloc(3 * strlen(line) + 4)), *to = fitted;

	for (const char *at = line; *at; at++)
		if (*at == ':' && (at[1] == ' ' || !at[1]))
			to = stpcpy(to, to > fitted && to[-1] == ' ' ? "-" : " -");
		else if (*at == ':')
			to = stpcpy(to, "\xe2\x88\xb6");
		else
			*to++ = *at;
	*to = '\0';
	free(line);
	*cut = to - fitted > MOST_TEXT;
	if (*cut)
		cut_text(fitted);
	return fitted;
}

char *fit_text(const char *text)
{
	bool cut;

	return fit(text, &cut);
}

/* Returns whether there is a text, which some of Intel's files have 0 in place of. */
static bool is_text(const char *text)
{
	return text && text[strspn(text, " ")] && strcmp(text, "0");
}

struct described description(const struct import_row *row)
{
	const char *whole = is_text(row->whole_text) ? row->whole_text : row->text;
	struct described described = { NULL, NULL };
	bool cut;

	if (!is_text(whole))
		whole = "The vendor does not describe it";
	described.text = fit(whole, &cut);
	if (!cut)
		return described;
	described.whole = one_line(whole);
	if (is_text(row->text) && row->text != whole) {
		free(described.text);
		described.text = fit(row->text, &cut);
	}
	return described;
}
