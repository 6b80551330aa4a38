/* pfmexport: writes events and metrics for other programs. */
#define _GNU_SOURCE
#include "common/rules.h"
#include "forms/all_cpus.h"
#include "forms/codes.h"
#include "forms/encoded.h"
#include "forms/exports.h"
#include "forms/form_names.h"
#include "forms/metrics.h"
#include "stat/constants.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char screen[] =
"Usage: pfmexport FORM [OPTION]... [EVENT | WORD]...\n"
"Writes events and metrics for other programs: FORM is c, go, rust, python, json,\n"
"pcp, papi, perfetto, bcc, asprof, asprof-agent, perf-list, data or html.\n"
"\n"
"  pfmexport c INST_RETIRED.ANY L1D_CACHE_REFILL > codes.h   codes on all CPUs\n"
"  pfmexport go --cpu spr,zen5 --package events INSTRUCTIONS\n"
"  pfmexport pcp inst=INST_RETIRED.ANY,EX_RET_INSTR > perfevent.conf\n"
"  pfmexport json --cpu skx --metric tma_backend_bound\n"
"  pfmexport html > events.html                a page for a browser\n"
"\n"
"  --cpu CPU,...    be on this machine; codes on these CPUs, not on all\n"
"  --metric M       metrics, their groups, or formulas, with commas\n"
"  --pmu NAME       look events up in this PMU; a pattern may mean several\n"
"  --all-boxes      on all uncore boxes of a kind\n"
"  --package NAME   of Go\n"
"  --time TIME      how long perfetto records, as 5s\n"
"  --deprecated     perf-list: list what is deprecated, too\n"
"  --help           all forms and options\n";

static const char whole[] =
"Usage: pfmexport FORM [OPTION]... [EVENT | WORD]...\n"
"       pfmexport FORM --metric METRIC,...\n"
"Writes events and metrics for other programs. EVENT: - reads events from standard\n"
"input, @FILE from a file, one a line.\n"
"\n"
"Forms:\n"
"@forms\n"
"\n"
"Which events:\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, milan, spr, 0x410fd0c1\n"
"      --cpu CPU,...  codes on these CPUs (default: all of them)\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --type TYPE    perf-list, data: of PMUs of this type: core, uncore, os, device\n"
"      --deprecated   perf-list: what is deprecated, too\n"
"      --group GROUP  all events of a group (showevtinfo --group)\n"
"      --all-boxes    on all uncore boxes of a kind, as PMU*::EVENT means too\n"
"      --all-cores    on all core types\n"
"      --perf         events are in perf's language\n"
"      --pfm          events are in libpfm4's language\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h\n"
"\n"
"Metrics:\n"
"      --metric M     metrics, their groups, or formulas, with commas\n"
"      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
"      --no-smt       with hyper-threading off (default: as on the machine, else on)\n"
"\n"
"Output:\n"
"      --package NAME go: the package (default pmu)\n"
"      --time TIME    perfetto: how long it records, as 500ms or 5s (default 1s)\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"\n"
"@ends\n"
"Exit status: 0 all is well, 1 some events failed, 2 wrong usage. See pfmkit(7),\n"
"pfm-event-strings(7), pfm-metrics(7).\n";

static const struct help help = { screen, whole, print_form_lines };

enum { OPTION_PACKAGE = 800, OPTION_TIME, OPTION_TYPE, OPTION_DEPRECATED, OPTION_GROUP };

static const struct rule rules[] = {
	{ "package", "=go", NULL, NULL },
	{ "time", "=perfetto", NULL, NULL },
	{ "deprecated", "=perf-list", NULL, NULL },
	{ "type", "=perf-list =data", NULL, NULL },
	{ "metric", "=c =json =pcp =papi", "=events group", "evt2raw --metric writes what perf stat takes" },
	{ "constant", "metric", NULL, NULL },
	{ "no-smt", "metric", NULL, NULL },
	{ "group", "=perfetto =bcc =asprof =asprof-agent =papi", NULL, NULL },
	{ "all-cores", "=perfetto =bcc =asprof =asprof-agent =papi", NULL, NULL },
	{ "all-boxes", "=perfetto =bcc =asprof =asprof-agent =papi =perf-list", NULL, NULL },
	{ "=data", NULL, "=events", "--pmu says of which PMUs" },
	{ "=html", NULL, "=events pmu", "--cpu says on which machine it starts" },
	{ NULL, NULL, NULL, NULL } };

