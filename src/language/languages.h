/* The two languages for events, libpfm4's event strings and that of perf(1): tells which one a string is in. */
#ifndef PFM_LANGUAGES_H
#define PFM_LANGUAGES_H

#include <perfmon/pfmkit.h>

#include "tables/lookup.h"

/* Returns PFM_LANGUAGE_*: the only one that it can be in, or PFM_LANGUAGE_EITHER. */
int string_language(struct span text);

/*
 * Encodes a string with a slash in perf's language, for PFM_OS_PERF_EVENT and PFM_OS_PERF_EVENT_EXT: *event, which is
 * one of this kernel. PFM_ERR_TOOMANY: it is several events; PFM_ERR_NOTSUPP: this kernel lacks the device. d may be
 * NULL. Other errors as of pfm_get_perf_events().
 */
pfm_err_t slash_string_encode(const char *str, int plm, pfm_perf_event_t *event, pfm_diagnosis_t *d);

/* Returns whether slash_string_encode() is to be asked after this error of the other language. */
bool is_slash_string(const char *str, pfm_err_t error);

#endif
