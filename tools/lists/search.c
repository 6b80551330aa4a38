/* Finds events by a regular expression or by words. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "events/boxes.h"
#include "events/generic.h"
#include "common/explain.h"
#include "common/language.h"
#include "stat/metrics.h"
#include "tables/clean.h"

/* An event that matches, with its sort key. */
struct match {
	int idx;
	uint64_t key;
	pfm_pmu_t pmu;
	int number;
	bool by_umask;          /* only some of its unit masks match, and only these are shown */
};

struct matches {
	struct match *list;
	int count, room;
};

static bool add_match(struct matches *matches, const struct match *match)
{
	struct match *bigger = with_room(matches->list, matches->count, &matches->room, sizeof *bigger);

	if (!bigger)
		return false;
	matches->list = bigger;
	matches->list[matches->count++] = *match;
	return true;
}

static int compare_matches(const void *a, const void *b)
{
	const struct match *x = a, *y = b;

	if (x->pmu != y->pmu)
		return x->pmu < y->pmu ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns whether one box of each kind is enough: for people, who have not named PMUs. */
static bool one_box_will_do(bool all)
{
	bool for_programs = settings.given.json || settings.csv || settings.given.format;

	return !all && !settings.all_boxes && !settings.given.pmu && !for_programs;
}

/* Calls use for each PMU to be searched; all: absent ones too. Boxes of a kind stand side by side. */
static bool for_all_pmus(bool all, bool (*use)(const pfm_pmu_info_t *pmu, void *data), void *data)
{
	pfm_pmu_info_t info = { .size = sizeof info }, last = { .type = PFM_PMU_TYPE_UNKNOWN };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || !pmu_wanted(&info) || !(info.is_present || all || settings.given.pmu))
			continue;
		if (one_box_will_do(all) && are_of_a_kind(&last, &info))
			continue;
		last = info;
		if (!use(&info, data))
			return false;
	}
	return true;
}

struct query {
	regex_t *regex;
	const char *pmu;           /* suffix that the names of PMUs must have, so that other PMUs are not read ... */
	size_t pmu_length;         /* ... 0: any PMU */
	bool all;                  /* include absent PMUs */
	struct matches matches;
	struct event event;
};

/* Returns whether a name matches. *good: false if that could not be found out, which has been said. */
static bool fits(const regex_t *regex, const char *name, bool *good)
{
	int error;

	errno = 0;
	error = regexec(regex, name, 0, NULL, 0);
	if (error && (error == REG_ESPACE || errno == ENOMEM)) /* REG_ESPACE is glibc's code for any error */
		*good = !is_lacking(PFM_ERR_NOMEM);
	return !error;
}

/* Chooses the unit masks with which the event matches; false: there is none. */
static bool choose_fitting(const pfm_pmu_info_t *pmu, struct query *query, bool *good)
{
	struct event *event = &query->event;
	bool any = false;

	for (int i = 0; i < event->info.nattrs && *good; i++) {
		char name[768];

		snprintf(name, sizeof name, "%s::%s:%s", pmu->name, event->info.name, event->attrs[i].name);
		event->chosen[i] = event->attrs[i].type == PFM_ATTR_UMASK && fits(query->regex, name, good);
		any |= event->chosen[i];
	}
	event->is_chosen = any;
	return any;
}

/* Adds an event whose name matches, or, of lists of unit masks, with one of them. */
static bool try_event(const pfm_pmu_info_t *pmu, int idx, struct query *query)
{
	struct match match = { .idx = idx, .pmu = pmu->pmu, .number = query->matches.count };
	pfm_event_info_t info = { .size = sizeof info };
	char name[512];
	int error = pfm_get_event_info(idx, settings.given.os, &info);
	bool good = true;

	if (error) {
		complain("cannot get event info: %s", pfm_strerror(error));
		return false;
	}
	snprintf(name, sizeof name, "%s::%s", pmu->name, info.name);
	match.by_umask = !fits(query->regex, name, &good);
	if (good && match.by_umask && !(settings.compact && !settings.names && load_event(idx, &query->event) &&
					   choose_fitting(pmu, query, &good)))
		return good;
	if (!good)
		return false;
	match.key = settings.sort ? info.code & settings.sort_mask : 0;
	return add_match(&query->matches, &match);
}

