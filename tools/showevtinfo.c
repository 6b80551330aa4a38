/* showevtinfo: which PMUs, events, unit masks and modifiers there are, and what they count. */
#include "showevtinfo.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/complete.h"

#include <sys/ioctl.h>
#include <unistd.h>

static const char help[] =
"Usage: showevtinfo [OPTION]... [WORD...]\n"
"Lists this machine's events with WORD, a regular expression, in PMU::EVENT;\n"
"if there are none, those that mention WORD.\n"
"\n"
"  showevtinfo -L l3      -S last-level miss      --cpu spr -L LATENCY\n"
"\n"
"  -L, --list        a line for each unit mask; -E, --encode: codes in front;\n"
"                    -D, --desc: descriptions behind; -N, --names: events only\n"
"  -S, --search      operands are words: search names and descriptions\n"
"      --host        where am I, what counts here; --pmus: PMUs; --groups: groups\n"
"      --metrics     metrics with WORD, one alone in full; --metric-groups\n"
"      --html        a page for browsers with all of this in it, > events.html\n"
"      --pmu NAME    only this PMU or pattern; --type core, uncore, os or device\n"
"      --all-boxes   each uncore box, not one of each kind; --diff A B: PMU, CPU\n"
"      --cpu CPU     be on this machine: spr, milan, GenuineIntel-6-143 or a MIDR\n"
"  -F, --flag FLAG   precise, default, speculative, hw_smpl, alias or deprecated\n"
"  -M, --combos      all sets of unit masks; -l, --limit N: of up to N (18)\n"
"  -s, --sort[=MASK] all machines by event code; -m MASK: these of its bits (hex)\n"
"  -x, --separator S not tabs; -O, --os LAYER: none (default), perf, perf_ext\n"
"  -j, --json        an object a line; --csv, --as perf-list, data, --deprecated\n"
"      --format TEXT lines: {pmu} {name} {event} {umask} {code} {ucode} {idx}\n"
"                    {desc} {udesc}; --banner: PMUs first, as libpfm4 prints them\n"
"      --no-color, --no-pager, --line-buffered, -h, --help, --version\n"
"Exit status: 0 found, 1 something not found, 2 wrong usage. See pfm-glossary(7).\n";

static int take_flag(const char *word)
{
	static const struct { const char *name; unsigned int flag;
	} flags[] = { { "precise", FLAG_PRECISE }, { "pebs", FLAG_PRECISE }, { "default", FLAG_DEFAULT },
		{ "dfl", FLAG_DEFAULT }, { "speculative", FLAG_SPECULATIVE }, { "hw_smpl", FLAG_HW_SMPL },
		{ "alias", FLAG_ALIAS }, { "deprecated", FLAG_DEPRECATED } };

	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (!strcasecmp(flags[i].name, word)) {
			settings.flags |= flags[i].flag;
			return GO_ON;
		}
	return wrong_usage("unknown flag %s, choose from: precise, default, speculative, hw_smpl, alias, deprecated",
		word);
}

static int take_flags(char *list)
{
	int status = GO_ON;

	for (char *word = strtok(list, ","); word && status == GO_ON; word = strtok(NULL, ","))
		status = take_flag(word);
	return status;
}

static int take_type(const char *type)
{
	settings.type = type;
	if (strcmp(type, "core") && strcmp(type, "uncore") && strcmp(type, "os") && strcmp(type, "device"))
		return wrong_usage("unknown type %s, choose from: core, uncore, os, device", type);
	return GO_ON;
}

enum { MAX_COMBINED = 63 }; /* unit masks whose combinations have a number of 64 bits */

static int take_limit(const char *text)
{
	char *end;
	long limit = strtol(text, &end, 10);

	if (end == text || *end || limit < 1 || limit > MAX_COMBINED)
		return wrong_usage("%s: not a limit for unit masks, 1 to %d", text, MAX_COMBINED);
	settings.limit = (unsigned int)limit;
	return GO_ON;
}

static int take_sort_mask(const char *text)
{
	char *end;

	errno = 0;
	settings.sort_mask = strtoull(text, &end, 16);
	if (end == text || *end || errno || *text == '-')
		return wrong_usage("%s: not a mask, which is a hexadecimal number of 64 bits", text);
	if (!settings.sort_mask)
		settings.sort_mask = UINT64_MAX;
	return GO_ON;
}

