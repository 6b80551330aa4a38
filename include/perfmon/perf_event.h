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
 * most machines. Programs that SWIG wrote are compiled with SWIG defined: they want names for the unions of the
 * attribute structure, which the kernel's own has none for.
 */
#include <linux/types.h>
#define __u64 uint64_t
#define __s64 int64_t
#if defined(SWIG) && !defined(_LINUX_PERF_EVENT_H) && !defined(_UAPI_LINUX_PERF_EVENT_H)
#define perf_event_attr __kernel_perf_event_attr
#include <linux/perf_event.h>
#undef perf_event_attr
#else
#include <linux/perf_event.h>
#endif
#undef __u64
#undef __s64

#ifdef __cplusplus
extern "C" {
#endif

#ifdef SWIG
/* The kernel's layout, with the names that libpfm4 gives its unions. */
typedef struct perf_event_attr {
	uint32_t type;
	uint32_t size;
	uint64_t config;
	union {
		uint64_t sample_period;
		uint64_t sample_freq;
	} sample;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t disabled : 1, inherit : 1, pinned : 1, exclusive : 1, exclude_user : 1, exclude_kernel : 1,
		exclude_hv : 1, exclude_idle : 1, mmap : 1, comm : 1, freq : 1, inherit_stat : 1, enable_on_exec : 1,
		task : 1, watermark : 1, precise_ip : 2, mmap_data : 1, sample_id_all : 1, exclude_host : 1,
		exclude_guest : 1, exclude_callchain_kernel : 1, exclude_callchain_user : 1, mmap2 : 1, comm_exec : 1,
		use_clockid : 1, context_switch : 1, write_backward : 1, namespaces : 1, ksymbol : 1, bpf_event : 1,
		aux_output : 1, cgroup : 1, text_poke : 1, build_id : 1, inherit_thread : 1, remove_on_exec : 1,
		sigtrap : 1, __reserved_1 : 26;
	union {
		uint32_t wakeup_events;
		uint32_t wakeup_watermark;
	} wakeup;
	uint32_t bp_type;
	union {
		uint64_t bp_addr;
		uint64_t config1;
	} bpa;
	union {
		uint64_t bp_len;
		uint64_t config2;
	} bpb;
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack;
	uint16_t __reserved_2;
	uint32_t aux_sample_size;
	uint32_t __reserved_3;
	uint64_t sig_data;
} perf_event_attr_t;
#else
typedef struct perf_event_attr perf_event_attr_t;
#endif

#if defined(SWIG) && !defined(__GNUC__)
/*
 * For SWIG itself, which does not read the kernel's header: names of constants, whose values are those of the header
 * that the program is compiled with, and the members of structures.
 */
enum {
	PERF_ATTR_SIZE_VER0, PERF_ATTR_SIZE_VER1, PERF_ATTR_SIZE_VER2, PERF_ATTR_SIZE_VER3, PERF_ATTR_SIZE_VER4,
	PERF_ATTR_SIZE_VER5, PERF_ATTR_SIZE_VER6, PERF_ATTR_SIZE_VER7, PERF_AUX_FLAG_COLLISION,
	PERF_AUX_FLAG_CORESIGHT_FORMAT_CORESIGHT, PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW, PERF_AUX_FLAG_OVERWRITE,
	PERF_AUX_FLAG_PARTIAL, PERF_AUX_FLAG_PMU_FORMAT_TYPE_MASK, PERF_AUX_FLAG_TRUNCATED, PERF_BPF_EVENT_MAX,
	PERF_BPF_EVENT_PROG_LOAD, PERF_BPF_EVENT_PROG_UNLOAD, PERF_BPF_EVENT_UNKNOWN, PERF_CONTEXT_GUEST,
	PERF_CONTEXT_GUEST_KERNEL, PERF_CONTEXT_GUEST_USER, PERF_CONTEXT_HV, PERF_CONTEXT_KERNEL, PERF_CONTEXT_MAX,
	PERF_CONTEXT_USER, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES, PERF_COUNT_HW_BUS_CYCLES,
	PERF_COUNT_HW_CACHE_BPU, PERF_COUNT_HW_CACHE_DTLB, PERF_COUNT_HW_CACHE_ITLB, PERF_COUNT_HW_CACHE_L1D,
	PERF_COUNT_HW_CACHE_L1I, PERF_COUNT_HW_CACHE_LL, PERF_COUNT_HW_CACHE_MAX, PERF_COUNT_HW_CACHE_MISSES,
	PERF_COUNT_HW_CACHE_NODE, PERF_COUNT_HW_CACHE_OP_MAX, PERF_COUNT_HW_CACHE_OP_PREFETCH,
	PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_REFERENCES,
	PERF_COUNT_HW_CACHE_RESULT_ACCESS, PERF_COUNT_HW_CACHE_RESULT_MAX, PERF_COUNT_HW_CACHE_RESULT_MISS,
	PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_MAX, PERF_COUNT_HW_REF_CPU_CYCLES,
	PERF_COUNT_HW_STALLED_CYCLES_BACKEND, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, PERF_COUNT_SW_ALIGNMENT_FAULTS,
	PERF_COUNT_SW_BPF_OUTPUT, PERF_COUNT_SW_CGROUP_SWITCHES, PERF_COUNT_SW_CONTEXT_SWITCHES,
	PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_CPU_MIGRATIONS, PERF_COUNT_SW_DUMMY, PERF_COUNT_SW_EMULATION_FAULTS,
	PERF_COUNT_SW_MAX, PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_PAGE_FAULTS_MAJ, PERF_COUNT_SW_PAGE_FAULTS_MIN,
	PERF_COUNT_SW_TASK_CLOCK, PERF_FLAG_FD_CLOEXEC, PERF_FLAG_FD_NO_GROUP, PERF_FLAG_FD_OUTPUT,
	PERF_FLAG_PID_CGROUP, PERF_FORMAT_GROUP, PERF_FORMAT_ID, PERF_FORMAT_MAX, PERF_FORMAT_TOTAL_TIME_ENABLED,
	PERF_FORMAT_TOTAL_TIME_RUNNING, PERF_IOC_FLAG_GROUP, PERF_MAX_CONTEXTS_PER_STACK, PERF_MAX_STACK_DEPTH,
	PERF_MEM_BLK_ADDR, PERF_MEM_BLK_DATA, PERF_MEM_BLK_NA, PERF_MEM_BLK_SHIFT, PERF_MEM_HOPS_0, PERF_MEM_HOPS_1,
	PERF_MEM_HOPS_2, PERF_MEM_HOPS_3, PERF_MEM_HOPS_SHIFT, PERF_MEM_LOCK_LOCKED, PERF_MEM_LOCK_NA,
	PERF_MEM_LOCK_SHIFT, PERF_MEM_LVL_HIT, PERF_MEM_LVL_IO, PERF_MEM_LVL_L1, PERF_MEM_LVL_L2, PERF_MEM_LVL_L3,
	PERF_MEM_LVL_LFB, PERF_MEM_LVL_LOC_RAM, PERF_MEM_LVL_MISS, PERF_MEM_LVL_NA, PERF_MEM_LVL_REM_CCE1,
	PERF_MEM_LVL_REM_CCE2, PERF_MEM_LVL_REM_RAM1, PERF_MEM_LVL_REM_RAM2, PERF_MEM_LVL_SHIFT, PERF_MEM_LVL_UNC,
	PERF_MEM_OP_EXEC, PERF_MEM_OP_LOAD, PERF_MEM_OP_NA, PERF_MEM_OP_PFETCH, PERF_MEM_OP_SHIFT,
	PERF_MEM_OP_STORE, PERF_MEM_REMOTE_REMOTE, PERF_MEM_REMOTE_SHIFT, PERF_MEM_SNOOPX_FWD,
	PERF_MEM_SNOOPX_SHIFT, PERF_MEM_SNOOP_HIT, PERF_MEM_SNOOP_HITM, PERF_MEM_SNOOP_MISS, PERF_MEM_SNOOP_NA,
	PERF_MEM_SNOOP_NONE, PERF_MEM_SNOOP_SHIFT, PERF_MEM_TLB_HIT, PERF_MEM_TLB_L1, PERF_MEM_TLB_L2,
	PERF_MEM_TLB_MISS, PERF_MEM_TLB_NA, PERF_MEM_TLB_OS, PERF_MEM_TLB_SHIFT, PERF_MEM_TLB_WK, PERF_RECORD_AUX,
	PERF_RECORD_AUX_OUTPUT_HW_ID, PERF_RECORD_BPF_EVENT, PERF_RECORD_CGROUP, PERF_RECORD_COMM, PERF_RECORD_EXIT,
	PERF_RECORD_FORK, PERF_RECORD_ITRACE_START, PERF_RECORD_KSYMBOL, PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER,
	PERF_RECORD_KSYMBOL_TYPE_BPF, PERF_RECORD_KSYMBOL_TYPE_MAX, PERF_RECORD_KSYMBOL_TYPE_OOL,
	PERF_RECORD_KSYMBOL_TYPE_UNKNOWN, PERF_RECORD_LOST, PERF_RECORD_LOST_SAMPLES, PERF_RECORD_MAX,
	PERF_RECORD_MISC_COMM_EXEC, PERF_RECORD_MISC_EXACT_IP, PERF_RECORD_MISC_EXT_RESERVED,
	PERF_RECORD_MISC_GUEST_KERNEL, PERF_RECORD_MISC_GUEST_USER, PERF_RECORD_MISC_MMAP_DATA,
	PERF_RECORD_MISC_PROC_MAP_PARSE_TIMEOUT, PERF_RECORD_MMAP, PERF_RECORD_MMAP2, PERF_RECORD_NAMESPACES,
	PERF_RECORD_READ, PERF_RECORD_SAMPLE, PERF_RECORD_SWITCH, PERF_RECORD_SWITCH_CPU_WIDE,
	PERF_RECORD_TEXT_POKE, PERF_RECORD_THROTTLE, PERF_RECORD_UNTHROTTLE, PERF_SAMPLE_ADDR, PERF_SAMPLE_AUX,
	PERF_SAMPLE_BRANCH_ABORT_TX, PERF_SAMPLE_BRANCH_ABORT_TX_SHIFT, PERF_SAMPLE_BRANCH_ANY,
	PERF_SAMPLE_BRANCH_ANY_CALL, PERF_SAMPLE_BRANCH_ANY_CALL_SHIFT, PERF_SAMPLE_BRANCH_ANY_RETURN,
	PERF_SAMPLE_BRANCH_ANY_RETURN_SHIFT, PERF_SAMPLE_BRANCH_ANY_SHIFT, PERF_SAMPLE_BRANCH_CALL,
	PERF_SAMPLE_BRANCH_CALL_SHIFT, PERF_SAMPLE_BRANCH_CALL_STACK, PERF_SAMPLE_BRANCH_CALL_STACK_SHIFT,
	PERF_SAMPLE_BRANCH_COND, PERF_SAMPLE_BRANCH_COND_SHIFT, PERF_SAMPLE_BRANCH_HV, PERF_SAMPLE_BRANCH_HV_SHIFT,
	PERF_SAMPLE_BRANCH_HW_INDEX, PERF_SAMPLE_BRANCH_HW_INDEX_SHIFT, PERF_SAMPLE_BRANCH_IND_CALL,
	PERF_SAMPLE_BRANCH_IND_CALL_SHIFT, PERF_SAMPLE_BRANCH_IND_JUMP, PERF_SAMPLE_BRANCH_IND_JUMP_SHIFT,
	PERF_SAMPLE_BRANCH_IN_TX, PERF_SAMPLE_BRANCH_IN_TX_SHIFT, PERF_SAMPLE_BRANCH_KERNEL,
	PERF_SAMPLE_BRANCH_KERNEL_SHIFT, PERF_SAMPLE_BRANCH_MAX, PERF_SAMPLE_BRANCH_MAX_SHIFT,
	PERF_SAMPLE_BRANCH_NO_CYCLES, PERF_SAMPLE_BRANCH_NO_CYCLES_SHIFT, PERF_SAMPLE_BRANCH_NO_FLAGS,
	PERF_SAMPLE_BRANCH_NO_FLAGS_SHIFT, PERF_SAMPLE_BRANCH_NO_TX, PERF_SAMPLE_BRANCH_NO_TX_SHIFT,
	PERF_SAMPLE_BRANCH_STACK, PERF_SAMPLE_BRANCH_TYPE_SAVE, PERF_SAMPLE_BRANCH_TYPE_SAVE_SHIFT,
	PERF_SAMPLE_BRANCH_USER, PERF_SAMPLE_BRANCH_USER_SHIFT, PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_CGROUP,
	PERF_SAMPLE_CODE_PAGE_SIZE, PERF_SAMPLE_CPU, PERF_SAMPLE_DATA_PAGE_SIZE, PERF_SAMPLE_DATA_SRC,
	PERF_SAMPLE_ID, PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP, PERF_SAMPLE_MAX, PERF_SAMPLE_PERIOD,
	PERF_SAMPLE_PHYS_ADDR, PERF_SAMPLE_RAW, PERF_SAMPLE_READ, PERF_SAMPLE_REGS_ABI_32, PERF_SAMPLE_REGS_ABI_64,
	PERF_SAMPLE_REGS_ABI_NONE, PERF_SAMPLE_REGS_INTR, PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER,
	PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_TID, PERF_SAMPLE_TIME, PERF_SAMPLE_TRANSACTION, PERF_SAMPLE_WEIGHT,
	PERF_SAMPLE_WEIGHT_STRUCT, PERF_TXN_ABORT_MASK, PERF_TXN_ABORT_SHIFT, PERF_TXN_ASYNC,
	PERF_TXN_CAPACITY_READ, PERF_TXN_CAPACITY_WRITE, PERF_TXN_CONFLICT, PERF_TXN_ELISION, PERF_TXN_MAX,
	PERF_TXN_RETRY, PERF_TXN_SYNC, PERF_TXN_TRANSACTION, PERF_TYPE_BREAKPOINT, PERF_TYPE_HARDWARE,
	PERF_TYPE_HW_CACHE, PERF_TYPE_MAX, PERF_TYPE_RAW, PERF_TYPE_SOFTWARE, PERF_TYPE_TRACEPOINT,
	/* of these SWIG cannot follow the macros below */
	PERF_EVENT_MISC_CPUMODE_MASK, PERF_EVENT_MISC_CPUMODE_UNKNOWN, PERF_EVENT_MISC_HYPERVISOR,
	PERF_EVENT_MISC_KERNEL, PERF_EVENT_MISC_USER, PERF_RECORD_MISC_EXACT
};

struct perf_branch_entry {
	uint64_t from, to, mispred, predicted, in_tx, abort, cycles, type, reserved;
};

struct perf_event_header {
	uint32_t type;
	uint16_t misc, size;
};

struct perf_event_mmap_page {
	uint32_t version, compat_version, lock, index;
	int64_t offset;
	uint64_t time_enabled, time_running, capabilities;
	uint16_t pmc_width, time_shift;
	uint32_t time_mult;
	uint64_t time_offset, time_zero;
	uint32_t size;
	uint64_t time_cycles, time_mask, data_head, data_tail, data_offset, data_size, aux_head, aux_tail, aux_offset,
		aux_size;
};

struct perf_event_query_bpf {
	uint32_t ids_len, prog_cnt, ids[0];
};

union perf_mem_data_src {
	uint64_t val, mem_op, mem_lvl, mem_snoop, mem_lock, mem_dtlb, mem_lvl_num, mem_remote, mem_snoopx, mem_blk,
		mem_hops, mem_rsvd;
};
#endif

/* What a sample with PERF_SAMPLE_BRANCH_* has; the kernel's headers have the entries alone. */
struct perf_branch_stack {
	uint64_t nr;
	struct perf_branch_entry entries[];
};

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
 * Calls perf_event_open(2). attr: what to count; pid: 0 self, -1 all; cpu: -1 any; group_fd: leader, or -1; flags:
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