/* Finds how names of PMUs end that an expression may match: what is plain text before "::". */
static void find_plain_pmu(struct query *query, const char *expression)
{
	size_t length;
	bool is_plain;

	expression += *expression == '^';
	length = strspn(expression, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	is_plain = !strncmp(expression + length, "::", 2) && !strspn(expression + length + 2, "*?{");
	query->pmu = expression;
	query->pmu_length = is_plain && !strchr(expression, '|') ? length : 0;
}

static bool may_match(const struct query *query, const pfm_pmu_info_t *pmu)
{
	size_t length = strlen(pmu->name);

	return length >= query->pmu_length &&
		!strncasecmp(pmu->name + length - query->pmu_length, query->pmu, query->pmu_length);
}

static bool try_pmu(const pfm_pmu_info_t *pmu, void *data)
{
	if (!may_match(data, pmu))
		return true;
	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx))
		if (!try_event(pmu, idx, data))
			return false;
	return true;
}

static int count_chosen(const struct event *event)
{
	int count = 0;

	for (int i = 0; event->is_chosen && i < event->info.nattrs; i++)
		count += event->chosen[i];
	return count;
}

static void print_matches(struct query *query)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	int left_out = 0;

	if (query->matches.count)
		qsort(query->matches.list, (size_t)query->matches.count, sizeof *query->matches.list, compare_matches);
	for (int i = 0; i < query->matches.count; i++) {
		const struct match *match = &query->matches.list[i];
		bool good = true;

		if (next_pmu(match->pmu, &pmu) && load_event(match->idx, &query->event) &&
			(!match->by_umask || choose_fitting(&pmu, query, &good))) {
			print_event(&query->event, &pmu);
			left_out += match->by_umask ? query->event.umasks - count_chosen(&query->event) : 0;
		}
	}
	if (left_out && is_terminal())
		complain("%d more unit mask%s of these events, which do not match; -L with an event's name lists all",
			left_out, left_out == 1 ? "" : "s");
}

/* Says which PMUs of the matches, each once, stand for others. */
static void say_what_was_folded(const struct query *query)
{
	pfm_pmu_t *pmus = malloc((size_t)query->matches.count * sizeof *pmus + 1);
	int count = 0;

	for (int i = 0; pmus && i < query->matches.count; i++) {
		int k = 0;

		while (k < count && pmus[k] != query->matches.list[i].pmu)
			k++;
		pmus[k] = query->matches.list[i].pmu;
		count += k == count;
	}
	if (pmus)
		say_what_stands_for_many(pmus, count);
	else
		is_lacking(PFM_ERR_NOMEM);
	free(pmus);
}

static void show_matches(struct query *query)
{
	print_matches(query);
	if (query->matches.count && one_box_will_do(query->all) && !settings.is_export)
		say_what_was_folded(query);
}

static void free_query(struct query *query)
{
	free(query->matches.list);
	free_event(&query->event);
}

/* Cuts PMU::EVENT:UMASK:modifier to PMU::EVENT, and EVENT:UMASK to EVENT; not a bracket expression with colons. */
static void strip_attributes(char *operand)
{
	char *at = strstr(operand, "::");

	if (strstr(operand, "[:"))
		return;
	at = strpbrk(at ? at + 2 : operand, ":");
	if (at)
		*at = '\0';
}

/* ---- words ---- */

/* PMUs to search with pfm_search(). */
struct pmu_list {
	pfm_pmu_t *list;
	int count, room;
};

static bool add_pmu(const pfm_pmu_info_t *pmu, void *data)
{
	struct pmu_list *all = data;
	pfm_pmu_t *bigger = with_room(all->list, all->count, &all->room, sizeof *bigger);

	if (!bigger)
		return false;
	all->list = bigger;
	all->list[all->count++] = pmu->pmu;
	return true;
}

