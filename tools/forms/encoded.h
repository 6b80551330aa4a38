/* perf_encode without --open: printing. */
#ifndef PFM_TOOL_ENCODE_SHOW_H
#define PFM_TOOL_ENCODE_SHOW_H

#include "perf_encode.h"

/* False: perf has no word for it, which has been said. */
bool print_encoded(const struct encoded *encoded, const struct settings *settings);

/* What a form has behind the last event. */
void end_encoded(const struct settings *settings);

/* --format: GO_ON, or the status to end with. */
int check_own_format(const char *format);

/* What an initializer of C says of attr, a line each. */
void print_c_fields(const struct perf_event_attr *attr, int idx, const char *device, const char *indent);

#endif
