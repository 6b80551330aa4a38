/* The targets of a process are its current threads, found in /proc; those of the system are the online CPUs. */
#include "targets.h"

#include <pmapi.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct list {
	struct target *targets;
	int count;
	int error;                      /* 0, or the error that made the list incomplete */
};

static bool add_target(struct list *list, pid_t pid, int cpu)
{
	struct target *more = realloc(list->targets, ((size_t)list->count + 1) * sizeof *more);

	if (!more) {
		list->error = PM_E_NOMEM;
		return false;
	}
	more[list->count++] = (struct target){ pid, cpu };
	list->targets = more;
	return true;
}

static int finish(struct list *list, struct target **targets)
{
	if (!list->count && !list->error)
		list->error = PM_E_SYSTEM;
	*targets = NULL;
	if (list->error) {
		free(list->targets);
		return -list->error;
	}
	*targets = list->targets;
	return list->count;
}

/* Returns PM_E_NOMEM for want of memory or descriptors; 0: what could not be opened may well be missing. */
static int shortage(void)
{
	return errno == ENOMEM || errno == EMFILE || errno == ENFILE ? PM_E_NOMEM : 0;
}

int targets_thread(struct target **targets)
{
	struct list list = { .count = 0 };

	add_target(&list, 0, -1);
	return finish(&list, targets);
}

static void add_threads(struct list *list, DIR *directory)
{
	struct dirent *entry;

	while (errno = 0, (entry = readdir(directory)))
		if (entry->d_name[0] != '.' && !add_target(list, (pid_t)atol(entry->d_name), -1))
			return;
	if (errno)
		list->error = shortage() ? PM_E_NOMEM : PM_E_SYSTEM;
}

/* Lists the threads, without /proc only the calling one. */
int targets_process(struct target **targets)
{
	DIR *directory = opendir("/proc/self/task");
	struct list list = { .count = 0 };

	if (directory) {
		add_threads(&list, directory);
		closedir(directory);
	} else if (shortage()) {
		list.error = PM_E_NOMEM;
	} else {
		add_target(&list, 0, -1);
	}
	return finish(&list, targets);
}

/* Adds the CPUs of "0-3,8-11". False: it cannot be read to the end, and nothing has been added. */
static bool add_online(struct list *list)
{
	FILE *file = fopen("/sys/devices/system/cpu/online", "r");
	int low, high, end = ',';

	if (!file) {
		list->error = shortage();
		return list->error;
	}
	while (end == ',' && !list->error && fscanf(file, "%d", &low) == 1) {
		high = low;
		end = getc(file);
		if (end == '-') {
			if (fscanf(file, "%d", &high) != 1)
				break;
			end = getc(file);
		}
		for (int cpu = low; cpu <= high && cpu - low < 65536; cpu++)
			if (!add_target(list, -1, cpu))
				break;
	}
	if (!list->error && (ferror(file) || !list->count || (end != '\n' && end != EOF)))
		list->count = 0;
	fclose(file);
	return list->count || list->error;
}

/* Lists the processors that are online; if that list cannot be read, as many of the first ones. */
int targets_system(struct target **targets)
{
	struct list list = { .count = 0 };

	if (!add_online(&list)) {
		long processors = sysconf(_SC_NPROCESSORS_ONLN);

		for (int cpu = 0; cpu < processors; cpu++)
			if (!add_target(&list, -1, cpu))
				break;
	}
	return finish(&list, targets);
}
