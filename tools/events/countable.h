/* Reports on events that can be encoded but not counted. */
#ifndef PFM_TOOL_COUNTABLE_H
#define PFM_TOOL_COUNTABLE_H

#include "common/tool.h"

/*
 * Says of an event string that encodes, and of the first such one only, that no counter of its PMU counts it.
 * requested: how it was given.
 */
void say_if_uncountable(const char *requested, const char *string);

/* Returns whether a generic event is one of the architecture's, which drivers have that do not know the CPU. */
bool is_architectural(uint32_t type, uint64_t config);

/*
 * Says what this machine's kernel lacks for an event, each limit of the first such event only: the device, and which
 * module brings it; a driver that knows the CPU; counters that leave out a level; a device for each core type.
 * Nothing of machines that --cpu or LIBPFM_CPUID name. idx: -1 for none; device: its name, or NULL for the tables'.
 */
void say_limits(const char *requested, int idx, const char *device, const struct perf_event_attr *attr);

/* Says that an event is of another machine's core, if it is. idx: -1 for none. */
void say_if_foreign(const char *event, int idx);

/* Returns whether Linux refuses to open the event of a full string, with EINVAL. */
bool is_refused_by_linux(const char *string);

/* Returns the first kernel that counts an event as its full string has it, "5.15"; NULL: all that know the CPU. */
const char *needed_linux(int idx, const char *string);

/* Says so, unless this machine's kernel is recent enough. */
void say_needed_linux(const char *requested, int idx, const char *string);

#endif
