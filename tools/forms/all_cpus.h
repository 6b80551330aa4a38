/* Events on every CPU that has them: constants of a language, with a look-up that needs no library, or objects. */
#ifndef PFM_ALL_CPUS_H
#define PFM_ALL_CPUS_H

#include "common/tool.h"

/* A form of --as in which codes on all CPUs can be written; NULL: it is none. */
struct code_language;
const struct code_language *code_language(const char *name);

/*
 * Writes the codes of the events that operands name on all CPUs. package: Go's; NULL: pmu. False: nothing was written,
 * since an event is nowhere, or cannot be in a table, which has been said.
 */
bool write_all_cpus(int count, char **operands, const struct given *given, const struct code_language *language,
	const char *package);

#endif
