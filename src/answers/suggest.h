/* Suggests names, first of this machine's PMUs, then of others. */
#ifndef PFM_SUGGEST_H
#define PFM_SUGGEST_H

#include "encode/spelling.h"
#include "encode/resolve.h"

/*
 * Suggests events. For PMU:EVENT or PMU.EVENT: the same with two colons. For common names of events (called.def): the
 * events for that which layer os has. Else events like the word: of the PMU that the string names, or of this
 * machine's; then unit masks of that name with their events; if none of these is near, exactly that name on other
 * machines; and if there is nothing at all, names like it on other machines of this architecture or vendor.
 */
void suggest_events(struct suggestions *all, const struct event_string *string, pfm_os_t os);

/* Finds the PMU that a prefix of event strings means, or that of a CPU's first core type, by name; -1: none. */
int pmu_of_prefix(struct span name);

/* Returns whether a unit mask follows the event, as none does for the kernel's: L1D.REPLACEMENT is not perf's L1D. */
bool has_umask_behind(const struct event_string *string);

/* Finds the PMU of this machine whose boxes a word stands for: imc, imc0, uncore_imc; -1: none. */
int pmu_of_box_here(struct span word);

/*
 * Suggests a box of this machine, or the core PMUs of a CPU of that name; else PMUs by name, by the end of it, or by
 * their description, those of this machine first.
 */
void suggest_pmus(struct suggestions *all);

/* Suggests NAME for NAME_PS, if that is a unit mask of the event. False: it is none. */
bool suggest_without_ps(struct suggestions *all, const struct event_ref *ref);

/* Suggests unit masks and modifiers of an event. */
void suggest_attributes(struct suggestions *all, const struct event_ref *ref, pfm_os_t os);

#endif
