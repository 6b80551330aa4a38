/*
 * Events that a vendor withdrew are rows of src/pmu/words. A row applies if its PMU is named or present on this
 * machine, and if its event matches, with the unit mask if the row has one.
 */
#include "answers/absent.h"

#include <string.h>

#include "catalog/events.h"
#include "tables/words.h"

int pmu_without_device(const struct event_string *string)
{
	struct event_ref ref;

	for (int i = 0; i < pmus.order_count && !string->has_pmu; i++) {
		int pmu = pmus.order[i];

		/* PMUs without conditions do not belong to a CPU, and may be on any machine */
		if (pmus.list[pmu].state & LATE && pmu_data(pmu)->conditions && !pmu_is_active(pmu) &&
		    pmu_is_good(pmu) && !pmu_find_event(pmu, &string->terms[0].name, &ref))
			return pmu;
	}
	return -1;
}

/* Reads a row of the table; returns where the next one begins. */
static const char *read_withdrawn(const char *at, struct withdrawn *row)
{
	const char **fields[] = { &row->pmu, &row->name, &row->since, &row->instead, &row->words };

	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++, at += strlen(at) + 1)
		*fields[i] = at;
	return at;
}

/* Returns whether a row is of that PMU; boxes have numbers behind the name. */
static bool is_of_pmu(const struct withdrawn *row, struct span pmu)
{
	while (pmu.length > strlen(row->pmu) && pmu.text[pmu.length - 1] >= '0' && pmu.text[pmu.length - 1] <= '9')
		pmu.length--;
	return span_is(pmu, row->pmu);
}

static bool is_here(const struct withdrawn *row)
{
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		const char *name = pmu_name(pmu);

		if (is_of_pmu(row, (struct span){ name, strlen(name) }) && pmu_is_active(pmu))
			return true;
	}
	return false;
}

/* Returns whether a string asks for a row: its event alone, or with its first unit mask. */
static bool is_asked_for(const struct withdrawn *row, const struct event_string *string)
{
	const char *dot = strchr(row->name, '.');
	struct span event = { row->name, dot ? (size_t)(dot - row->name) : strlen(row->name) };
	struct span asked = string->terms[0].name.span;

	if (asked.length != event.length || !name_begins(asked.text, event))
		return false;
	return !dot || (event_string_count(string) > 1 && span_is(string->terms[1].name.span, dot + 1));
}

bool find_withdrawn(const struct event_string *string, struct withdrawn *row)
{
	for (const char *at = words_withdrawn; *at;) {
		at = read_withdrawn(at, row);
		if (is_asked_for(row, string) && (string->has_pmu ? is_of_pmu(row, string->pmu.span) : is_here(row)))
			return true;
	}
	return false;
}
