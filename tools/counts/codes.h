/* What names of counts stand for: an event is the same by whatever name it was counted. */
#ifndef PFM_TOOL_METRICS_CODES_H
#define PFM_TOOL_METRICS_CODES_H

#include "common/tool.h"

/* What is counted. */
struct count_code {
	char device[64];        /* without uncore_ and a number; "": the cores' */
	uint32_t kind;          /* of events that the kernel defines their type, from 1 on; 0: of others */
	uint64_t words[3];
	bool user, kernel;      /* where it is counted */
	bool is_guest_only;
	double scale;           /* what perf multiplies counts by */
	char unit[32];          /* of the product; "": none */
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
