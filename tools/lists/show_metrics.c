/* Shows metrics, one per line or one with all details, and their vendors' groups. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "common/format.h"
#include "common/json.h"
#include "stat/metrics.h"

/* ---- a metric and what it needs ---- */

/* A metric to show. plan: of this metric only; NULL: it cannot be prepared. */
struct shown {
	pfm_metric_info_t info;
	pfm_metrics_t *plan;
	pfm_prepared_metric_t prepared;
	pfm_metrics_info_t planned;
	int leaves;
	char formula[1024]; /* formula of a preset */
};

static const struct shown nothing = { .info.size = sizeof nothing.info,
	.prepared.size = sizeof nothing.prepared,
	.planned.size = sizeof nothing.planned };

static void plan_metric(const char *name, struct shown *shown)
{
	pfm_metric_options_t options = { .size = sizeof options, .dfl_plm = PFM_PLM0 | PFM_PLM3 };
	int error = pfm_prepare_metrics(name, &options, &shown->plan, NULL);

	is_lacking(error);
	if (error) {
		shown->plan = NULL;
		return;
	}
	pfm_get_metrics_info(shown->plan, &shown->planned);
	pfm_get_prepared_metric(shown->plan, 0, &shown->prepared);
	shown->leaves = pfm_get_metric_events(shown->plan, 0, NULL, 0);
}

static void load_metric(int id, struct shown *shown)
{
	char *name = NULL;

	*shown = nothing;
	pfm_get_metric_info(id, &shown->info);
	if (shown->info.pmu && asprintf(&name, "%s::%s", shown->info.pmu, shown->info.name) < 0)
		name = NULL;
	plan_metric(name ? name : shown->info.name, shown);
	free(name);
}

/* Loads one of PAPI's presets, metrics that are not listed. False: it is none, or this machine has it not. */
static bool load_preset(const char *word, struct shown *shown)
{
	const char *colons = strstr(word, "::");
	int kind;

	*shown = nothing;
	kind = pfm_get_word_kind(word, PFM_OS_NONE, 0, shown->formula, sizeof shown->formula);
	/* a preset of a single event is just another name of that event */
	if (kind != PFM_WORD_PRESET &&
		(kind != PFM_WORD_OTHER_NAME || strncasecmp(colons ? colons + 2 : word, "PAPI_", 5) != 0))
		return false;
	shown->info.name = word;
	shown->info.desc = "What PAPI counts by this name";
	shown->info.formula = shown->formula;
	shown->info.unit = shown->info.groups = "";
	shown->info.scale = 1;
	plan_metric(word, shown);
	return true;
}

static void free_metric(struct shown *shown)
{
	pfm_free_metrics(shown->plan);
	shown->plan = NULL;
}

/* Returns whether --pmu and --type let a PMU through. */
static bool is_wanted_pmu(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return next_pmu(pmu, &info) && pmu_wanted(&info);
}

/* Returns whether, with --pmu and --type, a metric counts an event of such a PMU. */
static bool counts_on_wanted_pmu(const struct shown *shown)
{
	pfm_metric_event_t event = { .size = sizeof event };
	pfm_perf_event_t encoded = { .size = sizeof encoded };

	for (int i = 0; shown->plan && !pfm_get_metric_event(shown->plan, i, &event); i++)
		if (event.string && pfm_get_perf_event(event.string, PFM_PLM0 | PFM_PLM3, &encoded, 1, NULL) > 0 &&
			encoded.idx >= 0 && is_wanted_pmu(pmu_of(encoded.idx)))
			return true;
	return false;
}

static bool is_wanted_system_pmu(const char *name)
{
	pfm_pmu_info_t info = { .size = sizeof info, .name = name, .type = PFM_PMU_TYPE_UNCORE };

	return pmu_wanted(&info);
}

static bool is_wanted(int id)
{
	struct shown shown;
	bool wanted;

	if (!settings.given.pmu && !settings.type)
		return true;
	load_metric(id, &shown);
	/* metrics of absent devices may not encode */
	wanted = id > PFM_METRIC_ELSEWHERE ? is_wanted_system_pmu(shown.info.pmu) : counts_on_wanted_pmu(&shown);
	free_metric(&shown);
	return wanted;
}

