/* The changes between two states of table text, as users see them. */
#ifndef PMUC_DIFF_H
#define PMUC_DIFF_H

/*
 * Runs "pmuc diff OLD NEW", each a file or a directory of tables: prints a line on standard output for each PMU,
 * event and unit mask that is new, gone, or has another code or other counters, and for each PMU whose descriptions or
 * numbers of events differ. Returns the exit status: 0 nothing differs, 1 something does, 2 wrong usage, or one of them
 * has mistakes.
 */
int diff_main(int argc, char **argv);

#endif
