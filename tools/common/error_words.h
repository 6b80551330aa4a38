/* Error codes as words, derived from PFM_ERR_*: for the tools' JSON and the tests' data. */
#ifndef PFM_ERROR_WORDS_H
#define PFM_ERROR_WORDS_H

#include <perfmon/pfmlib.h>

static inline const char *error_word(int error)
{
	static const char *const words[] = { "SUCCESS", "NOTSUPP", "INVAL", "NOINIT", "NOTFOUND", "FEATCOMB", "UMASK",
		"NOMEM", "ATTR", "ATTR_VAL", "ATTR_SET", "TOOMANY", "TOOSMALL" };

	return error <= 0 && error >= PFM_ERR_TOOSMALL ? words[-error] : "UNKNOWN";
}

#endif
