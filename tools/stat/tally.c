/*
 * Events and the leaves of metrics are numbered and opened together: each on its devices, and there for each target;
 * counts are added up by event and place.
 */
#define _GNU_SOURCE
#include "tally.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "compute.h"
#include "constants.h"
#include "counting/cpus.h"
#include "counting/pieces.h"
#include "events/cores.h"
#include "events/resolve.h"
#include "host/cores.h"
#include "host/refusal.h"
#include "tables/clean.h"

enum { MOST_DEVICE_CPUS = 4096 };

/* An event given by the user. */
struct asked_event {
	char *name, *string;
	char device[64]; /* core type; "": none in particular */
	int operand;     /* index of the operand, which may stand for several core types */
	char unit[32];
	double scale;
	int idx;
	bool is_clock;
	char *words; /* the event for perf stat; NULL: perf has no form for it */
};

struct tally {
	const struct request *request;
	struct whom whom;
	struct asked_event *events;
	int event_count, event_room;
	pfm_metrics_t *metrics;
	pfm_metric_options_t options;
	int leaves, metric_count;
	struct metric_counts counted;
	struct pieces pieces;
	struct piece_total *totals;
	pfm_metric_count_t *counts;
	double *shares;
	struct row *rows;
	int row_count, row_room;
	int round, operands;          /* number of the next round; number of operands read */
	int first_event, first_piece; /* first event and piece of the current group in braces */
	bool in_braces, lacks_member, failed;
	/* for the current run */
	show_rows *show;
	void *data;
	double begun, since, user, system;
	bool is_over, has_said_refusals, shows_time;
};

/* ---- what is opened ---- */

static bool add_piece(struct tally *tally, struct piece *piece, const struct target *target, int number, int place)
{
	set_target(piece, target, tally->request->no_inherit);
	piece->package = place;
	piece->target = number;
	return place >= 0 && (pieces_add(&tally->pieces, piece) || !is_lacking(PFM_ERR_NOMEM));
}

/* Adds an uncore device, which counts all processes, on the CPUs that it names. */
static bool add_on_cpumask(struct tally *tally, struct piece *piece, const int *cpus, int count)
{
	for (int i = 0; i < count; i++) {
		struct target target = { .cpu = cpus[i], .everybody = true };

		piece->cpu = cpus[i];
		if (!add_piece(tally, piece, &target, tally->whom.count + cpus[i],
			    place_of(&tally->whom, cpus[i], piece->device, 0, NULL)))
			return false;
	}
	return true;
}

static bool add_on_targets(struct tally *tally, struct piece *piece, const int *cpus, int count)
{
	const struct whom *whom = &tally->whom;

	for (int i = 0; i < whom->count; i++) {
		const struct target *target = &whom->targets[i];
		int place = target->place;

		if (count && target->cpu >= 0 && !has_cpu(cpus, count, target->cpu))
			continue;
		piece->cpu = target->cpu;
		if (whom->level == PER_DEVICE)
			place = place_of(&tally->whom, target->cpu, piece->device, 0, whom->places[place].cgroup);
		if (!add_piece(tally, piece, target, i, place))
			return false;
	}
	return true;
}

/* Adds an event on one device. */
static bool add_device(struct tally *tally, struct piece *piece)
{
	int *cpus = calloc(MOST_DEVICE_CPUS, sizeof *cpus), count = 0;
	bool good;

	if (!cpus)
		return !is_lacking(PFM_ERR_NOMEM);
	if (*piece->device)
		count = read_device_cpus(tally->whom.root, piece->device, "cpumask", cpus, MOST_DEVICE_CPUS);
	if (count > MOST_DEVICE_CPUS) {
		complain("%s: more than %d CPUs", piece->device, MOST_DEVICE_CPUS);
		good = false;
	} else if (count) {
		good = add_on_cpumask(tally, piece, cpus, count);
	} else {
		if (*piece->device)
			count = read_device_cpus(tally->whom.root, piece->device, "cpus", cpus, MOST_DEVICE_CPUS);
		good = add_on_targets(tally, piece, cpus, count > MOST_DEVICE_CPUS ? 0 : count);
	}
	free(cpus);
	return good;
}

