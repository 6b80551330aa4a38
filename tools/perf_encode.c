/* perf_encode: shows how to call perf_event_open(2) for an event. */
#include "forms/encoded.h"
#include "forms/form_names.h"

#include <string.h>
#include <strings.h>

static const char screen[] =
"Usage: perf_encode [OPTION]... EVENT...\n"
"Shows the fields of struct perf_event_attr that an event string sets.\n"
"\n"
"  perf_encode cycles:u\n"
"  perf_encode --cpu spr INST_RETIRED.ANY:period=1000003\n"
"  perf_encode --as c icl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100\n"
"  perf_encode --json cpu/event=0xc0,umask=0x1/ @events\n"
"  perf_encode --as perf --all-boxes UNC_M_CAS_COUNT.RD\n"
"\n"
"  --as FORM        attr (default), json, c, perf, raw\n"
"  --json           the same as --as json: an object a line\n"
"  --format TEXT    one line of your own: '{name} {type} {config:#x}'\n"
"  --cpu CPU        be on this machine: milan, spr, GenuineIntel-6-143, a MIDR\n"
"  --pmu NAME       look events up in this PMU; a pattern may mean several\n"
"  --group GROUP    all events of a group\n"
"  --all-boxes      on all uncore boxes of a kind\n"
"  --plm LEVELS     where to count unless the event says so: k, u, h (ku)\n"
"  --help           all options\n";

static const char whole[] =
"Usage: perf_encode [OPTION]... EVENT...\n"
"Shows the fields of struct perf_event_attr that an event string sets. EVENT: -\n"
"reads events from standard input, @FILE from a file, one a line.\n"
"\n"
"How they are shown:\n"
"      --as FORM      one of\n"
"@forms\n"
"      --json         the same as --as json\n"
"      --format TEXT  one line of your own: {requested} {name} {type} {config}\n"
"                     {config1} {config2} {idx}; numbers as {config:#x}\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"\n"
"Which events:\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, milan, spr, 0x410fd0c1\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --group GROUP  all events of a group (showevtinfo --group), as the group\n"
"                     counts them\n"
"      --all-boxes    on all uncore boxes of a kind, as PMU*::EVENT means too\n"
"      --all-cores    on all core types\n"
"      --perf         events are in perf's language: 'uncore_imc/cas_count_read/'\n"
"      --pfm          events are in libpfm4's language; without either both are read\n"
"\n"
"How they are encoded:\n"
"      --os LAYER     perf_ext (default) or perf\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h (default ku)\n"
"\n"
"@ends\n"
"Exit status: 0 all is well, 1 some events failed, 2 wrong usage. pfmstat counts,\n"
"pfmexport writes for other programs. See pfmkit(7), pfm-event-strings(7),\n"
"pfm-glossary(7).\n";

static const struct help help = { screen, whole, print_form_lines };

/* Options that this command once had, with their replacements. */
static const struct moved moved[] = {
	{ "open", "pfmstat -e EVENT,... [-- COMMAND...]" }, { "values", "pfmstat --from FILE -M METRIC,..." },
	{ "pid", "pfmstat -p PID -e EVENT,..." }, { "cpu-on", "pfmstat -C CPU -e EVENT,..." },
	{ "time", "pfmstat --time 1s -e EVENT,..." }, { "interval", "pfmstat -I TIME" }, { "again", "pfmstat --again" },
	{ "per-package", "pfmstat --per-socket" }, { "per-instance", "pfmstat --per-device" },
	{ "per-device", "pfmstat --per-device" }, { "separately", "pfmstat, a run for each event" },
	{ "no-thresholds", "pfmstat --no-thresholds" },
	{ "together", "pfmstat -e \"$(evt2raw --together EVENT...)\"; check_events --together shows counters" },
	{ "metric", "pfmexport c, json, pcp or papi --metric METRIC,...; evt2raw --metric for perf stat" },
	{ "constant", "pfmexport FORM --metric METRIC --constant NAME=VALUE" },
	{ "no-smt", "pfmexport FORM --metric METRIC --no-smt" }, { "package", "pfmexport go --package NAME" },
	{ NULL, NULL } };

static const struct form forms[] = {
#define PERF_ENCODE_FORM(form, help, ...) { .name = form, __VA_ARGS__ },
#include "forms/forms.def"
};

/* Takes a form by its name; the last one of --as and --json holds. */
static int take_form(const char *name, struct encoding *how)
{
	int number = find_form("perf_encode", name);

	if (number < 0)
		return WRONG_USAGE;
	how->form = &forms[number];
	how->given.json = !strcmp(name, "json");
	return GO_ON;
}

static int take_option(int option, struct encoding *how)
{
	int status;

	switch (option) {
	case 'a':
		return take_form(optarg, how);
	case OPTION_JSON:
		return take_form("json", how);
	case 'g':
		how->group = optarg;
		return GO_ON;
	default:
		status = take_asked(option, &help, &how->asked, &how->given);
		if (status == GO_ON && how->given.os == PFM_OS_NONE)
			return wrong_usage("the layer must be perf or perf_ext; check_events shows register codes");
		return status;
	}
}

/* Checks what was asked for. GO_ON, or the status to end with. */
static int check_request(const struct encoding *how, int count)
{
	const char *cpu = how->given.cpu;

	if (!count && !how->group)
		return wrong_usage("an event is missing");
	if (cpu && !strcasecmp(cpu, "all"))
		return wrong_usage("--cpu all is of pfmexport: c, go, rust, python, json, pcp, papi");
	return check_own_format(how->given.format);
}

int main(int argc, char **argv)
{
	static const struct option options[] = { SHARED_OPTIONS, LANGUAGE_OPTIONS, OS_OPTION, PLM_OPTION,
		{ "as", required_argument, NULL, 'a' }, { "group", required_argument, NULL, 'g' },
		{ "all-boxes", no_argument, NULL, 'B' }, { "all-cores", no_argument, NULL, 'C' },
		{ NULL, 0, NULL, 0 } };
	struct encoding how = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3, .counts = true },
		.form = &forms[0] };
	int option, status;
	bool good;

	tool_start("perf_encode");
	status = say_where_it_went(argc, argv, moved);
	while (status == GO_ON && (option = next_option(argc, argv, "h", options)) >= 0)
		status = take_option(option, &how);
	argc -= optind;
	argv += optind;
	if (status == GO_ON)
		status = check_request(&how, argc);
	if (status != GO_ON)
		return status;
	tool_lists_no_events();
	tool_open_for(&how.given, argc, argv);
	good = write_events(argc, argv, &how);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}
