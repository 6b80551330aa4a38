/* perf_encode: what a program must hand to perf_event_open(2) for an event, and whether the kernel takes it. */
#define _GNU_SOURCE
#include "boxes.h"
#include "all_cpus.h"
#include "../src/tables/clean.h"
#include "counting/cpus.h"
#include "cores.h"
#include "makers.h"
#include "metrics_open.h"
#include "metrics_plan.h"
#include "explain.h"
#include "format.h"
#include "groups.h"
#include "json.h"
#include "language.h"
#include "operands.h"
#include "refusal.h"
#include "together.h"
#include "tool.h"

#include <errno.h>
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
"                     -e), raw (the config words)\n"
"      --json         the same as --as json: one JSON object a line\n"
"      --format TEXT  one line of your own: {requested} {name} {type} {config}\n"
"                     {config1} {config2} {idx}; numbers as {config:#x}\n"
"      --os LAYER     perf_ext (default) or perf\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h (default ku)\n"
"      --perf, --pfm  events are in perf's language, or in libpfm4's; without either,\n"
"                     perf_encode reads both: 'uncore_imc/cas_count_read/', cycles:u\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, milan, spr, 0x410fd0c1\n"
"      --cpu all      with --as c or json: codes on all CPUs, as a C header that needs\n"
"                     no library, or as objects\n"
"      --metric M     metrics, groups of them, or formulas, by commas: compute them\n"
"                     from --values FILE, perf stat's -x or -j output or NAME VALUE\n"
"                     lines (-: standard input), or count them with --open;\n"
"                     --as perf: what counts them\n"
"      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
"      --no-thresholds  do not ask whether metrics are over their thresholds\n"
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

enum form { AS_ATTR, AS_JSON, AS_C, AS_PERF, AS_RAW };

struct settings {
	struct given given;
	enum form form;         /* AS_JSON is given.json */
	const char *group;
	bool open, separately, per_device, together, no_smt, all_boxes, all_cores;
	struct counting counting;
	struct metric_request metrics;
};

/* An encoded event with all that the output may want. */
struct encoded {
	char *requested, *string;
	bool joins;             /* counts in one group of the kernel with the event before */
	bool is_whole;          /* the kernel must take the group that it leads */
	bool perfs;             /* of perf's language */
	unsigned int flags;     /* PFM_PERF_* */
	const char *label;      /* what name= says, or NULL; not kept */
	bool never_ran;         /* was opened, and got no counter */
	bool everybody;         /* of no process: counts on its CPU whoever runs */
	bool adds;              /* on another device, or another CPU, than the event before: the counts are added */
	bool apart;             /* on one of several kinds of cores: the counts are not added */
	uint64_t elsewhere;     /* ns for which it was counted on the others */
	struct perf_event_attr attr;
	int idx, cpu;
	pfm_pmu_details_t details;
	char own_device[64];    /* of perf's language: what details.device is */
	char instance[64];      /* likewise, of a PMU with several devices */
	char unit[32];          /* of counts that are multiplied by scale */
	double scale;           /* 0: they are not */
};

static const char *type_name(uint32_t type)
{
	static const char *const names[] = { "hardware", "software", "tracepoint", "hardware cache", "raw",
		"breakpoint" };

	return type == UINT32_MAX                       ? "unknown on this machine"
		: type < sizeof names / sizeof names[0] ? names[type]
							: "from sysfs";
}

/* -1: this kernel has no such PMU. */
static int64_t type_number(const struct perf_event_attr *attr)
{
	return attr->type == UINT32_MAX ? -1 : (int64_t)attr->type;
}

static const char *type_macro(uint32_t type)
{
	static const char *const names[] = { "PERF_TYPE_HARDWARE", "PERF_TYPE_SOFTWARE", "PERF_TYPE_TRACEPOINT",
		"PERF_TYPE_HW_CACHE", "PERF_TYPE_RAW" };

	return type < sizeof names / sizeof names[0] ? names[type] : NULL;
}

/* The bits that the library may set, in the order of the structure. */
struct bit {
	const char *name;
	unsigned int value;
	bool rare;              /* of perf's language only */
};

enum { BITS = 14 };

static void list_bits(const struct perf_event_attr *attr, struct bit *bits)
{
	const struct bit list[BITS] = { { "inherit", attr->inherit, true }, { "pinned", attr->pinned, false },
		{ "exclusive", attr->exclusive, false }, { "exclude_user", attr->exclude_user, false },
		{ "exclude_kernel", attr->exclude_kernel, false }, { "exclude_hv", attr->exclude_hv, false },
		{ "exclude_idle", attr->exclude_idle, true }, { "freq", attr->freq, false },
		{ "precise_ip", attr->precise_ip, false }, { "exclude_host", attr->exclude_host, false },
		{ "exclude_guest", attr->exclude_guest, false }, { "write_backward", attr->write_backward, true },
		{ "aux_output", attr->aux_output, true }, { "bp_type", attr->bp_type, true } };

	memcpy(bits, list, sizeof list);
}

/* "arm_cmn_{n}" -> "arm_cmn_*": for people who know shells. */
static const char *device_for_people(const char *device, char *text, size_t size)
{
	size_t length = 0;

	for (; *device && length + 1 < size; device++) {
		text[length++] = *device == '{' ? '*' : *device;
		if (*device == '{')
			device += strcspn(device, "}");
		if (!*device)
			break;
	}
	text[length] = '\0';
	return clean(text);
}

