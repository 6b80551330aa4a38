/* Finds constants of metrics in the text of formulas, since prepared formulas have their values instead. */
#include "constants.h"

#include <string.h>
#include <strings.h>

#include "tables/clean.h"

/* ---- names in formulas ---- */

/* Limits of a plan: the library refuses metrics beyond them. */
enum { MAX_DEPTH = 16, MOST_METRICS = 4096 };

/* A callback for each name in a text; is_constant: it has "#" in front. */
struct visitor {
	void (*visit)(void *data, const char *name, size_t length, bool is_constant);
	void *data;
	bool thresholds;        /* also visit the names in thresholds */
};

/* The metrics whose names were visited, so that each is visited only once. */
struct visited {
	int count, list[MOST_METRICS];
};

static bool is_first_visit(struct visited *visited, int metric)
{
	for (int i = 0; i < visited->count; i++)
		if (visited->list[i] == metric)
			return false;
	if (visited->count == MOST_METRICS)
		return false;
	visited->list[visited->count++] = metric;
	return true;
}

static bool is_of_leaf(char letter)
{
	return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
		(letter >= 'A' && letter <= 'Z') || (letter && strchr("_.:@\\", letter));
}

static void visit_with(const struct visitor *visitor, struct visited *visited, const char *text, const char *pmu,
	int depth)
{
	pfm_metric_info_t info = { .size = sizeof info };
	char name[512];
	size_t length;
	int metric;

	for (; *text; text += length ? length : 1) {
		bool is_constant = *text == '#';

		text += is_constant;
		for (length = 0; is_of_leaf(text[length]);)
			length++;
		if (length)
			visitor->visit(visitor->data, text, length, is_constant);
		if (is_constant || !length || depth == MAX_DEPTH)
			continue;
		snprintf(name, sizeof name, "%s%s%.*s", pmu ? pmu : "", pmu ? "::" : "", (int)length, text);
		metric = pfm_find_metric(name);
		if (!pfm_get_metric_info(metric, &info) && is_first_visit(visited, metric))
			visit_with(visitor, visited, info.formula, info.pmu, depth + 1);
	}
}

static void visit_names(const struct visitor *visitor, const char *text, const char *pmu)
{
	struct visited visited = { .count = 0 };

	visit_with(visitor, &visited, text, pmu, 0);
}

static void visit_all(const struct visitor *visitor, const pfm_metrics_t *metrics, const char *text)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };

	for (int i = 0; !pfm_get_prepared_metric(metrics, i, &prepared); i++) {
		pfm_metric_info_t info = { .size = sizeof info };

		if (prepared.id < 0 || pfm_get_metric_info(prepared.id, &info)) {
			visit_names(visitor, text, NULL);
			continue;
		}
		visit_names(visitor, info.formula, info.pmu);
		if (visitor->thresholds && info.threshold)
			visit_names(visitor, info.threshold, info.pmu);
	}
}

/* ---- those of metrics ---- */

static void add_constant(void *data, const char *name, size_t length, bool is_constant)
{
	struct constants *constants = data;

	for (int i = 0; i < constants->count; i++)
		if (!strncasecmp(constants->names[i], name, length) && !constants->names[i][length])
			return;
	if (is_constant && constants->count < MAX_CONSTANTS && length < sizeof constants->names[0])
		snprintf(constants->names[constants->count++], sizeof constants->names[0], "%.*s", (int)length, name);
}

void constants_of(const pfm_metrics_t *metrics, const char *text, struct constants *constants)
{
	*constants = (struct constants){ .count = 0 };
	visit_all(&(struct visitor){ add_constant, constants, false }, metrics, text);
}

bool constant_of_metrics(const struct metric_request *request, const char *name, double *value, const char **source)
{
	*source = "caller";
	for (int i = request->count - 1; i >= 0; i--)
		if (!strcasecmp(request->constants[i].name, name)) {
			*value = request->constants[i].value;
			return true;
		}
	return !pfm_get_metric_constant(name, value, source);
}

/* ---- those of --constant ---- */

/* A name to find, and whether it was found. */
struct wanted_name {
	const char *name;
	bool constants_only, found;
};

