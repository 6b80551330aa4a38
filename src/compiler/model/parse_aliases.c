/*
 * Aliases: what the kernel names of a device without any table, in terms of perf's language. A block is a list that
 * PMUs take by its name, whole:
 *
 *   aliases NAME [like OTHER]
 *     NAME TERMS [scale=NUMBER] [unit=UNIT] [since=VERSION] [before=VERSION] [generic|listed|perf]
 *     use OTHER [NAME]...
 *     drop NAME ...
 *
 * A generic one is perf's name for an event of every machine: what the kernel counts for it. Listed
 * ones are generic ones of cores that list what they count: the first whose code the PMU has an event for, before those
 * that are always there. Others of perf's own names are there whatever the kernel names. Rows with before= are what
 * earlier kernels had.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static void add_alias(struct alias_block *block, struct alias alias)
{
	for (int i = 0; i < block->row_count && alias.kind < ALIAS_LISTED; i++) {
		struct alias *other = &block->rows[i];

		if (!same_name(other->name, alias.name) || other->kind != alias.kind)
			continue;
		if (!other->taken)
			report(alias.place, "%s stands here twice, first in line %d", alias.name, other->place.line);
		*other = alias;
		return;
	}
	block->rows = grow(block->rows, block->row_count, sizeof *block->rows);
	block->rows[block->row_count++] = alias;
}

static void check_scale(struct word word, const char *scale)
{
	char *end;

	if (!*scale || strlen(scale) > MAX_SCALE || strspn(scale, "0123456789.e+-") != strlen(scale) ||
	    (strtod(scale, &end), *end))
		report(word.place, "%s: expected a number, of %d bytes at most", word.text, MAX_SCALE);
}

static void parse_alias_word(struct word word, struct alias *alias)
{
	const char *value;

	if (!strcmp(word.text, "generic")) {
		alias->kind = ALIAS_GENERIC;
	} else if (!strcmp(word.text, "listed")) {
		alias->kind = ALIAS_LISTED;
	} else if (!strcmp(word.text, "perf")) {
		alias->kind = ALIAS_PERFS;
	} else if ((value = value_of(word.text, "scale"))) {
		alias->scale = value;
		check_scale(word, value);
	} else if ((value = value_of(word.text, "unit"))) {
		alias->unit = value;
	} else if ((value = value_of(word.text, "since"))) {
		alias->since = value;
		check_linux(word, value);
	} else if ((value = value_of(word.text, "before"))) {
		alias->kind = ALIAS_OLD;
		alias->before = value;
		check_linux(word, value);
	} else {
		report(word.place, "%s: expected scale=, unit=, since=, before=, generic, listed or perf", word.text);
	}
}

/* Checks a name, which must not have characters at which perf's language cuts. */
static void check_alias_name(struct word word)
{
	if (!*word.text || strlen(word.text) > MAX_EVENT_NAME || strpbrk(word.text, " ,/:={}"))
		report(word.place, "%s: expected a name of 1 to %d bytes, without blanks and any of ,/:={}", word.text,
			MAX_EVENT_NAME);
}

static void parse_alias(const struct line *line, struct alias_block *block)
{
	struct alias alias = { .name = line->words[0].text, .place = line->words[0].place };

	check_alias_name(line->words[0]);
	if (line->count < 2) {
		report(alias.place, "%s: expected terms behind it, as in event=0x3c,umask=0x1", alias.name);
		return;
	}
	alias.terms = line->words[1].text;
	if (!*alias.terms || strpbrk(alias.terms, " /:{}"))
		report(line->words[1].place, "%s: expected terms, separated by commas", alias.terms);
	for (int i = 2; i < line->count; i++)
		parse_alias_word(line->words[i], &alias);
	add_alias(block, alias);
}

/* ---- what stands in other blocks ---- */

static void expand_alias_block(struct model *model, struct alias_block *block);

/* Takes aliases, "use OTHER [NAME]...": words from OTHER on. */
static void take_aliases(struct model *model, struct alias_block *block, const struct word *words, int count)
{
	struct alias_block *other = find_alias_block(model, words[0].text);

	if (!other || other->open) {
		report(words[0].place, other ? "aliases %s would be made of themselves" : "no aliases %s",
			words[0].text);
		return;
	}
	expand_alias_block(model, other);
	for (int k = 1; k < count || count == 1; k++) {
		bool found = false;

		for (int i = 0; i < other->row_count; i++)
			if (count == 1 || same_name(other->rows[i].name, words[k].text)) {
				struct alias alias = other->rows[i];

				alias.taken = found = true;
				add_alias(block, alias);
			}
		if (count == 1)
			return;
		if (!found)
			report(words[k].place, "no %s to use", words[k].text);
	}
}

static void drop_alias(struct alias_block *block, struct word name)
{
	int kept = 0;

	for (int i = 0; i < block->row_count; i++)
		if (!block->rows[i].taken || !same_name(block->rows[i].name, name.text))
			block->rows[kept++] = block->rows[i];
	if (kept == block->row_count)
		report(name.place, "no %s was taken from elsewhere", name.text);
	block->row_count = kept;
}

static void expand_alias_line(struct model *model, struct alias_block *block, const struct line *line)
{
	if (line->text)
		report(line->text_place, "a description, but of nothing");
	if (is_statement(line, "use"))
		take_aliases(model, block, line->words + 1, line->count - 1);
	else if (is_statement(line, "drop"))
		for (int i = 1; i < line->count; i++)
			drop_alias(block, line->words[i]);
	else
		parse_alias(line, block);
}

static void expand_alias_block(struct model *model, struct alias_block *block)
{
	if (block->expanded)
		return;
	block->expanded = block->open = true;
	if (block->like.text)
		take_aliases(model, block, &block->like, 1);
	for (int i = block->first_line + 1; i < block->last_line; i++)
		expand_alias_line(model, block, &block->source->lines[i]);
	block->open = false;
}

void expand_aliases(struct model *model)
{
	for (int i = 0; i < model->alias_block_count; i++)
		expand_alias_block(model, model->alias_blocks[i]);
}

void parse_aliases(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct alias_block *block = need(calloc(1, sizeof *block));

	block->name = line->words[1];
	if (line->count == 4 && !strcmp(line->words[2].text, "like"))
		block->like = line->words[3];
	if (line->count != (block->like.text ? 4 : 2))
		report(line->words[0].place, "expected: aliases NAME, or aliases NAME like OTHER");
	if (find_alias_block(model, block->name.text))
		report(block->name.place, "other aliases are called %s", block->name.text);
	block->source = source;
	block->first_line = *number;
	for (++*number; *number < source->count && source->lines[*number].indented; ++*number)
		;
	block->last_line = *number;
	model->alias_blocks = grow(model->alias_blocks, model->alias_block_count, sizeof *model->alias_blocks);
	model->alias_blocks[model->alias_block_count++] = block;
}
