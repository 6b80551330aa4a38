/* Metrics counted over a command, a time or intervals: values of each, of each package, of each device. */
#include "open.h"

#include <stdlib.h>
#include <string.h>

#include "constants.h"
#include "count.h"
#include "show.h"
#include "walk.h"

/* What a tick needs. */
struct shown_run {
	struct metric_run run;
	pfm_metric_count_t *counts;
	double *shares;
	int events;
	bool json, has_value;
};

static void show_of(struct shown_run *shown, int package, int device, bool is_device)
{
	struct metric_run *run = &shown->run;
	struct metric_counts counted = { .counts = shown->counts, .shares = shown->shares, .events = shown->events,
		.interval = -1, .package = package,
		.instance = is_device ? device : -1, .device = is_device ? run_device(run, device) : NULL,
		.options = &run->options };

	run_counts(run, package, is_device ? device : -1, shown->counts, shown->shares);
	if (run->request->interval > 0)
		counted.interval = run->until;
	shown->has_value |= show_values(run->metrics, &counted, shown->json);
}

/* Of all, or of each package, and of each device or not. */
static void show_run(struct shown_run *shown)
{
	const struct metric_run *run = &shown->run;
	int devices = run->request->per_instance ? run_devices(run) : 1;

	for (int package = run->packages ? 0 : -1; package < run->packages; package++)
		for (int device = 0; device < devices; device++)
			show_of(shown, package, device, devices > 1);
}

/* An interval is over. */
static bool show_interval(void *data)
{
	struct shown_run *shown = data;

	show_run(shown);
	fflush(stdout);
	run_begin_interval(&shown->run);
	return true;
}

static bool make_counts(struct shown_run *shown)
{
	pfm_metrics_info_t all = { .size = sizeof all };

	pfm_get_metrics_info(shown->run.metrics, &all);
	shown->events = all.events;
	shown->counts = calloc((size_t)all.events + 1, sizeof *shown->counts);
	shown->shares = calloc((size_t)all.events + 1, sizeof *shown->shares);
	return (shown->counts && shown->shares) || !is_lacking(PFM_ERR_NOMEM);
}

bool count_metrics(const struct metric_request *request, const struct given *given, const struct counting *counting,
		   struct ending *ending)
{
	struct shown_run shown = { .json = given->json };
	struct counting own = *counting;
	bool good;

	if (is_walk(request))
		return walk_metrics(request, given, counting, ending);
	if (request->interval > 0) {
		own.interval = request->interval;
		own.tick = show_interval;
		own.tick_data = &shown;
	}
	good = run_prepare(&shown.run, request->text, request, given, counting) && make_counts(&shown);
	if (good)
		say_of_constants(shown.run.metrics, request, SETTLED_CORE_WIDE | SETTLED_TARGET);
	good = good && run_go(&shown.run, &own, ending);
	if (good)
		show_run(&shown);
	free(shown.counts);
	free(shown.shares);
	run_free(&shown.run);
	return good && shown.has_value;
}
