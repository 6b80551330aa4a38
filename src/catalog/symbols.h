/* The events that the kernel has on every machine, by perf's names for them; perf-list(1). */
#ifndef PFM_SYMBOLS_H
#define PFM_SYMBOLS_H

#include <stdbool.h>

#include "tables/lookup.h"

/* The kernel's generic events: type and config. Exactly as perf writes them. */
bool perf_symbol(struct span name, uint32_t *type, uint64_t *config);

/* The name of one of them; the high half of config may say which core type. False: there is none. */
bool perf_symbol_name(uint32_t type, uint64_t config, char *text, size_t size);

/* Number n of their names, to list them; "" for one that no cache has. False: there are no more. */
bool perf_symbol_at(int n, char *text, size_t size);

#endif
