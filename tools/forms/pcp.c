/*
 * Writes events as a configuration of PCP's agent for performance events, for a fleet of different machines: one
 * section for all machines, with the events of every CPU, of which the agent skips those that do not fit; and a derived
 * metric for each name, which is the first of its alternatives that the machine has. So a metric has one name
 * everywhere.
 */
#include "codes.h"

#include <string.h>
#include <strings.h>

#include "tables/clean.h"

/* Returns whether the event stands under an earlier name. */
static bool is_repeated(const struct codes *codes, int list, int row)
{
	for (int i = 0; i < list; i++)
		for (int k = 0; k < codes->lists[i].count; k++)
			if (!strcmp(codes->lists[i].rows[k].string, codes->lists[list].rows[row].string) &&
			    !is_needless_row(codes, i, k))
				return true;
	return false;
}

/* Prints an event on the first boxes of a kind, a line each. */
static void print_boxes(const struct code_row *row, const char *string, int count)
{
	for (int i = 0; i < count; i++)
		printf("%s%s %s\n", clean(row->boxes[i]), strstr(string, "::"), row->place);
}

/* Returns whether a unit mask stands in an event: "PMU::EVENT:UMASK:UMASK". */
static bool has_umask(const char *event, const char *umask)
{
	size_t length = strlen(umask);
	const char *at = strchr(strstr(event, "::") + 2, ':');

	for (; at; at = strchr(at + 1, ':'))
		if (!strncasecmp(at + 1, umask, length) && strchr(":", at[1 + length]))
			return true;
	return false;
}

/* Prints a comment with what the event is, and one for each of its unit masks. */
static void print_descriptions(const struct code_row *row)
{
	pfm_event_info_t info = { .size = sizeof info };
	pfm_event_attr_info_t umask = { .size = sizeof umask };
	char event[512];
	int idx;

	snprintf(event, sizeof event, "%.*s", event_length_of(row), row->string);
	idx = pfm_find_event(event);
	if (idx < 0 || pfm_get_event_info(idx, PFM_OS_NONE, &info))
		return;
	if (info.desc && *info.desc)
		printf("# %s\n", clean(info.desc));
	for (int i = 0; i < info.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask) &&
		    umask.type == PFM_ATTR_UMASK && has_umask(event, umask.name) && umask.desc && *umask.desc)
			printf("#   %s: %s\n", clean(umask.name), clean(umask.desc));
}

static void print_event(const struct code_list *list, const struct code_row *row)
{
	print_descriptions(row);
	if (row->box_count)
		print_boxes(row, short_string_of(list, row), row->box_count);
	else
		printf("%s cpu\n", short_string_of(list, row));
}

static bool overlap(unsigned int low, unsigned int high, unsigned int other_low, unsigned int other_high)
{
	return low <= other_high && other_low <= high;
}

/* Returns whether both are of a CPU that has several core types. */
static bool are_of_one_cpu(const struct code_row *a, const struct code_row *b)
{
	return a->vendor && a->vendor == b->vendor && a->family == b->family && strcmp(a->pmu, b->pmu) &&
	       overlap(a->model_low, a->model_high, b->model_low, b->model_high) &&
	       overlap(a->stepping_low, a->stepping_high, b->stepping_low, b->stepping_high) && a->device && b->device;
}

/* Prints what the agent's words for places do not say. */
static void print_limits(const struct codes *codes)
{
	bool boxes = false, kinds = false;

	for (int i = 0; i < codes->count; i++)
		for (int k = 0; k < codes->lists[i].count; k++) {
			const struct code_row *row = &codes->lists[i].rows[k];

			boxes |= row->place && !strcmp(row->place, "node");
			for (int n = 0; n < k; n++)
				kinds |= are_of_one_cpu(&codes->lists[i].rows[n], row);
		}
	if (kinds)
		puts("# A CPU with several core types has an alternative for each: the first counts, on its own.");
	if (boxes)
		puts("# node: by the first CPU of each NUMA node. What several nodes share counts once for each.");
}

static void print_events(const struct codes *codes)
{
	puts("\n# Every machine takes this section: a later one that names its CPU is not looked at.\n[perf]");
	for (int i = 0; i < codes->count; i++)
		for (int k = 0; k < codes->lists[i].count; k++)
			if (!is_needless_row(codes, i, k) && !is_repeated(codes, i, k))
				print_event(&codes->lists[i], &codes->lists[i].rows[k]);
}

/*
 * Prints an event's alternatives, of which the agent takes the first with all events, and adds these up: on all boxes,
 * or where a machine has fewer of them on so many.
 */
static void print_alternatives(const struct code_list *list, const struct code_row *row, bool is_first)
{
	const char *string = short_string_of(list, row);

	if (!row->box_count)
		printf("%s%s cpu\n", is_first ? "" : "||\n", string);
	for (int count = row->box_count; count; count--) {
		fputs(is_first ? "" : "||\n", stdout);
		print_boxes(row, string, count);
		is_first = false;
	}
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
			print_alternatives(&codes->lists[i], &codes->lists[i].rows[k], is_first);
			is_first = false;
		}
	}
}

static void write_codes_in_pcp(const struct codes *codes)
{
	printf("# Written by pfmexport%s\n"
	       "# perfevent.derived.NAME.value counts the first event of NAME that the machine has. Whether two CPUs'\n"
	       "# events count alike is for who chose them to say.\n", codes->command);
	print_limits(codes);
	print_events(codes);
	print_derived(codes);
}

const struct code_language codes_in_pcp = {
	.write = write_codes_in_pcp,
	.ending = "",
	.how = LOWER_CASE,
	.named = true,
	.has_boxes = true,
};
