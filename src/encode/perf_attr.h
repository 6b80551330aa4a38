/* Register words and perf_event's modifiers turned into struct perf_event_attr. */
#ifndef PFM_PERF_ATTR_H
#define PFM_PERF_ATTR_H

#include <perfmon/pfmlib_perf_event.h>

#include "encode/describe.h"

/*
 * Where the attr will be used. If this machine's kernel does not know the PMU: PERF_HERE is an error, PERF_ANYWHERE
 * gives type UINT32_MAX. Modifiers that exclude what the PMU of an Arm core always counts: PERF_HERE ignores them, as
 * libpfm4 does; PERF_ANYWHERE refuses them.
 */
enum perf_where { PERF_HERE, PERF_ANYWHERE };

/*
 * Fills in what the selection determines in *attr; other fields keep their values. *cpu: value of the cpu modifier or
 * -1. If text is not NULL and *printed becomes true, it holds the event part of the fully qualified string. Returns a
 * PFM_ code; on error *attr may have changed.
 */
pfm_err_t perf_attr_fill(struct selection *selection, const struct encoding *encoding, int plm, pfm_os_t os,
	enum perf_where where, struct perf_event_attr *attr, int *cpu, struct text *text, bool *printed);

/* Writes the config words of an encoded event alone. Bit n of the result: word n is used at all. */
uint8_t perf_config(const struct event_ref *ref, const struct encoding *encoding, uint64_t config[3]);

/*
 * Applies perf_event's modifiers of a selection, plm and the levels that a PMU tells apart to *attr, and to *cpu.
 * no_modifiers: they are refused. Used by perf_attr_fill().
 */
pfm_err_t perf_attr_modify(const struct selection *selection, bool no_modifiers, unsigned int known, int plm,
			   struct perf_event_attr *attr, int *cpu);

/*
 * Names what a selection's modifiers, or else plm, leave out although an Arm core's PMU always counts it ("the
 * kernel"); NULL: nothing. plm 0: leaves out nothing.
 */
const char *perf_attr_counted_anyway(const struct selection *selection, int plm);

/* Returns the PMU that counts an event: of the kernel's generic and raw ones the core's; -1: none of the tables'. */
int pmu_of_counters(const struct event_ref *ref);

/* Does the same for levels to be counted, and for guests (PFM_PLM3) and the host (PFM_PLM0). */
const char *pmu_counted_anyway(int pmu, unsigned int plm, unsigned int guest_host);

/* Adds ":name=value" for each of the modifiers offered, bit n for number n. */
void perf_attr_describe(unsigned int offered, const struct perf_event_attr *attr, struct text *text);

#endif
