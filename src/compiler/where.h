/* Where the text of an event is. */
#ifndef PMUC_WHERE_H
#define PMUC_WHERE_H

/*
 * Runs "pmuc where [--tree DIR] PMU::EVENT[:UMASK] ...": prints "FILE:LINE by FILE:LINE" for each, the row of the event
 * or unit mask, and the line by which the PMU's table has it. Returns the exit status: 0 all were found, 1 some were
 * not, or the text has mistakes, 2 wrong usage.
 */
int where_main(int argc, char **argv);

#endif
