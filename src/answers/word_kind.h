/* What kind of thing a user's word is: an event, another tool's name, a metric, words of a question. */
#ifndef PFM_WORD_KIND_H
#define PFM_WORD_KIND_H

#include "language/presets.h"

#include <perfmon/pfmkit.h>

struct word {
	const char *text;
	pfm_os_t os;
	unsigned int flags;     /* PFM_WORD_SAID */
	/* Returns the name of a metric of this machine; NULL: it is none, or *error is not 0. (metrics/ is beside.) */
	const char *(*find_metric)(const char *name, pfm_err_t *error);
	char read_as[PRESET_FORMULA]; /* out: as pfm_get_word_kind() has it */
};

/* Returns PFM_WORD_*, or PFM_ERR_NOMEM. */
int word_kind(struct word *word);

#endif
