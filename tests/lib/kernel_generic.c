/*
 * What the kernel counts for perf's generic events: each row of tests/data/kernel/generic.tsv, written from the
 * kernel's drivers, against the tables; what it refuses has no code. Looks at what the library keeps to itself.
 */
#include <perfmon/pfmkit.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/aliases.h"
#include "check.h"
#include "language/language.h"

enum { COLUMNS = 4 };

static int named; /* events that the tables have for what the kernel counts */

static int pmu_called(const char *name)
{
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (!strcmp(pmu_name(pmu), name))
			return pmu;
	return -1;
}

/* What opening fails with. */
static int refusal(const char *config)
{
	return !strcmp(config, "none") ? ENOENT : !strcmp(config, "invalid") ? EINVAL : 0;
}

/* perf's number of a cache's event for which it has no word. */
static uint64_t config_without_word(pfm_pmu_t id, const char *name, uint32_t *type)
{
	pfm_generic_t generic = { .size = sizeof generic };

	*type = PERF_TYPE_HW_CACHE;
	for (uint64_t config = 0; config < 0x20000; config += (config & 0xff) < 6 ? 1 : 0x100 - 6)
		if (!pfm_get_generic(id, *type, config, &generic) && !strcmp(generic.name, name))
			return config;
	return UINT64_MAX;
}

/* The same by the public function, with the name that the tables have; what it is called is found again. */
static void check_public(int pmu, char **columns, const uint64_t *words, bool there)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3,
		.words = { words[0], words[1], words[2] } };
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	pfm_pmu_t id = pmu_data(pmu)->id;
	char names[2048];
	uint64_t config;
	uint32_t type;

	if (!perf_symbol((struct span){ columns[0], strlen(columns[0]) }, &type, &config))
		config = config_without_word(id, columns[0], &type); /* as stores in caches of code */
	if (!CHECK(!pfm_get_generic(id, type, config, &generic)) ||
	    !CHECK(generic.pmu == id && generic.is_refused == refusal(columns[2]) && !strcmp(generic.name, columns[0])))
		printf("%s %s\n", pmu_name(pmu), columns[0]);
	if (!there)
		return;
	CHECK(!memcmp(generic.words, words, sizeof generic.words));
	if (!CHECK(pfm_get_generic_names(id, &code, names, sizeof names) > 0 && strstr(names, columns[0])))
		printf("%s: %s\n", columns[0], names);
	named += *generic.string != '\0';
	if (*generic.string &&
	    !CHECK(!pfm_get_perf_encoding_anywhere(generic.string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg) &&
		    arg.idx == generic.idx && attr.config == words[0] && attr.config1 == words[1]))
		printf("%s: %s\n", columns[0], generic.string);
}

/* What the newest kernel has, by the name alone: the same. */
static void check_meaning(int pmu, char **columns)
{
	pfm_kernel_meaning_t newest = { .size = sizeof newest };
	int count = pfm_get_kernel_meanings(pmu_data(pmu)->id, columns[0], &newest, 1);

	if (refusal(columns[2])) /* perf has no word for some: they are not known then */
		CHECK(count == PFM_ERR_NOTFOUND || newest.is_refused == refusal(columns[2]));
	else if (!CHECK(count > 0 && !newest.is_refused && !newest.before &&
			newest.words[0] == strtoull(columns[2], NULL, 0) &&
			newest.words[1] == (columns[3] ? strtoull(columns[3], NULL, 0) : 0)))
		printf("%s %s: %d meanings, %#" PRIx64 "\n", pmu_name(pmu), columns[0], count, newest.words[0]);
}

static void check_pmu(const char *name, char **columns)
{
	int pmu = pmu_called(name);
	uint64_t config[3];
	bool there;

	if (!CHECK(pmu >= 0))
		return;
	there = pmu_generic_config(pmu, (struct span){ columns[0], strlen(columns[0]) }, config);
	check_public(pmu, columns, config, there);
	check_meaning(pmu, columns);
	if (refusal(columns[2])) {
		if (!CHECK(!there))
			printf("%s %s: %#" PRIx64 ", not none\n", name, columns[0], config[0]);
	} else if (!CHECK(there && config[0] == strtoull(columns[2], NULL, 0) &&
			  config[1] == (columns[3] ? strtoull(columns[3], NULL, 0) : 0))) {
		printf("%s %s: %d %#" PRIx64 " %#" PRIx64 "\n", name, columns[0], there, config[0], config[1]);
	}
}

static void rows(void)
{
	FILE *file = fopen(source_file("tests/data/kernel/generic.tsv"), "r");
	char line[2048];
	int count = 0;

	while (file && fgets(line, sizeof line, file)) {
		char *rest = line, *columns[COLUMNS];

		line[strcspn(line, "\n")] = '\0';
		for (int i = 0; i < COLUMNS; i++)
			columns[i] = strsep(&rest, "\t");
		if (*line == '#')
			continue;
		for (char *names = columns[1]; names; count++)
			check_pmu(strsep(&names, ","), columns);
	}
	if (CHECK(file))
		fclose(file);
	CHECK_SAME(count, 7486);
	if (!CHECK(named == 3042))
		printf("%d have names\n", named);
}

static void wrong(void)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 1, .words = { 0xc5 } };
	pfm_pmu_t skl = pmu_data(pmu_called("skl"))->id;
	char names[8];

	CHECK_SAME(pfm_get_generic(skl, PERF_TYPE_SOFTWARE, 0, &generic), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_generic(skl, PERF_TYPE_HARDWARE, 10, &generic), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_generic(PFM_PMU_PERF_EVENT, PERF_TYPE_HARDWARE, 0, &generic), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_generic((pfm_pmu_t)9999, PERF_TYPE_HARDWARE, 0, &generic), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_generic(skl, PERF_TYPE_HARDWARE, 0, NULL), PFM_ERR_INVAL);
	generic.size--;
	CHECK_SAME(pfm_get_generic(skl, PERF_TYPE_HARDWARE, 0, &generic), PFM_ERR_INVAL);
	/* cut, with the length of all */
	CHECK_SAME(pfm_get_generic_names(skl, &code, names, sizeof names), 33);
	CHECK_TEXT(names, "branch-");
	CHECK_SAME(pfm_get_generic_names(skl, &code, NULL, 0), 33);
	CHECK_SAME(pfm_get_generic_names(skl, &code, NULL, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_generic_names(skl, NULL, names, sizeof names), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_generic_names(PFM_PMU_PERF_EVENT, &code, names, sizeof names), PFM_ERR_NOTSUPP);
	code.os = PFM_OS_NONE;
	CHECK_SAME(pfm_get_generic_names(skl, &code, names, sizeof names), PFM_ERR_INVAL);
	pfm_terminate();
	CHECK_SAME(pfm_get_generic(skl, PERF_TYPE_HARDWARE, 0, &generic), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_generic_names(skl, &code, names, sizeof names), PFM_ERR_NOINIT);
}

int main(void)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (!CHECK(pfm_initialize() == PFM_SUCCESS))
		return 1;
	RUN(rows);
	RUN(wrong);
	pfm_terminate();
	return check_summary("kernel_generic");
}
