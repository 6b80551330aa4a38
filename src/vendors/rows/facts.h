/* Facts of a row and all its variants; converts rows of tables to rows as in files. */
#ifndef PMUC_FACTS_H
#define PMUC_FACTS_H

#include "rows.h"

/* Adds facts to a row: joins them with the same facts of other variants, else appends them. */
void add_owned(struct owned_facts *facts, const struct owned_facts *more);
/* Sets the row's replacement, if facts of the same variants lack it. False: nothing was set. */
bool replace_owned(struct owned_facts *facts, const struct owned_facts *more);
/* Returns the facts of the variants, in a list of its own. */
struct owned_facts owned_of(const struct owned_facts *facts, uint32_t variants);
/* Returns whether the row is deprecated in the files of all variants. */
bool is_deprecated(const struct import_row *row);

/* Returns whether unit masks are of one line: they differ in the facts of variants only. */
bool is_of_line(const struct umask *a, const struct umask *b);
/* Returns the facts of an event's line, or of its unit mask's (NULL: none), for all its variants. */
struct import_row row_here(const struct event *event, const struct umask *umask, uint32_t all);
/* Returns the vendor's row for the variants of here; facts that the vendor lacks are those of here. */
struct import_row row_there(const struct import_row *here, const struct import_row *vendor);

#endif
