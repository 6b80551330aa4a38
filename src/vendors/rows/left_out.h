/* Counts what an import leaves out. */
#ifndef PMUC_LEFT_OUT_H
#define PMUC_LEFT_OUT_H

#include "compiler/text/text.h"

struct import;

/* A field or an event that tables cannot express. It is counted by what and reason, and listed with its first place. */
struct left_out {
	struct place place;
	const char *what, *reason;
	long count;
};
void leave_out(struct import *import, struct place place, const char *what, const char *reason);

/* Lists what was left out on standard error. */
void list_left_out(const struct import *import);

#endif
