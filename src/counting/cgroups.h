/* Finds cgroups by path, by the name of a unit or by the number of a container. Independent of the library. */
#ifndef PFM_CGROUPS_H
#define PFM_CGROUPS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_FOUND_CGROUPS = 8 };

/* Paths relative to the mount point; count may exceed the number of paths stored. */
struct found_cgroups {
	int count;
	char paths[MOST_FOUND_CGROUPS][1024];
};

/* Writes where cgroups that count events are: version 1's perf_event, or version 2. False: nowhere. */
bool find_cgroup_mount(char *mount, size_t size);

/* Finds the cgroup at a path, else all that are called so. For one thread at a time. */
void find_cgroup(const char *mount, const char *name, struct found_cgroups *found);

#endif
