/* Translates names that the kernel and perf have for a device's events (catalog/aliases.h) into the tables' names. */
#ifndef PFM_KERNEL_NAMES_H
#define PFM_KERNEL_NAMES_H

#include "answers/decode.h"
#include "encode/resolve.h"
#include "encode/event_string.h"

enum { KERNEL_STRING = 1024 };

/*
 * Finds the tables' name for the kernel's words of an event on a PMU: *best, whose idx is -1 if there is none.
 * PFM_SUCCESS or PFM_ERR_NOMEM.
 */
pfm_err_t kernel_words_name(int pmu, const uint64_t words[3], pfm_decoded_t *best);

/* Finds what the kernel counts for a name of its own, or of perf's generic events; false: nothing on this PMU. */
bool kernel_words(int pmu, struct span name, uint64_t words[3]);

/* Finds the tables' name for a name of the kernel's; false: there is none. */
bool kernel_name_in_tables(int pmu, struct span name, pfm_decoded_t *best);

/* Rewrites PMU::NAME of the kernel, with attributes behind, with the tables' names; false: it is no such string. */
bool kernel_string(const struct event_string *split, char string[KERNEL_STRING]);

/*
 * Binds a string to the tables as resolve() does, also one with a name of the kernel's. After an error *split has its
 * parts, for other readers, and selection->where is of no use.
 */
pfm_err_t resolve_kernels(const char *str, pfm_os_t os, struct selection *selection, struct event_string *split);

#endif
