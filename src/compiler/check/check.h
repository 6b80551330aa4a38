/* Checks for mistakes that cannot be seen in a single line. */
#ifndef PMUC_CHECK_H
#define PMUC_CHECK_H

#include "compiler/model/model.h"

/* Checks everything. allow_missing: descriptions may be missing. */
void check_model(struct model *model, bool allow_missing);

void check_pmus(struct model *model);
void check_layout(struct model *model, const struct layout *layout, bool allow_missing);
void check_table(struct model *model, const struct table *table, bool allow_missing);

/* Checks groups of events; builds the lists of events that are not given. */
void check_groups(struct model *model, bool allow_missing);

/* Checks metrics, once all events are known. */
void check_metrics(struct model *model, bool allow_missing);

/* Checks a description. what and name: whose, for the message. */
void check_text(struct model *model, const char *text, struct place place, const char *what, const char *name,
	bool allow_missing);

/* Makes texts from names for rows that have none (name_text.c). */
void texts_from_names(struct model *model);

/* Checks that an event and its unit masks and modifiers, "A:B:c=1", are in the table. what: "alias of " or "" for the
 * message. */
void check_event_string(const struct table *table, const char *string, struct place place, const char *what);

#endif
