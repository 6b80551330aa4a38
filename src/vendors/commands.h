/* The commands that read vendors' files, and what they have in common. */
#ifndef PMUC_COMMANDS_H
#define PMUC_COMMANDS_H

#include <stdbool.h>

struct import;

/* "pmuc import ...", arguments after the word import. Returns the exit status. */
int import_main(int argc, char **argv);
/* "pmuc update ...", likewise (update.c). */
int update_main(int argc, char **argv);
/* "pmuc --status ..." (status.c). */
int status_main(int argc, char **argv);
/* What "pmuc --format" sees of a tree's manifest beyond its look: statements and their words. False: reported. */
bool is_manifest_good(const char *path);

/* Whether the report has what a program cannot decide: a row skipped or, merged, a name left out or a code to judge. */
bool wants_a_person(const struct import *import, bool merged);

/* Reads files and directories, VARIANT=PATH, and finishes their PMUs. */
void import_files(struct import *import, int count, const char *const *operands);

#endif
