/* evt2raw: event names to what perf(1) reads, and codes back to names. */
#define _GNU_SOURCE
#include "events/asked.h"
#include "events/boxes.h"
#include "tables/clean.h"
#include "events/cores.h"
#include "events/countable.h"
#include "events/decode.h"
#include "events/makers.h"
#include "common/explain.h"
#include "common/format.h"
#include "common/json.h"
#include "common/language.h"
#include "stat/constants.h"
#include "stat/plan.h"
#include "common/operands.h"
#include "forms/form_names.h"
#include "common/rules.h"
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
"  -h                 short help\n"
"      --help         this text\n"
"      --version      version\n"
"\n"
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

/* The members of a group, which is one for each kind of cores that has some. */
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
	/* --join: what perf's -e takes, a comma before whatever follows an event or a group; else NULL */
	FILE *joined;
	bool comma;
	struct braces braces;   /* the group that is being joined */
	const struct core *core; /* the kind of cores that the event is for, or NULL */
};

/* ---- names to codes ---- */

/* idx: of an event string, else -1. */
static void print_raw_json(const char *event, const char *raw, const char *string, const struct perf_event_attr *attr,
	int idx)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_requested(&first, event);
	json_text(&first, "raw", raw);
	json_text(&first, "event", string);
	json_hex(&first, "config", attr->config);
	json_hex(&first, "config1", attr->config1);
	json_hex(&first, "config2", attr->config2);
	json_makers_code(&first, event, idx);
	puts("}");
}

/* What --format may name. */
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
	struct member *more = realloc(braces->members, ((size_t)braces->count + 1) * sizeof *more);

	if (!more)
		return is_lacking(PFM_ERR_NOMEM) && false;
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

/* The members of one kind of cores, as a group. */
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

/* "skl::INST_RETIRED:ANY_P:u=1:k=1" -> "INST_RETIRED.ANY_P", as vendors write it. */
static void short_name(const char *string, char *name, size_t size)
{
	const char *colons = strstr(string, "::"), *at = colons ? colons + 2 : string;
	size_t length = 0;

	*name = '\0';
	while (*at && length < size) {
		int piece = (int)strcspn(at, ":");

		if (memchr(at, '=', (size_t)piece))
			break;
		length += (size_t)snprintf(name + length, size - length, "%s%.*s", length ? "." : "", piece, at);
		at += piece + (at[piece] == ':');
	}
}

/* What is there to print of an event. */
struct result {
	const char *requested, *device;
	char *string;           /* as event strings have it in full, or NULL */
	int idx;                /* identifier of the event, or -1 */
	const struct perf_event_attr *attr;
	const char *label;      /* what name= says, or NULL */
	unsigned int flags;     /* PFM_PERF_* */
};

/* In fields with names if that is asked for and can be; else as numbers. */
static bool write_event(const struct result *result, const struct settings *settings, char *text, size_t size)
{
	char name[256] = "";
	struct perf_words words = { .attr = result->attr, .device = result->device, .idx = result->idx,
		.name = result->label, .flags = result->flags, .how = PFM_WRITE_NAME };

	if (result->attr->type == PERF_TYPE_TRACEPOINT) {
		words.name = result->string;
		words.how = result->label ? PFM_WRITE_NAME : 0;
	} else if (!result->label && result->string && (settings->named || settings->terms)) {
		short_name(result->string, name, sizeof name);
		words.name = *name ? name : NULL;
		words.how = PFM_WRITE_CODE_NAME;
	}
	words.how |= settings->terms ? PFM_WRITE_FIELDS : 0;
	return perf_text(&words, text, size);
}

static bool say_perf_cannot(const char *event)
{
	complain("%s: perf has no way to say this event", event);
	return false;
}

