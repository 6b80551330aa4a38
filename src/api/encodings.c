/* The public functions that encode strings; for the order of checks see pfmlib.c. */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <stdlib.h>
#include <string.h>

#include "answers/kernel_names.h"
#include "language/device_string.h"
#include "language/language.h"
#include "language/languages.h"
#include "api/arguments.h"
#include "encode/device_fields.h"
#include "encode/encode_string.h"

_Static_assert(sizeof(pfm_pmu_encode_arg_t) == PFM_RAW_ENCODE_ABI0,
	"pfm_pmu_encode_arg_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_perf_encode_arg_t) == PFM_PERF_ENCODE_ABI0,
	"pfm_perf_encode_arg_t is not what programs were compiled with");

static NEVER_INLINE void trace_words(const struct encoding *encoding, const struct text *text)
{
	char words[MAX_WORDS * 24] = "";
	size_t length = 0;

	for (int i = 0; i < encoding->count; i++)
		length += (size_t)snprintf(words + length, sizeof words - length, "[0x%" PRIx64 "] ",
			encoding->words[i]);
	log_verbose("%s%.*s", words, (int)text->length, text->bytes);
}

/* Says why, if asked to. */
static NEVER_INLINE pfm_err_t failed(const char *str, pfm_err_t error)
{
	log_debug("%s: %s", str, pfm_strerror(error));
	return error;
}

/* Writes the full string to *fstr, if that is given, and all to the log, if it is verbose. False: no memory. */
static NEVER_INLINE bool describe_raw(struct selection *selection, const struct encoding *encoding,
				      char **fstr)
{
	struct text text;

	describe_event(selection, encoding, PFM_OS_NONE, &text);
	if (log_is_verbose())
		trace_words(encoding, &text);
	return !fstr || (*fstr = describe_string(&selection->ref, &text));
}

static NEVER_INLINE pfm_err_t encode_raw_otherwise(const char *str, int plm, pfm_pmu_encode_arg_t *arg,
						   pfm_err_t error);

/* Encodes register words. kernels: an event that no table has may be one that the kernel names. */
static inline pfm_err_t encode_raw(const char *str, int plm, pfm_pmu_encode_arg_t *arg, bool kernels)
{
	struct selection selection;
	struct encoding encoding;
	char *fstr;
	pfm_err_t error;

	if (!size_is_good(arg, arg->size, sizeof *arg))
		return PFM_ERR_INVAL;
	error = encode_string(str, plm, PFM_OS_NONE, &selection, &encoding);
	if (error)
		return kernels ? encode_raw_otherwise(str, plm, arg, error) : failed(str, error);
	if (arg->codes && arg->count < encoding.count)
		return PFM_ERR_TOOSMALL;
	if ((arg->fstr || log_is_verbose()) && !describe_raw(&selection, &encoding, arg->fstr ? &fstr : NULL))
		return PFM_ERR_NOMEM;
	if (!arg->codes && !(arg->codes = malloc((size_t)encoding.count * sizeof *arg->codes))) {
		if (arg->fstr)
			free(fstr);
		return PFM_ERR_NOMEM;
	}
	if (pmu_is_new(selection.ref.pmu))
		codes_to_device(&selection.ref, encoding.words, encoding.count);
	arg->codes[0] = encoding.words[0]; /* most encodings have one word */
	for (int i = 1; i < encoding.count; i++)
		arg->codes[i] = encoding.words[i];
	arg->count = encoding.count;
	arg->idx = event_identifier(&selection.ref);
	if (arg->fstr)
		*arg->fstr = fstr;
	return PFM_SUCCESS;
}

static pfm_err_t encode_raw_otherwise(const char *str, int plm, pfm_pmu_encode_arg_t *arg, pfm_err_t error)
{
	struct event_string split;
	char string[KERNEL_STRING];

	return error == PFM_ERR_NOTFOUND && event_string_split(str, &split) && kernel_string(&split, string)
		? encode_raw(string, plm, arg, false)
		: failed(str, error);
}

static void trace_attr(const struct perf_event_attr *attr, const char *str)
{
	if (!log_is_verbose())
		return;
	log_verbose("PERF[type=%x config=0x%" PRIx64 " config1=0x%" PRIx64
		    " excl=%d excl_user=%d excl_kernel=%d excl_hv=%d excl_host=%d excl_guest=%d"
		    " period=%" PRIu64 " freq=%d precise=%d pinned=%d] %s",
		attr->type, (uint64_t)attr->config, (uint64_t)attr->config1, (int)attr->exclusive,
		(int)attr->exclude_user, (int)attr->exclude_kernel, (int)attr->exclude_hv, (int)attr->exclude_host,
		(int)attr->exclude_guest, (uint64_t)attr->sample_period, (int)attr->freq, (int)attr->precise_ip,
		(int)attr->pinned, str);
}

