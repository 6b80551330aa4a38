/*
 * From the codes of names that vendors publish back to the names: the files of tests/data/names, as far as their codes
 * are what the kernel gets. The first of the exact answers of pfm_decode() is a name that the vendor has; the others
 * that the vendor has for the code are among the answers. What is not yet so is counted below.
 *
 * With SAMPLE (check.h), or QUICK_SAMPLE, which means this test alone, some of the names are asked for, and what is not
 * so may be more by chance.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <strings.h>

#include "check.h"

enum { COLUMNS = 7, PMU = 0, NAME, CONFIG, MOST = 64, LONGEST = 512 };

/* Of each file: names, those that are among the answers, and those of codes whose first answer is the vendor's. */
static const struct expected {
	const char *file;
	int names, appear, first;
} expected[] = {
	/* 1,016 of clx are other spellings, OFFCORE_RESPONSE:request=..; those of nhm and wsm that lack are of two
	 * unit masks here */
	{ "intel_core", 16922, 15690, 16447 },
	{ "intel_uncore", 15188, 15187, 15077 },
	{ "amd", 2145, 2145, 2043 },
	{ "arm_power_riscv_s390", 12555, 12555, 12543 },
	{ "system", 2615, 2557, 2557 },
};

static char (*names)[LONGEST];
static struct code {
	char pmu[64];
	uint64_t words[3];
} *codes;
static int count, room;

/* The name as an event string: event and unit mask split at the first dot, further dots are _. */
static void as_string(const char *pmu, const char *name, char *string)
{
	char *at;

	snprintf(string, LONGEST, "%s::%s", pmu, name);
	at = strchr(strstr(string, "::"), '.');
	if (at)
		*at = ':';
	for (; at && *at; at++)
		if (*at == '.')
			*at = '_';
}

static void add_line(char *line)
{
	char *columns[COLUMNS];

	line[strcspn(line, "\n")] = '\0';
	for (int i = 0; i < COLUMNS; i++)
		columns[i] = strsep(&line, "\t");
	if (!CHECK(columns[CONFIG + 2] != NULL))
		return;
	if (count == room) {
		room = room ? 2 * room : 1024;
		names = realloc(names, (size_t)room * sizeof *names);
		codes = realloc(codes, (size_t)room * sizeof *codes);
		if (!names || !codes)
			exit(2);
	}
	as_string(columns[PMU], columns[NAME], names[count]);
	snprintf(codes[count].pmu, sizeof codes[count].pmu, "%s", columns[PMU]);
	for (int i = 0; i < 3; i++)
		codes[count].words[i] = strtoull(columns[CONFIG + i], NULL, 0);
	count++;
}

static void read_names(const char *name)
{
	char file[128], *line = NULL;
	size_t size = 0;
	FILE *data;

	snprintf(file, sizeof file, "tests/data/names/%s.tsv.xz", name);
	data = open_data(file);
	count = 0;
	while (data && getline(&line, &size, data) > 0)
		if (*line != '#')
			add_line(line);
	free(line);
	if (data)
		pclose(data);
}

/* Of PMUs with instances the first one. */
static bool is_pmu(const char *name, const char *wanted)
{
	size_t length = strlen(wanted);

	return !strncmp(name, wanted, length) && (!name[length] || !strcmp(name + length, "0"));
}

static pfm_pmu_t pmu_of(const char *name)
{
	static pfm_pmu_t last = PFM_PMU_NONE;
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (last != PFM_PMU_NONE && !pfm_get_pmu_info(last, &info) && is_pmu(info.name, name))
		return last;
	pfm_for_all_pmus(pmu) {
		if (!pfm_get_pmu_info(pmu, &info) && is_pmu(info.name, name))
			return last = pmu;
	}
	return PFM_PMU_NONE;
}

static int compare(const void *a, const void *b)
{
	return strcasecmp(a, b);
}

/* The string with the PMU's name as the file has it. */
static const char *as_in_file(const char *pmu, const char *string)
{
	static char text[LONGEST + 64];

	snprintf(text, sizeof text, "%s%s", pmu, strstr(string, "::"));
	return text;
}

