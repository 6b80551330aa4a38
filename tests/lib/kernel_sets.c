/*
 * Sets of events that people count together, perf's generic ones among them, against a model of the kernel's
 * assignment: 2,000 random sets on six CPUs. Which counters the kernel has for an event stands in
 * tests/data/kernel/counters.tsv, written from the drivers' rules and from what the vendors say of events. The model
 * knows nothing of the tables: an event after the other on every counter, and every way to form rounds.
 */
#include <perfmon/pfmkit.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { SETS = 334, MOST = 7, MOST_EVENTS = 128, FIXED = 32 };

/* Where the kernel counts it: bits 0-31 general counters, 32-63 fixed ones; a pair: an even one and the next. */
struct event {
	char string[128];
	uint64_t counters;
	bool is_pair;
};

static struct event events[MOST_EVENTS];
static unsigned int event_count;

static const struct cpu {
	const char *pmu, *cpuid;
} cpus[] = { { "skl", "GenuineIntel-6-94" }, { "icx", "GenuineIntel-6-106" }, { "spr", "GenuineIntel-6-143" },
	{ "adl_grt", "GenuineIntel-6-190" }, { "amd64_fam1ah_zen5", "AuthenticAMD-26-1" },
	{ "amd64_fam15h_interlagos", "AuthenticAMD-21-1" } };

/* Numbers that look random and are the same each time. */
static unsigned int any_below(unsigned int limit)
{
	static uint64_t state = 35;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned int)(state >> 33) % limit;
}

/* "0-3,f0" */
static uint64_t counters_of(const char *list)
{
	uint64_t counters = 0;

	for (const char *at = list; *at; at += *at == ',') {
		int base = *at == 'f' ? FIXED : 0;
		char *end;
		long first = strtol(at + (base != 0), &end, 10), last = first;

		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		for (long counter = first; counter <= last; counter++)
			counters |= UINT64_C(1) << (base + counter);
		at = end;
	}
	return counters;
}

static void read_events(const char *pmu)
{
	FILE *file = fopen(source_file("tests/data/kernel/counters.tsv"), "r");
	char line[256], name[64], list[32];

	event_count = 0;
	while (file && fgets(line, sizeof line, file) && event_count < MOST_EVENTS) {
		struct event *event = &events[event_count];

		if (sscanf(line, "%63s %127s %31s", name, event->string, list) != 3 || strcmp(name, pmu))
			continue;
		event->is_pair = !strcmp(list, "pair");
		event->counters = event->is_pair ? 0x15 : counters_of(list);
		event_count++;
	}
	if (CHECK(file))
		fclose(file);
	CHECK(event_count > 30);
	CHECK(event_count < MOST_EVENTS);
}

/* ---- the model ---- */

static uint64_t taken_on(const struct event *event, int counter)
{
	return (event->is_pair ? UINT64_C(3) : UINT64_C(1)) << counter;
}

static bool all_counted(const struct event *const *set, int count, unsigned int chosen, int at, uint64_t used)
{
	while (at < count && !(chosen >> at & 1))
		at++;
	if (at == count)
		return true;
	for (int counter = 0; counter < 64; counter++)
		if (set[at]->counters >> counter & 1 && !(used & taken_on(set[at], counter)) &&
		    all_counted(set, count, chosen, at + 1, used | taken_on(set[at], counter)))
			return true;
	return false;
}

static int least_rounds(const bool *fits, unsigned int left)
{
	unsigned int first = left & -left;
	int best = MOST;

	if (!left)
		return 0;
	for (unsigned int round = left; round; round = (round - 1) & left)
		if (round & first && fits[round]) {
			int rounds = 1 + least_rounds(fits, left & ~round);

			best = rounds < best ? rounds : best;
		}
	return best;
}

static int model_rounds(const struct event *const *set, int count)
{
	bool fits[1 << MOST];

	for (unsigned int chosen = 0; chosen < 1u << count; chosen++)
		fits[chosen] = all_counted(set, count, chosen, 0, 0);
	return least_rounds(fits, (1u << count) - 1);
}

/* ---- both ---- */

/* Each on a counter that the kernel has for it, and none twice in a round. */
static void check_places(const struct event *const *set, int count, const pfm_placement_t *places)
{
	uint64_t used[MOST] = { 0 };

	for (int i = 0; i < count; i++) {
		int counter = places[i].counter + (places[i].is_fixed ? FIXED : 0);
		uint64_t own = counter >= 0 ? taken_on(set[i], counter) : 0;

		if (!CHECK(counter >= 0 && places[i].round >= 0 && places[i].round < count &&
			   set[i]->counters >> counter & 1 && !(used[places[i].round] & own) &&
			   places[i].is_pair == set[i]->is_pair)) {
			printf("%s: round %d, counter %s%d\n", set[i]->string, places[i].round,
			       places[i].is_fixed ? "f" : "", places[i].counter);
			return;
		}
		used[places[i].round] |= own;
	}
}

static void check_set(const struct event *const *set, int count)
{
	pfm_placement_t places[MOST] = { { .size = sizeof places[0] } };
	pfm_fit_t fit = { .size = sizeof fit };
	const char *strings[MOST];
	int rounds = model_rounds(set, count), before = failures;

	for (int i = 0; i < count; i++)
		strings[i] = set[i]->string;
	if (CHECK(!pfm_fit_strings(strings, NULL, count, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT,
			  PFM_FIT_SMT | PFM_FIT_NO_WATCHDOG, &fit, places)) &&
	    CHECK(fit.rounds == rounds && (fit.reason == PFM_FIT_FITS) == (rounds == 1)))
		check_places(set, count, places);
	if (failures == before)
		return;
	printf("%d rounds, not %d: %s\n", fit.rounds, rounds, fit.message);
	for (int i = 0; i < count; i++)
		printf("  %s %#" PRIx64 "\n", strings[i], set[i]->counters);
}

/* The kernel puts what it can on a fixed counter. */
static void check_alone(const struct event *event)
{
	const struct event *set[] = { event };
	const char *string = event->string;
	pfm_placement_t place = { .size = sizeof place };
	pfm_fit_t fit = { .size = sizeof fit };

	check_set(set, 1);
	if (!CHECK(!pfm_fit_strings(&string, NULL, 1, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT,
			  PFM_FIT_SMT | PFM_FIT_NO_WATCHDOG, &fit, &place) &&
		   place.is_fixed == (event->counters >> FIXED != 0)))
		printf("%s alone: %s%d\n", string, place.is_fixed ? "f" : "", place.counter);
}

static int together, apart;

static void check_cpu(const struct cpu *cpu)
{
	int before = failures;

	pfm_terminate();
	setenv("LIBPFM_CPUID", cpu->cpuid, 1);
	if (!CHECK(!pfm_initialize()))
		return;
	read_events(cpu->pmu);
	for (unsigned int i = 0; i < event_count; i++)
		check_alone(&events[i]);
	for (int number = 0; number < SETS && failures < before + 8; number++) {
		const struct event *set[MOST];
		int count = 2 + (int)any_below(MOST - 1);

		for (int i = 0; i < count; i++)
			set[i] = &events[any_below(event_count)];
		check_set(set, count);
		*(model_rounds(set, count) == 1 ? &together : &apart) += 1;
	}
	if (failures > before)
		printf("on %s\n", cpu->cpuid);
}

static void all_cpus(void)
{
	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++)
		check_cpu(&cpus[i]);
	printf("%d sets fit, %d do not\n", together, apart);
	CHECK(together > 300);
	CHECK(apart > 300);
}

int main(void)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	RUN(all_cpus);
	pfm_terminate();
	return check_summary("kernel_sets");
}
