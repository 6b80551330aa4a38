/*
 * The agent computes a derived metric perfevent.derived.NAME.value as the sum of events of the first alternative whose
 * events the machine has: there is one for each number of boxes, the highest first.
 */
#include "pcp_metrics.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "events/boxes.h"
#include "tables/clean.h"

void pcp_name(const char *string, char *to, size_t size)
{
	snprintf(to, size, "%s", string);
	for (; *to; to++)
		if (!isalnum((unsigned char)*to))
			*to = '_';
}

/* Writes the event on all boxes of its PMU's kind, as add_boxes() reads it. */
static void write_on_all(const char *string, const pfm_pmu_info_t *info, char *all, size_t size)
{
	size_t length = strlen(info->name);

	while (length && isdigit((unsigned char)info->name[length - 1]))
		length--;
	if (count_boxes(info) > 1)
		snprintf(all, size, "%.*s*%s", (int)length, info->name, strstr(string, "::"));
	else
		snprintf(all, size, "%s", string);
}

bool find_pcp_boxes(struct pcp_event *event, pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	struct cpu_list every = { .count = 0 };
	struct code_list list = { .count = 0 };
	char all[sizeof event->string];
	bool good;

	event->is_on_cpus = true;
	if (pfm_get_pmu_info(pmu, &info) || info.type != PFM_PMU_TYPE_UNCORE || !strstr(event->string, "::"))
		return true;
	event->is_on_cpus = false;
	write_on_all(event->string, &info, all, sizeof all);
	good = add_boxes(all, NULL, &every, &list);
	for (int i = 0; i < list.count; i++) {
		free((char *)list.rows[i].string);
		if (i || !good)
			free_boxes(&list.rows[i]);
		else
			event->row = list.rows[0];
	}
	free(list.rows);
	return good;
}

void free_pcp_boxes(struct pcp_event *event)
{
	free_boxes(&event->row);
}

void begin_pcp_sum(struct pcp_sum *sum, const struct pcp_event *event)
{
	const char *behind = strstr(event->string, "::");
	char whole[sizeof event->string + 64];

	snprintf(whole, sizeof whole, "%s%s", event->row.box_count > 1 ? event->row.kind : "",
		event->row.box_count > 1 ? behind : event->string);
	pcp_name(whole, sum->name, sizeof sum->name);
	sum->events[0] = event;
	sum->count = 1;
}

bool join_pcp_sums(struct pcp_sum *sum, const struct pcp_sum *a, const struct pcp_sum *b)
{
	enum { MOST = sizeof sum->events / sizeof sum->events[0], LONGEST = sizeof sum->name / 2 - sizeof "_plus_" };
	int count = a->count;

	*sum = *a;
	if (count + b->count > MOST || (size_t)snprintf(sum->name, sizeof sum->name, "%.*s_plus_%.*s", (int)LONGEST,
		a->name, (int)LONGEST, b->name) >= LONGEST) {
		complain("a sum of %d events: at most %d, with %d bytes of names, are possible", count + b->count,
			(int)MOST, (int)LONGEST);
		return false;
	}
	for (int i = 0; i < b->count; i++)
		sum->events[count + i] = b->events[i];
	sum->count += b->count;
	return true;
}

bool is_pcp_sum(const struct pcp_sum *sum)
{
	return sum->count > 1 || sum->events[0]->row.box_count > 1;
}

/* Prints an event on so many of its boxes, a line each. */
static void print_on(const struct pcp_event *event, int count)
{
	const char *place = event->row.place ? event->row.place : event->is_on_cpus ? "cpu" : "node";

	if (event->row.box_count < 2)
		printf("%s %s\n", event->string, place);
	for (int i = 0; event->row.box_count > 1 && i < count && i < event->row.box_count; i++)
		printf("%s%s %s\n", clean(event->row.boxes[i]), strstr(event->string, "::"), place);
}

void print_pcp_event(const struct pcp_event *event)
{
	print_on(event, event->row.box_count);
}

void print_pcp_sum(const struct pcp_sum *sum)
{
	int most = 1;

	for (int i = 0; i < sum->count; i++)
		most = sum->events[i]->row.box_count > most ? sum->events[i]->row.box_count : most;
	printf("\n[%s:derived]\n", sum->name);
	for (int count = most; count; count--) {
		for (int i = 0; i < sum->count; i++)
			print_on(sum->events[i], count);
		if (count > 1)
			puts("||");
	}
}
