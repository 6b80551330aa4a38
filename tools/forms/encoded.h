/* Writes an encoded event in the forms of perf_encode, or in any other form. */
#ifndef PFM_TOOL_ENCODE_SHOW_H
#define PFM_TOOL_ENCODE_SHOW_H

#include "form.h"

print_form print_attr, print_attr_json, print_c, print_perf, print_words;

/* Writes what the user names as --format or the form says. False: something failed, which has been said. */
bool write_events(int count, char **operands, struct encoding *how);

/* Checks --format: GO_ON, or the status to end with. */
int check_own_format(const char *format);

/* Prints what an initializer of C says of attr, a line each. */
void print_c_fields(const struct perf_event_attr *attr, int idx, const char *device, const char *indent);

#endif
