/*
 * Which lines of a file are an event of a metric: those with its name, in one of the ways in which perf and formulas
 * write names; where nothing is called so, those that stand for the same code.
 */
#define _GNU_SOURCE
#include "metrics_match.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- names ---- */

/* A folded name, cut: DEVICE/EVENT/MODIFIERS, EVENT:MODIFIERS, EVENT [DEVICE]. */
struct cut_name {
	char device[128], event[512], modifiers[32];
	char label[256];        /* what name= says */
	int box;                /* -1: of no single device */
};

/* Terms that say nothing of what is counted: name= and where it is opened. */
static void drop_terms(struct cut_name *cut)
{
	char *to = cut->event, *next;

	for (char *term = cut->event; term; term = next) {
		next = strchr(term, ',');
		if (next)
			*next++ = '\0';
		if (!strncmp(term, "name=", 5)) {
			snprintf(cut->label, sizeof cut->label, "%.255s", term + 5);
		} else if (strncmp(term, "cpu=", 4)) {
			size_t length = strlen(term);

			if (to != cut->event)
				*to++ = ',';
			memmove(to, term, length);
			to += length;
		}
	}
	*to = '\0';
}

/* Modifiers stand behind the last colon, if these are letters only and the name is not a tracepoint's. */
static void cut_modifiers(struct cut_name *cut)
{
	char *colon = strrchr(cut->event, ':');

	if (!colon || (colon > cut->event && colon[-1] == ':') || colon[1 + strspn(colon + 1, "ukhgpdwersi")])
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
		drop_terms(&cut);
	} else {
		snprintf(cut.event, sizeof cut.event, "%.*s", bracket ? (int)(bracket - name) : 511, name);
		if (bracket)
			snprintf(cut.device, sizeof cut.device, "%.*s", (int)strcspn(bracket + 2, "]"), bracket + 2);
		cut_modifiers(&cut);
	}
	cut.box = cut_box(cut.device);
	return cut;
}

/* How well a line's name is an event's: the greater the better; 0: not at all. BY_CODE: it is another name for it. */
enum fit { NO_FIT, FITS_BUT_LEVELS, FITS_BUT_DEVICE, FITS_BY_CODE, FITS };

static enum fit fit_of(const struct cut_name *line, const struct cut_name *event)
{
	bool same_event = !strcmp(line->event, event->event) || (*event->label && !strcmp(line->event, event->label));
	bool same_device = !strcmp(line->device, event->device);

	if (!same_event || (event->box >= 0 && line->box != event->box) ||
	    (!same_device && *line->device && *event->device && strcmp(event->device, "software")))
		return NO_FIT;
	if (strcmp(line->modifiers, event->modifiers))
		return !strcmp(line->modifiers, "u") && !*event->modifiers ? FITS_BUT_LEVELS : NO_FIT;
	return same_device ? FITS : FITS_BUT_DEVICE;
}

/* ---- counts ---- */

/* The names of an event, of which the first is its own. */
enum { MAX_NAMES = 8 };

struct event_names {
	struct cut_name names[MAX_NAMES];
	int count, occurrence;
	char whole[1024];       /* of its own one, folded */
	char string[1024];      /* that encodes; "": none does */
	bool is_time;
};

/* The lines of a time, and what the names are for which it has been asked. */
struct turn {
	const struct given_values *values;
	int first, end;
	struct name_codes *codes;
};

static void add_name(struct event_names *names, const char *text, size_t length)
{
	char name[1024];

	if (names->count == MAX_NAMES || length >= sizeof name)
		return;
	memcpy(name, text, length);
	name[length] = '\0';
	fold_name(name);
	if (!names->count)
		memcpy(names->whole, name, length + 1);
	names->names[names->count++] = cut_name(name);
}

/* Commas of a list stand between names, not behind backslashes or between two @. */
static void name_event(const pfm_metrics_t *metrics, int number, struct event_names *names)
{
	pfm_metric_event_t event = { .size = sizeof event }, before = { .size = sizeof before };
	const char *at;

	*names = (struct event_names){ .count = 0 };
	pfm_get_metric_event(metrics, number, &event);
	names->is_time = event.kind == PFM_METRIC_TIME;
	snprintf(names->string, sizeof names->string, "%s", event.string ? event.string : "");
	add_name(names, event.name, strlen(event.name));
	for (int i = 0; i < number; i++)
		names->occurrence += !pfm_get_metric_event(metrics, i, &before) && !strcmp(before.name, event.name);
	for (at = event.also; at && *at;) {
		size_t length = 0;

		for (bool in_device = false; at[length] && (in_device || at[length] != ','); length++) {
			length += at[length] == '\\' && at[length + 1];
			in_device ^= at[length] == '@';
		}
		add_name(names, at, length);
		at += length + (at[length] == ',');
	}
}

