/* Which events are meant: by a regular expression, or by words. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boxes.h"
#include "../src/tables/clean.h"
#include "wordings.h"

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
			if (event->attrs[k].type == PFM_ATTR_UMASK &&
				(strcasestr(event->attrs[k].name, words[i]) ||
					strcasestr(event->attrs[k].desc, words[i])))
				best = 4;
		if (!best)
			return 0;
		score += best;
	}
	return score;
}

static int best_score(const struct event *event, const struct wordings *wordings)
{
	int best = 0;

	for (int i = 0; i < wordings->count; i++) {
		const struct wording *wording = &wordings->list[i];
		int score = score_event(event, wording->words, wording->count);

		if (score && score + wording->bonus > best)
			best = score + wording->bonus;
	}
	return best;
}

/* Whether one box of each kind is enough: for people, who have not named PMUs. */
static bool one_box_will_do(bool all)
{
	bool for_programs = settings.given.json || settings.csv || settings.given.format;

	return !all && !settings.all_boxes && !settings.given.pmu && !for_programs;
}

/* Calls use for all events of the PMUs to be searched; all: absent ones too. Boxes of a kind stand side by side. */
static bool for_all_events(bool all, bool (*use)(const pfm_pmu_info_t *pmu, int idx, void *data), void *data)
{
	pfm_pmu_info_t info = { .size = sizeof info }, last = { .type = PFM_PMU_TYPE_UNKNOWN };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || !pmu_wanted(&info) || !(info.is_present || all || settings.given.pmu))
			continue;
		if (one_box_will_do(all) && are_of_a_kind(&last, &info))
			continue;
		last = info;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx))
			if (!use(&info, idx, data))
				return false;
	}
	return true;
}

struct query {
	regex_t *regex;
	struct wordings wordings; /* if there is no regex */
	bool all;                  /* absent PMUs too */
	bool tracepoints;          /* and the kernel's tracepoints */
	struct matches matches;
	struct event event;
};

static bool is_tracepoint(const pfm_pmu_info_t *pmu, const pfm_event_info_t *event)
{
	return pmu->pmu == PFM_PMU_PERF_EVENT && !strcmp(event->desc, "tracepoint");
}

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
		errno = 0;
		error = regexec(query->regex, name, 0, NULL, 0);
		if (error) /* glibc has one error, whatever happened */
			return (error != REG_ESPACE && errno != ENOMEM) || !is_lacking(PFM_ERR_NOMEM);
		match.key = settings.sort ? info.code & settings.sort_mask : 0;
	} else {
		if (!load_event(idx, &query->event) || (!query->tracepoints && is_tracepoint(pmu, &query->event.info)))
			return true;
		match.score = best_score(&query->event, &query->wordings);
		if (!match.score)
			return true;
		/* the CPU's own before the kernel's names for them */
		match.score = 2 * match.score + (pmu->type != PFM_PMU_TYPE_OS_GENERIC);
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

/* The PMUs of the matches, each once. */
static void say_what_was_folded(const struct query *query)
{
	pfm_pmu_t *pmus = malloc((size_t)query->matches.count * sizeof *pmus);
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
	if (query->matches.count && one_box_will_do(query->all))
		say_what_was_folded(query);
}

static void free_query(struct query *query)
{
	free(query->matches.list);
	free(query->event.attrs);
	free_wordings(&query->wordings);
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

bool search_words(char **words, int count, bool all)
{
	struct query query = { .all = all, .tracepoints = settings.given.pmu || settings.type };
	bool good = find_wordings(count, words, &query.wordings) || is_lacking(PFM_ERR_NOMEM);

	good = good && for_all_events(all, try_event, &query);
	if (good && !query.matches.count && !query.tracepoints) {
		query.tracepoints = true;
		good = for_all_events(all, try_event, &query);
	}
	good = good && query.matches.count;
	if (good)
		show_matches(&query);
	free_query(&query);
	return good;
}

/* Names have none of these: with a backslash, as basic regular expressions have it, they are operators too. */
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
	good = for_all_events(all, try_event, &query);
	if (good)
		show_matches(&query);
	*found = query.matches.count;
	regfree(&regex);
	free_query(&query);
	return good;
}

/* EVENT of EVENT.UMASK, as makers write it. False: it is no name, or has no dot. */
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
	if (pfm_diagnose(name, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) || d.error != PFM_ERR_NOTFOUND || !d.nsuggestions)
		return;
	fputs("  did you mean ", stderr);
	for (int i = 0; i < d.nsuggestions; i++)
		fprintf(stderr, "%s%s", i ? ", " : "", clean(d.suggestions[i]));
	fputs("?\n", stderr);
}

/* What may be a tracepoint that only others may read; false: all can be read. */
static bool say_what_is_unread(void)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	if (pfm_diagnose("perf::no:tracepoint", PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) || !d.expected[0])
		return false;
	fprintf(stderr, "  expected: %s\n", clean(d.expected));
	return true;
}

/* Written as one, SUBSYSTEM:NAME. */
static bool is_tracepoint_name(const char *operand)
{
	return strchr(operand, ':') && !strstr(operand, "::") && !strpbrk(operand, "[(*");
}

bool show_operand(const char *operand)
{
	char *copy = strdup(operand), *words[1] = { copy };
	bool all = settings.sort || strstr(operand, "::"), good;
	int found = 0;

	if (!copy)
		return is_lacking(PFM_ERR_NOMEM) && false;
	strip_attributes(copy);
	strip_backslashes(copy);
	good = search_names(operand, copy, all, &found);
	if (good && !found && cut_at_dot(copy))
		good = search_names(operand, copy, all, &found);
	if (good && !found) {
		/* no name has it: who mentions it? */
		good = *copy && !all && search_words(words, 1, false);
		if (!good)
			say_not_found(copy, all);
		if ((!good || is_tracepoint_name(operand)) && say_what_is_unread())
			good = false;
	}
	free(copy);
	return good;
}