static int take_form(const char *form)
{
	settings.form = !strcmp(form, "perf-list") ? PERF_LIST : !strcmp(form, "data") ? DATA : OWN_FORMS;
	return settings.form ? GO_ON : wrong_usage("unknown form %s, choose from: perf-list, data", form);
}

enum { OPTION_METRICS = 512, OPTION_METRIC_GROUPS, OPTION_AS, OPTION_DEPRECATED };

static int take_option(int option)
{
	switch (option) {
	case 'L':
		settings.compact = true;
		break;
	case 'E':
		settings.compact = settings.encode = true;
		break;
	case 'D':
		settings.compact = settings.describe = true;
		break;
	case 'N':
		settings.names = true;
		break;
	case 'S':
		settings.search = true;
		break;
	case 's':
		settings.sort = true;
		break;
	case 'o': /* --sort, which may have the mask with it */
		settings.sort = true;
		return optarg ? take_sort_mask(optarg) : GO_ON;
	case 'm':
		return take_sort_mask(optarg);
	case 't':
		return take_type(optarg);
	case 'F':
		return take_flags(optarg);
	case 'M':
		settings.combinations = true;
		break;
	case 'l':
		return take_limit(optarg);
	case 'x':
		settings.separator = optarg;
		break;
	case 'P':
		settings.mode = PMUS;
		break;
	case 'g':
		settings.mode = GROUPS;
		break;
	case OPTION_METRICS:
		settings.mode = METRICS;
		break;
	case OPTION_METRIC_GROUPS:
		settings.mode = METRIC_GROUPS;
		break;
	case 'c':
		settings.csv = true;
		break;
	case 'd':
		settings.mode = DIFFERENCES;
		break;
	case 'H':
		settings.mode = HOST;
		break;
	case 'W': /* for pfmkit-capture, not for people: not in the help */
		settings.mode = ANSWERS;
		break;
	case 'w':
		settings.mode = PAGE;
		break;
	case 'K': /* for shells, not for people: not in the help */
		settings.mode = COMPLETION;
		settings.beginning = optarg;
		break;
	case OPTION_AS:
		return take_form(optarg);
	case OPTION_DEPRECATED:
		settings.deprecated = true;
		break;
	case 'b':
		settings.banner = true;
		break;
	case 'A':
		settings.all_boxes = true;
		break;
	case 'C':
		settings.color = false;
		break;
	case 'G':
		settings.pager = false;
		break;
	default:
		return take_shared(option, help, &settings.given);
	}
	return GO_ON;
}

static bool overview; /* asks_nothing(), before a pager stands in for the terminal */

/* Whether a person has asked for nothing: all events would be thousands of lines. */
static bool asks_nothing(int count)
{
	return !count && is_terminal() && !settings.compact && !settings.given.json && !settings.csv &&
		!settings.given.format && !settings.given.pmu && !settings.names && !settings.form &&
		!settings.banner && !settings.type && !settings.flags && !settings.sort && !settings.combinations &&
		!settings.all_boxes;
}

/* Whether the name of a PMU ends so: then the operand is searched in names as it is. */
static bool ends_a_pmu(const char *name, size_t length)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && strlen(info.name) >= length &&
			!strncasecmp(info.name + strlen(info.name) - length, name, length))
			return true;
	return false;
}

/* Whether the library takes the string on this machine, too: a name of the kernel's, or an event of a CPU's boxes. */
static bool encodes_here(const char *string)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	return !pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
}

/* "telum2" of "telum2::CPU_CYCLES", which is no PMU; to be freed. NULL: there is no such name, or no memory. */
static char *cpu_of_operand(const char *operand)
{
	const char *colons = strstr(operand, "::");
	size_t length = colons ? (size_t)(colons - operand) : 0;

	return length && !encodes_here(operand) && strcspn(operand, "*?[](){}|\\+^$/") >= length &&
		!ends_a_pmu(operand, length) ? strndup(operand, length) : NULL;
}

