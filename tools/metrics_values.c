/*
 * Counts from a file, found by the names that events have in formulas. perf stat writes what it counts in many ways:
 * with a separator (-x) or as objects (-j), with times (-I), CPUs or sockets in front, boxes one by one or added up.
 * What stands in a line is told by its form: a count, a unit, a name.
 */
#define _GNU_SOURCE
#include "metrics_values.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- words ---- */

static bool is_number(const char *text, double *number)
{
	char *end;
	double read = strtod(text, &end);

	if (end == text || end[strspn(end, " \t")])
		return false;
	*number = read;
	return true;
}

static bool is_uncounted(const char *text)
{
	return !strcmp(text, "-") || !strncasecmp(text, "<not ", 5) || !strncasecmp(text, "<not_", 5);
}

/* A name as names are compared. */
static void fold_name(char *name)
{
	char *to = name;

	for (const char *from = name; *from; from++)
		if (*from != '\\')
			*to++ = *from == '@' ? '/' : (char)tolower((unsigned char)*from);
	*to = '\0';
}

static char *trimmed(char *text)
{
	size_t length;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length && strchr(" \t\r\n", text[length - 1]))
		text[--length] = '\0';
	return text;
}

/* ---- lines ---- */

static bool add_value(struct given_values *values, const struct given_value *value, const char *name,
		      const char *place)
{
	struct given_value *own;

	if (values->count == values->room) {
		int room = 2 * values->room + 64;

		own = realloc(values->list, (size_t)room * sizeof *own);
		if (!own)
			return !is_lacking(PFM_ERR_NOMEM);
		values->list = own;
		values->room = room;
	}
	own = &values->list[values->count];
	*own = *value;
	own->name = strdup(name);
	own->place = strdup(place);
	if (!own->name || !own->place) {
		free(own->name);
		free(own->place);
		return !is_lacking(PFM_ERR_NOMEM);
	}
	fold_name(own->name);
	values->count++;
	return true;
}

enum { MAX_FIELDS = 24 };

/* Cuts a line at a separator, but for those between the slashes of an event. */
static int cut_line(char *line, char separator, char **fields)
{
	bool in_device = false;
	int count = 1;

	fields[0] = line;
	for (char *at = line; *at && count < MAX_FIELDS; at++) {
		if (*at == '/')
			in_device = !in_device;
		if (*at == separator && !in_device) {
			*at = '\0';
			fields[count++] = at + 1;
		}
	}
	for (int i = 0; i < count; i++)
		fields[i] = trimmed(fields[i]);
	return count;
}

static bool is_count(const char *text)
{
	double number;

	return is_uncounted(text) || is_number(text, &number);
}

/* Where count, unit and name stand one behind the other; -1: nowhere. */
static int find_count(char **fields, int count)
{
	for (int i = 0; i + 2 < count; i++)
		if (is_count(fields[i]) && !is_count(fields[i + 1]) && *fields[i + 2] && !is_count(fields[i + 2]))
			return i;
	return -1;
}

/* With -I a time stands first, then, or else first, what is counted: CPU3, or S0 and how many CPUs. */
static bool take_fields(struct given_values *values, char **fields, int count)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	int at = find_count(fields, count), first = 0, runtime;
	char place[128] = "";

	if (at < 0)
		return true; /* a metric that perf has computed: no count */
	if (at > 0 && is_number(fields[0], &value.time)) {
		values->has_times = true;
		first = 1;
	}
	for (int i = first; i < at; i++)
		snprintf(place + strlen(place), sizeof place - strlen(place), "%.60s ", fields[i]);
	value.is_counted = !is_uncounted(fields[at]);
	if (value.is_counted)
		is_number(fields[at], &value.value);
	snprintf(value.unit, sizeof value.unit, "%s", fields[at + 1]);
	/* with -r a variance stands before the time for which it was counted, and the share of that */
	runtime = at + 3 + (at + 3 < count && strchr(fields[at + 3], '%'));
	if (runtime + 1 < count && is_number(fields[runtime + 1], &value.share))
		value.share /= 100;
	return add_value(values, &value, fields[at + 2], place);
}

/* ---- objects of perf stat -j ---- */

