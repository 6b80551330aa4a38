/* Access to internals for the project's own tools: not part of the public interface, and different in every release. */
#ifndef PFM_PRIVATE_H
#define PFM_PRIVATE_H

#include <perfmon/pfmkit.h>

#include "catalog/event_ref.h"

/*
 * Finds the rows of event idx, an identifier as pfm_find_event() returns it: how it is encoded, and on which CPUs. They
 * are the library's until pfm_terminate(). release: PFMKIT_VERSION of the caller, since rows change. Returns
 * PFM_SUCCESS; PFM_ERR_NOINIT; PFM_ERR_NOTSUPP for another release; PFM_ERR_INVAL for an identifier of no event;
 * PFM_ERR_NOMEM.
 */
__attribute__((visibility("default")))
extern pfm_err_t pfm_private_event(int idx, const char *release, struct event_ref *ref);

/*
 * Lists of events by number have the kernel's tracepoints from the next pfm_initialize() on, as with
 * LIBPFM_TRACEPOINTS=1. PFM_ERR_NOTSUPP for another release, or after pfm_initialize().
 */
__attribute__((visibility("default")))
extern pfm_err_t pfm_private_list_tracepoints(const char *release);

/*
 * Checks whether pfm_set_machine() would take a name for a CPU, while the library is open: PFM_SUCCESS; PFM_ERR_INVAL:
 * it would not; PFM_ERR_NOINIT; PFM_ERR_NOTSUPP for another release.
 */
__attribute__((visibility("default")))
extern pfm_err_t pfm_private_is_cpu(const char *name, const char *release);

/*
 * Finds the PMU of an Arm core, present on this machine, by two parts of its MIDR. PFM_SUCCESS; PFM_ERR_NOTFOUND: none
 * is for that core alone; PFM_ERR_NOINIT; PFM_ERR_NOTSUPP for another release.
 */
__attribute__((visibility("default")))
extern pfm_err_t pfm_private_arm_core(unsigned int implementer, unsigned int part, const char *release,
	pfm_pmu_t *pmu);

/*
 * Checks whether the PMU of event idx is one that this machine's CPU has, or that any may have, whether or not its
 * device is there: PFM_SUCCESS; PFM_ERR_NOTFOUND: it is another CPU's; else as pfm_private_event().
 */
__attribute__((visibility("default")))
extern pfm_err_t pfm_private_is_on_cpu(int idx, const char *release);

#endif
