/* showevtinfo: which PMUs, events, unit masks and modifiers there are, and what they count. */
#define _GNU_SOURCE
#include "complete.h"
#include "format.h"
#include "groups.h"
#include "json.h"
#include "tool.h"

#include <ctype.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
"      --pmus        list PMUs; --groups: groups of events with WORD in the name\n"
"      --pmu NAME    only this PMU; may be a pattern; --type core, uncore or os\n"
"      --cpu CPU     be on this machine: spr, zen4, GenuineIntel-6-143 or a MIDR\n"
"  -F, --flag FLAG   precise, default, speculative, hw_smpl, alias or deprecated\n"
"  -O, --os LAYER    whose modifiers: none (default), perf, perf_ext\n"
"  -M, --combos      with -L or -E: all combinations of unit masks that encode,\n"
"  -l, --limit N     but not for events with more than N unit masks (18)\n"
"  -s, --sort[=MASK] all machines by event code; -m MASK: these of its bits (hex)\n"
"  -x, --separator S between the columns of -E and -D, instead of a tab\n"
"  -j, --json        one JSON object a line\n"
"      --format TEXT lines: {pmu} {name} {event} {umask} {code} {ucode} {idx}\n"
"                    {desc} {udesc}; --banner: PMUs first, as libpfm4 prints them\n"
"      --no-color, --no-pager, -h, --help, --version\n"
"Exit status: 0 found, 1 something not found, 2 wrong usage.\n";

enum mode { EVENTS, PMUS, GROUPS, COMPLETION };
enum flag { FLAG_PRECISE = 1, FLAG_DEFAULT = 2, FLAG_SPECULATIVE = 4, FLAG_HW_SMPL = 8, FLAG_ALIAS = 16, FLAG_DEPRECATED = 32 };

static struct {
	struct given given;
	enum mode mode;
	bool compact, encode, names, describe, combinations, sort, search, color, pager, banner;
	uint64_t sort_mask;
	unsigned int limit, flags;
	const char *separator, *type, *beginning;
} settings = { .given = { .os = PFM_OS_NONE }, .pager = true, .separator = "\t", .limit = 18, .sort_mask = UINT64_MAX };

/* An event with all its attributes, as most of what follows needs it. */
struct event {
	pfm_event_info_t info;
	pfm_event_attr_info_t *attrs;
	int room, umasks;
};

static bool load_event(int idx, struct event *event)
{
	int error;

	event->info.size = sizeof event->info;
	error = pfm_get_event_info(idx, settings.given.os, &event->info);
	if (error)
		return is_lacking(error) && false;
	if (event->info.nattrs > event->room) {
		pfm_event_attr_info_t *bigger = realloc(event->attrs, (size_t)event->info.nattrs * sizeof *bigger);

		if (!bigger)
			return is_lacking(PFM_ERR_NOMEM) && false;
		event->attrs = bigger;
		event->room = event->info.nattrs;
	}
	event->umasks = 0;
	for (int i = 0; i < event->info.nattrs; i++) {
		event->attrs[i].size = sizeof event->attrs[i];
		if (pfm_get_event_attr_info(idx, i, settings.given.os, &event->attrs[i]))
			return false;
		event->umasks += event->attrs[i].type == PFM_ATTR_UMASK;
	}
	return true;
}

/* ---- filters ---- */

static bool has_flags(bool precise, bool dfl, unsigned int speculative, bool hw_smpl, bool alias, const char *desc)
{
	return (settings.flags & FLAG_PRECISE && precise) || (settings.flags & FLAG_DEFAULT && dfl) ||
	       (settings.flags & FLAG_SPECULATIVE && speculative == PFM_EVENT_INFO_SPEC_TRUE) || (settings.flags & FLAG_HW_SMPL && hw_smpl) ||
	       (settings.flags & FLAG_ALIAS && alias) || (settings.flags & FLAG_DEPRECATED && strstr(desc, "Deprecated"));
}

static bool attr_passes(const pfm_event_attr_info_t *attr)
{
	return !settings.flags || has_flags(attr->is_precise, attr->is_dfl, attr->is_speculative, attr->support_hw_smpl, attr->equiv, attr->desc);
}

