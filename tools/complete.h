/* What may come next in an event string, for shells: showevtinfo --complete. */
#ifndef PFM_COMPLETE_H
#define PFM_COMPLETE_H

#include <stdbool.h>

/*
 * Prints, one a line, the whole strings that the beginning of one can grow into, without names that hold a newline or another
 * control: no shell could read or show them. False: there are none.
 */
bool complete(const char *beginning);

#endif
