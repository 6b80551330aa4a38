/* Shows what the kernel counts for perf's generic events on this machine's cores. */
#ifndef PFM_TOOL_GENERIC_H
#define PFM_TOOL_GENERIC_H

#include "common/tool.h"

#include <stdbool.h>
#include <stdint.h>

/* Finds type and config of an event string that is a generic event; false: it is none. */
bool generic_of_string(const char *string, uint32_t *type, uint64_t *config);

/*
 * Prints a line for each core type, or for the PMU that requested names as in skl/LLC-loads/ (or NULL): label, which
 * begins with Kernel, the event and its code, or that the kernel has none there; then what is dated of them, with Linux
 * in place of Kernel. Or nothing.
 */
void print_generic(const char *label, const char *requested, uint32_t type, uint64_t config);

/* Prints several of these as a member "kernel" of an object. */
void print_json_generic(const char *requested, uint32_t type, const uint64_t *configs, int count, bool *first);

/* Print the line, and the member, of an event of a PMU that Linux refuses to open, with EINVAL. */
void print_refused(const char *label, const char *requested, pfm_pmu_t pmu);
void print_json_refused(const char *requested, pfm_pmu_t pmu, bool *first);

/*
 * Prints since which Linux the PMU has the kernel's name in requested - PMU::NAME, DEVICE/NAME/, NAME - and what
 * earlier ones have: a line behind label, or nothing if all kernels agree.
 */
void print_kernel_dates(const char *label, pfm_pmu_t pmu, const char *requested);

/* Prints the same for the PMUs of this machine, once for those that have the same. */
void print_all_kernel_dates(const char *requested);

/* Prints the same as a member "linux" of an object. */
void print_json_kernel_dates(pfm_pmu_t pmu, const char *requested, bool *first);

/* Prints all of perf's, for each core type: title, those that the kernel has, those that it refuses; or nothing. */
void print_all_generics(const char *title);

/* Prints the same as a member "generic" of an object. */
void print_all_generics_json(bool *first);

/* Writes what the kernel calls a code on the cores of a PMU: names separated by commas. "": nothing. */
const char *generic_names(pfm_pmu_t pmu, const pfm_code_t *code, char *text, size_t size);

#endif
