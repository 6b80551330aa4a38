/*
 * What libpfm4 encodes must encode, but some of it no kernel counts: the code of a fixed counter with a counter mask
 * goes to a general counter, where it means nothing.
 */
#include "countable.h"

#include <string.h>

void say_if_uncountable(const char *requested, const char *string)
{
	static bool said;
	pfm_placement_t place = { .size = sizeof place };
	const char *why;
	pfm_fit_t fit = { .size = sizeof fit };

	/* of perf's generic events print_generic() says it */
	if (said || !string || !strncmp(string, "perf::", 6) ||
		pfm_fit_strings(&string, NULL, 1, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, 0, &fit, &place) ||
		fit.rounds || fit.reason != PFM_FIT_COUNTERS)
		return;
	why = strstr(fit.message, "cannot be counted");
	complain("%s: %s", requested, why ? why : fit.message);
	said = true;
}
