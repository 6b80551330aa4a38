/*
 * Properties that the table language cannot express: a few lines of C each, named by "detect hook", "events ... hook="
 * or "hook=".
 */
#ifndef PFM_HOOKS_H
#define PFM_HOOKS_H

#include "machine/host.h"
#include "tables/body.h"

/* Returns whether a machine has the PMU of a "detect hook NAME" line. */
bool hook_detect(int hook, const struct host *host);

/* Returns whether some PMU is made for an Arm core. */
bool hook_knows_core(struct arm_core core);

/*
 * Returns whether an active PMU with "events TABLE hook=NAME" has the event of that row. forced: by LIBPFM_FORCE_PMU.
 */
bool hook_has_event(int hook, const struct host *host, bool forced, int row);

/* Sets the modifiers of all its events, and the numbers of counters. */
void hook_counters(const struct host *host, bool forced, uint32_t *modifiers, int *general, int *fixed);

/* Adjusts the register words of an event with "hook=NAME" after all else. */
void hook_encode(int hook, uint64_t *words);

#endif
