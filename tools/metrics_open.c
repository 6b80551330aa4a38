/*
 * Metrics counted here: the events of a round and a device are a group of the kernel, which lets groups take turns if
 * not all have counters at once. What several devices count is added.
 */
#include "metrics_open.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "../src/tables/clean.h"
#include "counting/cpus.h"
#include "refusal.h"

enum { MOST_DEVICES = 256, MOST_METRIC_CPUS = 256 };

/* An event on one device and CPU. */
struct piece {
	int event, round, cpu;  /* event: of the metrics; cpu -1: any */
	bool is_leader;
	pfm_perf_event_t encoded;
};

struct pieces {
	struct piece *list;
	int count, room;
};

/* ---- what to open ---- */

static bool add_piece(struct pieces *pieces, const struct piece *piece)
{
	if (pieces->count == pieces->room) {
		int room = 2 * pieces->room + 16;
		struct piece *larger = realloc(pieces->list, (size_t)room * sizeof *larger);

		if (!larger)
			return !is_lacking(PFM_ERR_NOMEM);
		pieces->list = larger;
		pieces->room = room;
	}
	pieces->list[pieces->count++] = *piece;
	return true;
}

/* Events of devices that have a cpumask belong to no process: they are opened on those CPUs. */
static bool add_on_cpus(struct pieces *pieces, struct piece *piece, const struct counting *counting)
{
	int cpus[MOST_METRIC_CPUS], count = 0;
	bool good = true;

	if (*piece->encoded.device && counting->cpu < 0 && !counting->pid)
		count = read_device_cpus(NULL, piece->encoded.device, "cpumask", cpus, MOST_METRIC_CPUS);
	if (count > MOST_METRIC_CPUS) {
		complain("%s: more than %d CPUs", piece->encoded.device, MOST_METRIC_CPUS);
		return false;
	}
	if (count <= 0)
		return add_piece(pieces, piece);
	for (int i = 0; i < count && good; i++) {
		piece->cpu = cpus[i];
		good = add_piece(pieces, piece);
	}
	return good;
}

static bool add_event(struct pieces *pieces, int number, const pfm_metric_event_t *event, int plm,
		      const struct counting *counting)
{
	pfm_perf_event_t *found = calloc(MOST_DEVICES, sizeof *found);
	bool good = found;
	int count;

	if (!found)
		return !is_lacking(PFM_ERR_NOMEM);
	found->size = sizeof *found;
	count = pfm_get_perf_event(event->string, plm, found, MOST_DEVICES, NULL);
	if (count <= 0)
		complain("%s: does not encode", event->name);
	for (int i = 0; i < count && i < MOST_DEVICES && good; i++) {
		struct piece piece = { .event = number, .round = event->round, .cpu = -1,
				       .is_leader = event->is_leader, .encoded = found[i] };

		if (found[i].attr.type == UINT32_MAX)
			complain("%s: this machine cannot count it", event->name);
		else
			good = add_on_cpus(pieces, &piece, counting);
	}
	free(found);
	return good;
}

static int compare_pieces(const void *a, const void *b)
{
	const struct piece *one = a, *other = b;
	int devices = strcmp(one->encoded.device, other->encoded.device);

	if (one->round != other->round)
		return one->round - other->round;
	if (devices || one->cpu != other->cpu)
		return devices ? devices : one->cpu - other->cpu;
	if (one->is_leader != other->is_leader)
		return one->is_leader ? -1 : 1;
	return one->event - other->event;
}

static bool list_pieces(struct pieces *pieces, const pfm_metrics_t *metrics, int plm, const struct counting *counting)
{
	pfm_metric_event_t event = { .size = sizeof event };
	bool good = true;

	for (int i = 0; good && !pfm_get_metric_event(metrics, i, &event); i++)
		if (event.kind == PFM_METRIC_EVENT && event.string && !event.failed && event.round >= 0)
			good = add_event(pieces, i, &event, plm, counting);
	if (pieces->count)
		qsort(pieces->list, (size_t)pieces->count, sizeof *pieces->list, compare_pieces);
	return good;
}

/* ---- counting ---- */

/* What was counted, in the order of pieces; sets are of several. */
struct run {
	struct pieces pieces;
	struct perf_event_attr *attrs;
	struct reading *readings;
	struct counted *sets;
	int set_count;
	double duration, user, system; /* seconds */
};

static bool are_one_group(const struct piece *one, const struct piece *other)
{
	return one->round == other->round && one->cpu == other->cpu &&
		!strcmp(one->encoded.device, other->encoded.device);
}

