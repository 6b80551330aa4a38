/* Pieces of table text: growing lines, counters, descriptions. */
#include "import.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

/*
 * A vendor's text as the language has it: no colon, no control characters, 240 bytes. A colon before a blank becomes " -",
 * any other one a ratio sign (U+2236), which looks the same; what does not fit ends in "...", at the end of a word.
 */
char *fit_text(const char *text)
{
	char *fitted = need(malloc(3 * strlen(text) + 4)), *to = fitted;

	for (text += strspn(text, " \t\r\n"); *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == ':' && (text[1] == ' ' || !text[1]))
			to = stpcpy(to, to > fitted && to[-1] == ' ' ? "-" : " -");
		else if (c == ':')
			to = stpcpy(to, "\xe2\x88\xb6");
		else if (c > ' ' && c != 0x7f)
			*to++ = (char)c;
		else if (to > fitted && to[-1] != ' ')
			*to++ = ' ';
	}
	while (to > fitted && to[-1] == ' ')
		to--;
	*to = '\0';
	if (to - fitted > MOST_TEXT) {
		char *end = fitted + MOST_TEXT - 3;

		while (end > fitted && *end != ' ')
			end--;
		while (end > fitted && (end[-1] == ' ' || end[-1] == ',' || end[-1] == ';'))
			end--;
		if (end == fitted)
			for (end = fitted + MOST_TEXT - 3; (*end & 0xc0) == 0x80; end--)
				;
		strcpy(end, "...");
	}
	return fitted;
}

/* The whole text if it fits, else the brief one; what is not whole in the description stands in a comment above the row. */
char *description(const struct import_row *row)
{
	const char *whole = row->whole_text ? row->whole_text : row->text;
	char *text;

	if (!whole)
		return NULL;
	text = fit_text(whole);
	if (strlen(text) > 3 && !strcmp(text + strlen(text) - 3, "...") && row->text) {
		free(text);
		text = fit_text(row->text);
	}
	if (!*text || !strcmp(text, "0")) { /* some files have 0 for no text */
		free(text);
		text = row->text && *row->text ? fit_text(row->text) : NULL;
	}
	return text;
}

