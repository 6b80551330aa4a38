/* Words of the table language: values, lists, tables of words, and the words that begin a block. */
#ifndef PMUC_WORDS_H
#define PMUC_WORDS_H

#include "text.h"

/* An array of words and their values, which ends with name NULL. */
struct named {
	const char *name;
	uint32_t value;
};

/* Finds text in the list; NULL: it is not there. */
const struct named *find_named(const struct named *list, const char *text);

/* Returns the value of "KEY=value"; NULL: the word is another one. */
const char *value_of(const char *word, const char *key);

/* A linked list of the items of a comma-separated list. */
struct item {
	char *text;
	struct item *next;
};
struct item *cut_list(const char *list);

/* Reads a number up to most from text, which is word or a part of it; reports anything else. */
bool number_of(struct word word, const char *text, uint64_t most, uint64_t *value);

/* Returns whether a block begins here. */
bool starts_block(const struct line *line);

/* Reports a line that stands where only a block can begin. */
void report_no_block(const struct line *line);

/* Returns whether line is "KEY name ...", not a row of that name: what follows the name of a row is a number. */
bool is_statement(const struct line *line, const char *key);

#endif
