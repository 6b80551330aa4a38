/* perf's generic events as the kernel counts them. */
#ifndef PFM_FIT_GENERIC_H
#define PFM_FIT_GENERIC_H

#include "fit/fit.h"

/*
 * Returns the PMU of this machine's cores that counts a generic event with this config, if the tables know what the
 * kernel counts for it there; -1: they do not.
 */
int generic_core(uint64_t config);

/* Replaces a generic event in a request by the event of this machine's cores, if the tables know it; others stay. */
void fit_make_generic(struct fit_request *request);

#endif
