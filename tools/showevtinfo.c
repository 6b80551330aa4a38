/* showevtinfo: lists PMUs, events, unit masks and modifiers, and what they count. */
#include "showevtinfo.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/complete.h"
#include "common/rules.h"

#include <sys/ioctl.h>
#include <unistd.h>

static const char screen[] =
"Usage: showevtinfo [OPTION]... [WORD...]\n"
"Lists this machine's events with WORD, a regular expression, in PMU::EVENT.\n"
"\n"
"  showevtinfo -L l3                           a line for each unit mask\n"
"  showevtinfo -S last-level miss              search names and descriptions\n"
"  showevtinfo --cpu spr -L LATENCY\n"
"  showevtinfo --metric ipc                    what it is, and what counts it\n"
"  showevtinfo --host                          where am I, what counts here\n"
"\n"
"  -L, --list       a line for each unit mask; -E: with codes; -D: described\n"
"  -S, --search     operands are words of a question\n"
"  -N, --names      names of events only\n"
"  --metric         metrics with WORD; --group: groups of events; --pmus: PMUs\n"
"  --cpu CPU        be on this machine: milan, spr, GenuineIntel-6-143, a MIDR\n"
"  --pmu NAME       only this PMU or pattern; --type core, uncore, os or device\n"
"  --diff A B       what two PMUs or CPUs differ in\n"
"  -j, --json       an object a line; --csv: comma-separated values\n"
"  --help           all options\n";

static const char whole[] =
"Usage: showevtinfo [OPTION]... [WORD...]\n"
"Lists this machine's events with WORD, a regular expression, in PMU::EVENT;\n"
"if there are none, those that mention WORD.\n"
"\n"
"What is listed:\n"
"  -S, --search       operands are words: search names and descriptions\n"
"      --host         where am I, and what counts here\n"
"      --pmus         PMUs\n"
"      --group        groups of events\n"
"      --metric       metrics with WORD, one alone in full\n"
"      --metric-groups  groups of metrics\n"
"      --diff A B     what two PMUs or CPUs differ in\n"
"\n"
"Which of them:\n"
"      --cpu CPU      be on this machine: spr, milan, GenuineIntel-6-143 or a MIDR\n"
"      --pmu NAME     only this PMU or pattern\n"
"      --type TYPE    only PMUs of this type: core, uncore, os, device\n"
"      --all-boxes    each uncore box, not one of each kind\n"
"  -F, --flag FLAG    precise, default, speculative, hw_smpl, alias or deprecated\n"
"\n"
"How events are listed:\n"
"  -L, --list         a line for each unit mask\n"
"  -E, --encode       the same with codes in front\n"
"  -D, --desc         the same with descriptions behind\n"
"  -N, --names        events only\n"
"  -M, --combos       all sets of unit masks\n"
"  -l, --limit N      of up to N unit masks (18)\n"
"  -s, --sort[=MASK]  all machines by event code\n"
"  -m MASK            by these of its bits (hexadecimal)\n"
"  -x, --separator S  not tabs\n"
"  -O, --os LAYER     none (default), perf, perf_ext\n"
"\n"
"Output:\n"
"  -j, --json         an object a line\n"
"      --csv          comma-separated values\n"
"      --format TEXT  lines: {pmu} {name} {event} {umask} {code} {ucode} {idx}\n"
"                     {desc} {udesc}\n"
"      --banner       PMUs first, as libpfm4 prints them\n"
"      --no-color     no bold letters\n"
"      --no-pager     not through a pager\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"\n"
"@ends\n"
"Exit status: 0 found, 1 something not found, 2 wrong usage. pfmexport writes lists\n"
"for other programs. See pfmkit(7), pfm-glossary(7).\n";

static const struct help help = { screen, whole, NULL };

static const struct rule rules[] = {
	{ "search", "=words", NULL, NULL },
	{ "host", NULL, "=words", NULL },
	{ "csv", NULL, "host pmus group json format", NULL },
	{ "flag", NULL, "host pmus group metric metric-groups diff", NULL },
	{ NULL, NULL, NULL, NULL } };

/* Options that this command once had, with their replacements. */
static const struct moved moved[] = {
	{ "as", "pfmexport perf-list, pfmexport data" }, { "deprecated", "pfmexport perf-list --deprecated" },
	{ "html", "pfmexport html" }, { NULL, NULL } };

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

enum { MAX_COMBINED = 63 }; /* greatest number of unit masks whose combinations are counted in 64 bits */

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

