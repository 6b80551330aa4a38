#include "complete.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "clean.h"
#include "tool.h"

static bool begins(const char *name, const char *with)
{
	return !strncasecmp(name, with, strlen(with));
}

static int complete_events(const pfm_pmu_info_t *pmu, const char *prefix, const char *name)
{
	pfm_event_info_t event = { .size = sizeof event };
	int count = 0;

	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx))
		if (!pfm_get_event_info(idx, PFM_OS_NONE, &event) && begins(event.name, name) && is_clean(event.name)) {
			printf("%s%s\n", prefix, event.name);
			count++;
		}
	return count;
}

/* The event is there: its unit masks and modifiers. */
static int complete_attributes(const char *beginning, size_t event_length, size_t done)
{
	char string[512];
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	int idx, count = 0;

	snprintf(string, sizeof string, "%.*s", (int)event_length, beginning);
	idx = pfm_find_event(string);
	if (idx < 0 || pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event))
		return 0;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT_EXT, &attr) && begins(attr.name, beginning + done) &&
		    is_clean(attr.name)) {
			printf("%.*s%s%s\n", (int)done, beginning, attr.name, attr.type == PFM_ATTR_MOD_INTEGER ? "=" : "");
			count++;
		}
	return count;
}

static int complete_names(const char *beginning, const char *event)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	char prefix[128] = "";
	int count = 0;
	pfm_pmu_t i;

	if (event != beginning)
		snprintf(prefix, sizeof prefix, "%.*s", (int)(event - beginning), beginning);
	for_each_pmu(i) {
		if (pfm_get_pmu_info(i, &pmu))
			continue;
		if (event == beginning && begins(pmu.name, beginning)) {
			printf("%s::\n", pmu.name);
			count++;
		}
		if (event == beginning ? pmu.is_present : strlen(pmu.name) == strlen(prefix) - 2 && begins(prefix, pmu.name))
			count += complete_events(&pmu, prefix, event);
	}
	return count;
}

bool complete(const char *beginning)
{
	const char *colons = strstr(beginning, "::"), *event = colons ? colons + 2 : beginning, *separator = strpbrk(event, ":."), *last = separator;

	if (!separator)
		return complete_names(beginning, event);
	for (const char *at = separator; *at; at++)
		if (*at == ':' || *at == '.')
			last = at;
	return complete_attributes(beginning, (size_t)(separator - beginning), (size_t)(last + 1 - beginning));
}