static bool event_passes(const struct event *event)
{
	if (!settings.flags)
		return true;
	if (settings.flags & FLAG_PRECISE && !event->info.is_precise && settings.flags == FLAG_PRECISE)
		return false;
	for (int i = 0; i < event->info.nattrs; i++)
		if (event->attrs[i].type == PFM_ATTR_UMASK && attr_passes(&event->attrs[i]))
			return true;
	if (has_flags(event->info.is_precise, false, event->info.is_speculative, event->info.support_hw_smpl, event->info.equiv,
		      event->info.desc))
		return true;
	return settings.flags & FLAG_DEFAULT && !event->umasks;
}

/* ---- text ---- */

static const char *bold(void)
{
	return settings.color ? "\033[1m" : "";
}

static const char *plain(void)
{
	return settings.color ? "\033[0m" : "";
}

static void print_speculation(unsigned int speculative)
{
	if (speculative == PFM_EVENT_INFO_SPEC_TRUE)
		fputs("[speculative] ", stdout);
	else if (speculative == PFM_EVENT_INFO_SPEC_FALSE)
		fputs("[non-speculative] ", stdout);
}

static void print_event_flags(const pfm_event_info_t *info)
{
	fputs("Flags    : ", stdout);
	if (info->is_precise)
		fputs("[precise] ", stdout);
	if (info->support_hw_smpl)
		fputs("[hw_smpl] ", stdout);
	print_speculation(info->is_speculative);
	puts(info->is_precise || info->support_hw_smpl || info->is_speculative ? "" : "None");
}

static const char *source_name(pfm_attr_ctrl_t source)
{
	return source == PFM_ATTR_CTRL_PMU ? "PMU" : source == PFM_ATTR_CTRL_PERF_EVENT ? "perf_event" : "???";
}

static void print_umask(int number, const pfm_event_attr_info_t *attr)
{
	printf("Umask-%02d : 0x%02" PRIx64 " : %s : [%s%s%s] : ", number, attr->code, source_name(attr->ctrl), bold(), attr->name, plain());
	if (attr->support_no_mods)
		fputs("[no modifier supported] ", stdout);
	if (attr->is_dfl)
		fputs("[default] ", stdout);
	if (attr->is_precise)
		fputs("[precise] ", stdout);
	if (attr->support_hw_smpl)
		fputs("[hw_smpl] ", stdout);
	print_speculation(attr->is_speculative);
	if (!attr->support_no_mods && !attr->is_dfl && !attr->is_precise && !attr->support_hw_smpl && !attr->is_speculative)
		fputs("None ", stdout);
	if (attr->equiv)
		printf(": Alias to %s\n", attr->equiv);
	else
		printf(": %s\n", attr->desc);
}

static void print_text(const struct event *event, const pfm_pmu_info_t *pmu)
{
	int umasks = 0, modifiers = 0;

	if (!event_passes(event))
		return;
	printf("#-----------------------------\nIDX\t : %d\nPMU name : %s (%s)\nName     : %s%s%s\nEquiv\t : %s\n", event->info.idx, pmu->name, pmu->desc,
	       bold(), event->info.name, plain(), event->info.equiv ? event->info.equiv : "None");
	print_event_flags(&event->info);
	printf("Desc     : %s\nCode     : 0x%" PRIx64 "\n", event->info.desc, event->info.code);
	for (int i = 0; i < event->info.nattrs; i++) {
		const pfm_event_attr_info_t *attr = &event->attrs[i];

		if (attr->type == PFM_ATTR_UMASK && attr_passes(attr))
			print_umask(umasks++, attr);
		else if (attr->type != PFM_ATTR_UMASK)
			printf("Modif-%02d : 0x%02" PRIx64 " : %s : [%s] : %s (%s)\n", modifiers++, attr->code, source_name(attr->ctrl), attr->name, attr->desc,
			       attr->type == PFM_ATTR_MOD_INTEGER ? "integer" : "boolean");
	}
}

/* ---- lines ---- */

/* The codes, each followed by the separator; a column for each that the PMU may have. False: does not encode. */
static bool print_codes(const char *string, const pfm_pmu_info_t *pmu)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	if (pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg))
		return false;
	if (!settings.encode)
		return true;
	for (int i = 0; i < pmu->max_encoding || i < arg.count; i++) {
		if (i < arg.count)
			printf("0x%" PRIx64, codes[i]);
		fputs(settings.separator, stdout);
	}
	return true;
}

