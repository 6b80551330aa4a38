/* Table text as it should look. */
#ifndef PMUC_FORMAT_H
#define PMUC_FORMAT_H

#include <stddef.h>

/*
 * "pmuc --format [--check] FILE ...": writes each file in place, if it looks otherwise; --check only names those.
 * Returns the exit status: 0 all is well, 1 a file cannot be read or written, is no table text, has mistakes that no
 * formatting survives or, with --check, looks otherwise, 2 wrong usage.
 */
int format_main(int argc, char **argv);

/*
 * The text (which is cut up) as it should look, with its length; the caller frees it. Mistakes are reported as in the
 * file path.
 */
char *formatted(const char *path, char *bytes, size_t *length);

#endif
