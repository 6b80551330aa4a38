/* Classifies a user's word: an event, another tool's name, a metric, a question and so on. */
#ifndef PFM_WORD_KIND_H
#define PFM_WORD_KIND_H

#include "language/presets.h"

#include <perfmon/pfmkit.h>

struct word {
	const char *text;
	pfm_os_t os;
	unsigned int flags;     /* PFM_WORD_* flags of the caller */
	/*
	 * Returns the name of a metric of this machine; NULL: there is none, or *error is set. A callback because
	 * metrics/ is a sibling of answers/.
	 */
	const char *(*find_metric)(const char *name, pfm_err_t *error);
	char read_as[PRESET_FORMULA]; /* out: as in pfm_get_word_kind() */
};

/* Returns PFM_WORD_*, or PFM_ERR_NOMEM. */
int word_kind(struct word *word);

#endif
