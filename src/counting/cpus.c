/* Parses the kernel's ranges, "0-3,8-11". For a list that does not fit, the result is one more than the room. */
#include "counting/cpus.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST_LIST = 8192 };

/* Reads the list in a file, as read_device_cpus(). */
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
