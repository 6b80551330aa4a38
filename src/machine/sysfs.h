/* Reads the kernel's files about PMUs under /sys/bus/event_source/devices. */
#ifndef PFM_SYSFS_H
#define PFM_SYSFS_H

#include "machine/host.h"
#include "tables/body.h"

/*
 * Returns whether perf_event can be used: the kernel has /proc/sys/kernel/perf_event_paranoid, and there is a PMU in
 * sysfs that has a perf_event_mux_interval_ms file.
 */
bool sysfs_has_perf(const struct host *host);

/* Returns whether the PMU's directory can be read and searched. */
bool sysfs_has_pmu(const struct host *host, const char *name);

/* Reads attr.type of a device; false: it cannot be read. */
bool sysfs_device_type(const struct host *host, const char *name, uint32_t *type);

/* Finds attr.type of the first of the comma-separated names that the kernel has, as policy demands. False: none. */
bool sysfs_type(const struct host *host, const char *names, enum table_sysfs_policy policy, uint32_t *type);

#endif
