/* Events that encode and that no counter can count. */
#ifndef PFM_TOOL_COUNTABLE_H
#define PFM_TOOL_COUNTABLE_H

#include "common/tool.h"

/*
 * Says of an event string that encodes, and of the first such one only, that no counter of its PMU counts it.
 * requested: how it was given.
 */
void say_if_uncountable(const char *requested, const char *string);

/*
 * Says of an event what the kernel of this machine lacks for it, of each kind for the first such event only. Of an x86
 * machine's box: it has no such device, and which module brings it; device: its name, or NULL for that of the tables.
 * Of a core's event: its driver drops what the event needs beyond config, so that it is opened and counts nothing;
 * words: config1 or config2 or both, 0 where they go to no core. cpu: what --cpu says, or NULL.
 */
void say_what_kernel_lacks(const char *requested, pfm_pmu_t pmu, const char *device, uint64_t words, const char *cpu);

/* What an event of the core's device needs beyond config; 0: it is of another type. */
static inline uint64_t raw_words(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_RAW ? attr->config1 | attr->config2 : 0;
}

/* Whether Linux refuses to open the event of a full string, with EINVAL. */
bool is_refused_by_linux(const char *string);

/* The first kernel that counts an event as its full string has it, "5.15"; NULL: all that know the processor. */
const char *needed_linux(int idx, const char *string);

#endif
