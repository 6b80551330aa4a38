/*
 * Explains a threshold that names other metrics, whose events were counted for it: these metrics are prepared again, by
 * themselves, and computed from the same counts; then the threshold is printed with each metric's value behind its
 * name, in the unit in which the metric is shown.
 */
#define _GNU_SOURCE
#include "chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"

enum { MOST_LINKS = 32 };

/* A metric in a threshold, and its value; NaN: none. */
struct link {
	pfm_metric_info_t info;
	double shown;
};

struct chain {
	struct link links[MOST_LINKS];
	int count;
	char why[1024];         /* why the first metric without a value has none; "": all have one */
};

/* ---- words ---- */

enum word_kind { WORD_END, WORD_METRIC, WORD_NUMBER, WORD_COMPARISON, WORD_LOGIC, WORD_OPENS, WORD_CLOSES, WORD_OTHER };

struct word {
	const char *text;
	int length;
	enum word_kind kind;
	int metric;             /* identifier, for WORD_METRIC */
};

static bool is_of_word(char letter)
{
	return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
		(letter >= 'A' && letter <= 'Z') || (letter && strchr("_.#\\@:", letter));
}

static int find_metric(const char *text, int length, const char *pmu)
{
	char name[512];

	snprintf(name, sizeof name, "%s%s%.*s", pmu ? pmu : "", pmu ? "::" : "", length, text);
	return pfm_find_metric(name);
}

/* Returns the word that begins at text, behind blanks. */
static struct word next_word(const char *text, const char *pmu)
{
	struct word word = { .text = text + strspn(text, " "), .kind = WORD_OTHER, .metric = -1 };

	if (is_of_word(*word.text)) {
		while (is_of_word(word.text[word.length]))
			word.length++;
		word.metric = find_metric(word.text, word.length, pmu);
		word.kind = word.metric >= 0 ? WORD_METRIC
			: *word.text >= '0' && *word.text <= '9' ? WORD_NUMBER
								 : WORD_OTHER;
		return word;
	}
	word.length = *word.text ? 1 + ((*word.text == '<' || *word.text == '>') && word.text[1] == '=') : 0;
	word.kind = !*word.text			    ? WORD_END
		: strchr("<>", *word.text)	    ? WORD_COMPARISON
		: *word.text == '&' || *word.text == '|' ? WORD_LOGIC
		: *word.text == '('		    ? WORD_OPENS
		: *word.text == ')'		    ? WORD_CLOSES
						    : WORD_OTHER;
	return word;
}

/* ---- values ---- */

static struct link *link_called(struct chain *chain, const char *name)
{
	for (int i = 0; i < chain->count; i++)
		if (!strcasecmp(chain->links[i].info.name, name))
			return &chain->links[i];
	return NULL;
}

/* Returns "A,PMU::B": the metrics that a threshold names, each once. To be freed. */
static char *list_links(const struct computed *computed, struct chain *chain)
{
	const char *pmu = computed->info.pmu;
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	for (struct word word = next_word(computed->info.threshold, pmu); to && word.kind != WORD_END;
	     word = next_word(word.text + word.length, pmu)) {
		struct link link = { .info.size = sizeof link.info, .shown = NAN };

		if (word.kind != WORD_METRIC || chain->count == MOST_LINKS ||
		    pfm_get_metric_info(word.metric, &link.info) || link_called(chain, link.info.name))
			continue;
		fprintf(to, "%s%s%s%s", chain->count ? "," : "", link.info.pmu ? link.info.pmu : "",
			link.info.pmu ? "::" : "", link.info.name);
		chain->links[chain->count++] = link;
	}
	if (to ? close_text(to, &text) : !is_lacking(PFM_ERR_NOMEM))
		return text;
	free(text);
	return NULL;
}

/* Takes the count of an event of the same string, in whichever round it was. */
static void take_known(const struct computed *computed, const pfm_metric_event_t *wanted, pfm_metric_count_t *count)
{
	pfm_metric_event_t event = { .size = sizeof event };

	for (int i = 0; i < computed->counted->events && !pfm_get_metric_event(computed->metrics, i, &event); i++)
		if ((wanted->string && event.string ? !strcmp(wanted->string, event.string)
						    : !strcasecmp(wanted->name, event.name)) &&
		    computed->counted->counts[i].is_given) {
			*count = computed->counted->counts[i];
			if (count->enabled && count->running)
				return;
		}
}

