/*
 * The metrics of tests/data/metrics/examples and scripts by name, on their machines: from the counts that stand there
 * the value and the threshold that an evaluator apart from all products has found.
 */
#include <perfmon/pfmkit.h>

#include <ctype.h>
#include <math.h>
#include <strings.h>

#include "check.h"
#include "metric_machines.h"

enum { MOST_CONSTANTS = 32, MOST_COUNTS = 128 };

struct word {
	char name[256];
	double value;           /* NaN: not counted */
};

struct counted_example {
	char directory[128], metric[128];
	struct word words[MOST_COUNTS];
	int count;
	char value[64], over[16];
};

/* ---- reading ---- */

static void read_counts(struct counted_example *example, char *line)
{
	for (char *word = strtok(line, " \n"); word && example->count < MOST_COUNTS; word = strtok(NULL, " \n")) {
		struct word *to = &example->words[example->count++];
		char *value = strrchr(word, '=');

		*value++ = '\0';
		snprintf(to->name, sizeof to->name, "%s", word);
		to->value = strcmp(value, "-") ? strtod(value, NULL) : NAN;
	}
}

/* ---- comparing ---- */

/* Names of formulas have backslashes, and @ for /. */
static bool is_name(const char *own, size_t length, const char *name)
{
	size_t at = 0;

	for (; *name; name++, at++) {
		while (at < length && own[at] == '\\')
			at++;
		if (at == length || (own[at] == '@' ? *name != '/' : tolower((unsigned char)own[at]) !=
							      tolower((unsigned char)*name)))
			return false;
	}
	return at == length;
}

static const struct word *word_for(const struct counted_example *example, const char *name)
{
	for (int i = 0; i < example->count; i++)
		if (is_name(name, strlen(name), example->words[i].name))
			return &example->words[i];
	return NULL;
}

static void give_counts(const struct counted_example *example, const pfm_metrics_t *metrics, int events,
			pfm_metric_count_t *counts)
{
	for (int i = 0; i < events; i++) {
		pfm_metric_event_t event = { .size = sizeof event };
		const struct word *word;

		CHECK(!pfm_get_metric_event(metrics, i, &event));
		counts[i] = (pfm_metric_count_t){ .boxes = 1 };
		word = word_for(example, event.name);
		if (word)
			counts[i] = (pfm_metric_count_t){ .value = word->value, .enabled = 1,
				.running = (uint64_t)!isnan(word->value), .boxes = 1, .is_given = 1 };
	}
}

static bool is_found(const char *expected, const pfm_metric_value_t *value)
{
	double number = strtod(expected, NULL);

	if (!strcmp(expected, "none"))
		return value->reason != PFM_VALUE_OK;
	return !value->reason && fabs(value->value - number) <= 1e-9 * fmax(fabs(number), 1e-300);
}

static bool is_over(const char *expected, int over)
{
	return over == (!strcmp(expected, "1") ? 1 : !strcmp(expected, "0") ? 0 : -1);
}

static void compare(const struct counted_example *example, const pfm_metrics_t *metrics)
{
	pfm_metrics_info_t info = { .size = sizeof info };
	pfm_metric_count_t counts[MOST_COUNTS];
	pfm_metric_value_t value = { .size = sizeof value };
	char why[256];

	CHECK_SAME(pfm_get_metrics_info(metrics, &info), 0);
	CHECK_SAME(info.metrics, 1);
	CHECK(info.events <= MOST_COUNTS);
	give_counts(example, metrics, info.events, counts);
	CHECK(!pfm_compute_metrics(metrics, counts, info.events, &value, 1));
	pfm_explain_metric_value(metrics, 0, &value, why, sizeof why);
	if (!CHECK(is_found(example->value, &value) && is_over(example->over, value.over)))
		printf("  %s %s: %.12g %s, over %d; expected %s, over %s\n", example->directory, example->metric,
			value.value, why, value.over, example->value, example->over);
}

static void check_example(const struct counted_example *example)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu_of(example->directory),
		.root = root_of(example->directory) };
	pfm_metric_constant_t constants[MOST_CONSTANTS];
	pfm_metric_options_t options = { .size = sizeof options,
		.flags = PFM_METRIC_THRESHOLDS,
		.constants = constants };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_t *metrics;
	char name[300];
	const char *first = example->words[0].name, *kind = strstr(first, "cpu_") == first ? first : NULL;

	for (int i = 0; i < example->count; i++)
		if (*example->words[i].name == '#')
			constants[options.count++] = (pfm_metric_constant_t){ example->words[i].name,
				example->words[i].value };
	pfm_terminate();
	if (!CHECK(!pfm_set_machine(&machine) && !pfm_initialize())) {
		printf("  %s: %s\n", example->directory, machine.message);
		return;
	}
	snprintf(name, sizeof name, "%s", example->metric);
	for (int id = pfm_next_metric(-1); kind && id >= 0; id = pfm_next_metric(id)) {
		pfm_metric_info_t info = { .size = sizeof info };

		if (!pfm_get_metric_info(id, &info) && !strcasecmp(info.name, example->metric) && info.pmu &&
			strstr(info.formula, strstr(kind, "cpu_core") == kind ? "cpu_core" : "cpu_atom"))
			snprintf(name, sizeof name, "%s::%s", info.pmu, info.name);
	}
	if (CHECK(!pfm_prepare_metrics(name, &options, &metrics, &d))) {
		compare(example, metrics);
		pfm_free_metrics(metrics);
	} else {
		printf("  %s %s: %s\n", example->directory, name, d.message);
	}
}

/* Checks all examples of a file; returns how many there are. */
static int check_file(const char *name)
{
	FILE *file = fopen(source_file(name), "r");
	struct counted_example *example = calloc(1, sizeof *example);
	char line[8192];
	int count = 0;

	while (CHECK(file && example) && fgets(line, sizeof line, file)) {
		if (sscanf(line, "metric %127s %127s", example->directory, example->metric) == 2)
			continue;
		if (!strncmp(line, "counts ", 7))
			read_counts(example, line + 7);
		if (sscanf(line, "value %63s %15s", example->value, example->over) != 2)
			continue;
		check_example(example);
		memset(example, 0, sizeof *example);
		count++;
	}
	if (file)
		fclose(file);
	free(example);
	return count;
}

int main(void)
{
	CHECK_SAME(check_file("tests/data/metrics/examples"), 113);
	CHECK_SAME(check_file("tests/data/metrics/scripts"), 52);
	pfm_terminate();
	return check_summary("metric_examples");
}
