/* Files of the machine that is examined, this one or a captured one, as --host reads them. */
#ifndef PFM_TOOL_MACHINE_FILES_H
#define PFM_TOOL_MACHINE_FILES_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NO_NUMBER = -100 };

/* Sets the directory below which they are; NULL or "": those of this machine. */
void machine_set_root(const char *captured);
bool machine_is_captured(void);

/* Returns whether a file, or a device of the kernel, is there. */
bool machine_has(const char *path);
bool machine_has_device(const char *device);

/* Returns the decimal number at the start of a file, or NO_NUMBER. */
int machine_number(const char *path);

/* Copies the rest of the first line that begins with key, without colons and blanks before it. False: no line does. */
bool machine_line(const char *path, const char *key, char *value, size_t size);

/* Returns whether the first line that begins with key has the text in it; "": any. */
bool machine_line_has(const char *path, const char *key, const char *text);

/* Calls line for each line of a file, without its newline; a NUL, as in device trees, is a blank. */
void machine_each_line(const char *path, void (*line)(const char *text, void *data), void *data);

/*
 * Copies what an x86 driver calls itself that does not know this CPU and counts by architecture ("generic_arch_v5+").
 * False, and "": the driver knows the CPU, or there is none.
 */
bool machine_generic_driver(char *driver, size_t size);

/* Lists the entries of a directory in the order of their names, as scandir(3) has them; -1: it cannot be read. */
int machine_directory(const char *path, struct dirent ***entries);

#endif
