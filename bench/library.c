#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *symbol(void *handle, const char *name)
{
	void *found = dlsym(handle, name);

	if (!found) {
		fprintf(stderr, "no %s in the library\n", name);
		exit(2);
	}
	return found;
}

bool load_library(const char *path, struct library *library)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);

	if (!handle)
		return false;
	*(void **)&library->initialize = symbol(handle, "pfm_initialize");
	*(void **)&library->terminate = symbol(handle, "pfm_terminate");
	*(void **)&library->encode = symbol(handle, "pfm_get_os_event_encoding");
	*(void **)&library->pmu_info = symbol(handle, "pfm_get_pmu_info");
	*(void **)&library->event_next = symbol(handle, "pfm_get_event_next");
	*(void **)&library->event_info = symbol(handle, "pfm_get_event_info");
	*(void **)&library->attr_info = symbol(handle, "pfm_get_event_attr_info");
	return true;
}

int active_pmus(int (*pmu_info)(pfm_pmu_t pmu, pfm_pmu_info_t *info))
{
	int count = 0;

	for (int pmu = 0; pmu < PFM_PMU_MAX; pmu++) {
		pfm_pmu_info_t info = { .size = sizeof info };

		count += !pmu_info((pfm_pmu_t)pmu, &info) && info.is_present;
	}
	return count;
}

double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, compare);
	return count ? values[count / 2] : 0;
}
