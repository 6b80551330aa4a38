/*
 * What the information calls say about every PMU, event and unit mask, against what was read from libpfm4's own tables;
 * and which modifiers each layer offers.
 */
#include <perfmon/pfmlib_perf_event.h>

#include <inttypes.h>

#include "check.h"

static struct differences differences;

/* ---- PMUs, events, unit masks: inventory.tsv ---- */

/* Column number column of a line, or -1. */
static int column_value(const char *line, int column)
{
	while (line && column-- > 0)
		line = (line = strchr(line, '\t')) ? line + 1 : NULL;
	return line ? atoi(line) : -1;
}

/* PMUs may have got more events since; all else is as it was. */
static void check_pmu(const char *expected)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char got[1024];
	bool same;
	int id = atoi(expected + 2), events = column_value(expected, 5);

	if (!CHECK(!pfm_get_pmu_info((pfm_pmu_t)id, &info)))
		return;
	snprintf(got, sizeof got, "P\t%d\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d", id, info.name, info.desc, (int)info.type,
		 info.nevents < events ? info.nevents : events, info.max_encoding, info.num_cntrs, info.num_fixed_cntrs,
		 (int)info.is_dfl);
	same = !strcmp(got, expected);
	if (!check(same != is_difference(&differences, info.name), "PMU as measured, unless listed", __FILE__,
		    __LINE__))
		printf("  expected %s\n  got      %s\n", expected, got);
}

static void check_event(const char *expected, const char *pmu, const pfm_event_info_t *info, int index)
{
	char got[1024], name[512];
	bool same;

	snprintf(name, sizeof name, "%s::%s", pmu, info->name);
	snprintf(got, sizeof got, "E\t%d\t%s\t0x%" PRIx64 "\t%s\t%d\t%d\t%d", index, info->name, info->code,
		info->equiv ? info->equiv : "-", (int)info->is_precise, (int)info->is_speculative,
		(int)info->support_hw_smpl);
	same = !strcmp(got, expected);
	if (!check(same != is_difference(&differences, name), "event as measured, unless listed", __FILE__, __LINE__) &&
		failures < 30)
		printf("  %s\n  expected %s\n  got      %s\n", name, expected, got);
}

static void check_umask(const char *expected, const char *pmu, const char *event, const pfm_event_attr_info_t *info)
{
	char got[1024], name[512];
	bool same;

	snprintf(name, sizeof name, "%s::%s:%s", pmu, event, info->name);
	snprintf(got, sizeof got, "U\t%s\t0x%" PRIx64 "\t%s\t%d\t%d\t%d\t%d", info->name, info->code,
		info->equiv ? info->equiv : "-", (int)info->is_dfl, (int)info->is_precise, (int)info->support_hw_smpl,
		(int)info->support_no_mods);
	same = !strcmp(got, expected);
	if (!check(same != is_difference(&differences, name), "unit mask as measured, unless listed", __FILE__,
		    __LINE__) &&
		failures < 30)
		printf("  %s\n  expected %s\n  got      %s\n", name, expected, got);
}

static void check_inventory(void)
{
	FILE *data = open_data("tests/data/inventory.tsv.xz");
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_event_info_t event = { .size = sizeof event };
	char *line = NULL;
	size_t room = 0;
	int next = -1, attr = 0, lines = 0;

	while (data && getline(&line, &room, data) > 0) {
		line[strcspn(line, "\n")] = '\0';
		lines++;
		if (*line == 'P') {
			check_pmu(line);
			pfm_get_pmu_info((pfm_pmu_t)atoi(line + 2), &pmu);
			next = pmu.first_event;
		} else if (*line == 'E') {
			if (!CHECK(next >= 0 && !pfm_get_event_info(next, PFM_OS_NONE, &event)))
				break;
			check_event(line, pmu.name, &event, next & ((1 << 21) - 1));
			next = pfm_get_event_next(next);
			attr = 0;
		} else {
			pfm_event_attr_info_t info = { .size = sizeof info };

			if (!CHECK(!pfm_get_event_attr_info(event.idx, attr++, PFM_OS_NONE, &info) &&
				    info.type == PFM_ATTR_UMASK))
				break;
			check_umask(line, pmu.name, event.name, &info);
		}
	}
	free(line);
	if (data)
		pclose(data);
	CHECK_SAME(lines, 59721);
	printf("%d lines of inventory compared\n", lines);
}

/* ---- modifiers: modifiers.tsv has, for each PMU, which modifiers how many events have; SAMPLE: some ---- */

static void list_modifiers(const pfm_event_info_t *event, pfm_os_t os, char *text, size_t size)
{
	pfm_event_info_t layer = { .size = sizeof layer };
	int length = 0;

	*text = '\0';
	if (pfm_get_event_info(event->idx, os, &layer))
		return;
	for (int i = 0; i < layer.nattrs; i++) {
		pfm_event_attr_info_t info = { .size = sizeof info };

		if (pfm_get_event_attr_info(event->idx, i, os, &info) || info.type == PFM_ATTR_UMASK)
			continue;
		length += snprintf(text + length, size - (size_t)length, "%s%s%s%s", length ? "," : "", info.name,
			info.type == PFM_ATTR_MOD_INTEGER ? "#" : "",
			info.ctrl == PFM_ATTR_CTRL_PERF_EVENT ? "@perf" : "");
	}
	if (!length)
		snprintf(text, size, "-");
}

static int pmu_number(const char *name)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	for (int pmu = 0; pmu < PFM_PMU_MAX; pmu++)
		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && !strcmp(info.name, name))
			return pmu;
	return -1;
}

static int count_events(int pmu, const char *lists)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_event_info_t event = { .size = sizeof event };
	char got[3][512], all[1600];
	int count = 0;

	pfm_get_pmu_info((pfm_pmu_t)pmu, &info);
	for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
			return -1;
		for (int os = 0; os < 3; os++)
			list_modifiers(&event, (pfm_os_t)os, got[os], sizeof got[os]);
		snprintf(all, sizeof all, "%s\t%s\t%s", got[0], got[1], got[2]);
		count += !strcmp(all, lists);
	}
	return count;
}

static void check_modifiers(void)
{
	FILE *data = open_data("tests/data/modifiers.tsv.xz");
	char *line = NULL;
	size_t room = 0;
	int lines = 0;

	while (data && getline(&line, &room, data) > 0) {
		char *count = strchr(line, '\t'), *lists = count ? strchr(count + 1, '\t') : NULL;
		int pmu, got;

		line[strcspn(line, "\n")] = '\0';
		if (!in_sample((unsigned int)lines++))
			continue;
		if (!CHECK(lists))
			break;
		*count++ = *lists++ = '\0';
		pmu = pmu_number(line);
		got = CHECK(pmu > 0) ? count_events(pmu, lists) : -1;
		/*
		 * new events have some too; Torrent is better here: its own modifiers are offered
		 * (tests/peers/differences)
		 */
		if (!check(got >= atoi(count) || !strcmp(line, "power_torrent"),
			    "so many events, or more, have these modifiers", __FILE__, __LINE__))
			printf("  %s: %s expected, got %d: %s\n", line, count, got, lists);
	}
	free(line);
	if (data)
		pclose(data);
	CHECK_SAME(lines, 1095);
	printf("%d sets of modifiers, one in %u compared\n", lines, sample_one_in());
}

int main(void)
{
	read_differences(&differences, "inventory");
	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1 LIBPFM_FSROOT=ROOT/vm", pfm_initialize, pfm_terminate));
	check_inventory();
	check_all_met(&differences);
	check_modifiers();
	pfm_terminate();
	return check_summary("inventory");
}
