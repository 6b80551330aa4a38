/*
 * Names of devices. In the tables they are patterns with {n}, {m}, {k} for decimal numbers, {hex} for a hexadecimal one
 * and * at the end for anything; perf accepts patterns with *, ?, [..], or names without their trailing numbers.
 */
#ifndef PFM_DEVICE_NAME_H
#define PFM_DEVICE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a name has wildcards. */
bool name_has_wildcards(const char *name, size_t length);

/*
 * Returns whether name, of length bytes, means a device that pattern, of pattern_length bytes, describes: a pattern
 * without numbers is the name of one device or, if numbered, of those with _ and a number behind it, too.
 */
bool name_may_mean(const char *name, size_t length, const char *pattern, size_t pattern_length, bool numbered);

/* Returns the module of x86 kernels that brings a device, "intel_uncore" of uncore_imc_0; NULL: it is none's. */
const char *device_module(const char *name);

/*
 * Returns the first kernel of 5.10, 5.15, 6.1, 6.6, 6.12 and 6.18 whose module knows a CPU; it may have come between
 * two of them. NULL: older ones know it, or the tables do not say, as of any module but intel_uncore.
 */
const char *first_kernel_of(const char *module, unsigned int family, unsigned int model);

#endif
