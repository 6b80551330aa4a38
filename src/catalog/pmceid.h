/* Finds which of the architectural events an Arm core has. */
#ifndef PFM_PMCEID_H
#define PFM_PMCEID_H

#include "catalog/event_ref.h"

/*
 * Checks whether the core has an event of a PMU_ARM_PMCEID PMU: PFM_SUCCESS, also if it is not known; PFM_ERR_NOTSUPP;
 * PFM_ERR_NOMEM, if the kernel's files could not be read for want of memory or file descriptors.
 */
pfm_err_t pmceid_has_event(const struct event_ref *ref);

/* Forgets, at closing, the device that was found. */
void pmceid_close(void);

#endif
