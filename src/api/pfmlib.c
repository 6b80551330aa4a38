/*
 * The public functions of <perfmon/pfmlib.h>, except those that encode: check arguments and structure sizes, call inner
 * functions and copy their answers. The header has their contracts. Errors are checked in a fixed order: callers can
 * see it, so it is part of the interface.
 */
#include <perfmon/pfmkit.h>

#include <string.h>

#include "answers/kernel_names.h"
#include "language/device_string.h"
#include "answers/name_index.h"
#include "api/arguments.h"
#include "encode/describe.h"
#include "encode/error_text.h"
#include "machine/ending.h"
#include "metrics/list.h"

_Static_assert(sizeof(pfm_pmu_info_t) == PFM_PMU_INFO_ABI0, "pfm_pmu_info_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_event_info_t) == PFM_EVENT_INFO_ABI0,
	"pfm_event_info_t is not what programs were compiled with");
_Static_assert(sizeof(pfm_event_attr_info_t) == PFM_ATTR_INFO_ABI0,
	"pfm_event_attr_info_t is not what programs were compiled with");

/* A loop to PFM_PMU_MAX meets all PMUs; libpfm4's next numbers stay below ours. */
_Static_assert(PFM_PMU_MAX == MAX_PMU_NUMBER + 1, "PFM_PMU_MAX is not behind the last number");
_Static_assert((int)PFM_PMU_AMD64_FAM1AH_ZEN6_L3 < PFM_PMU_FIRST_NEW && (int)FIRST_NEW_PMU == PFM_PMU_FIRST_NEW,
	"libpfm4's numbers and ours meet");

pfm_err_t pfm_initialize(void)
{
	return catalog_open();
}

void pfm_terminate(void)
{
	names_forget();
	metrics_list_forget();
	catalog_close();
}

/* Closes the library when it is unloaded, if the program has not. */
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
	return error_text(code);
}

/* ---- PMUs and events ---- */

pfm_err_t pfm_get_pmu_info(pfm_pmu_t id, pfm_pmu_info_t *info)
{
	unsigned int shortages = host_shortages();
	struct event_ref ref;
	int pmu, first, count;
	const struct table_pmu *data;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!number_is_good(id) || !info || !size_is_good(info, info->size, sizeof *info))
		return host_shortages() == shortages ? PFM_ERR_INVAL : PFM_ERR_NOMEM;
	pmu = pmu_by_id(id);
	if (pmu < 0)
		return PFM_ERR_NOTSUPP;
	data = pmu_data(pmu);
	first = pmu_next_listed(pmu, 0, &ref);
	count = pmu_event_count(pmu);
	if (host_shortages() != shortages)
		return PFM_ERR_NOMEM;
	*info = (pfm_pmu_info_t){
		.name = pmu_name(pmu),
		.desc = text_at(pmu_body(pmu), data->desc),
		.size = sizeof *info,
		.pmu = id,
		.type = (pfm_pmu_type_t)data->type,
		.nevents = count,
		.first_event = first < 0 ? -1 : identifier_of(pmu, first),
		.max_encoding = data->codes,
		.is_present = pmu_is_active(pmu),
		.is_dfl = (data->flags & PMU_ARCH_DEFAULT) != 0,
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
	next = pmu_next_listed(ref.pmu, ref.index + 1, &ref);
	return next < 0 ? -1 : identifier_of(ref.pmu, next);
}

int pfm_find_event(const char *str)
{
	struct selection selection;
	struct event_string split;
	pfm_err_t error;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str)
		return PFM_ERR_INVAL;
	error = resolve_kernels(str, PFM_OS_NONE, &selection, &split);
	if (error && selection.problem == PROBLEM_NO_PMU)
		return device_string_event(&split);
	return error ? error : event_identifier(&selection.ref);
}

/* Checks what all information calls check first, and finds the event. */
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
