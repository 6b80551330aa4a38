/* One run of pfmstat that counts. */
#ifndef PFM_STAT_SESSION_H
#define PFM_STAT_SESSION_H

#include "request.h"

/* Lets this process open as many files as the hard limit allows. */
void raise_file_limit(void);

/* Counts events and metrics, and shows them. Returns the status to end with; a signal that ended it ends us, too. */
int count_request(const struct request *request);

/* Does the same by a walk from the top of the tree of metrics down. */
int walk_request(const struct request *request);

#endif
