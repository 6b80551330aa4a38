/* Words by which questions of people are read, from src/pmu/words, which says what they mean. */
#ifndef PFM_TABLES_WORDS_H
#define PFM_TABLES_WORDS_H

#include <stddef.h>

/* Rows of strings, one behind the other: of two, of two and, up to an empty one, of three, of two; sizes in bytes. */
extern const char words_folds[], words_meanings[], words_asked[], words_unlike[];
extern const size_t words_folds_size, words_meanings_size;

/* The same of five, up to an empty one. */
extern const char words_withdrawn[];

/* Lists. */
extern const char words_weak[], words_amounts[], words_boxes[], words_narrow[], words_exact[], words_numbers[],
	words_turning[];

#endif