static void print_line(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask)
{
	char string[512];

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->info.name, umask ? ":" : "", umask ? umask->name : "");
	if (settings.encode && !print_codes(string, pmu))
		return;
	fputs(string, stdout);
	if (settings.describe && umask)
		printf("%s\"%s. %s.\"", settings.separator, event->info.desc, umask->desc);
	else if (settings.describe)
		printf("%s\"%s.\"", settings.separator, event->info.desc);
	putchar('\n');
}

static void print_lines(const struct event *event, const pfm_pmu_info_t *pmu)
{
	bool any = false;

	for (int i = 0; i < event->info.nattrs; i++)
		if (event->attrs[i].type == PFM_ATTR_UMASK && attr_passes(&event->attrs[i])) {
			print_line(event, pmu, &event->attrs[i]);
			any = true;
		}
	if (!any && event_passes(event))
		print_line(event, pmu, NULL);
}

/* All sets of unit masks that encode, in the order of the binary numbers that their positions make. */
static void print_combinations(const struct event *event, const pfm_pmu_info_t *pmu)
{
	char string[4096];

	if ((unsigned int)event->umasks > settings.limit) {
		complain("event %s has too many umasks to print all combinations, dropping to simple enumeration", event->info.name);
		print_lines(event, pmu);
		return;
	}
	if (!event->umasks)
		print_line(event, pmu, NULL);
	for (uint64_t set = 1; event->umasks && set < UINT64_C(1) << event->umasks; set++) {
		int length = snprintf(string, sizeof string, "%s::%s", pmu->name, event->info.name);

		for (int i = 0; i < event->umasks && length < (int)sizeof string; i++)
			if (set >> i & 1)
				length += snprintf(string + length, sizeof string - (size_t)length, ":%s", event->attrs[i].name);
		if (length < (int)sizeof string && print_codes(string, pmu))
			puts(string);
	}
}

static void print_name(const struct event *event)
{
	if (settings.encode)
		printf("0x%-10" PRIx64, event->info.code);
	puts(event->info.name);
}

/* ---- lines of the user's own ---- */

/* What --format may name. */
struct line {
	const char *pmu, *name, *event, *umask, *desc, *udesc;
	uint64_t code, ucode, idx;
};

