/*
 * libFuzzer harness: event strings, and codes to decode, at the library's public functions with all PMUs active.
 *
 *   clang -fsanitize=fuzzer,address,undefined ...  (tests/fuzz/run)
 *
 * The first byte chooses the layer and the privilege levels. What is encoded must encode again from its own full string,
 * to the same codes.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, const char *string)
{
	fprintf(stderr, "%s: %s\n", what, string);
	abort();
}

static void codes(const char *string, int plm)
{
	uint64_t first[8], again[8];
	char *full = NULL;
	pfm_pmu_encode_arg_t arg = { .codes = first, .count = 8, .fstr = &full, .size = sizeof arg };

	if (pfm_get_os_event_encoding(string, plm, PFM_OS_NONE, &arg))
		return;
	if (strlen(full) < 250) {
		pfm_pmu_encode_arg_t second = { .codes = again, .count = 8, .size = sizeof second };

		if (!pfm_get_os_event_encoding(full, plm, PFM_OS_NONE, &second) && (second.count != arg.count || memcmp(first, again, (size_t)arg.count * sizeof *first)))
			fail("encodes to something else", full);
	}
	free(full);
}

static void attributes(const char *string, int plm, pfm_os_t os)
{
	struct perf_event_attr attr = { 0 };
	char *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };

	if (!pfm_get_perf_encoding_anywhere(string, plm, os, &arg))
		free(full);
}

static void decode(const uint8_t *data, size_t size)
{
	pfm_decoded_t found[4];
	pfm_code_t code = { .size = sizeof code, .os = data[0] & 1 ? PFM_OS_NONE : PFM_OS_PERF_EVENT };
	int pmu = (data[1] | data[2] << 8) % PFM_PMU_MAX;

	memset(found, 0, sizeof found);
	for (int i = 0; i < 4; i++)
		found[i].size = sizeof found[i];
	code.count = 1 + data[0] / 2 % 3;
	memcpy(code.words, data + 3, size - 3 < sizeof code.words ? size - 3 : sizeof code.words);
	pfm_decode((pfm_pmu_t)pmu, &code, found, 4);
}

extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int started;
	pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };
	char *string;

	if (!started) {
		setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
		started = pfm_initialize() == PFM_SUCCESS;
	}
	if (size < 4)
		return 0;
	if (data[0] & 0x80) {
		decode(data, size);
		return 0;
	}
	string = malloc(size);
	memcpy(string, data + 1, size - 1);
	string[size - 1] = '\0';
	switch (data[0] % 4) {
	case 0: codes(string, data[0] >> 2 & 0x1f); break;
	case 1: attributes(string, data[0] >> 2 & 0x1f, PFM_OS_PERF_EVENT); break;
	case 2: attributes(string, data[0] >> 2 & 0x1f, PFM_OS_PERF_EVENT_EXT); break;
	default: pfm_diagnose(string, data[0] >> 2 & 0x1f, PFM_OS_NONE, &diagnosis);
	}
	free(string);
	return 0;
}
