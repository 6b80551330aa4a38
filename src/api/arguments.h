/* Checks of arguments that the public functions share. */
#ifndef PFM_ARGUMENTS_H
#define PFM_ARGUMENTS_H

#include "catalog/catalog.h"
#include "catalog/kernel_pmus.h"
#include "catalog/sizes.h"

/* Checks any structure with a size: given is the caller's, ours the library's. */
static inline bool size_is_good(const void *structure, size_t given, size_t ours)
{
	const char *bytes = structure;

	if (given == ours || !given)
		return true;
	if (!size_is_whole(given, ours))
		return false;
	for (size_t i = ours; i < given; i++)
		if (bytes[i])
			return false;
	return true;
}

/*
 * Returns whether a PMU may have the number, or one after it has: the kernel's devices are asked for only beyond the
 * tables' PMUs.
 */
static inline bool number_is_good(unsigned int number)
{
	return number < pmu_numbers() || number - pmu_numbers() < (unsigned int)kernel_pmus_count();
}

static inline bool layer_is_active(pfm_os_t os)
{
	return os == PFM_OS_NONE || (os < PFM_OS_MAX && catalog_has_perf());
}

#endif
