/* How a library ends: unloaded, or with its process. Part of libpfm and of libpmapi, each of which has its own. */
#ifndef PFM_ENDING_H
#define PFM_ENDING_H

#include <stdbool.h>

/*
 * Tells destructors whether exit() has begun. Other threads still run then, and nothing may be taken away from them;
 * when a library is unloaded, no thread is in it.
 */
bool process_ends(void);

#endif