/* A string or a number at *at, without its quotes; false: neither. */
static bool read_scalar(const char **at, char *text, size_t size)
{
	bool quoted = **at == '"';
	size_t length = 0;

	*at += quoted;
	while (**at && (quoted ? **at != '"' : !strchr(",} \t", **at))) {
		*at += quoted && **at == '\\' && (*at)[1];
		if (length + 1 >= size)
			return false;
		text[length++] = *(*at)++;
	}
	text[length] = '\0';
	if (quoted && **at != '"')
		return false;
	*at += quoted;
	return true;
}

static bool is_place(const char *key)
{
	static const char *const keys[] = { "cpu", "core", "die", "socket", "node", "thread", "cluster", "cache" };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

static void take_member(struct given_values *values, struct given_value *value, const char *key, const char *text,
			char *place, size_t size)
{
	if (!strcmp(key, "counter-value")) {
		value->is_counted = is_number(text, &value->value);
	} else if (!strcmp(key, "unit")) {
		snprintf(value->unit, sizeof value->unit, "%.31s", text);
	} else if (!strcmp(key, "pcnt-running") && is_number(text, &value->share)) {
		value->share /= 100;
	} else if (!strcmp(key, "interval") && is_number(text, &value->time)) {
		values->has_times = true;
	} else if (is_place(key)) {
		snprintf(place + strlen(place), size - strlen(place), "%.60s ", text);
	}
}

/* False: it is no such object. An object without a count is none of an event. */
static bool take_object(struct given_values *values, const char *at)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	char key[64], text[1024], name[1024] = "", place[256] = "";
	bool has_count = false;

	for (at++; *at; at += strspn(at, " \t,")) {
		at += strspn(at, " \t");
		if (*at == '}')
			return !has_count || !*name || add_value(values, &value, name, place);
		if (*at != '"' || !read_scalar(&at, key, sizeof key))
			return false;
		at += strspn(at, " \t");
		if (*at++ != ':')
			return false;
		at += strspn(at, " \t");
		if (!read_scalar(&at, text, sizeof text))
			return false;
		has_count |= !strcmp(key, "counter-value");
		if (!strcmp(key, "event"))
			snprintf(name, sizeof name, "%s", text);
		else
			take_member(values, &value, key, text, place, sizeof place);
		at += strspn(at, " \t");
	}
	return false;
}

/* ---- NAME VALUE ---- */

static bool take_pair(struct given_values *values, char *line)
{
	struct given_value value = { .share = 1, .time = -1 };
	char *at = strstr(line, " <not ");

	at = at ? at + 1 : line + strlen(line);
	while (at > line && !strchr(" \t", at[-1]))
		at--;
	value.is_counted = !is_uncounted(at);
	if (at == line || (value.is_counted && !is_number(at, &value.value)))
		return false;
	at[-1] = '\0';
	return add_value(values, &value, trimmed(line), "");
}

/* The blank of "<not counted>" separates nothing. */
static void join_uncounted(char *line)
{
	for (char *at = strstr(line, "<not "); at; at = strstr(at, "<not "))
		at[4] = '_';
}

/* Names have colons, too: what follows a name is a number. */
static int join_name(char **fields, int count)
{
	int at = find_count(fields, count);
	double number;

	while (at >= 0 && at + 4 < count && !is_number(fields[at + 3], &number)) {
		fields[at + 3][-1] = ':';
		memmove(&fields[at + 3], &fields[at + 4], (size_t)(count - at - 4) * sizeof *fields);
		count--;
	}
	return count;
}

/* With : or a blank for a separator only all fields of perf together tell a line from NAME VALUE. 0: it is none. */
static int cut_unlike_pair(char *line, char separator, char **fields)
{
	double number;
	int count, at;

	if (separator == ' ')
		join_uncounted(line);
	count = cut_line(line, separator, fields);
	if (separator == ':')
		count = join_name(fields, count);
	at = find_count(fields, count);
	return at >= 0 && at + 4 < count && is_number(fields[at + 3], &number) && is_number(fields[at + 4], &number)
		? count
		: 0;
}

/* The fields of a copy of a line that perf stat -x wrote; 0: it is none. */
static int cut_separated(const char *line, char *copy, char **fields)
{
	static const char separators[] = ",;\t|";
	char *at = copy;
	int count = 0;
	double number;

	strcpy(copy, line);
	for (bool in_device = false; *at && (in_device || !strchr(separators, *at)); at++)
		in_device ^= *at == '/';
	if (*at) {
		count = cut_line(copy, *at, fields);
		return count > 2 && (find_count(fields, count) >= 0 || !*fields[0] || is_number(fields[0], &number))
			? count
			: 0;
	}
	count = cut_unlike_pair(copy, ':', fields);
	if (!count) {
		strcpy(copy, line);
		count = cut_unlike_pair(copy, ' ', fields);
	}
	return count;
}