/* Returns all that is found, to be freed; NULL: nothing, or something is lacking, which has been said. */
static pfm_found_t *find_words(const char *words, const struct pmu_list *pmus, int flags, int *count)
{
	pfm_found_t *found = NULL;
	int room = 0;

	for (*count = pfm_search(words, pmus->list, pmus->count, flags, NULL, 0); *count > room;) {
		room = *count;
		free(found);
		found = calloc((size_t)room, sizeof *found);
		if (!found)
			*count = PFM_ERR_NOMEM;
		else {
			found->size = sizeof *found;
			*count = pfm_search(words, pmus->list, pmus->count, flags, found, room);
		}
	}
	if (*count > 0)
		return found;
	if (*count < 0)
		is_lacking(*count);
	free(found);
	return NULL;
}

/* Returns whether the same event, or with names one of that name, was before. name: room for names before; or NULL. */
static bool is_shown_before(const pfm_found_t *found, int i, const char **name)
{
	pfm_event_info_t info = { .size = sizeof info };

	if (name)
		name[i] = pfm_get_event_info(found[i].idx, settings.given.os, &info) ? "" : info.name;
	for (int k = 0; k < i; k++)
		if (found[k].idx == found[i].idx || (name && settings.names && !strcmp(name[k], name[i])))
			return true;
	return false;
}

static bool encodes_alone(const struct event *event, const pfm_pmu_info_t *pmu)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };
	char string[512];

	snprintf(string, sizeof string, "%s::%s", pmu->name, event->info.name);
	return !pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
}

/*
 * Chooses the unit masks to show: of a line its own, or the default; of a block all that were found; all if there is
 * none of these.
 */
static void choose_umasks(struct event *event, const pfm_pmu_info_t *pmu, const pfm_found_t *found, int i, int count)
{
	bool lines = settings.compact && !settings.combinations;
	int defaults = 0, last = 0;

	for (int k = 0; k < event->info.nattrs; k++)
		event->chosen[k] = false;
	event->is_chosen = false;
	for (int k = i; k < (lines ? i + 1 : count); k++)
		if (found[k].idx == found[i].idx && found[k].umask != PFM_NO_UMASK)
			event->is_chosen = event->chosen[found[k].umask] = true;
	if (!lines || event->is_chosen || !encodes_alone(event, pmu))
		return;
	for (int k = 0; k < event->info.nattrs; k++)
		if (event->attrs[k].type == PFM_ATTR_UMASK && event->attrs[k].is_dfl) {
			defaults++;
			last = k;
		}
	event->is_chosen = true;
	if (defaults == 1)
		event->chosen[last] = true;
}

/* Numbers of answers that people can read at once. */
enum { LINES_AT_ONCE = 25, BLOCKS_AT_ONCE = 10 };

/* The numbers of answers printed and omitted. */
struct answers {
	int most, shown, spared;
	const char *metric;     /* name of the first answer, if it is a metric; else NULL */
};

static bool may_print(struct answers *answers)
{
	bool may = !answers->most || answers->shown < answers->most;

	answers->shown += may;
	answers->spared += !may;
	return may;
}

static void print_found_metric(const char *name, struct answers *answers)
{
	pfm_metric_info_t info = { .size = sizeof info };

	if (pfm_get_metric_info(pfm_find_metric(name), &info) || !may_print(answers))
		return;
	if (answers->shown == 1)
		answers->metric = name;
	print_metric_found(name, info.desc);
}

static void say_what_more_there_is(const struct answers *answers)
{
	if (answers->spared)
		complain("%d more answers, less likely ones; \"| cat\" lists all", answers->spared);
	if (answers->metric)
		say_how_to_count(answers->metric, settings.given.cpu);
}

