/* A selection turned into register words by its PMU's layout. */
#ifndef PFM_ENCODE_H
#define PFM_ENCODE_H

#include "encode/resolve.h"

struct encoding {
	uint64_t words[MAX_WORDS];
	int count;                      /* number of words that are returned */
	uint32_t not_in_word;           /* bit set of the modifiers whose value is in shown, not in a word */
	uint32_t required;              /* bit set of the modifiers that the named unit masks require */
	bool no_modifiers;              /* a named unit mask does not allow modifiers */
	uint64_t shown[MAX_LAYOUT_MODIFIERS];
};

/* All privilege levels that a caller may pass as default. */
enum { ALL_PLM = PFM_PLM0 | PFM_PLM1 | PFM_PLM2 | PFM_PLM3 | PFM_PLMH };

/*
 * Encodes; plm: PFM_PLM* bits for when the selection says nothing about privilege levels. Default unit masks are added
 * to the selection. Returns PFM_SUCCESS or the error of the first rule that fails; the order of the rules is part of
 * the interface.
 */
pfm_err_t encode(struct selection *selection, int plm, struct encoding *encoding);

#endif