/* Behind a CPU's name an operand is looked for on that machine, which it stays until another one is asked for. */
static bool show_where_meant(const char *operand)
{
	static char *on; /* NULL: this machine */
	bool is_free = !settings.given.pmu && (!settings.given.cpu || settings.given.cpu == on);
	char *cpu = is_free ? cpu_of_operand(operand) : NULL;
	const char *rest = cpu ? operand + strlen(cpu) + 2 : operand;

	if (is_free && (cpu || on)) {
		if (!tool_reopen(cpu)) {
			free(cpu);
			cpu = NULL;
			rest = operand;
		}
		settings.given.cpu = cpu;
		free(on);
		on = cpu;
	}
	return show_operand(*rest ? rest : ".");
}

static bool show_events(int count, char **operands)
{
	static char everything[] = ".*";
	bool good = true;

	if (settings.form == DATA)
		return print_data();
	if (overview) {
		print_overview();
		return true;
	}
	if (settings.csv)
		print_csv_header();
	/* libpfm4 starts its full listing so; after a question nobody wants to read the list of all PMUs first */
	if (settings.banner || (!count && !settings.compact && !settings.given.json && !settings.csv &&
				!settings.given.format && !settings.given.pmu && !settings.names && !settings.form))
		print_banner(settings.banner);
	if (settings.search)
		good = search_words(operands, count, false);
	else if (!count)
		good = show_operand(everything);
	for (int i = 0; i < count && !settings.search; i++)
		good &= show_where_meant(operands[i]);
	if (settings.form == PERF_LIST)
		print_perf_list(!count && !settings.given.pmu && !settings.type);
	return good;
}

static bool show(int count, char **operands, bool all_cpus)
{
	if (settings.mode == COMPLETION)
		return complete(settings.beginning, settings.given.pmu);
	if (!pmu_exists())
		return false;
	switch (settings.mode) {
	case PMUS:
		return print_pmus(count, operands);
	case GROUPS:
		return print_groups(count, operands);
	case METRICS:
		return print_metrics(count, operands);
	case METRIC_GROUPS:
		return print_metric_groups(count, operands);
	case DIFFERENCES:
		return print_differences(count, operands);
	case HOST:
		return print_host();
	case ANSWERS:
		return print_answers();
	case PAGE:
		return print_page(all_cpus);
	default:
		return show_events(count, operands);
	}
}

/* What goes with --html, and what with nothing else. GO_ON, or the status to end with. */
static int check_page(int count, char **operands, bool all_cpus)
{
	if (settings.mode != PAGE)
		return all_cpus
			? wrong_usage("--cpu all goes with --html only; without --cpu, PMU::WORD looks at all PMUs")
			: GO_ON;
	if (count)
		return wrong_usage("%s: a page has all events; --cpu says on which machine it starts", operands[0]);
	if (settings.given.pmu || settings.type)
		return wrong_usage("a page has all PMUs; --cpu says on which machine it starts");
	if (settings.given.json || settings.csv || settings.given.format)
		return wrong_usage("--html is a form of its own, beside --json, --csv and --format");
	if (is_terminal())
		return wrong_usage("--html is for a browser, not for a terminal: showevtinfo --html > events.html");
	return GO_ON;
}

/* --as and --deprecated. GO_ON, or the status to end with. */
static int check_form(int operands)
{
	if (settings.form == DATA && (operands || settings.flags || settings.search))
		return wrong_usage("--as data has all events; --pmu says of which PMUs");
	if (settings.deprecated && settings.form != PERF_LIST)
		return wrong_usage("--deprecated goes with --as perf-list; -F deprecated lists what is deprecated");
	if (settings.form && (settings.mode != EVENTS || settings.given.json || settings.csv ||
			      settings.given.format || settings.compact || settings.names || settings.combinations ||
			      settings.sort))
		return wrong_usage("--as is a form of its own, for events, beside --json, --csv, --format and lists");
	return GO_ON;
}

static bool shows_metrics(void)
{
	return settings.mode == METRICS || settings.mode == METRIC_GROUPS;
}

/* A page in a browser has no terminal. */
static long columns_as_told(void)
{
#ifdef TIOCGWINSZ
	struct winsize size = { .ws_col = 0 };

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return size.ws_col;
#endif
	return 0;
}

