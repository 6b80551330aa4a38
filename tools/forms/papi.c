/*
 * Writes events as a file for $PAPI_USER_EVENTS_FILE: for each CPU's PMU the events that names stand for. PAPI lists
 * them with its presets.
 */
#include "codes.h"

#include <string.h>

/* Returns the event of a PMU's string, as PAPI wants it where it knows the PMU. */
static const char *without_pmu(const char *string)
{
	const char *colons = strstr(string, "::");

	return colons ? colons + 2 : string;
}

/* Returns whether a PMU has had its lines: an earlier row has it. */
static bool is_done(const struct codes *codes, int list, int row)
{
	for (int i = 0; i <= list; i++)
		for (int k = 0; k < (i < list ? codes->lists[i].count : row); k++)
			if (!strcmp(codes->lists[i].rows[k].pmu, codes->lists[list].rows[row].pmu))
				return true;
	return false;
}

static void print_pmu(const struct codes *codes, const char *pmu)
{
	printf("CPU,%s\n", pmu);
	for (int i = 0; i < codes->count; i++) {
		const struct code_list *list = &codes->lists[i];

		for (int k = 0; k < list->count; k++)
			if (!strcmp(list->rows[k].pmu, pmu) && !is_needless_row(codes, i, k))
				printf("EVENT,%s,NOT_DERIVED,%s\n", list->name,
					without_pmu(short_string_of(list, &list->rows[k])));
	}
}

static void write_codes_in_papi(const struct codes *codes)
{
	printf("# Written by pfmexport%s\n", codes->command);
	for (int i = 0; i < codes->count; i++)
		for (int k = 0; k < codes->lists[i].count; k++)
			if (!is_done(codes, i, k))
				print_pmu(codes, codes->lists[i].rows[k].pmu);
}

const struct code_language codes_in_papi = { .write = write_codes_in_papi,
	.ending = "",
	.how = LOWER_CASE,
	.named = true };