/* ---- which ---- */

/* The metrics to show, by identifier, and in order. */
struct chosen {
	bool *is_in; /* by identifier; metrics of absent system PMUs come after the others */
	int *list;   /* identifiers in the order of output; negative: preset number n of words as -1 - n */
	int count, size, here;
	char **words;
};

static void add_chosen(struct chosen *chosen, int id)
{
	int place = id > PFM_METRIC_ELSEWHERE ? id - PFM_METRIC_ELSEWHERE - 1 + chosen->here : id;

	if (!chosen->is_in[place])
		chosen->list[chosen->count++] = id;
	chosen->is_in[place] = true;
}

/* Returns a rank: answers to questions that all CPUs are asked come first, presets before all. */
static int group_of(int id)
{
	pfm_metric_info_t info = { .size = sizeof info };

	return id < 0 ? 0 : !pfm_get_metric_info(id, &info) && info.answer ? 1 : 2;
}

static int by_group_and_id(const void *a, const void *b)
{
	const int *one = a, *other = b;
	int order = group_of(*one) - group_of(*other);

	return order ? order : *one - *other;
}

/* Counts metrics behind first: -1, or PFM_METRIC_ELSEWHERE. */
static int count_metrics(int first)
{
	int count = 0;

	for (int id = pfm_next_metric(first); id >= 0; id = pfm_next_metric(id))
		count++;
	return count;
}

static bool matches(const regex_t *regex, const char *text)
{
	return text && !regexec(regex, text, 0, NULL, 0);
}

static bool has_name(const regex_t *regex, const pfm_metric_info_t *info)
{
	char name[512];

	snprintf(name, sizeof name, "%s::%s", info->pmu ? info->pmu : "", info->name);
	return matches(regex, info->name) || (info->pmu && matches(regex, name));
}

static bool mentions(const regex_t *regex, const pfm_metric_info_t *info)
{
	return matches(regex, info->groups) || matches(regex, info->desc) || matches(regex, info->formula);
}

/* Chooses those behind an identifier with the expression in the name, or elsewhere. Returns how many. */
static int choose_behind(int id, bool by_name, const regex_t *regex, struct chosen *chosen)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int found = 0;

	while ((id = pfm_next_metric(id)) >= 0) {
		if (pfm_get_metric_info(id, &info) || !(by_name ? has_name : mentions)(regex, &info) || !is_wanted(id))
			continue;
		found++;
		add_chosen(chosen, id);
	}
	return found;
}

/*
 * Chooses those of a name with the expression in it; if there are none, those that mention it. With --pmu, if this
 * machine has none, those of a PMU that it has not. Returns how many.
 */
static int choose(const regex_t *regex, struct chosen *chosen)
{
	int found = 0;

	for (int by_name = 1; by_name >= 0 && !found; by_name--) {
		found = choose_behind(-1, by_name, regex, chosen);
		if (!found && settings.given.pmu)
			found = choose_behind(PFM_METRIC_ELSEWHERE, by_name, regex, chosen);
	}
	return found;
}

/* Chooses those that the library's search finds, the best first, each for all core types. Returns how many. */
static int choose_meant(const char *words, bool partial, struct chosen *chosen, bool *is_partial)
{
	pfm_metric_info_t info = { .size = sizeof info };
	pfm_found_t *found;
	int count = search_metrics(words, partial, &found), before = chosen->count;

	*is_partial = count && found->is_partial;
	for (int i = 0; i < count; i++)
		for (int id = 0; id < chosen->here; id++)
			if (!pfm_get_metric_info(id, &info) && !strcmp(info.name, found[i].name) && is_wanted(id))
				add_chosen(chosen, id);
	free(found);
	return chosen->count - before;
}

