/* Errors without a clearer text of their own get the text of strerror(). */
#include "counting/refused.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static const struct refusal {
	int error;
	const char *code, *message;
} refusals[] = {
	{ EACCES, "EACCES", "not permitted" },
	{ EPERM, "EPERM", "not permitted" },
	{ ENOENT, "ENOENT", "this machine cannot count it" },
	{ ENODEV, "ENODEV", "this machine cannot count it" },
	{ ENXIO, "ENXIO", "this machine cannot count it" },
	{ EOPNOTSUPP, "EOPNOTSUPP", "the PMU does not support it this way" },
	{ EINVAL, "EINVAL", "the kernel does not accept these fields" },
	{ EMFILE, "EMFILE", "too many open files" },
	{ ENFILE, "ENFILE", "too many open files" },
	{ ESRCH, "ESRCH", "there is no such process" },
	{ EBUSY, "EBUSY", "another program has the PMU for itself" },
	{ ENOSYS, "ENOSYS", "this kernel has no perf_event_open" },
	{ E2BIG, "E2BIG", NULL },
	{ EAGAIN, "EAGAIN", NULL },
	{ EIO, "EIO", NULL },
	{ ENOMEM, "ENOMEM", NULL },
	{ ENOSPC, "ENOSPC", NULL },
};

static const struct refusal *refusal_of(int error)
{
	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
		if (refusals[i].error == error)
			return &refusals[i];
	return NULL;
}

const char *refusal_words(int error)
{
	const struct refusal *refusal = refusal_of(error);

	return refusal && refusal->message ? refusal->message : strerror(error);
}

const char *refusal_code(int error)
{
	const struct refusal *refusal = refusal_of(error);

	return refusal ? refusal->code : "UNKNOWN";
}
