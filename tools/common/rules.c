/* Checks which options go together, and makes messages from the rules. */
#define _GNU_SOURCE
#include "rules.h"

#include <stdlib.h>
#include <string.h>

#include "tool.h"

/* Returns whether a list has a word of this length. */
static bool has_word(const char *list, const char *word, size_t length)
{
	for (; *list; list += strcspn(list, " "), list += *list == ' ')
		if (strcspn(list, " ") == length && !strncmp(list, word, length))
			return true;
	return false;
}

/* Returns whether a word of a rule holds for the command line. */
static bool holds(const char *word, const char *words)
{
	size_t length = strcspn(word, " ");
	char option[64];

	if (*word == '=')
		return has_word(words, word + 1, length - 1);
	snprintf(option, sizeof option, "%.*s", (int)length, word);
	return was_given(option);
}

static const char *next_word(const char *word)
{
	word += strcspn(word, " ");
	return word + (*word == ' ');
}

static bool any_holds(const char *list, const char *words)
{
	for (; *list; list = next_word(list))
		if (holds(list, words))
			return true;
	return false;
}

/* Writes a list as "--a, --b and c". */
static void write_list(FILE *out, const char *list, const char *last)
{
	for (const char *word = list; *word; word = next_word(word)) {
		bool is_option = *word != '=', ends = !*next_word(word);

		fprintf(out, "%s%s%.*s", word == list ? "" : ends ? last : ", ", is_option ? "--" : "",
			(int)strcspn(word, " ") - !is_option, word + !is_option);
	}
}

/* Says what a rule is. */
static int explain_rule(const struct rule *rule, bool lacks)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		is_lacking(PFM_ERR_NOMEM);
		return SOME_FAILED;
	}
	write_list(out, rule->option, "");
	fputs(lacks ? " goes with " : " goes without ", out);
	write_list(out, lacks ? rule->needs : rule->excludes, lacks ? " or " : " and ");
	if (rule->instead)
		fprintf(out, "; %s", rule->instead);
	if (close_text(out, &text))
		wrong_usage("%s", text);
	free(text);
	return WRONG_USAGE;
}

int check_rules(const struct rule *rules, const char *words)
{
	for (; rules->option; rules++) {
		if (!holds(rules->option, words))
			continue;
		if (rules->needs && !any_holds(rules->needs, words))
			return explain_rule(rules, true);
		if (rules->excludes && any_holds(rules->excludes, words))
			return explain_rule(rules, false);
	}
	return GO_ON;
}
