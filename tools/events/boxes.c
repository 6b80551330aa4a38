/*
 * Boxes of one kind. libpfm4's tables have a PMU for each box (60 CHAs on Sapphire Rapids), whose names differ only in
 * their number; in lists one of them represents all.
 */
#define _GNU_SOURCE
#include "boxes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "common/json.h"
#include "common/language.h"

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
	if (list ? !close_text(list, &text) : is_lacking(PFM_ERR_NOMEM))
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

/* The callback for the event on each box. */
struct use {
	bool (*use)(const char *event, void *data);
	void *data;
};

/* Returns whether a PMU is called PMU or PMU and a number; in the kind's name each * is a number, too. */
static bool is_of_kind(const char *name, const char *kind, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		size_t digits = strspn(name, "0123456789");

		if (kind[i] == '*' ? !digits : tolower((unsigned char)*name) != tolower((unsigned char)kind[i]))
			return false;
		name += kind[i] == '*' ? digits : 1;
	}
	return !name[strspn(name, "0123456789")];
}

/* Uses the event of PMUs of a kind: of this machine, whose devices it does not tell, or of others. */
static bool use_pmus(const char *event, bool present, const struct use *use, bool *found)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	const char *colons = strstr(event, "::");
	bool good = true;
	pfm_pmu_t pmu;
	char *own;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || info.is_present != present ||
		    !is_of_kind(info.name, event, (size_t)(colons - event) - 1))
			continue;
		*found = true;
		if (asprintf(&own, "%s%s", info.name, colons) < 0)
			return is_lacking(PFM_ERR_NOMEM) && false;
		good &= use->use(own, use->data);
		free(own);
	}
	return good;
}

/* Lists the event on each box of this machine, to be freed; *count: how many, 0 or less: none. */
pfm_perf_event_t *list_boxes(const char *event, int *count)
{
	pfm_perf_event_t *events;

	*count = pfm_get_event_encodings(event, PFM_PLM0 | PFM_PLM3, NULL, 0, NULL);
	events = calloc(*count > 0 ? (size_t)*count : 1, sizeof *events);
	if (!events) {
		is_lacking(PFM_ERR_NOMEM);
		*count = PFM_ERR_NOMEM;
		return NULL;
	}
	events->size = sizeof *events;
	if (*count > 0)
		*count = pfm_get_event_encodings(event, PFM_PLM0 | PFM_PLM3, events, *count, NULL);
	return events;
}

bool for_each_box(const char *event, bool (*use)(const char *event, void *data), void *data)
{
	const struct use all = { use, data };
	int count;
	pfm_perf_event_t *boxes = list_boxes(event, &count);
	bool good = boxes, found = count > 0 || !boxes;

	for (int i = 0; i < count; i++)
		good &= use(boxes[i].name, data);
	free(boxes);
	for (int present = 1; present >= 0 && !found; present--)
		good &= use_pmus(event, present, &all, &found);
	return found ? good : use(event, data);
}

/* ---- the kind of a box ---- */

/* Returns whether the number at *at of one name is another in a name that is the same but for numbers. */
static bool number_differs(const char *name, size_t at, const char *other)
{
	size_t number = 0, length = strspn(name + at, "0123456789");

	for (size_t i = 0; i < at; i++)
		number += isdigit((unsigned char)name[i]) && !isdigit((unsigned char)name[i + 1]);
	for (;; number--) {
		other += strcspn(other, "0123456789");
		if (!number)
			break;
		other += strspn(other, "0123456789");
	}
	return strspn(other, "0123456789") != length || strncmp(other, name + at, length) != 0;
}

/* Returns whether boxes of a kind, as present as one, differ in this number of their names, or of their devices'. */
static bool boxes_differ(const pfm_pmu_info_t *one, const char *name, size_t at, bool in_device)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		const char *other;

		if (!next_pmu(pmu, &info) || info.is_present != one->is_present || !are_of_a_kind(one, &info))
			continue;
		other = in_device && !pfm_get_pmu_details(pmu, &details) ? details.device : info.name;
		if (other && is_same_but_for_numbers(name, other) && number_differs(name, at, other))
			return true;
	}
	return false;
}

/* Writes a box's name, or its device's, with what in the place of the numbers that tell it from others of its kind. */
static void generalize(const pfm_pmu_info_t *one, const char *name, bool in_device, const char *what, char *kind,
	size_t size)
{
	size_t length = 0;

	*kind = '\0';
	for (size_t i = 0; name[i] && length < size; ) {
		int digits = (int)strspn(name + i, "0123456789");
		bool differs = digits && boxes_differ(one, name, i, in_device);

		length += (size_t)snprintf(kind + length, size - length, "%.*s",
			differs ? (int)strlen(what) : digits ? digits : 1, differs ? what : name + i);
		i += digits ? (size_t)digits : 1;
	}
}

/* Finds the pattern, of those for a PMU's devices, that a device's name fits; else makes one of that name. */
static void find_pattern(const pfm_pmu_info_t *info, const pfm_pmu_details_t *details, const char *device,
	char *pattern, size_t size)
{
	for (const char *names = details->device; *names; names += strcspn(names, ","), names += *names == ',') {
		pfm_pmu_details_t one = *details;

		snprintf(pattern, size, "%.*s", (int)strcspn(names, ","), names);
		one.device = pattern;
		if (strcmp(pattern, device) && is_named_like(info, &one, device))
			return;
	}
	generalize(info, device, true, "{n}", pattern, size);
}

