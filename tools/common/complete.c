/*
 * Completes words: the names come from the library; here the word typed so far is split into a complete part and a
 * beginning.
 */
#include "complete.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "forms/form_names.h"
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

/* The parts of a word being typed, which may be a list of events. */
struct typed {
	const char *list;          /* text before the event */
	int list_length;
	const char *beginning;     /* what was typed of the event */
	const char *pmu;           /* pattern of PMUs given by --pmu; NULL: those of this machine */
};

/* Prints the unit masks and modifiers of an event. */
static int complete_attributes(const struct typed *typed, size_t event_length, size_t done)
{
	char event_name[512];
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	const char *beginning = typed->beginning;
	char *string;
	int idx, count = 0;

	snprintf(event_name, sizeof event_name, "%.*s", (int)event_length, beginning);
	string = qualified(event_name, typed->pmu);
	idx = string ? pfm_find_event(string) : -1;
	free(string);
	if (idx < 0 || pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event))
		return 0;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT_EXT, &attr) &&
			begins(attr.name, beginning + done) && is_clean(attr.name)) {
			printf("%.*s%.*s%s%s\n", typed->list_length, typed->list, (int)done, beginning, attr.name,
			       attr.type == PFM_ATTR_MOD_INTEGER ? "=" : "");
			count++;
		}
	return count;
}

static bool is_meant(const pfm_pmu_info_t *pmu, const char *pattern)
{
	return pattern ? !fnmatch(pattern, pmu->name, FNM_CASEFOLD) : pmu->is_present;
}

static int complete_names(const struct typed *typed, const char *event)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	const char *beginning = typed->beginning;
	int pmu_length = (int)(event - beginning), count = 0;
	char prefix[1024];
	pfm_pmu_t i;

	snprintf(prefix, sizeof prefix, "%.*s%.*s", typed->list_length, typed->list, pmu_length, beginning);
	for_each_pmu(i) {
		if (!next_pmu(i, &pmu))
			continue;
		if (!pmu_length && !typed->pmu && begins(pmu.name, beginning) && is_clean(pmu.name)) {
			printf("%s%s::\n", prefix, pmu.name);
			count++;
		}
		if (pmu_length ? (int)strlen(pmu.name) == pmu_length - 2 && begins(beginning, pmu.name)
			       : is_meant(&pmu, typed->pmu))
			count += complete_events(&pmu, prefix, event);
	}
	return count;
}

/* ---- values of options ---- */

static const char *const cpu_names[] = {
#define CPU_NAME(name, identity) name,
#include "machine/cpu_names.def"
	"list", "native", NULL };
static const char *const types[] = { "core", "uncore", "os", "device", NULL };
static const char *const flags[] = { "precise", "default", "speculative", "hw_smpl", "alias", "deprecated", NULL };
static const char *const layers[] = { "none", "perf", "perf_ext", NULL };
static const char *const levels[] = { "u", "k", "h", "ku", "kuh", NULL };
static const char *const no_names[] = { NULL };

/* Names that an option accepts in addition to its words: of core PMUs, all PMUs, groups of events, metrics. */
enum names { NO_NAMES, CORE_NAMES, PMU_NAMES, GROUP_NAMES, METRIC_NAMES };

static const struct valued { const char *option; const char *const *values; enum names names;
} valued[] = { { "--cpu=", cpu_names, CORE_NAMES }, { "--pmu=", no_names, PMU_NAMES }, { "--type=", types, NO_NAMES },
	{ "--flag=", flags, NO_NAMES }, { "--os=", layers, NO_NAMES }, { "--plm=", levels, NO_NAMES },
	{ "--group=", no_names, GROUP_NAMES }, { "--metric=", no_names, METRIC_NAMES },
	{ "--metrics=", no_names, METRIC_NAMES } };

static int print_if(const char *option, const char *value, const char *beginning)
{
	if (!begins(value, beginning) || !is_clean(value))
		return 0;
	printf("%s%s\n", option, value);
	return 1;
}