static void say_no_metric(const char *word)
{
	const char *where = settings.given.pmu ? settings.given.pmu : settings.type;

	if (where && !*word)
		complain("no metric of this machine counts on %s; --cpu looks at others", where);
	else if (where)
		complain("no metric of this machine counts on %s and is called, or mentions, %s", where, word);
	else
		complain("no metric of this machine is called, or mentions, %s; --cpu looks at others", word);
	say_nearest_metrics(word);
}

static bool choose_preset(int number, struct chosen *chosen)
{
	struct shown shown;
	bool is_one = load_preset(chosen->words[number], &shown),
	     wanted = is_one && ((!settings.given.pmu && !settings.type) || counts_on_wanted_pmu(&shown));

	free_metric(&shown);
	if (wanted)
		chosen->list[chosen->count++] = -1 - number;
	return wanted;
}

/* Returns whether a word is a question without an answer on this CPU, and says so. */
static bool is_unanswered(const char *word)
{
	pfm_metric_info_t info = { .size = sizeof info };

	if (pfm_get_metric_info(pfm_find_metric(word), &info) || info.answer != PFM_ANSWER_NONE)
		return false;
	complain("this CPU has no %s (%s)", info.name, clean(info.remark));
	return true;
}

/* Chooses the metrics of a word. number: of a word among those that are given; -1: it is none of them. */
static bool choose_word(const char *word, int number, struct chosen *chosen)
{
	char message[256];
	regex_t regex;
	int error = regcomp(&regex, word, REG_EXTENDED | REG_ICASE | REG_NOSUB), found;
	bool is_partial;

	if (error) {
		regerror(error, &regex, message, sizeof message);
		complain("error in regular expression for metric \"%s\": %s", word, message);
		return false;
	}
	found = choose(&regex, chosen);
	regfree(&regex);
	if (is_unanswered(word))
		return false;
	if (!found && number >= 0)
		found = choose_preset(number, chosen);
	if (!found)
		found = choose_meant(word, false, chosen, &is_partial);
	if (!found)
		say_no_metric(word);
	return found;
}

/* Adds the metrics of system PMUs that this machine lacks and whose name or texts have all the words. How many. */
static int choose_elsewhere(int words, char **word, struct chosen *chosen)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int before = chosen->count;

	for (int id = PFM_METRIC_ELSEWHERE; (id = pfm_next_metric(id)) >= 0;) {
		int found = 0;

		while (found < words && !pfm_get_metric_info(id, &info) &&
			(strcasestr(info.name, word[found]) || (info.desc && strcasestr(info.desc, word[found])) ||
				(info.pmu && strcasestr(info.pmu, word[found]))))
			found++;
		if (found == words && is_wanted(id))
			add_chosen(chosen, id);
	}
	return chosen->count - before;
}

/* Chooses by -S: all words together. */
static bool choose_by_search(int words, char **word, struct chosen *chosen)
{
	bool is_partial = false;
	size_t length = 1;
	char *text;
	int found;

	for (int i = 0; i < words; i++)
		length += strlen(word[i]) + 1;
	text = malloc(length);
	if (!text)
		return !is_lacking(PFM_ERR_NOMEM);
	*text = '\0';
	for (int i = 0; i < words; i++)
		strcat(strcat(text, i ? " " : ""), word[i]);
	found = choose_meant(text, true, chosen, &is_partial);
	if (!found && settings.given.pmu)
		found = choose_elsewhere(words, word, chosen);
	if (!found)
		say_no_metric(text);
	else if (is_partial)
		complain("no metric mentions all of these words: these have some of them");
	free(text);
	return found && !is_partial;
}

static bool choose_all(int words, char **word, struct chosen *chosen)
{
	bool good = true;

	chosen->here = count_metrics(-1);
	chosen->size = chosen->here + count_metrics(PFM_METRIC_ELSEWHERE);
	chosen->is_in = calloc((size_t)chosen->size + 1, sizeof *chosen->is_in);
	chosen->list = calloc((size_t)chosen->size + (size_t)words + 1, sizeof *chosen->list);
	chosen->words = word;
	if (!chosen->is_in || !chosen->list)
		return !is_lacking(PFM_ERR_NOMEM);
	if (settings.search)
		return choose_by_search(words, word, chosen);
	for (int i = 0; i < words; i++)
		good &= choose_word(word[i], i, chosen);
	if (!words)
		good = choose_word("", -1, chosen);
	qsort(chosen->list, (size_t)chosen->count, sizeof *chosen->list, by_group_and_id);
	return good;
}

