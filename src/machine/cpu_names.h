/* What people call CPUs. */
#ifndef PFM_CPU_NAMES_H
#define PFM_CPU_NAMES_H

#include "machine/host.h"
#include "tables/lookup.h"

enum { IDENTITY_MESSAGE = 256 };

/* Tables whose PMUs CPUs can be named after: bodies[0] is the compiled one. */
struct known_tables {
	const struct tables *const *bodies;
	int count;
};

/* The name behind a name, the first behind NULL; NULL: there are no more. */
const char *cpu_name_next(const char *name);

/* The identity that a name stands for; a text that is no name stands for itself. */
const char *cpu_name_identity(const char *text);

/* What a model's name stands for, or a part of a name; NULL: nothing. message: what else it may be, or as it was. */
const char *cpu_name_of_model(const char *name, char message[IDENTITY_MESSAGE]);

/*
 * A PMU of the tables stands for the first CPU that has it: "spr", "power9", "zen4" (the end of a core's will do).
 * True: *host is such a CPU. False: none is called so, or, with a message, more than one.
 */
bool cpu_name_is_pmu(const char *text, const struct known_tables *known, struct host *host,
		     char message[IDENTITY_MESSAGE]);

#endif
