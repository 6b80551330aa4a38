/*
 * Event names of the kernel for a PMU's devices, from the tables: the driver's own events in perf's language, and the
 * meaning of perf's generic events. For machines that are not at hand, and for names that a device does not list.
 */
#ifndef PFM_ALIASES_H
#define PFM_ALIASES_H

#include "catalog/pmus.h"

/* Returns name number n in a device's directory events, or of perf's own beside these; NULL: no more. */
const struct table_alias *pmu_alias(int pmu, int n);

/* Returns false if the PMU has no aliases of any kind. */
static inline bool pmu_has_aliases(int pmu)
{
	return pmu_data(pmu)->aliases;
}

/* Finds an alias by name, ignoring case; kernels: among the kernel's own, too. NULL: there is none. */
const struct table_alias *pmu_find_alias(int pmu, struct span name, bool kernels);

/* Returns whether the tables say what generic events become on the PMU; the kernel refuses those not listed. */
bool pmu_knows_generics(int pmu);

/*
 * Writes the config words of a generic event, by perf's first name for it (cpu-cycles, L1-dcache-loads). Returns false
 * if the kernel refuses the event, or it is not known.
 */
bool pmu_generic_config(int pmu, struct span name, uint64_t config[3]);

/* Returns whether the kernel refuses a generic event, one that it refuses at all, with EINVAL rather than ENOENT. */
bool pmu_generic_is_invalid(int pmu, struct span name);

/* Returns the row that says what a generic event becomes, NULL if none does. */
const struct table_alias *pmu_find_generic(int pmu, struct span name);

/* Returns the first Linux that has the alias, or (NULL) that knows the PMU: "6.12"; "": all that were looked at. */
const char *pmu_alias_since(int pmu, const struct table_alias *alias);

/* Returns old meaning number n of a name, a generic event's too, on earlier kernels, latest first; NULL: no more. */
const struct table_alias *pmu_old_alias(int pmu, struct span name, int n);

/* Returns whether the PMU has the alias: if its cores list what they count, whether it has an event of that code. */
bool pmu_lists_alias(int pmu, const struct table_alias *alias);

/* Writes the config words of an alias; false: it has a field that the PMU's layout does not know. */
bool pmu_alias_config(int pmu, const struct table_alias *alias, uint64_t config[3]);

/* Returns the factor to multiply an alias's count by. */
double alias_scale(int pmu, const struct table_alias *alias);

#endif
