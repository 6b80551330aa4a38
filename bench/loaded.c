/*
 * What a file of tables costs (pfm-tables(5)).
 *
 *   loaded FILE.pmt PMU::EVENT     an event of one of its PMUs
 *
 * Prints, as medians: pfm_initialize() when nothing is loaded and with the file, the first encoding of the event, which
 * checks the file, and those after it. Directories of tables are looked for as ever.
 */
#include <perfmon/pfmlib_perf_event.h>

#include "library.h"

#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 401, AGAIN = 100 };

static struct {
	double start[TIMES], first[TIMES], later[TIMES];
} times;

static int encode(const char *event)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

	return pfm_get_os_event_encoding(event, PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
}

/* False: the library does not start, or does not know the event. */
static bool measure(const char *tables, const char *event)
{
	setenv("LIBPFM_TABLES", tables, 1);
	for (int i = 0; i < TIMES; i++) {
		double begin = now(), end;

		if (pfm_initialize())
			return false;
		end = now();
		times.start[i] = end - begin;
		if (event && encode(event))
			return false;
		begin = now();
		times.first[i] = begin - end;
		for (int k = 0; event && k < AGAIN; k++)
			encode(event);
		times.later[i] = (now() - begin) / AGAIN;
		pfm_terminate();
	}
	return true;
}

int main(int argc, char **argv)
{
	double nothing;

	if (argc != 3) {
		fputs("usage: loaded FILE.pmt PMU::EVENT\n", stderr);
		return 2;
	}
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (!measure("", NULL))
		return 1;
	nothing = median(times.start, TIMES);
	if (!measure(argv[1], argv[2])) {
		fprintf(stderr, "%s: not known\n", argv[2]);
		return 1;
	}
	printf("pfm_initialize, nothing loaded %29.1f us\n", nothing * 1e6);
	printf("pfm_initialize, with the file %30.1f us\n", median(times.start, TIMES) * 1e6);
	printf("first encoding in it %39.1f us\n", median(times.first, TIMES) * 1e6);
	printf("those after it %45.0f ns\n", median(times.later, TIMES) * 1e9);
	return 0;
}
