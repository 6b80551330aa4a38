/*
 * How long metrics take: pfm_prepare_metrics() and pfm_compute_metrics(), for formulas of 8 and of 100 leaves, and for
 * the metric of Sapphire Rapids that needs most events.
 */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, PREPARES = 50, COMPUTES = 100000, TEXT = 1 << 16 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double prepare_time(const char *text)
{
	double best = 1e18;

	for (int i = 0; i < ROUNDS; i++) {
		double start = now(), took;

		for (int k = 0; k < PREPARES; k++) {
			pfm_metrics_t *metrics;

			if (pfm_prepare_metrics(text, NULL, &metrics, NULL))
				return 0;
			pfm_free_metrics(metrics);
		}
		took = (now() - start) / PREPARES;
		best = took < best ? took : best;
	}
	return best / 1000;
}

static double compute_time(const pfm_metrics_t *metrics, int events)
{
	pfm_metric_count_t *counts = calloc((size_t)events + 1, sizeof *counts);
	pfm_metric_value_t value = { .size = sizeof value };
	double best = 1e18;

	for (int i = 0; i < events; i++)
		counts[i] = (pfm_metric_count_t){ .value = 1000 + 7 * i,
			.enabled = 40,
			.running = 30,
			.boxes = 1,
			.is_given = 1 };
	for (int i = 0; i < ROUNDS; i++) {
		double start = now(), took;

		for (int k = 0; k < COMPUTES; k++)
			pfm_compute_metrics(metrics, counts, events, &value, 1);
		took = (now() - start) / COMPUTES;
		best = took < best ? took : best;
	}
	free(counts);
	return best;
}

static void measure(const char *what, const char *text)
{
	pfm_metrics_info_t info = { .size = sizeof info };
	pfm_metrics_t *metrics;

	if (pfm_prepare_metrics(text, NULL, &metrics, NULL)) {
		printf("%-28s cannot be prepared\n", what);
		return;
	}
	pfm_get_metrics_info(metrics, &info);
	printf("%-28s %3d events, %2d rounds: prepare %7.1f us, compute %6.0f ns\n", what, info.events, info.rounds,
		prepare_time(text), compute_time(metrics, info.events));
	pfm_free_metrics(metrics);
}

/* Different events: by a modifier of the language. */
static void measure_sum(const char *what, int leaves)
{
	static char text[TEXT];
	size_t length = 0;

	for (int i = 0; i < leaves; i++)
		length += (size_t)snprintf(text + length, sizeof text - length,
			"%scpu@BR_INST_RETIRED.ALL_BRANCHES\\,cmask\\=%d@",
			i % 2       ? " / "
				: i ? " + "
				    : "",
			i + 1);
	measure(what, text);
}

static int events_of(const char *name)
{
	pfm_metrics_info_t info = { .size = sizeof info };
	pfm_metrics_t *metrics;

	if (pfm_prepare_metrics(name, NULL, &metrics, NULL))
		return 0;
	pfm_get_metrics_info(metrics, &info);
	pfm_free_metrics(metrics);
	return info.events;
}

static void measure_largest(void)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int most = 0, largest = -1;

	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		int events = pfm_get_metric_info(id, &info) ? 0 : events_of(info.name);

		if (events > most) {
			most = events;
			largest = id;
		}
	}
	if (largest >= 0 && !pfm_get_metric_info(largest, &info))
		measure(info.name, info.name);
}

int main(void)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = "sapphirerapids" };
	double start;

	if (pfm_set_machine(&machine) || pfm_initialize())
		return 1;
	start = now();
	pfm_next_metric(-1);
	printf("the list of the machine's metrics: %.0f us, once\n", (now() - start) / 1000);
	measure("8 events by name",
		"(EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / CPU_CLK_UNHALTED.THREAD + "
		"BR_INST_RETIRED.COND / INST_RETIRED.ANY + BR_INST_RETIRED.ALL_BRANCHES / "
		"(EXE_ACTIVITY.1_PORTS_UTIL + EXE_ACTIVITY.2_PORTS_UTIL)");
	measure_sum("8 events", 8);
	measure_sum("100 events", 100);
	measure_largest();
	return 0;
}
