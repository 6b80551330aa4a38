/*
 * The public functions of <perfmon/pfmlib.h> and <perfmon/pfmlib_perf_event.h>, and what <perfmon/pfmkit.h> adds to them:
 * check arguments and structure sizes, call inward, copy outward. Their contracts are in the headers. What is wrong is
 * found in a fixed order, which callers can see and which is therefore part of the interface.
 */
#include <perfmon/pfmlib.h>
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "encode/describe.h"
#include "encode/encode.h"
#include "answers/groups.h"
#include "answers/name_index.h"
#include "machine/ending.h"
#include "encode/perf_attr.h"

_Static_assert(sizeof(pfm_pmu_info_t) == PFM_PMU_INFO_ABI0, "pfm_pmu_info_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_event_info_t) == PFM_EVENT_INFO_ABI0, "pfm_event_info_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_event_attr_info_t) == PFM_ATTR_INFO_ABI0, "pfm_event_attr_info_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_pmu_encode_arg_t) == PFM_RAW_ENCODE_ABI0, "pfm_pmu_encode_arg_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_perf_encode_arg_t) == PFM_PERF_ENCODE_ABI0, "pfm_perf_encode_arg_t is not what programs were compiled with");

/* The rule for all structures with a size: given says what the caller has, ours is what we know. */
static bool size_is_good(const void *structure, size_t given, size_t ours)
{
	const char *bytes = structure;

	if (!given)
		return true;
	if (given < ours)
		return false;
	for (size_t i = ours; i < given; i++)
		if (bytes[i])
			return false;
	return true;
}

static bool layer_is_active(pfm_os_t os)
{
	return os == PFM_OS_NONE || (os < PFM_OS_MAX && catalog_has_perf());
}

pfm_err_t pfm_initialize(void)
{
	return catalog_open();
}

void pfm_terminate(void)
{
	names_forget();
	catalog_close();
}

/* A program that unloads the library need not have ended it. */
__attribute__((destructor)) static void unload(void)
{
	if (!process_ends())
		pfm_terminate();
}

int pfm_get_version(void)
{
	return LIBPFM_VERSION;
}

const char *pfm_strerror(int code)
{
	switch (code) {
	case PFM_SUCCESS:
		return "success";
	case PFM_ERR_NOTSUPP:
		return "not supported";
	case PFM_ERR_INVAL:
		return "invalid parameters";
	case PFM_ERR_NOINIT:
		return "pfmlib not initialized";
	case PFM_ERR_NOTFOUND:
		return "event not found";
	case PFM_ERR_FEATCOMB:
		return "invalid combination of model specific features";
	case PFM_ERR_UMASK:
		return "invalid or missing unit mask";
	case PFM_ERR_NOMEM:
		return "out of memory";
	case PFM_ERR_ATTR:
		return "invalid event attribute";
	case PFM_ERR_ATTR_VAL:
		return "invalid event attribute value";
	case PFM_ERR_ATTR_SET:
		return "attribute value already set";
	case PFM_ERR_TOOMANY:
		return "too many parameters";
	case PFM_ERR_TOOSMALL:
		return "parameter is too small";
	default:
		return "unknown error code";
	}
}

/* ---- PMUs and events ---- */

pfm_err_t pfm_get_pmu_info(pfm_pmu_t id, pfm_pmu_info_t *info)
{
	unsigned int shortages = host_shortages();
	int pmu, first, count;
	const struct table_pmu *data;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (id >= PFM_PMU_MAX || !info || !size_is_good(info, info->size, sizeof *info))
		return PFM_ERR_INVAL;
	pmu = pmu_by_id(id);
	if (pmu < 0)
		return PFM_ERR_NOTSUPP;
	data = pmu_data(pmu);
	first = pmu_next_event(pmu, 0);
	count = pmu_event_count(pmu);
	if (host_shortages() != shortages)
		return PFM_ERR_NOMEM;
	*info = (pfm_pmu_info_t){
		.name = pmu_name(pmu), .desc = text_at(&pfm_compiled, data->desc), .size = sizeof *info, .pmu = id, .type = (pfm_pmu_type_t)data->type,
		.nevents = count, .first_event = first < 0 ? -1 : data->id << IDENTIFIER_BITS | first, .max_encoding = data->codes,
		.is_present = pmu_is_active(pmu), .is_dfl = (data->flags & PMU_ARCH_DEFAULT) != 0,
	};
	pmu_counters(pmu, &info->num_cntrs, &info->num_fixed_cntrs);
	return PFM_SUCCESS;
}

