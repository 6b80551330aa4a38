/*
 * Every event that a metric of any machine needs, by its name in the formula: it encodes there, or stands in
 * tests/data/metrics/leaves with the reason. Metrics are prepared with hyper-threading and without, and so on, so that
 * each branch of their formulas is looked at.
 */
#include <perfmon/pfmkit.h>

#include <fnmatch.h>

#include "check.h"
#include "metric_machines.h"

enum { MOST_LEAVES = 4096, MOST_EXCEPTIONS = 256 };

/* Of names that a machine has and no table, the share says nothing. */
struct leaf_exception {
	char directory[64], pattern[256], reason[256];
	int is_of_machine, used;
};

static struct leaf_exception exceptions[MOST_EXCEPTIONS];
static int exception_count;

/* Of one machine: names that were seen, the PMU of their metric before them; whether they encode. */
static char *leaves[MOST_LEAVES];
static pfm_err_t leaf_errors[MOST_LEAVES];
static int leaf_count, unencoded, of_machine;

/* ---- the list ---- */

static void read_exceptions(void)
{
	FILE *file = fopen(source_file("tests/data/metrics/leaves"), "r");
	char line[1024], kind[16];

	if (!CHECK(file))
		return;
	while (fgets(line, sizeof line, file)) {
		struct leaf_exception *to = &exceptions[exception_count];

		if (*line == '#' || *line == '\n')
			continue;
		if (CHECK(exception_count < MOST_EXCEPTIONS &&
			    sscanf(line, "%63[^\t]\t%255[^\t]\t%15[^\t]\t%255[^\n]", to->directory, to->pattern, kind,
				    to->reason) == 4)) {
			to->is_of_machine = !strcmp(kind, "machine");
			exception_count++;
		}
	}
	fclose(file);
}

static struct leaf_exception *exception_for(const char *directory, const char *leaf)
{
	for (int i = 0; i < exception_count; i++)
		if (!fnmatch(exceptions[i].directory, directory, 0) &&
			!fnmatch(exceptions[i].pattern, leaf, FNM_NOESCAPE))
			return &exceptions[i];
	return NULL;
}

/* ---- leaves ---- */

static int is_new(const char *pmu, const char *name)
{
	char text[1200];

	snprintf(text, sizeof text, "%s::%s", pmu ? pmu : "", name);
	for (int i = 0; i < leaf_count; i++)
		if (!strcmp(leaves[i], text))
			return 0;
	if (!CHECK(leaf_count < MOST_LEAVES))
		return 0;
	leaves[leaf_count] = malloc(strlen(text) + 1);
	strcpy(leaves[leaf_count++], text);
	return 1;
}

static void look_at_error(const char *directory, const char *name, pfm_err_t error)
{
	struct leaf_exception *exception = exception_for(directory, name);

	if (!CHECK(exception)) {
		printf("  %s: %s does not encode: %s\n", directory, name, pfm_strerror(error));
		return;
	}
	exception->used = 1;
	if (exception->is_of_machine)
		of_machine++;
	else
		unencoded++;
}

static void look_at_leaf(const char *pmu, const pfm_metric_event_t *event)
{
	if (event->kind == PFM_METRIC_EVENT && is_new(pmu, event->name))
		leaf_errors[leaf_count - 1] = event->failed;
}

static void look_at_metric(const char *directory, int id, int all)
{
	const pfm_metric_constant_t constants[] = { { "smt_on", all & 1 }, { "core_wide", all >> 1 },
		{ "has_pmem", all >> 1 } };
	const pfm_metric_options_t options = { .size = sizeof options,
		.flags = PFM_METRIC_THRESHOLDS,
		.constants = constants,
		.count = 3 };
	pfm_metric_info_t info = { .size = sizeof info };
	pfm_metrics_info_t told = { .size = sizeof told };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_t *metrics;
	char name[512];

	pfm_get_metric_info(id, &info);
	snprintf(name, sizeof name, "%s%s%s", info.pmu ? info.pmu : "", info.pmu ? "::" : "", info.name);
	if (!CHECK(!pfm_prepare_metrics(name, &options, &metrics, &d))) {
		printf("  %s: metric %s: %s\n", directory, name, d.message);
		return;
	}
	pfm_get_metrics_info(metrics, &told);
	for (int i = 0; i < told.events; i++) {
		pfm_metric_event_t event = { .size = sizeof event };

		pfm_get_metric_event(metrics, i, &event);
		look_at_leaf(info.pmu, &event);
	}
	pfm_free_metrics(metrics);
}

/* The roots have devices without files: what these name is looked up in the tables, as on any other machine. */
static void look_without_files(pfm_machine_t *machine)
{
	machine->root = NULL;
	CHECK_SAME(pfm_set_machine(machine), 0);
	CHECK_SAME(pfm_initialize(), 0);
	for (int i = 0; i < leaf_count; i++) {
		char plain[1200], *to = plain;

		for (const char *at = strstr(leaves[i], "::") + 2; *at; at++)
			if (*at != '\\')
				*to++ = (char)(*at == '@' ? '/' : *at);
		*to = '\0';
		if (leaf_errors[i]) {
			int count = pfm_get_perf_event(plain, PFM_PLM3, NULL, 0, NULL);

			leaf_errors[i] = count < 0 ? count : PFM_SUCCESS;
		}
	}
	pfm_terminate();
}

static int all_leaves, all_unencoded;

static void look_at_machine(const char *directory)
{
	const char *root = root_of(directory);
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu_of(directory), .root = root };
	int ids = 0, counted;

	if (!CHECK(!pfm_set_machine(&machine) && !pfm_initialize())) {
		printf("  %s: %s\n", directory, machine.message);
		return;
	}
	leaf_count = unencoded = of_machine = 0;
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id), ids++)
		for (int all = 0; all < 4; all++)
			look_at_metric(directory, id, all);
	pfm_terminate();
	if (root)
		look_without_files(&machine);
	for (int i = 0; i < leaf_count; i++)
		if (leaf_errors[i])
			look_at_error(directory, strstr(leaves[i], "::") + 2, leaf_errors[i]);
	counted = leaf_count - of_machine;
	if (!CHECK(ids > 0 && leaf_count > 0 && unencoded * 200 <= counted))
		printf("  %s: %d of %d leaves do not encode\n", directory, unencoded, counted);
	all_leaves += counted;
	all_unencoded += unencoded;
	while (leaf_count)
		free(leaves[--leaf_count]);
}

int main(void)
{
	int count;

	read_exceptions();
	count = for_each_directory(look_at_machine);
	for (int i = 0; i < exception_count; i++)
		if (!CHECK(exceptions[i].used))
			printf("  %s %s encodes now\n", exceptions[i].directory, exceptions[i].pattern);
	printf("%d machines: %d leaves, %d of them do not encode\n", count, all_leaves, all_unencoded);
	CHECK(count >= 68);
	return check_summary("metric_leaves");
}
