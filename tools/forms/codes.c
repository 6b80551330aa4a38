/* What the writers of codes have in common: names and numbers. */
#define _GNU_SOURCE
#include "codes.h"

#include <ctype.h>
#include <inttypes.h>
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

void print_requested(const struct codes *codes, const char *beginning)
{
	for (int i = 0; i < codes->count; i++)
		printf("%s%s\n", beginning, clean(codes->lists[i].requested));
}

/* ---- tables ---- */

/* What a table's row is written with. */
struct writing {
	const struct code_tables *language;
	const struct code_list *list;
	const struct code_row *row;
};

static void print_number(const struct code_tables *language, uint64_t number)
{
	printf(number < 10 && !language->is_hexadecimal ? "%" PRIu64 : "0x%" PRIx64, number);
}

static void print_vendor(const struct code_tables *language, enum code_vendor vendor)
{
	if (language->vendors)
		fputs(language->vendors[vendor], stdout);
	else
		printf("%d", (int)vendor);
}

static void print_form(const struct writing *what, const char *form);

static void print_part(const struct writing *what, char part)
{
	const struct code_row *row = what->row;

	switch (part) {
	case 'R': fputs(clean(what->list->requested), stdout); break;
	case 'N': fputs(what->list->symbol, stdout); break;
	case 'V': print_vendor(what->language, row->vendor); break;
	case 'F': print_number(what->language, row->family); break;
	case 'm': print_number(what->language, row->model_low); break;
	case 'M': print_number(what->language, row->model_high); break;
	case 's': print_number(what->language, row->stepping_low); break;
	case 'S': print_number(what->language, row->stepping_high); break;
	case 'P': fputs(row->pmu, stdout); break;
	case 'D': print_form(what, row->device ? what->language->device : what->language->no_device); break;
	case 'd': fputs(row->device ? row->device : "", stdout); break;
	default: print_number(what->language, row->config[part - '0']); break;
	}
}

static void print_form(const struct writing *what, const char *form)
{
	for (; *form; form++)
		if (*form == '%')
			print_part(what, *++form);
		else
			putchar(*form);
}

void write_code_tables(const struct codes *codes, const struct code_tables *language)
{
	static const struct code_row none = { .pmu = "", .device = "" };

	for (int i = 0; i < codes->count; i++) {
		struct writing what = { language, &codes->lists[i], &none };

		print_form(&what, language->begin);
		for (int k = 0; k < what.list->count; k++) {
			what.row = &what.list->rows[k];
			print_form(&what, language->row);
		}
		print_form(&what, language->end);
	}
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
