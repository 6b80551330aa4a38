/* Counts as requested, once, at intervals or in several runs, shows the results, and returns the exit status. */
#include "session.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "forms.h"
#include "gate.h"
#include "output.h"
#include "plan.h"
#include "plot.h"
#include "repeat.h"
#include "tally.h"
#include "walk.h"

/* Raises the limit to the hard one: opening needs a file for each event on each CPU. */
void raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

struct counting_run {
	const struct request *request;
	struct plot plot;
	bool failed; /* some row has no value, or could not be written */
	bool has_value;
};

static void look_for_values(struct counting_run *run, const struct rows *rows)
{
	for (int i = 0; i < rows->count; i++) {
		run->failed |= !rows->list[i].has_value;
		run->has_value |= rows->list[i].has_value;
	}
}

static void show(void *data, const struct rows *rows)
{
	struct counting_run *run = data;
	const struct request *request = run->request;

	if (request->picture && rows->is_interval)
		add_rows_to_plot(&run->plot, rows);
	if (!begin_output(request)) {
		run->failed = true;
		return;
	}
	if (request->form == AS_TEXT)
		print_rows(request, rows);
	else if (request->form == AS_OBJECTS)
		print_objects(rows);
	else if (request->form == AS_COLUMNS)
		print_columns(request, rows, NULL);
	else
		run->failed |= !print_prometheus(rows);
	run->failed |= !end_output(request);
}

static void show_end(struct counting_run *run, const struct rows *rows)
{
	const struct request *request = run->request;

	if (request->interval <= 0)
		show(run, rows);
	if (request->form != AS_TEXT && request->form != AS_OBJECTS)
		return;
	if (!begin_output(request))
		return;
	if (request->form == AS_OBJECTS)
		print_run_object(rows);
	else if (request->interval <= 0)
		print_times(rows);
	run->failed |= !end_output(request);
}

static int status_of(const struct counting_run *run, enum gate gate, const struct ending *ending)
{
	if (run->request->gate && ending->status) {
		complain("the command ended with status %d", ending->status);
		return SOME_FAILED;
	}
	if (ending->status)
		return ending->status;
	if (gate == GATE_HOLDS) {
		complain("--fail-if %s: it holds", run->request->gate);
		return GATE_FAILED;
	}
	if (gate == GATE_UNKNOWN)
		return SOME_FAILED;
	if (!run->has_value && !run->request->command)
		return NOTHING_COUNTS;
	return run->failed || !run->has_value ? SOME_FAILED : ALL_GOOD;
}

/* Ends as the signal that ended the count would have ended it. */
static void pass_signal_on(const struct ending *ending)
{
	if (!ending->signal)
		return;
	tool_end(ALL_GOOD);
	signal(ending->signal, SIG_DFL);
	raise(ending->signal);
}

/* Draws what was counted. */
static void draw(struct counting_run *run)
{
	const struct request *request = run->request;
	char title[256];

	title_of_plot(request, title, sizeof title);
	if (begin_output(request)) {
		run->failed |= !draw_plot(&run->plot, request->picture, title);
		run->failed |= !end_output(request);
	}
	free_plot(&run->plot);
}

static int count_once(struct tally *tally, struct counting_run *run)
{
	const struct request *request = run->request;
	struct ending ending = { .status = 0 };
	struct runs runs = { .list = NULL };
	enum gate gate = GATE_HOLDS_NOT;
	struct rows rows;
	bool good = run_tally(tally, request->command, request->interval > 0 ? show : NULL, run, &ending, &rows);
	int status;

	if (good) {
		look_for_values(run, &rows);
		show_end(run, &rows);
		if (request->picture)
			draw(run);
		if (request->gate)
			gate = add_run(&runs, &rows) ? ask_gate(request->gate, &runs, NULL) : GATE_UNKNOWN;
	}
	status = good ? status_of(run, gate, &ending) : ending.status ? ending.status : SOME_FAILED;
	free_runs(&runs);
	pass_signal_on(&ending);
	return status;
}

/* Shows columns of several runs: the means, each with its deviation. */
static void show_means(struct counting_run *run, const struct runs *runs, struct rows *rows)
{
	double *deviations = calloc((size_t)rows->count + 1, sizeof *deviations);

	for (int i = 0; deviations && i < rows->count && i < runs->count; i++) {
		struct statistics all = statistics_of(&runs->list[i]);

		if (rows->list[i].has_value)
			rows->list[i].value = rows->list[i].base = all.mean;
		deviations[i] = all.mean != 0 ? 100 * all.deviation / all.mean : 0;
	}
	if (deviations && begin_output(run->request)) {
		print_columns(run->request, rows, deviations);
		run->failed |= !end_output(run->request);
	}
	run->failed |= !deviations;
	free(deviations);
}

