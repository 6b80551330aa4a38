/* The words in the names and descriptions of a PMU's events: a summary, so that the texts are read only once. */
#ifndef PFM_SAID_H
#define PFM_SAID_H

#include <stdbool.h>

#include "answers/meaning.h"

/*
 * Returns whether a word of a name or description of an event or unit mask that is listed may begin like this one; by
 * chance it may be true where none does. True without memory.
 */
bool may_be_said(int pmu, const char *word);

/*
 * Returns whether the compiled tables have a word, but for its ending, in a name or a description of any machine: then
 * it is not misspelt. Reads all of them.
 */
bool is_word_of_tables(const struct meant *meant);

#endif