/* Prints lines in the order of the answers; blocks and names of an event once. */
static void print_found(const pfm_found_t *found, int count, struct event *event)
{
	bool once = !settings.compact || settings.names || settings.combinations;
	struct answers answers = { .most = !is_terminal() ? 0 : settings.compact ? LINES_AT_ONCE : BLOCKS_AT_ONCE };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	const char **names = calloc((size_t)count + 1, sizeof *names);

	for (int i = 0; names && i < count; i++) {
		if (found[i].kind == PFM_FOUND_METRIC) {
			names[i] = "";
			print_found_metric(found[i].name, &answers);
			continue;
		}
		/* an event without unit mask adds nothing after lines with its unit masks */
		if ((once || found[i].umask == PFM_NO_UMASK) && is_shown_before(found, i, once ? names : NULL))
			continue;
		if (!may_print(&answers) || !load_event(found[i].idx, event) || !next_pmu(event->info.pmu, &pmu))
			continue;
		choose_umasks(event, &pmu, found, i, count);
		print_event(event, &pmu);
	}
	if (!names)
		is_lacking(PFM_ERR_NOMEM);
	free(names);
	say_what_more_there_is(&answers);
}

/* Returns flags, with metrics unless a PMU or codes are asked for, which metrics do not have. */
static int with_metrics(int flags)
{
	bool only_events = settings.given.pmu || settings.type || settings.given.json || settings.csv ||
		settings.given.format || settings.encode || settings.combinations;

	return only_events ? flags : flags | PFM_SEARCH_METRICS;
}

static bool show_found(const char *words, bool all, int flags, bool *is_partial)
{
	struct pmu_list pmus = { .count = 0 };
	struct query query = { .all = all };
	pfm_found_t *found = NULL;
	int count = 0;

	if (for_all_pmus(all, add_pmu, &pmus))
		found = find_words(words, &pmus, with_metrics(flags), &count);
	if (found)
		print_found(found, count, &query.event);
	for (int i = 0; found && i < count; i++) {
		pfm_event_info_t info = { .size = sizeof info };

		if (found[i].kind == PFM_FOUND_EVENT && !pfm_get_event_info(found[i].idx, settings.given.os, &info))
			add_match(&query.matches, &(struct match){ .idx = found[i].idx, .pmu = info.pmu });
	}
	if (found && one_box_will_do(all) && !settings.is_export)
		say_what_was_folded(&query);
	*is_partial = found && found->is_partial;
	free(found);
	free(pmus.list);
	free_query(&query);
	return count > 0;
}

/* ---- names as other tools write them ---- */

/* Shows the event of a string, with the unit mask that the string says. */
static bool show_named(const char *string)
{
	const char *colons = strstr(string, "::"), *mask = strpbrk(colons ? colons + 2 : string, ":.");
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	struct event event = { .room = 0 };
	int idx = pfm_find_event(string);

	if (idx >= 0 && load_event(idx, &event) && next_pmu(event.info.pmu, &pmu)) {
		for (int i = 0; i < event.info.nattrs; i++) {
			event.chosen[i] = mask && event.attrs[i].type == PFM_ATTR_UMASK &&
				!strncasecmp(event.attrs[i].name, mask + 1, strlen(event.attrs[i].name)) &&
				!isalnum((unsigned char)mask[1 + strlen(event.attrs[i].name)]) &&
				mask[1 + strlen(event.attrs[i].name)] != '_';
			event.is_chosen |= event.chosen[i];
		}
		print_event(&event, &pmu);
	}
	free_event(&event);
	return idx >= 0;
}

/* Shows each event that PAPI computes a preset from. */
static bool show_formula(const char *preset, const char *formula)
{
	bool good = true;

	complain("%s: PAPI computes it as %s; pfmstat -M %s counts it", preset, formula, preset);
	for (size_t length; *formula; formula += length + !length) {
		char name[256];

		length = strcspn(formula, " ()+-*/");
		snprintf(name, sizeof name, "%.*s", (int)length, formula);
		if (length && name[strspn(name, "0123456789.")])
			good &= show_named(name);
	}
	return good;
}

