/* Writes events for perfetto and BCC, one after the other. */
#ifndef PFM_TOOL_ENCODE_PROGRAMS_H
#define PFM_TOOL_ENCODE_PROGRAMS_H

#include "form.h"

/* perfetto's TraceConfig: the first event is its timebase, the others follow it; end_perfetto() after the last. */
print_form print_perfetto;
void end_perfetto(void);

/* Python that opens the event with BCC. */
print_form print_bcc;

#endif
