/*
 * Sampling periods, precise flags and replacements of deprecated names as Intel's files give them: facts.tsv.
 * Columns: PMUs, name, sampling period, 1 if it is precise, replacement; - where the file does not say, or says what
 * libpfm4 says otherwise. Of several unit masks together the fact is the event's.
 */
#include <perfmon/pfmkit.h>

#include <inttypes.h>

#include "check.h"

enum { COLUMNS = 5, PMUS = 0, NAME, PERIOD, PRECISE, REPLACEMENT };

/* The number of the event's unit mask; PFM_NO_UMASK without a name. */
static int find_umask(int idx, const char *name, bool *precise)
{
	pfm_event_info_t event = { .size = sizeof event };

	if (!CHECK(!pfm_get_event_info(idx, PFM_OS_NONE, &event)))
		return -2;
	*precise = event.is_precise;
	for (int i = 0; name && i < event.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };

		if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) || attr.type != PFM_ATTR_UMASK ||
		    strcmp(attr.name, name))
			continue;
		*precise = attr.is_precise;
		return i;
	}
	return name ? -2 : PFM_NO_UMASK;
}

static void check_facts(const char *pmu, char *const *columns)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	char event[512], *umask;
	bool precise;
	int idx, attr, before = failures;

	snprintf(event, sizeof event, "%s::%s", pmu, columns[NAME]);
	umask = strchr(strstr(event, "::") + 2, ':');
	if (umask)
		*umask++ = '\0';
	idx = pfm_find_event(event);
	attr = idx < 0 ? -2 : find_umask(idx, umask, &precise);
	if (CHECK(attr != -2) && CHECK(!pfm_get_event_facts(idx, attr, &facts))) {
		CHECK(*columns[PERIOD] == '-' || facts.period == strtoull(columns[PERIOD], NULL, 10));
		CHECK(*columns[PRECISE] == '-' || precise);
		CHECK(*columns[REPLACEMENT] == '-' ||
		      (facts.is_deprecated && facts.replacement && !strcmp(facts.replacement, columns[REPLACEMENT])));
	}
	if (failures > before)
		printf("  %s::%s period %" PRIu64 " replacement %s\n", pmu, columns[NAME], facts.period,
		       facts.replacement ? facts.replacement : "none");
}

static int check_line(char *line)
{
	char *columns[COLUMNS] = { NULL }, *pmus, *rest = NULL;
	int names = 0;

	line[strcspn(line, "\n")] = '\0';
	for (int i = 0; i < COLUMNS; i++)
		columns[i] = strsep(&line, "\t");
	if (!CHECK(columns[COLUMNS - 1] && !line))
		return 0;
	pmus = columns[PMUS];
	for (const char *pmu = strtok_r(pmus, ",", &rest); pmu; pmu = strtok_r(NULL, ",", &rest), names++)
		check_facts(pmu, columns);
	return names;
}

/* Zen's retired SSE and AVX operations count with the merge event beside them, whatever table the name is from. */
static void check_pairs(void)
{
	static const struct {
		const char *event;
		const char *umask;
		int is_pair;
	} known[] = { { "amd64_fam19h_zen4::RETIRED_SSE_AVX_FLOPS", "ANY", 1 },
		      { "amd64_fam19h_zen4::RETIRED_SSE_AVX_FLOPS", NULL, 1 },
		      { "amd64_fam19h_zen4::FP_RET_SSE_AVX_OPS", "ALL", 1 },
		      { "amd64_fam19h_zen4::FP_RET_SSE_AVX_OPS", NULL, 1 },
		      { "amd64_fam17h_zen1::RETIRED_SSE_AVX_OPERATIONS", NULL, 1 },
		      { "amd64_fam19h_zen4::RETIRED_INSTRUCTIONS", NULL, 0 },
		      { "skl::INST_RETIRED", "ANY_P", 0 } };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		pfm_event_facts_t facts = { .size = sizeof facts };
		int idx = pfm_find_event(known[i].event);
		bool precise;
		int attr = idx < 0 ? -2 : find_umask(idx, known[i].umask, &precise);

		if (!CHECK(attr != -2 && !pfm_get_event_facts(idx, attr, &facts) && facts.is_pair == known[i].is_pair))
			printf("  %s %s\n", known[i].event, known[i].umask ? known[i].umask : "");
	}
}

int main(void)
{
	FILE *data = open_data("tests/data/facts.tsv.xz");
	char *line = NULL;
	size_t room = 0;
	int names = 0;

	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1", pfm_initialize, pfm_terminate));
	while (data && getline(&line, &room, data) > 0)
		names += *line == '#' ? 0 : check_line(line);
	free(line);
	if (data)
		pclose(data);
	CHECK_SAME(names, 6595);
	check_pairs();
	printf("%d names have the maker's facts\n", names);
	pfm_terminate();
	return check_summary("facts");
}