/* ---- events ---- */

static char *words_of(const pfm_perf_event_t *event)
{
	char text[4096];

	if (event->attr.type == UINT32_MAX || pfm_write_perf_event(event, 0, text, sizeof text) >= (int)sizeof text)
		return NULL;
	return pfm_write_perf_event(event, 0, text, sizeof text) > 0 ? strdup(text) : NULL;
}

/* Adds an event that was asked for. Returns its number; -1: no memory, which has been said. */
static int new_event(struct tally *tally, const char *name, const pfm_perf_event_t *event)
{
	bool is_software = event->attr.type == PERF_TYPE_SOFTWARE;
	struct asked_event *larger = with_room(tally->events, tally->event_count, &tally->event_room, sizeof *larger);
	struct asked_event *own;

	if (!larger)
		return -1;
	tally->events = larger;
	own = &tally->events[tally->event_count];
	*own = (struct asked_event){ .name = strdup(name),
		.string = strdup(event->name),
		.scale = event->scale,
		.idx = event->idx,
		.operand = tally->operands,
		.words = words_of(event),
		.is_clock = is_software &&
			(event->attr.config == PERF_COUNT_SW_CPU_CLOCK ||
				event->attr.config == PERF_COUNT_SW_TASK_CLOCK) };
	if (core_of_device(event->device))
		snprintf(own->device, sizeof own->device, "%s", event->device);
	snprintf(own->unit, sizeof own->unit, "%s", event->unit);
	if (!own->name || !own->string) {
		is_lacking(PFM_ERR_NOMEM);
		free(own->name);
		free(own->string);
		free(own->words);
		return -1;
	}
	return tally->event_count++;
}

/* Returns whether a result is of the event that the one before is of. Core types are not added up. */
static bool is_same_event(const pfm_perf_event_t *before, const pfm_perf_event_t *event)
{
	return before->number == event->number && !core_of_device(event->device);
}

static bool add_results(struct tally *tally, const char *name, struct encoded **found, int count)
{
	int number = -1;

	for (int i = 0; i < count; i++) {
		struct piece piece = { .round = tally->round, .attr = found[i]->attr };

		if (!i || !is_same_event(found[i - 1]->perfs, found[i]->perfs))
			number = new_event(tally, name, found[i]->perfs);
		if (number < 0)
			return false;
		piece.event = number;
		snprintf(piece.device, sizeof piece.device, "%s", found[i]->device);
		if (!add_device(tally, &piece))
			return false;
	}
	tally->round += !tally->in_braces;
	return true;
}

static bool use_event(struct encoded **events, int count, void *data)
{
	struct tally *tally = data;
	bool good = false;

	if (count) {
		tally->operands++;
		good = add_results(tally, typed_name(events[0]->operand), events, count);
	}
	tally->lacks_member |= !good;
	return good;
}

static void forget_events(struct tally *tally, int first)
{
	while (tally->event_count > first) {
		struct asked_event *last = &tally->events[--tally->event_count];

		free(last->name);
		free(last->string);
		free(last->words);
	}
}

/* Says that events in braces are on different devices, where the kernel has no group for them. */
static void say_if_apart(const struct tally *tally)
{
	const struct piece *first = &tally->pieces.list[tally->first_piece];
	int members = 0, pieces = 0;

	for (int i = tally->first_event; i < tally->event_count; i++)
		members += i == tally->first_event || tally->events[i].operand != tally->events[i - 1].operand;
	for (int i = tally->first_piece; i < tally->pieces.count; i++) {
		const struct piece *piece = &tally->pieces.list[i];

		pieces += piece->cpu == first->cpu && piece->pid == first->pid && !strcmp(piece->device, first->device);
	}
	if (members > MAX_SET_EVENTS)
		complain("%s: more than %d events in braces: they are counted as several groups",
			tally->events[tally->first_event].name, MAX_SET_EVENTS);
	else if (pieces < members)
		complain("%s: the events of its group are on different devices: each device counts its own",
			tally->events[tally->first_event].name);
}

