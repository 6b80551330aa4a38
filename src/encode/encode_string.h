/* A string encoded: parsed, resolved, turned into words, into struct perf_event_attr, and written out again. */
#ifndef PFM_ENCODE_STRING_H
#define PFM_ENCODE_STRING_H

#include "encode/perf_attr.h"

/* Encodes text. plm: PFM_PLM* bits for when the string says nothing about privilege levels. Returns a PFM_ code. */
static inline pfm_err_t encode_string(const char *string, int plm, pfm_os_t os, struct selection *selection,
	struct encoding *encoding)
{
	pfm_err_t error = resolve(string, os, selection);

	return error ? error : encode(selection, plm, encoding);
}

/* All of a string's encoding for perf_event. */
struct perf_encoding {
	struct perf_event_attr attr;    /* in: fields to keep; after an error it may have changed */
	int cpu;                        /* value of the cpu modifier or -1 */
	bool printed;                   /* whether there is a full string */
	struct text text;               /* its event part */
	struct selection selection;
};

/* Does the same to *out; wants_text: also the full string, if the event has one. */
pfm_err_t encode_perf_string(const char *string, int plm, pfm_os_t os, enum perf_where where, bool wants_text,
	struct perf_encoding *out);

#endif
