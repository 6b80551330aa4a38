/* Replaces files atomically. */
#ifndef PMUC_REPLACE_H
#define PMUC_REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A complete temporary file, which will replace another. Locked while it is open. */
struct replacement {
	char *path, *beside;
	int file;
};

/* Returns the mode that open() gives a new file. */
mode_t new_file_mode(void);

/*
 * Writes bytes to a file of another name in the directory of path, which stays as it is. False: errno says why, and
 * nothing is left. Removes what a killed program has left of an earlier replacement of path.
 */
bool write_replacement(struct replacement *new, const char *path, const char *bytes, size_t size, mode_t mode);

/* Puts the new file in place of path and closes it. False: errno says why, and path is as it was. */
bool put_replacement(struct replacement *new);

/* Removes the new file; path stays as it is. */
void drop_replacement(struct replacement *new);

/* Does both steps at once. False: errno says why, and path is as it was. */
bool replace_file(const char *path, const char *bytes, size_t size, mode_t mode);

#endif
