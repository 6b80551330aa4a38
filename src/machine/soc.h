/* PMUs of a SoC outside its cores, for machines of which only the SoC's name is known: soc.def. */
#ifndef PFM_SOC_H
#define PFM_SOC_H

#include <stdbool.h>

/* Returns a SoC's name as soc.def has it, ignoring case, dashes, underscores and blanks; NULL: there is none. */
const char *soc_called(const char *name);

/* Returns whether a SoC has a PMU; soc, of soc_called(), may be NULL, which has none. */
bool soc_has_pmu(const char *soc, const char *pmu);

/* Returns whether the device of a SoC's PMU meets one of the conditions of a table, FILE=PATTERN. */
bool soc_device_meets(const char *soc, const char *pmu, const char *conditions);

#endif
