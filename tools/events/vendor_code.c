/*
 * Names for which the vendor's file has another code than libpfm4: event strings keep libpfm4's code, and perf's
 * language uses the vendor's.
 */
#include "vendor_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/json.h"

/* Returns the event's unit mask of that name; -1: it is none. */
static int umask_called(int idx, const char *name)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t umask = { .size = sizeof umask };

	if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
		return -1;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask) && umask.type == PFM_ATTR_UMASK &&
			!strcasecmp(umask.name, name))
			return i;
	return -1;
}

static bool has_another(int idx, int umask)
{
	pfm_event_facts_t facts = { .size = sizeof facts };

	return !pfm_get_event_facts(idx, umask, &facts) && facts.makers;
}

/*
 * Writes EVENT.UMASK..., as vendors do, over the terms of a string without its PMU. True: the vendor has another code.
 */
static bool write_name(char *terms, int idx, char *name, size_t size)
{
	char *term = strsep(&terms, ":.");
	size_t length = (size_t)snprintf(name, size, "%s", term);
	bool bare = true, another = false;

	while ((term = strsep(&terms, ":.")) && length < size) {
		int umask = umask_called(idx, term);

		if (umask < 0)
			continue;
		length += (size_t)snprintf(name + length, size - length, ".%s", term);
		another |= has_another(idx, umask);
		bare = false;
	}
	return (another || (bare && has_another(idx, PFM_NO_UMASK))) && length < size;
}

/* Writes the string of perf's language that has the vendor's code; false: the code is the vendor's, too. */
static bool write_vendors_string(const char *event, int idx, char *text, size_t size)
{
	const char *colons = strstr(event, "::");
	char device[64], name[256];
	char *terms = idx < 0 ? NULL : strdup(colons ? colons + 2 : event);
	bool is_another = terms && write_name(terms, idx, name, sizeof name) &&
		!pfm_get_event_device(event, device, sizeof device);

	if (is_another)
		snprintf(text, size, "%s/%s/", *device ? device : "cpu", name);
	free(terms);
	return is_another;
}

void say_vendors_code(const char *event, int idx)
{
	char text[384];

	if (write_vendors_string(event, idx, text, sizeof text))
		complain("%s: the code is libpfm4's; the vendor's file has another for this name: %s", event, text);
}

void json_vendors_code(bool *first, const char *event, int idx)
{
	char text[384];

	if (write_vendors_string(event, idx, text, sizeof text))
		json_text(first, "makers", text);
}

/* Returns whether a string of perf's language has the code. */
static bool has_code(const char *text, const pfm_code_t *code)
{
	pfm_perf_event_t event = { .size = sizeof event };

	return pfm_get_perf_event(text, 0, &event, 1, NULL) > 0 && event.attr.config == code->words[0] &&
	       event.attr.config1 == code->words[1] && event.attr.config2 == code->words[2];
}

/* Writes an event with a unit mask or, umask NULL, without. Without its device here it has its PMU's name instead. */
static bool is_vendors_name(const pfm_pmu_info_t *pmu, const pfm_event_info_t *event, const char *umask,
	const pfm_code_t *code, char *text, size_t size)
{
	char string[384];

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->name, umask ? ":" : "", umask ? umask : "");
	if (!pmu->is_present)
		snprintf(text, size, "%s/%s%s%s/", pmu->name, event->name, umask ? "." : "", umask ? umask : "");
	else if (!write_vendors_string(string, event->idx, text, size))
		return false;
	return has_code(text, code);
}

bool find_vendors_name(const pfm_pmu_info_t *pmu, const pfm_code_t *code, char *text, size_t size)
{
	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t event = { .size = sizeof event };

		if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
			continue;
		if (has_another(idx, PFM_NO_UMASK) && is_vendors_name(pmu, &event, NULL, code, text, size))
			return true;
		for (int i = 0; i < event.nattrs; i++) {
			pfm_event_attr_info_t umask = { .size = sizeof umask };

			if (has_another(idx, i) && !pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask) &&
				is_vendors_name(pmu, &event, umask.name, code, text, size))
				return true;
		}
	}
	return false;
}