/* Writes what perf calls all boxes of a PMU's kind, of which device is one. False: it is the device of no box. */
static bool name_all_boxes(pfm_pmu_t pmu, const char *device, char *name, size_t size)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_perf_event_t any = { .size = sizeof any, .idx = -1, .attr = { .type = UINT32_MAX } };

	if (!device || !next_pmu(pmu, &info) || info.type != PFM_PMU_TYPE_UNCORE ||
	    pfm_get_pmu_details(pmu, &details) || !details.device)
		return false;
	find_pattern(&info, &details, device, any.device, sizeof any.device);
	if (pfm_write_perf_event(&any, 0, name, size) < 0)
		return false;
	name[strcspn(name, "/")] = '\0';
	return true;
}

void put_all_boxes(pfm_pmu_t pmu, const char *device, char *text, size_t size)
{
	char name[64], *slash = strchr(text, '/'), *terms;

	if (!slash || !name_all_boxes(pmu, device, name, sizeof name))
		return;
	terms = strdup(slash);
	if (terms)
		snprintf(text, size, "%s%s", name, terms);
	else
		is_lacking(PFM_ERR_NOMEM);
	free(terms);
}

/* Says of an event on one device that its machine has several, where no table has their number; of each PMU once. */
static void say_if_more_boxes(const char *operand, const pfm_perf_event_t *event, const struct given *given)
{
	static pfm_pmu_t said;
	int idx = -1;
	char *name = name_in_tables(event, event->name, given, &idx), first[512];
	const char *colons = name ? strstr(name, "::") : NULL;
	int length = colons ? (int)(colons - name) : 0;

	if (colons)
		snprintf(first, sizeof first, "%.*s0%.*s", length, name, (int)strcspn(colons + 2, ":") + 2, colons);
	if (colons && pmu_of(idx) != said && event->attr.type == UINT32_MAX && pfm_find_event(first) >= 0) {
		said = pmu_of(idx);
		complain("%s: counts on each box of %.*s; how many a machine has is in no table", operand, length,
			name);
	}
	free(name);
}

int list_devices(const char *operand, const char *string, int plm, pfm_perf_event_t **events)
{
	const struct given given = { .plm = plm, .plm_given = true };
	int count = read_perfs(string, &given, events, NULL);

	if (count == 1)
		say_if_more_boxes(operand, *events, &given);
	return count > 1 ? count : 0;
}

void json_devices(bool *first, const char *operand, const char *string, int plm)
{
	pfm_perf_event_t *events;
	int count = list_devices(operand, string, plm, &events);

	for (int i = 0; i < count; i++) {
		uint32_t type = events[i].attr.type;
		bool inner = true;

		if (!i)
			json_key(first, "devices");
		fputs(i ? ",{" : "[{", stdout);
		json_text(&inner, "device", events[i].device);
		json_number(&inner, "type", type == UINT32_MAX ? -1 : (long long)type);
		fputs(i == count - 1 ? "}]" : "}", stdout);
	}
	free(events);
}

/* ---- which of several ---- */

bool is_on_all_boxes(int idx)
{
	pfm_event_facts_t facts = { .size = sizeof facts };

	return pfm_get_event_facts(idx, PFM_NO_UMASK, &facts) || facts.box < 0;
}

/* Returns whether an event leaves the box to us: it names no PMU, or one of several devices without a number. */
static bool names_no_box(const char *event, const pfm_pmu_info_t *info, const pfm_pmu_details_t *details)
{
	const char *colons = strstr(event, "::");
	size_t length = strlen(info->name);

	return !colons || (details->device && strchr(details->device, '{') && (size_t)(colons - event) == length &&
			   !strncasecmp(event, info->name, length));
}

char *on_all_boxes(const char *event, const char *pattern)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_details_t details = { .size = sizeof details };
	const char *colons = strstr(event, "::");
	char kind[256], *all;
	int idx = pattern ? -1 : pfm_find_event(event), count;

	if (idx < 0 || !is_on_all_boxes(idx) || !next_pmu(pmu_of(idx), &info) || info.type != PFM_PMU_TYPE_UNCORE ||
	    pfm_get_pmu_details(pmu_of(idx), &details) || !names_no_box(event, &info, &details))
		return NULL;
	generalize(&info, info.name, false, "*", kind, sizeof kind - 1);
	if (*kind && kind[strlen(kind) - 1] != '*')
		strcat(kind, "*");
	if (asprintf(&all, "%s::%s", kind, colons ? colons + 2 : event) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	count = pfm_get_event_encodings(all, PFM_PLM0 | PFM_PLM3, NULL, 0, NULL);
	if (count > 1)
		return all;
	free(all);
	return NULL;
}

void say_which_box(const char *event, const char *pattern)
{
	char *all = on_all_boxes(event, pattern), device[64];
	pfm_pmu_info_t info = { .size = sizeof info };

	if (!all || !next_pmu(pmu_of(pfm_find_event(event)), &info))
		return;
	if (count_boxes(&info) > 1 || pfm_get_event_device(event, device, sizeof device))
		snprintf(device, sizeof device, "%s", info.name);
	complain("%s: on %s, one of %d boxes; --all-boxes counts on all", event, device,
		pfm_get_event_encodings(all, PFM_PLM0 | PFM_PLM3, NULL, 0, NULL));
	free(all);
}
