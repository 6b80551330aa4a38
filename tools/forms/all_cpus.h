/*
 * Writes the codes of events on every CPU that has them: as constants of a language, with a look-up that needs no
 * library, or as objects.
 */
#ifndef PFM_ALL_CPUS_H
#define PFM_ALL_CPUS_H

#include "form.h"

/*
 * Writes the codes of the events that operands name on all CPUs, or those of --cpu, in a form that has codes. False:
 * nothing was written, since an event is nowhere, or cannot be in a table, which has been said.
 */
bool write_all_cpus(int count, char **operands, const struct encoding *how);

#endif
