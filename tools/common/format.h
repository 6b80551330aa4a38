/* Output lines defined by the user: --format. */
#ifndef PFM_FORMAT_H
#define PFM_FORMAT_H

#include <stddef.h>

enum kind { TEXT_FIELD, NUMBER_FIELD, SIGNED_FIELD }; /* types of members: const char *, uint64_t, int64_t */

/* A member of a tool's structure, for use in formats. */
struct field {
	const char *name;
	enum kind kind;
	size_t offset;
};

#define FIELD(structure, kind, member) { #member, kind, offsetof(structure, member) }

/*
 * Checks a format: text with {name} for a field, {name:x} and {name:#x} for a number in hexadecimal, {{ for a brace,
 * and \t, \n, \\ as in C. GO_ON, also for NULL; else says what is wrong with it and returns the status to end with.
 */
int check_format(const char *format, const struct field *fields, int count);

/* Prints a format that is right, then a newline. */
void print_formatted(const char *format, const struct field *fields, int count, const void *structure);

#endif
