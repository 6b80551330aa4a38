/* pfmstat: counts events and metrics, for given processes or CPUs; repeats, compares, and checks limits. */
#include <stdlib.h>
#include <string.h>

#include "common/rules.h"
#include "host/host.h"
#include "host/refusal.h"
#include "host/usable.h"
#include "forms/form_names.h"
#include "stat/constants.h"
#include "stat/plot.h"
#include "stat/recorded.h"
#include "stat/session.h"
#include "stat/walk.h"
#include "stat/whom.h"

enum { MOST_EVENT_OPTIONS = 256 };

static const char screen[] = "Usage: pfmstat [-e EVENT,...] [-M METRIC,...] [OPTION]... [COMMAND...]\n"
				 "Counts events and metrics over a command, of processes, CPUs or the machine.\n"
				 "\n"
				 "  pfmstat ./prog                              the usual events\n"
				 "  pfmstat -e task-clock,page-faults -- ./prog\n"
				 "  pfmstat -M topdown -- ./prog                where the time goes\n"
				 "  pfmstat -e cycles -p 1234 --time 5s         a process that runs\n"
				 "  pfmstat -r 5 ./old ::: ./new                which one is faster\n"
				 "\n"
				 "  -e, -M LIST    events; metrics\n"
				 "  -a, -C CPUS    the whole machine; these CPUs\n"
				 "  -p PID         all threads of a process\n"
				 "  -I TIME        values every 500ms, 1s\n"
				 "  -r N           N runs, their mean and deviation\n"
				 "  -j, -x SEP     objects; perf stat's columns\n"
				 "  -o FILE        write there\n"
				 "  --help         all options\n";

static const char whole[] = "Usage: pfmstat [-e EVENT,...] [-M METRIC,...] [OPTION]... [COMMAND...]\n"
			   "       pfmstat --from FILE -M METRIC,...\n"
			   "       pfmstat --compare FILE FILE [--fail-if EXPR]\n"
			   "       pfmstat [-r N] ... COMMAND ::: COMMAND\n"
			   "Counts events and metrics over a command, of processes, CPUs or the machine.\n"
			   "\n"
			   "What:\n"
			   "  -e, --event LIST   events of either language, groups in braces, @FILE, -\n"
			   "  -M, --metric LIST  metrics, groups of them, formulas NAME = ...; topdown: a walk\n"
			   "  -d, --detailed     events of the caches, too\n"
			   "      --all-boxes    events on all uncore boxes of their kind\n"
			   "      --metric-only  metrics without the events\n"
			   "      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
			   "      --no-thresholds  do not ask whether metrics are over their thresholds\n"
			   "      --no-smt       plan with hyper-threading off\n"
			   "      --counters N   plan with N general counters; auto: those that are free now\n"
			   "      --again        topdown: a run of COMMAND for each level of the tree\n"
			   "      --pmu NAME     look events up in this PMU\n"
			   "      --perf         events are in perf's language\n"
			   "      --pfm          events are in libpfm4's language\n"
			   "      --plm LEVELS   where to count unless the event says so: k, u, h\n"
			   "\n"
			   "Whom:\n"
			   "  COMMAND            with all that it starts\n"
			   "  -i, --no-inherit   without what it starts\n"
			   "  -a, --all-cpus     the whole machine; so without COMMAND, -p, -t, cgroups\n"
			   "  -C, --cpu-list LIST  these CPUs: 0-3,8\n"
			   "  -p, --pid LIST     all threads of these processes\n"
			   "  -t, --tid LIST     these threads\n"
			   "      --for-each-cgroup LIST  by path, unit or number of a container\n"
			   "\n"
			   "How long:\n"
			   "      --time TIME    5s, 500ms, 2m, without COMMAND\n"
			   "      --timeout MS   the same in milliseconds\n"
			   "  -D, --delay MS     begin to count so much later\n"
			   "  -I, --interval TIME  values every so often; a plain number is milliseconds\n"
			   "  -r, --repeat N     COMMAND N times: mean, deviation, least and most\n"
			   "      --warmup N     N runs before that do not count\n"
			   "\n"
			   "What is not added up:\n"
			   "  -A, --per-cpu      each CPU\n"
			   "      --per-core     each core\n"
			   "      --per-die      each die\n"
			   "      --per-socket   each socket\n"
			   "      --per-node     each NUMA node\n"
			   "      --per-device   each device\n"
			   "      --per-thread   each thread\n"
			   "\n"
			   "Output:\n"
			   "  -o, --output FILE  there; else standard error with COMMAND, standard output\n"
			   "      --append       behind what is in FILE\n"
			   "  -x, --field-separator SEP  perf stat's columns\n"
			   "  -j, --json         an object a line\n"
			   "      --as FORM      one of\n"
			   "@forms\n"
			   "      --line-buffered  each line at once\n"
			   "      --plot FILE    a picture by gnuplot: .svg, .png, .pdf, - for the terminal\n"
			   "      --verbose      full event strings\n"
			   "      --dry-run      what would be counted, and how perf stat does it\n"
			   "\n"
			   "From files, and judging:\n"
			   "      --from FILE    metrics from counts of perf stat or pfmstat (-: standard input)\n"
			   "      --cpu CPU      with --from and --dry-run: of this machine\n"
			   "      --compare      two files of -j: means, differences, 95 % intervals\n"
			   "      --fail-if EXPR status 3 if it holds: \"page-faults > 10\", base.NAME\n"
			   "\n"
			   "@ends\n"
			   "Exit status: COMMAND's if that is not 0; 3 --fail-if holds; 1 something has no\n"
			   "value; 2 wrong usage; 77 nothing can be counted here. See pfmkit(7).\n";

