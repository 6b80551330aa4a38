/* An event on the command line of programs beside perf: async-profiler, PAPI. */
#include "raw_programs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/tool.h"

enum { LONGEST_FOR_ASPROF = 255 };

/* Why asprof cannot say it; NULL: it can. */
static const char *why_not_asprof(const struct perf_event_attr *attr, const char *device)
{
	if (attr->type < PERF_TYPE_RAW || attr->type == PERF_TYPE_BREAKPOINT)
		return "asprof has names of its own for the kernel's events: see asprof list";
	if (attr->type != PERF_TYPE_RAW && (!device || !*device || strchr(device, '{')))
		return "asprof needs the name of one device";
	if (attr->exclude_user || attr->exclude_kernel)
		return "asprof has no modifiers; its --all-user leaves out the kernel";
	if (attr->precise_ip || attr->sample_period)
		return "asprof has no modifiers; its -i is the period";
	return NULL;
}

bool write_for_asprof(const char *operand, const struct perf_event_attr *attr, const char *device, bool for_agent,
	char *text, size_t size)
{
	const char *why = why_not_asprof(attr, device);
	const char *comma = for_agent ? ":" : ",";
	int length;

	if (why) {
		complain("%s: %s", operand, why);
		return false;
	}
	if (attr->type == PERF_TYPE_RAW && !attr->config1 && !attr->config2) {
		snprintf(text, size, "r%llx", (unsigned long long)attr->config);
		return true;
	}
	if (!device || !*device)
		device = "cpu";
	length = snprintf(text, size, "%.*s/config=0x%llx", (int)strcspn(device, ","), device,
			  (unsigned long long)attr->config);
	for (int i = 1; i <= 2 && length < (int)size; i++) {
		unsigned long long word = i == 1 ? attr->config1 : attr->config2;

		if (word)
			length += snprintf(text + length, size - (size_t)length, "%sconfig%d=0x%llx", comma, i, word);
	}
	if (length < (int)size)
		length += snprintf(text + length, size - (size_t)length, "/");
	if (length <= LONGEST_FOR_ASPROF && length < (int)size)
		return true;
	complain("%s: asprof takes %d letters", operand, LONGEST_FOR_ASPROF);
	return false;
}

/* Whether a piece "k=1" of a string is a level; its value. */
static bool is_level(const char *piece, int length)
{
	return length == 3 && strchr("kuh", *piece) && piece[1] == '=';
}

/* Whether a string counts on some levels, and not on others. */
static bool has_levels(const char *string)
{
	bool counted = false, left_out = false;

	for (const char *at = strchr(string, ':'); at; at = strchr(at, ':')) {
		int length = (int)strcspn(++at, ":");

		if (!is_level(at, length))
			continue;
		counted |= at[2] != '0';
		left_out |= at[2] == '0';
	}
	return counted && left_out;
}

/* What is so unless it is said: the host is counted, a modifier is 0; levels that are all counted. */
static bool is_default(const char *string, const char *piece, int length)
{
	const char *value = memchr(piece, '=', (size_t)length);

	if (!value)
		return false;
	if (is_level(piece, length))
		return !has_levels(string) || piece[2] == '0';
	if (length == 4 && !memcmp(piece, "mh=1", 4))
		return !strstr(string, ":mg=1");
	return length == (int)(value + 2 - piece) && value[1] == '0';
}

bool write_for_papi(const char *operand, const char *string, char *text, size_t size)
{
	const char *colons = string ? strstr(string, "::") : NULL;
	size_t length;

	if (!colons) {
		complain("%s: PAPI has names of events only, and no table has this one", operand);
		return false;
	}
	length = (size_t)snprintf(text, size, "%.*s", (int)(colons + 2 - string), string);
	for (const char *at = colons + 2; *at && length < size;) {
		int piece = (int)strcspn(at, ":");

		if (!is_default(string, at, piece))
			length += (size_t)snprintf(text + length, size - length, "%s%.*s", at == colons + 2 ? "" : ":",
						   piece, at);
		at += piece;
		at += *at == ':';
	}
	return length < size;
}