static bool print_result(const struct result *result, const char *raw, struct settings *settings)
{
	const char *string = result->string ? result->string : "";
	const struct line line = { .requested = typed_name(result->requested),
		.raw = raw,
		.name = string,
		.config = result->attr->config,
		.config1 = result->attr->config1,
		.config2 = result->attr->config2 };

	if (settings->given.json)
		print_raw_json(result->requested, raw, result->string, result->attr,
			result->flags & PFM_PERF_STRING ? result->idx : -1);
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

static bool use_string(const char *event, struct settings *settings, const pfm_perf_encode_arg_t *arg)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	struct result result = { .requested = event, .string = *arg->fstr, .idx = arg->idx, .attr = arg->attr,
		.flags = PFM_PERF_STRING };
	pfm_pmu_t pmu = pmu_of(arg->idx);
	char raw[1024], device[64];

	pfm_get_pmu_details(pmu, &details);
	device_of_string(event, device, sizeof device);
	result.device = arg->idx < 0 ? device
				     : device_of_instance(&details, arg->idx, *arg->fstr, device, sizeof device);
	/* without a device perf counts such an event on all kinds of cores */
	if (put_on_core(settings->core, arg->idx, arg->attr))
		result.device = settings->core ? settings->core->device : result.device;
	else if (!settings->core)
		say_which_core(event, &settings->given);
	if (!write_event(&result, settings, raw, sizeof raw))
		return say_perf_cannot(event);
	say_makers_code(event, arg->idx);
	say_which_cpu(event, settings->given.cpu, arg->idx);
	say_if_uncountable(event, *arg->fstr);
	say_limits(event, arg->idx, result.device, arg->attr);
	if (!settings->asked.all_boxes)
		say_which_device(event, result.device, raw);
	if (!settings->asked.all_boxes)
		say_which_box(event, settings->given.pmu);
	else if (is_on_all_boxes(arg->idx))
		put_all_boxes(pmu, result.device, raw, sizeof raw);
	if (arg->cpu >= 0)
		complain("%s: cpu=%d is for the program that opens the event; with perf use -C %d", event, arg->cpu,
			arg->cpu);
	return print_result(&result, raw, settings);
}

/* Whether W, which only a group can have, stays with one. */
static bool keep_weak(const char *operand, struct settings *settings)
{
	settings->braces.weak = settings->braces.open;
	if (!settings->braces.open)
		complain("%s: W (weak) is a modifier of whole groups, and events are written one by one", operand);
	return settings->braces.open;
}

/* The length of a device's name without its number: "uncore_imc" of uncore_imc_5. */
static size_t length_without_number(const char *device)
{
	size_t length = strlen(device), end = length;

	while (length && isdigit((unsigned char)device[length - 1]))
		length--;
	return length < end && length > 1 && device[length - 1] == '_' ? length - 1 : end;
}

/* "uncore_imc_0/../" -> "uncore_imc/../", which is all of them for perf. */
static void drop_box_number(const char *device, char *text)
{
	size_t length = strlen(device);

	if (!strncmp(text, device, length) && text[length] == '/')
		memmove(text + length_without_number(device), text + length, strlen(text + length) + 1);
}

/* An event of perf's language, on one of its devices, or for perf on all of them, by their name without a number. */
static bool use_perfs(const char *operand, const pfm_perf_event_t *event, bool on_all, struct settings *settings)
{
	int idx;
	char raw[1024], *name = name_in_tables(event, operand, &settings->given, &idx);
	bool is_tracepoint = event->attr.type == PERF_TYPE_TRACEPOINT && !event->device[0];
	struct result result = { .requested = operand, .attr = &event->attr, .idx = event->idx, .device = event->device,
		.string = name, .label = label_of(event, operand), .flags = event->flags };
	bool good = !(event->flags & PFM_PERF_WEAK) || keep_weak(operand, settings);

	settings->core = core_of_device(event->device);
	if (is_tracepoint && !name)
		result.string = (char *)event->name;
	say_what_is_lost(operand, event->flags);
	say_limits(operand, event->idx, event->device, &event->attr);
	if (good && !write_event(&result, settings, raw, sizeof raw))
		good = say_perf_cannot(operand);
	if (good)
		say_which_device(operand, event->device, raw);
	if (on_all)
		drop_box_number(event->device, raw);
	result.string = name;
	good = good && print_result(&result, raw, settings);
	settings->core = NULL;
	free(name);
	return good;
}

/* Whether two are the same event on boxes of one kind. */
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
 * How many events from the first on are one that perf takes in one string, however many boxes the machine has: wanted
 * of a list for -e, where a group of all of them cannot be counted, and with --all-boxes. A pattern may mean some only.
 */
