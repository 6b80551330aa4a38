/*
 * The kernel's own events: what the table of PMU perf cannot hold because it depends on the running kernel
 * (tracepoints, the top-down events of the CPU driver), and raw events.
 */
#ifndef PFM_KERNEL_EVENTS_H
#define PFM_KERNEL_EVENTS_H

#include "catalog/event_ref.h"

/*
 * Events of PMU perf beyond its table, read from the kernel on the first call, which is when somebody looks one of them
 * up. first_part: that of perf's own table, which theirs follow. Segments, valid until
 * kernel_events_close(); NULL and 0 if there are none. Without memory or file descriptors, which is noted as a shortage
 * (host.h), there are none this time. Safe from any thread.
 */
const struct segment *kernel_events_extra(const struct table_part *first_part, int *count);

/*
 * The same as far as lists by number have them: with tracepoints, which take a second to read, only if
 * kernel_events_open() was told so. They have the same places in both.
 */
const struct segment *kernel_events_listed(const struct table_part *first_part, int *count);

/* Opening: whether lists by number have tracepoints. */
void kernel_events_open(bool list_tracepoints);

/* Returns whether it is worth reading them, or tracepoints, to find an event of that name. */
bool kernel_events_may_have(const struct table_part *first_part, const struct name *name);
bool kernel_events_may_be_tracepoint(const struct name *name);

/*
 * After a search that found nothing: the directory of tracepoints, if some of it may not be read (NULL: all may), and
 * whether there were more than the tables hold, which LIBPFM_VERBOSE names.
 */
const char *kernel_events_forbidden(void);
bool kernel_events_left_out(void);

void kernel_events_close(void);

/* "r" and a number of hexadecimal digits: a raw code. UINT64_MAX is not one. */
bool kernel_events_raw_code(struct span name, uint64_t *code);

#endif
