/* The PMUs of a comma-separated list of CPUs. */
#ifndef PFM_CPU_LIST_H
#define PFM_CPU_LIST_H

#include "common/tool.h"

struct cpu_list {
	char **pmus;
	int count;
};

/*
 * Lists the PMUs of cores, and with_boxes of their uncores. Initializes the library for each CPU and at last for this
 * machine, as tool_open(), which ends the program where one is no CPU. "all": an empty list. False: no memory.
 */
bool read_cpu_list(const char *cpus, bool with_boxes, struct cpu_list *list);
void free_cpu_list(struct cpu_list *list);

/* Returns whether a list has a PMU; an empty list has all. */
bool is_in_cpu_list(const struct cpu_list *list, const char *pmu);

#endif
