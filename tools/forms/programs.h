/* perf_encode --as perfetto and --as bcc: an event after the other. */
#ifndef PFM_TOOL_ENCODE_PROGRAMS_H
#define PFM_TOOL_ENCODE_PROGRAMS_H

#include "perf_encode.h"

/*
 * perfetto's TraceConfig: the first event is its timebase, the others follow it; end_perfetto() after the last. False:
 * the program has no word for it, which has been said, and nothing was printed.
 */
bool print_perfetto(const struct encoded *encoded, bool is_first);
void end_perfetto(void);

/* Python that opens the event with BCC. */
bool print_bcc(const struct encoded *encoded, bool is_first);

#endif
