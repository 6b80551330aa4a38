/*
 * What --open counts and prints: an event a line, those of several devices as their sum, those of several kinds of
 * cores each with its own share of the time.
 */
#define _GNU_SOURCE
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "common/json.h"
#include "common/operands.h"
#include "host/refusal.h"

/*
 * The sum of an event over sets, every one as if it had had its counter all the time; while a process was on another
 * kind of cores it would have counted nothing.
 */
static struct reading sum_of(const struct counted *sets, int count, int event, uint64_t elsewhere, uint64_t *estimate)
{
	static const struct reading start;
	struct reading sum = { 0 };

	*estimate = 0;
	for (int i = 0; i < count; i++) {
		const struct reading *reading = &sets[i].readings[event];
		struct reading all = *reading;

		all.running += elsewhere;
		sum.value += reading->value;
		sum.enabled += reading->enabled;
		sum.running += reading->running;
		*estimate += scaled_count(&all, &start);
	}
	return sum;
}

static double percent_of(uint64_t part, uint64_t whole)
{
	return 100.0 * (double)part / (double)whole;
}

/* Where one of several counts comes from. */
static void print_place(const struct encoded *encoded, const struct reading *reading)
{
	printf("  (%s", clean(encoded->own_device));
	if (encoded->elsewhere && reading->running)
		printf(", %.0f%% of the time", percent_of(reading->running, reading->enabled));
	if (encoded->cpu >= 0)
		printf(", CPU %d", encoded->cpu);
	putchar(')');
}

static void print_scaled(const struct encoded *encoded, uint64_t estimate, bool json)
{
	if (!encoded->scale)
		return;
	if (json) {
		fputs(",\"scaled\":", stdout);
		json_double(encoded->scale * (double)estimate);
		fputs(",\"unit\":", stdout);
		json_string(encoded->unit);
	} else {
		printf("  = %.6g%s%s", encoded->scale * (double)estimate, encoded->unit[0] ? " " : "",
			clean(encoded->unit));
	}
}

static void print_count(const struct encoded *encoded, const struct reading *reading, uint64_t estimate, int devices,
	const struct settings *settings)
{
	bool first = true;

	if (settings->given.json) {
		putchar('{');
		json_number(&first, "schema", 1);
		json_text(&first, "requested", encoded->requested);
		json_text(&first, "event", encoded->string);
		json_number(&first, "value", (long long)reading->value);
		json_number(&first, "enabled_ns", (long long)reading->enabled);
		json_number(&first, "running_ns", (long long)reading->running);
		json_number(&first, "estimate", (long long)estimate);
		if (encoded->own_device[0])
			json_text(&first, "device", devices > 1 ? NULL : encoded->own_device);
		if (devices > 1)
			json_number(&first, "added", devices);
		print_scaled(encoded, estimate, true);
		puts("}");
		return;
	}
	printf("%20" PRIu64 "  %s", estimate, clean(encoded->string ? encoded->string : encoded->requested));
	if (devices > 1)
		printf("  (sum of %d)", devices);
	else if ((settings->per_device || encoded->apart) && encoded->own_device[0])
		print_place(encoded, reading);
	print_scaled(encoded, estimate, false);
	if (!reading->running && reading->enabled)
		fputs(encoded->apart ? "  (never ran there, or got no counter)" : "  (never got a counter)", stdout);
	else if (reading->running + encoded->elsewhere < reading->enabled)
		printf("  (estimated: counted %.0f%% of the time)",
			percent_of(reading->running + encoded->elsewhere, reading->enabled));
	putchar('\n');
}

/* The core of another CPU: its codes mean something else here. */
static bool is_foreign(const struct encoded *encoded, pfm_pmu_info_t *pmu)
{
	*pmu = (pfm_pmu_info_t){ .size = sizeof *pmu };
	return encoded->idx >= 0 && next_pmu(pmu_of(encoded->idx), pmu) && !pmu->is_present &&
		pmu->type == PFM_PMU_TYPE_CORE;
}

void say_what_is_foreign(const struct encoded *encoded)
{
	pfm_pmu_info_t pmu;

	if (is_foreign(encoded, &pmu))
		complain("%s: %s (%s) is no PMU of this machine: its code counts something else here, or nothing",
			encoded->requested, pmu.name, pmu.desc);
}

