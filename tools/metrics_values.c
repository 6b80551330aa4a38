/* Counts that somebody has: a list of names with numbers. */
#define _GNU_SOURCE
#include "metrics_values.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/tables/clean.h"

bool read_count(const char *text, double *number)
{
	char *end;
	double read = strtod(text, &end);

	if (end == text || end[strspn(end, " \t")] || !isfinite(read) || text[strcspn(text, "xX")])
		return false;
	*number = read;
	return true;
}

/* Exactly three digits behind a comma are as likely a thousand, which no form of perf stat but that for people has. */
bool read_decimal(const char *text, double *number)
{
	const char *comma = strchr(text, ',');
	size_t digits = comma ? strspn(comma + 1, "0123456789") : 0;
	char plain[64];

	if (!comma)
		return read_count(text, number);
	if (!digits || digits == 3 || comma[1 + digits] || strlen(text) >= sizeof plain || comma == text ||
	    text[strspn(text, "-0123456789")] != ',')
		return false;
	strcpy(plain, text);
	plain[comma - text] = '.';
	return read_count(plain, number);
}

bool is_uncounted(const char *text)
{
	return !strcmp(text, "-") || !strncasecmp(text, "<not ", 5) || !strncasecmp(text, "<not_", 5);
}

/* A name as names are compared. */
void fold_name(char *name)
{
	char *to = name;

	for (const char *from = name; *from; from++)
		if (*from != '\\')
			*to++ = *from == '@' ? '/' : (char)tolower((unsigned char)*from);
	*to = '\0';
}

char *trimmed(char *text)
{
	size_t length;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length && strchr(" \t\r\n", text[length - 1]))
		text[--length] = '\0';
	return text;
}

bool add_value(struct given_values *values, const struct given_value *value, const char *name, const char *place)
{
	struct given_value *own;

	if (value->is_counted && value->value < 0)
		complain("%s: a count below 0", name);
	if (values->count == values->room) {
		int room = 2 * values->room + 64;

		own = realloc(values->list, (size_t)room * sizeof *own);
		if (!own)
			return !is_lacking(PFM_ERR_NOMEM);
		values->list = own;
		values->room = room;
	}
	own = &values->list[values->count];
	*own = *value;
	own->name = strdup(name);
	own->place = strdup(place);
	if (!own->name || !own->place) {
		free(own->name);
		free(own->place);
		return !is_lacking(PFM_ERR_NOMEM);
	}
	fold_name(own->name);
	values->count++;
	return true;
}

void free_values(struct given_values *values)
{
	for (int i = 0; i < values->count; i++) {
		free(values->list[i].name);
		free(values->list[i].place);
	}
	free(values->list);
	*values = (struct given_values){ .list = NULL };
}

bool has_value(const struct given_values *values, const char *name)
{
	char *folded = strdup(name);
	bool found = !folded && !is_lacking(PFM_ERR_NOMEM);

	if (folded)
		fold_name(folded);
	for (int i = 0; i < values->count && folded && !found; i++)
		found = !strcmp(values->list[i].name, folded);
	free(folded);
	return found;
}

int end_of_turn(const struct given_values *values, int first)
{
	int end = first;

	while (end < values->count && !(values->list[end].time < values->list[first].time) &&
	       !(values->list[end].time > values->list[first].time))
		end++;
	return end;
}
