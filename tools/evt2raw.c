/* evt2raw: event names to what perf(1) reads, and codes back to names. */
#define _GNU_SOURCE
#include "clean.h"
#include "explain.h"
#include "format.h"
#include "json.h"
#include "operands.h"
#include "perf_text.h"
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
"Usage: evt2raw [OPTION]... EVENT...\n"
"       evt2raw [OPTION]... --decode CODE...\n"
"Translates event strings into codes for perf, and codes into event strings.\n"
"EVENT: - reads events from standard input, @FILE from a file, one a line.\n"
"\n"
"  perf stat -e $(evt2raw --join '{INST_RETIRED,LONGEST_LAT_CACHE:MISS}:u') ls\n"
"  evt2raw skx_unc_imc0::UNC_M_CAS_COUNT:RD    uncore_imc_0/config=0x304/\n"
"  evt2raw --cpu skl --decode r412e            what is that event?\n"
"  evt2raw --decode cpu/event=0xc0,umask=0x1/\n"
"\n"
"  -d, --decode       the operands are codes: rNNN, 0xNNN, NNN:NNN (two words), or\n"
"                     device/config=..,config1=.., event=.., umask=../\n"
"  -J, --join         one line for perf's -e, with commas and braces\n"
"      --name         have perf print names: cpu/config=0xc0,name=INST_RETIRED.ANY_P/\n"
"      --raw          codes are register words, as check_events prints them\n"
"      --all          list every event that fits, not only exact ones\n"
"  -v, --verbose      print the full event string too\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h (default kuh)\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, spr, zen4, 0x410fd0c1\n"
"      --json         one JSON object a line\n"
"      --format TEXT  one line of your own: {requested} {raw} {name} {config}\n"
"                     {config1} {config2}; with -d {requested} {name} {exact} {left}\n"
"                     {left1} {left2}; numbers as {config:#x}\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"  -h, --help         this text\n"
"      --version      version\n"
"\n"
"Exit status: 0 all is well, 1 some events or codes were not understood, 2 wrong usage.\n";

struct settings {
	struct given given;
	bool decode, registers, all, verbose, named;
	FILE *joined;           /* --join: what perf's -e takes, a comma before whatever follows an event or a group; else NULL */
	bool comma;
};

/* ---- names to codes ---- */

static void print_json(const char *event, const char *raw, const char *string, const struct perf_event_attr *attr)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", event);
	json_text(&first, "raw", raw);
	json_text(&first, "event", string);
	json_hex(&first, "config", attr->config);
	json_hex(&first, "config1", attr->config1);
	json_hex(&first, "config2", attr->config2);
	puts("}");
}

/* What --format may name. */
struct line {
	const char *requested, *raw, *name;
	uint64_t config, config1, config2;
};

static const struct field fields[] = {
	FIELD(struct line, TEXT_FIELD, requested), FIELD(struct line, TEXT_FIELD, raw), FIELD(struct line, TEXT_FIELD, name),
	FIELD(struct line, NUMBER_FIELD, config), FIELD(struct line, NUMBER_FIELD, config1), FIELD(struct line, NUMBER_FIELD, config2) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void join(const char *text, struct settings *settings)
{
	fprintf(settings->joined, "%s%s", settings->comma ? "," : "", text);
	settings->comma = true;
}

static void join_brace(char brace, void *data)
{
	struct settings *settings = data;

	if (brace == '{')
		join("{", settings);
	else
		fputc(brace, settings->joined);
	settings->comma = brace == '}';
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

static bool print_result(const char *event, struct settings *settings, const struct perf_event_attr *attr, const pfm_perf_encode_arg_t *arg)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	const char *string = *arg->fstr ? *arg->fstr : "";
	char raw[768], name[256];
	const struct line line = { .requested = event, .raw = raw, .name = string, .config = attr->config, .config1 = attr->config1,
		.config2 = attr->config2 };

	pfm_get_pmu_details(pmu_of(arg->idx), &details);
	short_name(string, name, sizeof name);
	if (!perf_text(attr, details.device, string, settings->named ? name : NULL, raw, sizeof raw)) {
		complain("%s: perf has no way to say this event", event);
		return false;
	}
	if (arg->cpu >= 0)
		complain("%s: cpu=%d is for the program that opens the event; with perf use -C %d", event, arg->cpu, arg->cpu);
	if (settings->given.json)
		print_json(event, raw, *arg->fstr, attr);
	else if (settings->given.format)
		print_formatted(settings->given.format, fields, FIELDS, &line);
	else if (settings->verbose)
		printf("%s\t%s\n", clean(raw), clean(string));
	else if (settings->joined)
		join(clean(raw), settings);
	else
		puts(clean(raw));
	return true;
}

static bool translate(const char *operand, void *data)
{
	struct settings *settings = data;
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string = NULL, *event = qualified(operand, settings->given.pmu);
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &string, .size = sizeof arg };
	bool good;

	if (!event) {
		complain("%s: out of memory", operand);
		return false;
	}
	if (pfm_get_perf_encoding_anywhere(event, settings->given.plm, settings->given.os, &arg))
		good = explain_failure(operand, event, &settings->given);
	else
		good = print_result(operand, settings, &attr, &arg);
	free(string);
	free(event);
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
	if (fclose(settings->joined))
		good = is_lacking(PFM_ERR_NOMEM) && false;
	if (good && *line)
		puts(line);
	free(line);
	return good;
}

