/*
 * Contexts: a program with its state and counts. A thread may have one of its own, and one for the counting group that
 * it leads; a process may have one for all its threads; the system may have one.
 */
#ifndef PMAPI_CONTEXT_H
#define PMAPI_CONTEXT_H

#include "counting.h"

enum level { LEVEL_THREAD, LEVEL_GROUP, LEVEL_SYSTEM };

/* Do and return what the public functions of the level do. */
int context_initialize(int filter, int proctype, struct view **view);
int context_set(enum level level, const pm_prog_t *program);
int context_get(enum level level, pm_prog_t *program);
int context_delete(enum level level);
int context_start(enum level level);
int context_stop(enum level level);
int context_read(enum level level, pm_data_t *data);
int context_reset(enum level level);

#endif
