/*
 * pmapi.h - IBM's Performance Monitoring API with event groups, on Linux
 *
 * Programs written for libpmapi of AIX recompile with it. pmapi(3) describes the whole; events are those of libpfm,
 * counting is perf_event_open(2). Every function that returns int returns 0, or one of the PM_E_ numbers.
 *
 * This is not the interface of the same name of Performance Co-Pilot, <pcp/pmapi.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PMAPI_H
#define PMAPI_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define MAX_COUNTERS	8	/* length of all arrays with an entry a counter */
#define COUNT_NOTHING	(-1)	/* as an event: the counter is not used */

/* ---- filters of pm_init() and pm_initialize(); to be or-ed together ---- */

#define PM_VERIFIED	1	/* events that are known to count right */
#define PM_UNVERIFIED	2	/* events that have not been checked */
#define PM_CAVEAT	4	/* events that count not quite what their name says */
#define PM_GET_GROUPS	8	/* the third argument is there, and wanted */

/* ---- bits of pm_mode_t.w ---- */

#define PM_PROCTREE	0x01
#define PM_COUNT	0x02
#define PM_USER		0x04
#define PM_KERNEL	0x08
#define PM_PROCESS	0x10

#define MIN_THRESH_VALUE	0
#define MAX_THRESH_VALUE	63

/* ---- processors ---- */

#define PM_CURRENT	(-1)	/* the running one */
#define PM_PowerPC604	0
#define PM_PowerPC604e	1
#define PM_RS64_II	2
#define PM_POWER3	3
#define PM_RS64_III	4
#define PM_POWER3_II	5
#define PM_POWER4	6
#define PM_MPC7450	7
#define PM_POWER4_II	8
#define PM_POWER5	9
#define PM_PowerPC970	10
#define PM_POWER5_II	11	/* POWER5+ */
#define PM_POWER6	12
#define PM_PowerPC970MP	13
#define PM_POWER7	15
#define PM_POWER8	16
#define PM_POWER9	17
#define PM_MAXPROCTYPE	PM_POWER9

/* ---- errors ---- */

enum {
	PM_E_NOTINIT = 1,	/* no pm_init() or pm_initialize() before */
	PM_E_INVAL = 2,
	PM_E_NOPMU = 3,		/* no performance monitor that is known */
	PM_E_PERM = 4,
	PM_E_NOMEM = 5,		/* no memory, or no file descriptors */
	PM_E_SYSTEM = 6,
	PM_E_UNSUPP = 7,
	PM_E_BUSY = 8,		/* somebody else counts; or system and threads at once */
	PM_E_PROCTYPE = 9,	/* initialised for another processor than the running one */
	PM_E_EVENT = 10,	/* the event cannot be counted there */
	PM_E_GROUP = 11,	/* no such event group */
	PM_E_NOGROUPS = 12,	/* the processor has no event groups */
	PM_E_EXISTS = 13,	/* a program is set already */
	PM_E_NOPROG = 14,	/* no program is set */
	PM_E_GROUPREQ = 15	/* the processor counts event groups only */
};

/* ---- counters, events and groups ---- */

typedef struct {
	int	event_id;	/* number in the list of its counter */
	char	status;		/* PM_VERIFIED, PM_UNVERIFIED or PM_CAVEAT */
	char	threshold;	/* 'y' takes a threshold, 'g' only in a group, 'G' both, 'n' neither */
	char	*short_name;
	char	*long_name;
	char	*description;
} pm_events_t;

/* Bit fields go from the most significant bit on big-endian machines, from the least significant on others. */
typedef struct {
	int	event_id;
	union {
		int	w;
		struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
			unsigned int	: 26;
			unsigned int	thresh : 1;
			unsigned int	g_only : 1;
			unsigned int	shared : 1;
			unsigned int	caveat : 1;
			unsigned int	unverified : 1;
			unsigned int	verified : 1;
#else
			unsigned int	verified : 1;
			unsigned int	unverified : 1;
			unsigned int	caveat : 1;
			unsigned int	shared : 1;	/* one signal for all threads of a core */
			unsigned int	g_only : 1;	/* only in a group */
			unsigned int	thresh : 1;	/* takes a threshold */
			unsigned int	: 26;
#endif
		} b;
	} status;
	char	*short_name;
	char	*long_name;
	char	*description;
} pm_events2_t;

