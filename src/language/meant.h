/* Device names: which device a name means, and which devices a PMU of the tables has. */
#ifndef PFM_LANGUAGE_MEANT_H
#define PFM_LANGUAGE_MEANT_H

#include "machine/devices.h"
#include "tables/lookup.h"

/* Returns whether a name or pattern means a device, or several, by a number behind it or uncore_ before it. */
bool device_is_meant(struct span name, struct span device);

/*
 * Returns whether devices of a PMU may be what a name or pattern means; *called: the PMU's device, or the name itself
 * if it has numbers or wildcards.
 */
bool pmu_may_be_meant(int pmu, struct span name, struct span *called);

/* Reads device number n of a PMU; false: it has no more. */
bool pmu_device_at(int pmu, int n, struct span *device);

/*
 * Finds the device of a PMU among those of this kernel; without files of a kernel (count 0), the first that it may
 * have. False: there is none.
 */
bool pmu_device_here(int pmu, const struct device *devices, int count, struct span *device);

/* Returns whether it is one of the two PMUs whose events are the kernel's own. */
bool pmu_is_the_kernels(int pmu);

/* Returns whether it is a PMU of this machine that may have a device. */
bool pmu_may_have_device(int pmu);

/* Returns the next PMU of this machine, behind pmu or -1, that has a device; -1: no more. */
int pmu_with_device(struct span device, int pmu);

#endif
