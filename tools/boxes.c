/*
 * Boxes of a kind. Where a machine has many (60 CHAs of a Sapphire Rapids), libpfm4's tables have a PMU for each, named
 * alike but for the number: for people one of them tells all.
 */
#define _GNU_SOURCE
#include "boxes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/tables/clean.h"

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
		fprintf(list, any ? ", %s for %d" : "%s stands for %d boxes of its kind", clean(info.name), boxes);
		any = true;
	}
	if (list ? !close_text(list) : is_lacking(PFM_ERR_NOMEM))
		any = false;
	if (any)
		complain("%s; --all-boxes lists each", text);
	free(text);
}

/* ---- an event on all of them ---- */

bool means_all_boxes(const char *event)
{
	const char *colons = strstr(event, "::");

	return colons && colons > event + 1 && colons[-1] == '*';
}

/* What all_boxes() looks for, and what becomes of it. */
struct search {
	const char *kind;       /* the name without its number, of length */
	int length;
	const char *rest;       /* of the event, from the colons on */
	bool (*use)(const char *event, void *data);
	void *data;
	bool found, good;
};

static void use_box(const char *pmu, int number, struct search *search)
{
	char digits[16] = "", *event;
	int length;

	if (number >= 0)
		snprintf(digits, sizeof digits, "%d", number);
	length = asprintf(&event, "%s%s%s", pmu, digits, search->rest);
	search->found = true;
	if (length < 0) {
		is_lacking(PFM_ERR_NOMEM);
		search->good = false;
		return;
	}
	search->good &= search->use(event, search->data);
	free(event);
}

enum { MOST_BOXES = 10000 }; /* numbers have four digits at most */

/* A kind that is one PMU: its devices have numbers. Those that the kernel has, or none. */
static void use_devices(const char *pmu, struct search *search)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	char event[512];

	for (int i = 0; i < MOST_BOXES; i++) {
		snprintf(event, sizeof event, "%s%d%s", pmu, i, search->rest);
		if (!pfm_get_perf_encoding_anywhere(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg) &&
		    attr.type != UINT32_MAX)
			use_box(pmu, i, search);
	}
	if (!search->found)
		use_box(pmu, -1, search);
}

static bool is_of_kind(const char *name, const struct search *search)
{
	const char *number = name + search->length;

	return !strncasecmp(name, search->kind, (size_t)search->length) && !number[strspn(number, "0123456789")];
}

static void use_kind(bool present, struct search *search)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || info.is_present != present || !is_of_kind(info.name, search))
			continue;
		if (info.name[search->length] || info.type != PFM_PMU_TYPE_UNCORE)
			use_box(info.name, -1, search);
		else
			use_devices(info.name, search);
	}
}

bool for_each_box(const char *event, bool (*use)(const char *event, void *data), void *data)
{
	const char *colons = strstr(event, "::");
	struct search search = { .kind = event, .length = (int)(colons - event) - 1, .rest = colons, .use = use,
		.data = data, .good = true };

	use_kind(true, &search);
	if (!search.found)
		use_kind(false, &search);
	return search.found ? search.good : use(event, data);
}

/* Whether the event is on one of several boxes of this machine, and which is up to us. */
static bool is_one_of_several(const char *event, const char *pattern, pfm_pmu_t pmu, pfm_pmu_info_t *info)
{
	return !strstr(event, "::") && !pattern && next_pmu(pmu, info) && info->type == PFM_PMU_TYPE_UNCORE &&
	       count_boxes(info) > 1;
}

char *on_all_boxes(const char *event, const char *pattern)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char *all;
	int idx = pfm_find_event(event), length;

	if (idx < 0 || !is_one_of_several(event, pattern, pmu_of(idx), &info))
		return NULL;
	for (length = (int)strlen(info.name); length && isdigit((unsigned char)info.name[length - 1]); length--)
		;
	if (asprintf(&all, "%.*s*::%s", length, info.name, event) >= 0)
		return all;
	is_lacking(PFM_ERR_NOMEM);
	return NULL;
}

void say_which_box(const char *event, const char *pattern, pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	if (is_one_of_several(event, pattern, pmu, &info))
		complain("%s: on %s, one of %d boxes; --all-boxes counts on all", event, info.name, count_boxes(&info));
}
