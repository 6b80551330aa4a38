/*
 * Runs a harness without libFuzzer: on the files that are named (replay), else on standard input. Compiled with
 * afl-clang-fast it is what AFL++ wants, with many inputs a process.
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

#ifdef __AFL_HAVE_MANUAL_CONTROL
__AFL_FUZZ_INIT();

static int run_afl(void)
{
	const unsigned char *bytes;

	__AFL_INIT();
	bytes = __AFL_FUZZ_TESTCASE_BUF;
	while (__AFL_LOOP(10000)) {
		size_t size = (size_t)__AFL_FUZZ_TESTCASE_LEN;
		uint8_t *copy = malloc(size ? size : 1); /* of the very size, so that what reads beyond it is seen */

		memcpy(copy, bytes, size);
		LLVMFuzzerTestOneInput(copy, size);
		free(copy);
	}
	return 0;
}
#endif

static void run_stream(FILE *stream)
{
	uint8_t *bytes = malloc(MOST), *copy;
	size_t size = fread(bytes, 1, MOST, stream);

	copy = realloc(bytes, size ? size : 1);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

int main(int argc, char **argv)
{
#ifdef __AFL_HAVE_MANUAL_CONTROL
	if (argc == 1)
		return run_afl();
#endif
	if (argc == 1)
		run_stream(stdin);
	for (int i = 1; i < argc; i++) {
		FILE *stream = fopen(argv[i], "rb");

		if (!stream) {
			perror(argv[i]);
			return 2;
		}
		run_stream(stream);
		fclose(stream);
	}
	if (argc > 1)
		printf("%d inputs\n", argc - 1);
	return 0;
}
