/*
 * The library's interface: life cycle, environment, identifiers, sizes of structures, which error comes first, what is
 * written where, files of sysfs and tracefs, threads, and <perfmon/pfmkit.h>, each in a file of its own. Event strings
 * themselves are in examples/ and golden.tsv. Expected values come from the specifications and from
 * tests/peers/differences.
 */
#define _GNU_SOURCE
#include "api.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

char top[512];

void put(const char *path, const char *text)
{
	char full[1024];
	FILE *file;

	snprintf(full, sizeof full, "%s%s", top, path);
	for (char *slash = full + strlen(top) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(full, 0777);
	}
	file = fopen(full, "w");
	if (!file || fputs(text, file) < 0 || fclose(file))
		printf("cannot write %s\n", full);
}

void put_pmu(const char *name, const char *type)
{
	char path[512];

	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms", name);
	put(path, "4\n");
	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/type", name);
	if (type)
		put(path, type);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	return where->level ? remove(path) : 0;
}

void remove_machine(void)
{
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void new_machine(void)
{
	remove_machine();
	put("/proc/sys/kernel/perf_event_paranoid", "2\n");
	put_pmu("software", "1\n");
}

int start_top(const char *more)
{
	char words[2048];

	snprintf(words, sizeof words, "LIBPFM_FSROOT=%s LIBPFM_CPUID=GenuineIntel-6-167-1 %s", top, more);
	return start(words);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(top, sizeof top, "%s/pfm-api-XXXXXX", tmp && *tmp && strlen(tmp) < 400 ? tmp : "/tmp");
	if (!mkdtemp(top)) {
		perror(top);
		return 1;
	}
	RUN(api_start);
	RUN(api_layout);
	RUN(api_identifiers);
	RUN(api_errors);
	RUN(api_codes);
	RUN(api_constants);
	RUN(api_counts);
	RUN(api_perf);
	RUN(api_kernel);
	if (has_threads())
		RUN(api_threads);
	RUN(api_diagnose);
	RUN(api_decode);
	RUN(api_groups);
	RUN(api_metrics);
	pfm_terminate();
	remove_machine();
	rmdir(top);
	return check_summary("api");
}
