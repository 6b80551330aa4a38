/* What the fuzz harnesses share. */
#ifndef PFM_FUZZ_H
#define PFM_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The entry point of every harness, as libFuzzer calls it. */
extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what is wrong with string, and aborts. */
_Noreturn static inline void fuzz_fail(const char *what, const char *string)
{
	fprintf(stderr, "%s: %s\n", what, string);
	abort();
}

/*
 * A directory of this process alone, in memory if the system has such a place; FUZZ_TMP says where else. It goes away
 * when the process ends by itself.
 */
const char *fuzz_directory(void);

/* Writes a file there, with the directories above it. False: the path cannot be. */
bool fuzz_write(const char *path, const void *bytes, size_t size);

/* Makes a directory there, and those above it. */
bool fuzz_make_directory(const char *path);

/* Removes all that is in there. */
void fuzz_clear(void);

/* Starts the library on an x86 server that has perf and a few tracepoints, with the events of all machines. Once. */
void fuzz_start(void);

#endif
