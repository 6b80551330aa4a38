/*
 * The files in /proc and /sys that the library reads, all below one root, so that captured files of another machine can
 * be used instead.
 */
#ifndef PFM_FILES_H
#define PFM_FILES_H

#include <dirent.h>
#include <stddef.h>

#include "machine/host.h"

/* Calls access(2) under the host's root. */
bool host_access(const struct host *host, const char *path, int mode);

/*
 * Opens a directory under the host's root, to be closed with closedir(); NULL: there is none, or none that can be read.
 * The next function returns its entries but those that begin with a dot; NULL: no more.
 */
DIR *host_open_directory(const struct host *host, const char *path);
const char *host_next_entry(DIR *directory);

/* Reads the first bytes of a file, NUL-terminated. Returns their number, -1 if it cannot be read. */
int host_read(const struct host *host, const char *path, char *buffer, size_t size);

/* Reads a decimal number at the start of a file. */
bool host_read_number(const struct host *host, const char *path, long *value);

/*
 * Calls line for each complete line of a file, without its newline, until it says false. Lines longer than 1023 bytes
 * are cut; an incomplete last line counts as well. Endless files are read for 16 MiB. False: cannot be read.
 */
bool host_lines(const struct host *host, const char *path, bool (*line)(char *text, void *data), void *data);

/* Returns the value of a text "key : value" with blanks around the colon, NULL if it is none. */
const char *host_value_of(const char *text, const char *key);

/*
 * Returns how often this thread has got no answer from the functions above for want of memory or file descriptors. A
 * caller that finds nothing compares with the number before, to tell what is absent from what could not be looked for.
 * Others note their own shortages.
 */
unsigned int host_shortages(void);
void host_note_shortage(void);

/* Returns getenv(), but NULL in programs that run with more rights than their user. */
const char *host_environment(const char *name);

#endif
