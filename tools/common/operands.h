/* The user's operands: events and codes, on the command line and in files. */
#ifndef PFM_OPERANDS_H
#define PFM_OPERANDS_H

#include "tool.h"

/*
 * Calls use for every event of the operands: each operand may be several, separated by commas or in perf's braces; "-"
 * is standard input, "@FILE" a file, an event a line, # starts a comment. Modifiers of a group in braces are given to
 * each of its events beside its own, as perf does it; those that an event string has nothing for are refused. True: all
 * went well.
 */
bool for_each_event(int count, char **operands, const struct given *given, bool (*use)(const char *event, void *data),
	void *data);

/* Does the same, and calls mark for the braces of groups; each '{' has its '}' unless an error is returned. */
bool for_each_grouped_event(int count, char **operands, const struct given *given,
	bool (*use)(const char *event, void *data), void (*mark)(char brace, void *data), void *data);

/* Does the same for codes, which have commas of their own. */
bool for_each_code(int count, char **operands, const struct given *given, bool (*use)(const char *code, void *data),
	void *data);

#endif
