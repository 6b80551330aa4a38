/* perf_encode: what a program must hand to perf_event_open(2) for an event, and whether the kernel takes it. */
#define _GNU_SOURCE
#include "forms/all_cpus.h"
#include "forms/codes.h"
#include "events/collect.h"
#include "forms/encoded.h"
#include "forms/metrics.h"
#include "stat/constants.h"
#include "counts/file.h"
#include "stat/open.h"
#include "stat/plan.h"
#include "common/operands.h"
#include "events/together.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char help[] =
"Usage: perf_encode [OPTION]... EVENT...\n"
"       perf_encode --open [OPTION]... EVENT... [-- COMMAND...]\n"
"Shows the fields of struct perf_event_attr that an event string sets. EVENT: -\n"
"reads events from standard input, @FILE from a file, one a line.\n"
"\n"
"  perf_encode perf::cycles:u\n"
"  perf_encode --as c icl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100\n"
"  perf_encode --open perf::instructions:u -- ls -l\n"
"\n"
"      --as FORM      attr (default), json, c (an initializer), perf (for perf stat\n"
"                     -e), raw (the config words), perfetto (its TraceConfig), bcc\n"
"                     (lines of Python)\n"
"      --json         the same as --as json: one JSON object a line\n"
"      --format TEXT  one line of your own: {requested} {name} {type} {config}\n"
"                     {config1} {config2} {idx}; numbers as {config:#x}\n"
"      --os LAYER     perf_ext (default) or perf\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h (default ku)\n"
"      --perf, --pfm  events are in perf's language, or in libpfm4's; without either,\n"
"                     perf_encode reads both: 'uncore_imc/cas_count_read/', cycles:u\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, milan, spr, 0x410fd0c1\n"
"      --cpu all|CPU,CPU... --as c, go, python, rust or json: codes on all these CPUs,\n"
"                     as a source that needs no library, or as objects; --package\n"
"                     NAME: Go's, pmu unless it is given\n"
"      --cpu all|CPU,CPU... --as pcp NAME=EVENT,EVENT...: perfevent.conf of PCP for\n"
"                     unlike machines, where NAME is the first that a machine has;\n"
"                     --as papi: the same as $PAPI_USER_EVENTS_FILE\n"
"      --metric M     metrics, groups of them, or formulas, by commas: compute them\n"
"                     from --values FILE, perf stat's -x or -j output or NAME VALUE\n"
"                     lines (-: standard input), or count them with --open;\n"
"                     --as perf: what counts them; --as c, json, papi, pcp: that and\n"
"                     their formulas; --open --metric topdown walks from where the time\n"
"                     goes to what to sample\n"
"      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
"      --no-thresholds  do not ask whether metrics are over their thresholds\n"
"      --interval SECONDS  with --open: values every so often, until COMMAND, --time or\n"
"                     a signal ends it\n"
"      --per-package  with --open: of each package, all CPUs of it; with --values: of\n"
"                     each socket that the file names\n"
"      --per-instance  with --open: of each of the devices that a metric adds up;\n"
"                     with --values: of each CPU, core, thread, cgroup of the file\n"
"      --again        --metric topdown: a run of COMMAND for each level of the tree\n"
"      --group GROUP  all events of a group (showevtinfo --groups), as the group counts\n"
"                     them; with --open together\n"
"      --open         open the events, count over one run of COMMAND or --time, print\n"
"                     the values; the exit status is COMMAND's\n"
"      --separately   with a run of COMMAND, or a time, for each event\n"
"      --together     in groups of the kernel that fit the counters, by turns if one\n"
"                     group cannot have all\n"
"      --no-smt       with hyper-threading off (default: as on the machine, else on)\n"
"      --all-boxes    on all uncore boxes of a kind, as PMU*::EVENT means too; --open adds\n"
"      --per-device   the values of an event that several devices have, not their sum\n"
"      --all-cores    on all kinds of cores; --open does so unless the event says\n"
"                     which (adl_grt::EVENT, cpu_atom/EVENT/), and shows each\n"
"      --pid PID      count this process\n"
"      --cpu-on N     count on CPU N (all processes, unless --pid or a command)\n"
"      --time SECONDS how long, without a command (default 1)\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"  -h, --help         this text\n"
"      --version      version\n"
"\n"
"Exit status: 0 all is well, 1 some events failed, 2 wrong usage; COMMAND's, if that\n"
"is not 0. See pfmkit(7), pfm-event-strings(7), pfm-glossary(7).\n";

