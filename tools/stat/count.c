/*
 * The events of a round and a device are a group of the kernel, which lets groups take turns if not all have counters
 * at once. With --per-package every CPU of every package is counted, whoever runs; else a task, and what belongs to
 * none.
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

/* The CPUs that are counted, and of which packages they are. */
struct cpus {
	const char *root;
	bool per_package;
	int online[MOST_METRIC_CPUS], packages[MOST_METRIC_CPUS], count;
};

static int package_of(const struct cpus *all, int cpu)
{
	for (int i = 0; i < all->count; i++)
		if (all->online[i] == cpu)
			return all->packages[i];
	return -1;
}

static bool add_piece_to(struct metric_run *run, const struct piece *piece)
{
	return pieces_add(&run->pieces, piece) || !is_lacking(PFM_ERR_NOMEM);
}

/* Which CPUs an event is opened on: those of its device's cpumask, with --per-package else all that it counts on. */
static int list_cpus(const char *device, const struct cpus *all, int *cpus)
{
	int count = *device ? read_device_cpus(all->root, device, "cpumask", cpus, MOST_METRIC_CPUS) : 0;

	if (!count && all->per_package && *device)
		count = read_device_cpus(all->root, device, "cpus", cpus, MOST_METRIC_CPUS);
	if (!count && all->per_package) {
		count = all->count;
		memcpy(cpus, all->online, (size_t)count * sizeof *cpus);
	}
	return count;
}

static bool add_on_cpus(struct metric_run *run, struct piece *piece, const struct cpus *all)
{
	int *cpus = calloc(MOST_METRIC_CPUS, sizeof *cpus), count = 0;
	bool good = cpus != NULL;

	if (!good)
		is_lacking(PFM_ERR_NOMEM);
	if (good && run->counting->cpu < 0 && !run->counting->pid)
		count = list_cpus(piece->device, all, cpus);
	if (count > MOST_METRIC_CPUS) {
		complain("%s: more than %d CPUs", piece->device, MOST_METRIC_CPUS);
		good = false;
	} else if (good && !count) {
		good = add_piece_to(run, piece);
	}
	for (int i = 0; i < count && good; i++) {
		piece->cpu = cpus[i];
		piece->everybody = true;
		piece->package = package_of(all, cpus[i]);
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

static bool add_event(struct metric_run *run, int number, const pfm_metric_event_t *event, int plm,
		      const struct cpus *all)
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
			good = add_on_cpus(run, &piece, all);
	}
	free(found);
	return good;
}

static bool list_pieces(struct metric_run *run, int plm, const struct cpus *all)
{
	pfm_metric_event_t event = { .size = sizeof event };
	bool good = true;

	for (int i = 0; good && !pfm_get_metric_event(run->metrics, i, &event); i++)
		if (event.kind == PFM_METRIC_EVENT && event.string && !event.failed && event.round >= 0)
			good = add_event(run, i, &event, plm, all);
	if (run->not_here > 1)
		fprintf(stderr, "  nor %d more of its events\n", run->not_here - 1);
	pieces_sort(&run->pieces);
	return good;
}

static bool read_cpus_of(struct metric_run *run, struct cpus *all)
{
	all->root = secure_getenv("LIBPFM_FSROOT");
	all->per_package = run->request->per_package;
	all->count = read_online_cpus(all->root, all->online, MOST_METRIC_CPUS);
	if (all->count > MOST_METRIC_CPUS) {
		complain("more than %d CPUs", MOST_METRIC_CPUS);
		return false;
	}
	if (all->per_package && !all->count) {
		complain("no file says which CPUs there are: they cannot be counted package by package");
		return false;
	}
	if (all->count) {
		int packages = read_packages(all->root, all->online, all->packages, all->count);

		run->packages = all->per_package ? packages : 0;
	}
	return true;
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

bool run_prepare(struct metric_run *run, const char *text, const struct metric_request *request,
		 const struct given *given, const struct counting *counting)
{
	struct cpus *all = calloc(1, sizeof *all);
	bool good = all != NULL;

	if (!good)
		is_lacking(PFM_ERR_NOMEM);
	*run = (struct metric_run){ .request = request, .counting = counting, .user = -1, .system = -1,
				    .options = options_of(request, given) };
	if (counting->cpu >= 0 || request->per_package)
		run->options.flags |= PFM_METRIC_CPUS;
	if (request->per_package)
		run->options.flags |= PFM_METRIC_PACKAGE | PFM_METRIC_CORE_WIDE;
	run->metrics = good ? prepare_metrics(text, &run->options) : NULL;
	good = good && run->metrics && read_cpus_of(run, all) && list_pieces(run, given->plm, all);
	good = good && (pieces_make_sets(&run->pieces, counting->cpu) || !is_lacking(PFM_ERR_NOMEM));
	if (good && !run->pieces.set_count && !is_of_times(run->metrics)) {
		complain("%s: nothing of it can be counted here", text);
		good = false;
	}
	free(all);
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

		if (!set->error)
			continue;
		refused++;
		if (is_said(pieces, i)) {
			alike++;
			continue;
		}
		pfm_get_metric_event(run->metrics, pieces->list[piece_refused(pieces, set)].event, &event);
		plain_names(event.name, name, sizeof name);
		explain_refusal(name, &pieces->attrs[piece_refused(pieces, set)],
				pieces->list[piece_refused(pieces, set)].device, run->counting, set->error);
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
	run->since = run->until = 0;
	error = count_events(run->pieces.sets, run->pieces.set_count, counting, ending);
	run->until = counting_clock() - run->begun;
	run->user = ending->user;
	run->system = ending->system;
	if (error)
		complain("cannot run %s: %s", counting->command[0], strerror(error));
	return !error && (!run->pieces.set_count || explain_sets(run) < run->pieces.set_count);
}

void run_begin_interval(struct metric_run *run)
{
	pieces_begin(&run->pieces);
	run->since = run->until;
}

/* ---- counts ---- */

/* Of the processor's times only that of the whole run is known. */
static void take_time(const struct metric_run *run, const char *name, pfm_metric_count_t *count)
{
	bool is_user = !strcmp(name, "user_time"), is_whole = is_user || !strcmp(name, "system_time");
	double time = is_user ? run->user : is_whole ? run->system : run->until - run->since;

	count->value = time;
	count->enabled = count->running = time >= 0 && (!is_whole || run->since <= 0);
}

static void take_event(const struct metric_run *run, int event, int package, int device, pfm_metric_count_t *count,
		       double *share)
{
	int devices = pieces_devices(&run->pieces, event, package);
	struct piece_sum sum = pieces_sum(&run->pieces, event, package, devices > 1 ? device : -1);

	count->value = sum.value;
	count->enabled = sum.enabled;
	count->running = sum.running;
	count->boxes = sum.devices;
	*share = sum.share;
}

void run_counts(struct metric_run *run, int package, int device, pfm_metric_count_t *counts, double *shares)
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
			take_event(run, i, package, device, &counts[i], &shares[i]);
	}
}

int run_devices(const struct metric_run *run)
{
	int most = 1;

	for (int i = 0; i < run->pieces.count; i++) {
		int own = pieces_devices(&run->pieces, run->pieces.list[i].event, -1);

		most = own > most ? own : most;
	}
	return most;
}

const char *run_device(const struct metric_run *run, int device)
{
	for (int i = 0; i < run->pieces.count; i++) {
		const char *name = pieces_device(&run->pieces, run->pieces.list[i].event, device);

		if (name && pieces_devices(&run->pieces, run->pieces.list[i].event, -1) > 1)
			return name;
	}
	return "";
}
