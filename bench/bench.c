/*
 * Times this library beside Debian's libpfm4, in one process and turn by turn, so that both meet the same machine.
 *
 *   bench OURS.so [THEIRS.so]
 *
 * Prints medians and ratios. Without the peer (package libpfm4) it prints our times only and says so.
 */
#include "library.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_EVENTS = 1000, ROUNDS = 9, REPEATS = 20, STRING = 512, LIBRARIES = 2 };

static struct library libraries[LIBRARIES];
static int library_count;

/* ---- events to encode: every PMU that both libraries know, taken evenly ---- */

static char *events[MOST_EVENTS];
static int event_count;

static bool encodes(const struct library *library, const char *event)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	return !library->encode(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
}

/* The n-th kind of string for an event: without attributes, with one of its unit masks, with a modifier as well. */
static void make_string(const char *pmu, const pfm_event_info_t *event, int n, char *string)
{
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	size_t length = (size_t)snprintf(string, STRING, "%s::%s", pmu, event->name);

	if (event->nattrs && n % 3 && !libraries[0].attr_info(event->idx, n % event->nattrs, PFM_OS_NONE, &attr) &&
		attr.type == PFM_ATTR_UMASK)
		length += (size_t)snprintf(string + length, STRING - length, ":%s", attr.name);
	if (n % 3 == 2 && !libraries[0].attr_info(event->idx, event->nattrs - 1, PFM_OS_NONE, &attr) &&
		attr.type != PFM_ATTR_UMASK)
		snprintf(string + length, STRING - length, ":%s=1", attr.name);
}

static void collect_events(void)
{
	const struct library *first = &libraries[0];
	char string[STRING];
	int seen = 0;

	for (int pmu = 1; pmu < PFM_PMU_MAX; pmu++) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_event_info_t event = { .size = sizeof event };

		if (first->pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = first->event_next(idx)) {
			bool good = true;

			if (seen++ % 13 || event_count == MOST_EVENTS || first->event_info(idx, PFM_OS_NONE, &event))
				continue;
			make_string(info.name, &event, seen / 13, string);
			for (int i = 0; i < library_count; i++)
				good &= encodes(&libraries[i], string);
			if (good)
				events[event_count++] = strdup(string);
		}
	}
}

/* ---- what is timed ---- */

enum how { WITH_STRING, WITHOUT_STRING, UNQUALIFIED };

static double time_encode(const struct library *library, const char *event, enum how how)
{
	uint64_t codes[4];
	double start = now();

	for (int i = 0; i < REPEATS; i++) {
		char *string = NULL;
		pfm_pmu_encode_arg_t arg = { .codes = codes,
			.count = 4,
			.fstr = how == WITH_STRING ? &string : NULL,
			.size = sizeof arg };

		library->encode(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
		free(string);
	}
	return (now() - start) / REPEATS;
}

/* The best of some rounds of each event, the libraries by turns; then the median over the events. */
static void encode_all(enum how how, double *result)
{
	static double times[LIBRARIES][MOST_EVENTS];

	for (int i = 0; i < event_count; i++) {
		const char *event = how == UNQUALIFIED ? strstr(events[i], "::") + 2 : events[i];

		for (int k = 0; k < library_count; k++)
			times[k][i] = 1;
		for (int round = 0; round < ROUNDS * library_count; round++) {
			double *best = &times[round % library_count][i],
			       t = time_encode(&libraries[round % library_count], event, how);

			*best = t < *best ? t : *best;
		}
	}
	for (int k = 0; k < library_count; k++)
		result[k] = median(times[k], event_count);
}

static void initialize(double *result)
{
	enum { TIMES = 51 };
	static double times[LIBRARIES][TIMES];

	for (int i = 0; i < TIMES; i++)
		for (int k = 0; k < library_count; k++) {
			double start;

			libraries[k].terminate();
			start = now();
			libraries[k].initialize();
			times[k][i] = now() - start;
		}
	for (int k = 0; k < library_count; k++)
		result[k] = median(times[k], TIMES);
}

/* All events and attributes of all PMUs, as showevtinfo reads them: the time of one attribute. */
static double list_all(const struct library *library)
{
	double start = now();
	int attrs = 0;

	for (int pmu = 0; pmu < PFM_PMU_MAX; pmu++) {
		pfm_pmu_info_t info = { .size = sizeof info };

		if (library->pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = library->event_next(idx)) {
			pfm_event_info_t event = { .size = sizeof event };
			pfm_event_attr_info_t attr = { .size = sizeof attr };

			library->event_info(idx, PFM_OS_NONE, &event);
			for (int i = 0; i < event.nattrs; i++, attrs++)
				library->attr_info(idx, i, PFM_OS_NONE, &attr);
		}
	}
	return (now() - start) / (attrs ? attrs : 1);
}

static void print(const char *what, const double *times)
{
	printf("%-42s %10.0f ns", what, times[0] * 1e9);
	if (library_count > 1)
		printf(" %10.0f ns %8.1f x", times[1] * 1e9, times[1] / times[0]);
	putchar('\n');
	fflush(stdout);
}

/* ---- threads ---- */

static void *encode_without_end(void *count)
{
	double start = now();
	long n = 0;

	for (; now() - start < 1; n += 100)
		for (int i = 0; i < 100; i++)
			encodes(&libraries[0], events[(n + i) % event_count]);
	*(long *)count = n;
	return NULL;
}

static void threads(int most)
{
	for (int count = 1; count <= most; count *= 2) {
		pthread_t ids[64];
		long done[64], all = 0;

		for (int i = 0; i < count; i++)
			pthread_create(&ids[i], NULL, encode_without_end, &done[i]);
		for (int i = 0; i < count; i++) {
			pthread_join(ids[i], NULL);
			all += done[i];
		}
		printf("%2d thread%s %38.1f million encodes a second\n", count, count > 1 ? "s" : " ",
			(double)all / 1e6);
	}
}

int main(int argc, char **argv)
{
	double times[LIBRARIES];
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (argc < 2 || !load_library(argv[1], &libraries[library_count++])) {
		fputs("usage: bench OURS.so [THEIRS.so]\n", stderr);
		return 2;
	}
	if (argc > 2 && load_library(argv[2], &libraries[library_count]))
		library_count++;
	else
		puts("no peer to compare with: install Debian's libpfm4");
	for (int i = 0; i < library_count; i++)
		libraries[i].initialize();
	collect_events();
	printf("%d events that %s\n%-42s %13s %13s %10s\n", event_count,
		library_count > 1 ? "both encode" : "we encode", "median of", "ours", "libpfm4", "ratio");
	encode_all(WITH_STRING, times);
	print("encode, full string", times);
	encode_all(WITHOUT_STRING, times);
	print("encode, codes only", times);
	encode_all(UNQUALIFIED, times);
	print("encode, codes only, no PMU in the string", times);
	for (int i = 0; i < library_count; i++)
		times[i] = list_all(&libraries[i]);
	print("list everything, an attribute", times);
	initialize(times);
	print("pfm_initialize", times);
	threads(cores > 32 ? 32 : (int)cores);
	return 0;
}
