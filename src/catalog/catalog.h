/*
 * Opening: detects the machine, its PMUs and their lookup order. After catalog_open() nothing changes but what is read
 * from the kernel on first use.
 */
#ifndef PFM_CATALOG_H
#define PFM_CATALOG_H

#include <stdatomic.h>

#include "catalog/events.h"
#include "catalog/log.h"
#include "catalog/pmus.h"
#include "machine/identity.h"

/*
 * Chooses the machine that catalog_open() answers for from now on, before the environment (machine_choice in
 * identity.h); inactive: events of other machines' PMUs are found, too. PFM_SUCCESS, PFM_ERR_TOOSMALL (there is no room
 * for such a text) or PFM_ERR_NOTSUPP (it is open already). The choice survives catalog_close().
 */
pfm_err_t catalog_choose(const char *cpu, const char *root, bool inactive);

/* Lists by number have the kernel's tracepoints from the next opening on, as with LIBPFM_TRACEPOINTS. PFM_ERR_NOTSUPP:
 * it is open. */
pfm_err_t catalog_list_tracepoints(void);

/*
 * Returns whether catalog_open() will know what CPU is meant (identity_choose()), also by the name of a PMU of a file
 * that it will load. message: why not, or a note on how it was read; "" else. For use before catalog_open().
 */
bool catalog_reads_cpu(const char *cpu, char message[IDENTITY_MESSAGE]);

/* Reads the environment, identifies the host and activates its PMUs; once. Returns a PFM_ code. */
pfm_err_t catalog_open(void);

/* Forgets it all. */
void catalog_close(void);

/* Set once catalog_open() has succeeded. */
extern atomic_bool catalog_opened;

static inline bool catalog_is_open(void)
{
	return atomic_load_explicit(&catalog_opened, memory_order_acquire);
}

/* Returns whether one of the conditions of a body of tables holds on this machine. */
bool catalog_meets_any(const struct tables *in, const struct table_condition *conditions, int count);

#endif