/* ---- all about one ---- */

static void print_member(const char *label, const char *text)
{
	if (text && *text)
		print_column(settings.columns, printf("%-9s: ", label), 0, clean(text), "");
}

/* Prints a list of words with commas, with blanks instead. */
static void print_list(const char *label, const char *list)
{
	if (!list || !*list)
		return;
	printf("%-9s: ", label);
	for (const char *at = clean(list); *at; at++)
		putchar(*at == ',' ? ' ' : *at);
	putchar('\n');
}

static const char *const hints[] = {
	[PFM_METRIC_TOGETHER] = NULL,
	[PFM_METRIC_NEVER_TOGETHER] = "no",
	[PFM_METRIC_NOT_WITH_NMI] = "no-nmi",
	[PFM_METRIC_NOT_WITH_SMT] = "no-smt",
	[PFM_METRIC_THRESHOLD_NOT_WITH_NMI] = "no-nmi-threshold",
};

static const char *hint_of(const pfm_metric_info_t *info)
{
	return info->together >= 0 && info->together < (int)(sizeof hints / sizeof hints[0]) ? hints[info->together]
											     : NULL;
}

static void print_children(const pfm_metric_info_t *parent)
{
	pfm_metric_info_t info = { .size = sizeof info };
	bool any = false;

	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		if (pfm_get_metric_info(id, &info) || !is_child_of(&info, parent))
			continue;
		printf("%s%s", any ? " " : "Children : ", clean(info.name));
		any = true;
	}
	if (any)
		putchar('\n');
}

static void print_rounds(const struct shown *shown)
{
	pfm_metric_event_t event = { .size = sizeof event };

	if (!shown->plan)
		return;
	printf("Rounds   : %d", shown->planned.rounds);
	if (*shown->planned.message)
		printf(" (%s)", clean(shown->planned.message));
	putchar('\n');
	for (int i = 0; !pfm_get_metric_event(shown->plan, i, &event); i++)
		if (event.failed)
			printf("Not here : %s: %s\n", clean(event.name), pfm_strerror(event.failed));
}

static void print_whole(const struct shown *shown)
{
	const pfm_metric_info_t *info = &shown->info;
	char level[16];

	print_member("Name", info->name);
	print_member("Desc", info->desc);
	print_member(info->answer == PFM_ANSWER_DIFFERS ? "Differs" : "Remark", info->remark);
	print_member("Unit", info->unit);
	print_member("Formula", info->formula);
	print_member("Counts", shown->plan ? shown->prepared.expanded : NULL);
	print_member("Over", info->threshold);
	print_member("Parent", info->parent);
	print_list("Groups", info->groups);
	print_list("Sample", info->sample);
	print_children(info);
	print_list("Related", info->related);
	print_member("PMU", info->pmu);
	snprintf(level, sizeof level, "%d", info->level);
	print_member("Level", info->level ? level : NULL);
	print_rounds(shown);
	print_member("Together", hint_of(info));
	print_member("Apart", info->apart);
	print_member("Table", info->table);
}

/* ---- objects ---- */

static void json_list(bool *first, const char *key, const char *list)
{
	const char *end;
	char word[256];

	json_key(first, key);
	putchar('[');
	for (bool any = false; list && *list; list = *end ? end + 1 : end, any = true) {
		end = list + strcspn(list, ",");
		snprintf(word, sizeof word, "%.*s", (int)(end - list), list);
		fputs(any ? "," : "", stdout);
		json_string(word);
	}
	putchar(']');
}

static void json_children(bool *first, const pfm_metric_info_t *parent)
{
	pfm_metric_info_t info = { .size = sizeof info };
	bool any = false;

	json_key(first, "children");
	putchar('[');
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		if (pfm_get_metric_info(id, &info) || !is_child_of(&info, parent))
			continue;
		fputs(any ? "," : "", stdout);
		json_string(info.name);
		any = true;
	}
	putchar(']');
}

