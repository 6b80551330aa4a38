/*
 * Metrics as callers type them: the first byte says with which flags, the rest is text. What cannot be prepared has an
 * error in the text; what can be is computed from counts that are any numbers, or none, and each value is a number or
 * has a reason that can be said.
 */
#include "fuzz.h"

#include <perfmon/pfmkit.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const pfm_metric_constant_t constants[] = { { "smt_on", 1 }, { "num_dies", 0 },
	{ "MEM_INST_RETIRED.ALL:R", 5 } };

static void check_events(const pfm_metrics_t *metrics, const pfm_metrics_info_t *info, pfm_metric_count_t *counts)
{
	static const double numbers[] = { 0, 1, 1e300, 7, 1e-300, 1000 };

	for (int i = 0; i < info->events; i++) {
		pfm_metric_event_t event = { .size = sizeof event };

		if (pfm_get_metric_event(metrics, i, &event) || !event.name)
			fuzz_fail("an event is not there", "");
		if (event.round >= info->rounds)
			fuzz_fail("an event is in no round", event.name);
		counts[i] = (pfm_metric_count_t){ .value = numbers[strlen(event.name) % 6],
			.enabled = 4,
			.running = (uint64_t)(i % 5),
			.boxes = i % 3,
			.is_given = i % 7 != 6 };
	}
}

static void check_values(const pfm_metrics_t *metrics, const pfm_metrics_info_t *info, const char *text)
{
	pfm_metric_count_t *counts = calloc((size_t)info->events + 1, sizeof *counts);
	pfm_metric_value_t *values = calloc((size_t)info->metrics + 1, sizeof *values);
	char why[64];

	check_events(metrics, info, counts);
	values->size = sizeof *values;
	if (pfm_compute_metrics(metrics, counts, info->events, values, info->metrics))
		fuzz_fail("cannot be computed", text);
	for (int i = 0; i < info->metrics; i++) {
		if (!values[i].reason == !isfinite(values[i].value))
			fuzz_fail("a value is none, or none is one", text);
		pfm_explain_metric_value(metrics, i, &values[i], why, sizeof why);
		if (!memchr(why, '\0', sizeof why))
			fuzz_fail("a text does not end", text);
	}
	free(counts);
	free(values);
}

static void prepare(const char *text, int flags)
{
	pfm_metric_options_t options = { .size = sizeof options, .flags = flags, .constants = constants, .count = 3 };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_info_t info = { .size = sizeof info };
	pfm_metrics_t *metrics;
	pfm_err_t error = pfm_prepare_metrics(text, &options, &metrics, &d);

	if (error) {
		if (error != d.error || !d.message[0] || d.offset < 0 || d.length < 0 ||
			(size_t)d.offset + (size_t)d.length > strlen(text))
			fuzz_fail(d.message, text);
		return;
	}
	if (pfm_get_metrics_info(metrics, &info))
		fuzz_fail("says nothing of itself", text);
	check_values(metrics, &info, text);
	pfm_free_metrics(metrics);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (!size)
		return 0;
	fuzz_start();
	text = malloc(size);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	prepare(text, data[0] & 127);
	free(text);
	return 0;
}
