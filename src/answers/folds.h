/*
 * The folds of src/pmu/words by how their words begin, so that few of them are compared with a word. Made when the
 * first question is asked, and kept until the library ends.
 */
#ifndef PFM_FOLDS_H
#define PFM_FOLDS_H

#include "tables/lookup.h"

enum { FOLD_STARTS = 1024 };

/*
 * An alternative of a fold, a word of one, or all alternatives; next: the next that is found in the same way, in the
 * order of src/pmu/words; -1: none.
 */
struct fold {
	const char *text, *meaning;
	int length, stem, next;
};

/*
 * Alternatives by the beginning of the first word that is no article, words by their first letter, each once, and folds
 * by their meaning: the first of each; -1: none.
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