/* Returns how many bytes of an attr its words need; a caller's shorter attr has no room for them. */
static size_t room_needed(const struct perf_event_attr *attr)
{
#ifdef PERF_ATTR_SIZE_VER8
	if (attr->config3)
		return PERF_ATTR_SIZE_VER8;
#endif
	return attr->config2 ? PERF_ATTR_SIZE_VER1 : PERF_ATTR_SIZE_VER0;
}

/* Copies what the string sets; all else stays. */
static void copy_said(const struct perf_event_attr *from, struct perf_event_attr *to)
{
	to->type = from->type;
	to->config = from->config;
	to->config1 = from->config1;
	to->config2 = from->config2;
#ifdef PERF_ATTR_SIZE_VER8
	to->config3 = from->config3;
#endif
	to->bp_type = from->bp_type;
	to->exclude_user = from->exclude_user;
	to->exclude_kernel = from->exclude_kernel;
	to->exclude_hv = from->exclude_hv;
	to->exclude_host = from->exclude_host;
	to->exclude_guest = from->exclude_guest;
	to->pinned = from->pinned;
	to->exclude_idle |= from->exclude_idle;
	to->exclusive |= from->exclusive;
	to->inherit |= from->inherit;
	to->aux_output |= from->aux_output;
	to->write_backward |= from->write_backward;
	if (from->precise_ip)
		to->precise_ip = from->precise_ip;
	if (from->sample_period) {
		to->sample_period = from->sample_period;
		to->freq = from->freq;
	}
}

/* Returns an event as perf reads it; one that perf's language cannot express is the string itself. NULL: no memory. */
static char *perfs_text(const char *str, const pfm_perf_event_t *event)
{
	int length = perf_write_event(event, PFM_WRITE_FIELDS, NULL, 0);
	char *text = length < 0 ? strdup(str) : malloc((size_t)length + 1);

	if (text && length >= 0)
		perf_write_event(event, PFM_WRITE_FIELDS, text, (size_t)length + 1);
	return text;
}

/* Hands out a string's encoding; takes fstr over. Until then a copy is used, so that an error changes nothing. */
static pfm_err_t hand_out(const char *str, const struct perf_event_attr *attr, int idx, int cpu, char *fstr,
			  pfm_perf_encode_arg_t *arg, size_t size)
{
	trace_attr(attr, str);
	memcpy(arg->attr, attr, size);
	if (fstr)
		*arg->fstr = fstr;
	arg->idx = idx;
	arg->cpu = cpu;
	return PFM_SUCCESS;
}

/* An event string, split once, that the tables did not accept, for the readers of other languages to try. */
struct refused {
	const char *str;
	struct event_string split;
	pfm_err_t error;
	enum problem problem;
	int plm;
	pfm_os_t os;
	enum perf_where where;
	pfm_perf_encode_arg_t *arg;
	struct perf_event_attr attr; /* the caller's structure */
	size_t size;                 /* bytes of it that the caller has */
};

enum { NOT_ITS = 1 };

/* Reads the event of a device that no table knows. */
static pfm_err_t encode_device(struct refused *refused)
{
	char *fstr = NULL;
	pfm_err_t error;
	int cpu, idx;

	if (refused->problem != PROBLEM_NO_PMU || !is_device_string(&refused->split))
		return NOT_ITS;
	idx = device_string_event(&refused->split);
	error = idx == PFM_ERR_NOMEM ? idx
				     : device_string_encode(refused->str, &refused->split, refused->plm, refused->os,
							    &refused->attr, &cpu, refused->arg->fstr ? &fstr : NULL,
							    NULL);
	if (error)
		return error;
	return hand_out(refused->str, &refused->attr, idx < 0 ? -1 : idx, cpu, fstr, refused->arg, refused->size);
}

/* Reads a string of perf's language. */
static pfm_err_t encode_slashes(struct refused *refused)
{
	pfm_perf_event_t event;
	char *text = NULL;
	pfm_err_t error;

	if (refused->where != PERF_HERE || !is_slash_string(refused->str, refused->error))
		return NOT_ITS;
	error = slash_string_encode(refused->str, refused->plm, &event, NULL);
	if (!error && room_needed(&event.attr) > refused->size)
		error = PFM_ERR_NOTSUPP;
	if (error)
		return error;
	if (refused->arg->fstr && !(text = perfs_text(refused->str, &event)))
		return PFM_ERR_NOMEM;
	copy_said(&event.attr, &refused->attr);
	return hand_out(refused->str, &refused->attr, event.idx, -1, text, refused->arg, refused->size);
}

