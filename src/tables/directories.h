/*
 * Where files of tables are: LIBPFM_TABLES names files and directories, with colons between them; where it is not set,
 * the user has a directory of his own, $XDG_DATA_HOME/pfmkit/tables.d, which is ~/.local/share/pfmkit/tables.d as a
 * rule. Then come the system's directory and that of this package. Programs with more rights than their user have the
 * last two only.
 */
#ifndef PFM_TABLES_DIRECTORIES_H
#define PFM_TABLES_DIRECTORIES_H

#include <stdbool.h>
#include <stddef.h>

enum { TABLE_PATH = 4096 }; /* bytes of a path */

enum table_directory { TABLES_OF_USER, TABLES_OF_SYSTEM, TABLES_OF_PACKAGE };

/* Writes the path of a directory; false: there is none (no home), or it is longer than TABLE_PATH. */
bool table_directory(enum table_directory which, char path[TABLE_PATH]);

/* Calls for the files of tables that a program loads, in the order of preference. */
struct table_visitor {
	void (*file)(const char *path); /* each file named, and each NAME.pmt of a directory, by name */
	void (*unreadable)(const char *path); /* a directory; errno says why */
};
void table_files(const struct table_visitor *visitor);

#endif
