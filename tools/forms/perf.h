/* Writes an event in perf's language. */
#ifndef PFM_FORM_PERF_H
#define PFM_FORM_PERF_H

#include "events/resolve.h"

struct perf_style {
	bool fields;   /* use fields by name if possible, else numbers */
	bool named;    /* add name= */
	bool in_group; /* keep modifier W, as it is in a group */
	bool is_on_all_boxes;
};

/*
 * Writes an event for perf's -e, and says what is not in it. False: perf has no way to say the event, which has been
 * said.
 */
bool write_for_perf(const struct encoded *encoded, struct perf_style style, char *text, size_t size);

#endif