static void json_plan(bool *first, const struct shown *shown)
{
	pfm_metric_event_t event = { .size = sizeof event };

	json_text(first, "counts", shown->plan ? shown->prepared.expanded : NULL);
	json_number(first, "leaves", shown->leaves);
	json_number(first, "rounds", shown->planned.rounds);
	json_key(first, "events");
	putchar('[');
	for (int i = 0; shown->plan && !pfm_get_metric_event(shown->plan, i, &event); i++) {
		bool inner = true;

		fputs(i ? ",{" : "{", stdout);
		json_text(&inner, "name", event.name);
		json_text(&inner, "string", event.string);
		if (event.round >= 0)
			json_number(&inner, "round", event.round + 1);
		if (event.failed)
			json_text(&inner, "error", pfm_strerror(event.failed));
		putchar('}');
	}
	putchar(']');
}

static void print_object(const struct shown *shown)
{
	const pfm_metric_info_t *info = &shown->info;
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "metric", info->name);
	json_text(&first, "pmu", info->pmu);
	json_text(&first, "desc", info->desc);
	json_text(&first, "unit", info->unit);
	json_key(&first, "scale");
	json_double(info->scale);
	json_text(&first, "formula", info->formula);
	json_text(&first, "over", info->threshold);
	json_text(&first, "parent", info->parent);
	json_children(&first, info);
	json_number(&first, "level", info->level);
	json_list(&first, "groups", info->groups);
	json_list(&first, "sample", info->sample);
	json_list(&first, "related", info->related);
	json_text(&first, "together", hint_of(info));
	json_text(&first, "apart", info->apart);
	json_text(&first, "default", info->default_group);
	json_bool(&first, "per_instance", info->per_instance);
	if (info->answer) {
		json_text(&first, "answer", name_of_answer(info));
		json_text(&first, "remark", info->remark);
	}
	if (info->table)
		json_text(&first, "table", info->table);
	json_plan(&first, shown);
	puts("}");
}

/* ---- lines ---- */

/* The fields of --format. */
struct metric_line {
	const char *metric, *pmu, *unit, *formula, *over, *parent, *groups, *sample, *desc;
	uint64_t leaves, rounds;
};

