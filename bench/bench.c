/*
 * Times this library beside Debian's libpfm4, in one process and turn by turn, so that both meet the same machine.
 *
 *   bench OURS.so [THEIRS.so]
 *
 * Prints medians and ratios. Without the peer (package libpfm4) it prints our times only and says so.
 */
#define _GNU_SOURCE
#include <perfmon/pfmlib_perf_event.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_EVENTS = 4000, ROUNDS = 7, REPEATS = 50 };

struct library {
	const char *name;
	int (*initialize)(void);
	void (*terminate)(void);
	int (*encode)(const char *str, int plm, pfm_os_t os, void *arg);
	int (*pmu_info)(pfm_pmu_t pmu, pfm_pmu_info_t *info);
	int (*event_next)(int idx);
	int (*event_info)(int idx, pfm_os_t os, pfm_event_info_t *info);
	int (*attr_info)(int idx, int attr, pfm_os_t os, pfm_event_attr_info_t *info);
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *symbol(void *handle, const char *name)
{
	void *found = dlsym(handle, name);

	if (!found) {
		fprintf(stderr, "bench: no %s\n", name);
		exit(2);
	}
	return found;
}

static bool load(const char *path, const char *name, struct library *library)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);

	if (!handle)
		return false;
	library->name = name;
	*(void **)&library->initialize = symbol(handle, "pfm_initialize");
	*(void **)&library->terminate = symbol(handle, "pfm_terminate");
	*(void **)&library->encode = symbol(handle, "pfm_get_os_event_encoding");
	*(void **)&library->pmu_info = symbol(handle, "pfm_get_pmu_info");
	*(void **)&library->event_next = symbol(handle, "pfm_get_event_next");
	*(void **)&library->event_info = symbol(handle, "pfm_get_event_info");
	*(void **)&library->attr_info = symbol(handle, "pfm_get_event_attr_info");
	return true;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, compare);
	return count ? values[count / 2] : 0;
}

/* ---- events to encode: every PMU that both libraries know, taken evenly ---- */

static char *events[MOST_EVENTS];
static int event_count;

static bool encodes(const struct library *library, const char *event)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	return !library->encode(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
}

static void collect_events(const struct library *libraries, int count)
{
	const struct library *first = &libraries[0];
	char string[512];
	int seen = 0;

	for (int pmu = 1; pmu < PFM_PMU_MAX && event_count < MOST_EVENTS; pmu++) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_event_info_t event = { .size = sizeof event };

		if (first->pmu_info((pfm_pmu_t)pmu, &info))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = first->event_next(idx)) {
			pfm_event_attr_info_t attr = { .size = sizeof attr };
			bool good = true;

			if (seen++ % 23 || first->event_info(idx, PFM_OS_NONE, &event))
				continue;
			if (event.nattrs && !first->attr_info(idx, seen / 23 % event.nattrs, PFM_OS_NONE, &attr) && attr.type == PFM_ATTR_UMASK)
				snprintf(string, sizeof string, "%s::%s:%s", info.name, event.name, attr.name);
			else
				snprintf(string, sizeof string, "%s::%s", info.name, event.name);
			for (int i = 0; i < count; i++)
				good &= encodes(&libraries[i], string);
			if (good && event_count < MOST_EVENTS)
				events[event_count++] = strdup(string);
		}
	}
}

/* ---- what is timed ---- */

static double time_encode(const struct library *library, const char *event, bool with_string)
{
	uint64_t codes[4];
	double start = now();

	for (int i = 0; i < REPEATS; i++) {
		char *string = NULL;
		pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .fstr = with_string ? &string : NULL, .size = sizeof arg };

		library->encode(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
		free(string);
	}
	return (now() - start) / REPEATS;
}

static double encode_median(const struct library *library, bool with_string, bool qualified)
{
	static double times[MOST_EVENTS];

	for (int i = 0; i < event_count; i++) {
		const char *colons = strstr(events[i], "::"), *event = qualified || !colons ? events[i] : colons + 2;
		double best = 1;

		for (int round = 0; round < ROUNDS; round++) {
			double t = time_encode(library, event, with_string);

			best = t < best ? t : best;
		}
		times[i] = best;
	}
	return median(times, event_count);
}

static double with_string(const struct library *library)
{
	return encode_median(library, true, true);
}

static double without_string(const struct library *library)
{
	return encode_median(library, false, true);
}

static double unqualified(const struct library *library)
{
	return encode_median(library, false, false);
}

static double initialize(const struct library *library)
{
	double times[51];

	for (int i = 0; i < 51; i++) {
		double start;

		library->terminate();
		start = now();
		library->initialize();
		times[i] = now() - start;
	}
	return median(times, 51);
}

/* All events and attributes of all PMUs, as showevtinfo reads them. */
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

static void run(const char *what, double (*measure)(const struct library *library), const struct library *libraries, int count)
{
	double ours = measure(&libraries[0]), theirs;

	printf("%-42s %10.0f ns", what, ours * 1e9);
	if (count > 1) {
		theirs = measure(&libraries[1]);
		printf(" %10.0f ns %8.1f x", theirs * 1e9, theirs / ours);
	}
	putchar('\n');
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct library libraries[2];
	int count = 0;

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (argc < 2 || !load(argv[1], "ours", &libraries[count++])) {
		fprintf(stderr, "usage: bench OURS.so [THEIRS.so]\n%s\n", argc < 2 ? "" : dlerror());
		return 2;
	}
	if (argc > 2 && load(argv[2], "theirs", &libraries[count]))
		count++;
	else
		puts("no peer to compare with: install Debian's libpfm4");
	for (int i = 0; i < count; i++)
		libraries[i].initialize();
	collect_events(libraries, count);
	printf("%d events that %s\n%-42s %13s %13s %10s\n", event_count, count > 1 ? "both encode" : "we encode", "median of", "ours", "libpfm4", "ratio");
	run("encode, full string", with_string, libraries, count);
	run("encode, codes only", without_string, libraries, count);
	run("encode, codes only, no PMU in the string", unqualified, libraries, count);
	run("list everything, an attribute", list_all, libraries, count);
	run("pfm_initialize", initialize, libraries, count);
	return 0;
}
