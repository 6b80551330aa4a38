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
 * Says of an event of a core, and of the first such one only, that this kernel's driver drops what it needs beyond
 * config: it opens the event and counts nothing. words: config1 or config2 or both; cpu: what --cpu says, or NULL.
 */
void say_if_dropped(const char *requested, pfm_pmu_t pmu, uint64_t words, const char *cpu);

/*
 * Says of an event of this x86 machine, and of the first such one only, that its kernel has no such device,
 * and which module brings it. device: its name, or NULL for that of the tables; cpu: what --cpu says, or NULL.
 */
void say_if_no_device(const char *requested, pfm_pmu_t pmu, const char *device, const char *cpu);

/* Whether Linux refuses to open the event of a full string, with EINVAL. */
bool is_refused_by_linux(const char *string);

/* The first kernel that counts an event as its full string has it, "5.15"; NULL: all that know the processor. */
const char *needed_linux(int idx, const char *string);

#endif
