/*
 * Event strings for devices that no table knows, DEVICE::EVENT:FIELD=VALUE:MODIFIER..., for perf_event only. The event
 * is given by terms of perf's language; the modifiers are those of perf_event.
 */
#ifndef PFM_DEVICE_STRING_H
#define PFM_DEVICE_STRING_H

#include <perfmon/pfmkit.h>

#include "encode/event_string.h"

#include <stdbool.h>

/* Returns whether a string, of which split are the parts, names a device of this kernel as its PMU. */
bool is_device_string(const struct event_string *split);

/*
 * Returns the identifier of the event that the string names, of a PMU of kernel_pmus.h. PFM_ERR_NOTFOUND: it is a
 * field, or the device has a table; PFM_ERR_NOMEM.
 */
int device_string_event(const struct event_string *split);

/*
 * Encodes as pfm_get_os_event_encoding() does: *attr (all of it is there), *cpu, and, if fstr is not NULL, the full
 * string. Levels are all counted unless modifiers name some: a device may know none. Of several devices that the name
 * means it is the first. d may be NULL. Errors as of pfm_get_perf_event().
 */
pfm_err_t device_string_encode(const char *str, const struct event_string *split, int plm, pfm_os_t os,
	struct perf_event_attr *attr, int *cpu, char **fstr, pfm_diagnosis_t *d);

#endif
