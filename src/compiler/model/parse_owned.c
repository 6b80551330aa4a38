/*
 * Facts that hold for some tables or variants only: errata-of=NAME:WORD,..., deprecated-of=NAME[:EVENT],
 * period-of=NAME:N and latency-of=NAME:N. A row that several tables include says for each of them which errata it has,
 * whether its name is deprecated, its default sampling period, and its latency at retirement.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

/* A table or variant, and the text behind the colon; NULL: no colon. */
struct owned {
	const char *name, *text;
	size_t length;
};

/* Cuts KEY=NAME:TEXT. False: the word is not KEY=.... */
static bool cut_owned(const char *word, const char *key, struct owned *owned)
{
	const char *value = value_of(word, key), *colon = value ? strchr(value, ':') : NULL;

	if (!value)
		return false;
	owned->name = value;
	owned->length = colon ? (size_t)(colon - value) : strlen(value);
	owned->text = colon ? colon + 1 : NULL;
	return true;
}

static bool is_owned(const char *word, struct owned *owned)
{
	return cut_owned(word, "errata-of", owned) || cut_owned(word, "deprecated-of", owned) ||
	       cut_owned(word, "period-of", owned) || cut_owned(word, "latency-of", owned);
}

static bool is_name(const struct owned *owned, const char *name)
{
	return strlen(name) == owned->length && !memcmp(owned->name, name, owned->length);
}

/* Returns the variants of the table that are meant: all, one or, for another table's, none. */
static uint32_t owners(const struct table *table, const struct owned *owned)
{
	if (is_name(owned, table->name))
		return ALL_VARIANTS;
	for (int i = 0; i < table->variant_count; i++)
		if (is_name(owned, table->variants[i]))
			return UINT32_C(1) << i;
	return 0;
}

bool is_owned_by(const struct table *table, const char *word, const char *key)
{
	struct owned owned;

	return is_owned(word, &owned) && !strncmp(word, key, strlen(key)) && word[strlen(key)] == '-' &&
	       owners(table, &owned);
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

bool says_owned(struct word word)
{
	struct owned owned;
	uint64_t period;

	if (!is_owned(word.text, &owned))
		return false;
	if (!owned.length || (owned.text ? !*owned.text : !value_of(word.text, "deprecated-of")))
		report(word.place, "%s: expected errata-of=NAME:WORD, deprecated-of=NAME:EVENT, period-of=NAME:N or "
			"latency-of=NAME:N", word.text);
	else if (value_of(word.text, "period-of"))
		number_of(word, owned.text, UINT32_MAX, &period);
	else if (value_of(word.text, "latency-of"))
		parse_latency(word, owned.text);
	return true;
}

bool has_owned(const struct line *line)
{
	struct owned owned;

	for (int i = 2; i < line->count; i++)
		if (is_owned(line->words[i].text, &owned))
			return true;
	return false;
}

/* Returns the period; 0 for no number, which was reported where the word was read. */
static uint32_t period_of(const char *text)
{
	uint64_t period;

	return text && parse_number(text, &period) ? (uint32_t)period : 0;
}

struct facts facts_of_variants(const struct table *table, const struct line *line, uint32_t variants,
	struct facts facts)
{
	for (int i = 2; i < line->count; i++) {
		const char *word = line->words[i].text;
		struct owned owned;

		if (!is_owned(word, &owned) || !(owners(table, &owned) & variants))
			continue;
		if (value_of(word, "deprecated-of")) {
			facts.flags |= FACT_DEPRECATED;
			facts.deprecated_by = owned.text;
		} else if (value_of(word, "period-of")) {
			facts.period = period_of(owned.text);
		} else if (value_of(word, "latency-of")) {
			read_latency(owned.text ? owned.text : "", &facts.latency);
		} else if (owned.text) {
			facts.errata = both(facts.errata, owned.text);
		}
	}
	return facts;
}

bool same_owned(const struct facts *a, const struct facts *b)
{
	return a->flags == b->flags && a->period == b->period && a->latency == b->latency &&
		same_text(a->errata, b->errata) && same_text(a->deprecated_by, b->deprecated_by);
}

/* Returns whether a word for some tables only names one that is here; true for all other words. */
static bool has_owner(const struct model *model, struct word word)
{
	struct owned owned;

	if (!is_owned(word.text, &owned))
		return true;
	for (int i = 0; i < model->table_count; i++)
		if (owners(model->tables[i], &owned))
			return true;
	return false;
}

void forget_other_owners(struct model *model)
{
	for (int s = 0; s < model->source_count; s++) {
		struct source *source = model->sources[s];

		for (int i = 0; source->of_package && i < source->count; i++) {
			struct line *line = &source->lines[i];
			int kept = line->count < 2 ? line->count : 2;

			for (int k = kept; k < line->count; k++)
				if (has_owner(model, line->words[k]))
					line->words[kept++] = line->words[k];
			line->count = kept;
		}
	}
}

static void check_rows(const struct model *model, const struct rows *rows)
{
	for (int i = 0; rows && i < rows->count; i++) {
		const struct line *line = rows->rows[i].line;

		for (int k = 2; k < line->count; k++)
			if (!has_owner(model, line->words[k]))
				report(line->words[k].place, "%s: no such table or variant", line->words[k].text);
		check_rows(model, rows->rows[i].below);
	}
}

void check_owners(const struct model *model)
{
	for (int i = 0; i < model->table_count; i++)
		check_rows(model, model->tables[i]->block.rows);
}