static const struct help help = { screen, whole, print_form_lines };

enum {
	OPTION_CGROUPS = 600,
	OPTION_TIME,
	OPTION_TIMEOUT,
	OPTION_WARMUP,
	OPTION_APPEND,
	OPTION_AS,
	OPTION_DRY_RUN,
	OPTION_COMPARE,
	OPTION_FAIL_IF,
	OPTION_METRIC_ONLY,
	OPTION_ALL_BOXES,
	OPTION_SMT,
	OPTION_COUNTERS,
	OPTION_VERBOSE,
	OPTION_PLOT,
	OPTION_LEVEL = 700, /* this and the numbers behind it: one per level */
};

/* Options in addition to the request. */
struct options {
	struct request request;
	const char *events[MOST_EVENT_OPTIONS];
	const char *from;
	bool detailed;
};

enum { AUTO_COUNTERS = -1, MOST_COUNTERS = 32 };

/* ---- options ---- */

static int take_number(const char *option, const char *text, int least, int *number)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || *end || value < least || value > 1000000)
		return wrong_usage("%s %s: not a number from %d on", option, text, least);
	*number = (int)value;
	return GO_ON;
}

static int take_counters(const char *text, struct request *request)
{
	char *end;
	long counters = strtol(text, &end, 10);

	if (!strcmp(text, "auto")) {
		request->metrics.counters = AUTO_COUNTERS;
		return GO_ON;
	}
	if (end == text || *end || counters < 1 || counters > MOST_COUNTERS)
		return wrong_usage("--counters %s: not a number from 1 to %d, or auto", text, MOST_COUNTERS);
	request->metrics.counters = (int)counters;
	return GO_ON;
}

static int take_form(const char *form, struct request *request)
{
	static const enum stat_form forms[] = { AS_TEXT, AS_OBJECTS, AS_PROMETHEUS }; /* in the order of forms.def */
	int number = find_form("pfmstat", form);

	if (number < 0)
		return WRONG_USAGE;
	request->form = forms[number];
	request->given.json = request->form == AS_OBJECTS;
	return GO_ON;
}

static int take_event(struct options *options, const char *text)
{
	struct request *request = &options->request;

	if (request->event_count == MOST_EVENT_OPTIONS)
		return wrong_usage("more than %d -e", MOST_EVENT_OPTIONS);
	if (!*text)
		return wrong_usage("-e: an event is missing");
	options->events[request->event_count++] = text;
	return GO_ON;
}

static int take_list(const char *option, const char *what, bool has_ranges, const char **list)
{
	if (!is_number_list(optarg, has_ranges))
		return wrong_usage("%s %s: not a list of %s%s", option, optarg, what,
			has_ranges && optarg[strspn(optarg, "0123456789,-")] ? "; --cpu names a machine" : "");
	*list = optarg;
	return GO_ON;
}

