/* Reads the objects that perf stat -j and pfmstat write, one for each event. */
#ifndef PFM_COUNTS_OBJECTS_H
#define PFM_COUNTS_OBJECTS_H

#include "counts/values.h"

/*
 * Takes the counts of objects, one behind the other or in others. *problem, NULL before: what is wrong with the first
 * one that is no object or whose count is none, to be freed. False: no memory.
 */
bool take_objects(struct given_values *values, const char *text, char **problem);

#endif
