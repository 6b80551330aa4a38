/* The lines of a file by their place: a socket, or a CPU, core, thread or cgroup. */
#ifndef PFM_TOOL_METRICS_PLACES_H
#define PFM_TOOL_METRICS_PLACES_H

#include "common/tool.h"
#include "counts/values.h"

struct places;

/* The lines of a socket (package) or of a place, by its number; the other number is -1. */
struct lines_of_place {
	int package, place;
	const int *lines; /* in the order of the file; overwritten by the next call */
	int count;
};

/* Prepares places, or sockets (by_package), of counts. NULL: no memory, which has been said. For end_places(). */
struct places *begin_places(const struct given_values *values, bool by_package);
void end_places(struct places *places);

/* Returns whether any line says of which socket, or place, it is. */
bool has_places(const struct places *places);

/* Looks at lines first to end, one turn of the file. */
void places_of_turn(struct places *places, int first, int end);

/* Finds the next socket, or place, of the turn, with its lines and those that are of all; false: there are no more. */
bool next_place(struct places *places, struct lines_of_place *found);

#endif
