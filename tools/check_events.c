/* check_events: are these event strings right, and what do they mean? */
#define _GNU_SOURCE
#include "events/asked.h"
#include "events/boxes.h"
#include "tables/clean.h"
#include "events/cores.h"
#include "events/countable.h"
#include "events/makers.h"
#include "common/explain.h"
#include "common/format.h"
#include "events/generic.h"
#include "events/groups.h"
#include "common/json.h"
#include "common/language.h"
#include "stat/constants.h"
#include "stat/plan.h"
#include "common/operands.h"
#include "common/rules.h"
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
"  -h                 short help\n"
"      --help         this text\n"
"      --version      version\n"
"\n"
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
	const struct member *member; /* of the group that is being checked */
	const struct core *core;     /* the kind of cores that the event is for, or NULL */
	bool quiet, pmus, elsewhere;
	struct asked asked;
};

/* One event, encoded: for perf_event the codes are config, config1 and config2. */
struct encoded {
	char *string;
	uint64_t codes[4];
	int count, idx;
	char *devices;          /* of an event of perf's language, separated by commas; NULL: of an event string */
	const struct core *core; /* that the event counts on, and its name does not say; or NULL */
	char unit[32];
	double scale;
	bool is_generic;        /* of perf's, with this type and config */
	uint32_t type;
	uint64_t config;
};

static void keep_config(const struct perf_event_attr *attr, struct encoded *encoded)
{
	encoded->codes[0] = attr->config;
	encoded->codes[1] = attr->config1;
	encoded->codes[2] = attr->config2;
	encoded->count = attr->config2 ? 3 : attr->config1 ? 2 : 1;
}

static void keep_generic(const struct perf_event_attr *attr, struct encoded *encoded)
{
	encoded->is_generic = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
	encoded->type = attr->type;
	encoded->config = attr->config;
}

static void free_encoded(struct encoded *encoded)
{
	free(encoded->string);
	free(encoded->devices);
}

/* Whether --plm leaves out what the PMU counts in any case: codes have no levels there, perf_event would need them. */
static bool is_refused_by_levels(const char *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

	return pfm_get_perf_encoding_anywhere(event, given->plm, PFM_OS_PERF_EVENT_EXT, &arg) == PFM_ERR_ATTR &&
	       !pfm_get_perf_encoding_anywhere(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg);
}

static int encode_event(const char *event, const struct settings *settings, struct encoded *encoded)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_pmu_encode_arg_t raw = { .codes = encoded->codes,
		.count = 4,
		.fstr = &encoded->string,
		.size = sizeof raw };
	pfm_perf_encode_arg_t perf = { .attr = &attr, .fstr = &encoded->string, .size = sizeof perf };
	int error;

	memset(encoded, 0, sizeof *encoded);
	if (settings->given.os == PFM_OS_NONE) {
		error = pfm_get_os_event_encoding(event, settings->given.plm, PFM_OS_NONE, &raw);
		encoded->count = raw.count;
		encoded->idx = raw.idx;
		if (!error && settings->given.plm_given && is_refused_by_levels(event, &settings->given))
			error = PFM_ERR_ATTR;
		if (!error && pmu_of(raw.idx) == PFM_PMU_PERF_EVENT)
			encoded->is_generic = generic_of_string(encoded->string, &encoded->type, &encoded->config);
		return error;
	}
	error = pfm_get_perf_encoding_anywhere(event, settings->given.plm, settings->given.os, &perf);
	if (!error && settings->core && put_on_core(settings->core, perf.idx, &attr))
		encoded->core = settings->core;
	keep_config(&attr, encoded);
	keep_generic(&attr, encoded);
	encoded->idx = perf.idx;
	return error;
}

static bool is_same_code(const pfm_perf_event_t *a, const pfm_perf_event_t *b)
{
	return a->attr.config == b->attr.config && a->attr.config1 == b->attr.config1 &&
		a->attr.config2 == b->attr.config2;
}

static char *add_device(char *list, const char *device)
{
	char *longer;

	if (!list)
		return strdup(device);
	if (!*device)
		return list;
	if (asprintf(&longer, "%s, %s", list, device) < 0)
		longer = NULL;
	free(list);
	return longer;
}

/* Whether the string that an event has in the tables asks for all that it does. */
static bool is_all(const char *string, const pfm_perf_event_t *event, const struct settings *settings)
{
	struct given perf = settings->given;

	perf.os = PFM_OS_PERF_EVENT_EXT;
	return !(event->flags & ~(unsigned int)(PFM_PERF_PER_PACKAGE | PFM_PERF_SNAPSHOT | PFM_PERF_MOST_PRECISE)) &&
		!event->attr.aux_output && !event->attr.write_backward && says_all(string, event, &perf);
}

