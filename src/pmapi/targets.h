/* The targets that a program counts at each level. */
#ifndef PMAPI_TARGETS_H
#define PMAPI_TARGETS_H

#include "counting.h"

/*
 * Each allocates *targets, to be freed; returns their number, 1 or more, or minus a PM_E_ number, with *targets NULL.
 */
int targets_thread(struct target **targets);    /* the calling thread */
int targets_process(struct target **targets);   /* all threads of the process */
int targets_system(struct target **targets);    /* all processors that are online */

#endif
