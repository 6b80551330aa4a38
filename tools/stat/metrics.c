/* Reads metrics, given by name or as formulas, and reports mistakes. */
#define _GNU_SOURCE
#include "metrics.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "common/explain.h"
#include "events/cores.h"

/* ---- options ---- */

int take_metric(const char *text, struct metric_request *request)
{
	char *all;

	if (!*text)
		return wrong_usage("--metric needs a metric, a group of metrics, or a formula");
	if (asprintf(&all, "%s%s%s", request->text ? request->text : "", request->text ? "," : "", text) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return SOME_FAILED;
	}
	free(request->text);
	request->text = all;
	return GO_ON;
}

int take_constant(const char *text, struct metric_request *request)
{
	const char *equals = strrchr(text, '=');
	pfm_metric_constant_t *larger;
	double value;
	char *end;

	text += *text == '#';
	value = equals ? strtod(equals + 1, &end) : 0;
	if (!equals || equals <= text || end == equals + 1 || *end)
		return wrong_usage("%s: not a constant, which is NAME=VALUE as in system_tsc_freq=2.1e9", text);
	larger = realloc(request->constants, (size_t)(request->count + 1) * sizeof *larger);
	if (larger) {
		request->constants = larger;
		larger[request->count].name = strndup(text, (size_t)(equals - text));
		larger[request->count].value = value;
	}
	if (!larger || !larger[request->count].name) {
		is_lacking(PFM_ERR_NOMEM);
		return SOME_FAILED;
	}
	request->count++;
	return GO_ON;
}

void free_request(struct metric_request *request)
{
	for (int i = 0; i < request->count; i++)
		free((void *)(uintptr_t)request->constants[i].name);
	free(request->constants);
	free(request->text);
	*request = (struct metric_request){ .text = NULL };
}

pfm_metric_options_t options_of(const struct metric_request *request, const struct given *given)
{
	return (pfm_metric_options_t){ .size = sizeof(pfm_metric_options_t), .dfl_plm = given->plm,
		.flags = request->no_thresholds ? 0 : PFM_METRIC_THRESHOLDS, .fit_flags = request->fit_flags,
		.constants = request->constants, .count = request->count, .counters = request->counters };
}

/* ---- names that are near ---- */

enum { MAX_NEAR = 5, MAX_COMPARED = 64 };

struct near_metric {
	const char *name;
	int distance;
};

/* Returns how many letters must be added, dropped or exchanged; letter case aside. */
static int distance_of(const char *a, const char *b)
{
	int row[MAX_COMPARED + 1], length = (int)strlen(b);

	if (length > MAX_COMPARED)
		return MAX_COMPARED;
	for (int i = 0; i <= length; i++)
		row[i] = i;
	for (int above = 0; *a; a++, above++) {
		int diagonal = row[0];

		row[0] = above + 1;
		for (int i = 1; i <= length; i++) {
			int old = row[i];
			int kept = diagonal + (tolower((unsigned char)*a) != tolower((unsigned char)b[i - 1]));
			int changed = (old < row[i - 1] ? old : row[i - 1]) + 1;

			row[i] = kept < changed ? kept : changed;
			diagonal = old;
		}
	}
	return row[length];
}

/* Keeps the nearest, each name once, in the order of their distance. */
static void keep_near(struct near_metric *near, int *count, const char *name, int distance)
{
	int at = *count;

	for (int i = 0; i < *count; i++)
		if (!strcasecmp(near[i].name, name))
			return;
	while (at > 0 && near[at - 1].distance > distance)
		at--;
	if (at == MAX_NEAR)
		return;
	if (*count < MAX_NEAR)
		++*count;
	memmove(&near[at + 1], &near[at], (size_t)(*count - at - 1) * sizeof *near);
	near[at] = (struct near_metric){ name, distance };
}

int search_metrics(const char *words, bool partial, pfm_found_t **found)
{
	static const pfm_pmu_t none[1] = { PFM_PMU_NONE };
	int room = pfm_search(words, none, 0, PFM_SEARCH_METRICS, NULL, 0), count = 0;

	*found = NULL;
	if (room <= 0) {
		is_lacking(room);
		return 0;
	}
	*found = calloc((size_t)room, sizeof **found);
	if (!*found) {
		is_lacking(PFM_ERR_NOMEM);
		return 0;
	}
	(*found)->size = sizeof **found;
	room = pfm_search(words, none, 0, PFM_SEARCH_METRICS, *found, room);
	for (int i = 0; i < room; i++)
		if ((*found)[i].kind == PFM_FOUND_METRIC && (partial || !(*found)[i].is_partial))
			(*found)[count++] = (*found)[i];
	if (!count) {
		free(*found);
		*found = NULL;
	}
	return count;
}