typedef struct {
	int		maxpmcs;	/* number of counters */
	int		*maxevents;	/* how many events each counter has */
	pm_events_t	**list_events;	/* and which, in ascending order of event_id */
	int		thresholdmult;	/* 0: none */
	char		*proc_name;
	int		hthresholdmult;	/* 0: none */
} pm_info_t;

typedef struct {
	int		maxpmcs;
	int		*maxevents;
	pm_events2_t	**list_events;
	char		*proc_name;
	int		thresholdmult;
	int		hthresholdmult;
	union {
		int	w;
		struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
			unsigned int	: 30;
			unsigned int	runlatch : 1;
			unsigned int	hypervisor : 1;
#else
			unsigned int	hypervisor : 1;	/* the hypervisor can be counted, or not */
			unsigned int	runlatch : 1;	/* counting can depend on the run latch */
			unsigned int	: 30;
#endif
		} b;
	} proc_feature;
} pm_info2_t;

/* An event group: one event for each counter, chosen by one number. */
typedef struct {
	int	group_id;
	int	*events;	/* event_id for each counter, or COUNT_NOTHING */
	char	*short_name;
	char	*long_name;
	char	*description;
} pm_groups_t;

typedef struct {
	int		maxgroups;
	pm_groups_t	*event_groups;
} pm_groups_info_t;

/* ---- programs ---- */

typedef union {
	int	w;
	struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		unsigned int	threshold : 6;
		unsigned int	thresh_res : 1;
		unsigned int	runlatch : 1;
		unsigned int	hypervisor : 1;
		unsigned int	thresh_hres : 1;
		unsigned int	nointerrupt : 1;
		unsigned int	wpar_all : 1;
		unsigned int	no_inherit : 1;
		unsigned int	spare : 13;
		unsigned int	is_group : 1;
		unsigned int	process : 1;
		unsigned int	kernel : 1;
		unsigned int	user : 1;
		unsigned int	count : 1;
		unsigned int	proctree : 1;
#else
		unsigned int	proctree : 1;	/* pm_set_program(): the caller and its descendants only */
		unsigned int	count : 1;	/* start at once; in pm_get_program(): counting now */
		unsigned int	user : 1;
		unsigned int	kernel : 1;
		unsigned int	process : 1;	/* pm_set_program_mygroup(): all threads of the process */
		unsigned int	is_group : 1;	/* events[0] is a group_id, the rest is not looked at */
		unsigned int	spare : 13;	/* 0 */
		unsigned int	no_inherit : 1;	/* not for threads and processes made later */
		unsigned int	wpar_all : 1;	/* has no effect */
		unsigned int	nointerrupt : 1; /* has no effect */
		unsigned int	thresh_hres : 1; /* has no effect */
		unsigned int	hypervisor : 1;
		unsigned int	runlatch : 1;	/* has no effect */
		unsigned int	thresh_res : 1;	/* has no effect */
		unsigned int	threshold : 6;	/* 0: perf_event has nothing of the kind */
#endif
	} b;
} pm_mode_t;

typedef struct {
	pm_mode_t	mode;
	int		events[MAX_COUNTERS];	/* event_id for each counter, or COUNT_NOTHING */
	long		reserved;
} pm_prog_t;

typedef struct {
	int	members;	/* threads known to have counted; 0 except for a counting group */
	union {
		int	w;
		struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
			unsigned int	: 30;
			unsigned int	consistent : 1;
			unsigned int	process : 1;
#else
			unsigned int	process : 1;	/* it is all of a process */
			unsigned int	consistent : 1;	/* all members have counted for the same time */
			unsigned int	: 30;
#endif
		} b;
	} flags;
} pm_groupinfo_t;

typedef struct {
	pm_groupinfo_t	ginfo;
	long long	accu[MAX_COUNTERS];	/* counts since the program was set, or since the last reset */
} pm_data_t;

/* Identifiers in the calls for other threads; AIX has these types in its system headers. */
typedef int	tid_t;
typedef unsigned int	ptid_t;

/* ---- initialisation ---- */

