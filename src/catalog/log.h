/* Diagnostics, enabled by LIBPFM_VERBOSE and LIBPFM_DEBUG. */
#ifndef PFM_LOG_H
#define PFM_LOG_H

#include <stdbool.h>

/* Reads the environment. */
void log_open(void);

extern bool log_verbosely;

static inline bool log_is_verbose(void)
{
	return log_verbosely;
}

void log_verbose(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Returns whether an environment variable is a number above 0: its first character counts, and only if it is a digit.
 * Programs with more rights than their user have none.
 */
bool environment_level(const char *name);

#endif