/* Names that were asked for, and of these how many are among the answers, and how many codes have a right one first. */
struct results {
	int asked, appear, first;
};

static void ask(int i, const char (*sorted)[LONGEST], struct results *results)
{
	static pfm_decoded_t found[MOST];
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3 };
	bool is_there = false;
	int answers;

	memcpy(code.words, codes[i].words, sizeof code.words);
	found->size = sizeof *found;
	answers = pfm_decode(pmu_of(codes[i].pmu), &code, found, MOST);
	for (int k = 0; k < answers && found[k].exact && !is_there; k++)
		is_there = !strcasecmp(as_in_file(codes[i].pmu, found[k].string), names[i]);
	results->asked++;
	results->appear += is_there;
	results->first += answers > 0 && found->exact &&
		bsearch(as_in_file(codes[i].pmu, found->string), sorted, (size_t)count, sizeof *sorted, compare);
}

/* Whether no more lack in these than in the file; in a sample beyond what five standard deviations explain. */
static bool is_enough(int good, int asked, const struct expected *file, int wanted)
{
	long long lack = asked - good, allowed = (long long)(file->names - wanted) * asked;
	long long more = lack * file->names - allowed;

	if (asked == file->names || more <= 0)
		return more <= 0;
	return more <= 2LL * file->names || more / file->names * more <= 25 * allowed;
}

static void check_file(const struct expected *file)
{
	struct results results = { .asked = 0 };
	char (*sorted)[LONGEST];

	read_names(file->file);
	sorted = malloc((size_t)count * sizeof *sorted);
	if (!CHECK(sorted && count == file->names))
		return;
	memcpy(sorted, names, (size_t)count * sizeof *sorted);
	qsort(sorted, (size_t)count, sizeof *sorted, compare);
	for (int i = 0; i < count; i++)
		if (in_sample((unsigned int)i))
			ask(i, (const char (*)[LONGEST])sorted, &results);
	free(sorted);
	printf("%s: %d of %d names, %d among the answers, %d with one of the vendor's first\n", file->file,
		results.asked, count, results.appear, results.first);
	CHECK(is_enough(results.appear, results.asked, file, file->appear));
	CHECK(is_enough(results.first, results.asked, file, file->first));
}

/* The first answer for a code of a PMU. */
static void check_first(const char *pmu, uint64_t config, uint64_t config1, const char *string)
{
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .words = { config, config1 }, .count = 2 };
	pfm_decoded_t found = { .size = sizeof found };

	if (!CHECK(pfm_decode(pmu_of(pmu), &code, &found, 1) == 1 && found.exact && !strcmp(found.string, string)))
		printf("  %s for %s\n", found.string, string);
}

int main(void)
{
	const char *quick = getenv("QUICK_SAMPLE");

	if (quick)
		setenv("SAMPLE", quick, 1);
	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1", pfm_initialize, pfm_terminate));
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		check_file(&expected[i]);
	check_first("skl", 0x3c, 0, "skl::CPU_CLK_UNHALTED:THREAD_P");
	check_first("skl", 0xc0, 0, "skl::INST_RETIRED:ANY_P");
	check_first("icl", 0x1b7, 0x10001, "icl::OCR:DEMAND_DATA_RD_ANY_RESPONSE");
	check_first("icl", 0x1cd, 0x80, "icl::MEM_TRANS_RETIRED:LOAD_LATENCY_GT_128");
	check_first("icx_unc_iio_free", 0x35ff, 0, "icx_unc_iio_free::UNC_IIO_BANDWIDTH_OUT:PART5_FREERUN");
	check_first("skx_unc_m2m", 0x12d, 0, "skx_unc_m2m0::UNC_M2M_DIRECTORY_LOOKUP:ANY");
	check_first("arm_ac15", 0x69, 0, "arm_ac15::UNALIGNED_ST_SPEC");
	pfm_terminate();
	free(names);
	free(codes);
	return check_summary("decoded_names");
}
