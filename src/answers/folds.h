/*
 * An index of the folds of src/pmu/words by the beginning of their words, so that a word is compared with few of them.
 * Made for the first question and kept until the library ends.
 */
#ifndef PFM_FOLDS_H
#define PFM_FOLDS_H

#include "tables/lookup.h"

enum { FOLD_STARTS = 1024 };

/*
 * A fold's alternative, a word of one, or all alternatives. next: index of the next one in the same chain, in the order
 * of src/pmu/words; -1: none.
 */
struct fold {
	const char *text, *meaning;
	int length, stem, next;
};

/*
 * Heads of chains, as indexes into all, -1 for an empty chain: alternatives by the beginning of their first word that
 * is no article; different words by their first letter; folds by their meaning.
 */
struct folds {
	int alternatives[FOLD_STARTS], words[256], meanings[FOLD_STARTS];
	struct fold all[];
};

/* Returns the folds of the field's words, made at the first call; NULL: out of memory. */
const struct folds *folds_get(void);

/* Returns the hash chain of a word's beginning: words of one stem have the same. */
unsigned int fold_start(struct span word);

/* Returns the hash chain of the folds of a meaning, which has others, too. */
unsigned int fold_of_meaning(const char *meaning);

/* Returns the length without the ending: mispredict of mispredicted, mispredictions. At least three letters stay. */
size_t stem_length(const char *word, size_t length);

/* Returns whether a word says nothing, and stands in the way of words that go together: uops of the op cache. */
bool is_article(struct span word);

#endif