static void compare_name(void *data, const char *name, size_t length, bool is_constant)
{
	struct wanted_name *wanted = data;

	wanted->found |= (is_constant || !wanted->constants_only) && strlen(wanted->name) == length &&
		!strncasecmp(wanted->name, name, length);
}

static bool is_latency(const char *name)
{
	size_t length = strlen(name);

	return length > 2 && strchr("rR", name[length - 1]) && strchr(":@", name[length - 2]);
}

static bool is_constant(const char *name)
{
	double value;

	return pfm_get_metric_constant(name, &value, NULL) != PFM_ERR_NOTFOUND;
}

/* Tries a letter at a place: instead of another one, added, or none at all. Returns whether that is a constant. */
static bool is_constant_with(const char *name, size_t place, char letter, char *near, size_t size)
{
	static const struct { bool adds, keeps; } changes[] = { { true, false }, { true, true }, { false, false } };
	const char *end = name + place;

	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		if (!*end && !changes[i].keeps)
			continue;
		snprintf(near, size, "%.*s%.*s%s", (int)place, name, changes[i].adds, &letter, end + !changes[i].keeps);
		if (is_constant(near))
			return true;
	}
	return false;
}

/* Says which constant has a letter more, less, or another one; false: none. */
static bool say_near_constant(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
	char near[64];

	if (strlen(name) + 2 > sizeof near)
		return false;
	for (size_t place = 0; place <= strlen(name); place++)
		for (const char *letter = letters; *letter; letter++)
			if (is_constant_with(name, place, *letter, near, sizeof near)) {
				fprintf(stderr, "  did you mean %s?\n", clean(near));
				return true;
			}
	return false;
}

int check_constants(const struct metric_request *request)
{
	for (int i = 0; i < request->count; i++) {
		struct wanted_name wanted = { request->constants[i].name, true, false };

		if (is_latency(wanted.name) || is_constant(wanted.name))
			continue;
		visit_names(&(struct visitor){ compare_name, &wanted, false }, request->text, NULL);
		if (wanted.found)
			continue;
		complain("--constant %s: there is no such constant", wanted.name);
		if (!say_near_constant(wanted.name))
			continue; /* metrics of other machines may have it */
		fputs("  there are those of pfm-metrics(7), as num_cpus, latencies, EVENT:R, and #NAMEs of --metric\n",
		      stderr);
		offer_help();
		return WRONG_USAGE;
	}
	return GO_ON;
}

void say_unasked_constants(const pfm_metrics_t *metrics, const struct metric_request *request)
{
	for (int i = 0; i < request->count && !request->is_repeated; i++) {
		struct wanted_name wanted = { request->constants[i].name, !is_latency(request->constants[i].name),
			false };

		visit_all(&(struct visitor){ compare_name, &wanted, true }, metrics, request->text);
		if (!wanted.found)
			complain("--constant %s: no metric here asks for it", wanted.name);
	}
}

/* ---- what is assumed ---- */

/* Returns whether how it is counted says a constant, or --no-smt. */
static bool is_settled(const struct metric_request *request, const char *name, int settled)
{
	return (settled & SETTLED_CORE_WIDE && !strcasecmp(name, "core_wide")) ||
		(settled & SETTLED_TARGET && !strcasecmp(name, "target_cpu")) ||
		(request->fit_flags & (PFM_FIT_SMT | PFM_FIT_NO_SMT) && !strcasecmp(name, "smt_on"));
}

static void say_assumed(const pfm_metrics_t *metrics, const struct metric_request *request, int settled)
{
	struct constants constants;
	const char *source;
	char text[64 * MAX_CONSTANTS];
	size_t length = 0;
	double value;

	constants_of(metrics, request->text, &constants);
	for (int i = 0; i < constants.count; i++)
		if (constant_of_metrics(request, constants.names[i], &value, &source) && !strcmp(source, "assumed") &&
		    !is_settled(request, constants.names[i], settled))
			length += (size_t)snprintf(text + length, sizeof text - length, "%s#%s %.15g",
						   length ? ", " : "", constants.names[i], value);
	if (length)
		complain("assumed: %s; --constant NAME=VALUE says it", clean(text));
}

void say_of_constants(const pfm_metrics_t *metrics, const struct metric_request *request, int settled)
{
	say_unasked_constants(metrics, request);
	if (!request->is_repeated)
		say_assumed(metrics, request, settled);
}
