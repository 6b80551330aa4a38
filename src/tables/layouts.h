/* Compares layouts of two bodies of tables. */
#ifndef PFM_TABLES_LAYOUTS_H
#define PFM_TABLES_LAYOUTS_H

#include <stdbool.h>

#include "tables/lookup.h"

/* Returns whether events of one mean the same in the other: the same places, modifiers, fields, in the same order. */
bool layouts_are_alike(const struct tables *a_in, const struct table_layout *a,
		       const struct tables *b_in, const struct table_layout *b);

#endif
