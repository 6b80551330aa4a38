/*
 * A walk through a tree of metrics: level 1 divides all that a core could do, and each child is a part of its parent.
 * The children of a metric over its threshold are worth a look, others are not; without thresholds of the vendor all
 * are.
 *
 * All events of the tree are opened, and rounds are switched on and off: levels 1 and 2 in the first second, then, each
 * second, level 1 and the children of nodes that have been over so far. With --again the command is run once for each
 * level, so that there are as few rounds as possible.
 */
#define _GNU_SOURCE
#include "walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "forms.h"
#include "output.h"
#include "plot.h"
#include "show.h"
#include "tally.h"

enum { MOST_LEVELS = 16 };

/* A metric of the tree. Parents precede their children. */
struct node {
	int id, parent, level;  /* parent: index of its node, -1: none; level: 0 at the top */
	bool has_children;
	bool is_wanted;         /* it is counted in turn */
	bool was_counted;
	int run, number;        /* run of the walk that counts it, and its number in that run; -1: none */
	bool is_over;           /* it is over its threshold, or has none */
	double value;           /* NaN: no value */
};

struct walk {
	struct node *nodes;
	int count, room;
	struct request request; /* the request, with the metrics of one level or of all */
	struct tally *tallies[MOST_LEVELS];
	struct computed_set values[MOST_LEVELS];
	int run; /* number of the current run */
};

bool is_walk(const struct metric_request *request)
{
	return !strcasecmp(request->text, "topdown");
}

/* ---- the tree ---- */

static bool add_node(struct walk *walk, int id, int parent)
{
	struct node *larger = with_room(walk->nodes, walk->count, &walk->room, sizeof *larger);

	if (!larger)
		return false;
	walk->nodes = larger;
	walk->nodes[walk->count++] = (struct node){ .id = id, .parent = parent, .run = -1, .number = -1, .value = NAN,
		.level = parent < 0 ? 0 : walk->nodes[parent].level + 1 };
	return true;
}

static bool is_in_tree(const struct walk *walk, int id)
{
	for (int i = 0; i < walk->count; i++)
		if (walk->nodes[i].id == id)
			return true;
	return false;
}

/* Makes the tree level by level: what is added at the end has its own children added in turn. */
static bool make_tree(struct walk *walk)
{
	pfm_metric_info_t info = { .size = sizeof info }, parent = { .size = sizeof parent };
	bool good = true;

	for (int id = pfm_next_metric(-1); good && id >= 0; id = pfm_next_metric(id))
		if (!pfm_get_metric_info(id, &info) && info.level == 1)
			good = add_node(walk, id, -1);
	for (int i = 0; i < walk->count; i++)
		for (int id = pfm_next_metric(-1); good && id >= 0; id = pfm_next_metric(id)) {
			if (walk->nodes[i].level + 1 == MOST_LEVELS || pfm_get_metric_info(id, &info) ||
			    pfm_get_metric_info(walk->nodes[i].id, &parent) || !is_child_of(&info, &parent) ||
			    is_in_tree(walk, id))
				continue;
			good = add_node(walk, id, i);
			walk->nodes[i].has_children = true;
		}
	return good;
}

/* Lists nodes of a level that are wanted, or all (-1): "A,PMU::B". To be freed; NULL: no memory, as has been said. */
static char *list_nodes(struct walk *walk, int level, int run)
{
	pfm_metric_info_t info = { .size = sizeof info };
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	int number = 0;

	for (int i = 0; to && i < walk->count; i++) {
		struct node *node = &walk->nodes[i];

		if ((level >= 0 && (node->level != level || !node->is_wanted)) || pfm_get_metric_info(node->id, &info))
			continue;
		fprintf(to, "%s%s%s%s", number ? "," : "", info.pmu ? info.pmu : "", info.pmu ? "::" : "", info.name);
		node->run = run;
		node->number = number++;
	}
	if (to ? close_text(to, &text) : !is_lacking(PFM_ERR_NOMEM))
		return text;
	free(text);
	return NULL;
}

/* ---- values so far ---- */

static const struct computed *computed_of(const struct walk *walk, const struct node *node)
{
	return node->run >= 0 && node->number < walk->values[node->run].count
		? &walk->values[node->run].list[node->number]
		: NULL;
}