static const struct field fields[] = {
	FIELD(struct line, TEXT_FIELD, pmu), FIELD(struct line, TEXT_FIELD, name), FIELD(struct line, TEXT_FIELD, event),
	FIELD(struct line, TEXT_FIELD, umask), FIELD(struct line, NUMBER_FIELD, code), FIELD(struct line, NUMBER_FIELD, ucode),
	FIELD(struct line, TEXT_FIELD, desc), FIELD(struct line, TEXT_FIELD, udesc), FIELD(struct line, NUMBER_FIELD, idx) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void print_own(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask)
{
	char name[512];
	struct line line = { .pmu = pmu->name, .name = name, .event = event->info.name, .umask = "", .desc = event->info.desc, .udesc = "",
		.code = event->info.code, .idx = (uint64_t)event->info.idx };

	if (umask) {
		line.umask = umask->name;
		line.udesc = umask->desc;
		line.ucode = umask->code;
	}
	snprintf(name, sizeof name, "%s::%s%s%s", pmu->name, event->info.name, umask ? ":" : "", line.umask);
	print_formatted(settings.given.format, fields, FIELDS, &line);
}

static void print_format(const struct event *event, const pfm_pmu_info_t *pmu)
{
	bool any = false;

	for (int i = 0; i < event->info.nattrs; i++)
		if (event->attrs[i].type == PFM_ATTR_UMASK && attr_passes(&event->attrs[i])) {
			any = true;
			print_own(event, pmu, &event->attrs[i]);
		}
	if (!any && event_passes(event))
		print_own(event, pmu, NULL);
}

/* ---- JSON ---- */

static const char *speculation_name(unsigned int speculative)
{
	return speculative == PFM_EVENT_INFO_SPEC_TRUE ? "yes" : speculative == PFM_EVENT_INFO_SPEC_FALSE ? "no" : NULL;
}

static void print_json_attr(const pfm_event_attr_info_t *attr)
{
	bool first = true;

	putchar('{');
	json_text(&first, "name", attr->name);
	json_hex(&first, "code", attr->code);
	json_text(&first, "desc", attr->desc);
	if (attr->type == PFM_ATTR_UMASK) {
		json_bool(&first, "default", attr->is_dfl);
		json_bool(&first, "precise", attr->is_precise);
		if (attr->equiv)
			json_text(&first, "alias", attr->equiv);
	} else {
		json_text(&first, "type", attr->type == PFM_ATTR_MOD_INTEGER ? "integer" : "boolean");
		json_text(&first, "owner", source_name(attr->ctrl));
	}
	putchar('}');
}

static void print_json_attrs(const struct event *event, const char *key, bool umasks)
{
	bool any = false;

	printf(",\"%s\":[", key);
	for (int i = 0; i < event->info.nattrs; i++) {
		if ((event->attrs[i].type == PFM_ATTR_UMASK) != umasks || (umasks && !attr_passes(&event->attrs[i])))
			continue;
		if (any)
			putchar(',');
		any = true;
		print_json_attr(&event->attrs[i]);
	}
	putchar(']');
}

static void print_json(const struct event *event, const pfm_pmu_info_t *pmu)
{
	bool first = true;

	if (!event_passes(event))
		return;
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "pmu", pmu->name);
	json_text(&first, "event", event->info.name);
	json_number(&first, "idx", event->info.idx);
	json_hex(&first, "code", event->info.code);
	json_text(&first, "desc", event->info.desc);
	json_bool(&first, "precise", event->info.is_precise);
	json_bool(&first, "hw_smpl", event->info.support_hw_smpl);
	json_text(&first, "speculative", speculation_name(event->info.is_speculative));
	if (event->info.equiv)
		json_text(&first, "alias", event->info.equiv);
	print_json_attrs(event, "umasks", true);
	print_json_attrs(event, "modifiers", false);
	puts("}");
}

static void print_event(const struct event *event, const pfm_pmu_info_t *pmu)
{
	if (settings.given.json)
		print_json(event, pmu);
	else if (settings.names)
		print_name(event);
	else if (settings.given.format)
		print_format(event, pmu);
	else if (!settings.compact)
		print_text(event, pmu);
	else if (settings.combinations && !settings.sort)
		print_combinations(event, pmu);
	else
		print_lines(event, pmu);
}

/* ---- PMUs ---- */

static bool pmu_wanted(const pfm_pmu_info_t *pmu)
{
	static const char *const types[] = { "unknown", "core", "uncore", "os" };

	if (settings.given.pmu && fnmatch(settings.given.pmu, pmu->name, FNM_CASEFOLD))
		return false;
	return !settings.type || (pmu->type < PFM_PMU_TYPE_MAX && !strcmp(settings.type, types[pmu->type]));
}

/* Whether a PMU is called as --pmu says, if it says anything; complains. */
static bool pmu_exists(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (!settings.given.pmu)
		return true;
	pfm_for_all_pmus(pmu)
		if (next_pmu(pmu, &info) && !fnmatch(settings.given.pmu, info.name, FNM_CASEFOLD))
			return true;
	complain("no PMU is called %s; showevtinfo --pmus lists them", settings.given.pmu);
	return false;
}

static void print_banner(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int all = 0, present = 0;
	pfm_pmu_t pmu;

	puts("Supported PMU models:");
	pfm_for_all_pmus(pmu)
		if (next_pmu(pmu, &info)) {
			printf("\t[%d, %s, \"%s\"]\n", (int)pmu, info.name, info.desc);
			all += info.nevents;
		}
	puts("Detected PMU models:");
	pfm_for_all_pmus(pmu)
		if (next_pmu(pmu, &info) && info.is_present) {
			printf("\t[%d, %s, \"%s\", %d events, %d max encoding, %d counters, %s PMU]\n", (int)pmu, info.name, info.desc, info.nevents,
			       info.max_encoding, info.num_cntrs + info.num_fixed_cntrs, pmu_type_name(info.type));
			present += info.nevents;
		}
	printf("Total events: %d available, %d supported\n", all, present);
}

