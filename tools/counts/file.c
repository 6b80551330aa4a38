/* Computes metrics from counts in a file. */
#include "file.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "stat/constants.h"
#include "match.h"
#include "places.h"
#include "load.h"
#include "stat/show.h"

/* ---- counts ---- */

/* State of computing metrics from a file. */
struct file_run {
	const struct metric_request *request;
	const struct given *given;
	pfm_metric_options_t options;
	struct given_values values;
	pfm_metrics_t *metrics;
	struct matching *matching;
	int events, metric_count;
	pfm_metric_count_t *counts; /* for all events; followed by those for each metric, if they differ */
	double *shares;
	struct metric_counts *each;
	struct places *places; /* NULL: counts of all places are added up */
	int first, end; /* the lines of the current turn, from first to before end */
	double length;  /* seconds of its interval; negative: unknown */
	bool has_value;
};

/*
 * Says which counts there are instead where the first turn lacks some: a name may be misspelt, or the file another
 * metric's.
 */
static void say_what_is_not_given(const struct file_run *run)
{
	enum { MAX_NAMED = 12 };
	const struct given_values *values = &run->values;
	pfm_metric_event_t event = { .size = sizeof event };
	int count = values->names.count;
	bool lacks = false;

	for (int i = 0; i < run->events; i++)
		lacks |= !run->counts[i].is_given && !pfm_get_metric_event(run->metrics, i, &event) &&
			!event.is_optional && event.kind == PFM_METRIC_EVENT;
	if (!lacks || run->first || !count)
		return;
	complain("not all counts are there; those that are given are of");
	for (int i = 0; i < count && i < MAX_NAMED; i++)
		fprintf(stderr, "%s%s", i ? ", " : "  ", clean(values->names.list[i]));
	if (count > MAX_NAMED)
		fprintf(stderr, " and %d more", count - MAX_NAMED);
	fputc('\n', stderr);
}

/* Adds an interval's length, known from the times in front of its lines, if perf did not count it. */
static void add_length(const struct file_run *run, pfm_metric_count_t *counts)
{
	pfm_metric_event_t event = { .size = sizeof event };

	for (int i = 0; i < run->events && run->length > 0; i++)
		if (!counts[i].is_given && !pfm_get_metric_event(run->metrics, i, &event) &&
			event.kind == PFM_METRIC_TIME && !strcasecmp(event.name, "duration_time"))
			counts[i] = (pfm_metric_count_t){ .value = run->length,
				.enabled = 1,
				.running = 1,
				.is_given = 1 };
}

/* Makes counts for each metric, as what is nearest to its own differs. False: no memory, which has been said. */
static bool make_each(struct file_run *run, const struct metric_counts *counted)
{
	size_t size = ((size_t)run->metric_count + 1) * (size_t)run->events + 1;
	pfm_metric_count_t *counts = realloc(run->counts, size * sizeof *counts);
	double *shares = realloc(run->shares, size * sizeof *shares);

	run->counts = counts ? counts : run->counts;
	run->shares = shares ? shares : run->shares;
	if (!run->each)
		run->each = calloc((size_t)run->metric_count + 1, sizeof *run->each);
	if (!counts || !shares || !run->each)
		return !is_lacking(PFM_ERR_NOMEM);
	for (int i = 0; i < run->metric_count; i++) {
		size_t at = ((size_t)i + 1) * (size_t)run->events;

		run->each[i] = *counted;
		run->each[i].counts = run->counts + at;
		run->each[i].shares = run->shares + at;
		counts_of_turn(run->matching, i, run->counts + at, run->shares + at);
		add_length(run, run->counts + at);
	}
	return true;
}

/* Shows the values of a turn: of all places (NULL), or of one. */
static void show_part(struct file_run *run, const struct lines_of_place *part)
{
	const struct given_value *line = run->values.count ? &run->values.list[run->first] : NULL;
	struct metric_counts counted = { .events = run->events,
		.interval = line ? line->time : -1,
		.package = part ? part->package : -1,
		.device = part && part->place >= 0 ? run->values.places.list[part->place] : NULL,
		.is_of_file = true,
		.options = &run->options,
		.run = run->values.run && line ? line->run + 1 : 0 };

	match_turn(run->matching, part ? part->lines : NULL, part ? 0 : run->first, part ? part->count : run->end);
	counts_of_turn(run->matching, -1, run->counts, run->shares);
	add_length(run, run->counts);
	say_what_is_not_given(run);
	if (has_repeated_counts(run->matching)) {
		if (!make_each(run, &counted))
			return;
		counted.each = run->each;
	}
	counted.counts = run->counts;
	counted.shares = run->shares;
	run->has_value |= show_values(run->metrics, &counted, run->given->json);
}

/* ---- turns ---- */

