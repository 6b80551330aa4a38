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

/* The encoding of a string for perf_event. */
struct perf_encoding {
	struct perf_event_attr attr;    /* in: fields to keep; undefined after an error */
	int cpu;                        /* value of modifier cpu; -1: not given */
	bool printed;                   /* whether there is a fully qualified string */
	struct text text;               /* event part of the fully qualified string */
	struct selection selection;
};

/* Does the same to *out; wants_text: also the full string, if the event has one. */
pfm_err_t encode_perf_string(const char *string, int plm, pfm_os_t os, enum perf_where where, bool wants_text,
	struct perf_encoding *out);

#endif
