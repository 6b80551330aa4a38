/* Metrics and their values: computed from counts, and shown to people or as objects. */
#include "metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/tables/clean.h"
#include "json.h"
#include "metrics_values.h"

/* All about one metric that is to be shown. */
struct computed {
	const pfm_metrics_t *metrics;
	const struct metric_counts *counted;
	pfm_prepared_metric_t prepared;
	pfm_metric_info_t info; /* name NULL: of a formula of the user's */
	const pfm_metric_value_t *value;
	int number;
};

static double share_of(const struct computed *computed)
{
	int events = pfm_get_metric_events(computed->metrics, computed->number, NULL, 0);
	int *list = calloc((size_t)events + 1, sizeof *list);
	double share = computed->value->share;

	if (!list) {
		is_lacking(PFM_ERR_NOMEM);
		return share;
	}
	pfm_get_metric_events(computed->metrics, computed->number, list, events);
	for (int i = 0; i < events; i++)
		if (computed->counted->shares[list[i]] < share)
			share = computed->counted->shares[list[i]];
	free(list);
	return share;
}

/* ---- for people ---- */

static bool is_percent(const struct computed *computed)
{
	return computed->info.name && *computed->info.unit == '%';
}

static void print_no_value(const struct computed *computed)
{
	char text[1024], plain[1024];

	pfm_explain_metric_value(computed->metrics, computed->number, computed->value, text, sizeof text);
	if (computed->value->reason == PFM_VALUE_NO_LATENCY)
		snprintf(text, sizeof text, "no latency is published; give --constant %s=N", computed->value->what);
	plain_names(text, plain, sizeof plain);
	printf("no value: %s", clean(plain));
	if (computed->value->reason == PFM_VALUE_NO_CONSTANT && computed->value->what)
		printf("; --constant %s=N", clean(computed->value->what + (*computed->value->what == '#')));
}

static void print_threshold(const struct computed *computed)
{
	if (computed->value->over == 1)
		printf("  over (%s)", clean(computed->info.threshold ? computed->info.threshold : ""));
}

/* How much to trust it. */
static void print_share(const struct computed *computed)
{
	double share = share_of(computed);
	bool by_turns = computed->prepared.is_split || share < 1;

	if (share < 1)
		printf("  counted %.0f %% of the time", 100 * share);
	if (by_turns)
		fputs("  by turns", stdout);
	if (by_turns && is_percent(computed) && (computed->value->shown < 0 || computed->value->shown > 100))
		fputs("  beyond 0..100 %: counts of different moments", stdout);
}

static void print_line(const struct computed *computed, int width)
{
	const pfm_prepared_metric_t *prepared = &computed->prepared;
	int own = (int)(strlen(prepared->name) + (prepared->pmu ? strlen(prepared->pmu) + 2 : 0));

	if (computed->counted->interval >= 0)
		printf("%.9f  ", computed->counted->interval);
	printf("%s%s%s%*s  ", prepared->pmu ? clean(prepared->pmu) : "", prepared->pmu ? "::" : "",
	       clean(prepared->name), width > own ? width - own : 0, "");
	if (computed->value->reason) {
		print_no_value(computed);
	} else {
		const char *unit = computed->info.name ? computed->info.unit : "";

		printf(is_percent(computed) ? "%.1f" : "%.6g", computed->value->shown);
		printf("%s%s", *unit ? " " : "", clean(unit));
		print_threshold(computed);
		print_share(computed);
	}
	putchar('\n');
}

/* ---- objects ---- */

static const char *reason_name(int reason)
{
	static const char *const names[] = {
		[PFM_VALUE_OK] = NULL,
		[PFM_VALUE_NOT_COUNTED] = "NOT_COUNTED",
		[PFM_VALUE_NOT_GIVEN] = "NOT_GIVEN",
		[PFM_VALUE_DIVIDED_BY_0] = "DIVIDED_BY_0",
		[PFM_VALUE_NOT_FINITE] = "NOT_FINITE",
		[PFM_VALUE_NO_CONSTANT] = "NO_CONSTANT",
		[PFM_VALUE_NO_LATENCY] = "NO_LATENCY",
		[PFM_VALUE_NO_EVENT] = "NO_EVENT",
	};

	return reason >= 0 && reason < (int)(sizeof names / sizeof names[0]) ? names[reason] : NULL;
}

static void json_double(bool *first, const char *key, double number)
{
	json_key(first, key);
	if (isfinite(number))
		printf("%.17g", number);
	else
		fputs("null", stdout);
}