/* Keeps what words mean, which goes before what is spelt alike. Returns how many. */
static int keep_meant(const char *words, struct near_metric *near)
{
	enum { MAX_MEANT = 3 };
	pfm_found_t *found;
	int count = search_metrics(words, false, &found), kept = 0;

	for (; kept < count && kept < MAX_MEANT; kept++)
		near[kept] = (struct near_metric){ found[kept].name, -1 };
	free(found);
	return kept;
}

void say_nearest_metrics(const char *name)
{
	static const char tree[] = "topdown";
	const char *colons = strstr(name, "::");
	struct near_metric near[MAX_NEAR];
	pfm_metric_info_t info = { .size = sizeof info };
	int count = 0, limit, to_tree;

	name = colons ? colons + 2 : name;
	limit = 1 + (int)strlen(name) / 3;
	if (strlen(name) > MAX_COMPARED)
		return;
	count = keep_meant(name, near);
	to_tree = distance_of(name, tree);
	if (to_tree <= limit)
		keep_near(near, &count, tree, to_tree);
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		int distance = pfm_get_metric_info(id, &info) ? limit + 1 : distance_of(name, info.name);

		if (distance <= limit)
			keep_near(near, &count, info.name, distance);
	}
	for (int i = 0; i < count; i++)
		fprintf(stderr, "%s%s%s", i ? ", " : "  did you mean ", clean(near[i].name),
			i + 1 < count ? "" : "?\n");
}

/* ---- reading ---- */

/* Prints the text, and under it what is wrong; only where both are on one line. */
static void show_place(const char *text, const pfm_diagnosis_t *d)
{
	if (d->offset < 0 || d->length <= 0 || (size_t)d->offset + (size_t)d->length > strlen(text) ||
	    strlen(text) > 100 || !is_clean(text))
		return;
	fprintf(stderr, "  %s\n  %*s^", text, d->offset, "");
	for (int i = 1; i < d->length; i++)
		fputc('~', stderr);
	fputc('\n', stderr);
}

/* ---- hyphens ---- */

static bool is_of_name(char letter)
{
	return isalnum((unsigned char)letter) || (letter && strchr("_.:", letter));
}

bool is_name_of_event(void *data, const char *name)
{
	pfm_perf_event_t event = { .size = sizeof event };

	(void)data;
	return pfm_get_perf_event(name, 0, &event, 1, NULL) > 0;
}

/* Says how formulas have a name with hyphens. */
static void say_hyphens(const char *name)
{
	fputs("  a hyphen in a formula is minus; a name has it with a backslash: ", stderr);
	for (; *name; name++)
		fprintf(stderr, "%s%c", *name == '-' ? "\\" : "", *name);
	fputc('\n', stderr);
}

/* Returns where the next name of a chain of names with hyphens ends; NULL: at is at the chain's end. */
static const char *next_end(const char *at)
{
	const char *end = at + 1;

	if (*at != '-' || !is_of_name(*end))
		return NULL;
	while (is_of_name(*end))
		end++;
	return end;
}

/* Returns where the name before begins; NULL: there is none. */
static const char *next_begin(const char *text, const char *at)
{
	const char *begin = at - 1;

	if (at - text < 2 || *begin != '-' || !is_of_name(begin[-1]))
		return NULL;
	while (begin > text && is_of_name(begin[-1]))
		begin--;
	return begin;
}

bool say_joined_name(const char *text, size_t offset, size_t length, is_name *is_known, void *data)
{
	const char *own = text + offset, *behind = own + length;
	char name[256], longest[sizeof name] = "";

	for (const char *begin = own; begin; begin = next_begin(text, begin))
		for (const char *end = behind; end; end = next_end(end)) {
			size_t joined = (size_t)(end - begin);

			if (joined == length || joined >= sizeof name || joined <= strlen(longest))
				continue;
			snprintf(name, sizeof name, "%.*s", (int)joined, begin);
			if (is_known(data, name))
				strcpy(longest, name);
		}
	if (*longest)
		say_hyphens(longest);
	return *longest;
}

/* ---- what is wrong ---- */

/* Returns whether a text that is no formula is what somebody says, as "memory bound". */
static bool is_of_words(const char *text)
{
	return strchr(text, ' ') && !strpbrk(text, "+*/%<>=()&|^#@\\,");
}

