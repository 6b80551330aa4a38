/* What the tables ask of a machine. */
#ifndef PFM_CONDITIONS_H
#define PFM_CONDITIONS_H

#include "machine/host.h"
#include "tables/lookup.h"

/* Whether a condition of kind WHEN_CPU holds: the one that no file is read for. */
bool host_is_cpu(const struct host *host, const struct table_condition *condition);

/* Whether a condition of a body of tables holds on this machine. Hooks are the caller's business. */
bool host_meets(struct host *host, const struct tables *in, const struct table_condition *condition);

#endif
