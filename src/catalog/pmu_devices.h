/* Finds the kernel's devices for a PMU. */
#ifndef PFM_PMU_DEVICES_H
#define PFM_PMU_DEVICES_H

#include "catalog/event_ref.h"

/* Returns the names that this machine's kernel may have for the PMU, separated by commas; "": it needs no device. */
const char *pmu_sysfs(int pmu);

/*
 * Returns the device of a PMU, or of its instance (no number: the first one): its name under
 * /sys/bus/event_source/devices, which lives until the library is closed. NULL: there is none that can be read and
 * searched, or a shortage (host.h).
 */
const char *pmu_find_device(int pmu, const struct instance *instance);

/* Finds number n of the instances of a PMU that this machine has, in order of their numbers; false: none. */
bool pmu_instance_at(int pmu, int n, struct instance *instance);

/*
 * Returns whether the device of a PMU, or of its instance, meets one of the conditions (machine/conditions.h); without
 * a device, whether the machine meets those about its cores.
 */
bool pmu_device_meets(int pmu, const struct instance *instance, const char *conditions);

/*
 * Returns whether its devices are those of Arm cores, which may be numbered only: pmu_find_device() knows which of them
 * are meant.
 */
bool pmu_counts_on_arm_cores(int pmu);

/*
 * Checks whether the device of an event's PMU has the event: PFM_ERR_NOTSUPP if the device names what it counts
 * (SYSFS_NAMES_EVENTS), names something, and not this. PFM_ERR_NOMEM: a shortage.
 */
pfm_err_t event_is_on_device(const struct event_ref *ref, const struct instance *instance);

/* Returns whether the kernel's device of that name is one of the PMU's, or of its family of boxes. */
bool pmu_stands_for(int pmu, const char *device);

/* Returns the same, but a device of this machine must meet the conditions that the PMU's devices have. */
bool pmu_may_stand_for(int pmu, const char *device);

#endif
