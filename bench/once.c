/*
 * One encode, as a program that needs just one does it. With NOTHING defined: nothing at all, to compare with.
 *
 *   LIBPFM_ENCODE_INACTIVE=1 once [memory]
 *
 * memory: prints how much of the library is private to this process, in KiB.
 */
#include <perfmon/pfmlib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Private dirty memory of all mappings of a file whose name has "libpfm" in it. */
static void print_memory(void)
{
	FILE *maps = fopen("/proc/self/smaps", "r");
	char line[512];
	long all = 0, kib;
	int ours = 0;

	while (maps && fgets(line, sizeof line, maps)) {
		if (strstr(line, "-") && strchr(line, '/'))
			ours = strstr(line, "libpfm") != NULL;
		else if (strchr(line, '-') && strchr(line, ':') && !strstr(line, "kB"))
			ours = 0;
		if (ours && sscanf(line, "Private_Dirty: %ld", &kib) == 1)
			all += kib;
	}
	if (maps)
		fclose(maps);
	printf("%ld\n", all);
}

int main(int argc, char **argv)
{
#ifndef NOTHING
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	if (pfm_initialize() || pfm_get_os_event_encoding("skl::INST_RETIRED:ANY_P", PFM_PLM3, PFM_OS_NONE, &arg))
		return 1;
#endif
	if (argc > 1 && !strcmp(argv[1], "memory"))
		print_memory();
	return 0;
}