static void print_attr(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	struct bit bits[BITS];
	char device[64];

	printf("Event          : %s\n", clean(encoded->string ? encoded->string : encoded->requested));
	if (attr->type == UINT32_MAX)
		printf("type           : %s (%s)\n", type_name(attr->type),
		       device_for_people(encoded->details.device, device, sizeof device));
	else
		printf("type           : %u (%s%s%s)\n", attr->type, type_name(attr->type),
			encoded->details.device ? ": " : "",
			encoded->details.device ? clean(encoded->details.device) : "");
	printf("config         : 0x%llx\n", (unsigned long long)attr->config);
	if (attr->config1)
		printf("config1        : 0x%llx\n", (unsigned long long)attr->config1);
	if (attr->config2)
		printf("config2        : 0x%llx\n", (unsigned long long)attr->config2);
	if (attr->sample_period)
		printf("%-15s: %llu\n", attr->freq ? "sample_freq" : "sample_period",
			(unsigned long long)attr->sample_period);
	list_bits(attr, bits);
	for (int i = 0; i < BITS; i++)
		if (bits[i].value)
			printf("%-15s: %u\n", bits[i].name, bits[i].value);
	if (encoded->cpu >= 0)
		printf("cpu to open on : %d\n", encoded->cpu);
}

static void print_attr_json(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	struct bit bits[BITS];
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", encoded->requested);
	json_text(&first, "event", encoded->string);
	json_number(&first, "idx", encoded->idx);
	json_text(&first, "device", encoded->details.device);
	json_number(&first, "type", type_number(attr));
	json_hex(&first, "config", attr->config);
	json_hex(&first, "config1", attr->config1);
	json_hex(&first, "config2", attr->config2);
	json_number(&first, attr->freq ? "sample_freq" : "sample_period", (long long)attr->sample_period);
	list_bits(attr, bits);
	for (int i = 0; i < BITS; i++)
		if (!bits[i].rare || bits[i].value)
			json_number(&first, bits[i].name, bits[i].value);
	json_number(&first, "cpu", encoded->cpu);
	putchar('}');
	putchar('\n');
}

static void print_c(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	struct bit bits[BITS];

	printf("/* %s */\n(struct perf_event_attr){\n\t.size = sizeof(struct perf_event_attr),\n",
		clean(encoded->string ? encoded->string : encoded->requested));
	if (attr->type == UINT32_MAX)
		printf("\t.type = 0, /* the number in /sys/bus/event_source/devices/%s/type */\n",
			clean(encoded->details.device));
	else if (type_macro(attr->type))
		printf("\t.type = %s,\n", type_macro(attr->type));
	else
		printf("\t.type = %u, /* %s */\n", attr->type,
			encoded->details.device ? clean(encoded->details.device) : type_name(attr->type));
	printf("\t.config = 0x%llx,\n", (unsigned long long)attr->config);
	if (attr->config1)
		printf("\t.config1 = 0x%llx,\n", (unsigned long long)attr->config1);
	if (attr->config2)
		printf("\t.config2 = 0x%llx,\n", (unsigned long long)attr->config2);
	if (attr->sample_period)
		printf("\t.%s = %llu,\n", attr->freq ? "sample_freq" : "sample_period",
			(unsigned long long)attr->sample_period);
	list_bits(attr, bits);
	for (int i = 0; i < BITS; i++)
		if (bits[i].value)
			printf("\t.%s = %u,\n", bits[i].name, bits[i].value);
	puts("}");
}

static bool print_perf(const struct encoded *encoded)
{
	const struct perf_words words = { .attr = &encoded->attr, .device = encoded->details.device,
		.name = encoded->label ? encoded->label : encoded->string, .idx = encoded->idx,
		.flags = encoded->flags | (encoded->perfs ? 0u : (unsigned int)PFM_PERF_STRING),
		.how = encoded->label ? PFM_WRITE_NAME : 0 };
	char text[1024];

	say_what_is_lost(encoded->requested, encoded->flags);
	if (encoded->flags & PFM_PERF_WEAK)
		complain("%s: W (weak) is a modifier of whole groups, and events are written one by one",
			encoded->requested);
	else if (!perf_text(&words, text, sizeof text))
		complain("%s: perf has no way to say this event", encoded->requested);
	else {
		say_which_device(encoded->requested, encoded->details.device, text);
		return puts(clean(text)) >= 0;
	}
	return false;
}

/* What --format may name. */
struct line {
	const char *requested, *name;
	int64_t type;
	uint64_t config, config1, config2, idx;
};

