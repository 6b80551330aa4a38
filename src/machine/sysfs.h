/* What the kernel says about PMUs under /sys/bus/event_source/devices. */
#ifndef PFM_SYSFS_H
#define PFM_SYSFS_H

#include <perfmon/pfmlib.h>

#include "machine/host.h"

/* Forgets the types that are remembered, and devices.h. */
void sysfs_forget(void);

/*
 * Whether perf_event can be used: the kernel has /proc/sys/kernel/perf_event_paranoid, and there is a PMU in sysfs that has
 * a perf_event_mux_interval_ms file.
 */
bool sysfs_has_perf(const struct host *host);

/* Whether the PMU's directory can be read and searched. */
bool sysfs_has_pmu(const struct host *host, const char *name);

/*
 * attr.type of a PMU of the tables: PERF_TYPE_RAW if it has no name in sysfs, else what the first of its names says that is
 * there. A type found is remembered until sysfs_forget(). Errors: PFM_ERR_NOTSUPP or PFM_ERR_NOTFOUND, as the PMU's
 * text says; PFM_ERR_NOMEM if the file could not be opened for want of memory or file descriptors.
 */
pfm_err_t sysfs_type(struct host *host, int pmu, uint32_t *type);

/* The same, but UINT32_MAX if the kernel does not know the PMU. */
pfm_err_t sysfs_type_or_unknown(struct host *host, int pmu, uint32_t *type);

#endif
