/*
 * An event whose code has bits that some of its names lack, or whose unit masks are in word 1 though not all names have
 * one there: its code is reduced to the event select, and its rows get the other bits. No event string changes its
 * meaning.
 */
#include "merge.h"
#include "vendors/rows/index.h"
#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>

enum { SELECT = 0xff };

/* Facts of the bare name only, which move to its new unit mask. */
static const char *const bare_facts[] = { "deprecated", "errata", "alone", "fixed", "latency", "period",
	"withdrawn" };

/* Returns whether all rows of the event are lines of this table, one of each, with codes in the first byte. */
static bool can_loosen(const struct merge *merge, const struct event *event, int number)
{
	const struct block *block = &merge->table->block;

	if (number < 0 || block->source->lines[number].count < 2 || event->groups > 1 || event->alias ||
	    !merge->pmu->family->code_is_word || merge->pmu->family->mask_place != 8)
		return false;
	while (++number < block->last_line && block->source->lines[number].indented) {
		const struct line *line = &block->source->lines[number];
		uint64_t code;

		if (line->count < 2 || is_statement(line, "use") || !parse_number(line->words[1].text, &code) ||
		    (event->flags & EVENT_TO_EXTRA && code > UINT32_MAX))
			return false;
	}
	return true;
}

/* Returns the row with what its event's code had. */
static char *loosened_row(const struct merge *merge, const struct event *event, const struct line *line)
{
	static const char *const optional[] = { "optional", NULL };
	bool to_extra = event->flags & EVENT_TO_EXTRA;
	struct line_text words = { 0 };
	uint64_t number = 0;
	char *text;

	parse_number(line->words[1].text, &number);
	if (to_extra)
		add(&words, " %s=%s", merge->pmu->family->second_word, hexadecimal(number));
	number = (to_extra ? 0 : number) | (event->data.code & ~(uint64_t)SELECT) >> 8;
	text = changed_row(merge, line, hexadecimal(number), optional, words.text ? words.text : "");
	free(words.text);
	return text;
}

/* Adds " WORD" for each of the event line's facts of the bare name. */
static void add_bare_facts(const struct line *line, struct line_text *words)
{
	for (int i = 2; i < line->count; i++)
		for (size_t k = 0; k < sizeof bare_facts / sizeof *bare_facts; k++)
			if (!strcmp(line->words[i].text, bare_facts[k]) ||
			    value_of(line->words[i].text, bare_facts[k]))
				add(words, " %s", line->words[i].text);
}

/* Makes what the bare name counts a unit mask, the default. */
static void add_default(struct merge *merge, const struct event *event, const struct line *line)
{
	const char *name = find_umask(event, "ALL", 3, UINT32_MAX) ? "BARE" : "ALL";
	struct line_text words = { 0 };

	add_bare_facts(line, &words);
	add(&merge->file->lines[line->last].behind, "  %s %s ncombo default%s%s%s%s\n", name,
	    hexadecimal(event->data.code >> 8), event->flags & EVENT_PRECISE ? " precise" : "",
	    words.text ? words.text : "", line->text ? " : " : "", line->text ? line->text : "");
	free(words.text);
}

void loosen_event(struct merge *merge, const struct event *event)
{
	static const char *const keys[] = { "to",    "deprecated", "errata",	"alone",
					    "fixed", "latency",    "period",	"withdrawn", NULL };
	static const char *const to_only[] = { "to", NULL };
	const struct block *block = &merge->table->block;
	int number = line_of_event(merge, event);
	bool bare = !event->umask_count || event->umasks[0].data.flags & UMASK_OPTIONAL;
	const struct line *line;

	if (!can_loosen(merge, event, number) ||
	    index_add(&merge->new_names, event->name, merge->loosened) < merge->loosened)
		return; /* impossible, or already done */
	merge->loosened++;
	line = &block->source->lines[number];
	if (bare)
		add_default(merge, event, line);
	replace_line(merge, line,
		     changed_row(merge, line, hexadecimal(event->data.code & SELECT), bare ? keys : to_only, ""));
	while (++number < block->last_line && block->source->lines[number].indented) {
		const struct line *row = &block->source->lines[number];

		replace_line(merge, row, loosened_row(merge, event, row));
	}
}
