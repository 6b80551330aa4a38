/* Ranges as the kernel writes them, "0-3,8-11". A list that has more than there is room for is told by one more. */
#include "counting/cpus.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST_LIST = 8192 };

/* Of a file: see the header. */
static int read_list(const char *path, int *cpus, int most)
{
	char line[LONGEST_LIST];
	FILE *file = fopen(path, "r");
	int count = 0;

	if (!file)
		return 0;
	for (char *at = fgets(line, sizeof line, file), *end; at && *at; at = end + (*end == ',')) {
		long low = strtol(at, &end, 10), high = low;

		if (end == at)
			break;
		if (*end == '-')
			high = strtol(end + 1, &end, 10);
		for (; low >= 0 && low <= high && count <= most; low++)
			if (count++ < most)
				cpus[count - 1] = (int)low;
	}
	fclose(file);
	return count;
}

int read_device_cpus(const char *root, const char *device, const char *name, int *cpus, int most)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/sys/bus/event_source/devices/%s/%s", root ? root : "", device, name);
	return read_list(path, cpus, most);
}

int read_online_cpus(const char *root, int *cpus, int most)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/sys/devices/system/cpu/online", root ? root : "");
	return read_list(path, cpus, most);
}

/* The CPUs of a package, which newer kernels and older ones list in files of other names. */
static int read_package(const char *root, int cpu, int *cpus, int most)
{
	static const char *const names[] = { "package_cpus_list", "core_siblings_list" };
	char path[4096];
	int count = 0;

	for (int i = 0; i < 2 && !count; i++) {
		snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu%d/topology/%s", root ? root : "", cpu,
			 names[i]);
		count = read_list(path, cpus, most);
	}
	return count < most ? count : most;
}

int read_packages(const char *root, const int *cpus, int *packages, int count)
{
	int *members = calloc((size_t)count, sizeof *members), found = 0;

	for (int i = 0; i < count; i++)
		packages[i] = -1;
	for (int i = 0; i < count && members; i++) {
		int alike = packages[i] < 0 ? read_package(root, cpus[i], members, count) : 0;

		if (packages[i] >= 0)
			continue;
		packages[i] = found;
		for (int k = 0; k < alike; k++)
			for (int other = i; other < count; other++)
				if (cpus[other] == members[k])
					packages[other] = found;
		found++;
	}
	free(members);
	return members ? found : 0;
}