static const struct field fields[] = { FIELD(struct metric_line, TEXT_FIELD, metric),
	FIELD(struct metric_line, TEXT_FIELD, pmu), FIELD(struct metric_line, TEXT_FIELD, unit),
	FIELD(struct metric_line, TEXT_FIELD, formula), FIELD(struct metric_line, TEXT_FIELD, over),
	FIELD(struct metric_line, TEXT_FIELD, parent), FIELD(struct metric_line, TEXT_FIELD, groups),
	FIELD(struct metric_line, TEXT_FIELD, sample), FIELD(struct metric_line, TEXT_FIELD, desc),
	FIELD(struct metric_line, NUMBER_FIELD, leaves), FIELD(struct metric_line, NUMBER_FIELD, rounds) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

int check_metric_format(void)
{
	if (settings.mode == METRIC_GROUPS && settings.given.format)
		return wrong_usage("--format is for events and for --metric");
	if (settings.mode == METRIC_GROUPS && settings.search)
		return wrong_usage("--search is for events and for --metric");
	return check_format(settings.given.format, fields, FIELDS);
}

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static void print_own_line(const struct shown *shown)
{
	const pfm_metric_info_t *info = &shown->info;
	struct metric_line line = { .metric = info->name,
		.pmu = or_empty(info->pmu),
		.unit = info->unit,
		.formula = info->formula,
		.over = or_empty(info->threshold),
		.parent = or_empty(info->parent),
		.groups = info->groups,
		.sample = or_empty(info->sample),
		.desc = info->desc,
		.leaves = (uint64_t)shown->leaves,
		.rounds = (uint64_t)shown->planned.rounds };

	print_formatted(settings.given.format, fields, FIELDS, &line);
}

static void print_values(const struct shown *shown)
{
	print_csv_field(shown->info.name, ',');
	print_csv_field(shown->info.pmu, ',');
	print_csv_field(shown->info.unit, ',');
	printf("%d,%d,", shown->leaves, shown->planned.rounds);
	print_csv_field(shown->info.formula, ',');
	print_csv_field(shown->info.desc, '\n');
}

/* Widths of the columns for names and units. */
struct widths {
	int name, unit;
};

static int name_width(const pfm_metric_info_t *info)
{
	return (int)(strlen(info->name) + (info->pmu ? strlen(info->pmu) + 2 : 0));
}

static struct widths widths_of(const struct chosen *chosen)
{
	pfm_metric_info_t info = { .size = sizeof info };
	struct widths widths = { 0, 0 };
	int most;

	for (int i = 0; i < chosen->count; i++) {
		if (chosen->list[i] < 0)
			info = (pfm_metric_info_t){ .size = sizeof info,
				.unit = "",
				.name = chosen->words[-1 - chosen->list[i]] };
		else if (pfm_get_metric_info(chosen->list[i], &info))
			continue;
		if (name_width(&info) > widths.name)
			widths.name = name_width(&info);
		if ((int)strlen(info.unit) > widths.unit)
			widths.unit = (int)strlen(info.unit);
	}
	most = settings.columns - widths.unit - (int)strlen("    11 leaves  11 rounds");
	if (settings.columns && widths.name > most)
		widths.name = most > 0 ? most : 0;
	return widths;
}

static void print_metric_line(const struct shown *shown, struct widths widths)
{
	const pfm_metric_info_t *info = &shown->info;
	bool is_long = name_width(info) > widths.name;
	int taken = widths.name + 2 + widths.unit + 2, column;
	char *differs = NULL;

	printf("%s%s%s%s%s%s%*s  %-*s  ", bold(), info->pmu ? clean(info->pmu) : "", info->pmu ? "::" : "",
		clean(info->name), plain(), is_long ? "\n" : "", widths.name - (is_long ? 0 : name_width(info)), "",
		widths.unit, clean(info->unit));
	taken += printf("%d %-6s  ", shown->leaves, shown->leaves == 1 ? "leaf" : "leaves");
	column = taken + (int)strlen("1 rounds  ");
	if (shown->planned.rounds)
		taken += printf("%d round%s", shown->planned.rounds, shown->planned.rounds == 1 ? "" : "s");
	else
		taken += printf("no round");
	if (info->answer == PFM_ANSWER_DIFFERS && asprintf(&differs, ". Differs: %s", clean(info->remark)) < 0)
		differs = NULL;
	print_column(settings.columns, taken, column, clean(info->desc), differs ? differs : "");
	free(differs);
}

static void print_one(int id, const struct chosen *chosen, struct widths widths)
{
	struct shown shown;

	if (id < 0)
		load_preset(chosen->words[-1 - id], &shown);
	else
		load_metric(id, &shown);
	if (settings.given.json)
		print_object(&shown);
	else if (settings.csv)
		print_values(&shown);
	else if (settings.given.format)
		print_own_line(&shown);
	else if (settings.names)
		puts(clean(shown.info.name));
	else if (chosen->count == 1)
		print_whole(&shown);
	else
		print_metric_line(&shown, widths);
	free_metric(&shown);
}

static bool prints_text(void)
{
	return !settings.given.json && !settings.csv && !settings.given.format && !settings.names;
}

static void say_how_the_first_is_counted(const struct chosen *chosen)
{
	pfm_metric_info_t info = { .size = sizeof info };

	if (chosen->count && chosen->list[0] <= PFM_METRIC_ELSEWHERE &&
	    !pfm_get_metric_info(chosen->list[0], &info))
		say_how_to_count(info.name, settings.given.cpu);
}

bool print_metrics(int words, char **word)
{
	struct chosen chosen = { .count = 0 };
	bool good;
	struct widths widths;

	if (are_questions(words, word))
		return print_questions(words, word);
	good = choose_all(words, word, &chosen);
	widths = chosen.count ? widths_of(&chosen) : (struct widths){ 0, 0 };
	if (settings.csv && chosen.count)
		puts("metric,pmu,unit,leaves,rounds,formula,description");
	for (int i = 0; i < chosen.count; i++)
		print_one(chosen.list[i], &chosen, widths);
	if (good && settings.search && prints_text())
		say_how_the_first_is_counted(&chosen);
	free(chosen.is_in);
	free(chosen.list);
	return good;
}

/* ---- groups ---- */

struct metric_group {
	const char *name;
	int length, metric;
};

static int by_group(const void *a, const void *b)
{
	const struct metric_group *one = a, *other = b;
	int shorter = one->length < other->length ? one->length : other->length;
	int order = strncasecmp(one->name, other->name, (size_t)shorter);

	order = order ? order : one->length - other->length;
	return order ? order : one->metric - other->metric;
}

/* Lists each metric once for each of its groups. NULL: no memory. */
static struct metric_group *list_memberships(int *count)
{
	pfm_metric_info_t info = { .size = sizeof info };
	struct metric_group *all = NULL, *larger;
	int room = 0;

	*count = 0;
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		if (pfm_get_metric_info(id, &info) || !is_wanted(id))
			continue;
		for (const char *at = info.groups; *at; at += strcspn(at, ","), at += *at == ',') {
			larger = with_room(all, *count, &room, sizeof *all);
			if (!larger) {
				free(all);
				return NULL;
			}
			all = larger;
			all[(*count)++] = (struct metric_group){ at, (int)strcspn(at, ","), id };
		}
	}
	if (all)
		qsort(all, (size_t)*count, sizeof *all, by_group);
	return all;
}

