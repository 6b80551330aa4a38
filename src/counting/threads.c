/* Lists threads at least twice: a thread that starts others during a listing may make it incomplete. */
#include "counting/threads.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many threads a process has; -1: its directory cannot be read, for which errno is the reason. */
static int list_threads(pid_t pid, pid_t **threads)
{
	char path[64];
	pid_t *list = NULL;
	int count = 0;
	DIR *directory;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	directory = opendir(path);
	if (!directory)
		return -1;
	for (struct dirent *entry; (errno = 0, entry = readdir(directory));) {
		pid_t *larger = *entry->d_name == '.' ? list : realloc(list, (size_t)(count + 1) * sizeof *larger);

		if (!larger && *entry->d_name != '.')
			break;
		list = larger;
		if (*entry->d_name != '.')
			list[count++] = (pid_t)strtol(entry->d_name, NULL, 10);
	}
	if (errno) {
		int error = errno;

		free(list);
		list = NULL;
		count = -1;
		closedir(directory);
		errno = error;
	} else {
		closedir(directory);
	}
	*threads = list;
	return count;
}

int list_all_threads(pid_t pid, pid_t **threads)
{
	int count = list_threads(pid, threads);

	for (int tries = 0; count > 0 && tries < 100; tries++) {
		pid_t *again = NULL;
		int now = list_threads(pid, &again);
		bool agree = now == count && again && !memcmp(again, *threads, (size_t)count * sizeof *again);

		free(*threads);
		*threads = again;
		count = now;
		if (agree)
			break;
	}
	return count;
}
