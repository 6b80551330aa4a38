/* perf_encode: what is asked for, as events. */
#ifndef PFM_TOOL_ENCODE_COLLECT_H
#define PFM_TOOL_ENCODE_COLLECT_H

#include "perf_encode.h"

/* Reads what the user names, and prints or counts it; *ending is the command's. False: something failed, as said. */
bool use_all(int events, char **operands, const struct settings *settings, struct ending *ending);

#endif