static void print_refusal(const struct encoded *encoded, const struct counting *counting, int error,
	const struct settings *settings)
{
	bool first = true, is_core = encoded->apart && encoded->attr.type != UINT32_MAX;
	const char *device = is_core ? NULL : encoded->details.device;

	pfm_pmu_info_t pmu;

	if (!settings->given.json && is_foreign(encoded, &pmu)) {
		complain("%s: this machine cannot count it", encoded->requested);
		return;
	}
	if (!settings->given.json) {
		explain_refusal(encoded->requested, &encoded->attr, device, counting, error);
		return;
	}
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", encoded->requested);
	json_text(&first, "event", encoded->string);
	json_refusal(&first, counting, error);
	puts("}");
}

/* One set, or those of several devices, whose events are added one by one. */
static bool print_counted(const struct counted *sets, int count, struct encoded *encoded,
	const struct settings *settings)
{
	uint64_t estimate;

	for (int i = 0; i < count; i++)
		if (sets[i].error) {
			print_refusal(&encoded[i * sets->count + sets[i].refused], &settings->counting, sets[i].error,
				settings);
			return false;
		}
	for (int i = 0; i < sets->count; i++) {
		struct reading sum = sum_of(sets, count, i, encoded[i].elsewhere, &estimate);

		encoded[i].never_ran = sum.enabled && !sum.running;
		print_count(&encoded[i], &sum, estimate, count, settings);
	}
	return true;
}

static bool is_added(const struct encoded *encoded, const struct settings *settings)
{
	return encoded->adds && !encoded->apart && !settings->per_device;
}

/* How long the events of each kind of cores, which follow each other, were counted on the others. */
static void note_elsewhere(const struct counted *sets, int made, struct encoded *first)
{
	int kinds = 1, events = sets->count;

	while (kinds < made && first[kinds * events].adds && first[kinds * events].apart)
		kinds++;
	for (int i = 0; i < kinds * events; i++)
		for (int kind = 0; kind < kinds; kind++)
			if (kind != i / events)
				first[i].elsewhere += sets[kind].readings[i % events].running;
}

/* Prints all sets; those that add to the one before as one. */
static bool print_all_counted(const struct counted *sets, int made, const struct perf_event_attr *attrs,
	struct encoded *encoded, const struct settings *settings)
{
	bool good = true;

	for (int i = 0, taken; i < made; i += taken) {
		struct encoded *first = &encoded[sets[i].events - attrs];

		if (first->apart && !first->adds)
			note_elsewhere(&sets[i], made - i, first);
		for (taken = 1; i + taken < made && is_added(&first[taken * sets[i].count], settings); taken++)
			;
		good &= print_counted(&sets[i], taken, first, settings);
	}
	return good;
}

/* Those that join stand behind the one that they join. The number of sets. */
static int make_sets(const struct encoded *encoded, int count, struct perf_event_attr *events, struct reading *readings,
	struct counted *sets)
{
	int made = 0;

	for (int i = 0; i < count; i++) {
		events[i] = encoded[i].attr;
		if (!made || !encoded[i].joins)
			sets[made++] = (struct counted){ .cpu = encoded[i].cpu,
				.everybody = encoded[i].everybody,
				.events = &events[i],
				.readings = &readings[i],
				.is_whole = encoded[i].is_whole && !(encoded[i].flags & PFM_PERF_WEAK) };
		sets[made - 1].count++;
	}
	return made;
}

static bool report_ending(int error, const struct counting *counting, const struct ending *ending)
{
	if (error)
		complain("cannot run %s: %s", counting->command[0], strerror(error));
	if (ending->status > 128 && !ending->signal)
		complain("the command was ended by signal %d (%s)", ending->status - 128,
			strsignal(ending->status - 128));
	return !error;
}

bool count_encoded(struct encoded *encoded, int events, const struct settings *settings, struct ending *ending)
{
	struct perf_event_attr *attrs = calloc((size_t)events, sizeof *attrs);
	struct reading *readings = calloc((size_t)events, sizeof *readings);
	struct counted *sets = calloc((size_t)events, sizeof *sets);
	struct ending this_ending = { .status = 0 };
	bool good = attrs && readings && sets;

	if (good) {
		int made = make_sets(encoded, events, attrs, readings, sets);

		int error = count_events(sets, made, &settings->counting, &this_ending);

		good = report_ending(error, &settings->counting, &this_ending) &&
			print_all_counted(sets, made, attrs, encoded, settings);
	} else {
		complain("out of memory");
	}
	if (this_ending.status || this_ending.signal)
		*ending = this_ending;
	free(attrs);
	free(readings);
	free(sets);
	return good;
}