static void note_values(struct walk *walk)
{
	for (int i = 0; i < walk->count; i++) {
		struct node *node = &walk->nodes[i];
		const struct computed *own = computed_of(walk, node);

		if (!own)
			continue;
		node->value = own->value->reason ? NAN : own->value->value;
		node->is_over = !own->value->reason && (own->value->over == 1 || !own->info.threshold);
		node->was_counted |= node->is_wanted;
	}
}

/* Returns whether all above it are over, so that it matters. */
static bool matters(const struct walk *walk, const struct node *node)
{
	for (int i = node->parent; i >= 0; i = walk->nodes[i].parent)
		if (!walk->nodes[i].is_over)
			return false;
	return true;
}

/* ---- rounds take turns ---- */

/* Notes the rounds of the events that a metric is computed from. */
static void note_rounds(const pfm_metrics_t *metrics, int metric, bool *is_on)
{
	int count, *events = list_metric_events(metrics, metric, &count);

	for (int i = 0; i < count; i++) {
		pfm_metric_event_t event = { .size = sizeof event };

		if (!pfm_get_metric_event(metrics, events[i], &event) && event.round >= 0)
			is_on[event.round] = true;
	}
	free(events);
}

/* Notes the rounds that no metric needs: they are there for thresholds, and always take their turns. */
static void note_other_rounds(const pfm_metrics_t *metrics, int rounds, bool *is_on)
{
	pfm_metric_event_t event = { .size = sizeof event };

	memset(is_on, true, (size_t)rounds);
	for (int i = 0; !pfm_get_metric_event(metrics, i, &event); i++)
		if (event.round >= 0 && !event.is_optional)
			is_on[event.round] = false;
}

/* Switches on what wanted nodes need, and off what no such node needs. */
static void switch_to_wanted(struct walk *walk)
{
	const pfm_metrics_t *metrics = metrics_of_tally(walk->tallies[0]);
	pfm_metrics_info_t all = { .size = sizeof all };
	bool *is_on;

	pfm_get_metrics_info(metrics, &all);
	is_on = calloc((size_t)all.rounds + 1, sizeof *is_on);
	if (!is_on) {
		is_lacking(PFM_ERR_NOMEM);
		return;
	}
	note_other_rounds(metrics, all.rounds, is_on);
	for (int i = 0; i < walk->count; i++)
		if (walk->nodes[i].is_wanted)
			note_rounds(metrics, walk->nodes[i].number, is_on);
	switch_rounds(walk->tallies[0], is_on);
	free(is_on);
}

/* ---- counting ---- */

/* Takes the values so far; where rounds take turns, they say what is wanted next. */
static void look(void *data, const struct rows *rows)
{
	struct walk *walk = data;

	free_computed(&walk->values[walk->run]);
	walk->values[walk->run] = compute_tally(walk->tallies[walk->run], rows->elapsed);
	note_values(walk);
	if (walk->request.metrics.again)
		return;
	for (int i = 0; i < walk->count; i++)
		walk->nodes[i].is_wanted = !walk->nodes[i].level || matters(walk, &walk->nodes[i]);
	switch_to_wanted(walk);
}

/* Counts the nodes of a level that are wanted, or all (-1). False: nothing was counted, which has been said. */
static bool count_level(struct walk *walk, int level, struct ending *ending)
{
	const struct request *request = &walk->request;
	int run = level < 0 ? 0 : level;
	char *text = list_nodes(walk, level, run);
	bool some_failed = false, good;
	struct rows rows;

	walk->run = run;
	walk->request.metrics.text = text;
	walk->tallies[run] = text ? begin_tally(request, &some_failed) : NULL;
	good = walk->tallies[run] && can_count_any(walk->tallies[run]);
	if (good && !run && !request->command && request->seconds <= 0)
		complain("counts until a signal ends it (Ctrl-C); --time 5s ends it by itself");
	if (good && !request->metrics.again)
		switch_to_wanted(walk);
	good = good && run_tally(walk->tallies[run], request->command, look, walk, ending, &rows);
	free(text);
	return good && walk->values[run].list;
}

static bool walk_once(struct walk *walk, struct ending *ending)
{
	for (int i = 0; i < walk->count; i++)
		walk->nodes[i].is_wanted = walk->nodes[i].level < 2;
	return count_level(walk, -1, ending);
}