static enum fit best_name(const struct given_value *line, const struct event_names *names)
{
	struct cut_name cut = cut_name(line->name);
	enum fit best = !strcmp(line->name, names->whole) ? FITS : NO_FIT;

	for (int i = 0; i < names->count && best < FITS; i++) {
		enum fit fit = fit_of(&cut, &names->names[i]);

		best = fit > best ? fit : best;
	}
	return best;
}

/* Whether the line's name encodes to what the event is. */
static enum fit fit_by_code(const struct turn *turn, const struct given_value *line, const struct event_names *names)
{
	struct cut_name cut = cut_name(line->name);
	const struct count_code *code = *names->string ? code_of_name(turn->codes, names->string) : NULL, *other;
	struct count_code own;

	if (!code || (names->names->box >= 0 && names->names->box != cut.box))
		return NO_FIT;
	own = *code;
	other = code_of_name(turn->codes, line->name);
	if (!other || !is_same_code(&own, other) || (!other->user && own.user))
		return NO_FIT;
	return other->kernel == own.kernel && other->user == own.user ? FITS_BY_CODE : FITS_BUT_LEVELS;
}

/* Codes are asked for where names do not say it. */
static enum fit best_fit(const struct turn *turn, const struct given_value *line, const struct event_names *names)
{
	enum fit by_name = best_name(line, names), by_code = NO_FIT;

	if (by_name < FITS_BY_CODE)
		by_code = fit_by_code(turn, line, names);
	return by_code > by_name ? by_code : by_name;
}

/* 0: no unit of time. */
static double seconds_of_unit(const char *unit)
{
	static const struct { const char *name; double seconds;
	} units[] = { { "ns", 1e-9 }, { "nsec", 1e-9 }, { "us", 1e-6 }, { "usec", 1e-6 }, { "ms", 1e-3 },
		{ "msec", 1e-3 }, { "s", 1 }, { "sec", 1 }, { "seconds", 1 } };

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (!strcasecmp(unit, units[i].name))
			return units[i].seconds;
	return 0;
}

/* A count again, of what perf has made Joules of it. */
static double without_scale(const struct turn *turn, const struct given_value *line)
{
	const struct count_code *code = code_of_name(turn->codes, line->name);

	if (code && !strcasecmp(code->unit, line->unit) && code->scale > 0)
		return line->value / code->scale;
	complain("%s: in %s, which is taken as a count: by what perf multiplies is not known here", line->name,
		 line->unit);
	return line->value;
}

/*
 * In the unit that formulas want: times in seconds, clocks in ns, else counts. A whole number of nanoseconds is
 * divided, not multiplied: that is exact.
 */
static double in_unit(const struct turn *turn, const struct given_value *line, bool is_time)
{
	double factor, seconds = seconds_of_unit(*line->unit || !is_time ? line->unit : "ns");

	if (!line->is_of_perf || (!*line->unit && !is_time) || !line->is_counted)
		return line->value;
	if (!seconds)
		return is_time ? line->value : without_scale(turn, line);
	factor = is_time ? seconds : seconds * 1e9;
	return factor < 1 ? line->value / (1 / factor) : line->value * factor;
}

