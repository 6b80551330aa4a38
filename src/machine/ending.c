/*
 * Destructors run both when a library is unloaded and when the process ends; handlers of exit() run before them, and
 * only in the latter case.
 */
#include "machine/ending.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool process_is_ending;

bool process_ends(void)
{
	return atomic_load(&process_is_ending);
}

/* Notes the end: exit() calls this before any destructor; unloading the library calls it after them. */
static void note_end(void)
{
	atomic_store(&process_is_ending, true);
}

/* Registers that; without memory for it the library frees nothing. */
static __attribute__((constructor)) void watch_process(void)
{
	if (atexit(note_end))
		note_end();
}
