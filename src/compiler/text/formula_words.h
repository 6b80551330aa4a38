/* The words of formulas and descriptions. */
#ifndef PMUC_FORMULA_WORDS_H
#define PMUC_FORMULA_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct word_list {
	char **words;
	int count;
};

/* Cuts text that has been checked: operators and names without the blanks that people put into them. */
struct word_list cut_formula_words(const char *text);

/* Returns whether the words of a formula, joined by blanks, are more than MAX_FORMULA_TEXT bytes. */
bool is_too_long_for_tables(const char *text);

/* Cuts a description: one blank between two words is all that is left out. */
struct word_list cut_words_at_blanks(const char *text);

/*
 * Returns how many bytes of a word, from at on, are the next piece: pieces of names end behind other characters than
 * letters and digits, so that MEM_LOAD_RETIRED.L2_HIT and its like share pieces.
 */
size_t piece_length(const char *word, const char *at);

void free_formula_words(struct word_list *words);

#endif
