/*
 * How long pfm_fit_strings() takes: 8 and 20 events of PMUs of several kinds, random ones with a unit mask each, the
 * median and the longest of many sets; and 16 events that are no two alike and of which no bound is sharp, so that
 * every set of them is looked at.
 */
#include <perfmon/pfmkit.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SETS = 400, ROUNDS = 7, NAME = 256, MOST = 20 };

static const char *const pmus[] = {
	"skl", "spr", "nhm", "amd64_fam19h_zen4", "amd64_fam15h_interlagos", "arm_n1", "power9", "power10", "power7"
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static pfm_fit_t fit = { .size = sizeof fit };
static pfm_placement_t places[PFM_FIT_MAX] = { { .size = sizeof places[0] } };

/* The best of some rounds, in microseconds. */
static double time_of(const char *const *strings, int count, int *rounds)
{
	double best = 1e9;

	for (int i = 0; i < ROUNDS; i++) {
		double start = now(), took;

		if (pfm_fit_strings(strings, NULL, count, PFM_PLM3, PFM_OS_NONE, 0, &fit, places))
			return 0;
		took = now() - start;
		best = took < best ? took : best;
	}
	*rounds = fit.rounds;
	return best;
}

static bool any_event(const char *pmu, const pfm_pmu_info_t *info, char *string)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attribute = { .size = sizeof attribute };
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };
	int id = info->first_event, length;

	for (int skip = rand() % info->nevents; skip > 0 && pfm_get_event_next(id) >= 0; skip--)
		id = pfm_get_event_next(id);
	if (pfm_get_event_info(id, PFM_OS_NONE, &event))
		return false;
	length = snprintf(string, NAME, "%s::%s", pmu, event.name);
	if (event.nattrs && !pfm_get_event_attr_info(id, rand() % event.nattrs, PFM_OS_NONE, &attribute) &&
	    attribute.type == PFM_ATTR_UMASK)
		snprintf(string + length, NAME - (size_t)length, ":%s", attribute.name);
	return !pfm_get_os_event_encoding(string, PFM_PLM3, PFM_OS_NONE, &arg);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool find_pmu(const char *name, pfm_pmu_info_t *info)
{
	pfm_pmu_t pmu;

	info->size = sizeof *info;
	pfm_for_all_pmus(pmu)
		if (!pfm_get_pmu_info(pmu, info) && !strcmp(info->name, name))
			return true;
	return false;
}

static void measure(const char *pmu, int count)
{
	static char names[MOST][NAME];
	static double times[SETS];
	const char *strings[MOST];
	pfm_pmu_info_t info;
	int rounds, most = 0;

	if (!find_pmu(pmu, &info))
		return;
	for (int set = 0; set < SETS; set++) {
		for (int i = 0; i < count;) {
			strings[i] = names[i];
			i += any_event(pmu, &info, names[i]);
		}
		times[set] = time_of(strings, count, &rounds);
		most = rounds > most ? rounds : most;
	}
	qsort(times, SETS, sizeof times[0], compare);
	printf("%-26s %2d events %10.1f us %10.1f us   %d\n", pmu, count, times[SETS / 2], times[SETS - 1], most);
}

/* Events of four counters, of which the caches have to agree with each other. */
static void measure_worst(void)
{
	static const char *const strings[] = { "power9::PM_L2_LD",          "power9::PM_L2_ST",
					       "power9::PM_L2_LD_MISS",     "power9::PM_L2_ST_MISS",
					       "power9::PM_L2_INST",        "power9::PM_L2_LD_HIT",
					       "power9::PM_L3_LD_HIT",      "power9::PM_L3_LD_MISS",
					       "power9::PM_LD_MISS_L1",     "power9::PM_ST_MISS_L1",
					       "power9::PM_DTLB_MISS",      "power9::PM_ITLB_MISS",
					       "power9::PM_BR_MPRED_CMPL",  "power9::PM_CMPLU_STALL",
					       "power9::PM_L1_ICACHE_MISS", "power9::PM_FLUSH" };
	int rounds = 0;
	double took = time_of(strings, 16, &rounds);

	printf("%-26s 16 events %10.1f us %13s   %d\n", "power9, caches", took, "", rounds);
}

int main(void)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize())
		return 1;
	printf("%-36s %13s %13s   rounds at most\n", "pfm_fit_strings()", "median", "longest");
	for (size_t i = 0; i < sizeof pmus / sizeof pmus[0]; i++) {
		measure(pmus[i], 8);
		measure(pmus[i], 16);
		measure(pmus[i], 20);
	}
	measure_worst();
	pfm_terminate();
	return 0;
}
