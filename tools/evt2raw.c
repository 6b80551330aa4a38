/* evt2raw: converts event names to perf(1)'s form, and codes to names. */
#define _GNU_SOURCE
#include "events/boxes.h"
#include "tables/clean.h"
#include "events/decode.h"
#include "events/vendor_code.h"
#include "common/explain.h"
#include "common/format.h"
#include "common/json.h"
#include "common/language.h"
#include "stat/constants.h"
#include "stat/plan.h"
#include "forms/form_names.h"
#include "forms/perf.h"
#include "common/rules.h"
#include "events/resolve.h"
#include "events/together.h"
#include "common/tool.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char screen[] =
"Usage: evt2raw [OPTION]... EVENT...\n"
"       evt2raw [OPTION]... --decode CODE...\n"
"Translates event strings into codes for perf, and codes into event strings.\n"
"\n"
"  perf stat -e $(evt2raw --join '{INST_RETIRED,LONGEST_LAT_CACHE:MISS}:u') ls\n"
"  perf stat -e $(evt2raw --metric ipc) ls\n"
"  evt2raw skx_unc_imc0::UNC_M_CAS_COUNT:RD    uncore_imc_0/config=0x304/\n"
"  evt2raw --cpu skl --decode r412e            which event is that?\n"
"  evt2raw --decode cpu/event=0xc0,umask=0x1/\n"
"\n"
"  --as FORM        raw (default) or terms: cpu/event=0xd1,umask=0x20,name=../\n"
"  -d, --decode     the operands are codes: rNNN, 0xNNN, cpu/event=..,umask=../\n"
"  -J, --join       one line for perf's -e, with commas and braces\n"
"  --name           have perf print names\n"
"  --together       one line, in groups that fit the counters\n"
"  --metric M       what counts metrics and formulas\n"
"  --all-boxes      on all boxes of a kind\n"
"  --cpu CPU        be on this machine: milan, spr, GenuineIntel-6-143, a MIDR\n"
"  --help           all options\n";

static const char whole[] =
"Usage: evt2raw [OPTION]... EVENT...\n"
"       evt2raw [OPTION]... --decode CODE...\n"
"Translates event strings into codes for perf, and codes into event strings.\n"
"EVENT: - reads events from standard input, @FILE from a file, one a line.\n"
"\n"
"Names to codes:\n"
"      --as FORM      one of\n"
"@forms\n"
"  -J, --join         one line for perf's -e, with commas and braces\n"
"      --name         have perf print names: cpu/config=0xc0,name=INST_RETIRED.ANY_P/\n"
"      --together     all events on one line, in groups that fit the counters:\n"
"                     {r1,r2},{r3}\n"
"      --metric M     what counts metrics (showevtinfo --metric) and formulas, in\n"
"                     groups by rounds\n"
"      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
"      --no-smt       with hyper-threading off (default: as on the machine, else on)\n"
"\n"
"Codes to names:\n"
"  -d, --decode       the operands are codes: rNNN, 0xNNN, NNN:NNN (two words), or\n"
"                     device/event=..,umask=..,config1=../\n"
"      --registers    codes are register words, as check_events prints them\n"
"      --every        list every event that fits, not only exact ones\n"
"\n"
"Which events:\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, milan, spr, 0x410fd0c1\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --all-boxes    on all boxes of a kind: uncore_imc/../ for uncore_imc_0/../\n"
"      --all-cores    on all core types: cpu_core/../ and cpu_atom/../\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h (default kuh)\n"
"      --perf         events are in perf's language: 'uncore_imc/cas_count_read/'\n"
"      --pfm          events are in libpfm4's language; without either both are read\n"
"\n"
"Output:\n"
"  -v, --verbose      print the full event string too\n"
"      --json         one JSON object a line\n"
"      --format TEXT  one line of your own: {requested} {raw} {name} {config}\n"
"                     {config1} {config2}; with -d {requested} {name} {exact} {left}\n"
"                     {left1} {left2}; numbers as {config:#x}\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"\n"
"@ends\n"
"Exit status: 0 all is well, 1 some events or codes were not understood, 2 wrong usage.\n"
"See pfmkit(7), pfm-event-strings(7), pfm-glossary(7).\n";

static const struct help help = { screen, whole, print_form_lines };

static const struct rule rules[] = {
	{ "constant", "metric", NULL, NULL },
	{ "metric", NULL, "=events together decode verbose json format", NULL },
	{ "join", NULL, "decode verbose json format", "it prints nothing but what perf reads" },
	{ "all-boxes", NULL, "together decode", NULL },
	{ "all-cores", NULL, "together decode", NULL },
	{ "together", NULL, "decode verbose join format", NULL },
	{ NULL, NULL, NULL, NULL } };

