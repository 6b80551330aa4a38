/* Loads counts from a file, and reports what is wrong with it. */
#ifndef PFM_TOOL_COUNTS_LOAD_H
#define PFM_TOOL_COUNTS_LOAD_H

#include "counts/values.h"

/*
 * Reads a file; - is standard input. Lines that are no counts are passed over, with a note; complete: none of them
 * looks like one. False: it cannot be read, which has been said.
 */
bool read_values(const char *file, struct given_values *values, bool *complete);

#endif