static const struct field fields[] = { FIELD(struct line, TEXT_FIELD, requested), FIELD(struct line, TEXT_FIELD, name),
	FIELD(struct line, SIGNED_FIELD, type), FIELD(struct line, NUMBER_FIELD, config),
	FIELD(struct line, NUMBER_FIELD, config1), FIELD(struct line, NUMBER_FIELD, config2),
	FIELD(struct line, NUMBER_FIELD, idx) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void print_own(const struct encoded *encoded, const char *format)
{
	const struct line line = { .requested = encoded->requested,
		.name = encoded->string ? encoded->string : "",
		.type = type_number(&encoded->attr),
		.config = encoded->attr.config,
		.config1 = encoded->attr.config1,
		.config2 = encoded->attr.config2,
		.idx = (uint64_t)encoded->idx };

	print_formatted(format, fields, FIELDS, &line);
}

static bool print_encoded(const struct encoded *encoded, const struct settings *settings)
{
	if (settings->given.format) {
		print_own(encoded, settings->given.format);
		return true;
	}
	switch (settings->given.json ? AS_JSON : settings->form) {
	case AS_JSON:
		print_attr_json(encoded);
		return true;
	case AS_C:
		print_c(encoded);
		return true;
	case AS_PERF:
		return print_perf(encoded);
	case AS_RAW:
		printf("0x%llx", (unsigned long long)encoded->attr.config);
		if (encoded->attr.config1 || encoded->attr.config2)
			printf(" 0x%llx", (unsigned long long)encoded->attr.config1);
		if (encoded->attr.config2)
			printf(" 0x%llx", (unsigned long long)encoded->attr.config2);
		putchar('\n');
		return true;
	default:
		print_attr(encoded);
		return true;
	}
}

/* ---- --open ---- */

/*
 * The sum of an event over sets, every one as if it had had its counter all the time; while a process was on another
 * kind of cores it would have counted nothing.
 */
static struct reading sum_of(const struct counted *sets, int count, int event, uint64_t elsewhere, uint64_t *estimate)
{
	static const struct reading start;
	struct reading sum = { 0 };

	*estimate = 0;
	for (int i = 0; i < count; i++) {
		const struct reading *reading = &sets[i].readings[event];
		struct reading all = *reading;

		all.running += elsewhere;
		sum.value += reading->value;
		sum.enabled += reading->enabled;
		sum.running += reading->running;
		*estimate += scaled_count(&all, &start);
	}
	return sum;
}

static double percent_of(uint64_t part, uint64_t whole)
{
	return 100.0 * (double)part / (double)whole;
}

/* Where one of several counts comes from. */
static void print_place(const struct encoded *encoded, const struct reading *reading)
{
	printf("  (%s", clean(encoded->own_device));
	if (encoded->elsewhere && reading->running)
		printf(", %.0f%% of the time", percent_of(reading->running, reading->enabled));
	if (encoded->cpu >= 0)
		printf(", CPU %d", encoded->cpu);
	putchar(')');
}

static void print_scaled(const struct encoded *encoded, uint64_t estimate, bool json)
{
	if (!encoded->scale)
		return;
	if (json)
		printf(",\"scaled\":%.17g,\"unit\":", encoded->scale * (double)estimate);
	if (json)
		json_string(encoded->unit);
	else
		printf("  = %.6g%s%s", encoded->scale * (double)estimate, encoded->unit[0] ? " " : "",
			clean(encoded->unit));
}

static void print_count(const struct encoded *encoded, const struct reading *reading, uint64_t estimate, int devices,
			const struct settings *settings)
{
	bool first = true;

	if (settings->given.json) {
		putchar('{');
		json_number(&first, "schema", 1);
		json_text(&first, "requested", encoded->requested);
		json_text(&first, "event", encoded->string);
		json_number(&first, "value", (long long)reading->value);
		json_number(&first, "enabled_ns", (long long)reading->enabled);
		json_number(&first, "running_ns", (long long)reading->running);
		json_number(&first, "estimate", (long long)estimate);
		if (encoded->own_device[0])
			json_text(&first, "device", devices > 1 ? NULL : encoded->own_device);
		if (devices > 1)
			json_number(&first, "added", devices);
		print_scaled(encoded, estimate, true);
		puts("}");
		return;
	}
	printf("%20" PRIu64 "  %s", estimate, clean(encoded->string ? encoded->string : encoded->requested));
	if (devices > 1)
		printf("  (sum of %d)", devices);
	else if ((settings->per_device || encoded->apart) && encoded->own_device[0])
		print_place(encoded, reading);
	print_scaled(encoded, estimate, false);
	if (!reading->running && reading->enabled)
		fputs(encoded->apart ? "  (never ran there, or got no counter)" : "  (never got a counter)", stdout);
	else if (reading->running + encoded->elsewhere < reading->enabled)
		printf("  (estimated: counted %.0f%% of the time)",
			percent_of(reading->running + encoded->elsewhere, reading->enabled));
	putchar('\n');
}

/* The core of another CPU: its codes mean something else here. */
static bool is_foreign(const struct encoded *encoded, pfm_pmu_info_t *pmu)
{
	*pmu = (pfm_pmu_info_t){ .size = sizeof *pmu };
	return encoded->idx >= 0 && next_pmu(pmu_of(encoded->idx), pmu) && !pmu->is_present &&
	       pmu->type == PFM_PMU_TYPE_CORE;
}

static void say_what_is_foreign(const struct encoded *encoded)
{
	pfm_pmu_info_t pmu;

	if (is_foreign(encoded, &pmu))
		complain("%s: %s (%s) is no PMU of this machine: its code counts something else here, or nothing",
			encoded->requested, pmu.name, pmu.desc);
}

static void print_refusal(const struct encoded *encoded, const struct counting *counting, int error,
	const struct settings *settings)
{
	bool first = true, is_core = encoded->apart && encoded->attr.type != UINT32_MAX;
	const char *device = is_core ? NULL : encoded->details.device;

	pfm_pmu_info_t pmu;

	if (!settings->given.json && is_foreign(encoded, &pmu)) {
		complain("%s: this machine cannot count it", encoded->requested);
		return;
	}
	if (!settings->given.json) {
		explain_refusal(encoded->requested, &encoded->attr, device, counting, error);
		return;
	}
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", encoded->requested);
	json_text(&first, "event", encoded->string);
	json_refusal(&first, counting, error);
	puts("}");
}

/* One set, or those of several devices, whose events are added one by one. */
static bool print_counted(const struct counted *sets, int count, struct encoded *encoded,
	const struct settings *settings)
{
	uint64_t estimate;

	for (int i = 0; i < count; i++)
		if (sets[i].error) {
			print_refusal(&encoded[i * sets->count + sets[i].refused], &settings->counting, sets[i].error,
				      settings);
			return false;
		}
	for (int i = 0; i < sets->count; i++) {
		struct reading sum = sum_of(sets, count, i, encoded[i].elsewhere, &estimate);

		encoded[i].never_ran = sum.enabled && !sum.running;
		print_count(&encoded[i], &sum, estimate, count, settings);
	}
	return true;
}

static bool is_added(const struct encoded *encoded, const struct settings *settings)
{
	return encoded->adds && !encoded->apart && !settings->per_device;
}

/* How long the events of each kind of cores, which follow each other, were counted on the others. */
static void note_elsewhere(const struct counted *sets, int made, struct encoded *first)
{
	int kinds = 1, events = sets->count;

	while (kinds < made && first[kinds * events].adds && first[kinds * events].apart)
		kinds++;
	for (int i = 0; i < kinds * events; i++)
		for (int kind = 0; kind < kinds; kind++)
			if (kind != i / events)
				first[i].elsewhere += sets[kind].readings[i % events].running;
}

/* Prints all sets; those that add to the one before as one. */
static bool print_all_counted(const struct counted *sets, int made, const struct perf_event_attr *attrs,
	struct encoded *encoded, const struct settings *settings)
{
	bool good = true;

	for (int i = 0, taken; i < made; i += taken) {
		struct encoded *first = &encoded[sets[i].events - attrs];

		if (first->apart && !first->adds)
			note_elsewhere(&sets[i], made - i, first);
		for (taken = 1; i + taken < made && is_added(&first[taken * sets[i].count], settings); taken++)
			;
		good &= print_counted(&sets[i], taken, first, settings);
	}
	return good;
}

/* Those that join stand behind the one that they join. The number of sets. */
static int make_sets(const struct encoded *encoded, int count, struct perf_event_attr *events, struct reading *readings,
	struct counted *sets)
{
	int made = 0;

	for (int i = 0; i < count; i++) {
		events[i] = encoded[i].attr;
		if (!made || !encoded[i].joins)
			sets[made++] = (struct counted){ .cpu = encoded[i].cpu,
				.everybody = encoded[i].everybody,
				.events = &events[i],
				.readings = &readings[i],
				.is_whole = encoded[i].is_whole && !(encoded[i].flags & PFM_PERF_WEAK) };
		sets[made - 1].count++;
	}
	return made;
}

static bool report_ending(int error, const struct ending *ending)
{
	if (error)
		complain("cannot run the command: %s", strerror(error));
	if (ending->status > 128 && !ending->signal)
		complain("the command was ended by signal %d (%s)", ending->status - 128,
			strsignal(ending->status - 128));
	return !error;
}

/* Counts events in one run. *ending stays what it is if all is well. */
static bool count(struct encoded *encoded, int events, const struct settings *settings, struct ending *ending)
{
	struct perf_event_attr *attrs = calloc((size_t)events, sizeof *attrs);
	struct reading *readings = calloc((size_t)events, sizeof *readings);
	struct counted *sets = calloc((size_t)events, sizeof *sets);
	struct ending this_ending = { 0, 0 };
	bool good = attrs && readings && sets;

	if (good) {
		int made = make_sets(encoded, events, attrs, readings, sets);

		bool ran = report_ending(count_events(sets, made, &settings->counting, &this_ending), &this_ending);

		good = ran && print_all_counted(sets, made, attrs, encoded, settings);
	} else {
		complain("out of memory");
	}
	if (this_ending.status || this_ending.signal)
		*ending = this_ending;
	free(attrs);
	free(readings);
	free(sets);
	return good;
}

/* ---- events ---- */

static void free_encoded(struct encoded *encoded)
{
	free(encoded->requested);
	free(encoded->string);
}

/* Fills in *encoded, to be freed with free_encoded(). False: it does not encode, which has been said. */
static bool encode(const char *operand, const struct settings *settings, struct encoded *encoded)
{
	pfm_perf_encode_arg_t arg = { .attr = &encoded->attr, .fstr = &encoded->string, .size = sizeof arg };
	char *event = qualified(operand, settings->given.pmu);
	bool good;

	*encoded = (struct encoded){ .requested = strdup(operand), .attr = { .size = sizeof encoded->attr },
		.details = { .size = sizeof encoded->details } };
	if (!event || !encoded->requested) {
		complain("%s: out of memory", operand);
		free(event);
		return false;
	}
	good = pfm_get_perf_encoding_anywhere(event, settings->given.plm, settings->given.os, &arg)
		? explain_failure(operand, event, &settings->given)
		: true;
	if (good) {
		encoded->idx = arg.idx;
		encoded->cpu = arg.cpu;
		pfm_get_pmu_details(pmu_of(arg.idx), &encoded->details);
		if (arg.idx < 0) {
			device_of_string(event, encoded->own_device, sizeof encoded->own_device);
			encoded->details.device = encoded->own_device;
		} else {
			encoded->details.device = device_of_instance(&encoded->details, arg.idx, encoded->string,
				encoded->instance, sizeof encoded->instance);
		}
	}
	free(event);
	return good;
}

/* What is to be counted, until all of it is known; and how the command ended. */
struct gathered {
	const struct settings *settings;
	struct encoded *encoded;
	int count, room;
	int first_member;               /* of a group that is being read */
	bool in_braces;                 /* what is read is, and first_member was behind the brace */
	bool lacks_member;              /* an event of it failed */
	bool failed;                    /* a group in braces */
	struct ending ending;
};

static bool keep(struct encoded *encoded, struct gathered *gathered)
{
	if (gathered->count == gathered->room) {
		int room = gathered->room ? 2 * gathered->room : 16;
		struct encoded *larger = realloc(gathered->encoded, (size_t)room * sizeof *larger);

		if (!larger) {
			complain("%s: out of memory", encoded->requested);
			return false;
		}
		gathered->encoded = larger;
		gathered->room = room;
	}
	gathered->encoded[gathered->count++] = *encoded;
	*encoded = (struct encoded){ .requested = NULL };
	return true;
}

static void forget_from(struct gathered *gathered, int first)
{
	while (gathered->count > first)
		free_encoded(&gathered->encoded[--gathered->count]);
}

/* Counts all that is kept, and forgets it. */
static bool count_gathered(struct gathered *gathered)
{
	bool good = true;

	for (int i = 0; i < gathered->count; i++) {
		struct encoded *encoded = &gathered->encoded[i];

		if (encoded->own_device[0] && encoded->attr.type != PERF_TYPE_RAW)
			encoded->details.device = encoded->own_device;
		if (encoded->instance[0])
			encoded->details.device = encoded->instance;
	}
	if (gathered->count && !gathered->ending.signal)
		good = count(gathered->encoded, gathered->count, gathered->settings, &gathered->ending);
	forget_from(gathered, 0);
	return good;
}

/* Whether what is gathered is to be counted at once. */
static bool is_complete(const struct gathered *gathered)
{
	return gathered->settings->separately && !gathered->in_braces;
}

/* Prints, keeps, or counts. */
static bool use_encoded(struct encoded *encoded, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;

	if (!settings->open)
		return print_encoded(encoded, settings);
	say_what_is_foreign(encoded);
	if (!settings->separately || gathered->in_braces)
		return keep(encoded, gathered);
	return gathered->ending.signal || count(encoded, 1, settings, &gathered->ending);
}

static bool use_string(const char *operand, struct gathered *gathered)
{
	struct encoded encoded;
	bool good = encode(operand, gathered->settings, &encoded);

	if (good) {
		say_which_box(operand, gathered->settings->given.pmu, pmu_of(encoded.idx));
		say_makers_code(operand, encoded.idx);
		/* without a device perf counts it on all kinds of cores */
		if (gathered->settings->form != AS_PERF || !put_on_core(NULL, encoded.idx, &encoded.attr))
			say_which_core(operand, &gathered->settings->given);
	}
	good = good && use_encoded(&encoded, gathered);
	free_encoded(&encoded);
	return good;
}

/* ---- perf's language ---- */

enum { MOST_CPUS = 1024 }; /* with a cpumask: one a package, or one a core */

/* As read_device_cpus(); -1 if they are too many, which has been said. */
static int read_cpus(const char *device, const char *name, int *cpus)
{
	int count = *device ? read_device_cpus(secure_getenv("LIBPFM_FSROOT"), device, name, cpus, MOST_CPUS) : 0;

	if (count > MOST_CPUS)
		complain("%s: its %s has more than %d CPUs", device, name, MOST_CPUS);
	return count > MOST_CPUS ? -1 : count;
}

/* The event on one device, and one CPU if that is not -1; adds: not the first of several. */
static bool use_instance(const char *operand, const pfm_perf_event_t *event, int cpu, bool adds,
	struct gathered *gathered)
{
	struct encoded encoded = { .requested = strdup(operand),
				   .string = strdup(event->name),
				   .adds = adds,
				   .apart = core_of_device(event->device),
				   .attr = event->attr,
				   .idx = event->idx,
				   .cpu = cpu,
				   .everybody = cpu >= 0,
				   .flags = event->flags,
				   .perfs = event->length > 0,
				   .label = event->length ? label_of(event, operand) : NULL,
				   .details = { .size = sizeof encoded.details } };
	bool good = encoded.requested && encoded.string;

	memcpy(encoded.own_device, event->device, sizeof encoded.own_device);
	memcpy(encoded.unit, event->unit, sizeof encoded.unit);
	if (event->unit[0] || event->scale != 1)
		encoded.scale = event->scale;
	/* raw events are the core PMU's, whatever it is called, unless there are several */
	if (event->device[0] && (encoded.apart || event->attr.type != PERF_TYPE_RAW))
		encoded.details.device = encoded.own_device;
	if (!good)
		complain("%s: out of memory", operand);
	if (good)
		good = gathered->settings->open ? keep(&encoded, gathered)
						: print_encoded(&encoded, gathered->settings);
	free_encoded(&encoded);
	return good;
}

static bool use_result(const char *operand, const pfm_perf_event_t *event, bool adds, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	int cpus[MOST_CPUS], count = 0;

	if (settings->open && !settings->together && settings->counting.cpu < 0 && !settings->counting.pid)
		count = read_cpus(event->device, "cpumask", cpus);
	if (count < 0)
		return false;
	if (!count)
		return use_instance(operand, event, -1, adds, gathered);
	for (int i = 0; i < count; i++)
		if (!use_instance(operand, event, cpus[i], adds || i, gathered))
			return false;
	return true;
}

/* An event on all its devices; with --separately it is counted at once. */
static bool use_perfs(const char *operand, struct gathered *gathered)
{
	pfm_perf_event_t *events;
	int count = read_perfs(operand, &gathered->settings->given, &events, NULL);
	bool good = count > 0 || explain_failure(operand, operand, &gathered->settings->given);

	for (int i = 0; good && i < count; i++)
		good = use_result(operand, &events[i],
			i && events[i].number == events[i - 1].number && !strcmp(events[i].name, events[i - 1].name),
			gathered);
	free(events);
	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

/* ---- all kinds of cores ---- */

struct on_cores {
	const char *operand;
	struct gathered *gathered;
	bool adds;              /* not the first kind */
};

/* What is counted on one CPU is counted by the device that has it. */
static bool is_where_we_count(const struct core *core, const struct settings *settings)
{
	int cpus[MOST_CPUS], count;

	if (!settings->open || settings->counting.cpu < 0)
		return true;
	count = read_cpus(core->device, "cpus", cpus);
	for (int i = 0; i < count; i++)
		if (cpus[i] == settings->counting.cpu)
			return true;
	return !count;
}

static bool use_core(const char *string, const struct core *core, void *data)
{
	struct on_cores *on = data;
	const struct settings *settings = on->gathered->settings;
	struct encoded encoded;
	bool good;

	if (!is_where_we_count(core, settings))
		return true;
	good = encode(string, settings, &encoded);
	if (good) {
		if (put_on_core(core, encoded.idx, &encoded.attr) && core->type == UINT32_MAX)
			complain("%s: bits 63-32 of config are the number of %s, which only its machine knows",
				on->operand, core->device);
		free(encoded.requested);
		encoded.requested = strdup(on->operand);
		encoded.details.device = core->device;
		memcpy(encoded.own_device, core->device, sizeof encoded.own_device);
		encoded.adds = on->adds;
		encoded.apart = on->adds = true;
		good = encoded.requested || (is_lacking(PFM_ERR_NOMEM) && false);
		good = good && (settings->open ? keep(&encoded, on->gathered) : print_encoded(&encoded, settings));
	}
	free_encoded(&encoded);
	return good;
}

static bool use_cores(const char *operand, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	struct on_cores on = { operand, gathered, false };
	bool good = for_each_core(operand, &settings->given, settings->all_cores, use_core, &on);

	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

/* Counting means all, unless the event says otherwise. */
static bool is_on_all_cores(const char *operand, const struct settings *settings)
{
	return (settings->all_cores || (settings->open && !settings->together)) &&
	       may_be_on_cores(operand, &settings->given);
}

/* ---- all boxes of a kind ---- */

struct boxes {
	const char *operand;
	struct gathered *gathered;
	bool adds;              /* to the box before */
};

/* A box counts on the CPUs that its device says, and what boxes count is added. */
static bool use_box(const char *string, void *data)
{
	struct boxes *boxes = data;
	pfm_perf_event_t event = { .size = sizeof event, .scale = 1 };
	struct encoded encoded;
	bool good = encode(string, boxes->gathered->settings, &encoded);

	if (good) {
		event.attr = encoded.attr;
		event.idx = encoded.idx;
		snprintf(event.name, sizeof event.name, "%s", encoded.string);
		snprintf(event.device, sizeof event.device, "%s", encoded.details.device ? encoded.details.device : "");
		good = use_result(boxes->operand, &event, boxes->adds, boxes->gathered);
		boxes->adds = true;
	}
	free_encoded(&encoded);
	return good;
}

static bool use_boxes(const char *operand, struct gathered *gathered)
{
	bool good = for_each_box(operand, use_box, &(struct boxes){ operand, gathered, false });

	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

static bool use_one(const char *operand, struct gathered *gathered)
{
	if (reads_as_perfs(operand, &gathered->settings->given))
		return use_perfs(operand, gathered);
	return is_on_all_cores(operand, gathered->settings) ? use_cores(operand, gathered)
		: use_string(operand, gathered);
}

/* "perf_encode --open EVENT ls" says nothing of where the command begins. */
static void say_where_commands_stand(const char *operand, const struct settings *settings)
{
	if (settings->open && !settings->counting.command && pfm_find_event(operand) == PFM_ERR_NOTFOUND &&
	    is_program(operand, (int)strlen(operand)))
		fprintf(stderr, "  if %s is the command: it stands behind --, as in perf_encode --open EVENT -- %s\n",
			clean(operand), clean(operand));
}

static bool use(const char *operand, void *data)
{
	struct gathered *gathered = data;
	const struct settings *settings = gathered->settings;
	char *all = settings->all_boxes ? on_all_boxes(operand, settings->given.pmu) : NULL;
	const char *event = all ? all : operand;
	bool good = means_all_boxes(event) ? use_boxes(event, gathered) : use_one(event, gathered);

	if (!good)
		say_where_commands_stand(operand, settings);
	free(all);
	gathered->lacks_member |= !good;
	return good;
}

/* ---- braces ---- */

/* The events of a group, each on all its devices, which stand one behind the other. */
struct braces {
	struct encoded *all;
	int count, members, devices;
};

static struct encoded *of_member(const struct braces *braces, int member, int device)
{
	return &braces->all[member * braces->devices + device];
}

/* Whether every member is on the same devices and CPUs, in the same order; on one of each the kernel decides. */
static bool are_alike(const struct braces *braces)
{
	for (int i = 0; i < braces->count; i++) {
		int device = i % braces->devices;
		const struct encoded *own = &braces->all[i], *leaders = of_member(braces, 0, device);

		if (own->adds != (device > 0) ||
		    (braces->devices > 1 && (strcmp(own->own_device, leaders->own_device) || own->cpu != leaders->cpu)))
			return false;
	}
	return true;
}

/* One group of the kernel for each device. False: no memory. */
static bool group_by_device(const struct braces *braces)
{
	struct encoded *sorted = calloc((size_t)braces->count, sizeof *sorted), *at = sorted;

	if (!sorted) {
		complain("out of memory");
		return false;
	}
	for (int device = 0; device < braces->devices; device++)
		for (int member = 0; member < braces->members; member++, at++) {
			*at = *of_member(braces, member, device);
			at->joins = member;
			at->is_whole = true;
		}
	memcpy(braces->all, sorted, (size_t)braces->count * sizeof *sorted);
	free(sorted);
	return true;
}

static bool end_braces(struct gathered *gathered)
{
	struct braces braces = { .all = gathered->encoded + gathered->first_member,
				 .count = gathered->count - gathered->first_member };

	gathered->in_braces = false;
	if (gathered->lacks_member) {
		forget_from(gathered, gathered->first_member);
		return false;
	}
	for (int i = 0; i < braces.count; i++)
		braces.members += !braces.all[i].adds;
	if (braces.members < 2)
		return true;
	braces.devices = braces.count / braces.members;
	if (braces.members > MAX_SET_EVENTS) {
		complain("%s: no more than %d events count as one group", braces.all->requested, MAX_SET_EVENTS);
		return false;
	}
	if (braces.members * braces.devices == braces.count && are_alike(&braces))
		return group_by_device(&braces);
	complain("%s: the events of its group are on different devices: they are counted one by one",
		 braces.all->requested);
	return true;
}

/* Groups of perf's language are groups of the kernel. */
static void note_brace(char brace, void *data)
{
	struct gathered *gathered = data;

	if (!gathered->settings->open)
		return;
	if (brace == '{') {
		gathered->in_braces = true;
		gathered->lacks_member = false;
		gathered->first_member = gathered->count;
	} else {
		gathered->failed |= !end_braces(gathered);
		if (is_complete(gathered))
			gathered->failed |= !count_gathered(gathered);
	}
}

/* ---- groups ---- */

/* An event that is on two counters is counted once. */
static bool is_member_already(const struct gathered *gathered, const struct encoded *encoded)
{
	for (int i = gathered->first_member; i < gathered->count; i++)
		if (!memcmp(&gathered->encoded[i].attr, &encoded->attr, sizeof encoded->attr))
			return true;
	return false;
}

static bool use_member(const struct member *member, void *data)
{
	struct gathered *gathered = data;
	struct encoded encoded;
	bool good = encode(member->event, gathered->settings, &encoded);

	if (good && member->has_code)
		encoded.attr.config = member->code;
	encoded.joins = gathered->count > gathered->first_member;
	if (good && !gathered->settings->open) {
		good = print_encoded(&encoded, gathered->settings);
	} else if (good && !is_member_already(gathered, &encoded)) {
		good = gathered->count - gathered->first_member < MAX_SET_EVENTS;
		if (good)
			good = keep(&encoded, gathered);
		else
			complain("%s: no more than %d events count as one group", member->event, MAX_SET_EVENTS);
	}
	free_encoded(&encoded);
	return good;
}

/* A group is counted whole or not at all. */
static bool use_group(const char *name, struct gathered *gathered)
{
	bool good;

	gathered->first_member = gathered->count;
	good = for_each_member(name, gathered->settings->given.pmu, use_member, gathered);
	if (!good)
		forget_from(gathered, gathered->first_member);
	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

/* ---- --together ---- */

struct ordered {
	const struct together *together;
	struct gathered *from, *to;
};

static bool take_in_turn(int event, bool first, void *data)
{
	struct ordered *ordered = data;
	struct encoded encoded = ordered->from->encoded[event];

	ordered->from->encoded[event] = (struct encoded){ .requested = NULL };
	encoded.joins = !first;
	encoded.is_whole = true;
	return keep(&encoded, ordered->to);
}

/*
 * The kernel gives a group its counters all at once: a group that never ran does not fit it, whatever the tables say.
 */
static void compare_with_kernel(const struct gathered *gathered)
{
	for (int i = 0; i < gathered->count; i++)
		if (gathered->encoded[i].never_ran && !gathered->encoded[i].joins)
			complain(
				"%s: the kernel gave its group no counters: the run was too short for its turn, there are "
				"fewer than the tables say, or others have some",
				gathered->encoded[i].requested);
}

/* Puts what was gathered into the order of the rounds, each round of a PMU as one group of the kernel. */
static bool order_rounds(const struct together *together, struct gathered *gathered)
{
	struct gathered ordered = { .settings = gathered->settings };
	char verdict[sizeof together->fit.message + 32];
	bool good = together_for_each(together, take_in_turn, &(struct ordered){ together, gathered, &ordered });

	together_verdict(together, verdict, sizeof verdict);
	if (*verdict)
		complain("does not fit: %s", verdict);
	for (int i = 0; i < gathered->count; i++) {
		good &= !gathered->encoded[i].requested;
		free_encoded(&gathered->encoded[i]);
	}
	free(gathered->encoded);
	gathered->encoded = ordered.encoded;
	gathered->count = ordered.count;
	gathered->room = ordered.room;
	return good;
}

static bool use_all_together(int events, char **operands, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	struct together together = { .given = &settings->given, .no_smt = settings->no_smt };
	bool good = together_read(&together, events, operands, use, gathered) && together_ask(&together);

	if (good) {
		good = order_rounds(&together, gathered);
		good &= gathered->count && count(gathered->encoded, gathered->count, settings, &gathered->ending);
		compare_with_kernel(gathered);
	}
	together_free(&together);
	return good;
}

/* Reads, and counts, what the user names. */
static bool use_all(int events, char **operands, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	bool good = settings->together ? use_all_together(events, operands, gathered)
				       : !settings->group || use_group(settings->group, gathered);

	if (!settings->together) {
		good &= for_each_grouped_event(events, operands, &settings->given, use, note_brace, gathered);
		good &= !gathered->failed;
		good &= count_gathered(gathered);
	}
	for (int i = 0; i < gathered->count; i++)
		free_encoded(&gathered->encoded[i]);
	free(gathered->encoded);
	return good;
}

/* --cpu all: what goes with it. GO_ON, or the status to end with. */
static int check_all_cpus(const struct settings *settings)
{
	if (settings->open || settings->group || settings->given.format ||
	    (settings->form != AS_C && !settings->given.json))
		return wrong_usage("--cpu all goes with --as c or --as json, and with event strings");
	return GO_ON;
}

static bool is_all_cpus(const struct settings *settings)
{
	return settings->given.cpu && !strcasecmp(settings->given.cpu, "all");
}

/* The last one of --as and --json holds. */
static int take_form(const char *name, struct settings *settings)
{
	static const char *const names[] = { "attr", "json", "c", "perf", "raw" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(name, names[i])) {
			settings->form = (enum form)i;
			settings->given.json = settings->form == AS_JSON;
			return GO_ON;
		}
	return wrong_usage("unknown form %s, choose from: attr, json, c, perf, raw", name);
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
	case 'B':
		settings->all_boxes = true;
		return GO_ON;
	case 'C':
		settings->all_cores = true;
		return GO_ON;
	case 'g':
		settings->group = optarg;
		return GO_ON;
	case OPTION_TOGETHER:
		settings->together = true;
		return GO_ON;
	case OPTION_NO_SMT:
		settings->no_smt = true;
		return GO_ON;
	case OPTION_METRIC:
		return take_metric(optarg, &settings->metrics);
	case OPTION_CONSTANT:
		return take_constant(optarg, &settings->metrics);
	case OPTION_VALUES:
		settings->metrics.values = optarg;
		return GO_ON;
	case OPTION_NO_THRESHOLDS:
		settings->metrics.no_thresholds = true;
		return GO_ON;
	case 'p':
		return take_whole(optarg, "process number", &settings->counting.pid);
	case 'n':
		return take_whole(optarg, "CPU number", &settings->counting.cpu);
	case 't':
		return take_seconds(optarg, &settings->counting.seconds);
	default:
		status = take_shared(option, help, &settings->given);
		if (status == GO_ON && settings->given.os == PFM_OS_NONE)
			return wrong_usage("the layer must be perf or perf_ext; check_events shows register codes");
		return status;
	}
}

/* --metric: what goes with it. GO_ON, or the status to end with. */
static int check_metrics(const struct settings *settings, int events)
{
	const struct metric_request *metrics = &settings->metrics;

	if (!metrics->text)
		return metrics->values || metrics->count || metrics->no_thresholds
			? wrong_usage("--values, --constant and --no-thresholds go with --metric")
			: GO_ON;
	if (events || settings->group || settings->together || settings->separately || settings->given.format)
		return wrong_usage("--metric goes without events, --group, --together, --separately and --format");
	if (settings->open && metrics->values)
		return wrong_usage("--values and --open: counts come from the file, or are counted");
	if (!settings->open && !metrics->values && (settings->form != AS_PERF || settings->given.json))
		return wrong_usage("--metric needs --open, --values FILE or --as perf");
	return GO_ON;
}

/* In the process that was to become the command. */
static void say_not_run(const char *command, int error)
{
	complain("%s: %s", command, strerror(error));
}

int main(int argc, char **argv)
{
	static const struct option options[] = { SHARED_OPTIONS, LANGUAGE_OPTIONS, OS_OPTION, PLM_OPTION,
		{ "as", required_argument, NULL, 'a' }, { "open", no_argument, NULL, 'o' },
		{ "group", required_argument, NULL, 'g' }, { "pid", required_argument, NULL, 'p' },
		{ "cpu-on", required_argument, NULL, 'n' }, { "all-boxes", no_argument, NULL, 'B' },
		{ "all-cores", no_argument, NULL, 'C' },
		{ "per-device", no_argument, NULL, 'D' }, { "separately", no_argument, NULL, 'S' },
		{ "time", required_argument, NULL, 't' }, TOGETHER_OPTIONS, METRIC_OPTIONS,
		{ "values", required_argument, NULL, OPTION_VALUES },
		{ "no-thresholds", no_argument, NULL, OPTION_NO_THRESHOLDS }, { NULL, 0, NULL, 0 } };
	struct settings settings = { .given = { .os = PFM_OS_PERF_EVENT_EXT, .plm = PFM_PLM0 | PFM_PLM3 },
		.counting = { .cpu = -1, .seconds = 1, .not_run = say_not_run } };
	struct gathered gathered = { .settings = &settings };
	int option, status, events = 0;
	bool good;

	tool_start("perf_encode");
	/* "-": operands as they come, since what is before "--" must be told from what is behind */
	while ((option = next_option(argc, argv, "-h", options)) >= 0) {
		if (option == OPERAND) {
			argv[++events] = optarg;
			continue;
		}
		status = take_option(option, &settings);
		if (status != GO_ON)
			return status;
	}
	if (settings.open && optind == argc && argc > 1 && !strcmp(argv[argc - 1], "--"))
		return wrong_usage("a command is missing behind --");
	if (settings.open && optind < argc)
		settings.counting.command = argv + optind;
	else
		while (optind < argc)
			argv[++events] = argv[optind++];
	if (!events && !settings.group && !settings.metrics.text)
		return wrong_usage("an event is missing");
	status = check_metrics(&settings, events);
	if (status != GO_ON)
		return status;
	if (settings.together && (!settings.open || settings.separately || settings.group || settings.all_cores))
		return wrong_usage(settings.open
				? "--together does not go with --separately, --group or --all-cores"
				: "--together goes with --open; check_events --together shows counters, evt2raw --together groups");
	status = check_format(settings.given.format, fields, FIELDS);
	if (status != GO_ON)
		return status;
	status = is_all_cpus(&settings) ? check_all_cpus(&settings) : GO_ON;
	if (status != GO_ON)
		return status;
	if (is_all_cpus(&settings))
		tool_open(NULL);
	else
		tool_open_given(&settings.given);
	if (settings.metrics.text)
		good = settings.open ? count_metrics(&settings.metrics, &settings.given, &settings.counting,
						     &gathered.ending) :
			settings.metrics.values ? compute_from_file(&settings.metrics, &settings.given) :
						 write_metrics_for_perf(&settings.metrics, &settings.given);
	else
		good = is_all_cpus(&settings) ? write_all_cpus(events, argv + 1, &settings.given) :
						use_all(events, argv + 1, &gathered);
	free_request(&settings.metrics);
	status = tool_end(good ? ALL_GOOD : SOME_FAILED);
	if (gathered.ending.signal) {
		signal(gathered.ending.signal, SIG_DFL);
		raise(gathered.ending.signal);
	}
	return gathered.ending.status ? gathered.ending.status : status;
}
