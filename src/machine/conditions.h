/* Checks the conditions of the tables on a machine. */
#ifndef PFM_CONDITIONS_H
#define PFM_CONDITIONS_H

#include "machine/host.h"
#include "tables/lookup.h"

/* Returns whether a condition of kind WHEN_CPU holds: the one that no file is read for. */
bool host_is_cpu(const struct host *host, const struct table_condition *condition);

/* Returns whether a condition is met by an Arm core: one of kind WHEN_CPU that names it. */
bool is_arm_core(const struct table_condition *condition, struct arm_core core);

/*
 * Returns whether a device of the kernel meets one of the conditions, which are separated by commas: FILE, in its
 * directory; FILE=PATTERN, for that file's first line; name=PATTERN, for its own name; midr=PATTERN, for a core; with !
 * in front the contrary. device NULL: there is none, and only those about cores can be met.
 */
bool host_device_meets(const struct host *host, const char *device, const char *conditions);

/* Returns whether a condition of a body of tables holds, one that is no WHEN_CPU and no hook: those the caller asks. */
bool host_meets(struct host *host, const struct tables *in, const struct table_condition *condition);

#endif
