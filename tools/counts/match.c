/*
 * Finds the lines of a file for an event of a metric: lines with the event's name, in any spelling of perf or formulas;
 * else lines with another name that formulas have for it; else lines with a name of the same encoding. Lines of
 * different names are not added up, as each is a full count of the event.
 */
#define _GNU_SOURCE
#include "match.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "pick.h"

/* ---- names ---- */

/* The parts of a folded name: DEVICE/EVENT/MODIFIERS, EVENT:MODIFIERS, EVENT [DEVICE]. */
struct cut_name {
	char device[128], event[512], modifiers[32];
	char cpu[64];    /* value of cpu=, the CPU where it is opened */
	char label[256]; /* value of name= */
	int box;         /* number of its box; -1: none, or all boxes */
};

/* Cuts off the terms that say nothing of what is counted: name= and cpu=. */
static void cut_terms(struct cut_name *cut)
{
	char *to = cut->event, *next;

	for (char *term = cut->event; term; term = next) {
		next = strchr(term, ',');
		if (next)
			*next++ = '\0';
		if (!strncmp(term, "name=", 5)) {
			snprintf(cut->label, sizeof cut->label, "%.255s", term + 5);
		} else if (!strncmp(term, "cpu=", 4)) {
			snprintf(cut->cpu, sizeof cut->cpu, "%.63s", term + 4);
		} else {
			size_t length = strlen(term);

			if (to != cut->event)
				*to++ = ',';
			memmove(to, term, length);
			to += length;
		}
	}
	*to = '\0';
}

/* Cuts off what stands behind the last colon, if these are letters of modifiers and the name is not a tracepoint's. */
static void cut_modifiers(struct cut_name *cut)
{
	char *colon = strrchr(cut->event, ':');

	if (!colon || (colon > cut->event && colon[-1] == ':') || colon[1 + strspn(colon + 1, "ukhgpdwersib")])
		return;
	snprintf(cut->modifiers, sizeof cut->modifiers, "%.31s", colon + 1);
	*colon = '\0';
}

static struct cut_name cut_name(const char *name)
{
	struct cut_name cut = { .box = -1 };
	const char *slash = strchr(name, '/'), *end = slash ? strrchr(slash + 1, '/') : NULL;
	const char *bracket = strstr(name, " [");

	if (end) {
		snprintf(cut.device, sizeof cut.device, "%.*s", (int)(slash - name), name);
		snprintf(cut.event, sizeof cut.event, "%.*s", (int)(end - slash - 1), slash + 1);
		snprintf(cut.modifiers, sizeof cut.modifiers, "%.31s", end[1] == ':' ? end + 2 : end + 1);
		cut_terms(&cut);
	} else {
		snprintf(cut.event, sizeof cut.event, "%.*s", bracket ? (int)(bracket - name) : 511, name);
		if (bracket)
			snprintf(cut.device, sizeof cut.device, "%.*s", (int)strcspn(bracket + 2, "]"), bracket + 2);
		cut_modifiers(&cut);
	}
	cut.box = cut_box(cut.device);
	return cut;
}

/*
 * Keeps the modifiers that say what is counted, in one order. Grouping, pinning and precision do not; user and kernel
 * together are both, as without them, and so are host and guest.
 */
static void plain_modifiers(const char *modifiers, char *to)
{
	bool levels = strchr(modifiers, 'u') && strchr(modifiers, 'k');
	bool machines = strchr(modifiers, 'g') && strchr(modifiers + strcspn(modifiers, "h"), 'h');

	for (const char *letter = "ukhgir"; *letter; letter++) {
		bool is_dropped = strchr("uk", *letter) ? levels : strchr("hg", *letter) && machines;

		if (strchr(modifiers, *letter) && !is_dropped)
			*to++ = *letter;
	}
	*to = '\0';
}

/* Compares names of events, for which other tools have _ in the place of points and colons. */
static bool is_underscored(const char *one, const char *other)
{
	for (; *one && *other; one++, other++) {
		char a = strchr(".:", *one) ? '_' : *one, b = strchr(".:", *other) ? '_' : *other;

		if (a != b)
			return false;
	}
	return !*one && !*other;
}

/*
 * How well a line's name matches an event: with user level only, though the event has all levels; with a device on one
 * side only; by the same code; fully.
 */
enum fit { NO_FIT, FITS_BUT_LEVELS, FITS_BUT_DEVICE, FITS_BY_CODE, FITS };

