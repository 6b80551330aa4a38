/* Names of events as other tools write them, in the words of the tables. */
#ifndef PFM_OTHER_NAMES_H
#define PFM_OTHER_NAMES_H

#include <perfmon/pfmlib.h>

#include <stdbool.h>

enum { OTHER_NAME = 256 };

/*
 * OTHER_CERTAIN: only rules that leave no doubt of what is meant, and with the levels that the name says. OTHER_PERIOD:
 * with its period.
 */
enum { OTHER_CERTAIN = 1, OTHER_PERIOD = 2 };

/*
 * Writes what an event string that does not encode means by the rules of another tool, if that encodes: EVENT:UMASK,
 * with the PMU that the string has. False: no rule fits. Rules are in other_names.c.
 */
bool other_name(const char *text, pfm_os_t os, unsigned int how, char name[OTHER_NAME]);

#endif
