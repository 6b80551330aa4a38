/* The vendors' spelling of names with several parts. */
#ifndef PFM_DOTTED_NAME_H
#define PFM_DOTTED_NAME_H

#include <stdbool.h>

/*
 * Makes dots of the underscores between the parts of a name in lowercase, "event.part_part", of an event of a PMU.
 * Returns whether the vendor has it with one dot, too.
 */
bool spell_dotted_name(const char *pmu, char *name);

#endif