static pfm_err_t encode_perf(const char *str, int plm, pfm_os_t os, enum perf_where where, pfm_perf_encode_arg_t *arg,
			     bool is_whole_way);

/* Reads an event by the kernel's name for it. */
static pfm_err_t encode_kernels(struct refused *refused)
{
	char string[KERNEL_STRING];

	return refused->error == PFM_ERR_NOTFOUND && kernel_string(&refused->split, string)
		? encode_perf(string, refused->plm, refused->os, refused->where, refused->arg, false)
		: NOT_ITS;
}

/* Readers for strings that the tables refuse, in turn; at most one of them takes a string for its own. */
static pfm_err_t (*const string_readers[])(struct refused *refused) = { encode_device, encode_slashes, encode_kernels };

static NEVER_INLINE pfm_err_t encode_otherwise(struct refused *refused)
{
	pfm_err_t error = NOT_ITS;

	memcpy(&refused->attr, refused->arg->attr, refused->size);
	if (event_string_split(refused->str, &refused->split))
		for (size_t i = 0; i < sizeof string_readers / sizeof *string_readers && error == NOT_ITS; i++)
			error = string_readers[i](refused);
	error = error == NOT_ITS ? refused->error : error;
	return error ? failed(refused->str, error) : error;
}

/* Encodes for perf_event. is_whole_way: other readers may try strings that the tables refuse. */
static NEVER_INLINE pfm_err_t encode_perf(const char *str, int plm, pfm_os_t os, enum perf_where where,
					  pfm_perf_encode_arg_t *arg, bool is_whole_way)
{
	struct perf_encoding out;
	size_t size;
	char *fstr = NULL;
	pfm_err_t error;

	if (!size_is_good(arg, arg->size, sizeof *arg) || !arg->attr)
		return PFM_ERR_INVAL;
	size = arg->attr->size ? arg->attr->size : PERF_ATTR_SIZE_VER0;
	if (size > sizeof out.attr)
		size = sizeof out.attr;
	memset(&out.attr, 0, sizeof out.attr);
	memcpy(&out.attr, arg->attr, size);
	error = encode_perf_string(str, plm, os, where, arg->fstr, &out);
	if (error && is_whole_way)
		return encode_otherwise(&(struct refused){ .str = str, .error = error, .plm = plm, .os = os,
			.problem = out.selection.problem, .where = where, .arg = arg, .size = size });
	if (error)
		return failed(str, error);
	if (out.printed && !(fstr = describe_string(&out.selection.ref, &out.text)))
		return PFM_ERR_NOMEM;
	return hand_out(str, &out.attr, event_identifier(&out.selection.ref), out.cpu, fstr, arg, size);
}

pfm_err_t pfm_get_os_event_encoding(const char *str, int dfl_plm, pfm_os_t os, void *arg)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !arg || dfl_plm & ~ALL_PLM)
		return PFM_ERR_INVAL;
	if (!layer_is_active(os))
		return PFM_ERR_NOTSUPP;
	return os == PFM_OS_NONE ? encode_raw(str, dfl_plm, arg, true)
				 : encode_perf(str, dfl_plm, os, PERF_HERE, arg, true);
}

pfm_err_t pfm_get_perf_encoding_anywhere(const char *str, int dfl_plm, pfm_os_t os, pfm_perf_encode_arg_t *arg)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !arg || dfl_plm & ~ALL_PLM || (os != PFM_OS_PERF_EVENT && os != PFM_OS_PERF_EVENT_EXT))
		return PFM_ERR_INVAL;
	return encode_perf(str, dfl_plm, os, PERF_ANYWHERE, arg, true);
}

pfm_err_t pfm_get_event_encoding(const char *str, int dfl_plm, char **fstr, int *idx, uint64_t **codes, int *count)
{
	pfm_pmu_encode_arg_t arg = { .fstr = fstr, .size = sizeof arg };
	pfm_err_t error;

	if (!str || !codes || !count || !*codes != !*count)
		return PFM_ERR_INVAL;
	arg.codes = *codes;
	arg.count = *count;
	error = pfm_get_os_event_encoding(str, dfl_plm, PFM_OS_NONE, &arg);
	if (error)
		return error;
	*codes = arg.codes;
	*count = arg.count;
	if (idx)
		*idx = arg.idx;
	return PFM_SUCCESS;
}

pfm_err_t pfm_get_perf_event_encoding(const char *str, int dfl_plm, struct perf_event_attr *attr, char **fstr, int *idx)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .fstr = fstr, .size = sizeof arg };
	pfm_err_t error;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!attr)
		return PFM_ERR_INVAL;
	error = pfm_get_os_event_encoding(str, dfl_plm, PFM_OS_PERF_EVENT_EXT, &arg);
	if (!error && idx)
		*idx = arg.idx;
	return error;
}