static void print_pmu(const pfm_pmu_info_t *pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	bool first = true;

	pfm_get_pmu_details(pmu->pmu, &details);
	if (!settings.given.json) {
		printf("%s%c %-24s %s%-12s %5d events  %s\n", pmu->is_present ? bold() : "", pmu->is_present ? '*' : ' ', pmu->name,
		       pmu->is_present ? plain() : "", pmu_type_name(pmu->type), pmu->nevents, pmu->desc);
		return;
	}
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "pmu", pmu->name);
	json_number(&first, "id", (long long)pmu->pmu);
	json_text(&first, "desc", pmu->desc);
	json_text(&first, "type", pmu_type_name(pmu->type));
	json_bool(&first, "present", pmu->is_present);
	json_number(&first, "events", pmu->nevents);
	json_number(&first, "counters", pmu->num_cntrs);
	json_number(&first, "fixed_counters", pmu->num_fixed_cntrs);
	json_text(&first, "device", details.device);
	puts("}");
}

static bool print_pmus(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool any = false;
	pfm_pmu_t pmu;

	pfm_for_all_pmus(pmu)
		if (next_pmu(pmu, &info) && pmu_wanted(&info)) {
			print_pmu(&info);
			any = true;
		}
	if (!any)
		complain("no such PMU");
	return any;
}

/* ---- groups ---- */

/* Of this machine's PMUs, or of those that are asked for. */
static bool print_groups(int words, char **word)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool any = false;
	pfm_pmu_t pmu;

	pfm_for_all_pmus(pmu)
		if (next_pmu(pmu, &info) && pmu_wanted(&info) && (info.is_present || settings.given.pmu))
			any |= list_groups(&info, words, word, settings.given.json);
	if (!any)
		complain(words ? "no such group of events" : "no PMU with groups of events; POWER4 to POWER7 have some, as --pmu power7 shows");
	return any;
}

/* ---- selection ---- */

/* A growing list of events, with what they are sorted by. */
struct match {
	int idx, score;
	uint64_t key;
	pfm_pmu_t pmu;
	int number;
};

struct matches {
	struct match *list;
	int count, room;
};

static bool add_match(struct matches *matches, const struct match *match)
{
	if (matches->count == matches->room) {
		int room = matches->room ? 2 * matches->room : 256;
		struct match *bigger = realloc(matches->list, (size_t)room * sizeof *bigger);

		if (!bigger)
			return is_lacking(PFM_ERR_NOMEM) && false;
		matches->list = bigger;
		matches->room = room;
	}
	matches->list[matches->count++] = *match;
	return true;
}

static int compare_matches(const void *a, const void *b)
{
	const struct match *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->pmu != y->pmu)
		return x->pmu < y->pmu ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Words count more in the event's name than in its text, more there than in its unit masks; all must be somewhere. */
static int score_event(const struct event *event, char **words, int count)
{
	int score = 0;

	for (int i = 0; i < count; i++) {
		int best = strcasestr(event->info.name, words[i]) ? 8 : strcasestr(event->info.desc, words[i]) ? 5 : 0;

		if (!strcasecmp(event->info.name, words[i]))
			best = 16;
		for (int k = 0; k < event->info.nattrs && best < 4; k++)
			if (event->attrs[k].type == PFM_ATTR_UMASK && (strcasestr(event->attrs[k].name, words[i]) || strcasestr(event->attrs[k].desc, words[i])))
				best = 4;
		if (!best)
			return 0;
		score += best;
	}
	return score;
}

/* Calls use for all events of the PMUs to be searched; all: absent ones too. */
static bool for_all_events(bool all, bool (*use)(const pfm_pmu_info_t *pmu, int idx, void *data), void *data)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	pfm_for_all_pmus(pmu) {
		if (!next_pmu(pmu, &info) || !pmu_wanted(&info) || !(info.is_present || all || settings.given.pmu))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx))
			if (!use(&info, idx, data))
				return false;
	}
	return true;
}

struct query {
	regex_t *regex;
	char **words;
	int word_count;
	struct matches matches;
	struct event event;
};