/* Does one run of many. False: it has not run, or was ended by a signal. */
static bool run_again(struct tally *tally, struct counting_run *run, char **command, int number, struct runs *runs,
	struct rows *rows, struct ending *ending)
{
	struct ending own = { .status = 0 };
	bool good = run_tally(tally, command, NULL, NULL, &own, rows);

	if (own.status && !ending->status)
		*ending = own;
	ending->signal = own.signal;
	if (!good || own.signal || !runs)
		return good && !own.signal;
	for (int i = 0; i < rows->count; i++)
		rows->list[i].run = number;
	look_for_values(run, rows);
	if (run->request->form == AS_OBJECTS)
		show_end(run, rows);
	return add_run(runs, rows);
}

/* Counts several runs of a command, or of two in turns, whose order changes each time. */
static int count_often(struct tally *tally, struct counting_run *run)
{
	const struct request *request = run->request;
	int repeat = request->repeat ? request->repeat : 1, commands = request->other ? 2 : 1, status;
	struct runs runs[2] = { { .list = NULL }, { .list = NULL } };
	struct ending ending = { .status = 0 };
	enum gate gate = GATE_HOLDS_NOT;
	struct rows rows = { .count = 0 };
	bool good = true;

	for (int i = -request->warmup; i < repeat && good; i++)
		for (int k = 0; k < commands && good; k++) {
			int which = commands == 2 && i & 1 ? 1 - k : k;

			good = run_again(tally, run, which ? request->other : request->command, i + 1,
				i < 0 ? NULL : &runs[which], &rows, &ending);
		}
	if (runs[0].runs && request->form != AS_OBJECTS && (request->form != AS_COLUMNS || request->other) &&
		begin_output(request)) {
		if (request->other)
			print_comparison(&runs[0], &runs[1]);
		else
			print_runs(&runs[0]);
		run->failed |= !end_output(request);
	} else if (runs[0].runs && request->form == AS_COLUMNS) {
		show_means(run, &runs[0], &rows);
	}
	if (good && request->picture) {
		add_runs_to_plot(&run->plot, &runs[0], request->other ? "base: " : "");
		add_runs_to_plot(&run->plot, &runs[1], "other: ");
		draw(run);
	}
	if (good && request->gate)
		gate = request->other ? ask_gate(request->gate, &runs[1], &runs[0])
				      : ask_gate(request->gate, &runs[0], NULL);
	status = good ? status_of(run, gate, &ending) : ending.status ? ending.status : SOME_FAILED;
	free_runs(&runs[0]);
	free_runs(&runs[1]);
	pass_signal_on(&ending);
	return status;
}

/* Shows what would be counted, and how perf stat counts it. */
static bool show_dry_run(const struct tally *tally, const struct request *request)
{
	struct metric_request metrics = request->metrics;
	bool good = describe_tally(tally);

	metrics.is_repeated = true;
	if (!metrics.text)
		return good;
	return check_plan(&metrics, &request->given, false) &&
		(request->given.json || write_metrics_for_perf(&metrics, &request->given)) && good;
}

int count_request(const struct request *request)
{
	struct counting_run run = { .request = request };
	struct tally *tally = begin_tally(request, &run.failed);
	bool judges = request->gate || request->repeat || request->other;
	int status;

	if (!tally)
		return SOME_FAILED;
	if (request->dry_run) {
		status = show_dry_run(tally, request) && !run.failed ? ALL_GOOD : SOME_FAILED;
	} else if (judges && !can_count_any(tally)) {
		complain("nothing of it can be counted here: the command is not run");
		status = NOTHING_COUNTS;
	} else if (!open_output(request)) {
		status = SOME_FAILED;
	} else {
		if (!request->command && request->seconds <= 0)
			complain("counts until a signal ends it (Ctrl-C); --time 5s ends it by itself");
		status = request->repeat || request->other ? count_often(tally, &run) : count_once(tally, &run);
	}
	end_tally(tally);
	return status;
}

int walk_request(const struct request *request)
{
	struct ending ending = { .status = 0 };
	struct request questions = *request;
	bool good;

	if (!has_tree()) {
		complain("topdown: no tree of metrics is known for this machine; group questions is counted");
		questions.metrics.text = (char[]){ "questions" };
		return count_request(&questions);
	}
	if (!open_output(request))
		return SOME_FAILED;
	good = walk_metrics(request, &ending);
	pass_signal_on(&ending);
	return ending.status ? ending.status : good ? ALL_GOOD : SOME_FAILED;
}