/* Notes a brace: the group in braces is counted whole or not at all. */
static void note_brace(char brace, void *data)
{
	struct tally *tally = data;

	tally->in_braces = brace == '{';
	if (tally->in_braces) {
		tally->lacks_member = false;
		tally->first_event = tally->event_count;
		tally->first_piece = tally->pieces.count;
		return;
	}
	tally->round++;
	if (tally->lacks_member) {
		forget_events(tally, tally->first_event);
		tally->pieces.count = tally->first_piece;
	} else if (tally->event_count > tally->first_event) {
		say_if_apart(tally);
	}
}

/* ---- metrics ---- */

static bool add_leaf(struct tally *tally, int number, const pfm_metric_event_t *leaf)
{
	int count = pfm_get_perf_event(leaf->string, tally->request->given.plm, NULL, 0, NULL);
	pfm_perf_event_t *found = count > 0 ? calloc((size_t)count, sizeof *found) : NULL;
	bool good = found || count <= 0 || !is_lacking(PFM_ERR_NOMEM);

	if (found) {
		found->size = sizeof *found;
		pfm_get_perf_event(leaf->string, tally->request->given.plm, found, count, NULL);
	}
	for (int i = 0; found && i < count && good; i++) {
		struct piece piece = { .event = tally->event_count + number,
			.round = tally->round + leaf->round,
			.is_leader = leaf->is_leader,
			.attr = found[i].attr };

		snprintf(piece.device, sizeof piece.device, "%s", found[i].device);
		good = add_device(tally, &piece);
	}
	free(found);
	return good;
}

static bool add_metrics(struct tally *tally)
{
	const struct request *request = tally->request;
	pfm_metric_event_t leaf = { .size = sizeof leaf };
	pfm_metrics_info_t all = { .size = sizeof all };
	int settled = SETTLED_TARGET | (request->all_cpus && !request->cpu_list ? SETTLED_CORE_WIDE : 0);

	tally->options = options_of(&request->metrics, &request->given);
	tally->options.flags |= metric_flags_of(&tally->whom, request);
	tally->metrics = prepare_metrics(&request->metrics, &tally->options);
	if (!tally->metrics)
		return false;
	if (!request->walks)
		say_of_constants(tally->metrics, &request->metrics, settled);
	pfm_get_metrics_info(tally->metrics, &all);
	tally->leaves = all.events;
	tally->metric_count = all.metrics;
	for (int i = 0; !pfm_get_metric_event(tally->metrics, i, &leaf); i++)
		if (leaf.kind == PFM_METRIC_EVENT && leaf.string && !leaf.failed && leaf.round >= 0 &&
			!add_leaf(tally, i, &leaf))
			return false;
	return true;
}

/* ---- beginning and end ---- */

static bool make_room_for_counts(struct tally *tally)
{
	size_t events = (size_t)tally->event_count + (size_t)tally->leaves, places;

	if (!tally->whom.place_count && place_of(&tally->whom, -1, "", 0, NULL) < 0)
		return false;
	places = (size_t)tally->whom.place_count;
	tally->totals = calloc(events * places + 1, sizeof *tally->totals);
	tally->counts = calloc((size_t)tally->leaves + 1, sizeof *tally->counts);
	tally->shares = calloc((size_t)tally->leaves + 1, sizeof *tally->shares);
	return (tally->totals && tally->counts && tally->shares && pieces_make_sets(&tally->pieces, -1)) ||
		!is_lacking(PFM_ERR_NOMEM);
}

struct tally *begin_tally(const struct request *request, bool *some_failed)
{
	struct tally *tally = calloc(1, sizeof *tally);
	const struct asked asked = { .all_boxes = request->all_boxes };
	const struct resolving how = { .given = &request->given, .asked = &asked, .is_everywhere = true,
		.use = use_event, .mark = note_brace, .data = tally };
	bool good;