/* ---- codes to names ---- */

struct wanted {
	pfm_code_t code;
	uint64_t event;         /* of event=, whose place depends on the PMU */
	char device[64];        /* "": the core PMU */
	bool present;           /* only devices of this machine, or only those of others */
};

/* A number of 64 bits without a sign. */
static bool read_number(const char *text, int base, const char **end, uint64_t *value)
{
	char *after;

	errno = 0;
	*value = strtoull(text, &after, base);
	*end = after;
	return after != text && isalnum((unsigned char)*text) && !errno;
}

/* What the kernel calls the fields of the first two config words of core PMUs. */
static const struct { const char *name; int word, shift; uint64_t most; } term_fields[] = {
	{ "config", 0, 0, UINT64_MAX }, { "config1", 1, 0, UINT64_MAX }, { "config2", 2, 0, UINT64_MAX },
	{ "umask", 0, 8, 0xff }, { "cmask", 0, 24, 0xff }, { "edge", 0, 18, 1 }, { "inv", 0, 23, 1 }, { "any", 0, 21, 1 },
	{ "ldlat", 1, 0, 0xffff }, { "offcore_rsp", 1, 0, UINT64_MAX },
};

/* name=value of device/.../ */
static bool read_term(const char *term, struct wanted *wanted)
{
	size_t length = strcspn(term, "=");
	const char *end;
	uint64_t value;

	if (!term[length] || !read_number(term + length + 1, 0, &end, &value) || *end)
		return false;
	if (length == strlen("event") && !strncmp(term, "event", length)) {
		wanted->event = value;
		return true;
	}
	for (size_t i = 0; i < sizeof term_fields / sizeof term_fields[0]; i++) {
		if (strlen(term_fields[i].name) != length || strncmp(term, term_fields[i].name, length))
			continue;
		wanted->code.words[term_fields[i].word] |= value << term_fields[i].shift;
		return value <= term_fields[i].most;
	}
	return false;
}

/* perf's, of an event; none of them is in the code. */
static bool are_modifiers(const char *text)
{
	return !text[strspn(text, "ukhIGHpPSDWeb")];
}

/* event= in the word of a vendor's PMU: x86 has eight bits there, and AMD four more elsewhere. False: it does not fit. */
static bool place_event(uint64_t event, const char *vendor, uint64_t *word)
{
	bool is_amd = vendor && !strcmp(vendor, "AuthenticAMD"), is_intel = vendor && !strcmp(vendor, "GenuineIntel");

	*word |= is_amd ? (event & 0xf00) << 24 | (event & 0xff) : event;
	return event <= (is_amd ? 0xfff : is_intel ? 0xff : UINT64_MAX);
}

static bool read_device(char *text, char *slash, struct wanted *wanted)
{
	char *end = strchr(slash + 1, '/');
	bool good = true;

	if (!end || slash - text >= (int)sizeof wanted->device)
		return false;
	*slash = *end = '\0';
	if (strcmp(text, "cpu"))
		strcpy(wanted->device, text);
	for (char *term = strtok(slash + 1, ","); term; term = strtok(NULL, ","))
		good &= read_term(term, wanted);
	return good && are_modifiers(end + 1);
}