/* Takes an option that is no more than a mark or a text. */
static bool take_plain_option(int option, struct options *options)
{
	struct request *request = &options->request;
	const struct {
		int option;
		bool *mark;
	} marks[] = { { 'a', &request->all_cpus }, { 'i', &request->no_inherit }, { 'd', &options->detailed },
		{ OPTION_APPEND, &request->append }, { OPTION_DRY_RUN, &request->dry_run },
		{ OPTION_COMPARE, &request->compares }, { OPTION_METRIC_ONLY, &request->metric_only },
		{ OPTION_ALL_BOXES, &request->all_boxes }, { OPTION_VERBOSE, &request->verbose },
		{ OPTION_NO_THRESHOLDS, &request->metrics.no_thresholds }, { OPTION_AGAIN, &request->metrics.again } };
	const struct {
		int option;
		const char **text;
	} texts[] = { { 'o', &request->output }, { OPTION_CGROUPS, &request->cgroups },
		{ OPTION_FAIL_IF, &request->gate }, { OPTION_PLOT, &request->picture },
		{ OPTION_VALUES, &options->from } };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (option == marks[i].option)
			return *marks[i].mark = true;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (option == texts[i].option) {
			*texts[i].text = optarg;
			return true;
		}
	return false;
}

static int take_option(int option, struct options *options)
{
	struct request *request = &options->request;

	if (take_plain_option(option, options))
		return GO_ON;
	if (option >= OPTION_LEVEL) {
		request->level = (enum level)(option - OPTION_LEVEL);
		return GO_ON;
	}
	switch (option) {
	case 'e':
		return take_event(options, optarg);
	case 'M':
		return take_metric(optarg, &request->metrics);
	case 'A':
		request->level = PER_CPU;
		return GO_ON;
	case 'C':
		return take_list("-C", "CPUs, as 0-3,8", true, &request->cpu_list);
	case 'p':
		return take_list("-p", "process numbers, as 12,7", false, &request->pids);
	case 't':
		return take_list("-t", "thread numbers, as 12,7", false, &request->tids);
	case 'I':
		return take_duration("-I", optarg, 1e-3, &request->interval);
	case 'r':
		return take_number("-r", optarg, 1, &request->repeat);
	case 'x':
		request->form = AS_COLUMNS;
		request->separator = optarg;
		return *optarg ? GO_ON : wrong_usage("-x: a separator is missing");
	case 'j':
		return take_form("json", request);
	case OPTION_AS:
		return take_form(optarg, request);
	case 'G':
		return wrong_usage("-G of perf stat pairs cgroups with events; --for-each-cgroup %s counts all events "
				   "in each",
			optarg);
	case OPTION_TIME:
		return take_duration("--time", optarg, 0, &request->seconds);
	case OPTION_TIMEOUT:
		return take_duration("--timeout", optarg, 1e-3, &request->seconds);
	case 'D':
		return take_duration("-D", optarg, 1e-3, &request->delay);
	case OPTION_WARMUP:
		return take_number("--warmup", optarg, 0, &request->warmup);
	case OPTION_SMT:
		request->metrics.fit_flags = PFM_FIT_NO_SMT;
		return GO_ON;
	case OPTION_COUNTERS:
		return take_counters(optarg, request);
	case OPTION_CONSTANT:
		return take_constant(optarg, &request->metrics);
	default:
		return take_shared(option, &help, &request->given);
	}
}

static const struct rule rules[] = {
	{ "from", "metric", "=command event", "it computes from a file" },
	{ "delay", NULL, "from compare", NULL },
	{ "cpu", "from dry-run", NULL, "it names a machine; CPUs are counted by --cpu-list" },
	{ "pid", NULL, "all-cpus cpu-list for-each-cgroup", NULL },
	{ "tid", NULL, "all-cpus cpu-list for-each-cgroup", NULL },
	{ "repeat", "=command", "interval", NULL },
	{ "warmup", "=command", NULL, NULL },
	{ "=:::", NULL, "interval", NULL },
	{ "append", "output", "=prometheus", "which replaces its file" },
	{ "time", NULL, "=command", NULL },
	{ "timeout", NULL, "=command", NULL },
	{ "=prometheus", NULL, "repeat =:::", NULL },
	{ "per-thread", "pid tid", NULL, NULL },
	{ "plot", NULL, "from", NULL },
	{ "plot", "interval repeat =::: compare =topdown", NULL, NULL },
	{ "metric-only", "metric", NULL, NULL },
	{ "no-thresholds", "metric", NULL, NULL },
	{ "constant", "metric", NULL, NULL },
	{ "counters", "metric", "from", "nothing is planned" },
	{ "=auto", NULL, "cpu", "--counters auto looks at this machine" },
	{ NULL, NULL, NULL, NULL } };

