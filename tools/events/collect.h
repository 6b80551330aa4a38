/* What is asked for, as events. */
#ifndef PFM_TOOL_ENCODE_COLLECT_H
#define PFM_TOOL_ENCODE_COLLECT_H

#include "forms/form.h"

/* Reads what the user names, and prints it. False: something failed, which has been said. */
bool use_all(int events, char **operands, struct encoding *how);

#endif
