/*
 * Strings that mean harm, between two pages that must not be touched: what reads before or after a string dies here.
 * The fuzz harness (tests/fuzz) finds such strings; each that it found stays here.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

static const char *const strings[] = {
	"",
	":",
	"::",
	":::",
	".",
	",",
	"=",
	"a",
	"skl::",
	"skl::,",
	"skl:::",
	"::INST_RETIRED",
	"skl::INST_RETIRED:",
	"skl::INST_RETIRED:=",
	"skl::INST_RETIRED:c=",
	"skl::INST_RETIRED:c=0x",
	"skl::INST_RETIRED:c=-",
	"skl::INST_RETIRED:0x",
	"skl::INST_RETIRED:0x1:0x1",
	"adl_glc\t_RQSTS",
	"\tskl::INST_RETIRED",
	" ",
	"INST_RETIRED ANY",
	"perf_raw::r",
	"r",
	"r0x",
	"perf::sched:",
	"sched:sched_switch:",
	"%s%n%s%n",
	"skl::%n",
	"skl::INST_RETIRED:%n=%n",
	"\x80\xff\xfe",
	"perf::cycles:precise=",
	"perf::cycles:freq=-1:period=-1",
};

/* The string at the very start of a page, or with its NUL at the very end. */
static char *place(char *page, size_t size, const char *text, bool at_end)
{
	char *string = at_end ? page + size - strlen(text) - 1 : page;

	memset(page, 'x', size);
	strcpy(string, text);
	return string;
}

static void survive(const char *string)
{
	static const pfm_os_t layers[] = { PFM_OS_NONE, PFM_OS_PERF_EVENT, PFM_OS_PERF_EVENT_EXT };

	for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
		struct perf_event_attr attr = { 0 };
		pfm_perf_encode_arg_t perf = { .attr = &attr, .size = sizeof perf };
		uint64_t codes[4];
		pfm_pmu_encode_arg_t raw = { .codes = codes, .count = 4, .size = sizeof raw };
		pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };
		int result = pfm_get_os_event_encoding(string, PFM_PLM3, layers[i],
			layers[i] == PFM_OS_NONE ? (void *)&raw : &perf);

		if (!CHECK(result < 0 && !pfm_diagnose(string, PFM_PLM3, layers[i], &diagnosis)) ||
		    !CHECK(diagnosis.error == result && diagnosis.message[0]) ||
		    !CHECK(diagnosis.offset >= 0 && diagnosis.offset + diagnosis.length <= (int)strlen(string)))
			printf("  string: %s, layer %d: %d, diagnosis %d at %d, %d\n", string, layers[i], result,
				diagnosis.error, diagnosis.offset, diagnosis.length);
	}
}

/* What stands in a code behind the words that are given means nothing. */
static void decode_one_word(void)
{
	pfm_code_t code = { .size = sizeof code,
		.os = PFM_OS_NONE,
		.words = { 0x5300c0, UINT64_MAX, UINT64_MAX },
		.count = 1 };
	pfm_decoded_t found = { .size = sizeof found };

	CHECK_SAME(pfm_decode(PFM_PMU_INTEL_SKL, &code, &found, 1), 1);
	CHECK(found.exact);
	CHECK(strstr(found.string, "INST_RETIRED"));
}

int main(void)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!CHECK(pages != MAP_FAILED && !mprotect(pages + size, size, PROT_READ | PROT_WRITE)) ||
	    !CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1", pfm_initialize, pfm_terminate)))
		return check_summary("hostile");
	for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
		for (int at_end = 0; at_end < 2; at_end++) {
			const char *string = place(pages + size, size, strings[i], at_end);

			survive(string);
			CHECK(pfm_find_event(string) < 0 || strchr(string, '='));
		}
	/* the event is good, and what it lacks is found late: valgrind sees what is read then */
	survive("netburst::execution_event");
	decode_one_word();
	return check_summary("hostile");
}
