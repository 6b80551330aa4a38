/*
 * The type of a PMU is that of the first of its device names that exists; the PMU's policy defines what "exists" means.
 */
#include "machine/sysfs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine/files.h"

#define SYSFS_DEVICES "/sys/bus/event_source/devices"

static bool has_mux_file(const struct host *host, const char *name, size_t length)
{
	char path[512];
	int got = snprintf(path, sizeof path, SYSFS_DEVICES "/%.*s/perf_event_mux_interval_ms", (int)length, name);

	return got > 0 && (size_t)got < sizeof path && host_access(host, path, F_OK);
}

bool sysfs_has_perf(const struct host *host)
{
	const char *name;
	bool found = false;
	DIR *directory;

	if (!host_access(host, "/proc/sys/kernel/perf_event_paranoid", F_OK))
		return false;
	/* fast path: nearly every kernel has this file, so that the directory need not be read */
	if (host_access(host, SYSFS_DEVICES "/software/perf_event_mux_interval_ms", F_OK))
		return true;
	directory = host_open_directory(host, SYSFS_DEVICES);
	while (directory && !found && (name = host_next_entry(directory)))
		found = has_mux_file(host, name, strlen(name));
	if (directory)
		closedir(directory);
	return found;
}

bool sysfs_has_pmu(const struct host *host, const char *name)
{
	char path[512];
	int got = snprintf(path, sizeof path, SYSFS_DEVICES "/%s", name);

	return got > 0 && (size_t)got < sizeof path && host_access(host, path, R_OK | X_OK);
}

static bool read_type(const struct host *host, const char *name, size_t length, uint32_t *type)
{
	char path[512];
	long value;
	int got = snprintf(path, sizeof path, SYSFS_DEVICES "/%.*s/type", (int)length, name);

	if (got < 0 || (size_t)got >= sizeof path || !host_read_number(host, path, &value) || value < 0 ||
		value >= INT32_MAX)
		return false;
	*type = (uint32_t)value;
	return true;
}

bool sysfs_device_type(const struct host *host, const char *name, uint32_t *type)
{
	return read_type(host, name, strlen(name), type);
}

bool sysfs_type(const struct host *host, const char *names, enum table_sysfs_policy policy, uint32_t *type)
{
	bool cached = policy == CACHED_OR_RAW || policy == CACHED_OR_NOTFOUND || policy == CACHED_OR_NOTSUPP;

	while (*names) {
		size_t length = strcspn(names, ",");

		if ((!cached || has_mux_file(host, names, length)) && read_type(host, names, length, type))
			return policy != FILE_OR_NOTFOUND || *type;
		names += length + (names[length] == ',');
	}
	return false;
}
