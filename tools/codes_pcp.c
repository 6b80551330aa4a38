/*
 * Events as the configuration of PCP's agent for performance events, for a fleet of unlike machines: one section that
 * every machine takes, with the events of every CPU, which the agent passes over where they do not fit; and a derived
 * metric for each name, which is the first of its alternatives that the machine has. So the metric has one name
 * everywhere.
 */
#include "codes.h"

#include <string.h>

#include "../src/tables/clean.h"

/* Whether the event stands under an earlier name. */
static bool is_repeated(const struct codes *codes, int list, int row)
{
	for (int i = 0; i < list; i++)
		for (int k = 0; k < codes->lists[i].count; k++)
			if (!strcmp(codes->lists[i].rows[k].string, codes->lists[list].rows[row].string) &&
			    !is_needless_row(codes, i, k))
				return true;
	return false;
}

static void print_event(const struct code_list *list, const struct code_row *row)
{
	pfm_event_info_t info = { .size = sizeof info };
	char event[512];
	int idx;

	snprintf(event, sizeof event, "%.*s", event_length_of(row), row->string);
	idx = pfm_find_event(event);
	if (idx >= 0 && !pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &info) && info.desc && *info.desc)
		printf("# %s\n", clean(info.desc));
	printf("%s cpu\n", short_string_of(list, row));
}

static void print_events(const struct codes *codes)
{
	puts("\n# Every machine takes this section: a later one that names its CPU is not looked at.\n[perf]");
	for (int i = 0; i < codes->count; i++)
		for (int k = 0; k < codes->lists[i].count; k++)
			if (!is_needless_row(codes, i, k) && !is_repeated(codes, i, k))
				print_event(&codes->lists[i], &codes->lists[i].rows[k]);
}

static void print_derived(const struct codes *codes)
{
	for (int i = 0; i < codes->count; i++) {
		bool is_first = !i || !have_one_name(codes, i - 1, i);

		if (is_first)
			printf("\n[%s:derived]\n", clean(codes->lists[i].name));
		for (int k = 0; k < codes->lists[i].count; k++) {
			if (is_needless_row(codes, i, k))
				continue;
			printf("%s%s cpu\n", is_first ? "" : "||\n",
				short_string_of(&codes->lists[i], &codes->lists[i].rows[k]));
			is_first = false;
		}
	}
}

void write_codes_in_pcp(const struct codes *codes)
{
	printf("# Written by perf_encode%s\n"
	       "# perfevent.derived.NAME.value counts the first event of NAME that the machine has. Whether two CPUs'\n"
	       "# events count alike is for who chose them to say.\n", codes->command);
	print_events(codes);
	print_derived(codes);
}
