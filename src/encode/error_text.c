/* Error texts, indexed by the negated PFM_ERR_ number. */
#include "encode/error_text.h"

#include <perfmon/pfmlib.h>

const char *error_text(int code)
{
	switch (code) {
	case PFM_SUCCESS:
		return "success";
	case PFM_ERR_NOTSUPP:
		return "not supported";
	case PFM_ERR_INVAL:
		return "invalid parameters";
	case PFM_ERR_NOINIT:
		return "pfmlib not initialized";
	case PFM_ERR_NOTFOUND:
		return "event not found";
	case PFM_ERR_FEATCOMB:
		return "invalid combination of model specific features";
	case PFM_ERR_UMASK:
		return "invalid or missing unit mask";
	case PFM_ERR_NOMEM:
		return "out of memory";
	case PFM_ERR_ATTR:
		return "invalid event attribute";
	case PFM_ERR_ATTR_VAL:
		return "invalid event attribute value";
	case PFM_ERR_ATTR_SET:
		return "attribute value already set";
	case PFM_ERR_TOOMANY:
		return "too many parameters";
	case PFM_ERR_TOOSMALL:
		return "parameter is too small";
	default:
		return "unknown error code";
	}
}
