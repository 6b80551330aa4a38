/* perf_encode: what a program must hand to perf_event_open(2) for an event. */
#include "forms/all_cpus.h"
#include "forms/codes.h"
#include "events/collect.h"
#include "forms/encoded.h"
#include "forms/metrics.h"
#include "stat/constants.h"
#include "stat/plan.h"
#include "common/operands.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char help[] =
"Usage: perf_encode [OPTION]... EVENT...\n"
"Shows the fields of struct perf_event_attr that an event string sets. EVENT: -\n"
"reads events from standard input, @FILE from a file, one a line.\n"
"\n"
"  perf_encode perf::cycles:u\n"
"  perf_encode --as c icl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100\n"
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
"      --metric M     metrics, groups of them, or formulas, by commas: --as perf: what\n"
"                     counts them; --as c, json, papi, pcp: that and their formulas\n"
"      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
"      --group GROUP  all events of a group (showevtinfo --groups), as the group counts\n"
"                     them\n"
"      --no-smt       with hyper-threading off (default: as on the machine, else on)\n"
"      --all-boxes    on all uncore boxes of a kind, as PMU*::EVENT means too\n"
"      --all-cores    on all core types\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"  -h, --help         this text\n"
"      --version      version\n"
"\n"
"Exit status: 0 all is well, 1 some events failed, 2 wrong usage. pfmstat counts.\n"
"See pfmkit(7), pfm-event-strings(7), pfm-glossary(7).\n";

/* Where options went that this command had. */
static const struct moved moved[] = {
	{ "open", "pfmstat -e EVENT,... [-- COMMAND...]" }, { "values", "pfmstat --from FILE -M METRIC,..." },
	{ "pid", "pfmstat -p PID -e EVENT,..." }, { "cpu-on", "pfmstat -C CPU -e EVENT,..." },
	{ "time", "pfmstat --time 1s -e EVENT,..." }, { "interval", "pfmstat -I TIME" }, { "again", "pfmstat --again" },
	{ "per-package", "pfmstat --per-socket" }, { "per-instance", "pfmstat --per-device" },
	{ "per-device", "pfmstat --per-device" }, { "separately", "pfmstat, a run for each event" },
	{ "no-thresholds", "pfmstat --no-thresholds" },
	{ "together", "pfmstat -e \"$(evt2raw --together EVENT...)\"; check_events --together shows counters" },
	{ NULL, NULL } };

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
	if (is_all && (settings->group || settings->given.format || settings->asked.metrics.text ||
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

static int take_option(int option, struct settings *settings)
{
	int status;

	switch (option) {
	case 'a':
		return take_form(optarg, settings);
	case 'g':
		settings->group = optarg;
		return GO_ON;
	case 'k':
		return take_package(optarg, settings);
	default:
		status = take_asked(option, help, &settings->asked, &settings->given);
		if (status == GO_ON && settings->given.os == PFM_OS_NONE)
			return wrong_usage("the layer must be perf or perf_ext; check_events shows register codes");
		return status;
	}
}

static bool is_metric_form(const struct settings *settings)
{
	return settings->given.json || settings->form == AS_PERF || settings->form == AS_C ||
	       settings->form == AS_PCP || settings->form == AS_PAPI;
}

/* --metric: what goes with it. GO_ON, or the status to end with. */
static int check_metrics(const struct settings *settings, int events)
{
	const struct metric_request *metrics = &settings->asked.metrics;

	if (!metrics->text && metrics->count)
		return wrong_usage("--constant goes with --metric");
	if (!metrics->text && settings->form == AS_PCP && !settings->given.json && !settings->given.cpu)
		return wrong_usage("--as pcp goes with --metric, or with --cpu all or a list of CPUs");
	if (metrics->text && (events || settings->group || settings->given.format))
		return wrong_usage("--metric goes without events, --group and --format");
	if (metrics->text && !is_metric_form(settings))
		return wrong_usage("--metric needs --as perf, c, json, papi or pcp; pfmstat -M counts it");
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
		{ "as", required_argument, NULL, 'a' }, { "group", required_argument, NULL, 'g' },
		{ "package", required_argument, NULL, 'k' }, { "all-boxes", no_argument, NULL, 'B' },
		{ "all-cores", no_argument, NULL, 'C' }, { "no-smt", no_argument, NULL, OPTION_NO_SMT },
		METRIC_OPTIONS, { NULL, 0, NULL, 0 } };
	int option, status;
	bool good, is_all;

	tool_start("perf_encode");
	status = say_where_it_went(argc, argv, moved);
	while (status == GO_ON && (option = next_option(argc, argv, "h", options)) >= 0)
		status = take_option(option, settings);
	if (status != GO_ON)
		return status;
	argc -= optind;
	argv += optind;
	if (!argc && !settings->group && !settings->asked.metrics.text)
		return wrong_usage("an event is missing");
	status = check_metrics(settings, argc);
	if (status == GO_ON)
		status = check_own_format(settings->given.format);
	is_all = is_all_cpus(settings);
	if (status == GO_ON)
		status = check_all_cpus(settings, is_all);
	if (status != GO_ON)
		return status;
	tool_lists_no_events();
	if (is_all)
		tool_open(NULL);
	else
		tool_open_for(&settings->given, argc, argv);
	status = check_constants(&settings->asked.metrics);
	if (status != GO_ON)
		return status;
	if (settings->asked.metrics.text)
		good = write_metrics(settings);
	else
		good = is_all ? write_all_cpus(argc, argv, &settings->given, code_language(form_name(settings)),
					settings->package)
			      : use_all(argc, argv, settings);
	end_encoded(settings);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}

int main(int argc, char **argv)
{
	struct settings settings = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3,
			.counts = true } };
	int status = run(argc, argv, &settings);

	free_request(&settings.asked.metrics);
	return status;
}