	if (!tally) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	tally->request = request;
	good = find_whom(request, &tally->whom);
	if (good && request->event_count &&
		!resolve_all(request->event_count, (char **)(void *)request->events, &how))
		*some_failed = true;
	good = good && (!request->metrics.text || add_metrics(tally));
	if (good && !tally->event_count && !tally->metric_count)
		good = false;
	if (good) {
		pieces_sort(&tally->pieces);
		good = make_room_for_counts(tally);
	}
	if (good)
		return tally;
	end_tally(tally);
	return NULL;
}

void end_tally(struct tally *tally)
{
	if (!tally)
		return;
	forget_events(tally, 0);
	free(tally->events);
	pieces_free(&tally->pieces);
	pfm_free_metrics(tally->metrics);
	free(tally->totals);
	free(tally->counts);
	free(tally->shares);
	free(tally->rows);
	end_whom(&tally->whom);
	free(tally);
}

/* ---- rows ---- */

static struct row *new_row(struct tally *tally)
{
	struct row *larger = with_room(tally->rows, tally->row_count, &tally->row_room, sizeof *larger);

	if (!larger)
		return NULL;
	tally->rows = larger;
	tally->rows[tally->row_count] = (struct row){ .over = -1, .share = 1, .unit = "", .base_unit = "" };
	return &tally->rows[tally->row_count++];
}

static void set_reason(struct row *row, const char *code, const char *words)
{
	row->code = code;
	snprintf(row->reason, sizeof row->reason, "%.*s", (int)sizeof row->reason - 1, words);
}

/* Returns for how long a task was counted by the other core types of an event. */
static uint64_t time_elsewhere(const struct tally *tally, int event, int place)
{
	int places = tally->whom.place_count;
	uint64_t time = 0;

	for (int i = 0; i < tally->event_count; i++)
		if (i != event && tally->events[i].operand == tally->events[event].operand)
			time += tally->totals[i * places + place].task_running;
	return time;
}

static void take_total(struct row *row, const struct piece_total *total, const struct asked_event *event)
{
	row->enabled = total->enabled;
	row->running = total->running;
	row->left_kernel = total->left_kernel;
	row->share = total->enabled && total->running < total->enabled ? (double)total->running / (double)total->enabled
								       : 1;
	if (total->refused == total->pieces) {
		set_reason(row, refusal_code(total->error), refusal_words(total->error));
		row->share = 0;
		return;
	}
	if (total->enabled && !total->running) {
		set_reason(row, "NOT_COUNTED",
			*event->device ? "never ran there, or had no counter" : "never had a counter");
		return;
	}
	row->has_value = true;
	row->value = total->value * event->scale;
	row->base = row->value;
	if (event->is_clock) {
		row->is_nanoseconds = true;
		row->value = total->value / 1e6;
		row->unit = "msec";
		row->base = total->value / 1e9;
		row->base_unit = "seconds";
	}
	if (!total->enabled && total->value <= 0)
		set_reason(row, "DID_NOT_RUN", "did not run");
}

/* Says whose event it is and what it counts, as far as the tables have it. */
static void name_pmu(struct row *row, int idx)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (idx < 0 || pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event) || !next_pmu(event.pmu, &pmu))
		return;
	row->pmu = pmu.name;
	row->text = event.desc;
}

static void add_event_rows(struct tally *tally)
{
	int places = tally->whom.place_count;

	for (int i = 0; i < tally->event_count && !tally->request->metric_only; i++)
		for (int place = 0; place < places; place++) {
			struct piece_total total = tally->totals[i * places + place];
			const struct asked_event *event = &tally->events[i];
			struct row *row = total.pieces ? new_row(tally) : NULL;

			if (!row)
				continue;
			row->number = i;
			row->name = event->name;
			row->string = event->string;
			name_pmu(row, event->idx);
			row->unit = event->unit;
			row->device = *event->device ? event->device : NULL;
			row->place = tally->whom.places[place];
			if (*event->device)
				leave_out_elsewhere(&total, time_elsewhere(tally, i, place));
			take_total(row, &total, event);
		}
}

