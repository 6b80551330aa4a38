/*
 * Codes at pfm_decode(). What is called an exact match must encode to the very words again.
 *
 * Bytes: layer and number of words; PMU, two; event, two; words, 24. Words are taken as they are, or, since few of
 * those are codes of events, as differences from the code of an event.
 */
#include "fuzz.h"

#include <perfmon/pfmkit.h>

#include <string.h>

enum { RESULTS = 4, HEADER = 5 };

static const int all_levels = PFM_PLM0 | PFM_PLM3; /* as pfm_decode() counts */

/* Numbers of PMUs have gaps: the n-th that there is. */
static pfm_pmu_t nth_pmu(unsigned int n)
{
	static pfm_pmu_t pmus[PFM_PMU_MAX];
	static unsigned int count;
	pfm_pmu_t pmu;

	if (!count)
		pfm_for_all_pmus(pmu)
			if (pfm_get_pmu_name(pmu))
				pmus[count++] = pmu;
	return n < 0xff00 ? pmus[n % count] : (pfm_pmu_t)(n & 0x7fff);
}

/* The words of the n-th event of a PMU, without unit masks or with those that it has by default. */
static bool words_of_event(pfm_pmu_t pmu, unsigned int n, pfm_os_t os, uint64_t *words)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_event_info_t event = { .size = sizeof event };
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_pmu_encode_arg_t raw = { .codes = words, .count = 3, .size = sizeof raw };
	pfm_perf_encode_arg_t perf = { .attr = &attr, .size = sizeof perf };
	char string[512];

	if (pfm_get_pmu_info(pmu, &info) || info.nevents < 1 ||
	    pfm_get_event_info(info.first_event + (int)(n % (unsigned int)info.nevents), os, &event))
		return false;
	words[0] = event.code;
	snprintf(string, sizeof string, "%s::%s", info.name, event.name);
	if (os == PFM_OS_NONE)
		return pfm_get_os_event_encoding(string, all_levels, os, &raw) || true;
	if (!pfm_get_perf_encoding_anywhere(string, all_levels, os, &perf)) {
		words[0] = attr.config;
		words[1] = attr.config1;
		words[2] = attr.config2;
	}
	return true;
}

static void encode_again(const char *string, const pfm_code_t *code)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	uint64_t words[3] = { 0, 0, 0 };
	pfm_pmu_encode_arg_t raw = { .codes = words, .count = 3, .size = sizeof raw };
	pfm_perf_encode_arg_t perf = { .attr = &attr, .size = sizeof perf };

	if (code->os == PFM_OS_NONE ? pfm_get_os_event_encoding(string, all_levels, code->os, &raw)
				    : pfm_get_perf_encoding_anywhere(string, all_levels, code->os, &perf))
		fuzz_fail("does not encode", string);
	if (code->os != PFM_OS_NONE) {
		words[0] = attr.config;
		words[1] = attr.config1;
		words[2] = attr.config2;
	}
	for (int i = 0; i < 3; i++)
		if (words[i] != (i < code->count ? code->words[i] : 0))
			fuzz_fail("is no exact match", string);
}

static void check_found(const pfm_decoded_t *found, const pfm_code_t *code, bool after_exact)
{
	if (!memchr(found->string, '\0', sizeof found->string))
		fuzz_fail("does not end", "a string");
	if (found->exact && !after_exact)
		fuzz_fail("comes after worse ones", found->string);
	if (found->exact != !(found->left[0] | found->left[1] | found->left[2]))
		fuzz_fail("is exact, or bits are left", found->string);
	if (found->exact)
		encode_again(found->string, code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	pfm_decoded_t found[RESULTS];
	pfm_code_t code = { .size = sizeof code };
	uint64_t bits[3] = { 0, 0, 0 };
	pfm_pmu_t pmu;
	int count;

	fuzz_start();
	if (size < HEADER)
		return 0;
	code.os = (pfm_os_t)(data[0] & 3); /* 3 is no layer */
	code.count = data[0] >> 2 & 3;
	pmu = nth_pmu(data[1] | (unsigned int)data[2] << 8);
	memcpy(bits, data + HEADER, size - HEADER < sizeof bits ? size - HEADER : sizeof bits);
	if (data[0] & 0x10)
		words_of_event(pmu, data[3] | (unsigned int)data[4] << 8, code.os, code.words);
	for (int i = 0; i < 3; i++)
		code.words[i] ^= bits[i];
	memset(found, 0xff, sizeof found);
	count = pfm_decode(pmu, &code, found, RESULTS);
	if (count > RESULTS)
		fuzz_fail("more results than asked for", "");
	for (int i = 0; i < count; i++)
		check_found(&found[i], &code, !i || found[i - 1].exact);
	return 0;
}
