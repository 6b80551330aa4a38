/* --values: metrics from counts that somebody has. */
#include "metrics_file.h"

#include <stdlib.h>
#include <string.h>

#include "../src/tables/clean.h"
#include "metrics_constants.h"
#include "metrics_match.h"
#include "metrics_read.h"
#include "metrics_show.h"

/*
 * Where the first counts of a file lack some, what there is instead: a name may be misspelt, or the file another
 * metric's.
 */
static void say_what_is_not_given(const struct given_values *values, int first, int end, const pfm_metrics_t *metrics,
				  const pfm_metric_count_t *counts, int events)
{
	enum { MAX_NAMED = 12 };
	pfm_metric_event_t event = { .size = sizeof event };
	bool lacks = false;

	for (int i = 0; i < events; i++)
		lacks |= !counts[i].is_given && !pfm_get_metric_event(metrics, i, &event) && !event.is_optional &&
			event.kind == PFM_METRIC_EVENT;
	if (!lacks || first || end == first)
		return;
	complain("not all counts are there; those that are given are of");
	for (int i = first; i < end && i < first + MAX_NAMED; i++)
		fprintf(stderr, "%s%s", i > first ? ", " : "  ", clean(values->list[i].name));
	if (end - first > MAX_NAMED)
		fprintf(stderr, " and %d more", end - first - MAX_NAMED);
	fputc('\n', stderr);
}

static void show_turns(const struct given_values *values, const pfm_metrics_t *metrics,
		       const pfm_metric_options_t *options, bool json)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	struct name_codes codes = { .list = NULL };
	pfm_metric_count_t *counts;
	double *shares;

	pfm_get_metrics_info(metrics, &all);
	counts = calloc((size_t)all.events + 1, sizeof *counts);
	shares = calloc((size_t)all.events + 1, sizeof *shares);
	if (!counts || !shares)
		is_lacking(PFM_ERR_NOMEM);
	for (int first = 0, end; counts && shares && (first < values->count || !first); first = end ? end : 1) {
		struct metric_counts counted = { counts, shares, all.events,
						 values->has_times ? values->list[first].time : -1, -1, -1, NULL,
						 options };

		end = values->count ? end_of_turn(values, first) : 0;
		find_counts(values, first, end, metrics, all.events, &codes, counts, shares);
		say_what_is_not_given(values, first, end, metrics, counts, all.events);
		show_values(metrics, &counted, json);
	}
	free_codes(&codes);
	free(counts);
	free(shares);
}

/* A name that is neither a metric nor an event, and not in the file, is a mistake. */
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

/* Each place of the text where a name stands: is it part of one with a hyphen? */
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

bool compute_from_file(const struct metric_request *request, const struct given *given)
{
	pfm_metric_options_t options = options_of(request, given);
	struct given_values values = { .list = NULL };
	pfm_metrics_t *metrics;
	bool good;

	options.flags |= PFM_METRIC_ANY_NAME;
	metrics = prepare_metrics(request->text, &options);
	good = metrics && read_values(request->values, &values) && names_are_known(metrics, &values);
	if (good) {
		say_of_constants(metrics, request, false);
		say_what_is_lacking(metrics, request->text, &values);
		show_turns(&values, metrics, &options, given->json);
	}
	pfm_free_metrics(metrics);
	free_values(&values);
	return good;
}
