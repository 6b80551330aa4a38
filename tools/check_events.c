/* check_events: checks event strings, and shows what they mean. */
#define _GNU_SOURCE
#include "events/vendor_code.h"
#include "tables/clean.h"
#include "events/countable.h"
#include "common/explain.h"
#include "common/format.h"
#include "events/generic.h"
#include "common/json.h"
#include "stat/constants.h"
#include "stat/plan.h"
#include "common/rules.h"
#include "events/resolve.h"
#include "events/together.h"

#include <stdlib.h>
#include <string.h>

static const char screen[] =
"Usage: check_events [OPTION]... EVENT...\n"
"Checks event strings and shows what they encode to.\n"
"\n"
"  check_events INST_RETIRED:u                 on this machine\n"
"  check_events skl::INST_RETIRED:u            on a Skylake, wherever you are\n"
"  check_events --cpu spr cycles               as if on a Sapphire Rapids\n"
"  check_events --together INST_RETIRED MEM_LOAD_RETIRED:L3_MISS\n"
"  check_events --metric ipc                   the events of a metric\n"
"\n"
"  -O, --os LAYER   none (register codes, the default), perf, perf_ext\n"
"  --cpu CPU        be on this machine: milan, spr, GenuineIntel-6-143, a MIDR\n"
"  --pmu NAME       look events up in this PMU; a pattern may mean several\n"
"  --together       which counters the events get at the same time\n"
"  --metric M       the events of metrics and formulas, with counters\n"
"  --all-boxes      on each uncore box of a kind\n"
"  --json           an object a line\n"
"  -q, --quiet      print nothing for events that are right\n"
"  --help           all options\n";

static const char whole[] =
"Usage: check_events [OPTION]... EVENT...\n"
"Checks event strings and shows what they encode to. EVENT: - reads events from\n"
"standard input, @FILE from a file, one a line; commas separate events.\n"
"\n"
"Which events:\n"
"      --cpu CPU      be on this machine: GenuineIntel-6-143, milan, spr, 0x410fd0c1\n"
"      --pmu NAME     look events up in this PMU; a pattern may mean several\n"
"      --group GROUP  all events of a group (showevtinfo --group), as the group\n"
"                     counts them\n"
"      --metric M     the events of metrics (showevtinfo --metric) and formulas, with\n"
"                     counters and rounds\n"
"      --constant NAME=VALUE  what formulas take for #NAME, or NAME EVENT:R\n"
"      --all-boxes    on each uncore box of a kind, as PMU*::EVENT means too\n"
"      --all-cores    on each core type of a hybrid machine\n"
"      --perf         events are in perf's language: 'cpu/event=0xc0/u'\n"
"      --pfm          events are in libpfm4's language; without either both are read\n"
"\n"
"How they are encoded:\n"
"  -O, --os LAYER     none (register codes, the default), perf, perf_ext\n"
"      --plm LEVELS   where to count unless the event says so: k, u, h (default ku)\n"
"\n"
"Whether they fit:\n"
"      --together     which counters the events get if they are counted at the same\n"
"                     time, what is in the way, and the rounds that it takes\n"
"      --no-smt       with hyper-threading off (default: as on the machine, else on)\n"
"\n"
"Output:\n"
"      --pmus         list all PMUs first\n"
"  -q, --quiet        print nothing for events that are right\n"
"      --json         one JSON object a line\n"
"      --format TEXT  one line of your own: {requested} {name} {pmu} {idx} {code}\n"
"                     {code1} {code2} {codes} {os}; numbers as {code:#x}\n"
"      --line-buffered  each line at once, for programs that wait for it\n"
"\n"
"@ends\n"
"Exit status: 0 all events are right (--together: and fit), 1 some are not, 2 wrong\n"
"usage. See pfmkit(7), pfm-event-strings(7), pfm-glossary(7).\n";

static const struct help help = { screen, whole, NULL };

static const struct rule rules[] = {
	{ "constant", "metric", NULL, NULL },
	{ "metric", NULL, "=events group together pmus format", NULL },
	{ "together", "=events", "group format all-cores", NULL },
	{ "quiet", "=events group metric", NULL, NULL },
	{ NULL, NULL, NULL, NULL } };

