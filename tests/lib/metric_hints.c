/*
 * What vendors say of counting a metric's events in one group, against what the counters say: hyper-threading on, with
 * the watchdog and without it. Where a hint says no and the events fit, or the other way round, the metric stands in
 * tests/data/metrics/hints with the reason; that events fit is seen where each has a counter of its own.
 */
#include <perfmon/pfmkit.h>

#include "check.h"
#include "metric_machines.h"

enum { MOST_HINTS = 1024, MOST_EVENTS = 256, HINTED = 517 };

struct hint {
	char directory[64], metric[128], says[32];
	int used;
};

static struct hint listed[MOST_HINTS];
static int listed_count, hints, same_count, print_all;

static void read_hints(void)
{
	FILE *file = fopen(source_file("tests/data/metrics/hints"), "r");
	char line[512];

	if (!CHECK(file))
		return;
	while (fgets(line, sizeof line, file)) {
		struct hint *to = &listed[listed_count];

		if (*line != '#' && *line != '\n' && CHECK(listed_count < MOST_HINTS &&
				sscanf(line, "%63s %127s %31s", to->directory, to->metric, to->says) == 3))
			listed_count++;
	}
	fclose(file);
}

/* Whether the events of a round stand on different counters. */
static int have_counters(const pfm_metrics_t *metrics, int events)
{
	uint64_t taken = 0;

	for (int i = 0; i < events && i < MOST_EVENTS; i++) {
		pfm_metric_event_t event = { .size = sizeof event };
		uint64_t counter;

		if (pfm_get_metric_event(metrics, i, &event) || event.counter < 0 || event.same_as >= 0)
			continue;
		counter = UINT64_C(1) << (event.counter + (event.is_fixed ? 32 : 0));
		if (taken & counter)
			return 0;
		taken |= counter;
	}
	return 1;
}

/* How many rounds the metric's own events take, or with those of its threshold. */
static int rounds_of(const char *name, int fit_flags, int flags)
{
	const pfm_metric_options_t options = { .size = sizeof options, .flags = flags, .fit_flags = fit_flags };
	pfm_metrics_info_t info = { .size = sizeof info };
	pfm_metrics_t *metrics;

	if (!CHECK(!pfm_prepare_metrics(name, &options, &metrics, NULL)))
		return 0;
	pfm_get_metrics_info(metrics, &info);
	if (info.rounds <= 1 && !CHECK(have_counters(metrics, info.events)))
		printf("  %s: two events on one counter\n", name);
	pfm_free_metrics(metrics);
	return info.rounds;
}

/* What the counters say to a hint. */
static const char *answer_to(const pfm_metric_info_t *info, const char *name)
{
	int with = rounds_of(name, PFM_FIT_SMT | PFM_FIT_WATCHDOG, 0);
	int without = rounds_of(name, PFM_FIT_SMT | PFM_FIT_NO_WATCHDOG, 0);
	int with_thresholds = rounds_of(name, PFM_FIT_SMT | PFM_FIT_WATCHDOG, PFM_METRIC_THRESHOLDS);

	if (info->together == PFM_METRIC_THRESHOLD_NOT_WITH_NMI)
		return with > 1 ? "stricter" : with_thresholds > 1 ? "same" : "fits";
	if (with <= 1)
		return with_thresholds > 1 ? "until-thresholds" : "fits";
	return info->together == PFM_METRIC_NOT_WITH_NMI && without > 1 ? "stricter" : "same";
}

static void look_at_hint(const char *directory, const pfm_metric_info_t *info)
{
	char name[300];
	const char *says;
	int i = 0;

	snprintf(name, sizeof name, "%s%s%s", info->pmu ? info->pmu : "", info->pmu ? "::" : "", info->name);
	says = answer_to(info, name);
	hints++;
	if (!strcmp(says, "same")) {
		same_count++;
		return;
	}
	while (i < listed_count && (strcmp(listed[i].directory, directory) || strcmp(listed[i].metric, name)))
		i++;
	if (print_all)
		printf("%s\t%s\t%s\n", directory, name, says);
	else if (!CHECK(i < listed_count && !strcmp(listed[i].says, says)))
		printf("  %s %s: %s\n", directory, name, says);
	if (i < listed_count)
		listed[i].used = 1;
}

/* Those of all machines are looked at with the directory of these. */
static int is_common(const pfm_metric_info_t *info)
{
	static const char *const names[] = { "page_faults_per_second", "migrations_per_second", "cycles_frequency",
		"cs_per_second", "branch_frequency", "CPUs_utilized" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(info->name, names[i]))
			return 1;
	return 0;
}

static void look_at_machine(const char *directory)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu_of(directory), .root = root_of(directory) };

	if (!CHECK(!pfm_set_machine(&machine) && !pfm_initialize())) {
		printf("  %s: %s\n", directory, machine.message);
		return;
	}
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		pfm_metric_info_t info = { .size = sizeof info };

		if (!pfm_get_metric_info(id, &info) && info.together &&
			is_common(&info) == !strncmp(directory, "common", 6))
			look_at_hint(directory, &info);
	}
	pfm_terminate();
}

/* With an argument: prints the table that the file has. */
int main(int argc, char **argv)
{
	print_all = argc > 1 && !strcmp(argv[1], "--print");
	read_hints();
	for_each_directory(look_at_machine);
	for (int i = 0; i < listed_count; i++)
		if (!CHECK(listed[i].used))
			printf("  %s %s is as its maker says now\n", listed[i].directory, listed[i].metric);
	if (print_all)
		return 0;
	printf("%d hints, %d as the counters say, %d not\n", hints, same_count, hints - same_count);
	CHECK_SAME(hints, HINTED);
	return check_summary("metric_hints");
}
