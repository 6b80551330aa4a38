/*
 * Does every kernel count what the tables say? A model of the kernel's tables of constraints for Intel's cores: event
 * select 0 means something only with the codes of tests/data/kernel/pseudo.tsv, each on a counter of its own and
 * without modifiers; a general counter that gets it counts nothing, and no kernel says so. All other codes must have a
 * counter where pfm_fit() puts them.
 */
#include <perfmon/pfmkit.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST_CODES = 16 };

static struct code {
	uint64_t low, high;
	char pmus[512], counter[16], since[8];
} codes[MOST_CODES];
static int code_count;

static void read_codes(void)
{
	FILE *file = fopen(source_file("tests/data/kernel/pseudo.tsv"), "r");
	char line[1024];

	while (file && fgets(line, sizeof line, file) && code_count < MOST_CODES) {
		struct code *code = &codes[code_count];

		if (sscanf(line, "%" SCNx64 " %" SCNx64 " %511s %15s %7s", &code->low, &code->high, code->pmus,
			   code->counter, code->since) == 5)
			code_count++;
	}
	if (CHECK(file))
		fclose(file);
	CHECK_SAME(code_count, 9);
}

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at++)
		if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ','))
			return true;
	return false;
}

/* What the kernel takes the code of event select 0 for on a PMU; NULL: it puts it on a general counter. */
static const struct code *code_of(const char *pmu, uint64_t config)
{
	for (int i = 0; i < code_count; i++)
		if ((config & 0xffff) >= codes[i].low && (config & 0xffff) <= codes[i].high &&
		    has_word(codes[i].pmus, pmu))
			return &codes[i];
	return NULL;
}

static int events, zero, uncounted, dated;

static pfm_placement_t place_of(const char *string, pfm_fit_t *fit)
{
	pfm_placement_t place = { .size = sizeof place };

	*fit = (pfm_fit_t){ .size = sizeof *fit };
	if (!CHECK(!pfm_fit_strings(&string, NULL, 1, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, 0, fit, &place)))
		printf("%s\n", string);
	return place;
}

/* The fixed counters match the very code: with a modifier that is in config nothing counts it. */
static void check_modified(const char *string)
{
	static const char *const modifiers[] = { ":c=1", ":e=1:c=1", ":i=1:c=1", ":t=1", ":intx=1" };
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	pfm_fit_t fit;

	for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
		char modified[512];

		snprintf(modified, sizeof modified, "%s%s", string, modifiers[i]);
		if (pfm_get_perf_encoding_anywhere(modified, PFM_PLM3, PFM_OS_PERF_EVENT, &arg) || attr.config & 0xff)
			continue;
		place_of(modified, &fit);
		if (!CHECK(!fit.rounds))
			printf("%s is counted\n", modified);
	}
}

/* Which kernels it needs is said of this event, and of no other. */
static void check_since(const char *string, int idx, int attr, const struct code *code)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	bool known = code && strcmp(code->since, "0");

	CHECK(!pfm_get_event_facts(idx, attr, &facts));
	dated += known;
	if (!CHECK(known ? facts.since_linux && !strcmp(facts.since_linux, code->since) : !facts.since_linux))
		printf("%s: Linux %s, not %s\n", string, facts.since_linux ? facts.since_linux : "of any version",
		       known ? code->since : "of any");
}

static void check_zero(const char *pmu, const char *string, uint64_t config)
{
	const struct code *code = code_of(pmu, config);
	pfm_fit_t fit;
	pfm_placement_t place = place_of(string, &fit);
	char counter[16];

	zero++;
	if (!code) {
		/* there is no counter for it, and that is said */
		if (!CHECK(!fit.rounds))
			printf("%s: no kernel knows %#" PRIx64 "\n", string, config);
		return;
	}
	if (*code->counter == 'm')
		return;
	snprintf(counter, sizeof counter, "fixed%d", place.counter);
	if (!CHECK(fit.rounds == 1 && place.is_fixed && !strcmp(counter, code->counter)))
		printf("%s: %s%d, not %s\n", string, place.is_fixed ? "f" : "", place.counter, code->counter);
	check_modified(string);
}

static void check_string(const char *pmu, const char *string, int umask, bool intel)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	pfm_fit_t fit;

	if (pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
		return;
	events++;
	check_since(string, arg.idx, umask, intel && !(attr.config & 0xff) ? code_of(pmu, attr.config) : NULL);
	if (intel && !(attr.config & 0xff)) {
		check_zero(pmu, string, attr.config);
		return;
	}
	place_of(string, &fit);
	if (!fit.rounds) {
		uncounted++;
		if (getenv("VERBOSE"))
			printf("%s: %s\n", string, fit.message);
	}
}

static void check_pmu(const char *name, const pfm_pmu_info_t *pmu, bool intel)
{
	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t event = { .size = sizeof event };
		char string[512];

		CHECK(!pfm_get_event_info(idx, PFM_OS_NONE, &event));
		snprintf(string, sizeof string, "%s::%s", name, event.name);
		check_string(name, string, PFM_NO_UMASK, intel);
		for (int i = 0; i < event.nattrs; i++) {
			pfm_event_attr_info_t attr = { .size = sizeof attr };

			CHECK(!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr));
			snprintf(string, sizeof string, "%s::%s:%s", name, event.name, attr.name);
			if (attr.type == PFM_ATTR_UMASK)
				check_string(name, string, i, intel);
		}
	}
}

/* The PMUs of Intel's cores that 0x300 is a code of, which are all that have fixed counters; and AMD's. */
static void cores(void)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	for (int number = pfm_next_pmu(0); number > 0; number = pfm_next_pmu(number)) {
		bool intel;

		CHECK(!pfm_get_pmu_info((pfm_pmu_t)number, &pmu));
		intel = has_word(codes[2].pmus, pmu.name);
		if (intel || (pmu.type == PFM_PMU_TYPE_CORE && !strncmp(pmu.name, "amd64_", 6)))
			check_pmu(pmu.name, &pmu, intel);
	}
	printf("%d events and unit masks, %d of event select 0, %d without a counter\n", events, zero, uncounted);
	CHECK(events > 30000);
	CHECK(zero > 100);
	CHECK(dated > 4);
}

int main(void)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (!CHECK(pfm_initialize() == PFM_SUCCESS))
		return 1;
	RUN(read_codes);
	RUN(cores);
	pfm_terminate();
	return check_summary("kernel_counts");
}