/* Whether a line is one that perf stat -x wrote; *good: it was kept, or is no count. */
static bool take_separated(struct given_values *values, const char *line, bool *good)
{
	char *copy = malloc(strlen(line) + 1), *fields[MAX_FIELDS];
	int count = copy ? cut_separated(line, copy, fields) : 0;

	*good = copy || !is_lacking(PFM_ERR_NOMEM);
	if (count)
		*good = take_fields(values, fields, count);
	free(copy);
	return count || !*good;
}

static bool take_line(struct given_values *values, char *line)
{
	bool good;

	line = trimmed(line);
	if (!*line || *line == '#')
		return true;
	if (*line == '{')
		return take_object(values, line);
	return take_separated(values, line, &good) ? good : take_pair(values, line);
}

bool read_values(const char *file, struct given_values *values)
{
	FILE *in = strcmp(file, "-") ? fopen(file, "re") : stdin;
	size_t size = 0;
	char *line = NULL;
	bool good = in;
	int number = 0;

	if (!in) {
		complain("%s: %s", file, strerror(errno));
		return false;
	}
	while (good && getline(&line, &size, in) > 0) {
		tool_reads((struct input_line){ file, ++number });
		good = take_line(values, line);
		if (!good)
			complain("neither a line of perf stat -x or -j nor NAME VALUE");
	}
	tool_reads((struct input_line){ NULL, 0 });
	if (good && ferror(in)) {
		complain("%s: %s", file, strerror(errno));
		good = false;
	}
	free(line);
	if (in != stdin)
		fclose(in);
	return good;
}

void free_values(struct given_values *values)
{
	for (int i = 0; i < values->count; i++) {
		free(values->list[i].name);
		free(values->list[i].place);
	}
	free(values->list);
	*values = (struct given_values){ .list = NULL };
}

bool has_value(const struct given_values *values, const char *name)
{
	char *folded = strdup(name);
	bool found = !folded && !is_lacking(PFM_ERR_NOMEM);

	if (folded)
		fold_name(folded);
	for (int i = 0; i < values->count && folded && !found; i++)
		found = !strcmp(values->list[i].name, folded);
	free(folded);
	return found;
}

int end_of_turn(const struct given_values *values, int first)
{
	int end = first;

	while (end < values->count && !(values->list[end].time < values->list[first].time) &&
	       !(values->list[end].time > values->list[first].time))
		end++;
	return end;
}

/* ---- names ---- */

/* A folded name, cut: DEVICE/EVENT/MODIFIERS, EVENT:MODIFIERS, EVENT [DEVICE]. */
struct cut_name {
	char device[128], event[512], modifiers[32];
	char label[256];        /* what name= says */
	int box;                /* -1: of no single device */
};

/* "uncore_cha_3" is box 3 of "cha". */
static void cut_device(struct cut_name *cut)
{
	char *last;

	if (!strncmp(cut->device, "uncore_", 7))
		memmove(cut->device, cut->device + 7, strlen(cut->device + 7) + 1);
	last = strrchr(cut->device, '_');
	cut->box = -1;
	if (last && last[1] && !last[1 + strspn(last + 1, "0123456789")]) {
		cut->box = atoi(last + 1);
		*last = '\0';
	}
}

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
	cut_device(&cut);
	return cut;
}

/* How well a line's name is an event's: the greater the better; 0: not at all. */
enum fit { NO_FIT, FITS_BUT_LEVELS, FITS_BUT_DEVICE, FITS };

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
	bool is_time;
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

static enum fit best_fit(const struct given_value *line, const struct event_names *names)
{
	struct cut_name cut = cut_name(line->name);
	enum fit best = !strcmp(line->name, names->whole) ? FITS : NO_FIT;

	for (int i = 0; i < names->count && best < FITS; i++) {
		enum fit fit = fit_of(&cut, &names->names[i]);

		best = fit > best ? fit : best;
	}
	return best;
}