static int take_package(const char *name, struct encoding *how)
{
	how->package = name;
	if (!can_be_package_of_go(name))
		return wrong_usage("%s: not a name of a package: a word of Go's own", name);
	if (*name && !isdigit((unsigned char)*name) && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
		return GO_ON;
	return wrong_usage("%s: not a name of a package: lowercase letters, digits, _", name);
}

static int take_option(int option, struct encoding *how)
{
	switch (option) {
	case OPTION_PACKAGE:
		return take_package(optarg, how);
	case OPTION_TIME:
		return take_duration("--time", optarg, 0, &how->seconds);
	case OPTION_TYPE:
		how->type = optarg;
		return check_type(optarg);
	case OPTION_DEPRECATED:
		how->deprecated = true;
		return GO_ON;
	case OPTION_GROUP:
		how->group = optarg;
		return GO_ON;
	default:
		return take_asked(option, &help, &how->asked, &how->given);
	}
}

/* Returns whether an operand is NAME=EVENT,EVENT... */
static bool is_named(const char *operand)
{
	return operand[strspn(operand, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '=';
}

/* Returns whether codes on several CPUs are asked for. */
static bool is_of_all_cpus(const struct encoding *how, int count, char **operands)
{
	return how->form->codes && !how->asked.metrics.text && (!how->form->print || (count && is_named(operands[0])));
}

/* Checks what goes with the form. GO_ON, or the status to end with. */
static int check_form(const struct encoding *how, int count, bool is_all)
{
	char words[64];
	int status;

	snprintf(words, sizeof words, "%s%s", how->form->name, count ? " events" : "");
	status = check_rules(rules, words);
	if (status != GO_ON)
		return status;
	if (!how->form->list && !count && !how->group && !how->asked.metrics.text)
		return wrong_usage("%s: an event is missing", how->form->name);
	if (how->given.cpu && !strcasecmp(how->given.cpu, "all") && !is_all && strcmp(how->form->name, "html") != 0)
		return wrong_usage("--cpu all: %s is of one machine%s", how->form->name,
			how->form->codes ? " with this operand" : "");
	if (!strcmp(how->form->name, "html") && is_terminal())
		return wrong_usage("html is for a browser, not for a terminal: pfmexport html > events.html");
	return GO_ON;
}

/* Writes what was asked for. False: something failed, which has been said. */
static bool write_form(struct encoding *how, int count, char **operands, bool is_all)
{
	if (how->asked.metrics.text)
		return write_metrics_as(&how->asked.metrics, &how->given, (enum metric_form)how->form->metric);
	if (is_all)
		return write_all_cpus(count, operands, how);
	if (how->form->list)
		return how->form->list(how, count, operands);
	return write_events(count, operands, how);
}

static int run(int argc, char **argv, struct encoding *how)
{
	static const struct option options[] = { BASIC_OPTIONS, LANGUAGE_OPTIONS, PLM_OPTION,
		{ "all-boxes", no_argument, NULL, 'B' }, { "all-cores", no_argument, NULL, 'C' },
		{ "deprecated", no_argument, NULL, OPTION_DEPRECATED },
		{ "group", required_argument, NULL, OPTION_GROUP }, { "no-smt", no_argument, NULL, OPTION_NO_SMT },
		{ "package", required_argument, NULL, OPTION_PACKAGE },
		{ "time", required_argument, NULL, OPTION_TIME }, { "type", required_argument, NULL, OPTION_TYPE },
		METRIC_OPTIONS, { NULL, 0, NULL, 0 } };
	int option, number, status;
	bool is_all, good;

	tool_start("pfmexport");
	while ((option = next_option(argc, argv, "h", options)) >= 0) {
		status = take_option(option, how);
		if (status != GO_ON)
			return status;
	}
	argc -= optind;
	argv += optind;
	if (!argc)
		return wrong_usage("a form is missing, as in pfmexport c EVENT...");
	number = find_form("pfmexport", argv[0]);
	if (number < 0)
		return WRONG_USAGE;
	how->form = export_form(number);
	argc--;
	argv++;
	is_all = is_of_all_cpus(how, argc, argv);
	status = check_form(how, argc, is_all);
	if (status != GO_ON)
		return status;
	if (!how->given.plm_given)
		how->given.plm |= how->form->plm;
	if (!how->form->list)
		tool_lists_no_events();
	if (is_all || (how->given.cpu && !strcasecmp(how->given.cpu, "all")))
		tool_open(NULL);
	else if (how->form->list)
		tool_open_given(&how->given);
	else
		tool_open_for(&how->given, argc, argv);
	status = check_constants(&how->asked.metrics);
	if (status != GO_ON)
		return status;
	good = write_form(how, argc, argv, is_all);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}

int main(int argc, char **argv)
{
	struct encoding how = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3, .counts = true },
		.seconds = 1 };
	int status = run(argc, argv, &how);

	free_request(&how.asked.metrics);
	return status;
}
