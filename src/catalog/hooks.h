/* What no table text can say, a few lines of C each. The text names them: detect hook, events ... hook=, hook=. */
#ifndef PFM_HOOKS_H
#define PFM_HOOKS_H

#include "catalog/catalog.h"

/* Whether a machine has the PMU of a "detect hook NAME" line. */
bool hook_detect(int hook, const struct host *host);

/*
 * The events of a PMU with "events TABLE hook=NAME", when it is active. forced: by LIBPFM_FORCE_PMU. Fills in segments (room
 * for MAX_SEGMENTS), their number, the modifiers of all events, and the numbers of counters.
 */
void hook_compose(int hook, const struct host *host, bool forced, const struct table_part *part, struct segment *segments, int *count,
		  uint32_t *modifiers, int *general, int *fixed);

/* Last word on the register words of an event with "hook=NAME". */
void hook_encode(int hook, uint64_t *words);

#endif