struct settings {
	struct given given;
	const char *group;
	bool quiet, pmus;
	struct asked asked;
};

/* An event to be shown, together with those that differ only in the device. */
struct checked {
	const struct encoded *encoded;
	const char *requested, *string, *pmu;
	char *devices; /* devices of an event of perf's language, separated by commas; NULL: it is an event string */
	pfm_os_t os;
};

static bool is_same_code(const pfm_perf_event_t *a, const pfm_perf_event_t *b)
{
	return a && b && a->attr.config == b->attr.config && a->attr.config1 == b->attr.config1 &&
		a->attr.config2 == b->attr.config2 && !strcmp(a->name, b->name);
}

/* Writes the devices of events, separated by commas; to be freed. NULL: no memory, which has been said. */
static char *list_devices(struct encoded **events, int count)
{
	char *text = NULL;
	size_t size;
	FILE *list = open_memstream(&text, &size);

	if (!list) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	for (int i = 0; i < count; i++)
		if (!i || *events[i]->perfs->device)
			fprintf(list, "%s%s", i ? ", " : "", events[i]->perfs->device);
	if (close_text(list, &text))
		return text;
	free(text);
	return NULL;
}

/* Returns what an event is called in full. What no event string can say stays as it is, with a note. */
static const char *name_checked(const struct encoded *encoded, const struct settings *settings)
{
	unsigned int of_groups = PFM_PERF_WEAK | PFM_PERF_LEADER_SAMPLES;

	if (encoded->perfs && (!encoded->string || encoded->flags & of_groups))
		return *encoded->operand == '{' ? encoded->operand : encoded->perfs->name;
	if (!is_said_by_tables(encoded, &settings->given))
		complain("%s: event strings have no words for all of it: Actual Event is without them",
			encoded->operand);
	return encoded->string;
}

static bool is_generic(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
}

static void join_codes(const struct encoded *encoded, char *text, size_t size)
{
	size_t length = 0;

	*text = '\0';
	for (int i = 0; i < encoded->count && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, "%s0x%" PRIx64, i ? " " : "",
			encoded->codes[i]);
}

static void print_block(const struct checked *checked, const char *pmu, const char *codes)
{
	const struct encoded *encoded = checked->encoded;
	const pfm_perf_event_t *perfs = encoded->perfs;
	const char *event = checked->requested, *since = needed_linux(encoded->idx, checked->string);

	printf("Requested Event: %s\nActual    Event: %s\nPMU            : %s\n", clean(typed_name(event)),
		checked->string ? clean(checked->string) : "", clean(pmu));
	if (!is_terminal()) /* for programs */
		printf("IDX            : %d\n", encoded->idx);
	printf("Codes          : %s\n", codes);
	if (is_generic(&encoded->attr))
		print_generic("Kernel         : ", event, encoded->attr.type, encoded->attr.config);
	else if (is_refused_by_linux(checked->string))
		print_refused("Kernel         : ", event, pmu_of(encoded->idx));
	else
		print_kernel_dates("Linux          : ", pmu_of(encoded->idx), event);
	if (since)
		printf("Linux          : %s or later\n", clean(since));
	if (encoded->is_kernels)
		printf("Devices        : %s\n", clean(encoded->core->device));
	if (perfs && checked->devices[0])
		printf("Devices        : %s\n", clean(checked->devices));
	if (perfs && (perfs->unit[0] || perfs->scale != 1))
		printf("Unit           : %s%scounts times %.10g\n", clean(perfs->unit), perfs->unit[0] ? ", " : "",
			perfs->scale);
}

/* Returns the layer whose codes are shown: those of perf's language are the kernel's config words. */
static const char *layer_of(const struct checked *checked)
{
	return checked->os == PFM_OS_PERF_EVENT_EXT                        ? "perf_ext"
		: checked->encoded->perfs || checked->os == PFM_OS_PERF_EVENT ? "perf"
									      : "none";
}