static void take_counts(struct tally *tally, int place, double length)
{
	pfm_metric_event_t leaf = { .size = sizeof leaf };
	int places = tally->whom.place_count;

	for (int i = 0; !pfm_get_metric_event(tally->metrics, i, &leaf); i++) {
		const struct piece_total *total = &tally->totals[(tally->event_count + i) * places + place];
		pfm_metric_count_t *count = &tally->counts[i];

		*count = (pfm_metric_count_t){ .is_given = leaf.kind == PFM_METRIC_TIME ||
				(leaf.kind == PFM_METRIC_EVENT && !leaf.failed) };
		tally->shares[i] = 1;
		if (leaf.kind == PFM_METRIC_TIME) {
			bool is_user = !strcasecmp(leaf.name, "user_time");
			bool is_system = !strcasecmp(leaf.name, "system_time");

			count->value = is_user ? tally->user : is_system ? tally->system : length;
			count->enabled = count->running = count->value >= 0;
		} else if (count->is_given && total->pieces > total->refused) {
			count->value = total->value;
			count->enabled = total->enabled ? 1 : 0;
			count->running = total->running || !total->enabled ? 1 : 0;
			count->enabled |= !total->enabled;
			count->boxes = total->devices;
			if (total->enabled && total->running < total->enabled)
				tally->shares[i] = (double)total->running / (double)total->enabled;
		}
	}
}

/* Returns whether any event of a metric was opened for a place; a metric of times has the first. */
static bool is_of_place(const struct tally *tally, int metric, int place)
{
	int places = tally->whom.place_count, count, *list = list_metric_events(tally->metrics, metric, &count);
	bool any = false, opened = !list;

	for (int i = 0; list && i < count; i++)
		for (int k = 0; k < places; k++) {
			bool here = tally->totals[(tally->event_count + list[i]) * places + k].pieces > 0;

			opened |= here;
			any |= here && k == place;
		}
	free(list);
	return any || (!opened && !place);
}

/* Sets a number in a table's unit in the unit that databases of counts want. */
static void set_base(struct row *row)
{
	static const struct {
		char unit[16];
		double factor;
		char base[20];
	} units[] = { { "%", 0.01, "ratio" }, { "ns", 1e-9, "seconds" }, { "us", 1e-6, "seconds" },
		{ "ms", 1e-3, "seconds" }, { "s", 1, "seconds" }, { "MB/s", 1e6, "bytes_per_second" },
		{ "GB/s", 1e9, "bytes_per_second" }, { "KB/s", 1e3, "bytes_per_second" }, { "B", 1, "bytes" },
		{ "bytes", 1, "bytes" }, { "GHz", 1e9, "hertz" }, { "MHz", 1e6, "hertz" } };

	row->base = row->value;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(row->unit, units[i].unit)) {
			row->base = row->value * units[i].factor;
			row->base_unit = units[i].base;
		}
}

static void take_computed(struct row *row, const struct computed *own)
{
	static const char *const codes[] = { "OK", "NOT_COUNTED", "NOT_GIVEN", "DIVIDED_BY_0", "NOT_FINITE",
		"NO_CONSTANT", "NO_LATENCY", "NO_EVENT" };

	row->is_metric = true;
	row->number = own->number;
	row->name = own->prepared.name;
	row->pmu = row->device = own->prepared.pmu;
	row->unit = own->info.name ? own->info.unit : "";
	row->text = own->info.name ? own->info.desc : NULL;
	row->over = own->value->over;
	row->is_part = own->info.name && own->info.level == 1 && is_percent(own);
	row->share = share_of(own);
	row->has_value = !own->value->reason;
	if (row->has_value) {
		row->value = own->value->shown;
		set_base(row);
	} else {
		char text[1024], plain[1024];

		pfm_explain_metric_value(own->metrics, own->number, own->value, text, sizeof text);
		plain_names(text, plain, sizeof plain);
		set_reason(row, codes[own->value->reason], plain);
	}
}

/*
 * Takes counts of events whose round has had no turn from other rounds with the same event: the threshold of a metric
 * of another round may want one.
 */
