/* Finds the machines that a file is for. */
#ifndef PMUC_MAPFILE_H
#define PMUC_MAPFILE_H

#include <stdbool.h>

struct import;
struct machine;

/*
 * Finds a file's machine. False: no mapfile.csv above path, or it does not list the file or a directory that it is in.
 * In the second case arch, below and directory (the file's, "" if that is mapfile.csv's) are set all the same.
 */
bool find_machine(struct import *import, const char *path, struct machine *machine);
/* Frees the mapfiles that were read. */
void forget_machines(struct import *import);

#endif
