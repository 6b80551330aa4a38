/* Names that are spelled nearly like a word: suggestions for typing errors. */
#ifndef PFM_SPELLING_H
#define PFM_SPELLING_H

#include <perfmon/pfmkit.h>

#include "tables/lookup.h"

enum { LONGEST_NAME = 64 };

/* The positions of each character in a word, ignoring case: bit n for position n, below 64. */
struct letters {
	uint64_t places[128];
};

struct letters letter_places(struct span word);

/*
 * Returns how many letters are to change, to add, to leave out, or to exchange with the next, from the first letters of
 * a word, 1 to 64 of them, to a name; any number above most, which is below 64, if it is more.
 */
int letters_apart(const struct letters *word, size_t first, struct span name, int most);

/* The best names found so far, written to a diagnosis. */
struct suggestions {
	pfm_diagnosis_t *out;
	struct span word;
	uint64_t characters;    /* characters of the word: spelling_characters() */
	int most;               /* greatest distance of a name that is suggested */
	int parts;              /* number of parts of the word between "_", "-" and "."; 0: a part is empty */
	int distances[PFM_MAX_SUGGESTIONS];
	struct letters letters; /* positions of the word's characters */
};

/* Prepares suggestions, none yet, for a word of the user's. */
struct suggestions suggestions_for(struct span word, pfm_diagnosis_t *out);

/*
 * Keeps a name, with "pmu::" before it unless that is "", if it is among the nearest; once only. Names that are much
 * farther than the nearest are dropped.
 */
void suggest(struct suggestions *all, int distance, const char *pmu, const char *name);

/*
 * Does so if the name is near enough: a third of the letters wrong at most, and not many; or if it is the beginning of
 * the name, or one is the other with shorter parts, or without one of several.
 */
void consider(struct suggestions *all, const char *pmu, const char *name);

/*
 * Returns the set of characters of a name, ignoring case, a bit each, with more bits for repeated letters. A changed
 * character changes two bits, a missing or extra one changes one: names that differ in more are not alike.
 */
uint64_t spelling_characters(const char *name, size_t length);

/* Returns how far a name is from the word, as far as it counts; more than all->most: they are not alike. */
int spelling_distance(const struct suggestions *all, const char *name, size_t length);

/* Returns whether it is worth asking for the distance. */
static inline bool may_be_alike(const struct suggestions *all, size_t length, uint64_t characters)
{
	uint64_t missing = all->characters & ~characters, extra = characters & ~all->characters;
	size_t most = (size_t)all->most;

	if (length > all->word.length ? !missing && all->word.length >= 3 : !extra && length >= 3)
		return true;
	return length <= all->word.length + most && length + most >= all->word.length &&
	       __builtin_popcountll(missing | extra) <= 2 * all->most;
}

#endif
