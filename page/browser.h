/*
 * What Linux has and a browser lacks, for the build of the library and the tools that a page carries: one thread, no
 * kernel to ask, no rights beyond the user's. Every file of that build begins with this header; the headers of the
 * system that wasi-libc has not are empty there.
 */
#ifndef PFM_BROWSER_H
#define PFM_BROWSER_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* No program has more rights than its user. */
#define secure_getenv getenv
#define getauxval(type) ((unsigned long)((type) != AT_SECURE))
enum { AT_SECURE = 23 };

/* One thread, and nothing forks. */
#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define pthread_atfork(prepare, parent, child) ((void)(prepare), (void)(parent), (void)(child))

/* No kernel: what would ask it is told that there is no such call. */
enum { PR_TASK_PERF_EVENTS_DISABLE = 31, PR_TASK_PERF_EVENTS_ENABLE, __NR_perf_event_open = 0 };
static inline long no_such_call(long number, ...)
{
	(void)number;
	errno = ENOSYS;
	return -1;
}
#define syscall no_such_call
#define prctl no_such_call
static inline int no_signal(pid_t pid, int number)
{
	return (int)no_such_call(pid, number);
}
#define kill no_signal

/* One CPU, which nothing may be put on. */
typedef unsigned char cpu_set_t;
#define CPU_SETSIZE 1
#define CPU_ZERO(set) ((void)(*(set) = 0))
#define CPU_SET(cpu, set) ((void)(cpu), (void)(*(set) = 1))
#define CPU_ISSET(cpu, set) ((void)(cpu), *(set) != 0)
#define CPU_COUNT(set) (*(set))
static inline int no_affinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	(void)set;
	return (int)no_such_call(pid, size);
}
#define sched_getaffinity(pid, size, set) no_affinity(pid, size, set)
#define sched_setaffinity(pid, size, set) no_affinity(pid, size, set)

#endif
