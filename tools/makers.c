/*
 * Names for which the vendor's file has another code than libpfm4: the strings that libpfm4 has keep its codes, and
 * perf's language has the vendor's.
 */
#include "makers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "json.h"

/* The event's unit mask of that name; -1: it is none. */
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

/* Writes EVENT.UMASK..., as makers do, over the terms of a string without its PMU. True: the maker has another code. */
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

/* The string of perf's language that has the vendor's code, in text; false: the code is the vendor's, too. */
static bool write_makers_string(const char *event, int idx, char *text, size_t size)
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

void say_makers_code(const char *event, int idx)
{
	char text[384];

	if (write_makers_string(event, idx, text, sizeof text))
		complain("%s: the code is libpfm4's; the maker's file has another for this name: %s", event, text);
}

void json_makers_code(bool *first, const char *event, int idx)
{
	char text[384];

	if (write_makers_string(event, idx, text, sizeof text))
		json_text(first, "makers", text);
}
