/*
 * The kernel's part in counting, played: events are descriptors of /dev/zero, whose counts are what the test says.
 * Included by one file of a program; the functions at the end stand in for those of the C library. The includer says
 * first which calls fail:
 *
 *     static bool event_call_fails(int leader);    of perf_event_open() with that leader, -1: none, and of calls for
 * events, NOT_OPENING static bool file_read_fails(void);           of read() for what is no event
 *
 * both with errno set.
 */
#ifndef PFM_FAKE_KERNEL_H
#define PFM_FAKE_KERNEL_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>

enum { MAX_PLAYED = 4096, NOT_OPENING = -2 };

/* PLAYED: as here; SOFTWARE: the real kernel counts task-clock instead; REAL: the real kernel. */
static enum { REAL, SOFTWARE, PLAYED } kernel;

static struct played {
	bool open, on, ended;   /* ended: read() finds the end of a file, as for an event in a state of error */
	struct perf_event_attr attr;
	pid_t pid;
	int cpu, leader;
	uint64_t value, enabled, running;
	uint64_t rate, on_time, on_since; /* with rate_of: counts in a ns, and when it counted, in ns */
	int held;               /* of a pinned event: 0 no counter, 1 a general one, from 2 on a fixed one */
} played[MAX_PLAYED];

/*
 * Counters that are free for pinned events: general ones, below 0 as many as are wanted, and of fixed ones the codes
 * that each of them takes.
 */
static int free_general = -1, free_fixed_count;
static uint64_t free_fixed[8];

/* Unless NULL: events count while they are on, so much in a ns; of that time they have a counter for share %. */
static uint64_t (*rate_of)(const struct perf_event_attr *attr);
static unsigned int share_of_time = 100;

static uint64_t played_counts[16][3];           /* value, enabled, running of the events, in the order of opening */
static struct played opened[MAX_PLAYED];
static int opened_count, open_now;

/*
 * How a core's driver is: NO_EXCLUSION refuses to leave out anything, HOST_ONLY refuses what does not leave out guests,
 * ONE_CORE_TYPE counts on CPU 1 only, of two. Only hardware events are theirs.
 */
static enum { ANY_DRIVER, NO_EXCLUSION, HOST_ONLY, ONE_CORE_TYPE } driver;
static int current_cpu;

static bool event_call_fails(int leader);
static bool file_read_fails(void);

/* The function of the C library that one of this program stands in for. */
#define REAL_FUNCTION(type, name, symbol, ...) \
	static type (*name)(__VA_ARGS__); \
	if (!name) \
		*(void **)&name = dlsym(RTLD_NEXT, symbol)

static bool is_played(int file)
{
	return file >= 0 && file < MAX_PLAYED && played[file].open;
}

static uint64_t time_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void switch_played(struct played *event, bool on)
{
	if (event->on && !on)
		event->on_time += time_now() - event->on_since;
	if (!event->on && on)
		event->on_since = time_now();
	event->on = on;
}

/* A pinned event that finds no counter is in a state of error from then on. */
static void hold_counter(struct played *event)
{
	int general = 0;

	if (!event->attr.pinned || free_general < 0)
		return;
	for (int i = 0; i < free_fixed_count && !event->held; i++) {
		bool taken = false;

		for (int k = 0; k < MAX_PLAYED; k++)
			taken |= played[k].open && played[k].held == i + 2;
		if (free_fixed[i] == event->attr.config && !taken)
			event->held = i + 2;
	}
	for (int k = 0; k < MAX_PLAYED; k++)
		general += played[k].open && played[k].held == 1;
	if (!event->held && general < free_general)
		event->held = 1;
	event->ended = !event->held;
}

/* A member of a group counts while its leader does. */
static void play_time(struct played *event)
{
	const struct played *leader = event->leader >= 0 ? &played[event->leader] : event;

	event->enabled = leader->on_time + (leader->on ? time_now() - leader->on_since : 0);
	event->running = event->enabled * share_of_time / 100;
	event->value = event->rate * event->running;
}

static int play_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int leader)
{
	REAL_FUNCTION(int, real_open, "open", const char *, int, ...);
	int file = real_open("/dev/zero", O_RDONLY | O_CLOEXEC);

	if (file < 0 || file >= MAX_PLAYED)
		return -1;
	played[file] = (struct played){ .open = true, .attr = *attr, .pid = pid, .cpu = cpu, .leader = leader };
	if (rate_of)
		played[file].rate = rate_of(attr);
	if (rate_of && (attr->enable_on_exec || !attr->disabled))
		switch_played(&played[file], true);
	if (opened_count < 16) {
		played[file].value = played_counts[opened_count][0];
		played[file].enabled = played_counts[opened_count][1];
		played[file].running = played_counts[opened_count][2];
	}
	if (opened_count < MAX_PLAYED)
		opened[opened_count++] = played[file];
	open_now++;
	return file;
}

