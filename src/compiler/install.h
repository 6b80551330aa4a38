/* Writes tables to where the library finds them, lists and removes them. */
#ifndef PMUC_INSTALL_H
#define PMUC_INSTALL_H

#include "compiler/text/text.h"

#include "tables/directories.h"

#include <string.h>

/* Whose directory --user and --system select. */
struct directory_choice {
	bool user, system;
};

/* Reads "--user" and "--system". False: it is another word. */
static inline bool read_directory_option(const char *option, struct directory_choice *choice)
{
	if (!strcmp(option, "--user"))
		choice->user = true;
	else if (!strcmp(option, "--system"))
		choice->system = true;
	else
		return false;
	return true;
}

/* Returns whether it is one directory at most; else reports that it is not. */
static inline bool is_one_directory(struct directory_choice choice)
{
	if (choice.user && choice.system)
		say(stderr, "pmuc: --user and --system exclude each other\n");
	return !(choice.user && choice.system);
}

/*
 * Compiles table text, which is cut up, and writes it as NAME.pmt into a directory, which is made if it is not there.
 * Says what is there then, and what the library takes of it. is_named: the user chose the name, and other files for the
 * CPU stay. Returns the exit status.
 */
int install_text(const char *name, bool is_named, enum table_directory directory, char *text, size_t length,
		 bool allow_missing);

/* The tables that are installed in the directory of a file, before that file is written (install_replace.c). */
struct old_files;
struct old_files *read_old_files(const char *path);
/* Removes files whose place the written one takes, and says so, with the names that are gone. */
void replace_old_files(const struct old_files *files, const char *path, bool is_named);

/* Run "pmuc list" and "pmuc remove [--user|--system] NAME ...". Return the exit status. */
int list_main(int argc, char **argv);
int remove_main(int argc, char **argv);

#endif
