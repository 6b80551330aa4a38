/* Results from counts in files. */
#ifndef PFM_STAT_RECORDED_H
#define PFM_STAT_RECORDED_H

#include "request.h"

/* Prints the means of two files side by side, draws them, and asks --fail-if. Returns the status to end with. */
int compare_files(const struct request *request, int count, char **files);

/* Computes metrics from the counts of a file, "-": of standard input. Returns the status to end with. */
int compute_request(struct request *request, const char *from);

#endif