static bool try_event(const pfm_pmu_info_t *pmu, int idx, void *data)
{
	struct query *query = data;
	struct match match = { .idx = idx, .pmu = pmu->pmu, .number = query->matches.count };
	char name[512];
	int error;

	if (query->regex) {
		pfm_event_info_t info = { .size = sizeof info };

		error = pfm_get_event_info(idx, settings.given.os, &info);
		if (error) {
			complain("cannot get event info: %s", pfm_strerror(error));
			return false;
		}
		snprintf(name, sizeof name, "%s::%s", pmu->name, info.name);
		error = regexec(query->regex, name, 0, NULL, 0);
		if (error)
			return error != REG_ESPACE || !is_lacking(PFM_ERR_NOMEM);
		match.key = settings.sort ? info.code & settings.sort_mask : 0;
	} else {
		if (!load_event(idx, &query->event))
			return true;
		match.score = score_event(&query->event, query->words, query->word_count);
		if (!match.score)
			return true;
	}
	return add_match(&query->matches, &match);
}

static void print_matches(struct query *query)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (query->matches.count)
		qsort(query->matches.list, (size_t)query->matches.count, sizeof *query->matches.list, compare_matches);
	for (int i = 0; i < query->matches.count; i++)
		if (next_pmu(query->matches.list[i].pmu, &pmu) && load_event(query->matches.list[i].idx, &query->event))
			print_event(&query->event, &pmu);
}

static void free_query(struct query *query)
{
	free(query->matches.list);
	free(query->event.attrs);
}

/* PMU::EVENT of PMU::EVENT:UMASK:modifier, and EVENT of EVENT:UMASK. A bracket expression with colons stays whole. */
static void strip_attributes(char *operand)
{
	char *at = strstr(operand, "::");

	if (strstr(operand, "[:"))
		return;
	at = strpbrk(at ? at + 2 : operand, ":");
	if (at)
		*at = '\0';
}

static bool search_words(char **words, int count, bool all)
{
	struct query query = { .words = words, .word_count = count };
	bool good = for_all_events(all, try_event, &query) && query.matches.count;

	if (good)
		print_matches(&query);
	free_query(&query);
	return good;
}

static bool show_operand(const char *operand)
{
	struct query query = { .regex = NULL };
	char *copy = strdup(operand), *words[1] = { copy }, message[256];
	bool all = settings.sort || strstr(operand, "::"), good;
	regex_t regex;
	int error;

	if (!copy)
		return is_lacking(PFM_ERR_NOMEM) && false;
	strip_attributes(copy);
	error = regcomp(&regex, copy, REG_ICASE | REG_NOSUB);
	if (error) {
		regerror(error, &regex, message, sizeof message);
		complain("error in regular expression for event \"%s\": %s", copy, message);
		free(copy);
		return false;
	}
	query.regex = &regex;
	good = for_all_events(all, try_event, &query);
	if (good)
		print_matches(&query);
	if (good && !query.matches.count) {
		/* no name has it: who mentions it? */
		good = *copy && !all && search_words(words, 1, false);
		if (!good && settings.given.pmu)
			complain("event %s not found in %s", copy, settings.given.pmu);
		else if (!good)
			complain("event %s not found%s", copy, all ? "" : " on this machine; ::WORD looks at all machines, --cpu and --pmu at others");
	}
	regfree(&regex);
	free_query(&query);
	free(copy);
	return good;
}

/* ---- options ---- */

static int take_flag(const char *word)
{
	static const struct { const char *name; unsigned int flag; } flags[] = {
		{ "precise", FLAG_PRECISE }, { "pebs", FLAG_PRECISE }, { "default", FLAG_DEFAULT }, { "dfl", FLAG_DEFAULT },
		{ "speculative", FLAG_SPECULATIVE }, { "hw_smpl", FLAG_HW_SMPL }, { "alias", FLAG_ALIAS },
		{ "deprecated", FLAG_DEPRECATED } };

	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (!strcasecmp(flags[i].name, word)) {
			settings.flags |= flags[i].flag;
			return GO_ON;
		}
	return wrong_usage("unknown flag %s, choose from: precise, default, speculative, hw_smpl, alias, deprecated", word);
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
	if (strcmp(type, "core") && strcmp(type, "uncore") && strcmp(type, "os"))
		return wrong_usage("unknown type %s, choose from: core, uncore, os", type);
	return GO_ON;
}