/* Initialises for the running processor, or for proctype. pm_groups_info is used only with PM_GET_GROUPS in filter. */
extern int pm_init(int filter, pm_info_t *pm_info, pm_groups_info_t *pm_groups_info);
extern int pm_initialize(int filter, pm_info2_t *pm_info, pm_groups_info_t *pm_groups_info, int proctype);

/* Returns the frequency of the processor in Hz, 0.0 if unknown. */
extern double pm_cycles(void);

/* Returns the processor's number, PM_POWER4 and so on; PM_CURRENT for a processor that has none. */
extern int pm_get_procindex(void);

/* Writes "where: message" and a newline to standard error. */
extern void pm_error(char *where, int error);

/* Returns "where: message", valid until the thread's next call. */
extern char *pm_strerror(char *where, int error);

/* ---- the system, or, with proctree, the calling process and its descendants ---- */

extern int pm_set_program(pm_prog_t *prog);
extern int pm_get_program(pm_prog_t *prog);
extern int pm_delete_program(void);
extern int pm_start(void);
extern int pm_stop(void);
extern int pm_get_data(pm_data_t *data);
extern int pm_reset_data(void);

/* ---- the calling thread ---- */

extern int pm_set_program_mythread(pm_prog_t *prog);
extern int pm_get_program_mythread(pm_prog_t *prog);
extern int pm_delete_program_mythread(void);
extern int pm_start_mythread(void);
extern int pm_stop_mythread(void);
extern int pm_get_data_mythread(pm_data_t *data);
extern int pm_reset_data_mythread(void);

/* ---- the calling thread's counting group ---- */

extern int pm_set_program_mygroup(pm_prog_t *prog);
extern int pm_get_program_mygroup(pm_prog_t *prog);
extern int pm_delete_program_mygroup(void);
extern int pm_start_mygroup(void);
extern int pm_stop_mygroup(void);
extern int pm_get_data_mygroup(pm_data_t *data);
extern int pm_reset_data_mygroup(void);

/* ---- other threads and their groups: for debuggers on AIX, PM_E_UNSUPP here ---- */

extern int pm_set_program_thread(pid_t pid, tid_t tid, pm_prog_t *prog);
extern int pm_get_program_thread(pid_t pid, tid_t tid, pm_prog_t *prog);
extern int pm_delete_program_thread(pid_t pid, tid_t tid);
extern int pm_start_thread(pid_t pid, tid_t tid);
extern int pm_stop_thread(pid_t pid, tid_t tid);
extern int pm_get_data_thread(pid_t pid, tid_t tid, pm_data_t *data);
extern int pm_reset_data_thread(pid_t pid, tid_t tid);

extern int pm_set_program_group(pid_t pid, tid_t tid, pm_prog_t *prog);
extern int pm_get_program_group(pid_t pid, tid_t tid, pm_prog_t *prog);
extern int pm_delete_program_group(pid_t pid, tid_t tid);
extern int pm_start_group(pid_t pid, tid_t tid);
extern int pm_stop_group(pid_t pid, tid_t tid);
extern int pm_get_data_group(pid_t pid, tid_t tid, pm_data_t *data);
extern int pm_reset_data_group(pid_t pid, tid_t tid);

extern int pm_set_program_pthread(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog);
extern int pm_get_program_pthread(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog);
extern int pm_delete_program_pthread(pid_t pid, tid_t tid, ptid_t ptid);
extern int pm_start_pthread(pid_t pid, tid_t tid, ptid_t ptid);
extern int pm_stop_pthread(pid_t pid, tid_t tid, ptid_t ptid);
extern int pm_get_data_pthread(pid_t pid, tid_t tid, ptid_t ptid, pm_data_t *data);
extern int pm_reset_data_pthread(pid_t pid, tid_t tid, ptid_t ptid);

extern int pm_set_program_pgroup(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog);
extern int pm_get_program_pgroup(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog);
extern int pm_delete_program_pgroup(pid_t pid, tid_t tid, ptid_t ptid);
extern int pm_start_pgroup(pid_t pid, tid_t tid, ptid_t ptid);
extern int pm_stop_pgroup(pid_t pid, tid_t tid, ptid_t ptid);
extern int pm_get_data_pgroup(pid_t pid, tid_t tid, ptid_t ptid, pm_data_t *data);
extern int pm_reset_data_pgroup(pid_t pid, tid_t tid, ptid_t ptid);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PMAPI_H */
