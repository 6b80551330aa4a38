/*
 * generic ITERATIONS LEAST: asks the kernel of this machine for each of perf's generic events, and for what the tables
 * say that it counts for this release of Linux, as an event of type RAW. Both count a loop of ITERATIONS; the fewest of
 * some tries are compared, as the kernel's timer adds to either now and then. What the kernel refuses must be refused
 * by the tables, or be an event that the machine lacks, as its directory of events says. POWER's directory names the
 * generic events and their codes: these are compared, too. LEAST: how many instructions an iteration has. Prints what
 * differs, and how many were asked.
 */
#include <perfmon/pfmkit.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "run_loop.h"

enum { TRIES = 10, DEVICES_LENGTH = 1024 };

static unsigned long iterations;
static int asked, counted, refused, named, differ;
static char release[16]; /* 6.1 */
static char folder[DEVICES_LENGTH]; /* what the kernel names of its core */

/* The fewest that an event counts while the loop runs; -1: the kernel refuses it, and errno says why. */
static long long count_event(uint32_t type, const uint64_t *words)
{
	struct perf_event_attr attr = { .size = sizeof attr, .type = type, .config = words[0], .config1 = words[1],
		.config2 = words[2], .disabled = 1, .exclude_kernel = 1, .exclude_hv = 1 };
	int file = perf_event_open(&attr, 0, -1, -1, 0);
	long long least = -1, count;

	if (file < 0)
		return -1;
	for (int i = 0; i < TRIES; i++) {
		ioctl(file, PERF_EVENT_IOC_RESET, 0);
		ioctl(file, PERF_EVENT_IOC_ENABLE, 0);
		run_loop(iterations);
		ioctl(file, PERF_EVENT_IOC_DISABLE, 0);
		if (read(file, &count, sizeof count) == sizeof count && (least < 0 || count < least))
			least = count;
	}
	close(file);
	return least;
}

/* 6.1 and 6.12, as numbers that can be compared. */
static int release_number(const char *text)
{
	char *end;
	long major = strtol(text, &end, 10);

	return (int)(major * 1000 + (*end == '.' ? strtol(end + 1, NULL, 10) : 0));
}

/* What the tables say of this release; false: that the kernel refuses it. */
static int tables_say(pfm_pmu_t pmu, const char *name, uint64_t *words)
{
	pfm_kernel_meaning_t rows[8] = { { .size = sizeof rows[0] } };
	int count = pfm_get_kernel_meanings(pmu, name, rows, 8), now = release_number(release);

	for (int i = 0; i < count && i < 8; i++)
		if ((!rows[i].since || release_number(rows[i].since) <= now) &&
		    (!rows[i].before || now < release_number(rows[i].before))) {
			memcpy(words, rows[i].words, sizeof rows[i].words);
			return !rows[i].is_refused;
		}
	return 0;
}

/* The code of a file such as event=0x1e; -1: it is none. */
static long long code_in(const char *name)
{
	char path[DEVICES_LENGTH + 300], line[128] = "";
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "r");
	if (file && !fgets(line, sizeof line, file))
		*line = '\0';
	if (file)
		fclose(file);
	return strncmp(line, "event=", 6) ? -1 : strtoll(line + 6, NULL, 0);
}

/* Whether a file of the directory has the code: the machine has the event then. */
static int folder_has(uint64_t code)
{
	DIR *events = opendir(folder);
	struct dirent *entry;
	int has = 0;

	while (events && !has && (entry = readdir(events)))
		has = *entry->d_name != '.' && code_in(entry->d_name) == (long long)code;
	if (events)
		closedir(events);
	return has;
}

static void say(const char *name, const char *what, long long kernel, long long tables)
{
	differ++;
	printf("differs: %s: %s: the kernel %lld, the tables %lld\n", name, what, kernel, tables);
}

/* An event that both have, with the loop's noise: what the system calls around it take, and a hundredth. */
static void compare_counts(const char *name, uint64_t *words, long long generic, unsigned long least)
{
	long long raw = count_event(PERF_TYPE_RAW, words), noise = 2000 + generic / 100;

	counted += generic > 0;
	if (raw < 0 || raw - generic > noise || generic - raw > noise)
		say(name, "counts", generic, raw);
	if (!strcmp(name, "instructions") && generic < (long long)(iterations * least))
		say(name, "counts less than the loop has", generic, (long long)(iterations * least));
	if (!strcmp(name, "cpu-cycles") && !generic)
		say(name, "counts nothing", generic, raw);
}

static void ask(uint32_t type, uint64_t config, unsigned long least)
{
	pfm_generic_t generic = { .size = sizeof generic };
	uint64_t words[3] = { 0 }, itself[3] = { config };
	long long count, code;
	int there;

	if (pfm_get_generic(PFM_PMU_NONE, type, config, &generic))
		return;
	asked++;
	there = tables_say(generic.pmu, generic.name, words);
	count = count_event(type, itself);
	code = code_in(generic.name);
	named += code >= 0;
	if (code >= 0 && (!there || code != (long long)words[0]))
		say(generic.name, "code in the folder of events", code, (long long)words[0]);
	if (count >= 0 && there) {
		compare_counts(generic.name, words, count, least);
	} else if (count >= 0) {
		say(generic.name, "refused", count, -1);
	} else {
		refused++;
		if (there && folder_has(words[0]))
			say(generic.name, "counted", -1, (long long)words[0]);
	}
}

/* The directory of the core's events. */
static void find_folder(void)
{
	static const char top[] = "/sys/bus/event_source/devices";
	DIR *devices = opendir(top);
	struct dirent *entry;

	while (devices && (entry = readdir(devices)))
		if (!strcmp(entry->d_name, "cpu") || !strncmp(entry->d_name, "armv", 4))
			snprintf(folder, sizeof folder, "%s/%s/events", top, entry->d_name);
	if (devices)
		closedir(devices);
}

int main(int argc, char **argv)
{
	struct utsname system;

	iterations = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	if (pfm_initialize() || uname(&system))
		return 1;
	snprintf(release, sizeof release, "%.*s", (int)strspn(system.release, "0123456789."), system.release);
	find_folder();
	for (uint64_t config = 0; config < PERF_COUNT_HW_MAX; config++)
		ask(PERF_TYPE_HARDWARE, config, argc > 2 ? strtoul(argv[2], NULL, 10) : 1);
	for (uint64_t cache = 0; cache < PERF_COUNT_HW_CACHE_MAX; cache++)
		for (uint64_t way = 0; way < 6; way++)
			ask(PERF_TYPE_HW_CACHE, cache | way / 2 << 8 | way % 2 << 16, 0);
	printf("generic: Linux %s: %d events, %d count, %d refused, %d named in the folder, %d differ\n", release,
		asked, counted, refused, named, differ);
	return differ > 0;
}