enum { OPTION_METRICS = 512, OPTION_METRIC_GROUPS };

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
	case 'o': /* --sort, which may be followed by the mask */
		settings.sort = true;
		return optarg ? take_sort_mask(optarg) : GO_ON;
	case 'm':
		return take_sort_mask(optarg);
	case 't':
		settings.type = optarg;
		return check_type(optarg);
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
	case 'W': /* for pfmkit-capture only, so it is not in the help */
		settings.mode = ANSWERS;
		break;
	case 'K': /* for shells only, so it is not in the help */
		settings.mode = COMPLETION;
		settings.beginning = optarg;
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
		return take_shared(option, &help, &settings.given);
	}
	return GO_ON;
}

static bool overview; /* result of asks_nothing(), saved before a pager replaces the terminal */

/* Returns whether a person has asked for nothing: all events would be thousands of lines. */
static bool asks_nothing(int count)
{
	return !count && is_terminal() && !settings.compact && !settings.given.json && !settings.csv &&
		!settings.given.format && !settings.given.pmu && !settings.names &&
		!settings.banner && !settings.type && !settings.flags && !settings.sort && !settings.combinations &&
		!settings.all_boxes;
}

static bool show_events(int count, char **operands)
{
	static char everything[] = ".*";
	bool good = true;

	if (overview) {
		print_overview();
		return true;
	}
	if (settings.csv)
		print_csv_header();
	/* like libpfm4, the full listing starts with all PMUs, which would distract from the answer to a question */
	if (settings.banner || (!count && !settings.compact && !settings.given.json && !settings.csv &&
				!settings.given.format && !settings.given.pmu && !settings.names))
		print_banner(settings.banner);
	if (settings.search)
		good = search_words(operands, count, false);
	else if (!count)
		good = show_operand(everything);
	for (int i = 0; i < count && !settings.search; i++)
		good &= show_where_meant(operands[i]);
	return good;
}

static bool show(int count, char **operands)
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
	default:
		return show_events(count, operands);
	}
}

static bool shows_metrics(void)
{
	return settings.mode == METRICS || settings.mode == METRIC_GROUPS;
}

/* Returns the columns of the terminal; 0: it has none, as a page in a browser. */
static long columns_as_told(void)
{
#ifdef TIOCGWINSZ
	struct winsize size = { .ws_col = 0 };

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return size.ws_col;
#endif
	return 0;
}

/* Returns COLUMNS, or what the terminal says; 0: standard output is no terminal. */
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
		{ "pmus", no_argument, NULL, 'P' }, { "group", no_argument, NULL, 'g' },
		{ "groups", no_argument, NULL, 'g' }, { "metric", no_argument, NULL, OPTION_METRICS },
		{ "metrics", no_argument, NULL, OPTION_METRICS },
		{ "metric-groups", no_argument, NULL, OPTION_METRIC_GROUPS },
		{ "banner", no_argument, NULL, 'b' }, { "diff", no_argument, NULL, 'd' },
		{ "csv", no_argument, NULL, 'c' }, { "all-boxes", no_argument, NULL, 'A' },
		{ "complete", required_argument, NULL, 'K' }, { "host", no_argument, NULL, 'H' },
		{ "ask-kernel", no_argument, NULL, 'W' },
		{ "no-color", no_argument, NULL, 'C' }, { "no-pager", no_argument, NULL, 'G' }, { NULL, 0, NULL, 0 } };
	const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
	int option, status;
	FILE *pipe;
	bool good;

	tool_start("showevtinfo");
	status = say_where_it_went(argc, argv, moved);
	if (status != GO_ON)
		return status;
	settings.columns = columns_of_terminal();
	settings.color = is_terminal() && !(no_color && *no_color) && kind && strcmp(kind, "dumb");
	while ((option = next_option(argc, argv, "hELsm:MNl:F:x:DO:jS", options)) >= 0) {
		status = take_option(option);
		if (status != GO_ON)
			return status;
	}
	/* words find many events, shown as lines, the best first; a single event that is named is a block */
	if (settings.search && settings.mode == EVENTS && !settings.names && !settings.given.json && !settings.csv &&
		!settings.given.format && !settings.combinations && !settings.compact)
		settings.compact = settings.describe = true;
	status = check_rules(rules, optind < argc ? "words" : "");
	if (status != GO_ON)
		return status;
	if (settings.mode == DIFFERENCES && argc - optind < 2)
		return wrong_usage("--diff needs the names of two PMUs or CPUs");
	if (settings.given.cpu && !strcasecmp(settings.given.cpu, "all"))
		return wrong_usage("--cpu all is of pfmexport; without --cpu, PMU::WORD looks at all PMUs");
	status = shows_metrics() ? check_metric_format() : check_line_format();
	if (status != GO_ON)
		return status;
	if (shows_metrics())
		tool_lists_no_events();
	tool_open_given(&settings.given);
	overview = asks_nothing(argc - optind);
	pipe = start_pager();
	good = show(argc - optind, argv + optind);
	stop_pager(pipe);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}
