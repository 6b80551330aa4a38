/* A name that is no path is searched in the whole tree: a unit or a container may be at any depth. */
#define _GNU_SOURCE
#include "counting/cgroups.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool find_cgroup_mount(char *mount, size_t size)
{
	char line[4096], where[1024], type[64], options[1024];
	FILE *file = fopen("/proc/mounts", "re");
	bool is_first_version = false;

	*mount = '\0';
	while (file && fgets(line, sizeof line, file)) {
		bool events;

		if (sscanf(line, "%*s %1023s %63s %1023s", where, type, options) != 3)
			continue;
		events = !strcmp(type, "cgroup") && strstr(options, "perf_event");
		if (events || (!strcmp(type, "cgroup2") && !is_first_version && !*mount)) {
			snprintf(mount, size, "%s", where);
			is_first_version = events;
		}
	}
	if (file)
		fclose(file);
	return *mount != '\0';
}

/* The arguments of look_at_cgroup(), since nftw() cannot pass any. */
static struct {
	const char *name;
	size_t root;
	struct found_cgroups *found;
} search;

static void note_cgroup(struct found_cgroups *found, const char *path)
{
	if (found->count < MOST_FOUND_CGROUPS)
		snprintf(found->paths[found->count], sizeof found->paths[0], "%s", path);
	found->count++;
}

static int look_at_cgroup(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	const char *name = path + walk->base;
	size_t length = strlen(search.name);

	(void)status;
	if (type != FTW_D || !walk->level)
		return 0;
	/* accept a unit's or container's whole name, or the container's number in it: docker-ID.scope */
	if (!strcmp(name, search.name) || (length >= 12 && strstr(name, search.name)))
		note_cgroup(search.found, path + search.root);
	return 0;
}

void find_cgroup(const char *mount, const char *name, struct found_cgroups *found)
{
	char path[4096];
	struct stat status;

	found->count = 0;
	while (*name == '/' && name[1])
		name++;
	snprintf(path, sizeof path, "%s/%s", mount, *name == '/' ? "" : name);
	if (!stat(path, &status) && S_ISDIR(status.st_mode)) {
		note_cgroup(found, *name == '/' ? "" : name);
		return;
	}
	search.name = name;
	search.root = strlen(mount) + 1;
	search.found = found;
	nftw(mount, look_at_cgroup, 16, FTW_PHYS);
}