static int count_on_boxes(const char *operand, const pfm_perf_event_t *events, int count,
	const struct settings *settings)
{
	int same = 1;

	if ((!settings->joined && !settings->asked.all_boxes) ||
		operand[strcspn(operand, "*?[")])
		return 1;
	while (same < count && is_same_on_box(events, &events[same]))
		same++;
	return same;
}

/* Whether an operand can be read in perf's language; then it is printed, and *good says whether it could be. */
static bool translate_perfs(const char *operand, struct settings *settings, bool *good)
{
	pfm_perf_event_t *events;
	int count = read_perfs(operand, &settings->given, &events, NULL);

	*good = count > 0;
	if (*good)
		say_symbol(operand, &settings->given, events);
	for (int i = 0, same = 1; i < count && *good; i += same) {
		same = count_on_boxes(operand, &events[i], count - i, settings);
		*good = use_perfs(operand, &events[i], same > 1, settings);
	}
	free(events);
	return count > 0;
}

/* An event string, as it is to be encoded for the operand. */
static bool translate_as(const char *operand, const char *written, struct settings *settings)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string = NULL, *event = qualified(written, settings->given.pmu);
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &string, .size = sizeof arg };
	bool good;

	if (!event) {
		complain("%s: out of memory", operand);
		return false;
	}
	if (!pfm_get_perf_encoding_anywhere(event, settings->given.plm, settings->given.os, &arg))
		good = use_string(operand, settings, &arg);
	else if (!may_be_perfs(event, &settings->given) || !translate_perfs(operand, settings, &good))
		good = explain_failure(operand, event, &settings->given);
	free(string);
	free(event);
	return good;
}

struct on_cores {
	const char *operand;
	struct settings *settings;
};

static bool translate_on(const char *string, const struct core *core, void *data)
{
	struct on_cores *on = data;
	bool good;

	on->settings->core = core;
	good = translate_as(on->operand, string, on->settings);
	on->settings->core = NULL;
	return good;
}

static bool translate_string(const char *operand, struct settings *settings)
{
	if (!settings->asked.all_cores || !may_be_on_cores(operand, &settings->given))
		return translate_as(operand, operand, settings);
	return for_each_core(operand, &settings->given, true, translate_on, &(struct on_cores){ operand, settings });
}

static bool keep_first(const char *event, void *data)
{
	char **first = data;

	if (!*first)
		*first = strdup(event);
	return *first || (is_lacking(PFM_ERR_NOMEM) && false);
}

/* PMU*::EVENT: the event on any of the boxes, written for all of them. */
static bool translate_boxes(const char *operand, struct settings *settings)
{
	bool all = settings->asked.all_boxes, good;
	char *first = NULL;

	for_each_box(operand, keep_first, &first);
	settings->asked.all_boxes = true;
	good = first && translate_string(first, settings);
	settings->asked.all_boxes = all;
	free(first);
	return good;
}

static bool translate(const char *operand, void *data)
{
	struct settings *settings = data;
	bool good;

	if (means_all_boxes(operand))
		return translate_boxes(operand, settings);
	if (!is_perfs(operand, &settings->given))
		return translate_string(operand, settings);
	if (!translate_perfs(operand, settings, &good))
		good = explain_failure(operand, operand, &settings->given);
	return good;
}

/* With joined all is printed at the end, and nothing if an event is wrong: perf would count less than was asked for. */
static bool translate_all(int count, char **operands, bool joined, struct settings *settings)
{
	char *line = NULL;
	size_t size;
	bool good;

	if (!joined)
		return for_each_event(count, operands, &settings->given, translate, settings);
	settings->joined = open_memstream(&line, &size);
	if (!settings->joined)
		return is_lacking(PFM_ERR_NOMEM) && false;
	good = for_each_grouped_event(count, operands, &settings->given, translate, join_brace, settings);
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
	/* no table has it: it is written as it was given, which is perf's language */
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

/* All events, or nothing: a line that lacks one would be a wrong answer. */
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
	bool good = together_read(&together, count, operands, NULL, NULL) && together_ask(&together) &&
		print_groups(&together);

	together_free(&together);
	return good;
}

/* ---- options ---- */

enum { RAW, TERMS }; /* the forms, in their order */

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
		.asked.metrics.no_thresholds = true }; /* they are computed from other counts */
	int status = run(argc, argv, &settings);

	free_request(&settings.asked.metrics);
	return status;
}