/* Returns how a line fits an event. nearness: how much alike they are written; the greater the better, up to 8. */
static enum fit fit_of(const struct cut_name *line, const struct cut_name *event, int *nearness)
{
	bool same_device = !strcmp(line->device, event->device), same_cpu = !strcmp(line->cpu, event->cpu);
	bool same_event = !strcmp(line->event, event->event) || (*event->label && !strcmp(line->event, event->label));
	char line_modifiers[8], event_modifiers[8];

	if ((!same_event && !is_underscored(line->event, event->event)) ||
		(event->box >= 0 && line->box != event->box) || (!same_cpu && *line->cpu && *event->cpu) ||
		(!same_device && *line->device && *event->device && strcmp(event->device, "software")))
		return NO_FIT;
	*nearness = 4 * same_event + 2 * same_cpu + same_device;
	plain_modifiers(line->modifiers, line_modifiers);
	plain_modifiers(event->modifiers, event_modifiers);
	if (strcmp(line_modifiers, event_modifiers))
		return !strcmp(line_modifiers, "u") && !*event_modifiers ? FITS_BUT_LEVELS : NO_FIT;
	return same_device ? FITS : FITS_BUT_DEVICE;
}

/* Returns whether two lines have one name, boxes aside. */
static bool is_same_name(const struct cut_name *one, const struct cut_name *other)
{
	return !strcmp(one->event, other->event) && !strcmp(one->device, other->device) &&
		!strcmp(one->modifiers, other->modifiers) && !strcmp(one->cpu, other->cpu) &&
		!strcmp(one->label, other->label) && (one->box < 0) == (other->box < 0);
}

/* ---- events ---- */

/* The names of an event, its own first. */
struct event_names {
	struct cut_name *names;
	int count, room, occurrence;
	char *whole;        /* its own name, folded */
	const char *string; /* a name that can be encoded; NULL: none can */
	bool is_time;
	struct count_code code;
	bool has_code;
};

/* The lines found for an event in a turn: the names that match best, as a range of matching->taken. */
struct found_names {
	enum fit fit;
	int first, count;
	int lines, line_count; /* range of matching->repeated: lines of the first name at its first place */
	bool is_unclear;
};

/* A link in the list of lines with the same name. */
struct line_link {
	int next;                    /* next line; -1: none */
	int occurrence, occurrences; /* index among the lines of this name and place, and their number */
};

struct name_of_lines {
	struct cut_name cut;
	struct count_code code;
	bool is_cut, is_asked, has_code;
	int first, last; /* first and last line in this turn; first -1: none */
};

/* A list of numbers. */
struct numbers {
	int *list, count, room;
};

struct matching {
	const struct given_values *values;
	const pfm_metrics_t *metrics;
	int events;
	struct event_names *names;
	struct name_of_lines *lines; /* by name: its lines */
	struct line_link *links;
	int *at_place; /* by place: number of lines of the current name */
	struct found_names *found;
	struct numbers of_turn, taken, repeated, own;
	struct repeated *picked;
	int *chosen; /* by event: index of the chosen count */
	bool has_said_repeated;
};

static bool add_number(struct numbers *numbers, int number)
{
	int *list = with_room(numbers->list, numbers->count, &numbers->room, sizeof *list);

	if (!list)
		return false;
	numbers->list = list;
	numbers->list[numbers->count++] = number;
	return true;
}

/* Adds a name of an event. False: no memory. */
static bool add_name(struct event_names *names, const char *text, size_t length)
{
	char *name = strndup(text, length);
	struct cut_name *list = with_room(names->names, names->count, &names->room, sizeof *list);

	names->names = list ? list : names->names;
	if (!name || !list) {
		free(name);
		return false;
	}
	fold_name(name);
	names->names[names->count++] = cut_name(name);
	if (names->whole)
		free(name);
	else
		names->whole = name;
	return true;
}

/* Adds other names of a list. Its commas stand between names, not behind backslashes or between two @. */
static bool add_other_names(struct event_names *names, const char *also)
{
	bool good = true;

	for (const char *at = also; at && *at && good;) {
		size_t length = 0;

		for (bool in_device = false; at[length] && (in_device || at[length] != ','); length++) {
			length += at[length] == '\\' && at[length + 1];
			in_device ^= at[length] == '@';
		}
		good = add_name(names, at, length);
		at += length + (at[length] == ',');
	}
	return good;
}

