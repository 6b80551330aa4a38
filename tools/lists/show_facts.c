/* Shows facts of an event or a unit mask beyond its codes, in words or as members of an object. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include "tables/clean.h"
#include "events/generic.h"
#include "common/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTERS_SIZE = 256 };

bool load_facts(int idx, int attr, pfm_event_facts_t *facts)
{
	*facts = (pfm_event_facts_t){ .size = sizeof *facts };
	return pfm_get_event_facts(idx, attr, facts) == PFM_SUCCESS;
}

/* Writes counters as "0-3,f1". */
static const char *counter_list(uint64_t counters, char *list)
{
	size_t length = 0;

	*list = '\0';
	for (int i = 0; i < 64; i++) {
		int first = i;

		if (!(counters >> i & 1))
			continue;
		while (i % 32 != 31 && counters >> (i + 1) & 1)
			i++;
		length += (size_t)snprintf(list + length, COUNTERS_SIZE - length, "%s%s%d", length ? "," : "",
			first < 32 ? "" : "f", first % 32);
		if (i > first)
			length += (size_t)snprintf(list + length, COUNTERS_SIZE - length, "-%d", i % 32);
	}
	return list;
}

/* Returns what sets off what comes next from what was there. */
static const char *next_mark(bool *first)
{
	const char *mark = *first ? "" : ", ";

	*first = false;
	return mark;
}

static void write_counters(FILE *out, const pfm_event_facts_t *facts, bool *first)
{
	char list[COUNTERS_SIZE], other[COUNTERS_SIZE];

	if (!facts->counters || facts->is_uncounted)
		return;
	fprintf(out, "%scounter%s %s", next_mark(first), facts->counters & (facts->counters - 1) ? "s" : "",
		counter_list(facts->counters, list));
	if (facts->counters_nosmt != facts->counters)
		fprintf(out, " (%s without hyper-threading)", counter_list(facts->counters_nosmt, other));
}

/* Writes what is known, set off by commas. */
static void write_facts(FILE *out, const pfm_event_facts_t *facts)
{
	bool first = true;

	write_counters(out, facts, &first);
	if (facts->is_uncounted)
		fprintf(out, "%stakes no counter", next_mark(&first));
	if (facts->box >= 0)
		fprintf(out, "%sonly on number %d", next_mark(&first), facts->box);
	if (facts->is_alone)
		fprintf(out, "%snothing else can be counted at the same time", next_mark(&first));
	if (facts->is_pair)
		fprintf(out, "%stakes two counters", next_mark(&first));
	if (facts->is_leader)
		fprintf(out, "%sfirst of its group", next_mark(&first));
	if (facts->is_deprecated)
		fprintf(out, "%sdeprecated", next_mark(&first));
	if (facts->replacement)
		fprintf(out, " (use %s)", clean(facts->replacement));
	if (facts->since_linux)
		fprintf(out, "%sneeds Linux %s", next_mark(&first), clean(facts->since_linux));
	if (facts->errata)
		fprintf(out, "%serrata %s", next_mark(&first), clean(facts->errata));
	if (facts->makers)
		fprintf(out, "%sanother code in perf's language (%s)", next_mark(&first), clean(facts->makers));
	if (facts->period)
		fprintf(out, "%speriod %" PRIu64, next_mark(&first), facts->period);
}

void print_facts(const char *label, int columns, const pfm_event_facts_t *facts)
{
	char *text = NULL;
	size_t length;
	FILE *out;

	if (!facts->counters && !facts->period && !facts->errata && !facts->is_deprecated && !facts->is_alone &&
		!facts->is_pair && !facts->is_leader && !facts->is_uncounted && !facts->makers && facts->box < 0 &&
		!facts->since_linux)
		return;
	if (!columns) {
		fputs(label, stdout);
		write_facts(stdout, facts);
		putchar('\n');
		return;
	}
	out = open_memstream(&text, &length);
	if (!out) {
		is_lacking(PFM_ERR_NOMEM);
		return;
	}
	write_facts(out, facts);
	if (close_text(out, &text))
		print_wrapped(columns, printf("%s", label), text, "");
	free(text);
}

bool same_facts(const pfm_event_facts_t *a, const pfm_event_facts_t *b)
{
	return a->counters == b->counters && a->counters_nosmt == b->counters_nosmt && a->period == b->period &&
		a->errata == b->errata && a->replacement == b->replacement && a->is_deprecated == b->is_deprecated &&
		a->is_alone == b->is_alone && a->is_pair == b->is_pair && a->is_leader == b->is_leader &&
		a->is_uncounted == b->is_uncounted && a->makers == b->makers && a->box == b->box &&
		a->since_linux == b->since_linux;
}

void print_json_facts(const pfm_event_facts_t *facts)
{
	bool first = false;
	char list[COUNTERS_SIZE];

	if (facts->counters && !facts->is_uncounted)
		json_text(&first, "counters", counter_list(facts->counters, list));
	if (facts->counters_nosmt != facts->counters && !facts->is_uncounted)
		json_text(&first, "counters_nosmt", counter_list(facts->counters_nosmt, list));
	if (facts->is_deprecated)
		json_bool(&first, "deprecated", true);
	if (facts->replacement)
		json_text(&first, "replacement", facts->replacement);
	if (facts->makers)
		json_text(&first, "makers", facts->makers);
	if (facts->is_alone)
		json_bool(&first, "alone", true);
	if (facts->is_pair)
		json_bool(&first, "pair", true);
	if (facts->is_leader)
		json_bool(&first, "leader", true);
	if (facts->is_uncounted)
		json_bool(&first, "uncounted", true);
	if (facts->box >= 0)
		json_number(&first, "box", facts->box);
	if (facts->since_linux)
		json_text(&first, "since_linux", facts->since_linux);
	if (facts->errata)
		json_text(&first, "errata", facts->errata);
	if (facts->period)
		json_number(&first, "period", (long long)facts->period);
}

/* ---- generic events ---- */

/* The types and configs of a generic event: of a cache's all that can be done to it. How many they are. */
enum { MOST_CACHE_EVENTS = 6 };
static int generics_of(const struct event *event, uint32_t *type, uint64_t config[MOST_CACHE_EVENTS])
{
	char string[512];

	if (event->info.pmu != PFM_PMU_PERF_EVENT)
		return 0;
	snprintf(string, sizeof string, "perf::%s%s", event->info.name, event->umasks ? ":READ:ACCESS" : "");
	if (!generic_of_string(string, type, config))
		return 0;
	for (unsigned int i = 1; event->umasks && i < MOST_CACHE_EVENTS; i++)
		config[i] = config[0] | i / 2 << 8 | i % 2 << 16;
	return event->umasks ? MOST_CACHE_EVENTS : 1;
}

void print_generics(const struct event *event)
{
	uint64_t config[MOST_CACHE_EVENTS];
	uint32_t type;
	int count = generics_of(event, &type, config);

	for (int i = 0; i < count; i++)
		print_generic("Kernel   : ", NULL, type, config[i]);
}

void print_json_generics(const struct event *event, bool *first)
{
	uint64_t config[MOST_CACHE_EVENTS];
	uint32_t type;
	int count = generics_of(event, &type, config);

	if (count)
		print_json_generic(NULL, type, config, count, first);
}
