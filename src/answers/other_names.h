/* Names of events as other tools write them, in the words of the tables. */
#ifndef PFM_OTHER_NAMES_H
#define PFM_OTHER_NAMES_H

#include <perfmon/pfmlib.h>

#include <stdbool.h>

enum { OTHER_NAME = 256 };

/*
 * What an event string that does not encode means, if a rule of another tool says so and that encodes: EVENT:UMASK,
 * with the PMU that the string has. False: there is no such rule. Rules are in other_names.c.
 */
bool other_name(const char *text, pfm_os_t os, char name[OTHER_NAME]);

#endif