const char *pfm_get_pmu_name(pfm_pmu_t id)
{
	int pmu = catalog_is_open() ? pmu_by_id(id) : -1;

	return pmu < 0 ? NULL : pmu_name(pmu);
}

int pfm_get_event_next(int idx)
{
	struct event_ref ref;
	int next;

	if (!catalog_is_open() || event_by_identifier(idx, &ref))
		return -1;
	next = pmu_next_event(ref.pmu, ref.index + 1);
	return next < 0 ? -1 : pmu_data(ref.pmu)->id << IDENTIFIER_BITS | next;
}

int pfm_find_event(const char *str)
{
	struct selection selection;
	pfm_err_t error;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str)
		return PFM_ERR_INVAL;
	error = resolve(str, PFM_OS_NONE, &selection);
	return error ? error : event_identifier(&selection.ref);
}

/* What the information calls look at first. */
static pfm_err_t event_of_call(int idx, pfm_os_t os, struct event_ref *ref)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	return os >= PFM_OS_MAX ? PFM_ERR_INVAL : event_by_identifier(idx, ref);
}

pfm_err_t pfm_get_event_info(int idx, pfm_os_t os, pfm_event_info_t *info)
{
	struct event_ref ref;
	pfm_err_t error = event_of_call(idx, os, &ref);

	if (error)
		return error;
	if (!info || !size_is_good(info, info->size, sizeof *info))
		return PFM_ERR_INVAL;
	if (!layer_is_active(os))
		return PFM_ERR_NOTSUPP;
	describe_info(&ref, os, info);
	return PFM_SUCCESS;
}

pfm_err_t pfm_get_event_attr_info(int idx, int attr, pfm_os_t os, pfm_event_attr_info_t *info)
{
	struct event_ref ref;
	pfm_event_attr_info_t found = { .size = sizeof found };
	pfm_err_t error = event_of_call(idx, os, &ref);

	if (error)
		return error;
	if (attr < 0 || !info || !size_is_good(info, info->size, sizeof *info))
		return PFM_ERR_INVAL;
	if (!layer_is_active(os))
		return PFM_ERR_NOTSUPP;
	if (!describe_attribute(&ref, attr, os, &found))
		return PFM_ERR_INVAL;
	*info = found;
	return PFM_SUCCESS;
}

/* As in the cpu lines of the tables. */
static const char *vendor_of(const struct table_pmu *pmu)
{
	static const char names[][16] = { [VENDOR_INTEL] = "GenuineIntel", [VENDOR_AMD] = "AuthenticAMD", [VENDOR_ARM] = "arm", [VENDOR_POWER] = "power" };
	const struct table_condition *condition = &pfm_compiled.conditions.rows[pmu->condition];

	return pmu->conditions && condition->kind == WHEN_CPU ? names[condition->vendor] : NULL;
}

pfm_err_t pfm_get_pmu_details(pfm_pmu_t id, pfm_pmu_details_t *details)
{
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (id >= PFM_PMU_MAX || !details || details->size < sizeof *details || !size_is_good(details, details->size, sizeof *details))
		return PFM_ERR_INVAL;
	pmu = pmu_by_id(id);
	if (pmu < 0)
		return PFM_ERR_NOTSUPP;
	*details = (pfm_pmu_details_t){
		.size = sizeof *details, .device = optional_name(&pfm_compiled, pmu_data(pmu)->sysfs), .plm = (int)pmu_plm(pmu),
		.is_deprecated = (pmu_data(pmu)->flags & PMU_DEPRECATED) != 0, .takes_raw_umask = (pmu_data(pmu)->flags & PMU_RAW_UMASK) != 0,
		.vendor = vendor_of(pmu_data(pmu)),
	};
	return PFM_SUCCESS;
}

/* ---- groups ---- */

