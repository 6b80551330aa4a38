/*
 * pfmkit.h - what goes beyond libpfm4: why a string is wrong, events of machines that are not this one, and the road
 * back from codes to names
 *
 * Every structure with a size field: set it to sizeof the structure; a smaller one is PFM_ERR_INVAL. All functions need
 * pfm_initialize() (PFM_ERR_NOINIT) and may be called from several threads at once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PFMKIT_H
#define PFMKIT_H

#include <perfmon/pfmlib_perf_event.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define PFMKIT_VERSION	"0.1.0"

enum { PFM_MAX_SUGGESTIONS = 5, PFM_SUGGESTION_SIZE = 128 };

/* Why a string does not encode, for people. */
typedef struct {
	size_t	size;			/* in: size of this structure */
	int	error;			/* PFM_SUCCESS: nothing is wrong */
	int	offset, length;		/* the bytes of the string that the error is about; length 0: just after offset */
	char	message[256];		/* what is wrong */
	char	expected[256];		/* what was expected there, "" if there is no more to say */
	int	nsuggestions;
	char	suggestions[PFM_MAX_SUGGESTIONS][PFM_SUGGESTION_SIZE]; /* what may have been meant, nearest first */
	int	idx;			/* identifier of the event if it was found, else -1 */
} pfm_diagnosis_t;

/*
 * Encodes str as pfm_get_os_event_encoding() does and says what is wrong with it. dfl_plm and os as there. Names are
 * suggested by spelling: unit masks and modifiers of the event, events of the PMU, of this machine's PMUs, and of other
 * machines if the very same name exists there. Returns PFM_SUCCESS if d is filled in, whatever str is; PFM_ERR_INVAL for
 * str or d NULL or a bad size; PFM_ERR_NOINIT.
 */
extern pfm_err_t pfm_diagnose(const char *str, int dfl_plm, pfm_os_t os, pfm_diagnosis_t *d);

/* More about a PMU than pfm_get_pmu_info() says. Strings belong to the library. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*device;	/* names under /sys/bus/event_source/devices, comma-separated; NULL: the core PMU (raw events) */
	int		plm;		/* privilege levels that the PMU tells apart, PFM_PLM* */
	int		is_deprecated;	/* found by its prefix only */
	int		takes_raw_umask;
	const char	*vendor;	/* "GenuineIntel", "AuthenticAMD", "arm", "power": whose CPUs have it; NULL: none of these */
} pfm_pmu_details_t;

/* Errors as pfm_get_pmu_info(). */
extern pfm_err_t pfm_get_pmu_details(pfm_pmu_t pmu, pfm_pmu_details_t *details);

/*
 * As pfm_get_os_event_encoding() for perf_event, but a PMU that the kernel of this machine does not know is no error: then
 * attr->type is UINT32_MAX, and all else is as it would be on a machine that has it. arg as there.
 */
extern pfm_err_t pfm_get_perf_encoding_anywhere(const char *str, int dfl_plm, pfm_os_t os, pfm_perf_encode_arg_t *arg);

/* Register words, as pfm_get_os_event_encoding() returns them, or as struct perf_event_attr holds them. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	pfm_os_t	os;		/* PFM_OS_NONE: codes; PFM_OS_PERF_EVENT: config, config1, config2 */
	uint64_t	words[3];
	int		count;		/* words that are given; 1 to 3 */
} pfm_code_t;

/* An event that a code stands for. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	int		idx;		/* identifier of the event */
	int		exact;		/* 1: the string below encodes to the very same words */
	uint64_t	left[3];	/* bits that the string does not account for */
	char		string[512];	/* pmu::EVENT:UMASK:modifier=value... */
} pfm_decoded_t;

/*
 * Finds the events of a PMU that a code stands for: event, unit masks and modifiers. found: room for max results, best
 * first: exact ones, among them those with fewer unit masks first; then those with the fewest bits left. Returns the
 * number of results stored (0 to max), or an error: PFM_ERR_NOINIT, PFM_ERR_INVAL, PFM_ERR_NOTSUPP (no such PMU).
 */
extern int pfm_decode(pfm_pmu_t pmu, const pfm_code_t *code, pfm_decoded_t *found, int max);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PFMKIT_H */