static int take_limit(const char *text)
{
	settings.limit = (unsigned int)atoi(text) & 0xff;
	if (!settings.limit)
		settings.limit = 18;
	return GO_ON;
}

static int take_sort_mask(const char *text)
{
	char *end;

	settings.sort_mask = strtoull(text, &end, 16);
	if (*end)
		return wrong_usage("mask must be in hexadecimal");
	if (!settings.sort_mask)
		settings.sort_mask = UINT64_MAX;
	return GO_ON;
}

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
	case 'K': /* for shells, not for people: not in the help */
		settings.mode = COMPLETION;
		settings.beginning = optarg;
		break;
	case 'b':
		settings.banner = true;
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

static bool is_terminal(void)
{
	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

/* Long texts go through the user's pager, on a terminal only. */
static FILE *start_pager(void)
{
	const char *pager;
	FILE *pipe;

	if (!settings.pager || !is_terminal())
		return NULL;
	setenv("LESS", "FRX", 0);
	pager = getenv("PAGER");
	pipe = popen(pager && *pager ? pager : "less", "w");
	if (pipe)
		dup2(fileno(pipe), STDOUT_FILENO);
	return pipe;
}

static void stop_pager(FILE *pager)
{
	if (!pager)
		return;
	fflush(stdout);
	close(STDOUT_FILENO);
	pclose(pager);
	if (!freopen("/dev/null", "w", stdout))
		return;
}

static bool show_events(int count, char **operands)
{
	static char everything[] = ".*";
	bool good = true;

	/* libpfm4 starts its full listing so; after a question nobody wants to read 675 lines first */
	if (settings.banner || (!count && !settings.compact && !settings.given.json && !settings.given.format && !settings.given.pmu && !settings.names))
		print_banner();
	if (settings.search)
		good = search_words(operands, count, false);
	else if (!count)
		good = show_operand(everything);
	for (int i = 0; i < count && !settings.search; i++)
		good &= show_operand(operands[i]);
	if (settings.search && !good)
		complain("no event mentions all of these words; --cpu and --pmu look at other machines");
	return good;
}

static bool show(int count, char **operands)
{
	if (settings.mode == COMPLETION)
		return complete(settings.beginning);
	if (!pmu_exists())
		return false;
	switch (settings.mode) {
	case PMUS:
		return print_pmus();
	case GROUPS:
		return print_groups(count, operands);
	default:
		return show_events(count, operands);
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		SHARED_OPTIONS, OS_OPTION, { "list", no_argument, NULL, 'L' }, { "encode", no_argument, NULL, 'E' }, { "desc", no_argument, NULL, 'D' },
		{ "names", no_argument, NULL, 'N' }, { "search", no_argument, NULL, 'S' }, { "type", required_argument, NULL, 't' },
		{ "flag", required_argument, NULL, 'F' }, { "combos", no_argument, NULL, 'M' }, { "limit", required_argument, NULL, 'l' },
		{ "sort", optional_argument, NULL, 'o' }, { "separator", required_argument, NULL, 'x' }, { "pmus", no_argument, NULL, 'P' },
		{ "groups", no_argument, NULL, 'g' }, { "banner", no_argument, NULL, 'b' }, { "complete", required_argument, NULL, 'K' },
		{ "no-color", no_argument, NULL, 'C' }, { "no-pager", no_argument, NULL, 'G' }, { NULL, 0, NULL, 0 } };
	const char *no_color = getenv("NO_COLOR");
	int option, status;
	FILE *pipe;
	bool good;

	tool_start("showevtinfo");
	settings.color = is_terminal() && !(no_color && *no_color);
	while ((option = getopt_long(argc, argv, "hELsm:MNl:F:x:DO:jS", options, NULL)) >= 0) {
		status = take_option(option);
		if (status != GO_ON)
			return status;
	}
	if (settings.search && optind == argc)
		return wrong_usage("what to search for?");
	status = check_format(settings.given.format, fields, FIELDS);
	if (status != GO_ON)
		return status;
	tool_open(settings.given.cpu);
	pipe = start_pager();
	good = show(argc - optind, argv + optind);
	stop_pager(pipe);
	return tool_end(good ? ALL_GOOD : SOME_FAILED);
}