/* As other functions of a PMU: not open, a bad structure, no such PMU. */
static pfm_err_t check_pmu_call(pfm_pmu_t id, const void *structure, size_t given, size_t ours, int *pmu)
{
	if (id >= PFM_PMU_MAX || given < ours || !size_is_good(structure, given, ours))
		return PFM_ERR_INVAL;
	*pmu = pmu_by_id(id);
	return *pmu < 0 ? PFM_ERR_NOTSUPP : PFM_SUCCESS;
}

pfm_err_t pfm_get_groups(pfm_pmu_t id, pfm_groups_t *groups)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = groups ? check_pmu_call(id, groups, groups->size, sizeof *groups, &pmu) : PFM_ERR_INVAL;
	if (!error)
		groups_describe(pmu, groups);
	return error;
}

pfm_err_t pfm_get_group_info(pfm_pmu_t id, int group, pfm_group_info_t *info)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = info ? check_pmu_call(id, info, info->size, sizeof *info, &pmu) : PFM_ERR_INVAL;
	return error ? error : groups_info(pmu, group, info) ? PFM_SUCCESS : PFM_ERR_INVAL;
}

int pfm_find_group(pfm_pmu_t id, const char *name)
{
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!name || id >= PFM_PMU_MAX)
		return PFM_ERR_INVAL;
	pmu = pmu_by_id(id);
	return pmu < 0 ? PFM_ERR_NOTSUPP : groups_find(pmu, name);
}

pfm_err_t pfm_get_group_event(pfm_pmu_t id, int group, int counter, pfm_group_event_t *event)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = event ? check_pmu_call(id, event, event->size, sizeof *event, &pmu) : PFM_ERR_INVAL;
	return error ? error : groups_event(pmu, group, counter, event);
}

pfm_err_t pfm_get_counter_event(pfm_pmu_t id, int counter, int n, pfm_group_event_t *event)
{
	pfm_err_t error;
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	error = event ? check_pmu_call(id, event, event->size, sizeof *event, &pmu) : PFM_ERR_INVAL;
	return error ? error : groups_counter_event(pmu, counter, n, event) ? PFM_SUCCESS : PFM_ERR_INVAL;
}

pfm_err_t pfm_get_cpu(pfm_cpu_t *cpu)
{
	const struct host *host = catalog_host();

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!cpu || cpu->size < sizeof *cpu || !size_is_good(cpu, cpu->size, sizeof *cpu))
		return PFM_ERR_INVAL;
	*cpu = (pfm_cpu_t){ .size = sizeof *cpu, .family = host->family, .model = host->model, .stepping = host->stepping };
	cpu->vendor = host->is_intel ? "GenuineIntel" : host->is_amd ? "AuthenticAMD" : host->is_power ? "power" : host->arm_count ? "arm" : NULL;
	if (host->is_power) {
		cpu->model = host->pvr;
		cpu->stepping = host->revision;
	} else if (host->arm_count) {
		cpu->family = host->arm[0].implementer;
		cpu->model = host->arm[0].part;
	}
	return PFM_SUCCESS;
}

/* ---- encoding ---- */

static void trace_words(const struct encoding *encoding, const struct text *text)
{
	char words[MAX_WORDS * 24] = "";
	size_t length = 0;

	if (!catalog_is_verbose())
		return;
	for (int i = 0; i < encoding->count; i++)
		length += (size_t)snprintf(words + length, sizeof words - length, "[0x%" PRIx64 "] ", encoding->words[i]);
	catalog_verbose("%s%.*s", words, (int)text->length, text->bytes);
}

/* Resolves and encodes; on failure says why, if asked to. */
static pfm_err_t encode_string(const char *str, int plm, pfm_os_t os, struct selection *selection, struct encoding *encoding)
{
	pfm_err_t error = resolve(str, os, selection);

	if (!error)
		error = encode(selection, plm, encoding);
	if (error)
		catalog_debug("%s: %s", str, pfm_strerror(error));
	return error;
}

