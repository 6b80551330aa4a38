/* Selects the file for results. */
#ifndef PFM_STAT_OUTPUT_H
#define PFM_STAT_OUTPUT_H

#include "request.h"

/* Opens what --output names, once. False: it cannot be written, which has been said. */
bool open_output(const struct request *request);

/* Sends standard output there, until end_output(). False: it cannot be, or not all was written, which has been said. */
bool begin_output(const struct request *request);
bool end_output(const struct request *request);

#endif
