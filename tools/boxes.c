/*
 * Boxes of a kind. Where a machine has many (60 CHAs of a Sapphire Rapids), libpfm4's tables have a PMU for each, named
 * alike but for the number: for people one of them tells all.
 */
#include "boxes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_same_but_for_numbers(const char *a, const char *b)
{
	for (;; a++, b++) {
		bool numbers = isdigit((unsigned char)*a) && isdigit((unsigned char)*b);

		while (numbers && isdigit((unsigned char)a[1]))
			a++;
		while (numbers && isdigit((unsigned char)b[1]))
			b++;
		if (!numbers && *a != *b)
			return false;
		if (!*a)
			return true;
	}
}

bool are_of_a_kind(const pfm_pmu_info_t *a, const pfm_pmu_info_t *b)
{
	return a->type == PFM_PMU_TYPE_UNCORE && b->type == PFM_PMU_TYPE_UNCORE && a->nevents == b->nevents &&
	       is_same_but_for_numbers(a->name, b->name);
}

int count_boxes(const pfm_pmu_info_t *one)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int count = 0;

	for_each_pmu(pmu)
		count += next_pmu(pmu, &info) && info.is_present && are_of_a_kind(one, &info);
	return count;
}

void say_what_stands_for_many(const pfm_pmu_t *pmus, int count)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	size_t length;
	char *text = NULL;
	FILE *list = open_memstream(&text, &length);
	bool any = false;

	for (int i = 0; list && i < count; i++) {
		int boxes = next_pmu(pmus[i], &info) ? count_boxes(&info) : 0;

		if (boxes < 2)
			continue;
		fprintf(list, any ? ", %s for %d" : "%s stands for %d boxes of its kind", info.name, boxes);
		any = true;
	}
	if (list)
		fclose(list);
	if (any)
		complain("%s; --all-boxes lists each", text);
	free(text);
}
