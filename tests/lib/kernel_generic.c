/*
 * What the kernel counts for perf's generic events: each row of tests/data/kernel/generic.tsv, written from the
 * kernel's drivers, against the tables; what it refuses has no code. Looks at what the library keeps to itself.
 */
#include <perfmon/pfmkit.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/aliases.h"
#include "check.h"

enum { COLUMNS = 4 };

static int pmu_called(const char *name)
{
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (!strcmp(pmu_name(pmu), name))
			return pmu;
	return -1;
}

static void check_pmu(const char *name, char **columns)
{
	int pmu = pmu_called(name);
	uint64_t config[3];
	bool there;

	if (!CHECK(pmu >= 0))
		return;
	there = pmu_generic_config(pmu, (struct span){ columns[0], strlen(columns[0]) }, config);
	if (!strcmp(columns[2], "none")) {
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
	CHECK(count == 3898);
}

int main(void)
{
	if (!CHECK(pfm_initialize() == PFM_SUCCESS))
		return 1;
	RUN(rows);
	pfm_terminate();
	return check_summary("kernel_generic");
}
