/* From a code back to names of events: pfm_decode(). */
#ifndef PFM_DECODE_H
#define PFM_DECODE_H

#include <perfmon/pfmkit.h>

/* As pfm_decode(), of a PMU of the tables by its place, and with all three words given; found has room for max. */
int decode_words(int pmu, const pfm_code_t *code, pfm_decoded_t *found, int max);

#endif
