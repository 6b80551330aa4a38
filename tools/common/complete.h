/* Completes event strings for shells: showevtinfo --complete. */
#ifndef PFM_COMPLETE_H
#define PFM_COMPLETE_H

#include <stdbool.h>

/*
 * Prints, one a line, what text can grow into: an event string, the last of a list, or OPTION=VALUE of an option whose
 * values are known. pmu: pattern of the PMUs whose events need no name of a PMU; NULL: those present. Names that hold a
 * newline or another control are left out: no shell could read or show them. False: there is nothing.
 */
bool complete(const char *text, const char *pmu);

#endif
