/* evt2raw --as asprof and --as papi: an event as these programs read it. */
#ifndef PFM_TOOL_RAW_PROGRAMS_H
#define PFM_TOOL_RAW_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmon/perf_event.h>

/*
 * What asprof -e takes, or, for_agent, event= of its agent's string, in which commas part options. device: NULL for the
 * core PMU. False: it cannot be said, which has been said.
 */
bool write_for_asprof(const char *operand, const struct perf_event_attr *attr, const char *device, bool for_agent,
	char *text, size_t size);

/* PAPI's native name: the full event string without the modifiers that are as they are anyway. False: as above. */
bool write_for_papi(const char *operand, const char *string, char *text, size_t size);

#endif
