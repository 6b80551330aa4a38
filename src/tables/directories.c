/* The directories, and the files in each, are visited in order of precedence. */
#define _GNU_SOURCE
#include "tables/directories.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Default for builds without the package's Makefile. */
#ifndef SYSTEM_TABLES
#define SYSTEM_TABLES "/etc/pfmkit/tables.d"
#define PACKAGE_TABLES "/usr/share/pfmkit/tables.d"
#endif

/* Follows the XDG base directory specification, which ignores relative paths. */
static int user_directory(char path[TABLE_PATH])
{
	const char *data = secure_getenv("XDG_DATA_HOME"), *home = secure_getenv("HOME");

	if (data && *data == '/')
		return snprintf(path, TABLE_PATH, "%s/pfmkit/tables.d", data);
	if (home && *home == '/')
		return snprintf(path, TABLE_PATH, "%s/.local/share/pfmkit/tables.d", home);
	return -1;
}

bool table_directory(enum table_directory which, char path[TABLE_PATH])
{
	int length = which == TABLES_OF_USER ? user_directory(path) :
		     snprintf(path, TABLE_PATH, "%s", which == TABLES_OF_SYSTEM ? SYSTEM_TABLES : PACKAGE_TABLES);

	return length >= 0 && length < TABLE_PATH;
}

static int has_suffix(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 4 && entry->d_name[0] != '.' && !strcmp(entry->d_name + length - 4, ".pmt");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Visits a directory. Mostly there is none: access() costs every program half of what opening costs. */
static void visit_directory(const struct table_visitor *visitor, const char *directory)
{
	struct dirent **entries;
	int count = access(directory, F_OK) ? -1 : scandir(directory, &entries, has_suffix, by_name);

	if (count < 0 && errno != ENOENT)
		visitor->unreadable(directory);
	for (int i = 0; i < count; i++) {
		char path[TABLE_PATH + NAME_MAX + 1];

		snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
		visitor->file(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void visit_item(const struct table_visitor *visitor, const char *item, size_t length)
{
	char path[TABLE_PATH];
	struct stat status;

	if (!length)
		return;
	snprintf(path, sizeof path, "%.*s", (int)length, item);
	if (length >= sizeof path) {
		errno = ENAMETOOLONG;
		visitor->unreadable(path);
	} else if (!stat(path, &status) && S_ISDIR(status.st_mode)) {
		visit_directory(visitor, path);
	} else {
		visitor->file(path);
	}
}

static void visit_list(const struct table_visitor *visitor, const char *list)
{
	while (*list) {
		size_t length = strcspn(list, ":");

		visit_item(visitor, list, length);
		list += length + (list[length] == ':');
	}
}

void table_files(const struct table_visitor *visitor)
{
	const char *list = secure_getenv("LIBPFM_TABLES");
	char path[TABLE_PATH];

	if (list)
		visit_list(visitor, list);
	for (enum table_directory which = list ? TABLES_OF_SYSTEM : TABLES_OF_USER; which <= TABLES_OF_PACKAGE; which++)
		if (table_directory(which, path))
			visit_directory(visitor, path);
}