/* Shows what a word means if it is an event as another tool writes it, or a preset of PAPI. flags: PFM_WORD_*. */
static bool show_other_name(const char *word, unsigned int flags)
{
	char text[1024], *event = settings.given.pmu && !strstr(word, "::") && !strpbrk(settings.given.pmu, "*?[")
		? qualified(word, settings.given.pmu) : strdup(word);
	int kind = event ? pfm_get_word_kind(event, PFM_OS_NONE, flags, text, sizeof text) : PFM_ERR_NOMEM;

	free(event);
	if (kind == PFM_WORD_OTHER_NAME)
		complain("%s: read as %s", word, text);
	return kind == PFM_WORD_OTHER_NAME ? show_named(text)
		: kind == PFM_WORD_PRESET && show_formula(word, text);
}

static bool show_words(char **words, int count, bool all, bool *is_partial)
{
	bool named = settings.given.pmu || settings.type, good;
	size_t length = 1;
	char *text;

	*is_partial = false;
	for (int i = 0; i < count; i++)
		length += strlen(words[i]) + 1;
	text = malloc(length);
	if (!text)
		return is_lacking(PFM_ERR_NOMEM) && false;
	*text = '\0';
	for (int i = 0; i < count; i++)
		strcat(strcat(text, i ? " " : ""), words[i]);
	good = show_found(text, all, named ? PFM_SEARCH_TRACEPOINTS : PFM_SEARCH_DEVICES, is_partial);
	/* tracepoints are those of this kernel, whatever --cpu is */
	if (!good && !named && !settings.given.cpu)
		good = show_found(text, all, PFM_SEARCH_TRACEPOINTS, is_partial);
	free(text);
	return good;
}

bool search_words(char **words, int count, bool all)
{
	bool is_partial = false, good;

	if (count == 1 && show_other_name(words[0], PFM_WORD_SAID))
		return true;
	good = show_words(words, count, all, &is_partial);
	if (!good)
		complain("no event mentions all of these words; --cpu and --pmu look at other machines");
	else if (is_partial)
		complain("no event mentions all of these words: these have some of them");
	return good && !is_partial;
}

/* Strips backslashes, which names lack: before an operator they make one of basic regular expressions. */
static void strip_backslashes(char *regex)
{
	char *to = regex;

	for (const char *from = regex; *from; from++)
		if (*from != '\\' || !from[1] || !strchr("|(){}+?", from[1]))
			*to++ = *from;
	*to = '\0';
}

/*
 * Searches names for a regular expression and shows what it finds; *found: how many. False: it is none, or something is
 * lacking.
 */
static bool search_names(const char *operand, const char *expression, bool all, int *found)
{
	struct query query = { .all = all };
	char message[256];
	regex_t regex;
	int error = regcomp(&regex, expression, REG_EXTENDED | REG_ICASE | REG_NOSUB);
	bool good;

	if (error) {
		regerror(error, &regex, message, sizeof message);
		complain("error in regular expression for event \"%s\": %s", operand, message);
		return false;
	}
	query.regex = &regex;
	find_plain_pmu(&query, expression);
	good = for_all_pmus(all, try_pmu, &query);
	if (good)
		show_matches(&query);
	*found = query.matches.count;
	regfree(&regex);
	free_query(&query);
	return good;
}

/* Cuts EVENT.UMASK, as vendors write it, to EVENT. False: it is no name, or has no dot. */
static bool cut_at_dot(char *operand)
{
	char *dot = strchr(operand, '.');

	if (!dot || dot == operand || strpbrk(operand, "*+?()[]{}|$\\/ "))
		return false;
	*dot = '\0';
	return true;
}

static void say_not_found(const char *name, bool all)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	if (settings.given.pmu)
		complain("event %s not found in %s", name, settings.given.pmu);
	else
		complain("event %s not found%s", name,
			 all ? "" : " on this machine; ::WORD looks at all machines, --cpu and --pmu at others");
	if (!pfm_diagnose(name, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) && d.error == PFM_ERR_NOTFOUND)
		say_suggestions(&d);
}

/* Says what may be a tracepoint that only others may read; false: all can be read. */
static bool say_what_is_unread(void)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	if (pfm_diagnose("perf::no:tracepoint", PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) || !d.expected[0])
		return false;
	fprintf(stderr, "  expected: %s\n", clean(d.expected));
	return true;
}

