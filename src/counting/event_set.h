/*
 * Sets of events of perf_event(2) that count one task or CPU: opens, switches, reads and scales them. For libpmapi and
 * pfmstat; independent of the library.
 */
#ifndef PFM_EVENT_SET_H
#define PFM_EVENT_SET_H

#include <perfmon/perf_event.h>

#include <stdbool.h>
#include <stdint.h>

enum { MAX_SET_EVENTS = 32 };

/* The kernel's answer for one event. */
struct reading {
	uint64_t value, enabled, running;
};

struct event_set {
	int count;
	bool grouped;           /* one kernel group, switched through its first file */
	int files[MAX_SET_EVENTS];
};

/* A number that tells how such a set wants its events read: goes into each attribute's read_format. */
#define EVENT_SET_FORMAT (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/*
 * Opens events, 0 to MAX_SET_EVENTS, as one kernel group, or, where they do not fit, each for itself. pid, cpu and
 * flags as for perf_event_open(2). 0; or the errno with which the kernel refused event number *refused, and nothing is
 * open.
 */
int event_set_open(struct event_set *set, const struct perf_event_attr *events, int count, pid_t pid, int cpu,
	unsigned long flags, int *refused);
void event_set_close(struct event_set *set);

/* Switches all events on or off. Tries all, whatever becomes of one. 0, or the first errno. */
int event_set_switch(const struct event_set *set, bool on);

/* Reads a count. 0, or an errno; EIO: the event is in an error state, for which the kernel returns an end of file. */
int event_set_read(const struct event_set *set, int event, struct reading *reading);

/*
 * Returns what an event counted since base, or, if it had to share its counter, would have counted alone; 0 if it never
 * had one.
 */
uint64_t scaled_count(const struct reading *now, const struct reading *base);

#endif