/* The members of a group, which is written once for each core type that has some of them. */
struct braces {
	struct member { char *text; int core; } *members;
	int count;
	bool open, weak;
};

struct settings {
	struct given given;
	bool decode, registers, all, verbose, named;
	bool terms;             /* --as terms */
	struct asked asked;
	/* for --join: list for perf's -e, with a comma after each event or group; NULL: not joined */
	FILE *joined;
	bool comma;
	struct braces braces;   /* the group being joined */
	const struct core *core; /* core type of the current event; NULL: none */
};

/* ---- names to codes ---- */

static void print_raw_json(const struct encoded *encoded, const char *raw)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_requested(&first, encoded->operand);
	json_text(&first, "raw", raw);
	json_text(&first, "event", encoded->string);
	json_hex(&first, "config", encoded->attr.config);
	json_hex(&first, "config1", encoded->attr.config1);
	json_hex(&first, "config2", encoded->attr.config2);
	json_vendors_code(&first, encoded->operand, encoded->perfs ? -1 : encoded->idx);
	puts("}");
}

/* The fields of --format. */
struct line {
	const char *requested, *raw, *name;
	uint64_t config, config1, config2;
};

static const struct field fields[] = { FIELD(struct line, TEXT_FIELD, requested), FIELD(struct line, TEXT_FIELD, raw),
	FIELD(struct line, TEXT_FIELD, name), FIELD(struct line, NUMBER_FIELD, config),
	FIELD(struct line, NUMBER_FIELD, config1), FIELD(struct line, NUMBER_FIELD, config2) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool add_member(const char *text, struct settings *settings)
{
	struct braces *braces = &settings->braces;
	struct member *more = with_room(braces->members, braces->count, NULL, sizeof *more);

	if (!more)
		return false;
	braces->members = more;
	more[braces->count].core = settings->core ? number_of_core(settings->core) : 0;
	more[braces->count].text = strdup(text);
	return more[braces->count++].text || (is_lacking(PFM_ERR_NOMEM) && false);
}

static bool join(const char *text, struct settings *settings)
{
	if (settings->braces.open)
		return add_member(text, settings);
	fprintf(settings->joined, "%s%s", settings->comma ? "," : "", text);
	settings->comma = true;
	return true;
}

/* Joins the members of one core type, as a group. */
static void join_group(const struct braces *braces, int core, struct settings *settings)
{
	int joined = 0;

	for (int i = 0; i < braces->count; i++)
		if (braces->members[i].core == core && braces->members[i].text)
			fprintf(settings->joined, "%s%s", joined++ ? "," : settings->comma ? ",{" : "{",
				braces->members[i].text);
	if (!joined)
		return;
	fputs(braces->weak ? "}:W" : "}", settings->joined);
	settings->comma = true;
}

static void join_brace(char brace, void *data)
{
	struct settings *settings = data;
	struct braces *braces = &settings->braces;
	int cores = count_cores();

	if (brace == '{') {
		braces->open = true;
		return;
	}
	for (int core = 0; core < (cores ? cores : 1); core++)
		join_group(braces, core, settings);
	while (braces->count)
		free(braces->members[--braces->count].text);
	free(braces->members);
	*braces = (struct braces){ .members = NULL };
}

static bool print_raw(const struct encoded *encoded, const char *raw, struct settings *settings)
{
	const char *string = encoded->string ? encoded->string : "";
	const struct line line = { .requested = typed_name(encoded->operand),
		.raw = raw,
		.name = string,
		.config = encoded->attr.config,
		.config1 = encoded->attr.config1,
		.config2 = encoded->attr.config2 };

	if (settings->given.json)
		print_raw_json(encoded, raw);
	else if (settings->given.format)
		print_formatted(settings->given.format, fields, FIELDS, &line);
	else if (settings->verbose)
		printf("%s\t%s\n", clean(raw), clean(string));
	else if (settings->joined)
		return join(clean(raw), settings);
	else
		puts(clean(raw));
	return true;
}

/* Returns the length of a device's name without its number: "uncore_imc" of uncore_imc_5. */
static size_t length_without_number(const char *device)
{
	size_t length = strlen(device), end = length;

	while (length && isdigit((unsigned char)device[length - 1]))
		length--;
	return length < end && length > 1 && device[length - 1] == '_' ? length - 1 : end;
}

/* Makes "uncore_imc_0/../" "uncore_imc/../", which is all of them for perf. */
static void drop_box_number(const char *device, char *text)
{
	size_t length = strlen(device);

	if (!strncmp(text, device, length) && text[length] == '/')
		memmove(text + length_without_number(device), text + length, strlen(text + length) + 1);
}

/* Returns whether two are the same event on boxes of one kind. */
static bool is_same_on_box(const pfm_perf_event_t *a, const pfm_perf_event_t *b)
{
	struct perf_event_attr attr = b->attr;
	size_t length = length_without_number(a->device);

	attr.type = a->attr.type;
	return a->number == b->number && a->flags == b->flags && length == length_without_number(b->device) &&
	       a->device[length] == '_' && !strncmp(a->device, b->device, length) &&
	       !memcmp(&attr, &a->attr, sizeof attr);
}

/*
 * Counts the events from the first on that perf takes in one string, however many boxes the machine has: wanted of a
 * list for -e, where a group of all of them cannot be counted, and with --all-boxes. A pattern may mean some only.
 */
static int count_on_boxes(struct encoded **events, int count, const struct settings *settings)
{
	const char *operand = events[0]->operand;
	int same = 1;

	if ((!settings->joined && !settings->asked.all_boxes) || !events[0]->perfs || operand[strcspn(operand, "*?[")])
		return 1;
	while (same < count && is_same_on_box(events[0]->perfs, events[same]->perfs))
		same++;
	return same;
}

/* Writes an event, for perf on all devices whose names differ in a number only if on_all. */
static bool translate_one(const struct encoded *encoded, bool on_all, struct settings *settings)
{
	const struct perf_style style = { .fields = settings->terms, .named = settings->named,
		.in_group = settings->braces.open, .is_on_all_boxes = settings->asked.all_boxes || encoded->is_box };
	char raw[1024];
	bool good;

	if (encoded->flags & PFM_PERF_WEAK)
		settings->braces.weak = settings->braces.open;
	if (!write_for_perf(encoded, style, raw, sizeof raw))
		return false;
	if (on_all)
		drop_box_number(encoded->perfs->device, raw);
	settings->core = encoded->perfs ? core_of_device(encoded->perfs->device) : encoded->core;
	good = print_raw(encoded, raw, settings);
	settings->core = NULL;
	return good;
}

/* Writes events, of boxes any one for all of them. */
static bool translate(struct encoded **events, int count, void *data)
{
	struct settings *settings = data;
	bool good = true;

	if (events[0]->is_box)
		return translate_one(events[0], false, settings);
	for (int i = 0, same; i < count; i += same) {
		same = count_on_boxes(events + i, count - i, settings);
		good &= translate_one(events[i], same > 1, settings);
	}
	return good;
}

/* Writes all, with joined at the end, and nothing if an event is wrong: perf would count less than was asked for. */
static bool translate_all(int count, char **operands, bool joined, struct settings *settings)
{
	const struct resolving how = { .given = &settings->given, .asked = &settings->asked, .is_of_all_cores = true,
		.use = translate, .mark = joined ? join_brace : NULL, .data = settings };
	char *line = NULL;
	size_t size;
	bool good;

	if (!joined)
		return resolve_all(count, operands, &how);
	settings->joined = open_memstream(&line, &size);
	if (!settings->joined)
		return is_lacking(PFM_ERR_NOMEM) && false;
	good = resolve_all(count, operands, &how);
	good &= close_text(settings->joined, &line);
	if (good && *line)
		puts(line);
	free(line);
	return good;
}

/* ---- --together ---- */

struct line_of_groups {
	struct together *together;
	FILE *stream;
	bool open;
};

static bool add_to_line(int event, bool first, void *data)
{
	struct line_of_groups *line = data;
	const struct given *given = line->together->given;
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string = NULL, raw[512] = "", device[64];
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &string, .size = sizeof arg };
	pfm_pmu_details_t details = { .size = sizeof details };
	struct perf_words words = { .attr = &attr, .flags = PFM_PERF_STRING };
	bool again, everywhere = together_is_everywhere(line->together, event, &again), good;

	if (everywhere && again)
		return true;
	good = !pfm_get_perf_encoding_anywhere(line->together->strings[event], given->plm, given->os, &arg);
	if (good) {
		pfm_get_pmu_details(pmu_of(arg.idx), &details);
		words.device = device_of_instance(&details, arg.idx, string, device, sizeof device);
		words.name = string;
		words.idx = arg.idx;
		good = perf_text(&words, raw, sizeof raw);
	}
	/* no table has it: write it as given, as it is in perf's language */
	if (good && together_name(line->together, event) != line->together->strings[event])
		good = snprintf(raw, sizeof raw, "%s", together_name(line->together, event)) < (int)sizeof raw;
	if (everywhere)
		put_all_boxes(pmu_of(arg.idx), words.device, raw, sizeof raw);
	if (good)
		fprintf(line->stream, "%s%s", first ? line->open ? "},{" : "{" : ",", raw);
	else
		complain("%s: perf has no way to say this event", line->together->operands[event]);
	line->open = true;
	free(string);
	return good;
}

