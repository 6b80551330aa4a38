/* Facts of a row, of all its variants; rows of a table as rows of a file. */
#ifndef PMUC_FACTS_H
#define PMUC_FACTS_H

#include "rows.h"

/* Adds facts to those of a row: to those of other variants that are the same, else behind them. */
void add_owned(struct owned_facts *facts, const struct owned_facts *more);
/* What replaces the row, where facts of the same variants do not say it. False: there is nothing to say. */
bool replace_owned(struct owned_facts *facts, const struct owned_facts *more);
/* Those of the variants, in a list of its own. */
struct owned_facts owned_of(const struct owned_facts *facts, uint32_t variants);
/* Returns whether the files of all variants say so. */
bool is_deprecated(const struct import_row *row);

/* Unit masks of one line: the facts of its variants differ. */
bool is_of_line(const struct umask *a, const struct umask *b);
/* Facts of an event's line, or of that of its unit mask (NULL: none), of all its variants. */
struct import_row row_here(const struct event *event, const struct umask *umask, uint32_t all);
/* The vendor's row for the variants of here; what the vendor does not say is as it is here. */
struct import_row row_there(const struct import_row *here, const struct import_row *vendor);

#endif
