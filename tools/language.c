#define _GNU_SOURCE
#include "language.h"

#include <stdlib.h>
#include <string.h>

static bool is_breakpoint(const char *event)
{
	return !strncmp(event, "mem:", 4);
}

bool is_perfs(const char *event, const struct given *given)
{
	if (given->language != EITHER_LANGUAGE)
		return given->language == PERF_LANGUAGE;
	return !strstr(event, "::") && (strpbrk(event, "/{") || is_breakpoint(event));
}

bool may_be_perfs(const char *event, const struct given *given)
{
	return given->language != PFM_LANGUAGE && !given->pmu && !strstr(event, "::");
}

int read_perfs(const char *event, const struct given *given, pfm_perf_event_t **events, pfm_diagnosis_t *d)
{
	int plm = given->plm_given ? given->plm : 0, count = pfm_get_perf_events(event, plm, NULL, 0, d), again;

	*events = NULL;
	if (count <= 0)
		return count;
	*events = calloc((size_t)count, sizeof **events);
	if (!*events)
		return PFM_ERR_NOMEM;
	(*events)->size = sizeof **events;
	again = pfm_get_perf_events(event, plm, *events, count, d);
	if (again >= 0)
		return again < count ? again : count;
	free(*events);
	*events = NULL;
	return again;
}

void device_of_string(const char *event, char *device, size_t size)
{
	snprintf(device, size, "%.*s", (int)strcspn(event, ":"), event);
}

size_t event_length(const char *text, const char *stops)
{
	const char *at = text;

	for (; *at && !strchr(stops, *at); at++) {
		const char *closing;

		if (*at != '/' || is_breakpoint(text))
			continue;
		closing = strchr(at + 1, '/');
		if (!closing) /* terms without an end: what is wrong is one thing, not one for each comma */
			return strlen(text);
		at = closing;
	}
	return (size_t)(at - text);
}

/* ---- what the tables know of it ---- */

/* Raw events are the core PMU's, which needs no device. */
static bool is_its_pmu(const pfm_pmu_info_t *info, const pfm_perf_event_t *event)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	if (!info->is_present || pfm_get_pmu_details(info->pmu, &details) || details.is_deprecated)
		return false;
	if (is_device_of(&details, event->device))
		return true;
	return !details.device && info->type == PFM_PMU_TYPE_CORE &&
		(event->attr.type == PERF_TYPE_RAW || !strcmp(event->device, "cpu"));
}

pfm_pmu_t pmu_of_perfs(const pfm_perf_event_t *event)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (event->idx >= 0)
		return pmu_of(event->idx);
	if (!event->device[0] && event->attr.type != PERF_TYPE_RAW)
		return PFM_PMU_NONE;
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && is_its_pmu(&info, event))
			return pmu;
	return PFM_PMU_NONE;
}

/* The event in the other language, if it can be read in both. */
static char *same_in_strings(const pfm_perf_event_t *event, const char *string, const struct given *given, int *idx)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };

	if (!pfm_get_perf_encoding_anywhere(string, given->plm, PFM_OS_PERF_EVENT_EXT, &arg) &&
	    attr.type == event->attr.type &&
	    attr.config == event->attr.config) {
		*idx = arg.idx;
		return full;
	}
	free(full);
	return NULL;
}

/* What a PMU calls the very words. */
static char *decoded(pfm_pmu_t pmu, const pfm_perf_event_t *event, int *idx)
{
	const pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3,
				  .words = { event->attr.config, event->attr.config1, event->attr.config2 } };
	pfm_decoded_t found = { .size = sizeof found };

	if (pfm_decode(pmu, &code, &found, 1) < 1 || !found.exact)
		return NULL;
	*idx = found.idx;
	return strdup(found.string);
}

char *name_in_tables(const pfm_perf_event_t *event, const char *string, const struct given *given, int *idx)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char *name = same_in_strings(event, string, given, idx);
	pfm_pmu_t pmu;

	if (name)
		return name;
	*idx = -1;
	/* a core has its own PMU and the architectural one, and the device of an uncore box may have several */
	for_each_pmu(pmu)
		if (!name && pmu_of_perfs(event) != PFM_PMU_NONE && next_pmu(pmu, &info) && is_its_pmu(&info, event))
			name = decoded(pmu, event, idx);
	return name;
}