static bool make_metric_sets(struct run *run, const struct counting *counting)
{
	size_t count = (size_t)run->pieces.count + 1;

	run->attrs = calloc(count, sizeof *run->attrs);
	run->readings = calloc(count, sizeof *run->readings);
	run->sets = calloc(count, sizeof *run->sets);
	if (!run->attrs || !run->readings || !run->sets)
		return !is_lacking(PFM_ERR_NOMEM);
	for (int i = 0; i < run->pieces.count; i++) {
		const struct piece *piece = &run->pieces.list[i];

		run->attrs[i] = piece->encoded.attr;
		if (!run->set_count || !are_one_group(piece - 1, piece) ||
		    run->sets[run->set_count - 1].count == MAX_SET_EVENTS)
			run->sets[run->set_count++] = (struct counted){
				.cpu = piece->cpu >= 0 ? piece->cpu : counting->cpu,
				.everybody = piece->cpu >= 0,
				.events = &run->attrs[i],
				.readings = &run->readings[i] };
		run->sets[run->set_count - 1].count++;
	}
	return true;
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static bool run_sets(struct run *run, const struct counting *counting, struct ending *ending)
{
	struct timespec begin, end;
	struct rusage before, after;
	int who = counting->command ? RUSAGE_CHILDREN : RUSAGE_SELF, error;

	getrusage(who, &before);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	error = count_events(run->sets, run->set_count, counting, ending);
	clock_gettime(CLOCK_MONOTONIC, &end);
	getrusage(who, &after);
	run->duration = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
	run->user = seconds_of(after.ru_utime) - seconds_of(before.ru_utime);
	run->system = seconds_of(after.ru_stime) - seconds_of(before.ru_stime);
	if (error)
		complain("cannot run the command: %s", strerror(error));
	return !error;
}

/* ---- counts ---- */

/* How many were refused. */
static int explain_sets(const struct run *run, const struct counting *counting, const pfm_metrics_t *metrics)
{
	pfm_metric_event_t event = { .size = sizeof event };
	int refused = 0;

	for (int i = 0; i < run->set_count; i++) {
		const struct counted *set = &run->sets[i];
		int piece = (int)(set->events - run->attrs) + set->refused;

		if (!set->error)
			continue;
		pfm_get_metric_event(metrics, run->pieces.list[piece].event, &event);
		explain_refusal(event.name, &run->attrs[piece], run->pieces.list[piece].encoded.device, counting,
				set->error);
		refused++;
	}
	return refused;
}

/* An event of several devices: each as if it had had its counter all the time. */
static void add_reading(const struct reading *reading, pfm_metric_count_t *count, double *share, int pieces)
{
	double own = reading->enabled ? (double)reading->running / (double)reading->enabled : 0;

	if (own < *share)
		*share = own;
	if (pieces == 1) {
		count->value = (double)reading->value;
		count->enabled = reading->enabled;
		count->running = reading->running;
	} else if (reading->running) {
		count->value += (double)reading->value / own;
		count->enabled = count->running = 1;
	}
}

static void take_counts(const struct run *run, int event, pfm_metric_count_t *count, double *share)
{
	const char *device = NULL;
	int pieces = 0;

	for (int i = 0; i < run->pieces.count; i++)
		pieces += run->pieces.list[i].event == event;
	for (int set = 0, i = 0; set < run->set_count; set++)
		for (int k = 0; k < run->sets[set].count; k++, i++) {
			const struct piece *piece = &run->pieces.list[i];

			if (piece->event != event)
				continue;
			count->boxes += !device || strcmp(device, piece->encoded.device);
			device = piece->encoded.device;
			if (!run->sets[set].error)
				add_reading(&run->readings[i], count, share, pieces);
		}
}

static void take_time(const struct run *run, const char *name, pfm_metric_count_t *count)
{
	count->value = !strcmp(name, "user_time") ? run->user :
		!strcmp(name, "system_time")	  ? run->system
						  : run->duration;
	count->enabled = count->running = 1;
}

static bool show_run(const struct run *run, const pfm_metrics_t *metrics, bool json)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	pfm_metric_event_t event = { .size = sizeof event };
	pfm_metric_count_t *counts;
	double *shares;
	bool good;

	pfm_get_metrics_info(metrics, &all);
	counts = calloc((size_t)all.events + 1, sizeof *counts);
	shares = calloc((size_t)all.events + 1, sizeof *shares);
	good = counts && shares;
	for (int i = 0; good && i < all.events; i++) {
		pfm_get_metric_event(metrics, i, &event);
		shares[i] = 1;
		counts[i].is_given = event.kind == PFM_METRIC_TIME || (event.kind == PFM_METRIC_EVENT && !event.failed);
		if (event.kind == PFM_METRIC_TIME)
			take_time(run, event.name, &counts[i]);
		else if (counts[i].is_given)
			take_counts(run, i, &counts[i], &shares[i]);
	}
	if (good)
		show_values(metrics, &(struct metric_counts){ counts, shares, all.events, -1 }, json);
	else
		is_lacking(PFM_ERR_NOMEM);
	free(counts);
	free(shares);
	return good;
}

bool count_metrics(const struct metric_request *request, const struct given *given, const struct counting *counting,
		   struct ending *ending)
{
	pfm_metric_options_t options = options_of(request, given);
	struct run run = { .set_count = 0 };
	pfm_metrics_t *metrics;
	bool good;

	if (counting->cpu >= 0)
		options.flags |= PFM_METRIC_CPUS;
	metrics = prepare_metrics(request->text, &options);
	good = metrics && list_pieces(&run.pieces, metrics, given->plm, counting) && make_metric_sets(&run, counting);
	if (good && !run.set_count) {
		complain("%s: nothing of it can be counted here", request->text);
		good = false;
	}
	good = good && run_sets(&run, counting, ending);
	if (good) {
		int refused = explain_sets(&run, counting, metrics);

		good = show_run(&run, metrics, given->json) && refused < run.set_count;
	}
	free(run.pieces.list);
	free(run.attrs);
	free(run.readings);
	free(run.sets);
	pfm_free_metrics(metrics);
	return good;
}