static void compute_links(const struct computed *computed, const pfm_metrics_t *metrics, struct chain *chain)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	pfm_metric_event_t event = { .size = sizeof event };
	pfm_metric_count_t *counts;
	struct computed_set set;

	pfm_get_metrics_info(metrics, &all);
	counts = calloc((size_t)all.events + 1, sizeof *counts);
	if (!counts) {
		is_lacking(PFM_ERR_NOMEM);
		return;
	}
	for (int i = 0; !pfm_get_metric_event(metrics, i, &event); i++)
		take_known(computed, &event, &counts[i]);
	set = compute_all(metrics, &(struct metric_counts){ .counts = counts, .events = all.events });
	for (int i = 0; i < set.count; i++) {
		struct link *link = link_called(chain, set.list[i].prepared.name);

		if (link && !set.list[i].value->reason)
			link->shown = set.list[i].value->shown;
		else if (!*chain->why)
			pfm_explain_metric_value(metrics, i, set.list[i].value, chain->why, sizeof chain->why);
	}
	free_computed(&set);
	free(counts);
}

static void find_links(const struct computed *computed, struct chain *chain)
{
	char *text = list_links(computed, chain);
	pfm_metric_options_t options = *computed->counted->options;
	pfm_metrics_t *metrics = NULL;

	options.flags &= ~PFM_METRIC_THRESHOLDS;
	options.flags |= PFM_METRIC_ANY_NAME;
	if (text && chain->count && !is_lacking(pfm_prepare_metrics(text, &options, &metrics, NULL)) && metrics)
		compute_links(computed, metrics, chain);
	pfm_free_metrics(metrics);
	free(text);
}

/* ---- text ---- */

/* State of printing the words of a threshold. */
struct sentence {
	enum word_kind before;
	const struct link *compared; /* the metric that is compared with the next word; NULL: none */
	bool any;               /* a word has been printed */
};

static bool begins_term(enum word_kind before)
{
	return before == WORD_END || before == WORD_OPENS || before == WORD_LOGIC;
}

static bool ends_term(enum word_kind after)
{
	return after == WORD_END || after == WORD_CLOSES || after == WORD_LOGIC;
}

static void print_link(const struct link *link)
{
	char number[128];

	fputs(clean(link->info.name), stdout);
	if (isnan(link->shown))
		return;
	write_shown(&link->info, link->shown, number, sizeof number);
	printf(" %s", clean(number));
}

static struct link *link_of(struct chain *chain, const struct word *word)
{
	pfm_metric_info_t info = { .size = sizeof info };

	return word->kind == WORD_METRIC && !pfm_get_metric_info(word->metric, &info) ? link_called(chain, info.name)
										      : NULL;
}

/* Prints a word; behind: the next one. The metric's own name at the beginning stands before all this already. */
static void print_word(struct sentence *sentence, const struct word *word, const struct word *behind,
		       struct chain *chain, const char *own)
{
	const struct link *link = link_of(chain, word);

	if (link) {
		sentence->compared = begins_term(sentence->before) && behind->kind == WORD_COMPARISON ? link : NULL;
		if (sentence->before == WORD_END && sentence->compared && !strcasecmp(link->info.name, own))
			return;
	}
	if (sentence->any && word->text[-1] == ' ')
		putchar(' ');
	sentence->any = true;
	if (link)
		print_link(link);
	else if (word->kind == WORD_NUMBER && sentence->compared && sentence->before == WORD_COMPARISON &&
		 ends_term(behind->kind))
		/* print the number in the unit of the metric that it is compared with */
		printf("%.6g%s%s", strtod(word->text, NULL) * sentence->compared->info.scale,
		       *sentence->compared->info.unit ? " " : "", clean(sentence->compared->info.unit));
	else if (word->kind == WORD_LOGIC)
		fputs(*word->text == '&' ? "and" : "or", stdout);
	else
		printf("%.*s", word->length, word->text);
}

void print_chain(const struct computed *computed)
{
	const char *text = computed->info.threshold, *pmu = computed->info.pmu;
	struct sentence sentence = { .before = WORD_END };
	struct chain chain = { .count = 0 };
	struct word word, behind;

	if (computed->counted->options)
		find_links(computed, &chain);
	for (word = next_word(text, pmu); word.kind != WORD_END; word = behind) {
		behind = next_word(word.text + word.length, pmu);
		print_word(&sentence, &word, &behind, &chain, computed->info.name);
		sentence.before = word.kind;
	}
}

void print_unjudged(const struct computed *computed)
{
	struct chain chain = { .count = 0 };
	char plain[sizeof chain.why];

	if (computed->counted->options)
		find_links(computed, &chain);
	plain_names(chain.why, plain, sizeof plain);
	printf("threshold not judged%s%s", *plain ? ": " : "", clean(plain));
}
