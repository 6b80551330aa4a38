/* The words that a formula is made of. */
#ifndef PMUC_FORMULA_WORDS_H
#define PMUC_FORMULA_WORDS_H

#include <stddef.h>

struct word_list {
	char **words;
	int count;
};

/* Cuts text that has been checked: operators and names without the blanks that people put into them. */
struct word_list cut_formula_words(const char *text);

/* Cuts a description: one blank between two words is all that is left out. */
struct word_list cut_words_at_blanks(const char *text);
void free_formula_words(struct word_list *words);

#endif
