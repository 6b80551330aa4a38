/*
 * Groups rows into events with unit masks: determines the event's code, the meaning of its bare name, and the default
 * unit mask.
 */
#include "events.h"
#include "index.h"
#include "rows.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- the rows of each event, in the order of the file ---- */

static void gather(struct import_events *list, const struct import_pmu *pmu)
{
	struct index *index = NULL;

	for (int i = 0; i < pmu->row_count; i++) {
		const struct import_row *row = &pmu->rows[i];
		int number = index_add(&index, row->event, list->count);
		struct import_event *event;

		if (number == list->count) {
			list->events = grow(list->events, list->count, sizeof *list->events);
			list->events[list->count++] =
				(struct import_event){ .name = row->event, .bare = -1, .preferred = -1 };
		}
		event = &list->events[number];
		event->variants |= row->variants; /* NOLINT(clang-analyzer-core.NullDereference): there is room */
		if (!row->umask) {
			event->bare = i;
			continue;
		}
		event->rows = grow(event->rows, event->row_count, sizeof *event->rows);
		event->rows[event->row_count++] = i;
	}
	index_free(index);
}

/* ---- the code ---- */

/* Returns what an event and all its unit masks share: the event select, or the whole first word if the second tells
 * them apart. */
static uint64_t common_code(const struct import_pmu *pmu, const struct import_event *event, int row)
{
	const struct import_row *it = &pmu->rows[row];

	return event->second_is_mask ? it->code | it->mask << pmu->family->mask_place : it->code;
}

/* Returns the code that most rows have; of several the first. */
static uint64_t most_common_code(const struct import_pmu *pmu, const struct import_event *event)
{
	uint64_t best = common_code(pmu, event, event->rows[0]);
	int most = 0;

	for (int i = 0; i < event->row_count; i++) {
		uint64_t code = common_code(pmu, event, event->rows[i]);
		int count = 0;

		if (i && code == common_code(pmu, event, event->rows[i - 1]))
			continue;
		for (int k = i; k < event->row_count; k++)
			count += common_code(pmu, event, event->rows[k]) == code;
		if (count > most) {
			most = count;
			best = code;
		}
	}
	return best;
}

static void find_code(const struct import_pmu *pmu, struct import_event *event)
{
	int telling = 0;

	for (int i = 0; i < event->row_count; i++) {
		const struct import_row *row = &pmu->rows[event->rows[i]], *first = &pmu->rows[event->rows[0]];

		telling += row->second_tells && row->code == first->code && row->mask == first->mask;
	}
	event->second_is_mask = telling && telling == event->row_count;
	event->code = event->row_count ? most_common_code(pmu, event) : 0;
}

/* ---- the bare name ---- */

static bool needs_a_mask(const struct family *family, const struct import_event *event, const struct import_row *bare)
{
	return (event->row_count && !event->second_is_mask) || bare->c || bare->i || bare->e || bare->t ||
	       bare->second || (family->masks_of_bare && bare->mask);
}

static int find_umask(const struct import_pmu *pmu, const struct import_event *event, const char *name)
{
	for (int i = 0; i < event->row_count; i++)
		if (same_name(pmu->rows[event->rows[i]].umask, name))
			return event->rows[i];
	return -1;
}

/* Places the bare name: it is the default unit mask, one that encodes the same, else a new one called ALL or BARE. */
static void place_bare(struct import_pmu *pmu, struct import_event *event)
{
	struct import_row *bare = &pmu->rows[event->bare];

	if (!needs_a_mask(pmu->family, event, bare)) {
		event->code = bare->code | bare->mask << pmu->family->mask_place;
		return;
	}
	for (int i = 0; i < event->row_count && event->preferred < 0; i++)
		if (same_encoding(pmu->family, &pmu->rows[event->rows[i]], bare))
			event->preferred = event->rows[i];
	if (event->preferred < 0) {
		bare->umask = find_umask(pmu, event, "ALL") < 0 ? "ALL" : "BARE";
		event->rows = need(realloc(event->rows, ((size_t)event->row_count + 1) * sizeof *event->rows));
		memmove(event->rows + 1, event->rows, (size_t)event->row_count * sizeof *event->rows);
		event->rows[0] = event->preferred = event->bare;
		event->row_count++;
		if (event->row_count == 1)
			event->code = bare->code;
	}
	event->bare = -1;
}

static void find_default(const struct import_pmu *pmu, struct import_event *event)
{
	const char *const *name = pmu->family->defaults;

	if (event->bare >= 0 || event->preferred >= 0 || !name)
		return;
	if (event->row_count == 1) {
		event->preferred = event->rows[0];
		return;
	}
	for (; *name && event->preferred < 0; name++)
		event->preferred = find_umask(pmu, event, *name);
}

/* ---- which unit masks may be combined ---- */

/* Returns whether two masks overlap and neither contains the other: they are values of a field, not bits. */
static bool has_fields(const struct import_pmu *pmu, const struct import_event *event)
{
	for (int i = 0; i < event->row_count; i++)
		for (int k = 0; k < i; k++) {
			uint64_t a = pmu->rows[event->rows[i]].mask, b = pmu->rows[event->rows[k]].mask;

			if (a & b && (a & b) != a && (a & b) != b)
				return true;
		}
	return false;
}

static bool is_alone(const struct import_pmu *pmu, const struct import_event *event, int row)
{
	uint64_t mask = pmu->rows[row].mask;

	for (int i = 0; i < event->row_count; i++)
		if (event->rows[i] != row && pmu->rows[event->rows[i]].mask == mask)
			return false;
	return true;
}

static void find_combinations(struct import_pmu *pmu, const struct import_event *event)
{
	bool none = !pmu->family->bits_combine || has_fields(pmu, event);

	for (int i = 0; i < event->row_count; i++) {
		struct import_row *row = &pmu->rows[event->rows[i]];

		row->ncombo = none || __builtin_popcountll(row->mask) != 1 || !is_alone(pmu, event, event->rows[i]);
	}
}

/* ---- counters ---- */

static void find_counters(const struct import_pmu *pmu, struct import_event *event)
{
	int most = 0;

	event->counters = event->bare >= 0 ? pmu->rows[event->bare].counters : (struct counters){ 0, 0 };
	for (int i = 0; i < event->row_count && event->bare < 0; i++) {
		struct counters counters = pmu->rows[event->rows[i]].counters;
		int count = 0;

		if (i && same_counters(counters, pmu->rows[event->rows[i - 1]].counters))
			continue;
		for (int k = i; k < event->row_count; k++)
			count += same_counters(pmu->rows[event->rows[k]].counters, counters);
		if (count > most) {
			most = count;
			event->counters = counters;
		}
	}
}

struct import_events group_rows(struct import_pmu *pmu)
{
	struct import_events list = { 0 };

	gather(&list, pmu);
	for (int i = 0; i < list.count; i++) {
		struct import_event *event = &list.events[i];

		find_code(pmu, event);
		if (event->bare >= 0)
			place_bare(pmu, event);
		find_default(pmu, event);
		/*
		 * a unit mask replaces the event select only if it is named, so the event itself needs the default
		 * one's
		 */
		if (event->preferred >= 0 && !event->second_is_mask)
			event->code = pmu->rows[event->preferred].code;
		for (int k = 0; k < event->row_count && event->preferred >= 0; k++)
			pmu->rows[event->rows[k]].is_default =
				same_name(pmu->rows[event->rows[k]].umask, pmu->rows[event->preferred].umask);
		find_combinations(pmu, event);
		find_counters(pmu, event);
	}
	return list;
}
