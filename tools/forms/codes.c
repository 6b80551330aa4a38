/* Names and numbers, for all writers of codes. */
#define _GNU_SOURCE
#include "codes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"

static char in_case(char letter, enum code_case how, bool begins)
{
	bool upper = how == UPPER_CASE || (how == CAMEL_CASE && begins);

	return (char)(upper ? toupper((unsigned char)letter) : tolower((unsigned char)letter));
}

char *code_symbol(const char *event, enum code_case how, const char *ending)
{
	bool begins = true;
	char *symbol, *to;

	if (asprintf(&symbol, "%s%s%s", isalpha((unsigned char)*event) ? "" : "event_", event, ending) < 0)
		return NULL;
	to = symbol;
	for (const char *from = symbol; *from; from++) {
		if (isalnum((unsigned char)*from))
			*to++ = in_case(*from, how, begins);
		else if (how != CAMEL_CASE)
			*to++ = '_';
		begins = !isalnum((unsigned char)*from);
	}
	*to = '\0';
	return symbol;
}

/* ---- NAME=EVENT,EVENT... ---- */

bool have_one_name(const struct codes *codes, int one, int other)
{
	return !strcmp(codes->lists[one].name, codes->lists[other].name);
}

bool is_needless_row(const struct codes *codes, int list, int row)
{
	const struct code_row *rows = codes->lists[list].rows;

	for (int i = 0; i < list; i++)
		for (int k = 0; have_one_name(codes, i, list) && k < codes->lists[i].count; k++)
			if (!strcmp(codes->lists[i].rows[k].pmu, rows[row].pmu))
				return true;
	for (int k = 0; k < row; k++)
		if (!strcmp(rows[k].string, rows[row].string))
			return true;
	return false;
}

int event_length_of(const struct code_row *row)
{
	const char *end = strchr(row->string, '=');

	while (end && *end != ':')
		end--;
	return (int)(end ? (size_t)(end - row->string) : strlen(row->string));
}

const char *short_string_of(const struct code_list *list, const struct code_row *row)
{
	static char text[512];

	snprintf(text, sizeof text, "%.*s", strchr(list->requested, '=') ? (int)strlen(row->string) :
		event_length_of(row), row->string);
	return clean(text);
}
