/* Selections and tables written out again: the fully qualified string, and what the information calls report. */
#ifndef PFM_DESCRIBE_H
#define PFM_DESCRIBE_H

#include "encode/encode.h"

/* Size of the event part of a fully qualified string, the same as in libpfm4: longer ones are cut. */
enum { EVENT_PART = 256, MAX_DIGITS = 20 };

struct text {
	size_t length; /* below EVENT_PART; the modifiers behind are written in full before the whole is cut */
	char bytes[EVENT_PART + (1 + MAX_LAYOUT_MODIFIERS) * (MAX_LABEL + MAX_DIGITS)];
};

/* Adds ":name=", of which all MAX_LABEL bytes can be read, and a value. */
void text_add_value(struct text *text, const char label[MAX_LABEL], size_t length, uint64_t value);

/* Writes event, unit masks and the PMU's modifiers. Sorts the selection's attributes into table order. */
void describe_event(struct selection *selection, const struct encoding *encoding, pfm_os_t os, struct text *text);

/* Returns "pmu::" and the text, in memory for the caller to free; NULL: no memory. */
char *describe_string(const struct event_ref *ref, const struct text *text);

/* Returns the number of attributes that layer os offers for an event. */
int attribute_count(const struct event_ref *ref, pfm_os_t os);

void describe_info(const struct event_ref *ref, pfm_os_t os, pfm_event_info_t *info);

/* Returns the unit mask that is the attribute of that number; NULL: none is. */
const struct table_umask *attribute_umask(const struct event_ref *ref, int number);

/* Fills in *info but for its size; false: there is no attribute of that number. */
bool describe_attribute(const struct event_ref *ref, int number, pfm_os_t os, pfm_event_attr_info_t *info);

#endif