static void print_checked_json(const struct checked *checked)
{
	const struct encoded *encoded = checked->encoded;
	const char *event = checked->requested, *since = needed_linux(encoded->idx, checked->string);
	uint64_t config = encoded->attr.config;
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_requested(&first, event);
	json_text(&first, "event", checked->string);
	json_text(&first, "pmu", checked->pmu);
	json_number(&first, "idx", encoded->idx);
	fputs(",\"codes\":[", stdout);
	for (int i = 0; i < encoded->count; i++)
		printf("%s\"0x%" PRIx64 "\"", i ? "," : "", encoded->codes[i]);
	putchar(']');
	if (strcmp(layer_of(checked), "none") != 0)
		json_text(&first, "os", layer_of(checked));
	json_vendors_code(&first, event, encoded->perfs ? -1 : encoded->idx);
	if (encoded->is_kernels)
		json_text(&first, "devices", encoded->core->device);
	if (encoded->perfs) {
		json_text(&first, "devices", checked->devices);
		json_text(&first, "unit", encoded->perfs->unit);
		fputs(",\"scale\":", stdout);
		json_double(encoded->perfs->scale);
	}
	if (since)
		json_text(&first, "since_linux", since);
	if (is_generic(&encoded->attr))
		print_json_generic(event, encoded->attr.type, &config, 1, &first);
	else if (is_refused_by_linux(checked->string))
		print_json_refused(event, pmu_of(encoded->idx), &first);
	else
		print_json_kernel_dates(pmu_of(encoded->idx), event, &first);
	puts("}");
}

/* The fields of --format. */
struct line {
	const char *requested, *name, *pmu, *codes, *os;
	uint64_t idx, code, code1, code2;
};

static const struct field fields[] = { FIELD(struct line, TEXT_FIELD, requested), FIELD(struct line, TEXT_FIELD, name),
	FIELD(struct line, TEXT_FIELD, pmu), FIELD(struct line, NUMBER_FIELD, idx),
	FIELD(struct line, TEXT_FIELD, codes), FIELD(struct line, TEXT_FIELD, os),
	FIELD(struct line, NUMBER_FIELD, code),
	FIELD(struct line, NUMBER_FIELD, code1), FIELD(struct line, NUMBER_FIELD, code2) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void print_line(const struct checked *checked, const char *codes, const char *format)
{
	const struct encoded *encoded = checked->encoded;
	const struct line line = { .requested = typed_name(checked->requested),
		.name = checked->string ? checked->string : "",
		.pmu = checked->pmu,
		.codes = codes,
		.os = layer_of(checked),
		.idx = (uint64_t)encoded->idx,
		.code = encoded->codes[0],
		.code1 = encoded->codes[1],
		.code2 = encoded->codes[2] };

	print_formatted(format, fields, FIELDS, &line);
}

static bool is_x86(const char *vendor)
{
	return !strcmp(vendor, "GenuineIntel") || !strcmp(vendor, "AuthenticAMD") ||
		!strcmp(vendor, "HygonGenuine");
}

/* Returns whether CPUs of this machine's architecture have the PMU. */
static bool is_related(pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_cpu_t cpu = { .size = sizeof cpu };

	if (pfm_get_pmu_details(pmu, &details) || pfm_get_cpu(&cpu) || !details.vendor || !cpu.vendor)
		return false;
	return is_x86(cpu.vendor) ? is_x86(details.vendor) : !strcmp(cpu.vendor, details.vendor);
}

/* Returns the year in which a PMU came out; 0: the tables do not say. */
static int year_of(pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	return pfm_get_pmu_details(pmu, &details) ? 0 : details.year;
}

/* Returns whether a string with its PMU begins with an event of it; perf's word l1d with a unit mask behind is none. */
static bool has_its_event(const char *string)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	return pfm_find_event(string) != PFM_ERR_NOTFOUND &&
	       !pfm_diagnose(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) && d.error != PFM_ERR_NOTFOUND;
}

/* Returns the newest core PMU with the event; of a year the one with the highest number. To be freed; NULL: none. */
static char *newest_with(const char *event, bool related)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char *newest = NULL;
	int newest_year = 0;
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		char *found;

		if (!next_pmu(pmu, &info) || info.type != PFM_PMU_TYPE_CORE || (related && !is_related(pmu)) ||
		    year_of(pmu) < newest_year)
			continue;
		if (asprintf(&found, "%s::%s", info.name, event) < 0)
			break;
		if (has_its_event(found)) {
			free(newest);
			newest = found;
			newest_year = year_of(pmu);
		} else {
			free(found);
		}
	}
	return newest;
}