static void print_line_json(const struct together *together, const char *raw)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "raw", raw);
	json_number(&first, "rounds", together->fit.rounds);
	json_text(&first, "message", *together->fit.message ? together->fit.message : NULL);
	puts("}");
}

/* Prints all events, or nothing: a line that lacks one would be a wrong answer. */
static bool print_groups(struct together *together)
{
	char *raw = NULL, verdict[sizeof together->fit.message + 32];
	size_t size;
	struct line_of_groups line = { .together = together, .stream = open_memstream(&raw, &size) };
	bool good;

	if (!line.stream) {
		complain("out of memory");
		return false;
	}
	good = together_for_each(together, add_to_line, &line);
	fputs(line.open ? "}" : "", line.stream);
	good &= close_text(line.stream, &raw);
	together_verdict(together, verdict, sizeof verdict);
	if (*verdict)
		complain("does not fit: %s", verdict);
	for (int i = 0; i < together->count; i++)
		good &= together->places[i].round >= 0;
	if (good && together->given->json)
		print_line_json(together, raw);
	else if (good)
		puts(clean(raw));
	free(raw);
	return good;
}

static bool translate_together(int count, char **operands, const struct settings *settings)
{
	struct together together = { .given = &settings->given, .no_smt = settings->asked.no_smt };
	bool good = together_read(&together, count, operands) && together_ask(&together) &&
		print_groups(&together);

	together_free(&together);
	return good;
}

