/* Objects that perf stat -j writes, one for each event. */
#ifndef PFM_TOOL_METRICS_OBJECTS_H
#define PFM_TOOL_METRICS_OBJECTS_H

#include "metrics_values.h"

/* False: it is no such object, or its count is none, which has been said. One without a count is none of an event. */
bool take_object(struct given_values *values, const char *at);

#endif