static int complete_groups(const pfm_pmu_info_t *pmu, const char *option, const char *beginning)
{
	pfm_groups_t groups = { .size = sizeof groups };
	pfm_group_info_t group = { .size = sizeof group };
	int count = 0;

	pfm_get_groups(pmu->pmu, &groups);
	for (int i = 0; i < groups.ngroups; i++)
		if (!pfm_get_group_info(pmu->pmu, i, &group))
			count += print_if(option, group.name, beginning);
	return count;
}

/* Prints metrics for the last one of a list. */
static int complete_metrics(const char *option, const char *beginning)
{
	const char *comma = strrchr(beginning, ','), *last = comma ? comma + 1 : beginning;
	pfm_metric_info_t info = { .size = sizeof info };
	int count = 0;

	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		if (pfm_get_metric_info(id, &info) || !begins(info.name, last) || !is_clean(info.name))
			continue;
		printf("%s%.*s%s\n", option, (int)(last - beginning), beginning, info.name);
		count++;
	}
	return count;
}

/* Prints the forms of a tool, whose name stands in front: "evt2raw--as=". */
static int complete_forms(const char *text)
{
	const char *option = strstr(text, "--as="), *beginning = option ? option + strlen("--as=") : NULL;
	int count = 0;
	char tool[32];

	snprintf(tool, sizeof tool, "%.*s", option ? (int)(option - text) : 0, text);
	for (const struct form_name *at = option ? next_form(tool, NULL) : NULL; at; at = next_form(tool, at))
		count += print_if("--as=", at->name, beginning);
	return count;
}

static int complete_value(const struct valued *valued_option, const char *beginning, const char *pattern)
{
	const char *option = strstr(valued_option->option, "--");
	enum names names = valued_option->names;
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	int count = 0;
	pfm_pmu_t i;

	for (const char *const *value = valued_option->values; *value; value++)
		count += print_if(option, *value, beginning);
	if (names == METRIC_NAMES)
		return complete_metrics(option, beginning);
	for_each_pmu(i) {
		if (names == NO_NAMES || !next_pmu(i, &pmu))
			continue;
		if (names == GROUP_NAMES && is_meant(&pmu, pattern))
			count += complete_groups(&pmu, option, beginning);
		else if (names == PMU_NAMES || (names == CORE_NAMES && pmu.type == PFM_PMU_TYPE_CORE))
			count += print_if(option, pmu.name, beginning);
	}
	return count;
}

/* ---- all ---- */

/* Returns where the last event of a list begins: behind a comma or a brace not in perf's DEVICE/TERM,TERM/. */
static const char *last_event(const char *text)
{
	const char *last = text;

	for (bool in_device = false; *text; text++) {
		if (*text == '/')
			in_device = !in_device;
		else if (!in_device && (*text == ',' || *text == '{'))
			last = text + 1;
	}
	return last;
}

static int complete_event(const struct typed *typed)
{
	const char *beginning = typed->beginning, *colons = strstr(beginning, "::"),
		   *event = colons ? colons + 2 : beginning;
	const char *separator = strpbrk(event, ":."), *last = separator;

	if (!separator)
		return complete_names(typed, event);
	for (const char *at = separator; *at; at++)
		if (*at == ':' || *at == '.')
			last = at;
	return complete_attributes(typed, (size_t)(separator - beginning), (size_t)(last + 1 - beginning));
}

bool complete(const char *text, const char *pmu)
{
	struct typed typed = { .list = text, .beginning = last_event(text), .pmu = pmu };

	if (!is_clean(text)) /* not completed, as the output would begin with it */
		return false;
	for (size_t i = 0; i < sizeof valued / sizeof valued[0]; i++)
		if (!strncmp(text, valued[i].option, strlen(valued[i].option)))
			return complete_value(&valued[i], text + strlen(valued[i].option), pmu);
	if (strstr(text, "--as="))
		return complete_forms(text);
	typed.list_length = (int)(typed.beginning - text);
	return complete_event(&typed);
}
