/*
 * How long pfm_initialize() takes on captured machines.
 *
 *   machines DIRECTORY     with the root directories of machines (LIBPFM_FSROOT), as in tests/tmp/roots
 *
 * Prints the median of each, and how many PMUs are found there.
 */
#include <perfmon/pfmlib.h>

#include "library.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 51 };

static void measure(const char *name)
{
	double times[TIMES];

	for (int i = 0; i < TIMES; i++) {
		double start;

		pfm_terminate();
		start = now();
		if (pfm_initialize()) {
			printf("%-42s fails\n", name);
			return;
		}
		times[i] = now() - start;
	}
	printf("%-42s %10.0f us %8d PMUs\n", name, median(times, TIMES) * 1e6, active_pmus(pfm_get_pmu_info));
}

int main(int argc, char **argv)
{
	struct dirent **entries;
	int count = argc == 2 ? scandir(argv[1], &entries, NULL, alphasort) : -1;

	if (count < 0) {
		fputs("usage: machines DIRECTORY\n", stderr);
		return 2;
	}
	measure("this machine");
	for (int i = 0; i < count; i++) {
		char root[4096];

		if (entries[i]->d_name[0] == '.')
			continue;
		snprintf(root, sizeof root, "%s/%s", argv[1], entries[i]->d_name);
		setenv("LIBPFM_FSROOT", root, 1);
		measure(entries[i]->d_name);
	}
	return 0;
}
