/* The core types of the machine that --host examines: which core, on which CPUs, counted by which device. */
#ifndef PFM_TOOL_HOST_CORES_H
#define PFM_TOOL_HOST_CORES_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

enum { MOST_CORE_TYPES = 16 };

struct core_type {
	char name[64];                  /* name of the core in the tables; "": no table, or x86 */
	char identity[16];              /* its MIDR, such as "0x412fd050"; "": none, or its cores are offline */
	char device[64];                /* device in sysfs; "": none */
	char cpus[128];                 /* its CPUs, such as "0-3,8"; "": unknown */
	uint32_t type;                  /* perf_event type of the device */
	int answer;                     /* whether cycles can be counted there, as answers in struct surroundings */
};

struct core_types {
	int count;                      /* 0 or 1: the machine has just one type */
	struct core_type list[MOST_CORE_TYPES];
};

void find_core_types(struct core_types *types);

/* Returns whether the kernel has a device for cores of any type. */
bool has_core_device(void);

/* Writes the device tree's name for the core's PMU, "arm,cortex-a76-pmu"; false: the tables do not tell. */
bool name_pmu_node(char *name, size_t size);

/* Returns the first number of a list of CPUs; -1: there is none. */
int first_of_cpus(const char *cpus);

/* Adds a number, which is higher than those before, to a list of CPUs. */
void add_to_cpus(char *cpus, size_t size, int cpu);

#endif
