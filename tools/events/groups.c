/* Finds the vendors' groups by name; a pattern selects the PMU. */
#define _GNU_SOURCE
#include "groups.h"

#include <fnmatch.h>
#include <string.h>

#include "tables/clean.h"
#include "common/json.h"

/* ---- finding ---- */

static bool find_group(const char *name, const char *pattern, pfm_pmu_info_t *pmu, int *group)
{
	bool any = false;
	pfm_pmu_t id;

	for_each_pmu(id) {
		pfm_groups_t groups = { .size = sizeof groups };

		pmu->size = sizeof *pmu;
		if (pfm_get_pmu_info(id, pmu) ||
			(pattern ? fnmatch(pattern, pmu->name, FNM_CASEFOLD) != 0 : !pmu->is_present))
			continue;
		any |= !pfm_get_groups(id, &groups) && groups.ngroups;
		*group = pfm_find_group(id, name);
		if (*group >= 0)
			return true;
	}
	complain("%s: no such group of events", name);
	if (!any)
		fputs("  there are no groups at all here; power4, power5, power6, power7 have some, as in power7::pm_flush\n",
			stderr);
	else
		fputs("  showevtinfo --group lists them\n", stderr);
	return false;
}

static bool use_member(const pfm_pmu_info_t *pmu, int group, int counter,
	bool (*use)(const struct member *member, void *data), void *data)
{
	pfm_group_event_t event = { .size = sizeof event };
	struct member member;

	if (pfm_get_group_event(pmu->pmu, group, counter, &event))
		return true;
	if (event.idx < 0) {
		complain("%s::%s: this event of the group is known by name only", pmu->name, event.string);
		return false;
	}
	member.counter = counter;
	member.has_code = event.has_code;
	member.code = event.code;
	snprintf(member.event, sizeof member.event, "%s::%s", pmu->name, event.string);
	return use(&member, data);
}

bool for_each_member(const char *name, const char *pattern, bool (*use)(const struct member *member, void *data),
	void *data)
{
	const char *colons = strstr(name, "::");
	pfm_pmu_info_t pmu;
	pfm_groups_t groups = { .size = sizeof groups };
	char own[128];
	int group;
	bool good = true;

	if (colons) {
		snprintf(own, sizeof own, "%.*s", (int)(colons - name), name);
		pattern = own;
		name = colons + 2;
	}
	if (!find_group(name, pattern, &pmu, &group) || pfm_get_groups(pmu.pmu, &groups))
		return false;
	for (int counter = 0; counter < groups.ncounters; counter++)
		good &= use_member(&pmu, group, counter, use, data);
	return good;
}

/* ---- listing ---- */

static bool is_asked_for(const pfm_group_info_t *info, int words, char **word)
{
	for (int i = 0; i < words; i++)
		if (strcasestr(info->name, word[i]) || strcasestr(info->title, word[i]))
			return true;
	return !words;
}

static const char *status_word(int status)
{
	return status & PFM_GROUP_UNVERIFIED ? "unverified" : status & PFM_GROUP_CAVEAT ? "caveat" : "verified";
}

/* Returns the code that a member has in its group: its own where it has one, else that of the event. 0: none. */
static uint64_t code_of(const pfm_pmu_info_t *pmu, const pfm_group_event_t *event)
{
	uint64_t codes[4] = { 0 };
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };
	char string[320];

	if (event->has_code)
		return event->code;
	snprintf(string, sizeof string, "%s::%s", pmu->name, event->string);
	return pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg) ? 0 : codes[0];
}

static void print_group(const pfm_pmu_info_t *pmu, int group, int counters, const pfm_group_info_t *info)
{
	pfm_group_event_t event = { .size = sizeof event };

	printf("%s::%s (group %d, %s)\n  %s\n  %s.\n", clean(pmu->name), clean(info->name), group,
		status_word(info->status), clean(info->title), clean(info->desc));
	for (int counter = 0; counter < counters; counter++) {
		if (pfm_get_group_event(pmu->pmu, group, counter, &event))
			continue;
		if (event.idx < 0)
			printf("    counter %d  %-10s  %s\n", counter, "no code", event.string);
		else
			printf("    counter %d  0x%-8" PRIx64 "  %s\n", counter, code_of(pmu, &event), event.string);
	}
}

static void print_group_json(const pfm_pmu_info_t *pmu, int group, int counters, const pfm_group_info_t *info)
{
	pfm_group_event_t event = { .size = sizeof event };
	bool first = true, first_event = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "pmu", pmu->name);
	json_text(&first, "name", info->name);
	json_number(&first, "number", group);
	json_text(&first, "status", status_word(info->status));
	json_text(&first, "title", info->title);
	json_text(&first, "desc", info->desc);
	fputs(",\"events\":[", stdout);
	for (int counter = 0; counter < counters; counter++) {
		bool inner = true;

		if (pfm_get_group_event(pmu->pmu, group, counter, &event))
			continue;
		fputs(first_event ? "{" : ",{", stdout);
		first_event = false;
		json_number(&inner, "counter", counter);
		json_text(&inner, "event", event.string);
		json_number(&inner, "idx", event.idx);
		if (event.idx >= 0)
			json_hex(&inner, "code", code_of(pmu, &event));
		putchar('}');
	}
	puts("]}");
}

bool list_groups(const pfm_pmu_info_t *pmu, int words, char **word, bool json)
{
	pfm_groups_t groups = { .size = sizeof groups };
	pfm_group_info_t info = { .size = sizeof info };
	bool any = false;

	pfm_get_groups(pmu->pmu, &groups);
	for (int group = 0; group < groups.ngroups; group++) {
		if (pfm_get_group_info(pmu->pmu, group, &info) || !is_asked_for(&info, words, word))
			continue;
		any = true;
		if (json)
			print_group_json(pmu, group, groups.ncounters, &info);
		else
			print_group(pmu, group, groups.ncounters, &info);
	}
	return any;
}