/* rNNN[:modifiers], 0xNNN, NNN:NNN:NNN or device/terms/modifiers. */
static bool read_code(const char *operand, struct wanted *wanted)
{
	char text[512];
	const char *at = text;
	char *slash;

	memset(wanted, 0, sizeof *wanted);
	wanted->code.size = sizeof wanted->code;
	wanted->code.count = 3;
	if (strlen(operand) >= sizeof text)
		return false;
	strcpy(text, operand);
	slash = strchr(text, '/');
	if (slash)
		return read_device(text, slash, wanted);
	if (*at == 'r')
		return read_number(at + 1, 16, &at, &wanted->code.words[0]) &&
		       (!*at || (*at == ':' && are_modifiers(at + 1)));
	for (int i = 0; i < 3; i++) {
		if (!read_number(at, 0, &at, &wanted->code.words[i]))
			return false;
		if (!*at)
			return true;
		if (*at++ != ':')
			return false;
	}
	return false;
}

static bool has_device(const pfm_pmu_details_t *details, const char *device)
{
	const char *at = details->device;
	size_t length = strlen(device);

	while (at && *at) {
		if (strcspn(at, ",") == length && !strncmp(at, device, length))
			return true;
		at += strcspn(at, ",");
		at += *at == ',';
	}
	return false;
}

/* The PMUs that a code may be one of: by --pmu, by device, else this machine's core PMUs. */
static bool is_candidate(const pfm_pmu_info_t *info, const struct settings *settings, const struct wanted *wanted)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	if (settings->given.pmu)
		return !fnmatch(settings->given.pmu, info->name, FNM_CASEFOLD);
	pfm_get_pmu_details(info->pmu, &details);
	if (details.is_deprecated)
		return false;
	if (wanted->device[0])
		return info->is_present == wanted->present && has_device(&details, wanted->device);
	return info->is_present && info->type == PFM_PMU_TYPE_CORE;
}

struct decoded_line {
	const char *requested, *name;
	uint64_t exact, left, left1, left2;
};

static const struct field decoded_fields[] = {
	FIELD(struct decoded_line, TEXT_FIELD, requested), FIELD(struct decoded_line, TEXT_FIELD, name), FIELD(struct decoded_line, NUMBER_FIELD, exact),
	FIELD(struct decoded_line, NUMBER_FIELD, left), FIELD(struct decoded_line, NUMBER_FIELD, left1),
	FIELD(struct decoded_line, NUMBER_FIELD, left2) };

enum { DECODED_FIELDS = sizeof decoded_fields / sizeof decoded_fields[0] };

static void print_decoded_json(const char *operand, const pfm_decoded_t *found)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", operand);
	json_text(&first, "event", found->string);
	json_bool(&first, "exact", found->exact);
	json_hex(&first, "left", found->left[0]);
	json_hex(&first, "left1", found->left[1]);
	json_hex(&first, "left2", found->left[2]);
	puts("}");
}

static void print_decoded(const char *operand, const pfm_decoded_t *found, const struct settings *settings)
{
	const struct decoded_line line = { .requested = operand, .name = found->string, .exact = (uint64_t)found->exact, .left = found->left[0],
		.left1 = found->left[1], .left2 = found->left[2] };

	if (settings->given.format)
		print_formatted(settings->given.format, decoded_fields, DECODED_FIELDS, &line);
	else if (settings->given.json)
		print_decoded_json(operand, found);
	else if (found->exact)
		puts(clean(found->string));
	else
		printf("%s\t(differs in 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 ")\n", clean(found->string), found->left[0], found->left[1], found->left[2]);
}

/* How many PMUs a code was looked up in, for how many of them event= has too many bits, and whether one has the code. */
struct lookup {
	int pmus, too_wide;
	bool found;
};

/* The code as a PMU has it; one of no vendor is that of this machine's CPU. False: event= does not fit there. */
static bool place_code(pfm_pmu_t pmu, const struct wanted *wanted, pfm_code_t *code)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_cpu_t cpu = { .size = sizeof cpu };

	pfm_get_pmu_details(pmu, &details);
	pfm_get_cpu(&cpu);
	*code = wanted->code;
	return place_event(wanted->event, details.vendor ? details.vendor : cpu.vendor, &code->words[0]);
}