/* ---- names of the kernel's ---- */

/* Returns whether blocks of lines for people are printed. */
static bool prints_text(void)
{
	return !settings.is_export && !settings.given.json && !settings.csv && !settings.names &&
		!settings.given.format && !settings.compact;
}

/* Returns whether a unit mask is one of the words of PMU::EVENT:UMASK:modifier=value. */
static bool is_word_of(const char *string, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strchr(string, ':'); at; at = strchr(at + 1, ':'))
		if (!strncmp(at + 1, word, length) && (!at[length + 1] || at[length + 1] == ':'))
			return true;
	return false;
}

/* Returns the event string of PMU::NAME with a name of the kernel's (spr::slots). To be freed; NULL: it is none. */
static char *string_of_pmus(const char *operand, int *idx)
{
	uint64_t codes[4];
	char *full = NULL;
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .fstr = &full, .size = sizeof arg };

	if (pfm_get_os_event_encoding(operand, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg))
		return NULL;
	*idx = arg.idx;
	return full;
}

/* Returns that of a name alone (cas_count_read), as perf reads it on this machine. */
static char *string_of_perfs(const char *operand, int *idx)
{
	pfm_perf_event_t *events;
	char *full = NULL;

	if (settings.given.pmu || settings.type || strpbrk(operand, "/{,*?[(|\\^$ "))
		return NULL;
	if (read_perfs(operand, &settings.given, &events, NULL) > 0)
		full = name_in_tables(events, operand, &settings.given, idx);
	free(events);
	return full;
}

/* Shows an event by a name that the kernel has for it, with the unit masks that are meant. False: nothing is shown. */
static bool show_kernels(const char *operand)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	struct event event = { .room = 0 };
	int idx = -1;
	char *full = strstr(operand, "::") ? string_of_pmus(operand, &idx) : string_of_perfs(operand, &idx);
	bool good = full && idx >= 0 && load_event(idx, &event) && next_pmu(event.info.pmu, &pmu);

	for (int i = 0; good && i < event.info.nattrs; i++) {
		event.chosen[i] = event.attrs[i].type == PFM_ATTR_UMASK && is_word_of(full, event.attrs[i].name);
		event.is_chosen |= event.chosen[i];
	}
	if (good)
		print_event(&event, &pmu);
	if (good && prints_text() && strstr(operand, "::"))
		print_kernel_dates("Linux    : ", event.info.pmu, operand);
	else if (good && prints_text())
		print_all_kernel_dates(operand);
	free_event(&event);
	free(full);
	return good;
}

/* Shows CPU::EVENT, which begins with no PMU's name, but of which the library knows the boxes. */
static bool show_cpus(const char *word)
{
	return strstr(word, "::") && show_named(word);
}

static bool is_tracepoint_name(const char *operand)
{
	return strchr(operand, ':') && !strstr(operand, "::") && !strpbrk(operand, "[(*");
}

bool show_operand(const char *operand)
{
	char *copy = strdup(operand), *words[1] = { copy };
	bool all = settings.sort || strstr(operand, "::"), is_partial, good;
	int found = 0;

	if (!copy)
		return is_lacking(PFM_ERR_NOMEM) && false;
	strip_attributes(copy);
	strip_backslashes(copy);
	good = search_names(operand, copy, all, &found);
	if (good && !found && show_other_name(operand, 0)) {
		free(copy);
		return true;
	}
	if (good && !found && cut_at_dot(copy))
		good = search_names(operand, copy, all, &found);
	if (good && !found && (show_kernels(copy) || show_cpus(operand))) {
		free(copy);
		return true;
	}
	if (good && !found) {
		/* no name matches: search descriptions */
		good = *copy && !all && show_words(words, 1, false, &is_partial);
		if (!good)
			say_not_found(copy, all);
		if ((!good || is_tracepoint_name(operand)) && say_what_is_unread())
			good = false;
	}
	if (good && prints_text())
		print_all_kernel_dates(copy);
	free(copy);
	return good;
}