/*
 * The next of the results of a string of perf's language: those that follow each other with the same code are one, on
 * several devices. How many they are; 0: out of memory.
 */
static int encode_perfs(const char *event, const struct settings *settings, const pfm_perf_event_t *events, int count,
	struct encoded *encoded)
{
	int taken = 0;

	*encoded = (struct encoded){ .scale = events->scale };
	while (taken < count &&
		(!taken || (is_same_code(events, &events[taken]) && !strcmp(events->name, events[taken].name)))) {
		encoded->devices = add_device(encoded->devices, events[taken++].device);
		if (!encoded->devices)
			return 0;
	}
	keep_config(&events->attr, encoded);
	keep_generic(&events->attr, encoded);
	memcpy(encoded->unit, events->unit, sizeof encoded->unit);
	encoded->string = name_in_tables(events, event, &settings->given, &encoded->idx);
	if (encoded->string && events->flags & (PFM_PERF_WEAK | PFM_PERF_LEADER_SAMPLES)) {
		free(encoded->string);
		encoded->string = NULL;
	}
	if (encoded->string && !settings->quiet && !is_all(encoded->string, events, settings))
		complain("%s: event strings have no words for all of it: Actual Event is without them", event);
	if (!encoded->string) /* what no event string can say stays as it is */
		encoded->string = strdup(*event == '{' ? event : events->name);
	return encoded->string ? taken : 0;
}

static void join_codes(const struct encoded *encoded, char *text, size_t size)
{
	size_t length = 0;

	*text = '\0';
	for (int i = 0; i < encoded->count && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, "%s0x%" PRIx64, i ? " " : "",
			encoded->codes[i]);
}

/* Of events that the tables lack, none. */
static pfm_pmu_t pmu_of_encoded(const struct encoded *encoded)
{
	return pmu_of(encoded->idx);
}

static void print_block(const char *event, const struct encoded *encoded, const char *pmu, const char *codes)
{
	printf("Requested Event: %s\nActual    Event: %s\nPMU            : %s\n", clean(typed_name(event)),
	       encoded->string ? clean(encoded->string) : "", clean(pmu));
	if (!is_terminal()) /* for programs */
		printf("IDX            : %d\n", encoded->idx);
	printf("Codes          : %s\n", codes);
	if (encoded->is_generic)
		print_generic("Kernel         : ", event, encoded->type, encoded->config);
	else if (is_refused_by_linux(encoded->string))
		print_refused("Kernel         : ", event, pmu_of_encoded(encoded));
	else
		print_kernel_dates("Linux          : ", pmu_of_encoded(encoded), event);
	if (needed_linux(encoded->idx, encoded->string))
		printf("Linux          : %s or later\n", clean(needed_linux(encoded->idx, encoded->string)));
	if (encoded->core)
		printf("Devices        : %s\n", clean(encoded->core->device));
	if (encoded->devices && encoded->devices[0])
		printf("Devices        : %s\n", clean(encoded->devices));
	if (encoded->devices && (encoded->unit[0] || encoded->scale != 1))
		printf("Unit           : %s%scounts times %.10g\n", clean(encoded->unit), encoded->unit[0] ? ", " : "",
			encoded->scale);
}

/* The layer whose codes are shown: those of perf's language are the kernel's config words. */
static const char *layer_of(const struct encoded *encoded, pfm_os_t os)
{
	return os == PFM_OS_PERF_EVENT_EXT ? "perf_ext" : encoded->devices || os == PFM_OS_PERF_EVENT ? "perf" : "none";
}

static void print_checked_json(const char *event, const struct encoded *encoded, const char *pmu, pfm_os_t os)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_requested(&first, event);
	json_text(&first, "event", encoded->string);
	json_text(&first, "pmu", pmu);
	json_number(&first, "idx", encoded->idx);
	fputs(",\"codes\":[", stdout);
	for (int i = 0; i < encoded->count; i++)
		printf("%s\"0x%" PRIx64 "\"", i ? "," : "", encoded->codes[i]);
	putchar(']');
	if (strcmp(layer_of(encoded, os), "none") != 0)
		json_text(&first, "os", layer_of(encoded, os));
	json_makers_code(&first, event, encoded->devices ? -1 : encoded->idx);
	if (encoded->core)
		json_text(&first, "devices", encoded->core->device);
	if (encoded->devices) {
		json_text(&first, "devices", encoded->devices);
		json_text(&first, "unit", encoded->unit);
		fputs(",\"scale\":", stdout);
		json_double(encoded->scale);
	}
	if (needed_linux(encoded->idx, encoded->string))
		json_text(&first, "since_linux", needed_linux(encoded->idx, encoded->string));
	if (encoded->is_generic)
		print_json_generic(event, encoded->type, &encoded->config, 1, &first);
	else if (is_refused_by_linux(encoded->string))
		print_json_refused(event, pmu_of_encoded(encoded), &first);
	else
		print_json_kernel_dates(pmu_of_encoded(encoded), event, &first);
	puts("}");
}