static void take_from_others(const struct tally *tally)
{
	pfm_metric_event_t leaf = { .size = sizeof leaf }, other = { .size = sizeof other };
	pfm_metric_count_t *counts = tally->counts;

	for (int i = 0; i < tally->leaves; i++) {
		if (!counts[i].is_given || counts[i].running || pfm_get_metric_event(tally->metrics, i, &leaf) ||
			!leaf.string)
			continue;
		for (int k = 0; k < tally->leaves && !counts[i].running; k++)
			if (counts[k].running && !pfm_get_metric_event(tally->metrics, k, &other) && other.string &&
				!strcmp(other.string, leaf.string))
				counts[i] = counts[k];
	}
}

static struct computed_set compute_place(struct tally *tally, int place, double length)
{
	take_counts(tally, place, length);
	if (tally->request->walks)
		take_from_others(tally);
	tally->counted = (struct metric_counts){ .counts = tally->counts,
		.shares = tally->shares,
		.events = tally->leaves,
		.interval = -1,
		.package = -1,
		.options = &tally->options };
	return compute_all(tally->metrics, &tally->counted);
}

static void add_metric_rows(struct tally *tally, double length)
{
	int places = tally->whom.place_count;

	for (int place = 0; tally->metrics && place < places; place++) {
		struct computed_set set = compute_place(tally, place, length);

		for (int i = 0; i < set.count; i++) {
			struct row *row = is_of_place(tally, i, place) ? new_row(tally) : NULL;

			if (row) {
				row->place = tally->whom.places[place];
				take_computed(row, &set.list[i]);
			}
		}
		free_computed(&set);
	}
}

static void add_up(struct tally *tally, bool whole)
{
	pieces_add_up(&tally->pieces, tally->event_count + tally->leaves, tally->whom.place_count, whole,
		tally->totals);
}

struct computed_set compute_tally(struct tally *tally, double length)
{
	add_up(tally, true);
	return compute_place(tally, 0, length);
}

static void make_rows(struct tally *tally, bool whole, double until, struct rows *rows)
{
	double length = whole ? until : until - tally->since;

	add_up(tally, whole);
	tally->row_count = 0;
	add_event_rows(tally);
	add_metric_rows(tally, length);
	*rows = (struct rows){ .list = tally->rows,
		.count = tally->row_count,
		.elapsed = until,
		.length = length,
		.user = tally->user,
		.system = tally->system,
		.is_interval = !whole };
}

/* ---- counting ---- */

/* Returns whether an earlier set was refused for the same reason on the same device. */
static bool is_said(const struct pieces *pieces, int set)
{
	const struct counted *own = &pieces->sets[set];
	const char *device = pieces->list[piece_refused(pieces, own)].device;

	for (int i = 0; i < set; i++)
		if (pieces->sets[i].error == own->error &&
			!strcmp(pieces->list[piece_refused(pieces, &pieces->sets[i])].device, device))
			return true;
	return false;
}

/* Returns whether a set is a group that the kernel took apart, of which no earlier set says the same. */
static bool is_apart(const struct pieces *pieces, int set)
{
	const struct counted *own = &pieces->sets[set];

	if (own->error || own->count < 2 || own->set.grouped)
		return false;
	for (int i = 0; i < set; i++)
		if (!pieces->sets[i].set.grouped &&
			pieces->list[pieces->sets[i].events - pieces->attrs].event ==
				pieces->list[own->events - pieces->attrs].event)
			return false;
	return true;
}