static void add_count(const struct turn *turn, const struct given_value *line, const struct event_names *names,
		      pfm_metric_count_t *count, double *share)
{
	bool was_given = count->is_given;
	double value = in_unit(turn, line, names->is_time);

	count->is_given = 1;
	if (!line->is_counted) {
		if (!was_given)
			count->enabled = count->running = 0;
		return;
	}
	/* a time is that of all CPUs, however often it is there */
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

/* Lines before this one that are of the same name and place: the same event, counted once more. */
static int occurrence_of(const struct given_values *values, int first, int at)
{
	int occurrence = 0;

	for (int i = first; i < at; i++)
		occurrence += !strcmp(values->list[i].name, values->list[at].name) &&
			!strcmp(values->list[i].place, values->list[at].place);
	return occurrence;
}

static int occurrences_of(const struct given_values *values, int first, int end, int at)
{
	int count = occurrence_of(values, first, at);

	for (int i = at; i < end; i++)
		count += !strcmp(values->list[i].name, values->list[at].name) &&
			!strcmp(values->list[i].place, values->list[at].place);
	return count;
}

/* Whether a line is the one that an event wants: the same event is in several rounds, and in several lines. */
static bool is_of_turn(const struct given_values *values, int first, int end, int at, int wanted)
{
	int last = occurrences_of(values, first, end, at) - 1;

	return occurrence_of(values, first, at) == (wanted < last ? wanted : last);
}

/* Whether a line is as near to an event as the nearest is. */
static bool is_as_near(const struct turn *turn, const struct given_value *line, const struct event_names *names,
		       enum fit fit)
{
	return (fit == FITS ? best_name(line, names) : best_fit(turn, line, names)) == fit;
}

/* How many boxes of one package: the devices that lines name, or source_count(EVENT). */
static void count_boxes(const struct turn *turn, const struct event_names *names, enum fit fit,
			pfm_metric_count_t *count)
{
	char wanted[1100];
	uint64_t seen[16] = { 0 };

	snprintf(wanted, sizeof wanted, "source_count(%s)", names->whole);
	for (int i = turn->first; i < turn->end; i++) {
		const struct given_value *line = &turn->values->list[i];
		int box = fit == NO_FIT || !is_as_near(turn, line, names, fit) ? -1 : cut_name(line->name).box;

		if (!strcmp(line->name, wanted) && line->is_counted) {
			count->boxes = (int)line->value;
			count->is_given = 1;
			return;
		}
		if (box >= 0 && box < 1024 && !(seen[box / 64] >> box % 64 & 1)) {
			seen[box / 64] |= UINT64_C(1) << box % 64;
			count->boxes++;
		}
	}
}

/* How well the lines know an event: by the best of their names; where none is just that, by codes. */
static enum fit find_fit(const struct turn *turn, const struct event_names *names)
{
	enum fit best = NO_FIT;

	for (int i = turn->first; i < turn->end && best < FITS; i++) {
		enum fit fit = best_name(&turn->values->list[i], names);

		best = fit > best ? fit : best;
	}
	for (int i = turn->first; i < turn->end && best < FITS_BY_CODE; i++) {
		enum fit fit = best_fit(turn, &turn->values->list[i], names);

		best = fit > best ? fit : best;
	}
	return best;
}

/* Without a device a line may be meant for events of several: then it is for none. */
static bool is_ambiguous(const struct given_value *line, const struct event_names *all, int events, int own)
{
	for (int i = 0; i < events; i++)
		if (i != own && strcmp(all[i].names->device, all[own].names->device) &&
		    best_name(line, &all[i]) >= FITS_BUT_DEVICE)
			return true;
	return false;
}

/* The first line that was taken: others are of its device, and of its name, boxes aside. */
struct taken_line {
	struct cut_name cut;
	bool any;
};

enum { TAKE_IT, PASS_OVER, IS_UNCLEAR };

/* What to do with a line that is near: a second name for the same code was counted beside the first. */
static int judge_line(const struct given_value *line, enum fit fit, const struct event_names *all, int events, int own,
		      struct taken_line *taken)
{
	struct cut_name cut = cut_name(line->name);

	if (!taken->any) {
		taken->cut = cut;
		taken->any = true;
	}
	if (fit == FITS)
		return TAKE_IT;
	if (fit == FITS_BY_CODE)
		return strcmp(cut.event, taken->cut.event) || strcmp(cut.device, taken->cut.device) ? PASS_OVER
												    : TAKE_IT;
	return strcmp(cut.device, taken->cut.device) || is_ambiguous(line, all, events, own) ? IS_UNCLEAR : TAKE_IT;
}

static void find_one(const struct turn *turn, const struct event_names *all, int events, int own,
		     pfm_metric_count_t *count, double *share)
{
	const struct event_names *names = &all[own];
	enum fit fit = find_fit(turn, names);
	struct taken_line taken = { .any = false };

	for (int i = turn->first; i < turn->end && fit != NO_FIT; i++) {
		const struct given_value *line = &turn->values->list[i];
		int verdict;

		if (!is_as_near(turn, line, names, fit) ||
		    !is_of_turn(turn->values, turn->first, turn->end, i, names->occurrence))
			continue;
		verdict = judge_line(line, fit, all, events, own, &taken);
		if (verdict == IS_UNCLEAR) {
			complain("%s: events of several PMUs are called so; PMU/%s/ says which is meant", line->name,
				 names->names->event);
			*count = (pfm_metric_count_t){ .is_given = 0 };
			return;
		}
		if (fit == FITS_BUT_LEVELS && !count->is_given)
			complain("%s: counted in user code only", line->name);
		if (verdict == TAKE_IT)
			add_count(turn, line, names, count, share);
	}
	count_boxes(turn, names, fit, count);
}

void find_counts(const struct given_values *values, int first, int end, const pfm_metrics_t *metrics, int events,
		 struct name_codes *codes, pfm_metric_count_t *counts, double *shares)
{
	struct event_names *all = calloc((size_t)events + 1, sizeof *all);
	struct turn turn = { values, first, end, codes };

	for (int i = 0; i < events && all; i++)
		name_event(metrics, i, &all[i]);
	for (int i = 0; i < events; i++) {
		counts[i] = (pfm_metric_count_t){ .is_given = 0 };
		shares[i] = 1;
		if (all)
			find_one(&turn, all, events, i, &counts[i], &shares[i]);
	}
	if (!all)
		is_lacking(PFM_ERR_NOMEM);
	free(all);
}