static void json_event(const struct computed *computed, int number)
{
	const pfm_metric_count_t *count = &computed->counted->counts[number];
	pfm_metric_event_t event = { .size = sizeof event };
	bool first = true, counted = count->is_given && count->enabled && count->running;

	pfm_get_metric_event(computed->metrics, number, &event);
	putchar('{');
	json_text(&first, "name", event.name);
	json_text(&first, "string", event.string);
	json_double(&first, "count", counted ? count->value : NAN);
	json_double(&first, "share", counted ? computed->counted->shares[number] : 0);
	json_key(&first, "round");
	if (event.round >= 0)
		printf("%d", event.round + 1);
	else
		fputs("null", stdout);
	putchar('}');
}

static void json_events(bool *first, const struct computed *computed)
{
	int events = pfm_get_metric_events(computed->metrics, computed->number, NULL, 0);
	int *list = calloc((size_t)events + 1, sizeof *list);

	json_key(first, "events");
	putchar('[');
	if (list)
		pfm_get_metric_events(computed->metrics, computed->number, list, events);
	else
		is_lacking(PFM_ERR_NOMEM);
	for (int i = 0; i < events && list; i++) {
		fputs(i ? "," : "", stdout);
		json_event(computed, list[i]);
	}
	putchar(']');
	free(list);
}

static void print_object(const struct computed *computed)
{
	const pfm_metric_value_t *value = computed->value;
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "metric", computed->prepared.name);
	json_text(&first, "pmu", computed->prepared.pmu);
	json_double(&first, "value", value->value);
	json_double(&first, "shown", value->shown);
	json_text(&first, "unit", value->reason ? NULL : computed->info.name ? computed->info.unit : "");
	if (value->over < 0)
		json_text(&first, "over", NULL);
	else
		json_bool(&first, "over", value->over);
	json_double(&first, "share", share_of(computed));
	json_bool(&first, "split", computed->prepared.is_split);
	json_text(&first, "reason", reason_name(value->reason));
	json_text(&first, "culprit", value->what);
	json_events(&first, computed);
	if (computed->prepared.instance >= 0)
		json_number(&first, "instance", computed->prepared.instance);
	if (computed->counted->interval >= 0)
		json_double(&first, "interval", computed->counted->interval);
	puts("}");
}

/* ---- all ---- */

static int widest_name(const pfm_metrics_t *metrics)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };
	int width = 0;

	for (int i = 0; !pfm_get_prepared_metric(metrics, i, &prepared); i++) {
		int own = (int)(strlen(prepared.name) + (prepared.pmu ? strlen(prepared.pmu) + 2 : 0));

		width = own > width && own <= 64 ? own : width;
	}
	return width;
}

void show_values(const pfm_metrics_t *metrics, const struct metric_counts *counted, bool json)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	int width = widest_name(metrics);
	pfm_metric_value_t *values;

	pfm_get_metrics_info(metrics, &all);
	values = calloc((size_t)all.metrics + 1, sizeof *values);
	if (!values) {
		is_lacking(PFM_ERR_NOMEM);
		return;
	}
	for (int i = 0; i < all.metrics; i++)
		values[i].size = sizeof *values;
	if (!pfm_compute_metrics(metrics, counted->counts, counted->events, values, all.metrics))
		for (int i = 0; i < all.metrics; i++) {
			struct computed computed = { .metrics = metrics, .counted = counted, .value = &values[i],
				.number = i, .prepared.size = sizeof computed.prepared,
				.info.size = sizeof computed.info };

			pfm_get_prepared_metric(metrics, i, &computed.prepared);
			if (computed.prepared.id >= 0)
				pfm_get_metric_info(computed.prepared.id, &computed.info);
			if (json)
				print_object(&computed);
			else
				print_line(&computed, width);
		}
	free(values);
}

static void show_turns(const struct given_values *values, const pfm_metrics_t *metrics, bool json)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	pfm_metric_count_t *counts;
	double *shares;

	pfm_get_metrics_info(metrics, &all);
	counts = calloc((size_t)all.events + 1, sizeof *counts);
	shares = calloc((size_t)all.events + 1, sizeof *shares);
	if (!counts || !shares)
		is_lacking(PFM_ERR_NOMEM);
	for (int first = 0, end; counts && shares && (first < values->count || !first); first = end ? end : 1) {
		struct metric_counts counted = { counts, shares, all.events,
						 values->has_times ? values->list[first].time : -1 };

		end = values->count ? end_of_turn(values, first) : 0;
		find_counts(values, first, end, metrics, all.events, counts, shares);
		show_values(metrics, &counted, json);
	}
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

static void say_what_is_lacking(const pfm_metrics_t *metrics)
{
	pfm_metric_event_t event = { .size = sizeof event };

	for (int i = 0; !pfm_get_metric_event(metrics, i, &event); i++)
		if (event.kind == PFM_METRIC_EVENT && event.failed)
			say_what_fails(&event);
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
		say_what_is_lacking(metrics);
		show_turns(&values, metrics, given->json);
	}
	pfm_free_metrics(metrics);
	free_values(&values);
	return good;
}