/* Runs the command for each level, until nothing of a level is wanted. */
static bool walk_again(struct walk *walk, struct ending *ending)
{
	for (int level = 0; level < MOST_LEVELS && !ending->signal; level++) {
		bool any = false;

		for (int i = 0; i < walk->count; i++) {
			walk->nodes[i].is_wanted = walk->nodes[i].level == level && matters(walk, &walk->nodes[i]);
			any |= walk->nodes[i].is_wanted;
		}
		if (!any)
			break;
		if (!count_level(walk, level, ending))
			return false;
	}
	return true;
}

/* ---- showing ---- */

static bool is_shown(const struct walk *walk, const struct node *node)
{
	return node->was_counted && computed_of(walk, node) && matters(walk, node);
}

static int width_of(const struct computed *computed)
{
	return (int)(strlen(computed->prepared.name) +
		     (computed->prepared.pmu ? strlen(computed->prepared.pmu) + 2 : 0));
}

static void print_node(const struct walk *walk, const struct node *node, int width, bool json)
{
	const struct computed *own = computed_of(walk, node);

	if (json) {
		print_tree_object(own);
		return;
	}
	printf("%*s%s%s%s%*s  ", 2 * node->level, "", own->prepared.pmu ? clean(own->prepared.pmu) : "",
	       own->prepared.pmu ? "::" : "", clean(own->prepared.name), width - 2 * node->level - width_of(own), "");
	print_value(own, false);
	putchar('\n');
}

static void print_below(const struct walk *walk, int parent, int width, bool json)
{
	for (int i = 0; i < walk->count; i++)
		if (walk->nodes[i].parent == parent && is_shown(walk, &walk->nodes[i])) {
			print_node(walk, &walk->nodes[i], width, json);
			print_below(walk, i, width, json);
		}
}

/* Says where level 1, which shares out all there is, does not add up to 100 %. Of each core type that has values. */
static void say_wrong_sums(const struct walk *walk)
{
	for (int i = 0; i < walk->count && !walk->nodes[i].level; i++) {
		const struct computed *first = computed_of(walk, &walk->nodes[i]), *own;
		const char *pmu = first && first->info.pmu ? first->info.pmu : "";
		double sum = 0;
		bool is_first = first, is_whole = true;

		for (int k = 0; k < walk->count && !walk->nodes[k].level && first; k++) {
			own = computed_of(walk, &walk->nodes[k]);
			if (!own || strcmp(own->info.pmu ? own->info.pmu : "", pmu))
				continue;
			is_first = is_first && k >= i;
			is_whole = is_whole && is_percent(own) && !own->value->reason;
			sum += own->value->reason ? 0 : own->value->shown;
		}
		if (is_first && is_whole && fabs(sum - 100) > 1)
			complain("level 1%s%s adds up to %.1f %%, not 100 %%: counts of different moments",
				 *pmu ? " of " : "", pmu, sum);
	}
}

/* ---- what to sample ---- */

/* Returns the deepest node over its threshold that says what to sample; of several the largest. */
static const struct node *most_telling(const struct walk *walk)
{
	const struct node *best = NULL;

	for (int i = 0; i < walk->count; i++) {
		const struct node *node = &walk->nodes[i];
		const struct computed *own = is_shown(walk, node) ? computed_of(walk, node) : NULL;

		if (!own || own->value->over != 1 || !own->info.sample || !*own->info.sample)
			continue;
		if (!best || node->level > best->level || (node->level == best->level && node->value > best->value))
			best = node;
	}
	return best;
}

/* Writes an event as perf record takes it, with the precision that it can have. */
static bool write_sample(const char *name, const char *pmu, char *text, size_t size)
{
	pfm_perf_event_t event = { .size = sizeof event };
	pfm_event_info_t info = { .size = sizeof info };
	char whole[512];
	int length;

	snprintf(whole, sizeof whole, "%s%s%s", pmu ? pmu : "", pmu ? "::" : "", name);
	if (pfm_get_perf_event(name, 0, &event, 1, NULL) <= 0 && pfm_get_perf_event(whole, 0, &event, 1, NULL) <= 0)
		return false;
	length = pfm_write_perf_event(&event, PFM_WRITE_FIELDS, text, size);
	if (length <= 0 || (size_t)length >= size)
		return false;
	if (event.idx >= 0 && !pfm_get_event_info(event.idx, PFM_OS_PERF_EVENT_EXT, &info) && info.is_precise &&
	    text[length - 1] == '/')
		snprintf(text + length, size - (size_t)length, "ppp");
	return true;
}

