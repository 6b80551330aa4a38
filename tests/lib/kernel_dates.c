/*
 * What names of the kernel's are by releases of Linux: the rows of tests/data/kernel/dates.tsv, written from ten
 * kernels' sources, each asked of every one of these releases.
 */
#include <perfmon/pfmkit.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { COLUMNS = 4, MOST = 8, RELEASES = 10 };

static const char *const releases[RELEASES] = { "5.4", "5.10", "5.15", "6.1", "6.6", "6.12", "6.18", "7.1",
	"7.2", "7.3" };

static int place_of(const char *release)
{
	for (int i = 0; i < RELEASES; i++)
		if (release && !strncmp(release, releases[i], strcspn(release, "=")) &&
			strlen(releases[i]) == strcspn(release, "="))
			return i;
	CHECK(!release);
	return release ? RELEASES : -1;
}

/* What is counted on a release: "0x20ff*3.8e-6", "0x1b7,0x10001", "none", "-". */
static void meaning_on(const pfm_kernel_meaning_t *meanings, int count, int release, char *text, size_t size)
{
	snprintf(text, size, "-");
	for (int i = 0; i < count; i++) {
		const pfm_kernel_meaning_t *meaning = &meanings[i];

		if ((meaning->since && place_of(meaning->since) > release) ||
			(meaning->before && place_of(meaning->before) <= release))
			continue;
		if (meaning->is_refused)
			snprintf(text, size, "none");
		else if (meaning->scale != 1)
			snprintf(text, size, "0x%" PRIx64 "*%.10g", meaning->words[0], meaning->scale);
		else
			snprintf(text, size, "0x%" PRIx64 ",0x%" PRIx64, meaning->words[0], meaning->words[1]);
		return;
	}
}

/* What stands behind the comma; b may say nothing of it. */
static bool are_same_seconds(const char *a, const char *b)
{
	const char *second_a = strchr(a, ','), *second_b = strchr(b, ',');

	return !second_b || (second_a && strtoull(second_a + 1, NULL, 0) == strtoull(second_b + 1, NULL, 0));
}

static bool are_same_texts(const char *a, const char *b)
{
	const char *scale_a = strchr(a, '*'), *scale_b = strchr(b, '*');

	if (!strcmp(a, "-") && !strcmp(b, "none")) /* what has no row is refused */
		return true;
	if (strtoull(a, NULL, 0) != strtoull(b, NULL, 0) || *a != *b || !scale_a != !scale_b ||
	    !are_same_seconds(a, b))
		return false;
	return !scale_a || (float)strtod(scale_a + 1, NULL) == (float)strtod(scale_b + 1, NULL);
}

static void check_dates(const char *pmu, const char *name, char *changes, const pfm_kernel_meaning_t *meanings,
	int count)
{
	const char *wanted[RELEASES];
	const char *now = "-";
	char text[64];
	int release = 0;

	for (char *change; (change = strsep(&changes, " ")); now = strchr(change, '=') + 1)
		for (int from = place_of(change); release < from; release++)
			wanted[release] = now;
	for (; release < RELEASES; release++)
		wanted[release] = now;
	for (release = 0; release < RELEASES; release++) {
		meaning_on(meanings, count, release, text, sizeof text);
		if (!CHECK(are_same_texts(text, wanted[release])))
			printf("%s %s on %s: %s, not %s\n", pmu, name, releases[release], text, wanted[release]);
	}
}

static void be_on(const char *cpu)
{
	static char last[64];

	if (!strcmp(last, cpu))
		return;
	snprintf(last, sizeof last, "%s", cpu);
	pfm_terminate();
	setenv("LIBPFM_CPUID", *cpu == '-' ? "GenuineIntel-6-143" : cpu, 1);
	CHECK(pfm_initialize() == PFM_SUCCESS);
}

static pfm_pmu_t number_of_pmu(const char *name, bool *is_present)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t id;

	pfm_for_all_pmus(id) {
		info.size = sizeof info;
		if (pfm_get_pmu_info(id, &info) || strcmp(info.name, name))
			continue;
		*is_present = info.is_present;
		return id;
	}
	return PFM_PMU_NONE;
}

