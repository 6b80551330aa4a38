/*
 * The places of table files: LIBPFM_TABLES has files and directories, separated by colons; if it is not set, the user's
 * directory is used, $XDG_DATA_HOME/pfmkit/tables.d, by default ~/.local/share/pfmkit/tables.d. The system's directory
 * and that of this package follow. Programs with more rights than their user use only the last two.
 */
#ifndef PFM_TABLES_DIRECTORIES_H
#define PFM_TABLES_DIRECTORIES_H

#include <stdbool.h>
#include <stddef.h>

enum { TABLE_PATH = 4096 }; /* bytes of a path */

enum table_directory { TABLES_OF_USER, TABLES_OF_SYSTEM, TABLES_OF_PACKAGE };

/* Writes the path of a directory; false: there is none (no home), or it is longer than TABLE_PATH. */
bool table_directory(enum table_directory which, char path[TABLE_PATH]);

/* Callbacks for the table files that a program loads, in order of precedence. */
struct table_visitor {
	/* called for each file named, and for each NAME.pmt of a directory, in order of name */
	void (*file)(const char *path);
	void (*unreadable)(const char *path); /* called for each directory that cannot be read, with errno set */
};
void table_files(const struct table_visitor *visitor);

#endif
