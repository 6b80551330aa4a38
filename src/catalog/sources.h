/*
 * The origin of each body of tables, and whether the rows of a file have been checked. A file is checked on first use
 * of an event of its PMUs, since the check takes longer than the rest of opening; if it fails, these PMUs disappear.
 * Threads may check the same file at the same time: they find the same.
 */
#ifndef PFM_SOURCES_H
#define PFM_SOURCES_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tables/body.h"
#include "tables/file.h"

/* Body 0 is compiled, the last one is made by the library from the kernel's files. */
enum { MAX_BODIES = MAX_TABLE_FILES + 2, KERNEL_BODY = MAX_BODIES - 1 };

enum source_state { NOT_LOOKED_AT, GOOD, BAD };

extern struct source {
	const struct tables *tables;
	const void *bytes;              /* the mapped file; NULL: the body is compiled, or made by the library */
	const char *path;
	uint8_t copy_of;                /* number of the body that this is a copy of; 0: the compiled one, or no copy */
	atomic_int state;               /* enum source_state; int because RISC-V has no narrower atomic instructions */
} sources[MAX_BODIES];

/* Set where a body is from. tables, bytes and path stay the caller's, and must exist as long as the body is used. */
void source_is_file(int body, const struct tables *tables, const void *bytes, const char *path);
void source_is_copy(int body, int of);

/* Returns the file that a body of tables is from; NULL: none. */
const char *source_path(int body);

/* Note that a file or directory is not loaded, for any reason; return whether that was so since opening. */
void source_note_refused(bool refused);
bool source_is_any_refused(void);

/* Checks the rows, once, and returns whether they are good. If not, LIBPFM_VERBOSE tells why. */
bool source_look(int body);

/* Returns whether the rows of a body lead nowhere else. */
static inline bool source_is_good(int body)
{
	return !body || atomic_load_explicit(&sources[body].state, memory_order_relaxed) == GOOD || source_look(body);
}

#endif
