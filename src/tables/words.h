/* Vocabulary for reading questions, generated from src/pmu/words, which explains it. */
#ifndef PFM_TABLES_WORDS_H
#define PFM_TABLES_WORDS_H

#include <stddef.h>

/* Concatenated strings, in rows: of two; of two, then more up to an empty one; of three; of two. Sizes are in bytes. */
extern const char words_folds[], words_meanings[], words_asked[], words_unlike[];
extern const size_t words_folds_size, words_meanings_size;

/* Rows of strings up to an empty one, each row of five. */
extern const char words_withdrawn[];

/* Lists of strings. */
extern const char words_weak[], words_amounts[], words_boxes[], words_narrow[], words_exact[], words_numbers[],
	words_turning[];

#endif
