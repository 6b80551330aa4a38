/*
 * The events of a round and a device are a group of the kernel, which lets groups take turns if not all have counters
 * at once. A task is counted, and what belongs to none.
 */
#define _GNU_SOURCE
#include "count.h"

#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "counting/cpus.h"
#include "host/refusal.h"

enum { MOST_DEVICES = 256, MOST_METRIC_CPUS = 4096 };

/* ---- what to open ---- */

static bool add_piece_to(struct metric_run *run, const struct piece *piece)
{
	return pieces_add(&run->pieces, piece) || !is_lacking(PFM_ERR_NOMEM);
}

/* On each target whose CPU the device counts on. */
static bool add_on_whom(struct metric_run *run, struct piece *piece, const int *cpus, int count)
{
	for (int i = 0; i < run->whom->count; i++) {
		const struct target *target = &run->whom->targets[i];

		if (count && target->cpu >= 0 && !has_cpu(cpus, count, target->cpu))
			continue;
		piece->cpu = target->cpu;
		piece->target = i;
		set_target(piece, target, run->request->no_inherit);
		if (!add_piece_to(run, piece))
			return false;
	}
	return true;
}

/* On the CPUs of its device's cpumask, else on whom is counted. */
static bool add_on_cpus(struct metric_run *run, struct piece *piece)
{
	int *cpus = calloc(MOST_METRIC_CPUS, sizeof *cpus), count = 0;
	bool good = cpus != NULL;

	if (!cpus)
		is_lacking(PFM_ERR_NOMEM);
	else if (*piece->device)
		count = read_device_cpus(secure_getenv("LIBPFM_FSROOT"), piece->device, "cpumask", cpus,
			MOST_METRIC_CPUS);
	if (count > MOST_METRIC_CPUS) {
		complain("%s: more than %d CPUs", piece->device, MOST_METRIC_CPUS);
		good = false;
	} else if (good && !count) {
		if (*piece->device)
			count = read_device_cpus(run->whom->root, piece->device, "cpus", cpus, MOST_METRIC_CPUS);
		good = add_on_whom(run, piece, cpus, count > MOST_METRIC_CPUS ? 0 : count);
		count = 0;
	}
	for (int i = 0; i < count && good; i++) {
		piece->cpu = cpus[i];
		piece->target = run->whom->count + cpus[i];
		piece->everybody = true;
		good = add_piece_to(run, piece);
	}
	free(cpus);
	return good;
}

/* The first one by name. */
static void say_not_here(struct metric_run *run, const char *event)
{
	char name[1024];

	plain_names(event, name, sizeof name);
	if (!run->not_here++)
		complain("%s: this machine cannot count it", name);
}

static bool add_event(struct metric_run *run, int number, const pfm_metric_event_t *event, int plm)
{
	pfm_perf_event_t *found = calloc(MOST_DEVICES, sizeof *found);
	bool good = found || !is_lacking(PFM_ERR_NOMEM);
	int count = 0;

	if (found) {
		found->size = sizeof *found;
		count = pfm_get_perf_event(event->string, plm, found, MOST_DEVICES, NULL);
		if (count <= 0)
			complain("%s: does not encode", event->name);
	}
	if (count > MOST_DEVICES) {
		complain("%s: more than %d devices have it", event->name, MOST_DEVICES);
		good = false;
	}
	for (int i = 0; found && i < count && good; i++) {
		struct piece piece = { .event = number, .round = event->round, .cpu = -1, .package = -1,
				       .is_leader = event->is_leader, .attr = found[i].attr };

		snprintf(piece.device, sizeof piece.device, "%s", found[i].device);
		if (found[i].attr.type == UINT32_MAX)
			say_not_here(run, event->name);
		else
			good = add_on_cpus(run, &piece);
	}
	free(found);
	return good;
}

static bool list_pieces(struct metric_run *run, int plm)
{
	pfm_metric_event_t event = { .size = sizeof event };
	bool good = true;

	for (int i = 0; good && !pfm_get_metric_event(run->metrics, i, &event); i++)
		if (event.kind == PFM_METRIC_EVENT && event.string && !event.failed && event.round >= 0)
			good = add_event(run, i, &event, plm);
	if (run->not_here > 1)
		fprintf(stderr, "  nor %d more of its events\n", run->not_here - 1);
	pieces_sort(&run->pieces);
	return good;
}

