/* Paths of files and directories, and names derived from them. */
#ifndef PMUC_PATHS_H
#define PMUC_PATHS_H

#include <stdbool.h>

struct import;

/* Returns the text in lowercase letters, with _ for anything that is no part of a PMU's name. */
char *small_name(const char *text);
const char *base_name(const char *path);
/* Records a file that is read. */
void note_file(struct import *import, const char *path, const char *key, const char *source, const char *version);
const struct vendor_file *vendor_file_of(const struct import *import, const char *path);
/* Returns a file's CPU, or --name: lunarlake_lioncove for lunarlake_lioncove_core.json. */
const char *cpu_of_file(const struct import *import, const char *path);
bool ends_with(const char *text, const char *end);
const char *absolute_path(const char *path);

/*
 * Paths of what is in a directory, sorted, without hidden files. False: it is none that can be opened; errno says why.
 */
struct name_list {
	char **names;
	int count;
};
bool read_directory(const char *path, struct name_list *names);

#endif
