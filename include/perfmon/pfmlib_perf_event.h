/*
 * pfmlib_perf_event.h - event strings for perf_event_open(2)
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef __PFMLIB_PERF_EVENTS_H__
#define __PFMLIB_PERF_EVENTS_H__

#include <perfmon/pfmlib.h>
#include <perfmon/perf_event.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef PFM_NO_EXPORT /* the library is a part of this plugin or program alone */
#pragma GCC visibility push(hidden)
#else
#pragma GCC visibility push(default)
#endif

/*
 * Argument of pfm_get_os_event_encoding() with PFM_OS_PERF_EVENT and PFM_OS_PERF_EVENT_EXT.
 *
 * attr: written are type, config, pinned and the exclude_ bits for user, kernel, hypervisor, host and guest; config1
 * and config2 if the event needs them; sample_period, freq, precise_ip, exclusive if a modifier asks for them. All else
 * keeps the caller's value, so clear the structure first. attr->size says how much of it the library may touch; 0 means
 * the first published size (64); it is never changed.
 */
typedef struct {
	struct perf_event_attr	*attr;	/* in/out */
	char			**fstr;	/* in: where to store the full event string, or NULL */
	size_t			size;	/* in: size of this structure */
	int			idx;	/* out: identifier of the event */
	int			cpu;	/* out: CPU of the cpu= modifier, -1 if there is none */
	int			flags;	/* not used */
	int			pad0;
} pfm_perf_encode_arg_t;

#if __SIZEOF_POINTER__ == 8 || defined(SWIGWORDSIZE64)
#define PFM_PERF_ENCODE_ABI0	40
#else
#define PFM_PERF_ENCODE_ABI0	28
#endif

/*
 * Encodes for PFM_OS_PERF_EVENT_EXT. Deprecated: use pfm_get_os_event_encoding(), which also returns the CPU of cpu=.
 * fstr and idx may be NULL. Errors as there.
 */
extern pfm_err_t pfm_get_perf_event_encoding(const char *str, int dfl_plm, struct perf_event_attr *attr, char **fstr,
	int *idx);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* __PFMLIB_PERF_EVENTS_H__ */