/* ---- options ---- */

enum { RAW, TERMS }; /* in the order of forms.def */

static int run(int argc, char **argv, struct settings *settings)
{
	static const struct option options[] = { SHARED_OPTIONS, LANGUAGE_OPTIONS, PLM_OPTION,
		{ "all", no_argument, NULL, 'a' }, { "every", no_argument, NULL, 'a' },
		{ "as", required_argument, NULL, 'A' }, { "decode", no_argument, NULL, 'd' },
		{ "join", no_argument, NULL, 'J' }, { "name", no_argument, NULL, 'n' },
		{ "raw", no_argument, NULL, 'r' }, { "registers", no_argument, NULL, 'r' },
		{ "verbose", no_argument, NULL, 'v' }, ASKED_OPTIONS, { NULL, 0, NULL, 0 } };
	int option, status;
	bool good, joined = false;

	tool_start("evt2raw");
	while ((option = next_option(argc, argv, "dvhJ", options)) >= 0) {
		switch (option) {
		case 'A':
			status = find_form("evt2raw", optarg);
			if (status < 0)
				return WRONG_USAGE;
			settings->terms = settings->given.counts = status == TERMS;
			break;
		case 'd':
			settings->decode = true;
			break;
		case 'r':
			settings->registers = true;
			break;
		case 'a':
			settings->all = true;
			break;
		case 'J':
			joined = true;
			break;
		case 'n':
			settings->named = true;
			break;
		case 'v':
			settings->verbose = true;
			break;
		default:
			status = take_asked(option, &help, &settings->asked, &settings->given);
			if (status != GO_ON)
				return status;
		}
	}
	status = check_rules(rules, optind < argc ? "events" : "");
	if (status != GO_ON)
		return status;
	if (optind == argc && !settings->asked.metrics.text)
		return wrong_usage(settings->decode ? "a code is missing" : "an event is missing");
	status = settings->decode ? check_decoded_format(settings->given.format)
				 : check_format(settings->given.format, fields, FIELDS);
	if (status != GO_ON)
		return status;
	tool_lists_no_events();
	tool_open_for(&settings->given, argc - optind, argv + optind);
	status = check_constants(&settings->asked.metrics);
	if (status != GO_ON)
		return status;
	if (settings->asked.metrics.text)
		good = write_metrics_for_perf(&settings->asked.metrics, &settings->given);
	else if (settings->asked.together)
		good = translate_together(argc - optind, argv + optind, settings);
	else if (settings->decode)
		good = decode_codes(argc - optind, argv + optind,
			&(struct decoding){ &settings->given, settings->registers, settings->all });
	else
		good = translate_all(argc - optind, argv + optind, joined, settings);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}

int main(int argc, char **argv)
{
	struct settings settings = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3 | PFM_PLMH },
		.asked.metrics.no_thresholds = true }; /* thresholds need other counts */
	int status = run(argc, argv, &settings);

	free_request(&settings.asked.metrics);
	return status;
}