/* Says why events were refused, each reason once, and that user code alone was counted. */
static void say_refusals(struct tally *tally, const struct counting *counting)
{
	const struct pieces *pieces = &tally->pieces;
	pfm_metric_event_t leaf = { .size = sizeof leaf };
	bool left = false;
	int alike = 0;

	for (int i = 0; i < pieces->set_count; i++) {
		const struct counted *set = &pieces->sets[i];
		struct counting own = *counting;
		const struct piece *piece;
		char name[1024];

		left |= set->left_kernel;
		alike += set->error && is_said(pieces, i);
		if (set->error ? is_said(pieces, i) : !is_apart(pieces, i))
			continue;
		piece = &pieces->list[set->error ? piece_refused(pieces, set) : set->events - pieces->attrs];
		if (piece->event < tally->event_count) {
			snprintf(name, sizeof name, "%s", tally->events[piece->event].name);
		} else {
			pfm_get_metric_event(tally->metrics, piece->event - tally->event_count, &leaf);
			plain_names(leaf.name, name, sizeof name);
		}
		if (!set->error) {
			complain("%s: the kernel does not take its group at once: its events are counted one by one",
				name);
			continue;
		}
		own.pid = piece->is_cgroup ? -1 : piece->pid;
		own.cpu = piece->cpu;
		explain_refusal(name, &pieces->attrs[piece_refused(pieces, set)], *piece->device ? piece->device : NULL,
			&own, set->error);
	}
	if (alike && tally->request->walks)
		fprintf(stderr, "  nor %d more group%s of its events\n", alike, alike == 1 ? "" : "s");
	if (left)
		complain("without the right to count the kernel, user code alone is counted: names end in :u");
	tally->has_said_refusals = true;
}

static bool take_tick(void *data)
{
	struct tally *tally = data;
	double now = counting_clock() - tally->begun;
	struct rows rows;

	tally->is_over = have_ended(&tally->whom);
	if (tally->shows_time && now > 2) {
		fprintf(stderr, "\r  %.0f s\r", now);
		fflush(stderr);
	}
	if (tally->show) {
		make_rows(tally, false, now, &rows);
		tally->show(tally->data, &rows);
		pieces_begin(&tally->pieces);
		tally->since = now;
	}
	return true;
}

static void forget_counts(struct tally *tally)
{
	struct pieces *pieces = &tally->pieces;

	memset(pieces->readings, 0, (size_t)pieces->count * sizeof *pieces->readings);
	memset(pieces->base, 0, (size_t)pieces->count * sizeof *pieces->base);
	for (int i = 0; i < pieces->count; i++)
		pieces->attrs[i] = pieces->list[i].attr;
	for (int i = 0; i < pieces->set_count; i++)
		pieces->sets[i].error = pieces->sets[i].left_kernel = 0;
	tally->since = 0;
	tally->user = tally->system = -1;
	tally->is_over = false;
}

static bool is_all_refused(const struct pieces *pieces)
{
	for (int i = 0; i < pieces->set_count; i++)
		if (!pieces->sets[i].error)
			return false;
	return pieces->set_count > 0;
}

bool run_tally(struct tally *tally, char **command, show_rows *show, void *data, struct ending *ending,
	struct rows *whole)
{
	const struct request *request = tally->request;
	bool everybody = tally->whom.count && tally->whom.targets[0].everybody && !tally->whom.targets[0].pid;
	bool watches = tally->whom.pid_count && !command;
	struct counting counting = { .pid = everybody ? -1 : 0,
		.cpu = -1,
		.seconds = request->seconds,
		.delay = request->delay,
		.command = command,
		.no_inherit = request->no_inherit,
		.is_over = &tally->is_over };
	int error;
	const char *terminal = getenv("TERM");

	forget_counts(tally);
	tally->show = show;
	tally->data = data;
	tally->shows_time = !show && isatty(STDERR_FILENO) && !request->output && terminal &&
		strcmp(terminal, "dumb") != 0;
	if (show || watches || tally->shows_time) {
		counting.tick = take_tick;
		counting.tick_data = tally;
		counting.interval = show ? request->interval : 0.25;
	}
	tally->begun = counting_clock() + request->delay;
	error = count_events(tally->pieces.sets, tally->pieces.set_count, &counting, ending);
	/* run the command without counting, as perf stat does */
	if (command && !error && is_all_refused(&tally->pieces))
		error = count_events(tally->pieces.sets, 0, &counting, ending);
	if (tally->shows_time)
		fputs("\r          \r", stderr);
	if (command) {
		tally->user = ending->user;
		tally->system = ending->system;
	}
	if (error) {
		complain("cannot run %s: %s", command ? clean(command[0]) : "", strerror(error));
		if (command && error == ENOENT && pfm_find_event(command[0]) >= 0)
			fprintf(stderr, "  this is an event: pfmstat -e %s\n", clean(command[0]));
		return false;
	}
	if (!tally->has_said_refusals)
		say_refusals(tally, &counting);
	if (show) { /* the counts of the last, unfinished interval */
		make_rows(tally, false, ending->seconds, whole);
		show(data, whole);
	}
	make_rows(tally, true, ending->seconds, whole);
	whole->command = (const char *const *)command;
	whole->status = ending->status;
	return true;
}

