/* Shows metrics with their values, computed from counts, to people or as objects. */
#include "show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "common/json.h"
#include "chain.h"

/* ---- for people ---- */

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

/* Returns whether events shared counters: a file says it itself, else the plan does. */
static bool took_turns(const struct computed *computed)
{
	return was_part_of_time(computed) || (computed->prepared.is_split && !computed->counted->is_of_file);
}

/* Prints how much to trust it. A value that cannot be is shown as it is. */
static void print_share(const struct computed *computed)
{
	double percent = 100 * share_of(computed);
	bool is_part = was_part_of_time(computed), by_turns = took_turns(computed);

	if (is_part)
		printf(percent < 1 ? "  counted %.2g %% of the time" : "  counted %.0f %% of the time", percent);
	if (by_turns)
		fputs("  by turns", stdout);
	if (is_percent(computed) && (computed->value->shown < 0 || computed->value->shown > 100))
		printf("  beyond 0..100 %%: %s",
			by_turns ? "counts of different moments" : "the counts do not belong together");
}

/* Returns whether its threshold was to be looked at. */
static bool has_threshold(const struct computed *computed)
{
	return computed->info.threshold && computed->counted->options &&
		computed->counted->options->flags & PFM_METRIC_THRESHOLDS;
}

void print_value(const struct computed *computed, bool over)
{
	char text[256];

	if (computed->value->reason) {
		print_no_value(computed);
		return;
	}
	write_shown(&computed->info, computed->value->shown, text, sizeof text);
	fputs(clean(text), stdout);
	if (computed->value->over == 1) {
		fputs("  over", stdout);
		if (over && computed->info.threshold) {
			fputs(" (", stdout);
			print_chain(computed);
			putchar(')');
		}
	} else if (over && computed->value->over < 0 && has_threshold(computed)) {
		fputs("  ", stdout);
		print_unjudged(computed);
	}
	print_share(computed);
}

static int name_width(const pfm_prepared_metric_t *prepared)
{
	return (int)(strlen(prepared->name) + (prepared->pmu ? strlen(prepared->pmu) + 2 : 0)) +
		(prepared->instance < 0 ? 0 : snprintf(NULL, 0, "_%d", prepared->instance));
}

/* Prints of when and of what the value is. */
static void print_place(const struct metric_counts *counted)
{
	if (counted->run)
		printf("run %d  ", counted->run);
	if (counted->interval >= 0)
		printf("%.9f  ", counted->interval);
	if (counted->package >= 0)
		printf("package %d  ", counted->package);
	if (counted->device)
		printf("%s  ", clean(counted->device));
}

static void print_metric_line(const struct computed *computed, int width)
{
	const pfm_prepared_metric_t *prepared = &computed->prepared;
	int own = name_width(prepared);

	print_place(computed->counted);
	printf("%s%s%s", prepared->pmu ? clean(prepared->pmu) : "", prepared->pmu ? "::" : "", clean(prepared->name));
	if (prepared->instance >= 0)
		printf("_%d", prepared->instance);
	printf("%*s  ", width > own ? width - own : 0, "");
	print_value(computed, true);
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

static void json_value(bool *first, const char *key, double number)
{
	json_key(first, key);
	if (isfinite(number))
		json_double(number);
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
	json_value(&first, "count", counted ? count->value : NAN);
	json_value(&first, "share", counted ? computed->counted->shares[number] : 0);
	json_key(&first, "round");
	if (event.round >= 0)
		printf("%d", event.round + 1);
	else
		fputs("null", stdout);
	if (count->boxes > 1)
		json_number(&first, "boxes", count->boxes);
	putchar('}');
}

static void json_events(bool *first, const struct computed *computed)
{
	int events, *list = list_metric_events(computed->metrics, computed->number, &events);

	json_key(first, "events");
	putchar('[');
	for (int i = 0; i < events; i++) {
		fputs(i ? "," : "", stdout);
		json_event(computed, list[i]);
	}
	putchar(']');
	free(list);
}

void print_tree_object(const struct computed *computed)
{
	const pfm_metric_value_t *value = computed->value;
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 2);
	json_text(&first, "kind", "metric");
	json_text(&first, "requested", "topdown");
	json_text(&first, "name", computed->prepared.name);
	json_text(&first, "pmu", computed->prepared.pmu);
	json_value(&first, "value", value->reason ? NAN : value->shown);
	json_text(&first, "unit", computed->info.name ? computed->info.unit : "");
	json_value(&first, "share", share_of(computed));
	json_text(&first, "reason", reason_name(value->reason));
	if (value->over >= 0)
		json_bool(&first, "over", value->over);
	json_number(&first, "level", computed->info.level);
	json_text(&first, "parent", computed->info.parent);
	json_text(&first, "sample", computed->info.sample);
	puts("}");
}

/* Prints an object and a line's end. */
static void print_metric_object(const struct computed *computed)
{
	const pfm_metric_value_t *value = computed->value;
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "metric", computed->prepared.name);
	json_text(&first, "pmu", computed->prepared.pmu);
	json_value(&first, "value", value->value);
	json_value(&first, "shown", value->shown);
	json_text(&first, "unit", value->reason ? NULL : computed->info.name ? computed->info.unit : "");
	if (value->over < 0)
		json_text(&first, "over", NULL);
	else
		json_bool(&first, "over", value->over);
	json_value(&first, "share", share_of(computed));
	json_bool(&first, "split", took_turns(computed));
	json_text(&first, "reason", reason_name(value->reason));
	json_text(&first, "culprit", value->what);
	if (computed->info.answer == PFM_ANSWER_DIFFERS)
		json_text(&first, "differs", computed->info.remark);
	json_events(&first, computed);
	if (computed->prepared.instance >= 0)
		json_number(&first, "instance", computed->prepared.instance);
	if (computed->counted->device)
		json_text(&first, "device", computed->counted->device);
	if (computed->counted->package >= 0)
		json_number(&first, "package", computed->counted->package);
	if (computed->counted->run)
		json_number(&first, "run", computed->counted->run);
	if (computed->counted->interval >= 0)
		json_value(&first, "interval", computed->counted->interval);
	puts("}");
}

/* ---- all ---- */

bool show_values(const pfm_metrics_t *metrics, const struct metric_counts *counted, bool json)
{
	struct computed_set set = compute_all(metrics, counted);
	bool any = false;
	int width = 0;

	for (int i = 0; i < set.count; i++) {
		int own = name_width(&set.list[i].prepared);

		width = own > width && own <= 64 ? own : width;
	}
	for (int i = 0; i < set.count; i++) {
		any |= !set.list[i].value->reason;
		if (json)
			print_metric_object(&set.list[i]);
		else
			print_metric_line(&set.list[i], width);
	}
	free_computed(&set);
	return any;
}
