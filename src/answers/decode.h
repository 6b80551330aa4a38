/* Finds names of events for a code: pfm_decode(). */
#ifndef PFM_DECODE_H
#define PFM_DECODE_H

#include <perfmon/pfmkit.h>

/* Decodes as pfm_decode(), on a PMU of the tables by its place, with all three words; found has room for max. */
int decode_words(int pmu, const pfm_code_t *code, pfm_decoded_t *found, int max);

#endif
