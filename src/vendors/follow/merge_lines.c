/* Finds and changes single lines of a table, and finds other tables that include them. */
#include "merge.h"
#include "vendors/rows/index.h"
#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>

static bool has_key(const struct table *table, const char *word, const char *const *keys)
{
	for (; *keys; keys++)
		if (!strcmp(word, *keys) || value_of(word, *keys) || is_owned_by(table, word, *keys))
			return true;
	return false;
}

char *changed_row(const struct merge *merge, const struct line *line, const char *code, const char *const *keys,
		  const char *words)
{
	struct line_text text = { 0 };

	add(&text, "%s%s %s", line->indented ? "  " : "", line->words[0].text, code ? code : line->words[1].text);
	for (int i = 2; i < line->count; i++)
		if (!has_key(merge->table, line->words[i].text, keys))
			add(&text, " %s", line->words[i].text);
	add(&text, "%s", words);
	if (line->text)
		add(&text, " : %s", line->text);
	return text.text;
}

void replace_line(struct merge *merge, const struct line *line, char *text)
{
	int number = line->words[0].place.line;

	merge->file->lines[number].text = text;
	while (++number <= line->last)
		/* lines of the description, which is now part of the row's line */
		merge->file->lines[number].text = NULL;
}

bool is_own_line(const struct merge *merge, const struct line *line)
{
	const struct block *block = &merge->table->block;

	return line > &block->source->lines[block->first_line] && line < &block->source->lines[block->last_line];
}

static int number_of_event(const struct table *table, const char *name, size_t length)
{
	for (int i = 0; i < table->event_count; i++)
		if (strlen(table->events[i].name) == length && !strncmp(table->events[i].name, name, length))
			return i;
	return -1;
}

/* Returns whether the event is in "NAME" or "FIRST..LAST". */
static bool includes(const struct table *table, const char *range, const char *event)
{
	const char *dots = strstr(range, "..");
	int number = number_of_event(table, event, strlen(event));

	if (!dots)
		return !strcmp(range, event);
	return number >= number_of_event(table, range, (size_t)(dots - range)) &&
	       number <= number_of_event(table, dots + 2, strlen(dots + 2));
}

/* Returns whether a line takes the event: "use TABLE EVENT", "use TABLE[:EVENT]", or "events NAME like TABLE" (all). */
static bool takes(const struct line *line, const struct table *table, const char *event)
{
	bool like = is_statement(line, "events") && line->count > 3 && !strcmp(line->words[2].text, "like");
	const char *from = like ? line->words[3].text : is_statement(line, "use") ? line->words[1].text : "";
	size_t length = strlen(table->name);
	bool named = like || line->count == 2;

	if (strncmp(from, table->name, length) || (from[length] && from[length] != ':'))
		return false;
	if (from[length])
		return !strcmp(from + length + 1, event);
	for (int i = 2; i < line->count && !named; i++)
		named = includes(table, line->words[i].text, event);
	return named;
}

bool others_take(struct merge *merge, const char *event, const char *change)
{
	bool taken = false, is_said = index_add(&merge->said, event, merge->said_count) < merge->said_count;

	merge->said_count += !is_said;
	for (int i = 0; i < merge->tree->taker_count; i++) {
		const struct line *line = merge->tree->takers[i];

		if (!takes(line, merge->table, event))
			continue;
		taken = true;
		if (!is_said && !merge->silent)
			say(stderr, "%s:%d: takes %s, which %s\n", line->words[0].place.file,
				line->words[0].place.line, event, change);
	}
	return taken;
}

int line_of_event(const struct merge *merge, const struct event *event)
{
	for (int i = merge->table->block.first_line + 1; i < merge->table->block.last_line; i++) {
		const struct line *line = &merge->table->block.source->lines[i];
		bool here = line->words[0].place.line == event->place.line &&
			    !strcmp(event->place.file, merge->file->path);

		if (!line->indented && (here || (line->count == 1 && !strcmp(line->words[0].text, event->name))))
			return i;
	}
	return -1;
}

static struct line_text *call_event(struct merge *merge, const struct event *event)
{
	for (int i = 0; i < merge->call_count; i++)
		if (merge->calls[i].event == event)
			return &merge->calls[i].rows;
	merge->calls = grow(merge->calls, merge->call_count, sizeof *merge->calls);
	merge->calls[merge->call_count] = (struct call){ .event = event };
	return &merge->calls[merge->call_count++].rows;
}

struct line_text *end_of_event(struct merge *merge, const struct event *event)
{
	int number = line_of_event(merge, event), last;

	if (number < 0)
		return call_event(merge, event);
	others_take(merge, event->name, "gets more unit masks");
	last = merge->table->block.source->lines[number].last;
	while (++number < merge->table->block.last_line && merge->table->block.source->lines[number].indented)
		last = merge->table->block.source->lines[number].last;
	return &merge->file->lines[last].behind;
}

const char *hexadecimal(uint64_t value)
{
	char text[24];

	return copy_text(text, (size_t)snprintf(text, sizeof text, "0x%02llx", (unsigned long long)value));
}