bool can_count_any(struct tally *tally)
{
	struct counting counting = { .cpu = -1 };
	struct pieces *pieces = &tally->pieces;

	for (int i = 0; i < pieces->set_count; i++) {
		struct counted *set = &pieces->sets[i];
		int refused = 0;
		unsigned long flags = set->is_cgroup ? PERF_FLAG_PID_CGROUP : 0;
		struct perf_event_attr attr = set->events[0];
		pid_t pid = set->pid ? set->pid : set->everybody ? -1 : 0;

		attr.disabled = 1;
		if (attr.type == UINT32_MAX)
			continue;
		set->error = event_set_open(&set->set, &attr, 1, pid, set->cpu, flags, &refused);
		if (set->error && set->may_leave_kernel) {
			attr.exclude_kernel = 1;
			set->error = event_set_open(&set->set, &attr, 1, pid, set->cpu, flags, &refused) ? set->error
													 : 0;
		}
		if (!set->error) {
			event_set_close(&set->set);
			return true;
		}
	}
	if (!pieces->set_count && tally->metric_count)
		return true; /* metrics of times only, which need no events */
	say_refusals(tally, &counting);
	return false;
}

const pfm_metrics_t *metrics_of_tally(const struct tally *tally)
{
	return tally->metrics;
}

void switch_rounds(struct tally *tally, const bool *is_on)
{
	struct pieces *pieces = &tally->pieces;

	pieces->take_turns = true;
	for (int i = 0; i < pieces->set_count; i++)
		pieces->sets[i].is_off = !is_on[pieces->list[pieces->sets[i].events - pieces->attrs].round];
}

/* ---- without opening ---- */

/* Writes the CPUs that an event is opened on; "": it follows tasks. */
static void write_cpus(const struct tally *tally, int event, char *text, size_t size)
{
	const struct pieces *pieces = &tally->pieces;

	*text = '\0';
	for (int cpu = -1, next; size; cpu = next) {
		next = INT_MAX;
		for (int i = 0; i < pieces->count; i++)
			if (pieces->list[i].event == event && pieces->list[i].cpu > cpu && pieces->list[i].cpu < next)
				next = pieces->list[i].cpu;
		if (next == INT_MAX)
			return;
		add_to_cpus(text, size, next);
	}
}

/* Returns the number of the group that an event counts in with others, from 1 on; 0: it counts by itself. */
static int group_of(const struct tally *tally, int event)
{
	const struct pieces *pieces = &tally->pieces;
	int group = 0, last = -1;

	for (int i = 0; i < pieces->count; i++) {
		const struct piece *piece = &pieces->list[i];

		if (pieces->sets[piece->set].count < 2)
			continue;
		group += piece->round != last;
		last = piece->round;
		if (piece->event == event)
			return group;
	}
	return 0;
}

bool describe_tally(const struct tally *tally)
{
	bool good = true;

	for (int i = 0; i < tally->event_count; i++) {
		const struct asked_event *event = &tally->events[i];
		int opens = 0, group = group_of(tally, i);
		char cpus[4096];

		for (int k = 0; k < tally->pieces.count; k++)
			opens += tally->pieces.list[k].event == i;
		printf("%s  %s  opened %d time%s", clean(event->name), clean(event->string), opens,
			opens == 1 ? "" : "s");
		write_cpus(tally, i, cpus, sizeof cpus);
		if (*cpus)
			printf(" on CPU%s %s", strpbrk(cpus, "-,") ? "s" : "", cpus);
		if (group)
			printf(", group %d", group);
		if (event->words)
			printf("  perf stat -e %s", clean(event->words));
		else
			good = false;
		putchar('\n');
	}
	return good;
}
