/* Standard format of table text. */
#ifndef PMUC_FORMAT_H
#define PMUC_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the text (which is cut up) as it should look, with its length; the caller frees it. Mistakes are reported as
 * in the file path. of_tables: lines that no block of a table has are mistakes, too.
 */
char *formatted(const char *path, char *bytes, size_t *length, bool of_tables);

#endif
