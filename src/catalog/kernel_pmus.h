/*
 * PMUs of the kernel that no table knows: its devices of /sys/bus/event_source/devices that have formats, and that no
 * PMU of this machine stands for. They come after all others: their index in the catalog is pmus.count or more, their
 * numbers are pmu_numbers() and the next. Their events are those of the device's files. Names in event strings are not
 * looked up here (language/device_string.h): what they mean is read in perf's language.
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
