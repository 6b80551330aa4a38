/* SoCs are few, and looked up only once per described machine, so a linear search is fast enough. */
#include "machine/soc.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct soc_pmu {
	char soc[16], pmu[24], says[28];
} all[] = {
#define SOC_PMU(soc, pmu, says) { soc, pmu, says },
#include "machine/soc.def"
#undef SOC_PMU
};

enum { ALL = sizeof all / sizeof all[0], LONGEST_CONDITION = 256 };

static const char *skip_marks(const char *at)
{
	return at + strspn(at, "-_ ");
}

static bool is_same(const char *a, const char *b)
{
	for (a = skip_marks(a), b = skip_marks(b); *a && *b; a = skip_marks(a + 1), b = skip_marks(b + 1))
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
	return *a == *b;
}

const char *soc_called(const char *name)
{
	for (int i = 0; i < ALL; i++)
		if (is_same(all[i].soc, name))
			return all[i].soc;
	return NULL;
}

static const struct soc_pmu *find_pmu(const char *soc, const char *pmu)
{
	for (int i = 0; soc && i < ALL; i++)
		if (!strcmp(all[i].soc, soc) && !strcmp(all[i].pmu, pmu))
			return &all[i];
	return NULL;
}

bool soc_has_pmu(const char *soc, const char *pmu)
{
	return find_pmu(soc, pmu);
}

bool soc_device_meets(const char *soc, const char *pmu, const char *conditions)
{
	const struct soc_pmu *found = find_pmu(soc, pmu);

	while (found && *conditions) {
		size_t length = strcspn(conditions, ",");
		char one[LONGEST_CONDITION];

		snprintf(one, sizeof one, "%.*s", (int)length, conditions);
		if (length < sizeof one && *one != '!' && *found->says && !fnmatch(one, found->says, 0))
			return true;
		conditions += length + (conditions[length] == ',');
	}
	return false;
}