/* False: none of the PMUs is on that CPU. */
static bool check_row(char **columns)
{
	pfm_kernel_meaning_t meanings[MOST] = { { .size = sizeof *meanings } };
	bool is_present = false, any = false;
	char *pmus = columns[1], *name, changes[512];

	be_on(columns[0]);
	while ((name = strsep(&pmus, ","))) {
		pfm_pmu_t pmu = number_of_pmu(name, &is_present);
		int count;

		if (!CHECK(pmu != PFM_PMU_NONE) || (!is_present && *columns[0] != '-'))
			continue;
		snprintf(changes, sizeof changes, "%s", columns[3]);
		count = pfm_get_kernel_meanings(pmu, columns[2], meanings, MOST);
		if (CHECK(count > 0 && count <= MOST))
			check_dates(name, columns[2], changes, meanings, count);
		else
			printf("%s %s: %d\n", name, columns[2], count);
		any = true;
	}
	return any;
}

static void rows(void)
{
	FILE *file = fopen(source_file("tests/data/kernel/dates.tsv"), "r");
	char line[1024], *columns[COLUMNS], *rest;
	int count = 0;

	while (file && fgets(line, sizeof line, file)) {
		if (*line == '#')
			continue;
		rest = line;
		line[strcspn(line, "\n")] = '\0';
		for (int i = 0; i < COLUMNS; i++)
			columns[i] = strsep(&rest, "\t");
		if (CHECK(columns[COLUMNS - 1]) && !CHECK(check_row(columns)))
			printf("%s is not on %s\n", columns[1], columns[0]);
		count++;
	}
	if (CHECK(file))
		fclose(file);
	CHECK(count > 200);
}

/* Arm's cores count branches by one event or another: the first that they have, since 6.6; before, PC_WRITE_RETIRED. */
static void listed(void)
{
	static const struct {
		const char *pmu;
		int count, refused_before;
		uint64_t now, before;
	} cores[] = { { "arm_n2", 2, ENOENT, 0x21, 0 }, { "arm_ac53", 2, 0, 0xc, 0xc } };

	be_on("-");
	for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
		pfm_kernel_meaning_t found[MOST] = { { .size = sizeof *found } };
		bool present;
		int count = pfm_get_kernel_meanings(number_of_pmu(cores[i].pmu, &present), "branches", found, MOST);

		if (!CHECK(count == cores[i].count && found[0].words[0] == cores[i].now && !found[0].is_refused &&
			   found[1].words[0] == cores[i].before && found[1].is_refused == cores[i].refused_before &&
			   !strcmp(found[1].before, "6.6")))
			printf("%s: %d, 0x%" PRIx64 "\n", cores[i].pmu, count, found[0].words[0]);
	}
}

static void wrong(void)
{
	pfm_kernel_meaning_t meaning = { .size = sizeof meaning };
	bool present;
	pfm_pmu_t skl = number_of_pmu("skl", &present), gnr = number_of_pmu("gnr_unc_imc0", &present);

	CHECK(pfm_get_kernel_meanings(skl, "slots", &meaning, 1) == PFM_ERR_NOTFOUND);
	CHECK(pfm_get_kernel_meanings(skl, "cpu-clock", &meaning, 1) == PFM_ERR_NOTFOUND);
	CHECK(pfm_get_kernel_meanings((pfm_pmu_t)99999, "slots", &meaning, 1) == PFM_ERR_NOTSUPP);
	CHECK(pfm_get_kernel_meanings(PFM_PMU_NONE, "slots", &meaning, 1) == PFM_ERR_NOTSUPP);
	CHECK(pfm_get_kernel_meanings(skl, NULL, &meaning, 1) == PFM_ERR_INVAL);
	CHECK(pfm_get_kernel_meanings(skl, "cycles", NULL, 1) == PFM_ERR_INVAL);
	CHECK(pfm_get_kernel_meanings(skl, "cycles", &meaning, -1) == PFM_ERR_INVAL);
	CHECK(pfm_get_kernel_meanings(skl, "cycles", NULL, 0) == 1);
	/* more than there is room for */
	CHECK_SAME(pfm_get_kernel_meanings(gnr, "CAS_COUNT_READ_SCH0", &meaning, 1), 2);
	CHECK_TEXT(meaning.since, "7.1");
	CHECK(meaning.size == sizeof meaning);
	CHECK_TEXT(meaning.unit, "MiB");
	meaning.size++;
	CHECK(pfm_get_kernel_meanings(skl, "cycles", &meaning, 1) == PFM_ERR_INVAL);
	pfm_terminate();
	CHECK(pfm_get_kernel_meanings(skl, "cycles", NULL, 0) == PFM_ERR_NOINIT);
}

int main(void)
{
	RUN(rows);
	RUN(listed);
	RUN(wrong);
	pfm_terminate();
	return check_summary("kernel_dates");
}
