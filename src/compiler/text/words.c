/* Parsers for single words, used by all parsers of the table language. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

const struct named *find_named(const struct named *list, const char *text)
{
	for (; list->name; list++)
		if (!strcmp(list->name, text))
			return list;
	return NULL;
}

const char *value_of(const char *word, const char *key)
{
	size_t length = strlen(key);

	return strncmp(word, key, length) || word[length] != '=' ? NULL : word + length + 1;
}

struct item *cut_list(const char *list)
{
	struct item *first = NULL, **last = &first;

	while (*list) {
		size_t length = strcspn(list, ",");

		*last = need(calloc(1, sizeof **last));
		(*last)->text = copy_text(list, length);
		last = &(*last)->next;
		list += length + (list[length] == ',');
	}
	return first;
}

bool number_of(struct word word, const char *text, uint64_t most, uint64_t *value)
{
	if (parse_number(text, value) && *value <= most)
		return true;
	report(word.place, "%s: expected a number from 0 to %#llx", word.text, (unsigned long long)most);
	return false;
}

bool is_statement(const struct line *line, const char *key)
{
	uint64_t code;

	return line->count >= 2 && !strcmp(line->words[0].text, key) && !parse_number(line->words[1].text, &code);
}

bool starts_block(const struct line *line)
{
	static const char *const blocks[] = { "pmu", "layout", "events", "umasks", "extend", "groups", "lists",
		"sharing", "metrics", "aliases" };

	if (line->indented)
		return false;
	for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
		if (is_statement(line, blocks[i]))
			return true;
	return false;
}

void report_no_block(const struct line *line)
{
	report(line->words[0].place,
	       "expected layout, pmu, events, umasks, extend, groups, lists, sharing, metrics or aliases, and a name");
}