/* Options that do not work with a walk down the tree of metrics. */
static const struct rule walk_rules[] = {
	{ "=topdown", NULL,
		"for-each-cgroup per-cpu per-core per-die per-socket per-node per-device per-thread interval repeat "
		"warmup =::: fail-if field-separator =prometheus",
		"--metric TopdownL1 is its top" },
	{ NULL, NULL, NULL, NULL } };

/* Checks what the command line has beside options, too. */
static int check_words(const struct rule *list, const struct options *options)
{
	const struct request *request = &options->request;
	bool is_topdown = !options->from && request->metrics.text && is_walk(&request->metrics);
	char words[64];

	snprintf(words, sizeof words, "%s%s%s%s%s", request->command ? "command " : "", request->other ? "::: " : "",
		request->form == AS_PROMETHEUS ? "prometheus " : "", is_topdown ? "topdown " : "",
		request->metrics.counters == AUTO_COUNTERS ? "auto" : "");
	return check_rules(list, words);
}

/* ---- what is to be done ---- */

/* Writes the first metrics with one meaning on all CPUs that this machine has; "": it has none. */
static void list_questions(char *list, size_t size)
{
	static const char *const questions[] = { "ipc", "cpu_frequency", "cpu_busy", "branch_mpki",
		"branch_mispredict_rate", "l1d_mpki", "l1i_mpki", "l2_mpki" };
	pfm_metric_info_t info = { .size = sizeof info };
	size_t length = 0;

	*list = '\0';
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
		int id = pfm_find_metric(questions[i]);

		if (id >= 0 && !pfm_get_metric_info(id, &info) && info.answer != PFM_ANSWER_NONE && length < size)
			length += (size_t)snprintf(list + length, size - length, "%s%s", length ? "," : "",
				questions[i]);
	}
}

/* Adds, without -e and -M, the kernel's own counts, and with a PMU metrics that everybody knows, or generic events. */
static int add_defaults(struct options *options)
{
	struct request *request = &options->request;
	struct surroundings here;
	char list[256];

	if (request->event_count || request->metrics.text)
		return GO_ON;
	options->events[request->event_count++] = "task-clock,context-switches,cpu-migrations,page-faults";
	look_around(NULL, &here);
	if (say_shortly_why_nothing_counts(&here))
		return GO_ON;
	list_questions(list, sizeof list);
	if (*list)
		return take_metric(list, &request->metrics);
	options->events[request->event_count++] = "cycles,instructions,branches,branch-misses";
	return GO_ON;
}

/* Counts the general counters that are free on each core type, of which the least number counts. */
static void look_at_counters(struct request *request)
{
	struct usable list[MOST_USABLE];
	const struct usable *least = NULL;
	int count;

	if (request->metrics.counters != AUTO_COUNTERS)
		return;
	request->metrics.counters = 0;
	count = find_usable_counters(list);
	if (!count)
		complain("--counters auto: no core here whose counters can be looked at: planned with all of them");
	for (int i = 0; i < count; i++) {
		if (list[i].error)
			complain("--counters auto: %s: counting on CPUs: %s: planned with all counters", list[i].pmu,
				refusal_words(list[i].error));
		else if (!least || list[i].general < least->general)
			least = &list[i];
	}
	if (!least || least->general == least->all_general)
		return;
	request->metrics.counters = least->general ? least->general : 1;
	complain("--counters auto: %s: %d of %d general counters are free%s", least->pmu, least->general,
		least->all_general, least->general ? "" : ": planned with one");
}

static int check_walk(const struct options *options)
{
	const struct request *request = &options->request;

	if (!has_tree())
		return request->picture && !(request->interval > 0) && !request->repeat && !request->other
			? wrong_usage("topdown has no tree of metrics here: --plot needs -I, -r or :::") : GO_ON;
	return check_words(walk_rules, options);
}

/* Parts the commands at ":::". */
static int take_commands(int argc, char **argv, struct request *request)
{
	if (optind >= argc || request->compares)
		return GO_ON;
	request->command = argv + optind;
	for (int i = optind; i < argc; i++)
		if (!strcmp(argv[i], ":::")) {
			argv[i] = NULL;
			request->other = argv + i + 1;
			if (i == optind || i + 1 == argc)
				return wrong_usage("a command is missing beside :::");
		}
	return GO_ON;
}

static bool is_comparison(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (!strcmp(argv[i], "--compare"))
			return true;
	return false;
}

