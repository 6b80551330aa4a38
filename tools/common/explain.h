/* Explains what is wrong with an event. */
#ifndef PFM_EXPLAIN_H
#define PFM_EXPLAIN_H

#include "tool.h"

/*
 * Says what is wrong with an event of either language, where, and what may have been meant: on stderr, or with --json
 * as an object. requested: as it was given; event: the string that was looked up, and that the place is in. Returns
 * false.
 */
bool explain_failure(const char *requested, const char *event, const struct given *given);

/* Says what may have been meant, on a line of stderr, if a diagnosis has something. */
void say_suggestions(const pfm_diagnosis_t *d);

/* Says, likewise, that an operand is wrong as a whole. Returns false. */
bool refuse(const char *requested, int error, const char *message, const struct given *given);

/* A range of bytes in an operand. */
struct place { int offset, length; };
bool refuse_at(const char *requested, struct place place, int error, const char *message, const struct given *given);

/* Writes "requested": as it was typed; and "read_as", the event string, where that is another tool's name for it. */
void json_requested(bool *first, const char *event);

#endif
