/*
 * Values of all metrics of machines, from counts that are made up, for tests/lib/metric_values.awk, which computes them
 * in its own way from the same lines:
 *
 *   machine TAB CPU
 *   metric TAB NAME TAB PMU TAB FORMULA TAB THRESHOLD
 *   constant TAB NAME TAB VALUE                     what constants and has_event(NAME) are
 *   count TAB NAME TAB VALUE                        of the events of the next value; - is not counted
 *   value TAB NAME TAB PMU TAB INSTANCE TAB VALUE TAB OVER
 *
 * metric_values ROUND [CPU...]: other counts in each round; without a CPU the machines of all blocks of metrics, those
 * with a device outside of CPUs among them.
 */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metric_machines.h"

static unsigned long round_number;

static const pfm_metric_constant_t constants[] = {
	{ "smt_on", 1 },
	{ "num_packages", 2 },
	{ "num_dies", 4 },
	{ "num_cores", 32 },
	{ "num_cpus", 128 },
	{ "num_cpus_online", 64 },
	{ "has_pmem", 1 },
	{ "slots", 5 },
	{ "system_tsc_freq", 2.1e9 },
	{ "sve_bits", 256 },
	{ "core_wide", 0 },
	{ "target_cpu", 1 },
};

enum { CONSTANTS = sizeof constants / sizeof constants[0], BOXES = 3 };

static pfm_metric_options_t options = { .size = sizeof options, .flags = PFM_METRIC_THRESHOLDS,
	.constants = constants, .count = CONSTANTS };

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

/* A number that depends on the name and the round: any, 0, or none at all. */
static pfm_metric_count_t count_for(const char *name)
{
	pfm_metric_count_t count = { .enabled = 1, .running = 1, .boxes = BOXES, .is_given = 1 };
	unsigned long sum = 88172645463325252UL + round_number * 7919;

	for (; *name; name++)
		sum = (sum ^ (unsigned char)*name) * 1099511628211UL;
	sum ^= sum >> 29;
	if (sum % 23 == 0)
		count.running = 0;
	else if (sum % 23 > 1)
		count.value = (double)(sum / 23 % (sum % 2 ? 1000003 : 1009));
	return count;
}

static void tell_count(const char *name, size_t length, const pfm_metric_count_t *count)
{
	if (count->running)
		printf("count\t%.*s\t%.17g\n", (int)length, name, count->value);
	else
		printf("count\t%.*s\t-\n", (int)length, name);
}

static void tell_counts(const pfm_metric_event_t *event, const pfm_metric_count_t *count)
{
	tell_count(event->name, strlen(event->name), count);
	for (const char *also = event->also; also && *also;) {
		size_t length = strcspn(also, ",");

		tell_count(also, length, count);
		also += length + (also[length] == ',');
	}
}

static void tell_metric(int id)
{
	pfm_metric_info_t info = { .size = sizeof info };

	if (!pfm_get_metric_info(id, &info))
		printf("metric\t%s\t%s\t%s\t%s\n", info.name, or_dash(info.pmu), info.formula, or_dash(info.threshold));
}

/* What a formula without counts is worth: has_event(NAME). */
static void tell_answers(const char *formula, const char *question)
{
	pfm_metric_value_t value = { .size = sizeof value };

	for (const char *at = formula; (at = strstr(at, question)); at++) {
		char text[256];
		pfm_metrics_t *metrics;

		snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ")") + 1, at);
		if (pfm_prepare_metrics(text, NULL, &metrics, NULL))
			continue;
		if (!pfm_compute_metrics(metrics, NULL, 0, &value, 1))
			printf("constant\t%s\t%.17g\n", text, value.value);
		pfm_free_metrics(metrics);
	}
}

static void tell_number(const pfm_metric_value_t *value)
{
	if (value->reason)
		printf("\tnone");
	else
		printf("\t%.17g", value->value);
}

static void tell_values(const pfm_metrics_t *metrics, const pfm_metrics_info_t *info, pfm_metric_count_t *counts,
			pfm_metric_value_t *values)
{
	for (int i = 0; i < info->events; i++) {
		pfm_metric_event_t event = { .size = sizeof event };

		pfm_get_metric_event(metrics, i, &event);
		counts[i] = count_for(event.name);
		tell_counts(&event, &counts[i]);
	}
	values->size = sizeof *values;
	if (pfm_compute_metrics(metrics, counts, info->events, values, info->metrics))
		return;
	for (int i = 0; i < info->metrics; i++) {
		pfm_prepared_metric_t metric = { .size = sizeof metric };

		pfm_get_prepared_metric(metrics, i, &metric);
		printf("value\t%s\t%s\t%d", metric.name, or_dash(metric.pmu), metric.instance);
		tell_number(&values[i]);
		printf("\t%s\n", values[i].over < 0 ? "none" : values[i].over ? "1" : "0");
	}
}

static int tell_value(int id)
{
	pfm_metric_info_t info = { .size = sizeof info };
	pfm_metrics_info_t all = { .size = sizeof all };
	pfm_metrics_t *metrics;
	pfm_metric_count_t *counts;
	pfm_metric_value_t *values;
	pfm_diagnosis_t d = { .size = sizeof d };
	char name[512];

	if (pfm_get_metric_info(id, &info))
		return 1;
	snprintf(name, sizeof name, "%s%s%s", info.pmu ? info.pmu : "", info.pmu ? "::" : "", info.name);
	if (pfm_prepare_metrics(name, &options, &metrics, &d)) {
		printf("bad\t%s\t%s\n", name, d.message);
		return 1;
	}
	pfm_get_metrics_info(metrics, &all);
	counts = calloc((size_t)all.events + 1, sizeof *counts);
	values = calloc((size_t)all.metrics, sizeof *values);
	tell_values(metrics, &all, counts, values);
	free(counts);
	free(values);
	pfm_free_metrics(metrics);
	return 0;
}

static int tell_machine(const char *cpu, const char *root)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu, .root = root };
	pfm_metric_info_t info = { .size = sizeof info };
	int bad = 0;

	if (pfm_set_machine(&machine) || pfm_initialize()) {
		fprintf(stderr, "%s: %s\n", cpu, machine.message);
		return 1;
	}
	printf("machine\t%s\n", cpu);
	for (int i = 0; i < CONSTANTS; i++)
		printf("constant\t#%s\t%.17g\n", constants[i].name, constants[i].value);
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		tell_metric(id);
		if (!pfm_get_metric_info(id, &info)) {
			tell_answers(info.formula, "has_event(");
			tell_answers(info.formula, "strcmp_cpuid_str(");
		}
	}
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id))
		bad |= tell_value(id);
	pfm_terminate();
	return bad;
}

static int are_bad;

static void tell_directory(const char *directory)
{
	are_bad |= tell_machine(cpu_of(directory), root_of(directory));
}

int main(int argc, char **argv)
{
	int bad = 0;

	round_number = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	for (int i = 2; i < argc; i++)
		bad |= tell_machine(argv[i], NULL);
	if (argc < 3 && !CHECK(for_each_directory(tell_directory) >= 68))
		bad = 1;
	return bad | are_bad;
}
