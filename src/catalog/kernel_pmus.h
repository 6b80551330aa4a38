/*
 * PMUs that only the kernel knows: devices in /sys/bus/event_source/devices with formats that no PMU of the tables
 * stands for. They follow all other PMUs: their index in the catalog is pmus.count or more, their numbers start at
 * pmu_numbers(). Their events are those in the device's files. Event strings do not find their names here but in perf's
 * language (language/device_string.h).
 */
#ifndef PFM_KERNEL_PMUS_H
#define PFM_KERNEL_PMUS_H

#include "catalog/pmus.h"

/*
 * Returns how many there are. The first call reads the kernel's devices; without memory or file descriptors, which is
 * noted as a shortage (host.h), there are none this time. With LIBPFM_FORCE_PMU there are none. Safe from any thread.
 */
int kernel_pmus_count(void);

/* Finds the one that has a device's name; -1: none. */
int kernel_pmu_named(struct span device);

static inline bool is_kernel_pmu(int pmu)
{
	return pmu >= pmus.count;
}

void kernel_pmus_close(void);

#endif
