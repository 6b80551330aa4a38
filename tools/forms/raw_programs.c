/* Writes an event for the command line of programs other than perf: async-profiler, PAPI. */
#include "raw_programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/language.h"
#include "tables/clean.h"

/* Returns why asprof cannot say it; NULL: it can. */
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

/* Writes an event for asprof. comma: what stands between the fields. */
static bool write_for_asprof(const struct encoded *encoded, const char *comma)
{
	const struct perf_event_attr *attr = &encoded->attr;
	const unsigned long long words[] = { attr->config1, attr->config2 };
	const char *device = encoded->device;
	const char *why = why_not_asprof(attr, device);

	if (why) {
		complain("%s: %s", encoded->operand, why);
		return false;
	}
	if (attr->type == PERF_TYPE_RAW && !attr->config1 && !attr->config2) {
		printf("r%llx\n", (unsigned long long)attr->config);
		return true;
	}
	device = clean(device && *device ? device : "cpu");
	printf("%.*s/config=0x%llx", (int)strcspn(device, ","), device, (unsigned long long)attr->config);
	for (int i = 0; i < 2; i++)
		if (words[i])
			printf("%sconfig%d=0x%llx", comma, i + 1, words[i]);
	puts("/");
	return true;
}

bool print_asprof(const struct encoded *encoded)
{
	return write_for_asprof(encoded, ",");
}

bool print_asprof_agent(const struct encoded *encoded)
{
	return write_for_asprof(encoded, ":");
}

/* ---- PAPI ---- */

/* Returns whether a piece "k=1" of a string is a level; its value. */
static bool is_level(const char *piece, int length)
{
	return length == 3 && strchr("kuh", *piece) && piece[1] == '=';
}

/* Returns whether a string counts on some levels, and not on others. */
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

/* Returns whether a piece is a default: the host is counted, a modifier is 0; levels that are all counted. */
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

/* Prints a full event string without what is so anyway. */
static void print_for_papi(const char *string)
{
	const char *event = strstr(string, "::") + 2;

	printf("%.*s", (int)(event - string), clean(string));
	for (const char *at = event; *at;) {
		int piece = (int)strcspn(at, ":");

		if (!is_default(string, at, piece))
			printf("%s%.*s", at == event ? "" : ":", piece, at);
		at += piece;
		at += *at == ':';
	}
	putchar('\n');
}

bool print_papi(const struct encoded *encoded)
{
	bool good = encoded->string && strstr(encoded->string, "::");

	if (good)
		print_for_papi(encoded->string);
	else
		complain("%s: PAPI has names of events only, and no table has this one", encoded->operand);
	return good;
}
