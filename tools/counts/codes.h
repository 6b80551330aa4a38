/* Encodes names of counts, so that an event is recognised by any of its names. */
#ifndef PFM_TOOL_METRICS_CODES_H
#define PFM_TOOL_METRICS_CODES_H

#include "common/tool.h"

/* The encoding of a count's name. */
struct count_code {
	char device[64];        /* without uncore_ and number; "": the core PMU */
	uint32_t kind;          /* type + 1 of events that the kernel itself defines; 0: other events */
	uint64_t words[3];
	bool user, kernel;      /* the privilege levels that are counted */
	bool is_guest_only;
	double scale;           /* factor that perf applies to counts */
	char unit[32];          /* unit of the scaled count; "": none */
};

/*
 * Encodes a name: of perf's language, of the library's, or of another tool's. False: it does not encode on this
 * machine.
 */
bool code_of_name(const char *name, struct count_code *code);

/* Cuts the box off a device in its place, "uncore_cha_3" to "cha". Returns its number 3; -1: it has none. */
int cut_box(char *device);

/* Returns whether both count the same, but for where. */
bool is_same_code(const struct count_code *one, const struct count_code *other);

#endif
