/* This library and Debian's libpfm4, opened side by side in one process. */
#ifndef BENCH_LIBRARY_H
#define BENCH_LIBRARY_H

#include <perfmon/pfmlib.h>

#include <stdbool.h>

struct library {
	int (*initialize)(void);
	void (*terminate)(void);
	int (*encode)(const char *str, int plm, pfm_os_t os, void *arg);
	int (*pmu_info)(pfm_pmu_t pmu, pfm_pmu_info_t *info);
	int (*event_next)(int idx);
	int (*event_info)(int idx, pfm_os_t os, pfm_event_info_t *info);
	int (*attr_info)(int idx, int attr, pfm_os_t os, pfm_event_attr_info_t *info);
};

/* False: there is no such library. Ends the program if it is one of another kind. */
bool load_library(const char *path, struct library *library);

/* How many PMUs are active; pmu_info: the library's function. */
int active_pmus(int (*pmu_info)(pfm_pmu_t pmu, pfm_pmu_info_t *info));

/* Seconds since some time. */
double now(void);

/* Sorts values. */
double median(double *values, int count);

#endif