/* The words of --as. */
static const char *const forms[] = {
	[AS_ATTR] = "attr", [AS_JSON] = "json", [AS_C] = "c", [AS_PERF] = "perf", [AS_RAW] = "raw", [AS_GO] = "go",
	[AS_PYTHON] = "python", [AS_RUST] = "rust", [AS_PCP] = "pcp", [AS_PERFETTO] = "perfetto", [AS_BCC] = "bcc",
	[AS_PAPI] = "papi" };

static const char *form_name(const struct settings *settings)
{
	return forms[settings->given.json ? AS_JSON : settings->form];
}

/* Of Arm one CPU may have commas: MIDRs, and names of device trees. */
static bool is_one_cpu(const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };

	return !strchr(cpu, ',') || !pfm_set_machine(&machine);
}

static bool is_list_of_cpus(const struct settings *settings)
{
	if (!settings->given.cpu || settings->asked.metrics.text)
		return false;
	if (!settings->given.json && (settings->form == AS_PCP || settings->form == AS_PAPI))
		return true;
	return code_language(form_name(settings)) && !is_one_cpu(settings->given.cpu);
}

static bool is_all_cpus(const struct settings *settings)
{
	return settings->given.cpu && (!strcasecmp(settings->given.cpu, "all") || is_list_of_cpus(settings));
}

/* Whether the form has a meaning for one machine. */
static bool is_form_of_one(const struct settings *settings)
{
	return settings->given.json || settings->form == AS_C || settings->form == AS_PCP ||
	       (settings->form == AS_PAPI && settings->asked.metrics.text) ||
	       !code_language(form_name(settings));
}

/* --cpu all, and what goes with nothing else. GO_ON, or the status to end with. */
static int check_all_cpus(const struct settings *settings, bool is_all)
{
	if (is_all && (settings->open || settings->group || settings->given.format || settings->asked.metrics.text ||
		       !code_language(form_name(settings))))
		return wrong_usage("--cpu all goes with --as c, go, json, papi, pcp, python or rust, and with event "
				   "strings");
	if (settings->package && !(is_all && settings->form == AS_GO))
		return wrong_usage("--package is of --cpu all --as go");
	if (!is_all && !is_form_of_one(settings))
		return wrong_usage("--as %s is of all CPUs: --cpu all", form_name(settings));
	return GO_ON;
}

