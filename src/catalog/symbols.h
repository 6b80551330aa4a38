/* The events that the kernel has on every machine, by perf's names for them; perf-list(1). */
#ifndef PFM_SYMBOLS_H
#define PFM_SYMBOLS_H

#include <stdbool.h>

#include "tables/lookup.h"

/* Finds type and config of a generic event of the kernel, by the exact name that perf has for it. */
bool perf_symbol(struct span name, uint32_t *type, uint64_t *config);

/* Writes the name of one of them; the high half of config may say which core type. False: there is none. */
bool perf_symbol_name(uint32_t type, uint64_t config, char *text, size_t size);

/* Writes name number n, to list them; "" for one that no cache has. False: there are no more. */
bool perf_symbol_at(int n, char *text, size_t size);

#endif
