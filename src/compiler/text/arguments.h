/* Reads a command line: options and operands in any order. */
#ifndef PMUC_ARGUMENTS_H
#define PMUC_ARGUMENTS_H

#include <stdbool.h>

/* Handlers for a command's options, by kind; NULL: it has none of that kind. They return false for unknown options. */
struct options {
	bool (*flag)(void *command, const char *option);
	bool (*value)(void *command, const char *option, const char *value);
};

/*
 * Reads the options, in order, and moves the operands, in order, to the front of argv. Behind "--" all are operands.
 * Returns the number of operands; -1: an option is wrong, which has been said with its name.
 */
int read_arguments(int argc, char **argv, const struct options *options, void *command);

#endif
