/* Tells how a library ends: unloaded, or with its process. libpfm and libpmapi each have their own copy. */
#ifndef PFM_ENDING_H
#define PFM_ENDING_H

#include <stdbool.h>

/*
 * Tells destructors whether exit() has begun. Other threads still run then, and nothing may be taken away from them;
 * when a library is unloaded, no thread is in it.
 */
bool process_ends(void);

#endif
