/*
 * The calls of programs that are not in Debian, or count where they encode: Google Benchmark's for its option
 * --benchmark_perf_counters, and those of perf built with libpfm4 for --pfm-events. A file has an event a line, or a
 * list with commas and braces for perf's; what is printed is what perf_event_open would get, of all that the library
 * encodes.
 *
 *   callers benchmark|perf FILE
 */
#include <perfmon/pfmlib_perf_event.h>

#include <stdio.h>
#include <string.h>

static void print_attr(const char *name, const struct perf_event_attr *attr)
{
	printf("%s: %u %#llx %#llx %#llx u=%u k=%u hv=%u precise=%u pinned=%u\n", name, attr->type,
		(unsigned long long)attr->config, (unsigned long long)attr->config1,
		(unsigned long long)attr->config2, !attr->exclude_user, !attr->exclude_kernel, !attr->exclude_hv,
		attr->precise_ip, attr->pinned);
}

/* User code only; the structure without its size, as of libpfm 4.0. */
static void as_benchmark(const char *name)
{
	struct perf_event_attr attr;
	pfm_perf_encode_arg_t arg;

	memset(&attr, 0, sizeof attr);
	memset(&arg, 0, sizeof arg);
	arg.attr = &attr;
	if (!pfm_get_os_event_encoding(name, PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
		print_attr(name, &attr);
}

/* Each word of a list, whatever group it is in. */
static void as_perf(char *list)
{
	for (char *name = strtok(list, ",{}"); name; name = strtok(NULL, ",{}")) {
		struct perf_event_attr attr;

		memset(&attr, 0, sizeof attr);
		attr.size = sizeof attr;
		if (!pfm_get_perf_event_encoding(name, PFM_PLM0 | PFM_PLM3, &attr, NULL, NULL))
			print_attr(name, &attr);
	}
}

int main(int argc, char **argv)
{
	FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
	char line[1024];

	if (!file || pfm_initialize() != PFM_SUCCESS)
		return 2;
	while (fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strcmp(argv[1], "benchmark"))
			as_benchmark(line);
		else
			as_perf(line);
	}
	pfm_terminate();
	fclose(file);
	return 0;
}
