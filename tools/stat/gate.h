/* --fail-if: evaluates an expression over what was counted. */
#ifndef PFM_STAT_GATE_H
#define PFM_STAT_GATE_H

#include "repeat.h"

enum gate { GATE_HOLDS_NOT, GATE_HOLDS, GATE_UNKNOWN };

/*
 * Asks whether an expression holds. base: the first of two that are compared; NULL: there is one. GATE_UNKNOWN: it
 * cannot be computed, which has been said with the reason.
 */
enum gate ask_gate(const char *expression, const struct runs *runs, const struct runs *base);

#endif