/* COLUMNS, or what the terminal says. */
static int columns_of_terminal(void)
{
	const char *told = getenv("COLUMNS");
	long columns = told ? strtol(told, NULL, 10) : 0;

	if (!is_terminal())
		return 0;
	if (columns < 1)
		columns = columns_as_told();
	return columns > 0 && columns < INT_MAX ? (int)columns : 0;
}

int main(int argc, char **argv)
{
	static const struct option options[] = { SHARED_OPTIONS, OS_OPTION, { "list", no_argument, NULL, 'L' },
		{ "encode", no_argument, NULL, 'E' }, { "desc", no_argument, NULL, 'D' },
		{ "names", no_argument, NULL, 'N' }, { "search", no_argument, NULL, 'S' },
		{ "type", required_argument, NULL, 't' }, { "flag", required_argument, NULL, 'F' },
		{ "combos", no_argument, NULL, 'M' }, { "limit", required_argument, NULL, 'l' },
		{ "sort", optional_argument, NULL, 'o' }, { "separator", required_argument, NULL, 'x' },
		{ "pmus", no_argument, NULL, 'P' }, { "groups", no_argument, NULL, 'g' },
		{ "metrics", no_argument, NULL, OPTION_METRICS },
		{ "metric-groups", no_argument, NULL, OPTION_METRIC_GROUPS },
		{ "as", required_argument, NULL, OPTION_AS }, { "deprecated", no_argument, NULL, OPTION_DEPRECATED },
		{ "banner", no_argument, NULL, 'b' }, { "diff", no_argument, NULL, 'd' },
		{ "csv", no_argument, NULL, 'c' }, { "all-boxes", no_argument, NULL, 'A' },
		{ "complete", required_argument, NULL, 'K' }, { "host", no_argument, NULL, 'H' },
		{ "ask-kernel", no_argument, NULL, 'W' }, { "html", no_argument, NULL, 'w' },
		{ "no-color", no_argument, NULL, 'C' }, { "no-pager", no_argument, NULL, 'G' }, { NULL, 0, NULL, 0 } };
	const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
	int option, status;
	FILE *pipe;
	bool good, all_cpus;

	tool_start("showevtinfo");
	settings.columns = columns_of_terminal();
	settings.color = is_terminal() && !(no_color && *no_color) && kind && strcmp(kind, "dumb");
	while ((option = next_option(argc, argv, "hELsm:MNl:F:x:DO:jS", options)) >= 0) {
		status = take_option(option);
		if (status != GO_ON)
			return status;
	}
	if (settings.search && optind == argc)
		return wrong_usage("what to search for?");
	/* what words find are lines, best first, each with what it counts; a block is for one event that is named */
	if (settings.search && settings.mode == EVENTS && !settings.names && !settings.given.json && !settings.csv &&
		!settings.given.format && !settings.combinations && !settings.form && !settings.compact)
		settings.compact = settings.describe = true;
	if (settings.mode == HOST && optind < argc)
		return wrong_usage("--host takes no events");
	if (settings.csv && (settings.mode == HOST || settings.mode == PMUS || settings.mode == GROUPS ||
			     settings.given.json || settings.given.format))
		return wrong_usage("--csv is for events, metrics and --diff, and does not go with --json or --format");
	if (settings.flags && settings.mode != EVENTS)
		return wrong_usage("-F is for lists of events, and for -S");
	if (settings.mode == DIFFERENCES && argc - optind < 2)
		return wrong_usage("--diff needs the names of two PMUs or CPUs");
	all_cpus = settings.given.cpu && !strcasecmp(settings.given.cpu, "all");
	status = check_page(argc - optind, argv + optind, all_cpus);
	if (status != GO_ON)
		return status;
	status = check_form(argc - optind);
	if (status != GO_ON)
		return status;
	status = shows_metrics() ? check_metric_format() : check_line_format();
	if (status != GO_ON)
		return status;
	if (shows_metrics())
		tool_lists_no_events();
	if (all_cpus)
		tool_open(NULL);
	else
		tool_open_given(&settings.given);
	overview = asks_nothing(argc - optind);
	pipe = settings.mode == PAGE ? NULL : start_pager();
	good = show(argc - optind, argv + optind, all_cpus);
	stop_pager(pipe);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}
