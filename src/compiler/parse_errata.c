/*
 * Errata of some tables or variants only: errata-of=NAME:WORD,... A row that several tables take says for each of them
 * what its processors miscount.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

/* The words of errata-of=, and the length of the name before them. NULL: the word is something else. */
static const char *cut_owner(const char *word, const char **name, size_t *length)
{
	const char *value = value_of(word, "errata-of"), *colon = value ? strchr(value, ':') : NULL;

	*name = value;
	*length = colon ? (size_t)(colon - value) : 0;
	return colon ? colon + 1 : NULL;
}

static bool is_name(const char *name, size_t length, const char *other)
{
	return strlen(other) == length && !memcmp(name, other, length);
}

/* The variants of the table that NAME means: all, one or, if it is another table's, none. */
static uint32_t owners(const struct table *table, const char *name, size_t length)
{
	if (is_name(name, length, table->name))
		return ALL_VARIANTS;
	for (int i = 0; i < table->variant_count; i++)
		if (is_name(name, length, table->variants[i]))
			return UINT32_C(1) << i;
	return 0;
}

static const char *both(const char *list, const char *more)
{
	size_t length = list ? strlen(list) : 0;
	char *longer;

	if (!list)
		return more;
	longer = need(malloc(length + 1 + strlen(more) + 1));
	memcpy(longer, list, length);
	longer[length] = ',';
	strcpy(longer + length + 1, more);
	return longer;
}

bool says_errata_of(struct word word)
{
	const char *name, *words;
	size_t length;

	if (!value_of(word.text, "errata-of"))
		return false;
	words = cut_owner(word.text, &name, &length);
	if (!words || !length || !*words)
		report(word.place, "%s: expected a table or a variant, a colon and errata", word.text);
	return true;
}

const char *errata_of(const struct table *table, const struct line *line, uint32_t variants, const char *errata)
{
	for (int i = 2; i < line->count; i++) {
		const char *name, *words;
		size_t length;

		words = cut_owner(line->words[i].text, &name, &length);
		if (words && owners(table, name, length) & variants)
			errata = both(errata, words);
	}
	return errata;
}

bool has_errata_of(const struct line *line)
{
	for (int i = 2; i < line->count; i++)
		if (value_of(line->words[i].text, "errata-of"))
			return true;
	return false;
}

static void check_owner(const struct model *model, struct word word)
{
	const char *name;
	size_t length;

	if (!cut_owner(word.text, &name, &length))
		return;
	for (int i = 0; i < model->table_count; i++)
		if (owners(model->tables[i], name, length))
			return;
	report(word.place, "%s: no such table or variant", word.text);
}

static void check_rows(const struct model *model, const struct rows *rows)
{
	for (int i = 0; rows && i < rows->count; i++) {
		const struct line *line = rows->rows[i].line;

		for (int k = 2; k < line->count; k++)
			check_owner(model, line->words[k]);
		check_rows(model, rows->rows[i].below);
	}
}

void check_errata_owners(const struct model *model)
{
	for (int i = 0; i < model->table_count; i++)
		check_rows(model, model->tables[i]->block.rows);
}