static bool same_group(const struct metric_group *one, const struct metric_group *other)
{
	return one->length == other->length && !strncasecmp(one->name, other->name, (size_t)one->length);
}

static void print_group(const struct metric_group *members, int count)
{
	pfm_metric_info_t info = { .size = sizeof info };
	char name[256];
	bool first = true;

	snprintf(name, sizeof name, "%.*s", members->length, members->name);
	if (settings.given.json) {
		putchar('{');
		json_number(&first, "schema", 1);
		json_text(&first, "group", name);
		fputs(",\"metrics\":[", stdout);
	} else if (!settings.csv) {
		printf("%s%s%s  %d metric%s ", bold(), clean(name), plain(), count, count == 1 ? "" : "s");
	}
	for (int i = 0; i < count; i++) {
		if (pfm_get_metric_info(members[i].metric, &info))
			continue;
		if (settings.given.json) {
			fputs(i ? "," : "", stdout);
			json_string(info.name);
		} else if (settings.csv) {
			print_csv_field(name, ',');
			print_csv_field(info.name, ',');
			print_csv_field(info.pmu, '\n');
		} else {
			printf(" %s%s%s", info.pmu ? clean(info.pmu) : "", info.pmu ? "::" : "", clean(info.name));
		}
	}
	if (!settings.csv)
		puts(settings.given.json ? "]}" : "");
}

static bool is_asked_for(const struct metric_group *group, int words, char **word)
{
	char name[256];

	snprintf(name, sizeof name, "%.*s", group->length, group->name);
	for (int i = 0; i < words; i++)
		if (strcasestr(name, word[i]))
			return true;
	return !words;
}

bool print_metric_groups(int words, char **word)
{
	int count, members;
	struct metric_group *all = list_memberships(&count);
	bool any = false;

	for (int i = 0; i < count && all; i += members) {
		for (members = 1; i + members < count && same_group(&all[i], &all[i + members]); members++)
			;
		if (!is_asked_for(&all[i], words, word))
			continue;
		if (settings.csv && !any)
			puts("group,metric,pmu");
		print_group(&all[i], members);
		any = true;
	}
	free(all);
	if (!any)
		complain(words ? "no group of metrics has such a name; showevtinfo --metric-groups lists them"
			       : "no groups of metrics are known for this machine; --cpu is for others");
	return any;
}
