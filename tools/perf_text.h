/* struct perf_event_attr written as perf(1) wants to read it. */
#ifndef PFM_PERF_TEXT_H
#define PFM_PERF_TEXT_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>

/* What there is to say of an event. */
struct perf_words {
	const struct perf_event_attr *attr;
	const char *device;     /* where the event lives (pfm_pmu_details_t.device); NULL: the core PMU, or nowhere */
	const char *event;      /* its fully qualified string, or as perf has it; for tracepoints */
	const char *name;       /* for perf to print in front of the count, where it has no name of its own; or NULL */
	const char *label;      /* the same, wherever perf can do it; or NULL */
	unsigned int flags;     /* PFM_PERF_* */
	bool is_arm;            /* the core PMU is, of which each kind has another device, and none is called cpu */
	bool perfs;             /* of perf's language: guests are counted or not just as attr says */
};

/*
 * An event for "perf stat -e": rNNN if that says it all, a name of perf's for the kernel's own events, else
 * device/config=0x..,config1=0x../modifiers. False: perf has no way to say it.
 */
bool perf_text(const struct perf_words *words, char *text, size_t size);

/*
 * Adds to "device/field=../modifiers" of the library, for the same attr and label, what that has no words for. False:
 * there is no room.
 */
bool perf_text_complete(const struct perf_words *words, char *text, size_t size);

#endif