static int run(int argc, char **argv, struct options *options)
{
	static const struct option long_options[] = { { "event", required_argument, NULL, 'e' },
		{ "metric", required_argument, NULL, 'M' }, { "all-cpus", no_argument, NULL, 'a' },
		{ "cpu-list", required_argument, NULL, 'C' }, { "pid", required_argument, NULL, 'p' },
		{ "tid", required_argument, NULL, 't' }, { "for-each-cgroup", required_argument, NULL, OPTION_CGROUPS },
		{ "no-inherit", no_argument, NULL, 'i' }, { "detailed", no_argument, NULL, 'd' },
		{ "interval", required_argument, NULL, 'I' }, { "time", required_argument, NULL, OPTION_TIME },
		{ "timeout", required_argument, NULL, OPTION_TIMEOUT },
		{ "delay", required_argument, NULL, 'D' }, { "repeat", required_argument, NULL, 'r' },
		{ "warmup", required_argument, NULL, OPTION_WARMUP },
		{ "per-cpu", no_argument, NULL, 'A' },
		{ "per-core", no_argument, NULL, OPTION_LEVEL + PER_CORE },
		{ "per-die", no_argument, NULL, OPTION_LEVEL + PER_DIE },
		{ "per-socket", no_argument, NULL, OPTION_LEVEL + PER_SOCKET },
		{ "per-node", no_argument, NULL, OPTION_LEVEL + PER_NODE },
		{ "per-device", no_argument, NULL, OPTION_LEVEL + PER_DEVICE },
		{ "per-thread", no_argument, NULL, OPTION_LEVEL + PER_THREAD },
		{ "output", required_argument, NULL, 'o' }, { "append", no_argument, NULL, OPTION_APPEND },
		{ "field-separator", required_argument, NULL, 'x' }, { "json", no_argument, NULL, 'j' },
		{ "as", required_argument, NULL, OPTION_AS }, { "dry-run", no_argument, NULL, OPTION_DRY_RUN },
		{ "from", required_argument, NULL, OPTION_VALUES }, { "compare", no_argument, NULL, OPTION_COMPARE },
		{ "fail-if", required_argument, NULL, OPTION_FAIL_IF },
		{ "metric-only", no_argument, NULL, OPTION_METRIC_ONLY },
		{ "all-boxes", no_argument, NULL, OPTION_ALL_BOXES }, { "verbose", no_argument, NULL, OPTION_VERBOSE },
		{ "plot", required_argument, NULL, OPTION_PLOT }, { "no-smt", no_argument, NULL, OPTION_SMT },
		{ "counters", required_argument, NULL, OPTION_COUNTERS },
		{ "no-thresholds", no_argument, NULL, OPTION_NO_THRESHOLDS },
		{ "again", no_argument, NULL, OPTION_AGAIN }, { "constant", required_argument, NULL, OPTION_CONSTANT },
		BASIC_OPTIONS, LANGUAGE_OPTIONS, PLM_OPTION, { NULL, 0, NULL, 0 } };
	struct request *request = &options->request;
	const char *letters = "+hje:M:aC:p:t:idI:D:r:o:x:AG:";
	int option, status;

	tool_start("pfmstat");
	request->events = options->events;
	/* stop at the first operand, which begins the command; --compare has files instead */
	letters += is_comparison(argc, argv);
	while ((option = next_option(argc, argv, letters, long_options)) >= 0) {
		status = take_option(option, options);
		if (status != GO_ON)
			return status;
	}
	status = take_commands(argc, argv, request);
	if (status == GO_ON)
		status = check_words(rules, options);
	if (status != GO_ON)
		return status;
	if (request->picture && (status = check_plot(request->picture)) != GO_ON)
		return status;
	tool_lists_no_events();
	tool_open_for(&request->given, request->event_count, (char **)(void *)request->events);
	raise_file_limit();
	if (request->compares)
		return tool_end(compare_files(request, argc - optind, argv + optind));
	status = check_constants(&request->metrics);
	if (status != GO_ON)
		return status;
	look_at_counters(request);
	if (options->from)
		return tool_end(compute_request(request, options->from));
	if (request->metrics.text && is_walk(&request->metrics) && !request->event_count && !request->dry_run) {
		status = check_walk(options);
		return status == GO_ON ? tool_end(walk_request(request)) : status;
	}
	status = add_defaults(options);
	if (status != GO_ON)
		return status;
	if (options->detailed)
		options->events[request->event_count++] =
			"L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses";
	return tool_end(count_request(request));
}

int main(int argc, char **argv)
{
	static struct options options = {
		.request = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3, .counts = true } }
	};
	int status = run(argc, argv, &options);

	free_request(&options.request.metrics);
	return status;
}
