/* The names of forms, for options, helps, completion and messages. */
#ifndef PFM_FORM_NAMES_H
#define PFM_FORM_NAMES_H

#include <stdbool.h>

/* A form of a tool, with its line in --help. */
struct form_name {
	const char *tool, *name, *help;
};

/* Returns the next form of a tool behind at, the first one if at is NULL, NULL behind the last one. */
const struct form_name *next_form(const char *tool, const struct form_name *at);

/*
 * Returns the number of a form among the tool's, from 0 on, in the order of forms.def. -1: it has none of this name;
 * a message says which it has, or which tool has this one.
 */
int find_form(const char *tool, const char *name);

/* Prints a line for each form of a tool. */
void print_form_lines(const char *tool);

#endif
