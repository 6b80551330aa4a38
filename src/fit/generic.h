/* perf's generic events as the kernel counts them. */
#ifndef PFM_FIT_GENERIC_H
#define PFM_FIT_GENERIC_H

#include "fit/fit.h"

/*
 * The PMU of this machine's cores that counts a generic event with this config, if the tables know what the kernel
 * makes of such events there; -1: they do not.
 */
int generic_core(uint64_t config);

/* A request for one becomes one for what it is on this machine's cores, if the tables know it; others stay. */
void fit_make_generic(struct fit_request *request);

#endif
