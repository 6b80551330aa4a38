/* The part of a description that says what an event counts, without its remarks on what else is counted or not. */
#ifndef PFM_ASIDES_H
#define PFM_ASIDES_H

#include <stddef.h>

/*
 * Copies a description without such remarks, cut at size: "Barriers that acquire implies are not counted." is no answer
 * to barriers. Returns text itself, and copies nothing, where it has none.
 */
const char *asides_removed(const char *text, char *copy, size_t size);

#endif