static int take_package(const char *name, struct settings *settings)
{
	settings->package = name;
	if (!can_be_package_of_go(name))
		return wrong_usage("%s: not a name of a package: a word of Go's own", name);
	if (*name && !isdigit((unsigned char)*name) && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
		return GO_ON;
	return wrong_usage("%s: not a name of a package: small letters, digits, _", name);
}

/* The last one of --as and --json holds. */
static int take_form(const char *name, struct settings *settings)
{
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
		if (!strcmp(name, forms[i])) {
			settings->form = (enum form)i;
			settings->given.json = settings->form == AS_JSON;
			return GO_ON;
		}
	return wrong_usage("unknown form %s, choose from: attr, json, c, perf, raw, go, python, rust, pcp, "
			   "perfetto, bcc, papi", name);
}

static int take_whole(const char *text, const char *what, int *value)
{
	char *end;
	long number = strtol(text, &end, 10);

	*value = (int)number;
	if (end != text && !*end && number >= 0 && number < INT32_MAX)
		return GO_ON;
	return wrong_usage("%s: not a %s", text, what);
}

static int take_seconds(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	if (end != text && !*end && *value > 0 && *value < 1e9)
		return GO_ON;
	return wrong_usage("%s: not a number of seconds", text);
}

enum { OPERAND = 1 }; /* what next_option() returns for one */

static int take_option(int option, struct settings *settings)
{
	int status;

	switch (option) {
	case 'a':
		return take_form(optarg, settings);
	case 'o':
		settings->open = true;
		return GO_ON;
	case 'S':
		settings->separately = true;
		return GO_ON;
	case 'D':
		settings->per_device = true;
		return GO_ON;
	case 'g':
		settings->group = optarg;
		return GO_ON;
	case 'k':
		return take_package(optarg, settings);
	case OPTION_VALUES:
		settings->asked.metrics.values = optarg;
		return GO_ON;
	case OPTION_NO_THRESHOLDS:
		settings->asked.metrics.no_thresholds = true;
		return GO_ON;
	case OPTION_INTERVAL:
		return take_seconds(optarg, &settings->asked.metrics.interval);
	case OPTION_PER_PACKAGE:
		settings->asked.metrics.per_package = true;
		return GO_ON;
	case OPTION_PER_INSTANCE:
		settings->asked.metrics.per_instance = true;
		return GO_ON;
	case OPTION_AGAIN:
		settings->asked.metrics.again = true;
		return GO_ON;
	case 'p':
		return take_whole(optarg, "process number", &settings->counting.pid);
	case 'n':
		return take_whole(optarg, "CPU number", &settings->counting.cpu);
	case 't':
		settings->has_time = true;
		return take_seconds(optarg, &settings->counting.seconds);
	default:
		status = take_asked(option, help, &settings->asked, &settings->given);
		if (status == GO_ON && settings->given.os == PFM_OS_NONE)
			return wrong_usage("the layer must be perf or perf_ext; check_events shows register codes");
		return status;
	}
}

/* What says how metrics are counted or computed goes with --metric. */
static int check_metric_options(const struct settings *settings)
{
	const struct metric_request *metrics = &settings->asked.metrics;
	bool apart = metrics->per_package || metrics->per_instance;
	bool counts = metrics->interval > 0 || metrics->again;

	if (!metrics->text && (apart || metrics->values || metrics->count || metrics->no_thresholds || counts))
		return wrong_usage("--values, --constant, --no-thresholds, --interval, --per-package, --per-instance "
				   "and --again go with --metric");
	if (!metrics->text && settings->form == AS_PCP && !settings->given.json && !settings->given.cpu)
		return wrong_usage("--as pcp goes with --metric, or with --cpu all or a list of CPUs");
	if (counts && !settings->open)
		return wrong_usage("--interval and --again go with --open");
	if (apart && !settings->open && !metrics->values)
		return wrong_usage("--per-package and --per-instance go with --open or --values");
	if (metrics->again && !settings->counting.command)
		return wrong_usage("--again needs a command behind --, which is run again");
	if (metrics->again && (metrics->interval > 0 || apart))
		return wrong_usage("--again goes without --interval, --per-package and --per-instance");
	if (metrics->per_package && (settings->counting.cpu >= 0 || settings->counting.pid))
		return wrong_usage("--per-package counts all CPUs of each package: it goes without --pid and --cpu-on");
	return GO_ON;
}

static bool is_metric_form(enum form form)
{
	return form == AS_PERF || form == AS_C || form == AS_PCP || form == AS_PAPI;
}

/* --metric: what goes with it. GO_ON, or the status to end with. */
static int check_metrics(const struct settings *settings, int events)
{
	const struct metric_request *metrics = &settings->asked.metrics;
	int status = check_metric_options(settings);

	if (status != GO_ON || !metrics->text)
		return status;
	if (events || settings->group || settings->asked.together || settings->separately || settings->given.format)
		return wrong_usage("--metric goes without events, --group, --together, --separately and --format");
	if (settings->open && metrics->values)
		return wrong_usage("--values and --open: counts come from the file, or are counted");
	if (!settings->open && !metrics->values && !settings->given.json && !is_metric_form(settings->form))
		return wrong_usage("--metric needs --open, --values FILE, or --as perf, c, json, papi or pcp");
	return GO_ON;
}

/* --metric with --as. */
static bool write_metrics(const struct settings *settings)
{
	if (settings->given.json)
		return write_metrics_as(&settings->asked.metrics, &settings->given, METRIC_AS_JSON);
	if (settings->form == AS_PERF)
		return write_metrics_for_perf(&settings->asked.metrics, &settings->given);
	return write_metrics_as(&settings->asked.metrics, &settings->given,
				settings->form == AS_C ? METRIC_AS_C :
				settings->form == AS_PAPI ? METRIC_AS_PAPI : METRIC_AS_PCP);
}

static int run(int argc, char **argv, struct settings *settings)
{
	static const struct option options[] = { SHARED_OPTIONS, LANGUAGE_OPTIONS, OS_OPTION, PLM_OPTION,
		{ "as", required_argument, NULL, 'a' }, { "open", no_argument, NULL, 'o' },
		{ "group", required_argument, NULL, 'g' }, { "package", required_argument, NULL, 'k' },
		{ "pid", required_argument, NULL, 'p' },
		{ "cpu-on", required_argument, NULL, 'n' }, ASKED_OPTIONS,
		{ "per-device", no_argument, NULL, 'D' }, { "separately", no_argument, NULL, 'S' },
		{ "time", required_argument, NULL, 't' },
		{ "values", required_argument, NULL, OPTION_VALUES },
		{ "no-thresholds", no_argument, NULL, OPTION_NO_THRESHOLDS },
		{ "interval", required_argument, NULL, OPTION_INTERVAL },
		{ "per-package", no_argument, NULL, OPTION_PER_PACKAGE },
		{ "per-instance", no_argument, NULL, OPTION_PER_INSTANCE },
		{ "again", no_argument, NULL, OPTION_AGAIN }, { NULL, 0, NULL, 0 } };
	struct ending ending = { .status = 0 };
	int option, status, events = 0;
	bool good, is_all;

	tool_start("perf_encode");
	/* "-": operands as they come, since what is before "--" must be told from what is behind */
	while ((option = next_option(argc, argv, "-h", options)) >= 0) {
		if (option == OPERAND) {
			argv[++events] = optarg;
			continue;
		}
		status = take_option(option, settings);
		if (status != GO_ON)
			return status;
	}
	if (settings->open && optind == argc && argc > 1 && !strcmp(argv[argc - 1], "--"))
		return wrong_usage("a command is missing behind --");
	if (settings->open && optind < argc)
		settings->counting.command = argv + optind;
	else
		while (optind < argc)
			argv[++events] = argv[optind++];
	if (!events && !settings->group && !settings->asked.metrics.text)
		return wrong_usage("an event is missing");
	status = check_metrics(settings, events);
	if (status != GO_ON)
		return status;
	if (settings->asked.metrics.interval > 0 && !settings->has_time)
		settings->counting.seconds = 0; /* until somebody ends it */
	if (settings->asked.together &&
		(!settings->open || settings->separately || settings->group || settings->asked.all_cores))
		return wrong_usage(settings->open
				? "--together does not go with --separately, --group or --all-cores"
				: "--together goes with --open; check_events --together shows counters, "
				  "evt2raw --together groups");
	status = check_own_format(settings->given.format);
	if (status != GO_ON)
		return status;
	is_all = is_all_cpus(settings);
	status = check_all_cpus(settings, is_all);
	if (status != GO_ON)
		return status;
	tool_lists_no_events();
	if (is_all)
		tool_open(NULL);
	else
		tool_open_for(&settings->given, events, argv + 1);
	status = check_constants(&settings->asked.metrics);
	if (status != GO_ON)
		return status;
	if (settings->asked.metrics.text)
		good = settings->open ? count_metrics(&settings->asked.metrics, &settings->given, &settings->counting,
						     &ending) :
			settings->asked.metrics.values ? compute_from_file(&settings->asked.metrics, &settings->given) :
						 write_metrics(settings);
	else
		good = is_all ? write_all_cpus(events, argv + 1, &settings->given,
							     code_language(form_name(settings)), settings->package)
					    : use_all(events, argv + 1, settings, &ending);
	end_encoded(settings);
	status = tool_end(good ? ALL_GOOD : SOME_FAILED);
	if (ending.signal) {
		signal(ending.signal, SIG_DFL);
		raise(ending.signal);
	}
	return ending.status ? ending.status : status;
}

int main(int argc, char **argv)
{
	struct settings settings = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3,
			.counts = true },
		.counting = { .cpu = -1, .seconds = 1 } };
	int status = run(argc, argv, &settings);

	free_request(&settings.asked.metrics);
	return status;
}
