/* Names that are spelled nearly like a word: what may have been meant. */
#ifndef PFM_SPELLING_H
#define PFM_SPELLING_H

#include <perfmon/pfmkit.h>

#include "tables/lookup.h"

enum { LONGEST_NAME = 64 };

/* The best names so far, in a diagnosis. */
struct suggestions {
	pfm_diagnosis_t *out;
	struct span word;
	uint64_t characters;    /* of the word */
	int distances[PFM_MAX_SUGGESTIONS];
};

/* None yet for a word that somebody wrote. */
struct suggestions suggestions_for(struct span word, pfm_diagnosis_t *out);

/* Keeps a name, with "pmu::" before it unless that is "", if it is among the nearest; once only. */
void suggest(struct suggestions *all, int distance, const char *pmu, const char *name);

/* The same if the name is near enough: a third of the letters wrong at most, or the beginning of the name. */
void consider(struct suggestions *all, const char *pmu, const char *name);

#endif
