/* All steps from a string to a perf_event_attr. */
#include "encode/encode_string.h"

pfm_err_t encode_perf_string(const char *string, int plm, pfm_os_t os, enum perf_where where, bool wants_text,
	struct perf_encoding *out)
{
	struct encoding encoding;
	pfm_err_t error = encode_string(string, plm, os, &out->selection, &encoding);

	if (error)
		return error;
	return perf_attr_fill(&out->selection, &encoding, plm, os, where, &out->attr, &out->cpu,
		wants_text ? &out->text : NULL, &out->printed);
}
