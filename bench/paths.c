/*
 * The main paths through the library, one at a time, for an instruction counter: counts do not depend on what else the
 * machine does.
 *
 *   paths                 names of the paths
 *   paths NAME TIMES      goes one of them
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char event[] = "skl::MEM_LOAD_RETIRED:L3_MISS:u";

static void initialize(void)
{
	pfm_terminate();
	pfm_initialize();
}

static void encode(const char *string, char **fstr)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .fstr = fstr, .size = sizeof arg };

	pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
}

static void encode_string(void)
{
	char *string = NULL;

	encode(event, &string);
	free(string);
}

static void encode_codes(void)
{
	encode(event, NULL);
}

static void encode_unqualified(void)
{
	encode(strstr(event, "::") + 2, NULL);
}

static void encode_unknown(void)
{
	encode("NO_SUCH_EVENT", NULL);
}

static void encode_perf(void)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &string, .size = sizeof arg };

	pfm_get_os_event_encoding(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg);
	free(string);
}

static void find(void)
{
	pfm_find_event(event);
}

static void list(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	pfm_get_pmu_info(PFM_PMU_INTEL_SKL, &info);
	for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t one = { .size = sizeof one };
		pfm_event_attr_info_t attr = { .size = sizeof attr };

		pfm_get_event_info(idx, PFM_OS_NONE, &one);
		for (int i = 0; i < one.nattrs; i++)
			pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr);
	}
}

static void decode(void)
{
	static pfm_decoded_t found[8] = { { .size = sizeof found[0] } };
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_NONE, .words = { 0x5320d1 }, .count = 1 };

	pfm_decode(PFM_PMU_INTEL_SKL, &code, found, 8);
}

static void diagnose_string(const char *string)
{
	static pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };

	pfm_diagnose(string, PFM_PLM3, PFM_OS_NONE, &diagnosis);
}

static void diagnose(void)
{
	diagnose_string("skl::MEM_LOAD_RETIRED:L3_MIS");
}

/* An event that is spelt wrong, and one that no event is spelt like. */
static void diagnose_event(void)
{
	diagnose_string("INST_RETIRD.ANY");
}

static void diagnose_words(void)
{
	diagnose_string("NOSUCH.EVENT");
}

static const struct path {
	const char *name;
	void (*go)(void);
} paths[] = {
	{ "initialize", initialize },
	{ "encode-string", encode_string },
	{ "encode-codes", encode_codes },
	{ "encode-unqualified", encode_unqualified },
	{ "encode-unknown", encode_unknown },
	{ "encode-perf", encode_perf },
	{ "find", find },
	{ "list-skl", list },
	{ "decode", decode },
	{ "diagnose", diagnose },
	{ "diagnose-event", diagnose_event },
	{ "diagnose-words", diagnose_words },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		if (argc < 3)
			puts(paths[i].name);
		else if (!strcmp(argv[1], paths[i].name)) {
			pfm_initialize();
			for (int n = atoi(argv[2]); n > 0; n--)
				paths[i].go();
		}
	}
	pfm_terminate();
	return 0;
}
