/* The events of PMUs: by index and by name; identifiers. */
#ifndef PFM_EVENTS_H
#define PFM_EVENTS_H

#include "catalog/event_ref.h"

/*
 * An identifier is a PMU number and an index. PMUs that libpfm4 does not have share the identifiers of PMU numbers 896
 * to 1023, which libpfm4 will not reach.
 */
enum { IDENTIFIER_BITS = 21, NEW_IDENTIFIER_BITS = 14, FIRST_NEW_IDENTIFIER = 896 << IDENTIFIER_BITS };

/* Finds event number index of a PMU; false: out of range, another model's, or no memory (a shortage: host.h). */
bool pmu_event(int pmu, int index, struct event_ref *ref);

/* Finds the first valid event from index on. Returns its number; -1 at the end, or without memory. */
int pmu_next_event(int pmu, int index, struct event_ref *ref);

/*
 * Does the same for lists by number, which have tracepoints only on request (kernel_events.h); after a tracepoint
 * returns the next one. pmu_event_count() counts the events of such a list.
 */
int pmu_next_listed(int pmu, int index, struct event_ref *ref);
int pmu_event_count(int pmu);

/*
 * Finds the event called name of one PMU: PFM_SUCCESS, PFM_ERR_NOTFOUND, PFM_ERR_NOTSUPP (the core lacks it) or
 * PFM_ERR_NOMEM.
 */
pfm_err_t pmu_find_event(int pmu, const struct name *name, struct event_ref *ref);

/* Returns the numbers of counters as pfm_get_pmu_info() reports them. */
void pmu_counters(int pmu, int *general, int *fixed);

/* Finds an event by identifier: PFM_SUCCESS, PFM_ERR_INVAL or PFM_ERR_NOMEM. */
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
 * Finds the first PMU of a CPU, by the CPU's name, that has the event (name: NULL for any), its cores before its boxes;
 * *is_cpu: whether cpu names one. Only PMUs that may be searched.
 */
pfm_err_t find_on_cpu(struct span cpu, const struct name *name, struct event_ref *ref, bool *is_cpu);

/* Returns whether a CPU has the PMU, by the lines of the tables for processors. */
bool pmu_is_of_cpu(int pmu, const struct host *host);

/*
 * Does the same in the active PMUs in order, of which *place says how many have been looked at: 0 at first; to find the
 * next PMU that has the event, pass what the call before left there. An event of a PMU beyond libpfm4 that has the name
 * of one of perf is found with its PMU only.
 */
pfm_err_t find_event(const struct name *name, int *place, struct event_ref *ref);

/*
 * At opening, puts together the events of a PMU whose tables depend on the machine (PMU_COMPOSED) or that files extend,
 * if it is active or forced (LIBPFM_FORCE_PMU). meets: whether one of the conditions holds.
 */
void events_compose(int pmu, bool forced,
	bool (*meets)(const struct tables *in, const struct table_condition *conditions, int count));
void events_close(void);

#endif
