/*
 * Strings of perf's language where libpfm4 accepts event strings. No name in libpfm4 has a slash, so these strings had
 * no other meaning. The result is one event: a string that stands for several is refused, since the count of one box of
 * eight would be wrong.
 */
#include "language/languages.h"

#include <string.h>

#include "language/language.h"

bool is_slash_string(const char *str, pfm_err_t error)
{
	return (error == PFM_ERR_NOTFOUND || error == PFM_ERR_ATTR) && strchr(str, '/') &&
		string_language((struct span){ str, strlen(str) }) == PFM_LANGUAGE_PERF;
}

pfm_err_t slash_string_encode(const char *str, int plm, pfm_perf_event_t *event, pfm_diagnosis_t *d)
{
	struct perf_parser parser = { .text = str, .plm = (unsigned int)plm, .language = PFM_LANGUAGE_PERF,
				      .events = event, .stride = sizeof *event, .max = 1, .d = d };
	const struct span whole = { str, strlen(str) };

	*event = (pfm_perf_event_t){ .size = sizeof *event };
	if (!perf_read(&parser, true))
		return parser.error;
	if (parser.count > 1) {
		perf_expect(&parser, "what is one event; pfm_get_event_encodings() gives all");
		perf_fail(&parser, PFM_ERR_TOOMANY, whole, "this is %d events", parser.count);
	} else if (event->attr.type == UINT32_MAX) {
		perf_fail(&parser, PFM_ERR_NOTSUPP, whole, "the kernel of this machine has no device %s",
			  event->device);
	}
	return parser.error;
}
