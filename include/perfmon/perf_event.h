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

#include <inttypes.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/*
 * As in libpfm4, numbers of 64 bits are uint64_t, which PRIu64 prints; the kernel's own type is unsigned long long on
 * most machines.
 */
#include <linux/types.h>
#define __u64 uint64_t
#define __s64 int64_t
#include <linux/perf_event.h>
#undef __u64
#undef __s64

#ifdef __cplusplus
extern "C" {
#endif

#if defined(SWIG) && !defined(__GNUC__)
/* For SWIG itself, which does not read the kernel's header: the members that programs set. */
typedef struct perf_event_attr {
	uint32_t type, size;
	uint64_t config, sample_period, sample_freq, sample_type, read_format;
	uint64_t disabled, inherit, pinned, exclusive, exclude_user, exclude_kernel, exclude_hv, exclude_idle, mmap,
		comm, freq, inherit_stat, enable_on_exec, task, watermark, precise_ip, mmap_data, sample_id_all,
		exclude_host, exclude_guest;
	uint32_t wakeup_events, wakeup_watermark, bp_type;
	uint64_t bp_addr, config1, bp_len, config2, branch_sample_type, sample_regs_user;
	uint32_t sample_stack_user;
} perf_event_attr_t;
#else
typedef struct perf_event_attr perf_event_attr_t;

/* What a sample with PERF_SAMPLE_BRANCH_* has; the kernel's headers have the entries alone. */
struct perf_branch_stack {
	uint64_t nr;
	struct perf_branch_entry entries[];
};
#endif

#define cap_usr_rdpmc		cap_user_rdpmc	/* in struct perf_event_mmap_page; libpfm4 has the older name */

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