/* Counts the events before this one that are called so: the same event in other rounds. */
static int rounds_before(const pfm_metrics_t *metrics, int number, const char *name)
{
	pfm_metric_event_t before = { .size = sizeof before };
	int count = 0;

	for (int i = 0; i < number; i++)
		count += !pfm_get_metric_event(metrics, i, &before) && !strcmp(before.name, name);
	return count;
}

static bool name_event(const pfm_metrics_t *metrics, int number, struct event_names *names)
{
	pfm_metric_event_t event = { .size = sizeof event };

	pfm_get_metric_event(metrics, number, &event);
	names->is_time = event.kind == PFM_METRIC_TIME;
	names->string = event.string;
	names->occurrence = event.round > 0 ? rounds_before(metrics, number, event.name) : 0;
	names->has_code = event.string && code_of_name(event.string, &names->code);
	return add_name(names, event.name, strlen(event.name)) && add_other_names(names, event.also);
}

struct matching *begin_matching(const struct given_values *values, const pfm_metrics_t *metrics, int events)
{
	struct matching *matching = calloc(1, sizeof *matching);
	bool good = matching;

	if (good) {
		*matching = (struct matching){ .values = values,
			.metrics = metrics,
			.events = events,
			.names = calloc((size_t)events + 1, sizeof *matching->names),
			.lines = calloc((size_t)values->names.count + 1, sizeof *matching->lines),
			.links = calloc((size_t)values->count + 1, sizeof *matching->links),
			.at_place = calloc((size_t)values->places.count + 1, sizeof *matching->at_place),
			.found = calloc((size_t)events + 1, sizeof *matching->found),
			.picked = calloc((size_t)events + 1, sizeof *matching->picked),
			.chosen = calloc((size_t)events + 1, sizeof *matching->chosen) };
		good = matching->names && matching->lines && matching->links && matching->at_place && matching->found &&
			matching->picked && matching->chosen;
	}
	for (int i = 0; i < events && good; i++)
		good = name_event(metrics, i, &matching->names[i]);
	if (!good) {
		end_matching(matching);
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	return matching;
}

void end_matching(struct matching *matching)
{
	if (!matching)
		return;
	for (int i = 0; i < matching->events && matching->names; i++) {
		free(matching->names[i].names);
		free(matching->names[i].whole);
	}
	free(matching->names);
	free(matching->lines);
	free(matching->links);
	free(matching->at_place);
	free(matching->found);
	free(matching->of_turn.list);
	free(matching->taken.list);
	free(matching->repeated.list);
	free(matching->own.list);
	free(matching->picked);
	free(matching->chosen);
	free(matching);
}

/* ---- the lines of a turn ---- */

/* Returns what a name of lines stands for; NULL: nothing that encodes here. */
static const struct count_code *code_of_lines(struct matching *matching, int name)
{
	struct name_of_lines *own = &matching->lines[name];

	if (!own->is_asked)
		own->has_code = code_of_name(matching->values->typed[name], &own->code);
	own->is_asked = true;
	return own->has_code ? &own->code : NULL;
}

/* Counts how often the lines of a name are there at their places: the same event, counted several times. */
static void count_occurrences(struct matching *matching, const struct name_of_lines *own)
{
	const struct given_value *list = matching->values->list;

	for (int i = own->first; i >= 0; i = matching->links[i].next)
		matching->at_place[list[i].place] = 0;
	for (int i = own->first; i >= 0; i = matching->links[i].next)
		matching->links[i].occurrence = matching->at_place[list[i].place]++;
	for (int i = own->first; i >= 0; i = matching->links[i].next)
		matching->links[i].occurrences = matching->at_place[list[i].place];
}

/* Chains the lines of each name. False: no memory. */
static bool chain_lines(struct matching *matching, const int *lines, int first, int end)
{
	const struct given_value *list = matching->values->list;

	for (int i = 0; i < matching->of_turn.count; i++)
		matching->lines[matching->of_turn.list[i]].first = -1;
	matching->of_turn.count = 0;
	for (int at = first; at < end; at++) {
		int i = lines ? lines[at] : at;
		struct name_of_lines *own = &matching->lines[list[i].name];

		if (!own->is_cut) {
			own->cut = cut_name(matching->values->names.list[list[i].name]);
			own->is_cut = true;
			own->first = -1;
		}
		if (own->first < 0 && !add_number(&matching->of_turn, list[i].name))
			return false;
		if (own->first < 0)
			own->first = i;
		else
			matching->links[own->last].next = i;
		own->last = i;
		matching->links[i].next = -1;
	}
	for (int i = 0; i < matching->of_turn.count; i++)
		count_occurrences(matching, &matching->lines[matching->of_turn.list[i]]);
	return true;
}

/* ---- which names are an event ---- */

/* Quality of a match. For equal fits the event's own name is better than others, and then the closer spelling. */
struct rank {
	enum fit fit;
	int other_name, nearness;
};

static bool is_better(const struct rank *one, const struct rank *other)
{
	if (one->fit != other->fit)
		return one->fit > other->fit;
	if (one->other_name != other->other_name)
		return one->other_name < other->other_name;
	return one->nearness > other->nearness;
}

/* Returns whether the line's name encodes to what the event is. */
static enum fit fit_by_code(struct matching *matching, int name, const struct event_names *event)
{
	const struct count_code *own = &event->code, *other;