static void print_sample(const struct walk *walk)
{
	const struct node *node = most_telling(walk);
	const struct computed *own = node ? computed_of(walk, node) : NULL;
	char name[256], text[1024];
	bool any = false;

	for (const char *at = own ? own->info.sample : ""; *at;) {
		size_t length = strcspn(at, ",");

		snprintf(name, sizeof name, "%.*s", (int)length, at);
		if (write_sample(name, own->info.pmu, text, sizeof text)) {
			printf("%s%s", any ? "," : "sample: perf record -e ", clean(text));
			any = true;
		}
		at += length + (at[length] == ',');
	}
	if (any)
		printf("   (%s)\n", clean(own->info.sample));
	else if (own)
		printf("sample: %s\n", clean(own->info.sample));
}

/* Says which node is over while what stands below has not been counted. */
static void say_what_is_below(const struct walk *walk)
{
	for (int i = 0; i < walk->count; i++) {
		const struct node *node = &walk->nodes[i];
		const struct node *parent = node->parent < 0 ? NULL : &walk->nodes[node->parent];

		if (!parent || node->was_counted || !parent->is_over || !is_shown(walk, parent))
			continue;
		complain("%s is over, and the run was too short to count what is below; --again runs the command "
			 "for each level", computed_of(walk, parent)->prepared.name);
		return;
	}
}

/* Returns whether a node has a value. */
static bool show_walk(const struct walk *walk, bool json)
{
	bool any = false;
	int width = 0;

	for (int i = 0; i < walk->count; i++)
		if (is_shown(walk, &walk->nodes[i])) {
			const struct computed *computed = computed_of(walk, &walk->nodes[i]);
			int own = 2 * walk->nodes[i].level + width_of(computed);

			width = own > width ? own : width;
			any |= computed && !computed->value->reason;
		}
	print_below(walk, -1, width, json);
	say_wrong_sums(walk);
	say_what_is_below(walk);
	if (!json)
		print_sample(walk);
	return any;
}

/* Draws the shares of levels 1 and 2, as far as they were counted. */
static bool draw_walk(const struct walk *walk, const struct request *request)
{
	struct plot plot = { .count = 0 };
	char title[256];
	bool good;

	for (int i = 0; i < walk->count; i++) {
		const struct node *node = &walk->nodes[i];
		const struct computed *own = node->level < 2 && is_shown(walk, node) ? computed_of(walk, node) : NULL;

		if (own && !own->value->reason && is_percent(own))
			add_node_to_plot(&plot, own->prepared.pmu ? own->prepared.pmu : "", own->prepared.name,
				node->level, own->value->shown);
	}
	title_of_plot(request, title, sizeof title);
	good = draw_plot(&plot, request->picture, title);
	free_plot(&plot);
	return good;
}

bool has_tree(void)
{
	struct walk walk = { .count = 0 };
	bool has = make_tree(&walk) && walk.count;

	free(walk.nodes);
	return has;
}

bool walk_metrics(const struct request *request, struct ending *ending)
{
	struct walk walk = { .request = *request };
	bool good;

	walk.request.walks = true;
	walk.request.interval = 1;
	good = make_tree(&walk) && (request->metrics.again ? walk_again : walk_once)(&walk, ending);
	if (good && begin_output(request)) {
		good = show_walk(&walk, request->given.json);
		good &= !request->picture || draw_walk(&walk, request);
		if (request->given.json)
			print_run_object(&(struct rows){ .elapsed = ending->seconds,
				.user = request->command ? ending->user : -1,
				.system = request->command ? ending->system : -1,
				.command = (const char *const *)request->command,
				.status = ending->status });
		good &= end_output(request);
	}
	for (int i = 0; i < MOST_LEVELS; i++) {
		free_computed(&walk.values[i]);
		end_tally(walk.tallies[i]);
	}
	free(walk.nodes);
	return good;
}