/* The errno with which the driver refuses an event; 0: it does not. */
static int driver_refuses(const struct perf_event_attr *attr)
{
	if (attr->type == PERF_TYPE_SOFTWARE)
		return 0;
	if (driver == NO_EXCLUSION && (attr->exclude_user || attr->exclude_kernel || attr->exclude_hv ||
					      attr->exclude_guest || attr->exclude_host || attr->exclude_idle))
		return EINVAL;
	if (driver == NO_EXCLUSION && attr->sample_period)
		return EOPNOTSUPP;
	return driver == HOST_ONLY && !attr->exclude_guest ? EOPNOTSUPP : 0;
}

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *cpus)
{
	REAL_FUNCTION(int, real, "sched_getaffinity", pid_t, size_t, cpu_set_t *);

	if (driver != ONE_CORE_TYPE)
		return real(pid, size, cpus);
	memset(cpus, 0, size);
	CPU_SET_S(0, size, cpus);
	CPU_SET_S(1, size, cpus);
	return 0;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *cpus)
{
	REAL_FUNCTION(int, real, "sched_setaffinity", pid_t, size_t, const cpu_set_t *);

	if (driver != ONE_CORE_TYPE)
		return real(pid, size, cpus);
	current_cpu = CPU_ISSET_S(0, size, cpus) ? 0 : 1;
	return 0;
}

long syscall(long number, ...)
{
	REAL_FUNCTION(long, real_syscall, "syscall", long, ...);
	long all[6];
	va_list arguments;

	va_start(arguments, number);
	for (int i = 0; i < 6; i++)
		all[i] = va_arg(arguments, long);
	va_end(arguments);
	if (number == SYS_perf_event_open) {
		struct perf_event_attr *attr = (struct perf_event_attr *)all[0]; /* NOLINT(performance-no-int-to-ptr) */

		if (event_call_fails((int)all[3]))
			return -1;
		if (driver_refuses(attr)) {
			errno = driver_refuses(attr);
			return -1;
		}
		if (kernel == PLAYED)
			return play_open(attr, (pid_t)all[1], (int)all[2], (int)all[3]);
		if (kernel == SOFTWARE) {
			attr->type = PERF_TYPE_SOFTWARE;
			attr->config = PERF_COUNT_SW_TASK_CLOCK;
		}
	}
	return real_syscall(number, all[0], all[1], all[2], all[3], all[4], all[5]);
}

#ifdef __GLIBC__
typedef unsigned long ioctl_request;
#else
typedef int ioctl_request;
#endif

int ioctl(int file, ioctl_request request, ...)
{
	REAL_FUNCTION(int, real_ioctl, "ioctl", int, ioctl_request, ...);
	va_list arguments;
	long argument;

	va_start(arguments, request);
	argument = va_arg(arguments, long);
	va_end(arguments);
	if (!is_played(file))
		return real_ioctl(file, request, argument);
	if (event_call_fails(NOT_OPENING))
		return -1;
	if (request == PERF_EVENT_IOC_ENABLE)
		hold_counter(&played[file]);
	for (int i = 0; i < MAX_PLAYED; i++)
		if (i == file || (is_played(i) && played[i].leader == file))
			switch_played(&played[i], request == PERF_EVENT_IOC_ENABLE);
	return 0;
}

ssize_t read(int file, void *buffer, size_t size)
{
	REAL_FUNCTION(ssize_t, real_read, "read", int, void *, size_t);
	uint64_t values[3];

	if (!is_played(file))
		return file_read_fails() ? -1 : real_read(file, buffer, size);
	if (event_call_fails(NOT_OPENING))
		return -1;
	if (size != sizeof values)
		return real_read(file, buffer, size);
	if (rate_of)
		play_time(&played[file]);
	values[0] = played[file].value;
	values[1] = played[file].enabled;
	values[2] = played[file].running;
	if (driver != ANY_DRIVER) {
		bool counts = driver != ONE_CORE_TYPE || current_cpu == 1 ||
			      played[file].attr.type == PERF_TYPE_SOFTWARE;

		values[0] = values[2] = counts ? 1000 : 0;
		values[1] = 1000;
	}
	memcpy(buffer, values, sizeof values);
	return played[file].ended ? 0 : (ssize_t)size;
}

int close(int file)
{
	REAL_FUNCTION(int, real_close, "close", int);

	if (is_played(file)) {
		played[file].open = false;
		open_now--;
	}
	return real_close(file);
}

#endif