/* Returns what is wrong, if it is all between two commas: it may have been meant to be a metric. To be freed. */
static char *wrong_metric(const char *text, const pfm_diagnosis_t *d)
{
	const char *name = text + d->offset;

	if (d->error != PFM_ERR_NOTFOUND || d->length <= 0 || (size_t)d->offset + (size_t)d->length > strlen(text) ||
	    (d->offset && name[-1] != ',') || (name[d->length] && name[d->length] != ','))
		return NULL;
	return strndup(name, (size_t)d->length);
}

/* Returns whether one of the metrics before has the same group. */
static bool is_listed(const char *group, size_t length, int before)
{
	pfm_metric_info_t info = { .size = sizeof info };

	for (int id = pfm_next_metric(-1); id >= 0 && id < before; id = pfm_next_metric(id)) {
		pfm_get_metric_info(id, &info);
		for (const char *at = info.groups; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
			if (strcspn(at, ",") == length && !strncasecmp(at, group, length))
				return true;
	}
	return false;
}

static void say_no_tree(void)
{
	pfm_metric_info_t info = { .size = sizeof info };
	bool any = false;

	complain("topdown: no top-down metrics (of level 1) are known for this machine; --cpu is for others");
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		size_t length;

		pfm_get_metric_info(id, &info);
		for (const char *at = info.groups; *at; at += length + (at[length] == ',')) {
			length = strcspn(at, ",");
			if (is_listed(at, length, id))
				continue;
			fprintf(stderr, "%s%.*s", any ? " " : "  its groups of metrics: ", (int)length, at);
			any = true;
		}
	}
	if (any)
		fputc('\n', stderr);
}

void say_no_metric_called(const char *name)
{
	if (!strcasecmp(name, "topdown")) {
		say_no_tree();
		return;
	}
	complain("%s: there is no such metric, and no such event", name);
	say_nearest_metrics(name);
	fputs("  showevtinfo --metric lists the metrics of this machine, or of --cpu\n", stderr);
}

/* Returns whether a name is that of an event but for its unit mask; own: what is wrong with it. */
static bool is_wrong_umask(const char *name, int error, pfm_diagnosis_t *own)
{
	*own = (pfm_diagnosis_t){ .size = sizeof *own };
	if (error != PFM_ERR_ATTR || pfm_diagnose(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, own))
		return false;
	return own->error && *own->message;
}

/* Says what an event alone is told where only its unit mask is wrong. False: something else is wrong. */
static bool say_wrong_umask(const char *text, const pfm_diagnosis_t *d)
{
	pfm_diagnosis_t own;
	char name[512], plain[sizeof name];

	if (d->offset < 0 || d->length <= 0 || (size_t)d->offset + (size_t)d->length > strlen(text))
		return false;
	snprintf(name, sizeof name, "%.*s", d->length, text + d->offset);
	plain_names(name, plain, sizeof plain);
	if (!is_wrong_umask(plain, d->error, &own))
		return false;
	complain("%s: %s: %s", text, plain, clean(own.message));
	show_place(text, d);
	say_suggestions(&own);
	return true;
}

static void say_not_prepared(const char *text, int error, const pfm_diagnosis_t *d)
{
	char *metric = wrong_metric(text, d);

	if (metric) {
		say_no_metric_called(metric);
		free(metric);
		return;
	}
	if (say_wrong_umask(text, d))
		return;
	complain("%s: %s", text, *d->message ? d->message : pfm_strerror(error));
	show_place(text, d);
	if (d->error == PFM_ERR_NOTFOUND && d->offset >= 0 && d->length > 0 &&
	    (size_t)d->offset + (size_t)d->length <= strlen(text) &&
	    say_joined_name(text, (size_t)d->offset, (size_t)d->length, is_name_of_event, NULL))
		return;
	if (is_of_words(text)) {
		say_nearest_metrics(text);
		fputs("  showevtinfo --metric -S WORDS finds metrics by what they are about\n", stderr);
		return;
	}
	say_suggestions(d);
	if (*d->expected)
		fprintf(stderr, "  expected: %s\n", clean(d->expected));
}

/* Finds the device of an event that a name without one stands for, "" if it is none of several core types. */
static void core_device_of(const pfm_metric_event_t *event, char *device, size_t size)
{
	const char *slash = event->string ? strchr(event->string, '/') : NULL;

	snprintf(device, size, "%.*s", slash ? (int)(slash - event->string) : 0, slash ? event->string : "");
	if (strpbrk(event->name, "@/") || strstr(event->name, "::") || !core_of_device(device))
		*device = '\0';
}

