/* The commands that read vendors' files, and what they share. */
#ifndef PMUC_COMMANDS_H
#define PMUC_COMMANDS_H

#include <stdbool.h>

struct import;

/* Runs "pmuc import ...", arguments after the word import. Returns the exit status. */
int import_main(int argc, char **argv);
/* Runs "pmuc update ...", likewise (update.c). */
int update_main(int argc, char **argv);
/* Runs "pmuc status ..." (status.c). */
int status_main(int argc, char **argv);
/* Checks a tree's manifest for "pmuc format" beyond its look: statements and their words. False: reported. */
bool is_manifest_good(const char *path);

/* Returns whether a person must decide: a row is skipped or, merged, a name is left out or a code is to be judged. */
bool wants_a_person(const struct import *import, bool merged);

/* Reads files and directories, VARIANT=PATH, and finishes their PMUs. */
void import_files(struct import *import, int count, const char *const *operands);

#endif
