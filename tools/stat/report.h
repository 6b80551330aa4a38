/* perf_encode --open: counting what is encoded. */
#ifndef PFM_TOOL_ENCODE_REPORT_H
#define PFM_TOOL_ENCODE_REPORT_H

#include "perf_encode.h"

/* Says that an event is of another machine's core, if it is. */
void say_what_is_foreign(const struct encoded *encoded);

/* Counts events in one run, and prints them. *ending stays what it is if all is well. */
bool count_encoded(struct encoded *encoded, int events, const struct settings *settings, struct ending *ending);

#endif
