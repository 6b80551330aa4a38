/* Translates event names of other tools into names of the tables. */
#ifndef PFM_OTHER_NAMES_H
#define PFM_OTHER_NAMES_H

#include <perfmon/pfmlib.h>

#include <stdbool.h>

enum { OTHER_NAME = 256 };

/*
 * OTHER_CERTAIN: use only rules without ambiguity, and keep the privilege levels of the name. OTHER_PERIOD: keep its
 * period.
 */
enum { OTHER_CERTAIN = 1, OTHER_PERIOD = 2 };

/*
 * Writes what an event string that does not encode means by the rules of another tool, if that encodes: EVENT:UMASK,
 * with the PMU that the string has. False: no rule fits. Rules are in other_names.c.
 */
bool other_name(const char *text, pfm_os_t os, unsigned int how, char name[OTHER_NAME]);

#endif