/* Whether metrics are computed from times alone, for which nothing is opened. */
static bool is_of_times(const pfm_metrics_t *metrics)
{
	pfm_metric_event_t event = { .size = sizeof event };
	bool any = false;

	for (int i = 0; !pfm_get_metric_event(metrics, i, &event); i++) {
		if (event.kind == PFM_METRIC_EVENT && !event.is_optional)
			return false;
		any |= event.kind == PFM_METRIC_TIME;
	}
	return any;
}

bool run_prepare(struct metric_run *run, const char *text, const struct request *request, const struct whom *whom,
		 const struct counting *counting)
{
	bool good;

	*run = (struct metric_run){ .request = request, .whom = whom, .counting = counting, .user = -1, .system = -1,
				    .options = options_of(&request->metrics, &request->given) };
	run->options.flags |= metric_flags_of(whom, request);
	run->metrics = prepare_metrics(text, &run->options);
	good = run->metrics && list_pieces(run, request->given.plm);
	good = good && (pieces_make_sets(&run->pieces, -1) || !is_lacking(PFM_ERR_NOMEM));
	if (good && !run->pieces.set_count && !is_of_times(run->metrics)) {
		complain("%s: nothing of it can be counted here", text);
		good = false;
	}
	return good;
}

void run_free(struct metric_run *run)
{
	pieces_free(&run->pieces);
	pfm_free_metrics(run->metrics);
	run->metrics = NULL;
}

/* ---- counting ---- */

/* Whether an earlier set was refused for the same reason on the same device: it has been said once. */
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

/* How many were refused. */
static int explain_sets(const struct metric_run *run)
{
	const struct pieces *pieces = &run->pieces;
	pfm_metric_event_t event = { .size = sizeof event };
	int refused = 0, alike = 0;
	char name[1024];

	for (int i = 0; i < pieces->set_count; i++) {
		const struct counted *set = &pieces->sets[i];
		struct counting own = *run->counting;
		const struct piece *piece;

		if (!set->error)
			continue;
		refused++;
		if (is_said(pieces, i)) {
			alike++;
			continue;
		}
		piece = &pieces->list[piece_refused(pieces, set)];
		own.pid = piece->everybody || piece->is_cgroup ? -1 : piece->pid;
		own.cpu = piece->cpu;
		pfm_get_metric_event(run->metrics, piece->event, &event);
		plain_names(event.name, name, sizeof name);
		explain_refusal(name, &pieces->attrs[piece_refused(pieces, set)], piece->device, &own, set->error);
	}
	if (alike)
		fprintf(stderr, "  nor %d more group%s of its events\n", alike, alike == 1 ? "" : "s");
	return refused;
}

bool run_go(struct metric_run *run, const struct counting *counting, struct ending *ending)
{
	int error;

	run->user = run->system = -1;
	run->begun = counting_clock();
	run->until = 0;
	error = count_events(run->pieces.sets, run->pieces.set_count, counting, ending);
	run->until = counting_clock() - run->begun;
	run->user = ending->user;
	run->system = ending->system;
	if (error)
		complain("cannot run %s: %s", clean(counting->command[0]), strerror(error));
	return !error && (!run->pieces.set_count || explain_sets(run) < run->pieces.set_count);
}

/* ---- counts ---- */

/* Of the processor's times only that of the whole run is known. */
static void take_time(const struct metric_run *run, const char *name, pfm_metric_count_t *count)
{
	bool is_user = !strcmp(name, "user_time"), is_whole = is_user || !strcmp(name, "system_time");
	double time = is_user ? run->user : is_whole ? run->system : run->until;

	count->value = time;
	count->enabled = count->running = time >= 0;
}

static void take_event(const struct metric_run *run, int event, pfm_metric_count_t *count, double *share)
{
	struct piece_sum sum = pieces_sum(&run->pieces, event);

	count->value = sum.value;
	count->enabled = sum.enabled;
	count->running = sum.running;
	count->boxes = sum.devices;
	*share = sum.share;
}

void run_counts(struct metric_run *run, pfm_metric_count_t *counts, double *shares)
{
	pfm_metric_event_t event = { .size = sizeof event };

	if (run->user < 0)
		run->until = counting_clock() - run->begun;
	for (int i = 0; !pfm_get_metric_event(run->metrics, i, &event); i++) {
		counts[i] = (pfm_metric_count_t){ .is_given = event.kind == PFM_METRIC_TIME ||
			(event.kind == PFM_METRIC_EVENT && !event.failed) };
		shares[i] = 1;
		if (event.kind == PFM_METRIC_TIME)
			take_time(run, event.name, &counts[i]);
		else if (counts[i].is_given)
			take_event(run, i, &counts[i], &shares[i]);
	}
}
