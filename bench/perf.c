/*
 * Times strings of perf's language on captured machines, once their sysfs directories have been read.
 *
 *   LIBPFM_FSROOT=ROOT perf STRING...
 */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 9, REPEATS = 20000, MOST = 256 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds a string, of the best round. */
static double measure(const char *string, pfm_perf_event_t *events)
{
	double best = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double start = now(), each;

		for (int i = 0; i < REPEATS; i++)
			pfm_get_perf_events(string, 0, events, MOST, NULL);
		each = (now() - start) / REPEATS;
		if (!round || each < best)
			best = each;
	}
	return best;
}

int main(int argc, char **argv)
{
	static pfm_perf_event_t events[MOST];

	if (pfm_initialize())
		return 1;
	events[0].size = sizeof events[0];
	for (int i = 1; i < argc; i++) {
		int count = pfm_get_perf_events(argv[i], 0, events, MOST, NULL);

		printf("%4d results %8.0f ns  %s\n", count, measure(argv[i], events), argv[i]);
	}
	pfm_terminate();
	return 0;
}
