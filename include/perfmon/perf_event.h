/*
 * perf_event.h - the kernel's perf_event interface, and what a program needs to call it
 *
 * The definitions are the kernel's own (<linux/perf_event.h>). Added: a name for the attribute structure, the
 * system call, and constants that programs written for libpfm4 expect.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef __PERFMON_PERF_EVENT_H__
#define __PERFMON_PERF_EVENT_H__

#include <sys/types.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/perf_event.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perf_event_attr perf_event_attr_t;

#if !defined(__cplusplus) && !defined(__USE_MISC)
extern long syscall(long number, ...); /* strict C hides it */
#endif

/* prctl(2): stop and start all events of the calling process */
#ifndef PR_TASK_PERF_EVENTS_DISABLE
#define PR_TASK_PERF_EVENTS_DISABLE	31
#define PR_TASK_PERF_EVENTS_ENABLE	32
#endif

/* Names that libpfm4 has for constants of the kernel. */
#define PERF_EVENT_MISC_CPUMODE_MASK	PERF_RECORD_MISC_CPUMODE_MASK
#define PERF_EVENT_MISC_CPUMODE_UNKNOWN	PERF_RECORD_MISC_CPUMODE_UNKNOWN
#define PERF_EVENT_MISC_KERNEL		PERF_RECORD_MISC_KERNEL
#define PERF_EVENT_MISC_USER		PERF_RECORD_MISC_USER
#define PERF_EVENT_MISC_HYPERVISOR	PERF_RECORD_MISC_HYPERVISOR
#define PERF_RECORD_MISC_EXACT		PERF_RECORD_MISC_EXACT_IP

/*
 * perf_event_open(2). attr: what to count; pid: 0 self, -1 all; cpu: -1 any; group_fd: leader, or -1; flags:
 * PERF_FLAG_*. Returns a file descriptor, or -1 with errno set.
 */
static inline int perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags)
{
	return (int)syscall(__NR_perf_event_open, attr, pid, cpu, group_fd, flags);
}

#ifdef __cplusplus
}
#endif

#endif /* __PERFMON_PERF_EVENT_H__ */
