/* "pmuc format": writes files of table text in the standard format. */
#ifndef PMUC_FORMAT_FILES_H
#define PMUC_FORMAT_FILES_H

/*
 * Runs "pmuc format [--check] FILE ...": writes each file in place, if it looks otherwise; --check only names those.
 * Returns the exit status: 0 all is well, 1 a file cannot be read or written, is no table text, has mistakes that no
 * formatting survives or, with --check, looks otherwise, 2 wrong usage.
 */
int format_main(int argc, char **argv);

#endif
