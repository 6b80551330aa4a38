/* The two languages for events: libpfm4's strings and that of perf(1). */
#ifndef PFM_LANGUAGE_H
#define PFM_LANGUAGE_H

#include "tool.h"

/*
 * Returns whether an event can only be meant in perf's language, because it has slashes or braces or is a breakpoint,
 * and neither --pfm nor PMU:: says otherwise; or because of --perf.
 */
bool is_perfs(const char *event, const struct given *given);

/* Returns whether it is worth a try in perf's language if it is wrong in the other. */
bool may_be_perfs(const char *event, const struct given *given);

/* Encodes an event string for the layer that given says; attr: what perf's layers make of it. 0, or an error. */
int try_string(const char *string, const struct given *given, struct perf_event_attr *attr);

/* Returns whether an event is of perf's language, and none of the other. */
bool reads_as_perfs(const char *event, const struct given *given);

/*
 * Reads an event of perf's language, or a group of one. The number of results, which are in *events, to be freed; or an
 * error, and *events is NULL. d may be NULL.
 */
int read_perfs(const char *event, const struct given *given, pfm_perf_event_t **events, pfm_diagnosis_t *d);

/*
 * An event to be written in perf's language by pfm_write_perf_event(): attr, device (NULL: none), identifier idx (-1:
 * none), name (NULL: none) and PFM_PERF_* flags. perf_text() returns false if perf has no form for it.
 */
struct perf_words {
	const struct perf_event_attr *attr;
	const char *device, *name;
	int idx;
	unsigned int flags, how;
};
bool perf_text(const struct perf_words *words, char *text, size_t size);

/* Says what a device's name means in a text that was written for a machine which is not at hand. */
void say_which_device(const char *operand, const char *device, const char *text);

/* Returns whether a PMU is one of Arm's. */
bool is_arm_pmu(pfm_pmu_t pmu);

/* Returns what name= says in the string that an event was read from; NULL: nothing. */
const char *label_of(const pfm_perf_event_t *event, const char *string);

/* Says that a word was read as perf's symbol, if it may be meant as a vendor's event; one that needs a unit mask. */
void say_symbol(const char *operand, const struct given *given, const pfm_perf_event_t *event);

/* Says which terms of an event, of which these are the PFM_PERF_*, cannot be printed again. */
void say_what_is_lost(const char *operand, unsigned int flags);

/* Writes the device of an event string without identifier, which no table knows: what stands before the colons. */
void device_of_string(const char *event, char *device, size_t size);

/* Returns the length of the first event of a list: up to one of these characters that is not between slashes. */
size_t event_length(const char *text, const char *stops);

/* Returns the PMU of the tables, on any machine, that stands before the slash of skl/LLC-loads/; else PFM_PMU_NONE. */
pfm_pmu_t pmu_before_slash(const char *requested);

/* Returns the PMU of the tables that has an event; PFM_PMU_NONE: there is none. */
pfm_pmu_t pmu_of_perfs(const pfm_perf_event_t *event);

/* Returns whether a string asks, in given's layer, for all that the event does, but for a group's W, S and P. */
bool says_all(const char *string, const pfm_perf_event_t *event, const struct given *given);

/*
 * Returns the event as the tables call it, if they have it; else NULL. To be freed. *idx: its identifier, or -1.
 * string: as it was read.
 */
char *name_in_tables(const pfm_perf_event_t *event, const char *string, const struct given *given, int *idx);

#endif