static pfm_err_t encode_raw(const char *str, int plm, pfm_pmu_encode_arg_t *arg)
{
	struct selection selection;
	struct encoding encoding;
	struct text text;
	uint64_t *codes = arg->codes;
	char *fstr = NULL;
	pfm_err_t error;

	if (!size_is_good(arg, arg->size, sizeof *arg))
		return PFM_ERR_INVAL;
	error = encode_string(str, plm, PFM_OS_NONE, &selection, &encoding);
	if (error)
		return error;
	if (codes && arg->count < encoding.count)
		return PFM_ERR_TOOSMALL;
	if (arg->fstr || catalog_is_verbose()) {
		describe_event(&selection, &encoding, PFM_OS_NONE, &text);
		trace_words(&encoding, &text);
	}
	if (arg->fstr && !(fstr = describe_string(selection.ref.pmu, &text)))
		return PFM_ERR_NOMEM;
	if (!codes && !(codes = malloc((size_t)encoding.count * sizeof *codes))) {
		free(fstr);
		return PFM_ERR_NOMEM;
	}
	memcpy(codes, encoding.words, (size_t)encoding.count * sizeof *codes);
	arg->codes = codes;
	arg->count = encoding.count;
	arg->idx = event_identifier(&selection.ref);
	if (arg->fstr)
		*arg->fstr = fstr;
	return PFM_SUCCESS;
}

static void trace_attr(const struct perf_event_attr *attr, const char *str)
{
	if (!catalog_is_verbose())
		return;
	catalog_verbose("PERF[type=%x config=0x%" PRIx64 " config1=0x%" PRIx64 " excl=%d excl_user=%d excl_kernel=%d excl_hv=%d excl_host=%d excl_guest=%d"
			" period=%" PRIu64 " freq=%d precise=%d pinned=%d] %s", attr->type, (uint64_t)attr->config, (uint64_t)attr->config1,
			(int)attr->exclusive, (int)attr->exclude_user, (int)attr->exclude_kernel, (int)attr->exclude_hv, (int)attr->exclude_host,
			(int)attr->exclude_guest, (uint64_t)attr->sample_period, (int)attr->freq, (int)attr->precise_ip, (int)attr->pinned, str);
}

/* Works on a copy of as much of the caller's attr as the caller says there is, so that an error changes nothing. */
static pfm_err_t encode_perf(const char *str, int plm, pfm_os_t os, enum perf_where where, pfm_perf_encode_arg_t *arg)
{
	struct selection selection;
	struct encoding encoding;
	struct perf_event_attr attr;
	struct text text;
	size_t size;
	char *fstr = NULL;
	bool printed;
	int cpu;
	pfm_err_t error;

	if (!size_is_good(arg, arg->size, sizeof *arg) || !arg->attr)
		return PFM_ERR_INVAL;
	error = encode_string(str, plm, os, &selection, &encoding);
	if (error)
		return error;
	size = arg->attr->size ? arg->attr->size : PERF_ATTR_SIZE_VER0;
	if (size > sizeof attr)
		size = sizeof attr;
	memset(&attr, 0, sizeof attr);
	memcpy(&attr, arg->attr, size);
	error = perf_attr_fill(&selection, &encoding, plm, os, where, &attr, &cpu, arg->fstr ? &text : NULL, &printed);
	if (error)
		return error;
	if (printed && !(fstr = describe_string(selection.ref.pmu, &text)))
		return PFM_ERR_NOMEM;
	trace_attr(&attr, str);
	memcpy(arg->attr, &attr, size);
	if (arg->fstr && printed)
		*arg->fstr = fstr;
	arg->idx = event_identifier(&selection.ref);
	arg->cpu = cpu;
	return PFM_SUCCESS;
}

pfm_err_t pfm_get_os_event_encoding(const char *str, int dfl_plm, pfm_os_t os, void *arg)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !arg || dfl_plm & ~ALL_PLM)
		return PFM_ERR_INVAL;
	if (!layer_is_active(os))
		return PFM_ERR_NOTSUPP;
	return os == PFM_OS_NONE ? encode_raw(str, dfl_plm, arg) : encode_perf(str, dfl_plm, os, PERF_HERE, arg);
}

pfm_err_t pfm_get_perf_encoding_anywhere(const char *str, int dfl_plm, pfm_os_t os, pfm_perf_encode_arg_t *arg)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !arg || dfl_plm & ~ALL_PLM || (os != PFM_OS_PERF_EVENT && os != PFM_OS_PERF_EVENT_EXT))
		return PFM_ERR_INVAL;
	return encode_perf(str, dfl_plm, os, PERF_ANYWHERE, arg);
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
