/* Explains in words why the kernel does not count an event. */
#ifndef PFM_REFUSAL_H
#define PFM_REFUSAL_H

#include <stdbool.h>

#include "counting/count.h"
#include "counting/refused.h"

/* Says why the kernel refused, and what to do about it, on stderr. */
void explain_refusal(const char *event, const struct perf_event_attr *attr, const char *device,
	const struct counting *counting, int error);

#endif