static struct lookup look_up(const char *operand, const struct wanted *wanted, const struct settings *settings)
{
	static pfm_decoded_t found[32];
	pfm_pmu_info_t info = { .size = sizeof info };
	struct lookup lookup = { 0 };
	pfm_code_t code;
	pfm_pmu_t pmu;

	found[0].size = sizeof found[0];
	pfm_for_all_pmus(pmu) {
		int count;

		if (!next_pmu(pmu, &info) || !is_candidate(&info, settings, wanted))
			continue;
		lookup.pmus++;
		if (!place_code(pmu, wanted, &code)) {
			lookup.too_wide++;
			continue;
		}
		count = pfm_decode(pmu, &code, found, 32);
		is_lacking(count);
		for (int i = 0; i < count && (found[i].exact || settings->all || (!i && !lookup.found)); i++) {
			print_decoded(operand, &found[i], settings);
			lookup.found = true;
		}
		if (lookup.found && wanted->device[0] && !settings->given.pmu)
			break; /* other generations of the same device would only repeat it */
	}
	return lookup;
}

static bool decode(const char *operand, void *data)
{
	const struct settings *settings = data;
	struct wanted wanted;
	struct lookup lookup;

	if (!read_code(operand, &wanted))
		return refuse(operand, PFM_ERR_INVAL, "not a code; expected rNNN, 0xNNN, NNN:NNN or device/config=..,config1=../", &settings->given);
	wanted.code.os = settings->registers ? PFM_OS_NONE : PFM_OS_PERF_EVENT;
	wanted.present = true;
	lookup = look_up(operand, &wanted, settings);
	if (!lookup.pmus && wanted.device[0]) {
		wanted.present = false;
		lookup = look_up(operand, &wanted, settings);
	}
	if (!lookup.pmus)
		return refuse(operand, PFM_ERR_NOTSUPP, "this machine has no PMU for it; say which with --pmu or --cpu", &settings->given);
	if (lookup.too_wide == lookup.pmus)
		return refuse(operand, PFM_ERR_INVAL, "event= has more bits than the PMU's codes", &settings->given);
	if (!lookup.found)
		return refuse(operand, PFM_ERR_NOTFOUND, "no event has this code", &settings->given);
	return true;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		SHARED_OPTIONS, PLM_OPTION, { "decode", no_argument, NULL, 'd' }, { "raw", no_argument, NULL, 'r' }, { "all", no_argument, NULL, 'a' },
		{ "verbose", no_argument, NULL, 'v' }, { "join", no_argument, NULL, 'J' }, { "name", no_argument, NULL, 'n' }, { NULL, 0, NULL, 0 } };
	struct settings settings = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3 | PFM_PLMH } };
	int option, status;
	bool good, joined = false;

	tool_start("evt2raw");
	while ((option = next_option(argc, argv, "dvhJ", options)) >= 0) {
		switch (option) {
		case 'd':
			settings.decode = true;
			break;
		case 'r':
			settings.registers = true;
			break;
		case 'a':
			settings.all = true;
			break;
		case 'J':
			joined = true;
			break;
		case 'n':
			settings.named = true;
			break;
		case 'v':
			settings.verbose = true;
			break;
		default:
			status = take_shared(option, help, &settings.given);
			if (status != GO_ON)
				return status;
		}
	}
	if (optind == argc)
		return wrong_usage("an event is missing");
	if (joined && (settings.decode || settings.verbose || settings.given.json || settings.given.format))
		return wrong_usage("--join prints nothing but what perf reads: not with -d, -v, --json or --format");
	status = settings.decode ? check_format(settings.given.format, decoded_fields, DECODED_FIELDS) : check_format(settings.given.format, fields, FIELDS);
	if (status != GO_ON)
		return status;
	tool_open(settings.given.cpu);
	if (settings.decode)
		good = for_each_code(argc - optind, argv + optind, &settings.given, decode, &settings);
	else
		good = translate_all(argc - optind, argv + optind, joined, &settings);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}
