/* Finds CPUs by their common names. */
#ifndef PFM_CPU_NAMES_H
#define PFM_CPU_NAMES_H

#include "machine/host.h"
#include "tables/lookup.h"

enum { IDENTITY_MESSAGE = 256 };

/* The tables whose PMUs may be used as names of CPUs: bodies[0] is the compiled one. */
struct known_tables {
	const struct tables *const *bodies;
	int count;
};

/* Returns the name after a name, the first for NULL; NULL: there are no more. */
const char *cpu_name_next(const char *name);

/* Returns the identity that a name stands for; a text that is no name stands for itself. */
const char *cpu_name_identity(const char *text);

/* Returns what a model's name, or a part of it, stands for; NULL: nothing. message: an alternative, or unchanged. */
const char *cpu_name_of_model(const char *name, char message[IDENTITY_MESSAGE]);

/*
 * Finds the first CPU that has a PMU of the tables by name: "spr", "power9", "zen4" (the end of a core's is enough).
 * True: *host is such a CPU. False: no PMU has the name, or, with a message, several have.
 */
bool cpu_name_is_pmu(const char *text, const struct known_tables *known, struct host *host,
		     char message[IDENTITY_MESSAGE]);

#endif
