/* struct perf_event_attr written as perf(1) wants to read it. */
#ifndef PFM_PERF_TEXT_H
#define PFM_PERF_TEXT_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>

/*
 * An event for "perf stat -e": rNNN if that says it all, a name of perf's for the kernel's own events, else
 * device/config=0x..,config1=0x../modifiers. device: where the event lives (pfm_pmu_details_t.device), NULL for the
 * core PMU. event: its fully qualified string, for tracepoints. name: what perf shall print in front of the count,
 * where it has no name of its own; NULL: what it likes. False: perf has no way to say it.
 */
bool perf_text(const struct perf_event_attr *attr, const char *device, const char *event, const char *name, char *text,
	size_t size);

#endif
