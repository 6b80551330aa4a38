/* Core types: on machines with several, each is a PMU of the kernel, and an event is counted on one of them. */
#ifndef PFM_CORES_H
#define PFM_CORES_H

#include "common/tool.h"

/* A core type of this machine. */
struct core {
	pfm_pmu_t pmu;
	char device[64];        /* the kernel's name of its PMU */
	uint32_t type;          /* perf_event type of the device; UINT32_MAX: unknown outside of the machine */
};

/* Returns how many core types the machine has; 0: one, as most machines. */
int count_cores(void);

/* Returns the core type whose PMU has this device; NULL: it is no core type, or the only one. */
const struct core *core_of_device(const char *device);

/* Returns which core type it is, from 0 on. */
int number_of_core(const struct core *core);

/* Returns whether an event string names no core type, and the machine has several that could count it. */
bool may_be_on_cores(const char *event, const struct given *given);

/*
 * Calls use for each kind that has the event, with the string to encode for it; put_on_core() does the rest. say: name
 * the kinds that do not have it. False: one of the calls was false.
 */
bool for_each_core(const char *event, const struct given *given, bool say,
	bool (*use)(const char *string, const struct core *core, void *data), void *data);

/*
 * Makes an encoded event that no PMU of a core type has, because the kernel or the architecture defines it, count on
 * this one. core may be NULL. True: the event is one.
 */
bool put_on_core(const struct core *core, int idx, struct perf_event_attr *attr);

/* Says that of several core types one has been taken, unless the event or --pmu names it. */
void say_which_core(const char *event, const struct given *given);

#endif
