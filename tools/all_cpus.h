/* Events on every CPU that has them: a C header with a look-up that needs no library, or objects. */
#ifndef PFM_ALL_CPUS_H
#define PFM_ALL_CPUS_H

#include "tool.h"

/*
 * Writes the codes of the events that operands name on all CPUs, as objects if that is asked for, else as a header.
 * False: nothing was written, since an event is nowhere, or cannot be in a table, which has been said.
 */
bool write_all_cpus(int count, char **operands, const struct given *given);

#endif