/* Notes that names without a device, of the first core type that has them, are of different types in a formula. */
static void say_mixed_cores(const pfm_metrics_t *metrics, int metric)
{
	int events[64], count = pfm_get_metric_events(metrics, metric, events, 64);
	pfm_metric_event_t first = { .size = sizeof first }, event = { .size = sizeof event };
	char known[64] = "", device[64];

	for (int i = 0; i < count && i < 64; i++) {
		if (pfm_get_metric_event(metrics, events[i], &event))
			continue;
		core_device_of(&event, device, sizeof device);
		if (*known && *device && strcmp(known, device)) {
			complain("%s is of %s, %s of %s: DEVICE@EVENT@ says which core type is meant", first.name,
				 known, event.name, device);
			return;
		}
		if (*device && !*known) {
			strcpy(known, device);
			first = event;
		}
	}
}

static void say_all_mixed_cores(const pfm_metrics_t *metrics)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };

	for (int i = 0; count_cores() > 1 && !pfm_get_prepared_metric(metrics, i, &prepared); i++)
		if (prepared.id < 0)
			say_mixed_cores(metrics, i);
}

void say_how_to_count(const char *metric, const char *cpu)
{
	const char *quote = strpbrk(metric, " ()*") ? "'" : "", *cpus = cpu && strpbrk(cpu, " ()*") ? "'" : "";

	if (cpu)
		complain("%s is counted by pfmstat -M %s%s%s -- ./prog on that machine; for perf: evt2raw --cpu %s%s%s "
			 "--metric %s%s%s", metric, quote, metric, quote, cpus, cpu, cpus, quote, metric, quote);
	else
		complain("%s is counted by pfmstat -M %s%s%s -- ./prog", metric, quote, metric, quote);
}

/* Returns whether this is the first time that a metric is asked about; of more than 256 it always is. */
static bool is_first_time(int id)
{
	static int known[256], count;

	for (int i = 0; i < count; i++)
		if (known[i] == id)
			return false;
	if (count < (int)(sizeof known / sizeof *known))
		known[count++] = id;
	return true;
}

/*
 * Says of each metric in what it is not quite what its name means on other CPUs: once, however often the program
 * prepares it.
 */
static void say_what_differs(const pfm_metrics_t *metrics)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };
	pfm_metric_info_t info = { .size = sizeof info };

	for (int i = 0; !pfm_get_prepared_metric(metrics, i, &prepared); i++)
		if (prepared.id >= 0 && !pfm_get_metric_info(prepared.id, &info) && info.answer == PFM_ANSWER_DIFFERS &&
			is_first_time(prepared.id))
			complain("%s%s%s differs here: %s", info.pmu ? clean(info.pmu) : "", info.pmu ? "::" : "",
				 info.name, clean(info.remark));
}

pfm_metrics_t *prepare_metrics(const struct metric_request *request, const pfm_metric_options_t *options)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_t *metrics = NULL;
	int error = pfm_prepare_metrics(request->text, options, &metrics, &d);

	if (error && !is_lacking(error)) {
		d.error = error;
		say_not_prepared(request->text, error, &d);
	}
	if (!error && !request->is_repeated) {
		say_all_mixed_cores(metrics);
		say_what_differs(metrics);
	}
	return error ? NULL : metrics;
}

int *list_metric_events(const pfm_metrics_t *metrics, int metric, int *count)
{
	int events = pfm_get_metric_events(metrics, metric, NULL, 0);
	int *list = calloc((size_t)events + 1, sizeof *list);

	*count = list ? events : 0;
	if (list)
		pfm_get_metric_events(metrics, metric, list, events);
	else
		is_lacking(PFM_ERR_NOMEM);
	return list;
}

void plain_names(const char *text, char *to, size_t size)
{
	size_t length = 0;

	for (; *text && length + 1 < size; text++)
		if (*text != '\\')
			to[length++] = *text == '@' ? '/' : *text;
	to[length] = '\0';
}

void say_what_fails(const pfm_metric_event_t *event)
{
	pfm_diagnosis_t own;
	char name[1024];

	plain_names(event->name, name, sizeof name);
	if (event->failed)
		complain("%s: does not encode here: %s", name,
			 is_wrong_umask(name, event->failed, &own) ? clean(own.message) : pfm_strerror(event->failed));
	else
		complain("%s: fits no round: no counter can count it here", name);
}

bool is_child_of(const pfm_metric_info_t *child, const pfm_metric_info_t *parent)
{
	return child->parent && !strcasecmp(child->parent, parent->name) &&
		(!child->pmu || !parent->pmu || !strcmp(child->pmu, parent->pmu));
}
