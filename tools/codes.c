/* What the writers of codes have in common: names and numbers. */
#define _GNU_SOURCE
#include "codes.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../src/tables/clean.h"

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

const char *code_number(uint64_t number)
{
	static char texts[8][20];
	static int next;
	char *text = texts[next++ % 8];

	snprintf(text, sizeof texts[0], number < 10 ? "%" PRIu64 : "0x%" PRIx64, number);
	return text;
}

void print_requested(const struct codes *codes, const char *beginning)
{
	for (int i = 0; i < codes->count; i++)
		printf("%s%s\n", beginning, clean(codes->lists[i].requested));
}
