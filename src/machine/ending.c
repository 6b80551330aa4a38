/* Destructors run when a library is unloaded and when the process ends; exit() alone calls its handlers before them. */
#include "machine/ending.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool process_is_ending;

bool process_ends(void)
{
	return atomic_load(&process_is_ending);
}

/* exit() calls this before any destructor; unloading the library does after them. */
static void note_end(void)
{
	atomic_store(&process_is_ending, true);
}

/* If there is no memory for it, the library leaves to the process what it has. */
static __attribute__((constructor)) void watch_process(void)
{
	if (atexit(note_end))
		note_end();
}
