/* Names made of synonyms: HWPREF_DATA_CACHE_FILLS_LOCAL_L2 is LS_HW_PF_DC_FILLS:LOCAL_L2. */
#ifndef PFM_ALIKE_H
#define PFM_ALIKE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Finds the event of this machine, or of PMU number pmu unless it is negative, whose words are most like those of a
 * name, and writes it as EVENT or EVENT:UMASK. Returns the percentage that they have in common; 0: none has least (1 to
 * 100), or it does not fit in size.
 */
int alike_event(const char *name, int pmu, int least, char *text, size_t size);

#endif