/* Finds an event that no PMU of this machine has on another machine, best one like this. To be freed; NULL: none. */
static char *found_elsewhere(const char *event)
{
	char *found = newest_with(event, true);

	if (!found)
		found = newest_with(event, false);
	if (found)
		complain("%s: not an event of this machine; this is %.*s's", event, (int)strcspn(found, ":"), found);
	return found;
}

static void print_checked(struct checked *checked, const struct settings *settings)
{
	const struct encoded *encoded = checked->encoded;
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	const char *text;
	char codes[100];

	checked->pmu = encoded->perfs ? checked->devices : encoded->device;
	checked->pmu = text = checked->pmu && *checked->pmu ? checked->pmu : "perf";
	if (encoded->idx >= 0 && next_pmu(pmu_of(encoded->idx), &pmu)) {
		checked->pmu = pmu.name;
		text = pmu.desc;
	}
	join_codes(encoded, codes, sizeof codes);
	if (settings->given.json)
		print_checked_json(checked);
	else if (settings->given.format)
		print_line(checked, codes, settings->given.format);
	else
		print_block(checked, text, codes);
}

/* Prints events; those that follow each other with the same code are one, on several devices. */
static bool check(struct encoded **events, int count, void *data)
{
	const struct settings *settings = data;

	for (int i = 0, same; i < count && !settings->quiet; i += same) {
		struct checked checked = { .encoded = events[i], .requested = events[i]->operand,
			.os = settings->given.os };

		same = 1;
		while (i + same < count && is_same_code(events[i]->perfs, events[i + same]->perfs))
			same++;
		checked.string = name_checked(events[i], settings);
		if (events[i]->perfs && !(checked.devices = list_devices(events + i, same)))
			return false;
		print_checked(&checked, settings);
		free(checked.devices);
	}
	return true;
}

static bool check_all(int count, char **operands, bool finds_others, struct settings *settings)
{
	const struct resolving how = { .given = &settings->given, .asked = &settings->asked, .group = settings->group,
		.quiet = settings->quiet, .elsewhere = finds_others ? found_elsewhere : NULL, .use = check,
		.data = settings };

	return resolve_all(count, operands, &how);
}

/* ---- --together ---- */

static bool print_place(int event, bool first, void *data)
{
	const struct together *together = data;
	const char *group = first ? together_group(together, event) : NULL;
	char counter[32];

	together_counter(together, event, counter, sizeof counter);
	if (group)
		printf("group %s\n", clean(group));
	if (together->fit.rounds > 1)
		printf("%-5d  ", together->places[event].round + 1);
	printf("%-7s  %s\n", counter, clean(together_name(together, event)));
	return true;
}

static void print_places(struct together *together)
{
	char verdict[sizeof together->fit.message + 32];

	if (together->fit.rounds)
		printf("%scounter  event\n", together->fit.rounds > 1 ? "round  " : "");
	together_for_each(together, print_place, together);
	together_verdict(together, verdict, sizeof verdict);
	if (*verdict)
		printf("does not fit: %s\n", clean(verdict));
	if (*together->fit.note)
		printf("note: %s\n", clean(together->fit.note));
}

static void print_place_json(const struct together *together, int event)
{
	const pfm_placement_t *place = &together->places[event];
	const char *group = together_group(together, event);
	char counter[32];
	bool first = true;

	together_counter(together, event, counter, sizeof counter);
	fputs(event ? ",{" : "{", stdout);
	json_text(&first, "requested", together->operands[event]);
	if (place->round >= 0) {
		json_number(&first, "round", place->round + 1);
		json_text(&first, "counter", place->counter < 0 ? NULL : counter);
	}
	json_bool(&first, "in_conflict", place->in_conflict);
	if (group)
		json_text(&first, "group", group);
	putchar('}');
}

