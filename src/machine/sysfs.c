#include "machine/sysfs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "machine/devices.h"
#include "machine/files.h"
#include "tables/lookup.h"

#define DEVICES "/sys/bus/event_source/devices"

/*
 * Type + 1 of each PMU, 0: not read yet, ABSENT: the kernel did not know the PMU, which may change. Threads may read the same
 * file twice; they store the same number.
 */
static atomic_uint types[MAX_PMUS];
enum { ABSENT = -1 };

void sysfs_forget(void)
{
	devices_forget();
	for (int i = 0; i < (int)pfm_compiled.pmus.count; i++)
		atomic_store_explicit(&types[i], 0, memory_order_relaxed);
}

static bool has_mux_file(const struct host *host, const char *name, size_t length)
{
	char path[512];
	int got = snprintf(path, sizeof path, DEVICES "/%.*s/perf_event_mux_interval_ms", (int)length, name);

	return got > 0 && (size_t)got < sizeof path && host_access(host, path, F_OK);
}

bool sysfs_has_perf(const struct host *host)
{
	const char *name;
	bool found = false;
	DIR *directory;

	if (!host_access(host, "/proc/sys/kernel/perf_event_paranoid", F_OK))
		return false;
	/* nearly every kernel has this one, and then the directory need not be read */
	if (host_access(host, DEVICES "/software/perf_event_mux_interval_ms", F_OK))
		return true;
	directory = host_open_directory(host, DEVICES);
	while (directory && !found && (name = host_next_entry(directory)))
		found = has_mux_file(host, name, strlen(name));
	if (directory)
		closedir(directory);
	return found;
}

bool sysfs_has_pmu(const struct host *host, const char *name)
{
	char path[512];
	int got = snprintf(path, sizeof path, DEVICES "/%s", name);

	return got > 0 && (size_t)got < sizeof path && host_access(host, path, R_OK | X_OK);
}

static bool read_type(const struct host *host, const char *name, size_t length, uint32_t *type)
{
	char path[512];
	long value;
	int got = snprintf(path, sizeof path, DEVICES "/%.*s/type", (int)length, name);

	if (got < 0 || (size_t)got >= sizeof path || !host_read_number(host, path, &value) || value < 0 || value >= INT32_MAX)
		return false;
	*type = (uint32_t)value;
	return true;
}

/* The first of the comma-separated names that the kernel knows. */
static bool look_up(const struct host *host, const struct table_pmu *pmu, uint32_t *type)
{
	bool cached = pmu->policy == CACHED_OR_RAW || pmu->policy == CACHED_OR_NOTFOUND || pmu->policy == CACHED_OR_NOTSUPP;
	const char *names = name_at(&pfm_compiled, pmu->sysfs);

	while (*names) {
		size_t length = strcspn(names, ",");

		if ((!cached || has_mux_file(host, names, length)) && read_type(host, names, length, type))
			return pmu->policy != FILE_OR_NOTFOUND || *type;
		names += length + (names[length] == ',');
	}
	return false;
}

/* The type, from memory or the kernel; PFM_ERR_NOTFOUND: the kernel does not know the PMU. */
static pfm_err_t known_type(const struct host *host, int index, uint32_t *type)
{
	const struct table_pmu *pmu = &pfm_compiled.pmus.rows[index];
	unsigned int known = atomic_load_explicit(&types[index], memory_order_relaxed), shortages;

	*type = PERF_TYPE_RAW;
	if (pmu->policy == SYSFS_NONE)
		return PFM_SUCCESS;
	if (known && known != (unsigned int)ABSENT) {
		*type = known - 1;
		return PFM_SUCCESS;
	}
	shortages = host_shortages();
	if (!look_up(host, pmu, type))
		return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
	atomic_store_explicit(&types[index], *type + 1, memory_order_relaxed);
	return PFM_SUCCESS;
}

pfm_err_t sysfs_type(struct host *host, int index, uint32_t *type)
{
	pfm_err_t error = known_type(host, index, type);

	if (error != PFM_ERR_NOTFOUND)
		return error;
	*type = PERF_TYPE_RAW;
	switch (pfm_compiled.pmus.rows[index].policy) {
	case CACHED_OR_RAW:
		return PFM_SUCCESS;
	case CACHED_OR_NOTFOUND:
	case FILE_OR_NOTFOUND:
		return PFM_ERR_NOTFOUND;
	default:
		return PFM_ERR_NOTSUPP;
	}
}

pfm_err_t sysfs_type_or_unknown(struct host *host, int index, uint32_t *type)
{
	pfm_err_t error;

	*type = UINT32_MAX;
	if (atomic_load_explicit(&types[index], memory_order_relaxed) == (unsigned int)ABSENT)
		return PFM_SUCCESS;
	error = known_type(host, index, type);
	if (error != PFM_ERR_NOTFOUND)
		return error;
	atomic_store_explicit(&types[index], (unsigned int)ABSENT, memory_order_relaxed);
	*type = UINT32_MAX;
	return PFM_SUCCESS;
}
