/*
 * A pinned event without a counter goes into an error state, in which read() returns end of file. One with a counter
 * keeps it, so the next one shows whether there are more. Events that are not pinned give way.
 */
#include "counting/probe.h"

#include <errno.h>

/* Returns 0; EIO: it was opened and has no counter; else the errno that the kernel refused it with. */
static int hold_one(struct event_set *set, const struct perf_event_attr *attr, int cpu)
{
	struct reading reading;
	int refused, error = event_set_open(set, attr, 1, -1, cpu, 0, &refused);

	if (error)
		return error;
	error = event_set_switch(set, true);
	if (!error)
		error = event_set_read(set, 0, &reading);
	if (error)
		event_set_close(set);
	return error;
}

int hold_counters(struct held_counters *held, const struct perf_event_attr *attr, int cpu, int most, int *error)
{
	struct perf_event_attr pinned = *attr;
	int count = 0;

	pinned.disabled = pinned.pinned = 1;
	pinned.inherit = pinned.enable_on_exec = 0;
	pinned.read_format = EVENT_SET_FORMAT;
	*error = 0;
	while (count < most && held->count < MOST_HELD && !*error) {
		*error = hold_one(&held->sets[held->count], &pinned, cpu);
		held->count += !*error;
		count += !*error;
	}
	return count || *error == EIO || !*error ? count : -1;
}

void let_counters_go(struct held_counters *held)
{
	while (held->count > 0)
		event_set_close(&held->sets[--held->count]);
}
