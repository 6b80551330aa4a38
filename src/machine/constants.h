/* The constants of formulas, such as "#num_packages": their values on this machine, and the source of each. */
#ifndef PFM_CONSTANTS_H
#define PFM_CONSTANTS_H

#include <perfmon/pfmlib.h>

#include "machine/host.h"

struct machine_constant {
	double value;
	const char *source;     /* a file, "CPUID", "table" or "assumed"; valid until the library ends */
};

/* Returns the number of a constant by its name, with or without #, ignoring case; -1: there is none. */
int constant_called(const char *name);

/*
 * Finds a constant of a machine: by its files, else by its tables (slots: those of the core's table, 0 if it does not
 * say), else as on most machines. The caller looks first at constants given to it. PFM_ERR_NOTSUPP: it is not known;
 * PFM_ERR_NOMEM: a shortage (files.h).
 */
pfm_err_t constant_of(const struct host *host, int constant, double slots, struct machine_constant *found);

#endif
