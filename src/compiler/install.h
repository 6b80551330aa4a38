/* Tables in place: written where the library finds them, listed, removed. */
#ifndef PMUC_INSTALL_H
#define PMUC_INSTALL_H

#include "text.h"

#include "tables/folders.h"

#include <string.h>

/* Reads "--user" and "--system". False: it is another word. */
static inline bool read_folder_option(const char *option, enum table_folder *folder)
{
	if (!strcmp(option, "--user"))
		*folder = TABLES_OF_USER;
	else if (!strcmp(option, "--system"))
		*folder = TABLES_OF_SYSTEM;
	else
		return false;
	return true;
}

/*
 * Compiles table text, which is cut up, and writes it as NAME.pmt into a folder, which is made if it is not there. Says
 * what is there then, and what the library takes of it. Returns the exit status.
 */
int install_text(const char *name, enum table_folder folder, char *text, size_t length, bool allow_missing);

/* "pmuc --list" and "pmuc --remove [--user|--system] NAME ...". Return the exit status. */
int list_main(int argc, char **argv);
int remove_main(int argc, char **argv);

#endif
