#include "targets.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool add_target(struct target **targets, int *count, pid_t pid, int cpu)
{
	struct target *more = realloc(*targets, ((size_t)*count + 1) * sizeof *more);

	if (!more) {
		free(*targets);
		*targets = NULL;
		*count = -1;
		return false;
	}
	more[(*count)++] = (struct target){ pid, cpu };
	*targets = more;
	return true;
}

int targets_thread(struct target **targets)
{
	int count = 0;

	*targets = NULL;
	add_target(targets, &count, 0, -1);
	return count;
}

int targets_process(struct target **targets)
{
	DIR *directory = opendir("/proc/self/task");
	struct dirent *entry;
	int count = 0;

	if (!directory)
		return targets_thread(targets);
	*targets = NULL;
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.' && !add_target(targets, &count, (pid_t)atol(entry->d_name), -1))
			break;
	closedir(directory);
	return count;
}

/* "0-3,8-11" */
static int add_online(struct target **targets)
{
	FILE *file = fopen("/sys/devices/system/cpu/online", "r");
	int low, high, count = 0;

	if (!file)
		return 0;
	while (fscanf(file, "%d", &low) == 1) {
		high = low;
		if (fscanf(file, "-%d", &high) < 0)
			high = low;
		for (int cpu = low; cpu <= high && cpu - low < 65536; cpu++)
			if (!add_target(targets, &count, -1, cpu))
				break;
		if (count < 0 || getc(file) != ',')
			break;
	}
	fclose(file);
	return count;
}

/* Where the list cannot be read the processors are taken to be the first ones. */
int targets_system(struct target **targets)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int count;

	*targets = NULL;
	count = add_online(targets);
	if (count)
		return count;
	for (int cpu = 0; cpu < processors; cpu++)
		if (!add_target(targets, &count, -1, cpu))
			break;
	return count;
}