	if (!event->has_code || (event->names->box >= 0 && event->names->box != matching->lines[name].cut.box))
		return NO_FIT;
	other = code_of_lines(matching, name);
	if (!other || !is_same_code(own, other))
		return NO_FIT;
	if (other->user == own->user && other->kernel == own->kernel)
		return FITS_BY_CODE;
	return own->user && own->kernel && other->user ? FITS_BUT_LEVELS : NO_FIT;
}

/* Ranks a name of lines by the names of an event. */
static struct rank rank_by_names(const struct matching *matching, int name, const struct event_names *event)
{
	const struct cut_name *cut = &matching->lines[name].cut;
	struct rank best = { NO_FIT, 0, 0 };

	if (!strcmp(matching->values->names.list[name], event->whole))
		return (struct rank){ FITS, 0, 8 };
	for (int i = 0; i < event->count; i++) {
		struct rank own = { .other_name = i };

		own.fit = fit_of(cut, &event->names[i], &own.nearness);
		if (own.fit && is_better(&own, &best))
			best = own;
	}
	return best;
}

/*
 * Ranks a name of lines. A name that lacks a device is as good as one that has it where both encode alike; codes are
 * asked for only where names do not tell, and no line is sure to be the event's.
 */
static struct rank rank_of(struct matching *matching, int name, const struct event_names *event, bool by_code)
{
	struct rank rank = rank_by_names(matching, name, event);
	enum fit code = rank.fit < FITS && by_code ? fit_by_code(matching, name, event) : NO_FIT;

	if (rank.fit == FITS_BUT_DEVICE && code == FITS_BY_CODE)
		rank.fit = FITS;
	else if (code > rank.fit)
		rank = (struct rank){ code, event->count, 0 };
	return rank;
}

static struct rank best_rank(struct matching *matching, const struct event_names *event, bool by_code, int *best)
{
	struct rank least = { NO_FIT, 0, 0 };

