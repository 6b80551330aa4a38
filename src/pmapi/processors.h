/* The processors that PMAPI has numbers and names for, and the PMU of each in the main library. */
#ifndef PMAPI_PROCESSORS_H
#define PMAPI_PROCESSORS_H

#include <pmapi.h>
#include <perfmon/pfmkit.h>

struct processor {
	int index;                      /* PM_POWER4 and so on; PM_CURRENT: PMAPI has no number for it */
	pfm_pmu_t pmu;
	const char *name;
};

/* Finds the running one. PM_E_NOPMU: none that the library knows. */
int processor_current(struct processor *processor);

/* Finds the one of a number; PM_CURRENT is the running one. PM_E_INVAL: nothing is known of it. */
int processor_numbered(int index, struct processor *processor);

#endif
