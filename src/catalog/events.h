/* The events of PMUs: by index and by name; identifiers. */
#ifndef PFM_EVENTS_H
#define PFM_EVENTS_H

#include "catalog/event_ref.h"

/*
 * An identifier: PMU and index. PMUs beyond libpfm4 share what PMUs 896 to 1023, which there will not be, would have.
 */
enum { IDENTIFIER_BITS = 21, NEW_IDENTIFIER_BITS = 14, FIRST_NEW_IDENTIFIER = 896 << IDENTIFIER_BITS };

/* Event number index of a PMU; false if out of range or another model's, or there is no memory (a shortage: host.h). */
bool pmu_event(int pmu, int index, struct event_ref *ref);

/* The first valid event from index on, its number and *ref; -1 at the end, or without memory. */
int pmu_next_event(int pmu, int index, struct event_ref *ref);

/*
 * The same for lists by number, which have no tracepoints unless somebody asked for them (kernel_events.h); behind a
 * tracepoint the next one. pmu_event_count() counts what they have.
 */
int pmu_next_listed(int pmu, int index, struct event_ref *ref);
int pmu_event_count(int pmu);

/*
 * The event called name of one PMU: PFM_SUCCESS, PFM_ERR_NOTFOUND, PFM_ERR_NOTSUPP (the core lacks it) or
 * PFM_ERR_NOMEM.
 */
pfm_err_t pmu_find_event(int pmu, const struct name *name, struct event_ref *ref);

/* Counters as pfm_get_pmu_info() reports them. */
void pmu_counters(int pmu, int *general, int *fixed);

/* An event by identifier: PFM_SUCCESS, PFM_ERR_INVAL or PFM_ERR_NOMEM. */
pfm_err_t event_by_identifier(int identifier, struct event_ref *ref);

static inline int identifier_of(int pmu, int index)
{
	int number = pmu_number(pmu);

	if (number < FIRST_NEW_PMU)
		return number << IDENTIFIER_BITS | index;
	return FIRST_NEW_IDENTIFIER + ((number - FIRST_NEW_PMU) << NEW_IDENTIFIER_BITS | index);
}

static inline int event_identifier(const struct event_ref *ref)
{
	return identifier_of(ref->pmu, ref->index);
}

/*
 * Looks an event up in the PMU that a prefix of an event string means: an active one, or any with
 * LIBPFM_ENCODE_INACTIVE. PFM_ERR_NOTFOUND: there is no such PMU, or it may not be searched (is_known_pmu() tells),
 * or it has no such event. PFM_ERR_NOMEM: it was not found, but not all could be searched. PFM_ERR_NOTSUPP: the PMU
 * has the event, but the core, as the kernel says, does not.
 */
pfm_err_t find_event_of(const struct name *pmu, const struct name *name, struct event_ref *ref);
bool is_known_pmu(struct span name);

/*
 * The first PMU of what people call a CPU that has the event (name: NULL for any), its cores before its boxes; *is_cpu:
 * whether it is one's name. Only PMUs that may be searched.
 */
pfm_err_t find_on_cpu(struct span cpu, const struct name *name, struct event_ref *ref, bool *is_cpu);

/* Returns whether a CPU has the PMU, by the lines of the tables for processors. */
bool pmu_is_of_cpu(int pmu, const struct host *host);

/*
 * The same in the active PMUs in order, of which *place says how many have been looked at: 0 at first, and for the
 * next PMU that has the event what the call before left there. An event of a PMU beyond libpfm4 that has the name of
 * one of perf is found with its PMU only.
 */
pfm_err_t find_event(const struct name *name, int *place, struct event_ref *ref);

/*
 * Opening: puts the events of a PMU together whose tables depend on the machine (PMU_COMPOSED) or that files extend, as
 * far as it is active or forced (LIBPFM_FORCE_PMU).
 * meets: whether one of the conditions holds.
 */
void events_compose(int pmu, bool forced,
	bool (*meets)(const struct tables *in, const struct table_condition *conditions, int count));
void events_close(void);

#endif
