/* Where to look for what may have been meant: this machine's PMUs first, then others. */
#ifndef PFM_SUGGEST_H
#define PFM_SUGGEST_H

#include "encode/spelling.h"
#include "encode/resolve.h"

/*
 * If the string is PMU:EVENT or PMU.EVENT: with two colons. For what people call events everywhere (called.def): the
 * events for that which layer os has. Else events like the word: of the PMU that the string names, or of this
 * machine's; then unit masks of that name with their events; if none of these is near, the very same name on other
 * machines; and if there is nothing at all, names like it on other machines of this kind.
 */
void suggest_events(struct suggestions *all, const struct event_string *string, pfm_os_t os);

/* The PMU that a prefix of event strings means, or that of the first core type of a CPU so called; -1: none. */
int pmu_of_prefix(struct span name);

/* What stands behind an event of a PMU, and behind none of the kernel's: L1D.REPLACEMENT is not perf's L1D. */
bool has_umask_behind(const struct event_string *string);

/* The PMU of this machine whose boxes a word stands for: imc, imc0, uncore_imc; -1: none. */
int pmu_of_box_here(struct span word);

/*
 * A box of this machine; PMUs of the cores of what people call a CPU; else PMUs by name, by the end of it, or by their
 * description, those of this machine first.
 */
void suggest_pmus(struct suggestions *all);

/* For NAME_PS: NAME, if that is a unit mask of the event. False: it is none. */
bool suggest_without_ps(struct suggestions *all, const struct event_ref *ref);

/* Unit masks and modifiers of an event. */
void suggest_attributes(struct suggestions *all, const struct event_ref *ref, pfm_os_t os);

#endif