/* What one unit of perf's is in the unit that formulas want: times in seconds, clocks in ns, else as it is. */
static double factor_of(const struct given_value *line, bool is_time)
{
	static const struct { const char *name; double seconds;
	} units[] = { { "ns", 1e-9 }, { "nsec", 1e-9 }, { "us", 1e-6 }, { "usec", 1e-6 }, { "ms", 1e-3 },
		{ "msec", 1e-3 }, { "s", 1 }, { "sec", 1 }, { "seconds", 1 } };

	if (line->is_of_perf && !*line->unit)
		return is_time ? 1e-9 : 1;
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (!strcasecmp(line->unit, units[i].name))
			return is_time ? units[i].seconds : units[i].seconds * 1e9;
	return 1;
}

/* A whole number of nanoseconds is divided, not multiplied: that is exact. */
static double in_unit(const struct given_value *line, bool is_time)
{
	double factor = factor_of(line, is_time);

	return factor < 1 ? line->value / (1 / factor) : line->value * factor;
}

static void add_count(const struct given_value *line, const struct event_names *names, pfm_metric_count_t *count,
		      double *share)
{
	bool was_given = count->is_given;
	double value = in_unit(line, names->is_time);

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

/* How many boxes of one package: the devices that lines name, or source_count(EVENT). */
static void count_boxes(const struct given_values *values, int first, int end, const struct event_names *names,
			enum fit fit, pfm_metric_count_t *count)
{
	char wanted[1100];
	uint64_t seen[16] = { 0 };

	snprintf(wanted, sizeof wanted, "source_count(%s)", names->whole);
	for (int i = first; i < end; i++) {
		const struct given_value *line = &values->list[i];
		int box = fit == NO_FIT || best_fit(line, names) != fit ? -1 : cut_name(line->name).box;

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

/* How well the lines know an event: by the best of their names. */
static enum fit find_fit(const struct given_values *values, int first, int end, const struct event_names *names)
{
	enum fit best = NO_FIT;

	for (int i = first; i < end; i++) {
		enum fit fit = best_fit(&values->list[i], names);

		best = fit > best ? fit : best;
	}
	return best;
}

/* Without a device a line may be meant for events of several: then it is for none. */
static bool is_ambiguous(const struct given_value *line, const struct event_names *all, int events, int own)
{
	for (int i = 0; i < events; i++)
		if (i != own && strcmp(all[i].names->device, all[own].names->device) &&
		    best_fit(line, &all[i]) >= FITS_BUT_DEVICE)
			return true;
	return false;
}

/* Lines of one device, or of none, are an event's; false: they are of several, of which none may be meant. */
static bool is_of_same_device(const struct given_value *line, const char **device, char *buffer, size_t size)
{
	struct cut_name cut = cut_name(line->name);

	if (!*device) {
		snprintf(buffer, size, "%s", cut.device);
		*device = buffer;
	}
	return !strcmp(*device, cut.device);
}

static void find_one(const struct given_values *values, int first, int end, const struct event_names *all, int events,
		     int own, pfm_metric_count_t *count, double *share)
{
	const struct event_names *names = &all[own];
	enum fit fit = find_fit(values, first, end, names);
	char buffer[128] = "";
	const char *device = NULL;

	for (int i = first; i < end && fit != NO_FIT; i++) {
		const struct given_value *line = &values->list[i];

		if (best_fit(line, names) != fit || !is_of_turn(values, first, end, i, names->occurrence))
			continue;
		if (fit < FITS && (is_ambiguous(line, all, events, own) ||
				   !is_of_same_device(line, &device, buffer, sizeof buffer))) {
			complain("%s: events of several PMUs are called so; PMU/%s/ says which is meant", line->name,
				 names->names->event);
			*count = (pfm_metric_count_t){ .is_given = 0 };
			return;
		}
		if (fit == FITS_BUT_LEVELS && !count->is_given)
			complain("%s: counted in user code only", line->name);
		add_count(line, names, count, share);
	}
	count_boxes(values, first, end, names, fit, count);
}

void find_counts(const struct given_values *values, int first, int end, const pfm_metrics_t *metrics, int events,
		 pfm_metric_count_t *counts, double *shares)
{
	struct event_names *all = calloc((size_t)events + 1, sizeof *all);

	for (int i = 0; i < events && all; i++)
		name_event(metrics, i, &all[i]);
	for (int i = 0; i < events; i++) {
		counts[i] = (pfm_metric_count_t){ .is_given = 0 };
		shares[i] = 1;
		if (all)
			find_one(values, first, end, all, events, i, &counts[i], &shares[i]);
	}
	if (!all)
		is_lacking(PFM_ERR_NOMEM);
	free(all);
}