/* What --format may name. */
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

static void print_line(const char *event, const struct encoded *encoded, const char *pmu, const char *codes,
	const struct given *given)
{
	const struct line line = { .requested = typed_name(event),
		.name = encoded->string ? encoded->string : "",
		.pmu = pmu,
		.codes = codes,
		.os = layer_of(encoded, given->os),
		.idx = (uint64_t)encoded->idx,
		.code = encoded->codes[0],
		.code1 = encoded->codes[1],
		.code2 = encoded->codes[2] };

	print_formatted(given->format, fields, FIELDS, &line);
}

static bool is_x86(const char *vendor)
{
	return !strcmp(vendor, "GenuineIntel") || !strcmp(vendor, "AuthenticAMD") ||
		!strcmp(vendor, "HygonGenuine");
}

/* Whether CPUs of this machine's architecture have the PMU. */
static bool is_related(pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_cpu_t cpu = { .size = sizeof cpu };

	if (pfm_get_pmu_details(pmu, &details) || pfm_get_cpu(&cpu) || !details.vendor || !cpu.vendor)
		return false;
	return is_x86(cpu.vendor) ? is_x86(details.vendor) : !strcmp(cpu.vendor, details.vendor);
}

/* The year in which a PMU came out; 0: the tables do not say. */
static int year_of(pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	return pfm_get_pmu_details(pmu, &details) ? 0 : details.year;
}

/* Whether a string with its PMU begins with an event of it; perf's word l1d with a unit mask behind is none. */
static bool has_its_event(const char *string)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	return pfm_find_event(string) != PFM_ERR_NOTFOUND &&
	       !pfm_diagnose(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) && d.error != PFM_ERR_NOTFOUND;
}

/* The newest core PMU that has the event; of a year's the one with the highest number. To be freed; NULL: none. */
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

/* An event that no PMU of this machine has may still be right for another machine, best one like this. */
static char *found_elsewhere(const char *event)
{
	char *found = newest_with(event, true);

	if (!found)
		found = newest_with(event, false);
	if (found)
		complain("%s: not an event of this machine; this is %.*s's", event, (int)strcspn(found, ":"), found);
	return found;
}

static void print_encoded(const char *operand, const struct encoded *encoded, const struct settings *settings)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	const char *name = encoded->devices && encoded->devices[0] ? encoded->devices : "perf", *text = name;
	char codes[100], device[64];

	if (settings->quiet)
		return;
	if (!encoded->devices && encoded->idx < 0) {
		device_of_string(operand, device, sizeof device);
		name = text = device;
	}
	if (encoded->idx >= 0 && next_pmu(pmu_of(encoded->idx), &pmu)) {
		name = pmu.name;
		text = pmu.desc;
	}
	join_codes(encoded, codes, sizeof codes);
	if (settings->given.json)
		print_checked_json(operand, encoded, name, settings->given.os);
	else if (settings->given.format)
		print_line(operand, encoded, name, codes, &settings->given);
	else
		print_block(operand, encoded, text, codes);
}

/* Whether an event is right in perf's language; then it is printed. */
static bool check_perfs(const char *operand, const struct settings *settings)
{
	pfm_perf_event_t *events;
	int count = read_perfs(operand, &settings->given, &events, NULL);
	bool good = count > 0;

	if (good && !settings->quiet)
		say_symbol(operand, &settings->given, events);
	for (int i = 0, taken; good && i < count; i += taken) {
		struct encoded encoded;

		taken = encode_perfs(operand, settings, &events[i], count - i, &encoded);
		if (taken && !settings->quiet)
			say_limits(operand, events[i].idx, events[i].device, &events[i].attr);
		if (taken)
			print_encoded(operand, &encoded, settings);
		else
			complain("%s: out of memory", operand);
		good = taken;
		free_encoded(&encoded);
	}
	free(events);
	return good;
}

