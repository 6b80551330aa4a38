/* Names for which the maker's file has another code than libpfm4. */
#ifndef PFM_TOOL_MAKERS_H
#define PFM_TOOL_MAKERS_H

#include "tool.h"

/*
 * Says of an event string that has been encoded, and of the first such one only, that the maker has another code for
 * its name, and how to get that. idx: the event's identifier.
 */
void say_makers_code(const char *event, int idx);

#endif
