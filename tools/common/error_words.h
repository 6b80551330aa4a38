/* The words of error codes, as PFM_ERR_ has them: for the tools' JSON, and for the tests' data. */
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