	*best = -1;
	for (int i = 0; i < matching->of_turn.count; i++) {
		int name = matching->of_turn.list[i];
		struct rank own = rank_of(matching, name, event, by_code);

		if (own.fit && (*best < 0 || is_better(&own, &least))) {
			least = own;
			*best = name;
		}
	}
	return least;
}

/* Returns whether a name without a device may be meant for events of several: then it is for none. */
static bool is_ambiguous(const struct matching *matching, int name, int own)
{
	for (int i = 0; i < matching->events; i++)
		if (i != own && strcmp(matching->names[i].names->device, matching->names[own].names->device) &&
			rank_by_names(matching, name, &matching->names[i]).fit >= FITS_BUT_DEVICE)
			return true;
	return false;
}

/* Takes the names that are the best one but for its box. */
static bool take_names(struct matching *matching, int event, const struct rank *rank, int best)
{
	const struct cut_name *cut = &matching->lines[best].cut;
	struct found_names *found = &matching->found[event];
	bool good = add_number(&matching->taken, best);

	for (int i = 0; i < matching->of_turn.count && good; i++) {
		int name = matching->of_turn.list[i];
		const struct cut_name *other = &matching->lines[name].cut;

		if (rank->fit < FITS_BY_CODE) {
			struct rank own = rank_by_names(matching, name, &matching->names[event]);

			if (own.fit == rank->fit && own.other_name == rank->other_name &&
				(strcmp(other->device, cut->device) || is_ambiguous(matching, name, event)))
				found->is_unclear = true;
		}
		if (name != best && is_same_name(cut, other) &&
			rank_of(matching, name, &matching->names[event], rank->fit < FITS).fit)
			good = add_number(&matching->taken, name);
	}
	found->count = matching->taken.count - found->first;
	return good;
}

/* Lists the lines of the first name at its first place: the counts that there are of the event. */
static bool list_repeated(struct matching *matching, struct found_names *found)
{
	const struct given_value *list = matching->values->list;
	int first = matching->lines[matching->taken.list[found->first]].first;
	bool good = true;

	for (int i = first; i >= 0 && good; i = matching->links[i].next)
		if (list[i].place == list[first].place)
			good = add_number(&matching->repeated, i);
	found->line_count = matching->repeated.count - found->lines;
	return good;
}

static bool find_event(struct matching *matching, int event)
{
	const struct event_names *names = &matching->names[event];
	struct found_names *found = &matching->found[event];
	int best;
	struct rank rank = best_rank(matching, names, false, &best);

	*found = (struct found_names){ .first = matching->taken.count, .lines = matching->repeated.count };
	if (rank.fit < FITS)
		rank = best_rank(matching, names, true, &best);
	found->fit = rank.fit;
	if (!rank.fit)
		return true;
	if (!take_names(matching, event, &rank, best))
		return false;
	if (found->is_unclear)
		complain("%s: events of several PMUs are called so; PMU/%s/ says which is meant",
			matching->values->names.list[best], names->names->event);
	else if (rank.fit == FITS_BUT_LEVELS)
		complain("%s: counted in user code only", matching->values->names.list[best]);
	return found->is_unclear || list_repeated(matching, found);
}

void match_turn(struct matching *matching, const int *lines, int first, int end)
{
	bool good = chain_lines(matching, lines, first, end);

	matching->taken.count = matching->repeated.count = 0;
	for (int i = 0; i < matching->events; i++) {
		good = good && find_event(matching, i);
		if (!good || matching->found[i].is_unclear)
			matching->found[i].count = matching->found[i].line_count = 0;
	}
}

bool has_repeated_counts(struct matching *matching)
{
	bool any = false;

	for (int i = 0; i < matching->events; i++) {
		const struct found_names *found = &matching->found[i];
		int name = found->line_count > 1 ? matching->taken.list[found->first] : -1;

		if (name < 0 || matching->names[i].is_time || matching->names[i].occurrence)
			continue;
		if (!matching->has_said_repeated && !any)
			complain("counted several times, of which a metric takes the count that stands nearest to its "
				 "others:");
		if (!matching->has_said_repeated)
			fprintf(stderr, "  %s (%d)\n", matching->values->names.list[name], found->line_count);
		any = true;
	}
	matching->has_said_repeated |= any;
	return any;
}

/* ---- counts ---- */

/* Returns the count again, of what perf has made Joules of it. */
static double without_scale(struct matching *matching, const struct given_value *line)
{
	const struct count_code *code = code_of_lines(matching, line->name);

	if (code && !strcasecmp(code->unit, line->unit) && code->scale > 0)
		return line->value / code->scale;
	complain("%s: in %s, which is taken as a count: by what perf multiplies is not known here",
		matching->values->names.list[line->name], line->unit);
	return line->value;
}

/* Returns whether an event is a clock of the kernel's, which counts nanoseconds. */
static bool is_clock(const struct event_names *names)
{
	return names->has_code && names->code.kind == PERF_TYPE_SOFTWARE + 1 &&
		(names->code.words[0] == PERF_COUNT_SW_CPU_CLOCK || names->code.words[0] == PERF_COUNT_SW_TASK_CLOCK);
}

/* Returns the unit of a line. Before 2019 perf wrote clocks in milliseconds without saying so, with a fraction. */
static const char *unit_of(const struct given_value *line, const struct event_names *names)
{
	if (*line->unit)
		return line->unit;
	if (names->is_time)
		return "ns";
	return line->has_fraction && is_clock(names) ? "msec" : "";
}

/*
 * Returns a value in the unit that formulas want: times in seconds, clocks in ns, else counts. A whole number of
 * nanoseconds is divided, not multiplied: that is exact.
 */
static double in_unit(struct matching *matching, const struct given_value *line, const struct event_names *names)
{
	const char *unit = unit_of(line, names);
	double factor, seconds = seconds_of_unit(unit);

	if ((!line->is_of_perf && (names->is_time || seconds <= 0)) || !*unit || !line->is_counted)
		return line->value;
	if (seconds <= 0)
		return names->is_time ? line->value : without_scale(matching, line);
	factor = names->is_time ? seconds : seconds * 1e9;
	return factor < 1 ? line->value / (1 / factor) : line->value * factor;
}

static void add_count(struct matching *matching, const struct given_value *line, const struct event_names *names,
	pfm_metric_count_t *count, double *share)
{
	bool was_given = count->is_given;
	double value = in_unit(matching, line, names);

	count->is_given = 1;
	if (!line->is_counted) {
		if (!was_given)
			count->enabled = count->running = 0;
		return;
	}
	/* a time holds for all CPUs, so it is not added up */
	if (!was_given || !count->running)
		count->value = value;
	else if (!names->is_time)
		count->value += value;
	else if (value > count->value)
		count->value = value;
	count->enabled = count->running = 1;
	if (line->share < *share)
		*share = line->share;
}

/* Says how many boxes of one package there are: the devices that lines name, or source_count(EVENT). */
static void count_boxes(const struct matching *matching, int event, pfm_metric_count_t *count)
{
	const struct found_names *found = &matching->found[event];
	uint64_t seen[16] = { 0 };
	char wanted[1100];
	int said;

	snprintf(wanted, sizeof wanted, "source_count(%.1000s)", matching->names[event].whole);
	said = place_in_texts(&matching->values->names, wanted);
	if (said >= 0 && matching->lines[said].is_cut && matching->lines[said].first >= 0 &&
		matching->values->list[matching->lines[said].first].is_counted) {
		count->boxes = (int)matching->values->list[matching->lines[said].first].value;
		count->is_given = 1;
		return;
	}
	for (int i = 0; i < found->count; i++) {
		int box = matching->lines[matching->taken.list[found->first + i]].cut.box;

		if (box >= 0 && box < 1024 && !(seen[box / 64] >> box % 64 & 1)) {
			seen[box / 64] |= UINT64_C(1) << box % 64;
			count->boxes++;
		}
	}
}

/* Adds up the lines of an event, at each place the one that was chosen. */
static void add_lines(struct matching *matching, int event, int chosen, pfm_metric_count_t *count, double *share)
{
	const struct found_names *found = &matching->found[event];

	for (int i = 0; i < found->count; i++) {
		int line = matching->lines[matching->taken.list[found->first + i]].first;

		for (; line >= 0; line = matching->links[line].next) {
			const struct line_link *link = &matching->links[line];
			int last = link->occurrences - 1;

			if (link->occurrence == (chosen < last ? chosen : last))
				add_count(matching, &matching->values->list[line], &matching->names[event], count,
					share);
		}
	}
}

/* Chooses among the counts of a metric's events, of its threshold's those that are nearest to them. */
static bool choose_counts(struct matching *matching, int metric)
{
	int own = metric < 0 ? 0 : pfm_get_metric_events(matching->metrics, metric, NULL, 0);

	for (int i = 0; i < matching->events; i++)
		matching->chosen[i] = matching->names[i].occurrence;
	matching->own.count = 0;
	for (int i = 0; i < own; i++)
		if (!add_number(&matching->own, 0))
			return false;
	if (own)
		pfm_get_metric_events(matching->metrics, metric, matching->own.list, own);
	for (int i = 0; i < own; i++) {
		int event = matching->own.list[i];
		const struct found_names *found = &matching->found[event];

		matching->picked[i] = (struct repeated){ .lines = matching->repeated.list + found->lines,
			.count = matching->names[event].is_time ? 0 : found->line_count,
			.preferred = matching->names[event].occurrence };
	}
	if (own && !pick_nearest(matching->values, matching->picked, own))
		return false;
	for (int i = 0; i < own; i++)
		if (matching->picked[i].count)
			matching->chosen[matching->own.list[i]] = matching->picked[i].chosen;
	return true;
}

void counts_of_turn(struct matching *matching, int metric, pfm_metric_count_t *counts, double *shares)
{
	choose_counts(matching, metric);
	for (int i = 0; i < matching->events; i++) {
		counts[i] = (pfm_metric_count_t){ .is_given = 0 };
		shares[i] = 1;
		add_lines(matching, i, matching->chosen[i], &counts[i], &shares[i]);
		count_boxes(matching, i, &counts[i]);
	}
}
