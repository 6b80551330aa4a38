/* Lists the threads of a process. Independent of the library. */
#ifndef PFM_THREADS_H
#define PFM_THREADS_H

#include <sys/types.h>

/*
 * Lists threads until two listings agree. How many there are, in *threads, which is the caller's to free; -1: the
 * process cannot be listed, for which errno is the reason, ENOENT if there is none.
 */
int list_all_threads(pid_t pid, pid_t **threads);

#endif
