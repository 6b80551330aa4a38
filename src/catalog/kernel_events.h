/*
 * The kernel's own events: raw events, and those that depend on the running kernel and so cannot be in the table of PMU
 * perf (tracepoints, top-down events of the CPU's driver).
 */
#ifndef PFM_KERNEL_EVENTS_H
#define PFM_KERNEL_EVENTS_H

#include "catalog/event_ref.h"

/*
 * Returns the events of PMU perf beyond its table, read from the kernel on the first call, when one is first looked up.
 * first_part: that of perf's own table, which theirs follow. Segments, valid until kernel_events_close(); NULL and 0 if
 * there are none. Without memory or file descriptors, which is noted as a shortage (host.h), there are none this time.
 * Safe from any thread.
 */
const struct segment *kernel_events_extra(const struct table_part *first_part, int *count);

/*
 * Returns those that lists by number have: with tracepoints, which take a second to read, only if kernel_events_open()
 * asked for them. Each event has the same number in both.
 */
const struct segment *kernel_events_listed(const struct table_part *first_part, int *count);

/* Sets, at opening, whether lists by number have tracepoints. */
void kernel_events_open(bool list_tracepoints);

/* Returns whether it is worth reading them, or tracepoints, to find an event of that name. */
bool kernel_events_may_have(const struct table_part *first_part, const struct name *name);
bool kernel_events_may_be_tracepoint(const struct name *name);

/*
 * Return, after a search that found nothing, the directory of tracepoints, if some of it may not be read (NULL: all
 * may), and whether there were more than the tables hold, which LIBPFM_VERBOSE names.
 */
const char *kernel_events_forbidden(void);
bool kernel_events_left_out(void);

void kernel_events_close(void);

/* Reads a raw code, "r" and hexadecimal digits; false if name is none, or is UINT64_MAX. */
bool kernel_events_raw_code(struct span name, uint64_t *code);

#endif
