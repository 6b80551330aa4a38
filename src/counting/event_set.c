/*
 * A set is opened as a kernel group or, if the kernel refuses that, event by event; each event is read by itself either
 * way.
 */
#define _GNU_SOURCE
#include "counting/event_set.h"

#include <errno.h>
#include <sys/ioctl.h>

static int open_as_it_is(const struct perf_event_attr *attr, pid_t pid, int cpu, int leader, unsigned long flags)
{
	return perf_event_open((struct perf_event_attr *)attr, pid, cpu, leader, flags | PERF_FLAG_FD_CLOEXEC);
}

/*
 * Opens an event. Unless the string says otherwise, guests and the hypervisor are left out, as perf has it. What cannot
 * be left out by a device that counts for the whole machine, or by a core's driver that leaves out nothing (RISC-V's
 * without Sscofpmf), is refused with the errno of all that is refused: then it counts what it can count, as with perf.
 * Drivers that know the host only (Apple's cores) refuse the contrary. Users and the kernel are never added here.
 */
static int open_event(const struct perf_event_attr *attr, pid_t pid, int cpu, int leader, unsigned long flags)
{
	struct perf_event_attr other = *attr;
	int file = open_as_it_is(attr, pid, cpu, leader, flags), error = errno;

	if (file < 0 && error == EINVAL && attr->exclude_guest && !attr->exclude_host) {
		other.exclude_guest = 0;
		file = open_as_it_is(&other, pid, cpu, leader, flags);
	}
	if (file < 0 && error == EINVAL && attr->exclude_hv) {
		other.exclude_hv = 0;
		file = open_as_it_is(&other, pid, cpu, leader, flags);
	}
	if (file < 0 && error == EOPNOTSUPP && !attr->exclude_guest && !attr->exclude_host) {
		other.exclude_guest = 1;
		file = open_as_it_is(&other, pid, cpu, leader, flags);
	}
	if (file < 0)
		errno = error; /* report the error of the original request */
	return file;
}

static int open_all(struct event_set *set, const struct perf_event_attr *events, int count, pid_t pid, int cpu,
	unsigned long flags, int *refused)
{
	for (set->count = 0; set->count < count; set->count++) {
		struct perf_event_attr attr = events[set->count];
		int leader = set->grouped && set->count ? set->files[0] : -1, file;

		/* members must not be disabled: enabling the leader starts the whole group */
		if (leader >= 0)
			attr.disabled = attr.enable_on_exec = 0;
		file = open_event(&attr, pid, cpu, leader, flags);
		if (file < 0) {
			int error = errno;

			*refused = set->count;
			event_set_close(set);
			return error;
		}
		set->files[set->count] = file;
	}
	return 0;
}

int event_set_open(struct event_set *set, const struct perf_event_attr *events, int count, pid_t pid, int cpu,
	unsigned long flags, int *refused)
{
	int error;

	set->grouped = true;
	error = open_all(set, events, count, pid, cpu, flags, refused);
	if (count > 1 && (error == EINVAL || error == ENOSPC)) {
		set->grouped = false;
		error = open_all(set, events, count, pid, cpu, flags, refused);
	}
	return error;
}

void event_set_close(struct event_set *set)
{
	for (int i = 0; i < set->count; i++)
		close(set->files[i]);
	set->count = 0;
}

int event_set_switch(const struct event_set *set, bool on)
{
	int switches = set->grouped && set->count ? 1 : set->count, error = 0;

	for (int i = 0; i < switches; i++)
		if (ioctl(set->files[i], on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0) && !error)
			error = errno;
	return error;
}

int event_set_read(const struct event_set *set, int event, struct reading *reading)
{
	ssize_t got = read(set->files[event], reading, sizeof *reading);

	return got == (ssize_t)sizeof *reading ? 0 : got < 0 ? errno : EIO;
}

uint64_t scaled_count(const struct reading *now, const struct reading *base)
{
	uint64_t value = now->value - base->value, enabled = now->enabled - base->enabled,
		 running = now->running - base->running;

	if (running >= enabled)
		return value;
	return running ? (uint64_t)((long double)value * (long double)enabled / (long double)running + 0.5L) : 0;
}