/* In the language of event strings, as it is written: on this machine, or else, which is no success, on another. */
static bool check_as(const char *operand, const char *written, const struct settings *settings)
{
	struct encoded encoded = { .string = NULL };
	char *event = qualified(written, settings->given.pmu), *other = NULL;
	int error = event ? encode_event(event, settings, &encoded) : PFM_ERR_NOMEM;

	if (error && error != PFM_ERR_NOMEM && may_be_perfs(event, &settings->given) &&
		check_perfs(operand, settings)) {
		free(event);
		return true;
	}
	if (error == PFM_ERR_NOTFOUND && settings->elsewhere && !strstr(event, "::"))
		other = found_elsewhere(event);
	if (other) {
		free(event);
		event = other;
		error = encode_event(event, settings, &encoded);
	}
	if (!error && settings->member && settings->member->has_code)
		encoded.codes[0] = settings->member->code;
	if (!event)
		complain("%s: out of memory", operand);
	else if (error)
		explain_failure(operand, event, &settings->given);
	else
		print_encoded(operand, &encoded, settings);
	if (!error && !settings->quiet)
		say_which_box(operand, settings->given.pmu);
	if (!error && !settings->quiet)
		say_makers_code(operand, encoded.idx);
	if (!error && !settings->quiet)
		say_which_cpu(operand, settings->given.cpu, encoded.idx);
	if (!error && !settings->quiet)
		say_if_uncountable(operand, encoded.string);
	if (!error && !settings->quiet)
		say_limits_of_string(operand, event, settings->given.plm);
	if (!error && !settings->quiet && !settings->core)
		say_which_core(operand, &settings->given);
	if (!error)
		free_encoded(&encoded);
	free(event);
	/* what another machine has is no event here, even if it can be shown */
	return !error && !other;
}

struct on_cores {
	const char *operand;
	const struct settings *settings;
};

static bool check_on(const char *string, const struct core *core, void *data)
{
	const struct on_cores *on = data;
	struct settings settings = *on->settings;

	settings.core = core;
	return check_as(on->operand, string, &settings);
}

static bool check_string(const char *operand, const struct settings *settings)
{
	struct on_cores on = { operand, settings };

	return settings->asked.all_cores && may_be_on_cores(operand, &settings->given)
		? for_each_core(operand, &settings->given, !settings->quiet, check_on, &on)
		: check_as(operand, operand, settings);
}

static bool check_one(const char *operand, void *data)
{
	const struct settings *settings = data;

	if (!is_perfs(operand, &settings->given))
		return check_string(operand, settings);
	return check_perfs(operand, settings) || explain_failure(operand, operand, &settings->given);
}

static bool check(const char *operand, void *data)
{
	const struct settings *settings = data;
	char *all = settings->asked.all_boxes ? on_all_boxes(operand, settings->given.pmu) : NULL;
	const char *event = all ? all : operand;
	bool good = means_all_boxes(event) ? for_each_box(event, check_one, data) : check_one(event, data);

	free(all);
	return good;
}

static bool check_member(const struct member *member, void *data)
{
	struct settings settings = *(const struct settings *)data;

	settings.member = member;
	return check(member->event, &settings);
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

	if (given.os == PFM_OS_NONE) /* counters are the same, and perf's layer has all modifiers */
		given.os = PFM_OS_PERF_EVENT_EXT;
	good = together_read(&together, count, operands, NULL, NULL) && together_ask(&together);

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
	bool good;

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
	if (!settings->pmus) /* which counts them */
		tool_lists_no_events();
	settings->elsewhere = !settings->given.cpu && !settings->given.pmu;
	tool_open_for(&settings->given, argc - optind, argv + optind);
	status = check_constants(&settings->asked.metrics);
	if (status != GO_ON)
		return status;
	if (settings->pmus)
		print_pmus();
	good = !settings->group || for_each_member(settings->group, settings->given.pmu, check_member, settings);
	if (settings->asked.metrics.text)
		good = check_plan(&settings->asked.metrics, &settings->given, settings->quiet);
	else if (settings->asked.together)
		good = check_together(argc - optind, argv + optind, settings);
	else if (optind < argc)
		good &= for_each_event(argc - optind, argv + optind, &settings->given, check, settings);
	else if (!settings->pmus && !settings->group)
		good = for_each_event(2, defaults, &settings->given, check, settings);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}

int main(int argc, char **argv)
{
	struct settings settings = { .given = { .os = PFM_OS_NONE, .plm = PFM_PLM0 | PFM_PLM3 },
		.asked.metrics.no_thresholds = true }; /* they are computed from other counts */
	int status = run(argc, argv, &settings);

	free_request(&settings.asked.metrics);
	return status;
}
