/* Sizes of public structures that callers give. */
#ifndef PFM_SIZES_H
#define PFM_SIZES_H

#include <stdbool.h>
#include <stddef.h>

/* Largest excess of a caller's structure over ours, for later versions; a greater size is garbage and is refused. */
enum { MOST_BYTES_MORE = 4096 };

/* Returns whether the caller's structure has all members that we know. */
static inline bool size_is_whole(size_t given, size_t ours)
{
	return given >= ours && given - ours <= MOST_BYTES_MORE;
}

#endif
