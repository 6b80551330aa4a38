/*
 * Which counters each event may have, against what vendors and kernels publish: the column of counters of
 * tests/data/names, and tests/data/counters, lines PMU, event (*: all but those in the last column), counters. What
 * some CPU of several lacks no event of their PMU may have; lines of that file with < before them say so where the
 * names are of another CPU, or it is the kernel that allows less: PMU::EVENT, a pattern, and counters.
 */
#include <perfmon/pfmkit.h>

#include <fnmatch.h>
#include <string.h>

#include "fit/fit.h"

#include "check.h"

enum { NAME = 320, SHOWN = 60 };

/* An event and what is said of it, by all lines so far. */
struct said {
	char name[NAME];
	uint64_t counters;
};

static struct said said;
static int shown;

/* Lines with <. */
enum { LESS = 32 };
static struct said less[LESS];
static int less_count;

/* "0,1,2", "1-10", "f0", FIXED, "0-3,f0"; 0: it says something else. */
static uint64_t read_counters(const char *text)
{
	uint64_t counters = 0;

	if (!strcmp(text, "FIXED"))
		return fit_bit(FIT_FIXED);
	while (*text) {
		int base = *text == 'f' ? FIT_FIXED : 0, low, high, length = 0;

		text += base > 0;
		if (sscanf(text, "%d%n", &low, &length) != 1)
			return 0;
		text += length;
		high = low;
		if (*text == '-' && sscanf(text + 1, "%d%n", &high, &length) == 1)
			text += 1 + length;
		for (; low <= high; low++)
			counters |= fit_bit(base + low);
		if (*text && *text++ != ',')
			return 0;
	}
	return counters;
}

/* The counters that one event may have; false: it does not encode without more words. */
static bool ask(const char *name, uint64_t *counters)
{
	static const struct fit_machine machine = { .smt = true, .smt_given = true, .watchdog_given = true };
	static struct fit_question question;
	struct fit_request request;
	struct selection selection;
	struct encoding encoding;

	if (resolve(name, PFM_OS_PERF_EVENT_EXT, &selection) || encode(&selection, PFM_PLM3, &encoding))
		return false;
	fit_request_of(&selection, &encoding, &request);
	if (!CHECK(!fit_ask(&request, 1, &machine, &question)))
		return false;
	*counters = question.problem.events[0].counters & question.problem.units[0].counters;
	if (question.problem.events[0].flags & FIT_UNCOUNTED)
		*counters = 0;
	fit_question_free(&question);
	return true;
}

static void judge(void)
{
	uint64_t counters;

	if (!*said.name || !ask(said.name, &counters))
		return;
	for (int i = 0; i < less_count; i++)
		if (!fnmatch(less[i].name, said.name, 0))
			said.counters = less[i].counters;
	if (!CHECK(counters == said.counters) && shown++ < SHOWN)
		printf("  %s: ours %#llx, published %#llx\n", said.name, (unsigned long long)counters,
		       (unsigned long long)said.counters);
}

static void note(const char *pmu, const char *name, const char *text)
{
	uint64_t counters = read_counters(text);
	char full[NAME];

	if (!counters)
		return;
	snprintf(full, sizeof full, "%s::%s", pmu, name);
	if (!strcmp(full, said.name)) {
		said.counters &= counters;
		return;
	}
	judge();
	memcpy(said.name, full, sizeof full);
	said.counters = counters;
}

/* Counters that run by themselves: the number is that of the counter in the box, and none is taken. */
static bool runs_free(const char *pmu)
{
	size_t length = strlen(pmu);

	return length > 5 && !strcmp(pmu + length - 5, "_free");
}

/* Columns: PMU, name, three config words, counters, CPU. */
static void check_names(const char *file)
{
	char command[640], line[1024];
	FILE *rows;

	snprintf(command, sizeof command, "xz -dc '%s' | sort -t '\t' -k 1,2", source_file(file));
	rows = popen(command, "r");
	while (CHECK(rows) && fgets(line, sizeof line, rows)) {
		char *columns[6], *at = line;

		for (int i = 0; i < 6; i++)
			columns[i] = strsep(&at, "\t");
		if (*line != '#' && columns[5] && !runs_free(columns[0]))
			note(columns[0], columns[1], columns[5]);
	}
	judge();
	*said.name = '\0';
	if (rows)
		pclose(rows);
}

static bool is_listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (; *list; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == length && !strncmp(list, name, length))
			return true;
	return false;
}

/* All events of a PMU but some, as they are without unit masks or with the default ones. */
static void note_all(const char *pmu, const char *text, const char *but)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_event_info_t event = { .size = sizeof event };

	for (int i = pfm_next_pmu(0); i > 0; i = pfm_next_pmu(i))
		if (!pfm_get_pmu_info((pfm_pmu_t)i, &info) && !strcmp(info.name, pmu))
			for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx))
				if (!pfm_get_event_info(idx, PFM_OS_NONE, &event) && !is_listed(but, event.name))
					note(pmu, event.name, text);
}

static void check_own(void)
{
	FILE *rows = fopen(source_file("tests/data/counters"), "r");
	char line[256], pmu[96], name[96], counters[64], but[128];

	while (CHECK(rows) && fgets(line, sizeof line, rows)) {
		*but = '\0';
		if (*line == '#' || *line == '<' || sscanf(line, "%95s %95s %63s %127s", pmu, name, counters, but) < 3)
			continue;
		if (strcmp(name, "*"))
			note(pmu, name, counters);
		else
			note_all(pmu, counters, but);
	}
	judge();
	if (rows)
		fclose(rows);
}

static void read_less(void)
{
	FILE *rows = fopen(source_file("tests/data/counters"), "r");
	char line[256], counters[64];

	while (CHECK(rows) && fgets(line, sizeof line, rows) && less_count < LESS)
		if (sscanf(line, "< %255s %63s", less[less_count].name, counters) == 2)
			less[less_count++].counters = read_counters(counters);
	if (rows)
		fclose(rows);
}

int main(void)
{
	if (start_library("LIBPFM_ENCODE_INACTIVE=1 LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-167-1",
			  pfm_initialize, pfm_terminate))
		return 1;
	read_less();
	check_names("tests/data/names/intel_uncore.tsv.xz");
	check_names("tests/data/names/arm_power_riscv_s390.tsv.xz");
	check_names("tests/data/names/system.tsv.xz");
	check_own();
	CHECK(checks > 10000);
	pfm_terminate();
	return check_summary("fit_counters");
}