static void show_turn(struct file_run *run)
{
	struct lines_of_place part;

	if (!run->places) {
		show_part(run, NULL);
		return;
	}
	places_of_turn(run->places, run->first, run->end);
	while (next_place(run->places, &part))
		show_part(run, &part);
}

/* Begins with the places that are asked for. False: the file has none, or no memory, which has been said. */
static bool take_places(struct file_run *run)
{
	const struct metric_request *request = run->request;

	if (!request->per_socket && !request->apart)
		return true;
	run->places = begin_places(&run->values, !request->apart);
	if (!run->places)
		return false;
	if (has_places(run->places))
		return true;
	if (request->apart)
		complain("%s does not say of which CPU, core or cgroup a count is", request->values);
	else
		complain("%s does not say of which socket a count is", request->values);
	return false;
}

static bool show_turns(struct file_run *run)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	const struct given_value *list = run->values.list;

	pfm_get_metrics_info(run->metrics, &all);
	run->events = all.events;
	run->metric_count = all.metrics;
	run->counts = calloc((size_t)all.events + 1, sizeof *run->counts);
	run->shares = calloc((size_t)all.events + 1, sizeof *run->shares);
	run->matching = begin_matching(&run->values, run->metrics, run->events);
	if (!run->counts || !run->shares)
		return !is_lacking(PFM_ERR_NOMEM);
	if (!run->matching || !take_places(run))
		return false;
	if (!run->values.count)
		show_part(run, NULL);
	for (int before = 0; run->first < run->values.count; before = run->first, run->first = run->end) {
		bool goes_on = run->first && list[before].run == list[run->first].run && list[before].time >= 0;

		run->end = end_of_turn(&run->values, run->first);
		run->length = list[run->first].time - (goes_on ? list[before].time : 0);
		show_turn(run);
	}
	return run->has_value;
}

/* ---- what is lacking ---- */

/* Says which names are neither metrics nor events, and not in the file: mistakes. Returns whether there are none. */
static bool names_are_known(const pfm_metrics_t *metrics, const struct given_values *values)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };
	pfm_metric_event_t event = { .size = sizeof event };
	bool good = true;

	for (int i = 0; !pfm_get_prepared_metric(metrics, i, &prepared); i++)
		for (int k = 0; prepared.id < 0 && !pfm_get_metric_event(metrics, k, &event); k++) {
			if (!event.failed || strcmp(prepared.name, event.name) || has_value(values, event.name))
				continue;
			say_no_metric_called(event.name);
			good = false;
		}
	return good;
}

static bool is_of_file_or_event(void *data, const char *name)
{
	return has_value(data, name) || is_name_of_event(NULL, name);
}

/* Says, at a place of the text where a name stands, that it is part of one with a hyphen. */
static void say_hyphens_at(const char *text, const char *name, struct given_values *values)
{
	bool said = false;

	for (const char *at = strstr(text, name); at && !said; at = strstr(at + 1, name))
		said = say_joined_name(text, (size_t)(at - text), strlen(name), is_of_file_or_event, values);
}

static void say_what_is_lacking(const pfm_metrics_t *metrics, const char *text, struct given_values *values)
{
	pfm_metric_event_t event = { .size = sizeof event };

	for (int i = 0; !pfm_get_metric_event(metrics, i, &event); i++)
		if (event.kind == PFM_METRIC_EVENT && event.failed) {
			say_what_fails(&event);
			if (!has_value(values, event.name))
				say_hyphens_at(text, event.name, values);
		}
}

/*
 * Returns whether a file is of CPUs, not of tasks: -1: it does not say. perf -a counts the clock of CPUs, else that of
 * tasks.
 */
static int counts_cpus(const struct given_values *values)
{
	if (values->is_system_wide >= 0)
		return values->is_system_wide;
	return has_value(values, "cpu-clock") && !has_value(values, "task-clock") ? 1 : -1;
}

bool compute_from_file(const struct metric_request *request, const struct given *given)
{
	struct file_run run = { .request = request, .given = given, .options = options_of(request, given) };
	bool complete = true, good = read_values(request->values, &run.values, &complete);
	int of_cpus = counts_cpus(&run.values);

	run.options.flags |= PFM_METRIC_ANY_NAME;
	if (of_cpus > 0)
		run.options.flags |= PFM_METRIC_CPUS;
	if (request->per_socket)
		run.options.flags |= PFM_METRIC_PACKAGE;
	run.metrics = good ? prepare_metrics(request, &run.options) : NULL;
	good = run.metrics && names_are_known(run.metrics, &run.values);
	if (good) {
		say_of_constants(run.metrics, request, of_cpus < 0 ? 0 : SETTLED_TARGET);
		say_what_is_lacking(run.metrics, request->text, &run.values);
		good = show_turns(&run);
	}
	end_matching(run.matching);
	pfm_free_metrics(run.metrics);
	free_values(&run.values);
	free(run.counts);
	free(run.shares);
	free(run.each);
	end_places(run.places);
	return good && complete;
}