static void print_places_json(const struct together *together)
{
	static const char *const reasons[] = { NULL, "counters", "resource", "alone", "leader", "group" };
	const pfm_fit_t *fit = &together->fit;
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_bool(&first, "fits", !fit->reason);
	json_number(&first, "rounds", fit->rounds);
	json_bool(&first, "smt", fit->smt);
	json_bool(&first, "watchdog", fit->watchdog);
	json_text(&first, "reason", reasons[fit->reason]);
	json_text(&first, "resource", fit->resource);
	json_text(&first, "message", *fit->message ? fit->message : NULL);
	json_text(&first, "note", *fit->note ? fit->note : NULL);
	fputs(",\"events\":[", stdout);
	for (int i = 0; i < together->count; i++)
		print_place_json(together, i);
	puts("]}");
}

static bool check_together(int count, char **operands, const struct settings *settings)
{
	struct given given = settings->given;
	struct together together = { .given = &given, .no_smt = settings->asked.no_smt };
	bool good;

	if (given.os == PFM_OS_NONE) /* the counters are the same for perf_event, which accepts all modifiers */
		given.os = PFM_OS_PERF_EVENT_EXT;
	good = together_read(&together, count, operands) && together_ask(&together);

	if (good && settings->given.json)
		print_places_json(&together);
	else if (good && !settings->quiet)
		print_places(&together);
	good = good && !together.fit.reason;
	together_free(&together);
	return good;
}

static void list_pmus(bool present)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && (!present || info.is_present))
			printf("\t[%d, %s, \"%s\"]\n", (int)info.pmu, clean(info.name), clean(info.desc));
}

static void print_pmus(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int all = 0, present = 0;
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info)) {
			all += info.nevents;
			present += info.is_present ? info.nevents : 0;
		}
	puts("Supported PMU models:");
	list_pmus(false);
	puts("Detected PMU models:");
	list_pmus(true);
	printf("Total events: %d available, %d supported\n", all, present);
}

static int run(int argc, char **argv, struct settings *settings)
{
	static const struct option options[] = { SHARED_OPTIONS, LANGUAGE_OPTIONS, OS_OPTION, PLM_OPTION,
		{ "group", required_argument, NULL, 'g' }, { "pmus", no_argument, NULL, 'P' },
		{ "quiet", no_argument, NULL, 'q' }, ASKED_OPTIONS,
		{ NULL, 0, NULL, 0 } };
	static char *defaults[] = { "PERF_COUNT_HW_CPU_CYCLES", "PERF_COUNT_HW_INSTRUCTIONS" };
	int option, status;
	bool good = true, finds_others;

	tool_start("check_events");
	while ((option = next_option(argc, argv, "O:qh", options)) >= 0) {
		switch (option) {
		case 'g':
			settings->group = optarg;
			break;
		case 'P':
			settings->pmus = true;
			break;
		case 'q':
			settings->quiet = true;
			break;
		default:
			status = take_asked(option, &help, &settings->asked, &settings->given);
			if (status != GO_ON)
				return status;
		}
	}
	status = check_rules(rules, optind < argc ? "events" : "");
	if (status == GO_ON)
		status = check_format(settings->given.format, fields, FIELDS);
	if (status != GO_ON)
		return status;
	if (!settings->pmus) /* unless --pmus asks which PMUs count them */
		tool_lists_no_events();
	finds_others = !settings->given.cpu && !settings->given.pmu;
	tool_open_for(&settings->given, argc - optind, argv + optind);
	status = check_constants(&settings->asked.metrics);
	if (status != GO_ON)
		return status;
	if (settings->pmus)
		print_pmus();
	if (settings->asked.metrics.text)
		good = check_plan(&settings->asked.metrics, &settings->given, settings->quiet);
	else if (settings->asked.together)
		good = check_together(argc - optind, argv + optind, settings);
	else if (optind < argc || settings->group)
		good = check_all(argc - optind, argv + optind, finds_others, settings);
	else if (!settings->pmus)
		good = check_all(2, defaults, finds_others, settings);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}

int main(int argc, char **argv)
{
	struct settings settings = { .given = { .os = PFM_OS_NONE, .plm = PFM_PLM0 | PFM_PLM3 },
		.asked.metrics.no_thresholds = true }; /* thresholds need other counts */
	int status = run(argc, argv, &settings);

	free_request(&settings.asked.metrics);
	return status;
}
