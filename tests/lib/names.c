/*
 * Every name that vendors publish, as they write it: the files of tests/data/names, made from their files.
 * Columns: PMU, name, config, config1, config2, counters, CPU. Each name is typed as PMU::NAME, and on its CPU as NAME
 * alone; there the code may also be that of another PMU of the CPU that has the name (a name that both core types
 * have). The counters are the vendor's, fixed ones with an f in front and numbered from 0 (some of Intel's files begin
 * with 1): the tables must have all of them, and of the general ones no other.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <errno.h>
#include <inttypes.h>

#include "check.h"

enum { COLUMNS = 7, PMU = 0, NAME, CONFIG, CONFIG1, CONFIG2, COUNTERS, CPU };

struct row {
	char *columns[COLUMNS];
	uint64_t config[3];
};

static struct row *rows;
static int row_count;

static void add_row(char *line)
{
	struct row row = { .columns = { NULL } };

	line[strcspn(line, "\n")] = '\0';
	for (int i = 0; i < COLUMNS; i++)
		row.columns[i] = strsep(&line, "\t");
	if (!CHECK(row.columns[CPU] && !line))
		return;
	for (int i = 0; i < 3; i++)
		row.config[i] = strtoull(row.columns[CONFIG + i], NULL, 0);
	rows = realloc(rows, (size_t)(row_count + 1) * sizeof *rows);
	if (!rows)
		exit(2);
	rows[row_count++] = row;
}

static void read_rows(const char *file)
{
	FILE *data = open_data(file);
	char *line = NULL;
	size_t room = 0;

	while (data && getline(&line, &room, data) > 0)
		if (*line != '#')
			add_row(strdup(line));
	free(line);
	if (data)
		pclose(data);
}

static bool has_code(const struct row *row, const struct perf_event_attr *attr)
{
	return row->config[0] == attr->config && row->config[1] == attr->config1 && row->config[2] == attr->config2;
}

static int encode(const char *string, struct perf_event_attr *attr)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof arg };

	memset(attr, 0, sizeof *attr);
	attr->size = sizeof *attr;
	return pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
}

static void report(const struct row *row, const char *string, int error, const struct perf_event_attr *attr)
{
	if (error)
		printf("%s: %s\n", string, pfm_strerror(error));
	else
		printf("%s: 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 ", not %s %s %s\n", string, (uint64_t)attr->config,
			(uint64_t)attr->config1, (uint64_t)attr->config2, row->columns[CONFIG], row->columns[CONFIG1],
			row->columns[CONFIG2]);
}

/* How many failures are printed. */
static int shown = 40;

static void judge(const struct row *row, const char *string, int error, const struct perf_event_attr *attr, bool good)
{
	checks++;
	if (good)
		return;
	failures++;
	if (failures <= shown)
		report(row, string, error, attr);
}

/* ---- counters ---- */

/* "0,1,2,3", "2-9", "f0"; "Fixed" for the only fixed one. Bits as in pfm_event_facts_t; 0: nothing is said. */
static uint64_t counters_of(const char *list)
{
	uint64_t counters = 0;
	char *end;

	if (!strcasecmp(list, "fixed"))
		return UINT64_C(1) << 32;
	for (; *list && *list != '-'; list = *end ? end + 1 : end) {
		int kind = *list == 'f' ? 32 : 0;
		unsigned long low = strtoul(list + (kind != 0), &end, 10),
			      high = *end == '-' ? strtoul(end + 1, &end, 10) : low;

		for (; low <= high; low++)
			counters |= UINT64_C(1) << (low + (unsigned long)kind);
	}
	return counters;
}

/* The counters of an event with the unit mask of that name; false: it is none. */
static bool umask_counters(int idx, const char *name, uint64_t *counters)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attribute = { .size = sizeof attribute };
	pfm_event_facts_t facts = { .size = sizeof facts };

	if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
		return false;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attribute) && attribute.type == PFM_ATTR_UMASK &&
		    !strcasecmp(attribute.name, name) && !pfm_get_event_facts(idx, i, &facts)) {
			*counters = facts.counters;
			return true;
		}
	return false;
}

/*
 * What the tables say of an event in a full string: PMU::EVENT:UMASK:...:modifier=value; where they say nothing, all of
 * the PMU's.
 */
static uint64_t table_counters(int idx, char *string)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	pfm_event_info_t event = { .size = sizeof event };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	uint64_t counters, of_umask;
	char *word;

	string = strstr(string, "::") + 2;
	strsep(&string, ":");
	if (!CHECK(!pfm_get_event_facts(idx, PFM_NO_UMASK, &facts) && !pfm_get_event_info(idx, PFM_OS_NONE, &event) &&
		   !pfm_get_pmu_info(event.pmu, &pmu)))
		return 0;
	counters = facts.counters;
	for (bool first = true; (word = strsep(&string, ":")) && !strchr(word, '='); first = false)
		if (umask_counters(idx, word, &of_umask))
			counters = first ? of_umask : counters & of_umask;
	return counters ? counters : (UINT64_C(1) << pmu.num_cntrs) - 1;
}

/* Where the tables have reason to say otherwise. */
static const struct { const char *pmu, *name;
} other_counters[] = {
	/* what these stand for can be on any counter, but sampled precisely only on the vendor's */
	{ "knl", "INST_RETIRED.ANY_PS" },
	{ "skl", "INST_RETIRED.TOTAL_CYCLES_PS" },
	{ "skx", "INST_RETIRED.TOTAL_CYCLES_PS" },
	{ "clx", "INST_RETIRED.TOTAL_CYCLES_PS" },
	/* libpfm4's code for it is none that the kernel puts on the fixed counter */
	{ "wsm", "INST_RETIRED.ANY" },
	{ "wsm_dp", "INST_RETIRED.ANY" },
	/* a slip of the file, which has two numbers for one counter */
	{ "snb_ep", "CPU_CLK_UNHALTED.THREAD_ANY" },
	/* clients before Alder Lake have one counter for it, and the table is theirs too */
	{ "snb_unc_arb", "UNC_ARB_TRK_REQUESTS.ALL" },
	{ "snb_unc_arb", "UNC_ARB_COH_TRK_REQUESTS.ALL" },
	/* the kernel refuses counter 0 */
	{ "hswep_unc_cbo", "UNC_C_COUNTER0_OCCUPANCY" },
	/* its code is the fixed counter's for the kernel, which has no event of it for the general ones */
	{ "snbep_unc_imc", "UNC_M_CLOCKTICKS" },
	{ "hswep_unc_imc", "UNC_M_CLOCKTICKS" },
};

static bool may_differ(const struct row *row)
{
	for (size_t i = 0; i < sizeof other_counters / sizeof other_counters[0]; i++)
		if (!strcmp(other_counters[i].pmu, row->columns[PMU]) &&
			!strcmp(other_counters[i].name, row->columns[NAME]))
			return true;
	return strstr(row->columns[PMU], "_free"); /* each event has its own counter, which nobody programs */
}

/* The kernel puts general events on fixed counters too, where these count the same. */
static void check_counters(const struct row *row, int idx, char *full)
{
	uint64_t wanted = counters_of(row->columns[COUNTERS]), got;

	if (!wanted || may_differ(row))
		return;
	got = table_counters(idx, full);
	if (!CHECK(!(wanted & ~got) && (!(wanted & UINT32_MAX) || !(got & ~wanted & UINT32_MAX))))
		printf("  %s::%s: counters %s, the tables have %#" PRIx64 "\n", row->columns[PMU], row->columns[NAME],
			row->columns[COUNTERS], got);
}

static void check_qualified(const struct row *row)
{
	struct perf_event_attr attr;
	char string[512], *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg, .fstr = &full };
	int error;

	snprintf(string, sizeof string, "%s::%s", row->columns[PMU], row->columns[NAME]);
	memset(&attr, 0, sizeof attr);
	attr.size = sizeof attr;
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	judge(row, string, error, &attr, !error && has_code(row, &attr));
	if (!error && !strcmp(row->columns[CPU], "-"))
		check_counters(row, arg.idx, full);
	free(full);
}

/* A PMU's events may have other counters on another CPU, as those of Westmere-EX: the row's is the machine then. */
static void check_counters_here(const struct row *row)
{
	struct perf_event_attr attr;
	char string[512], *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg, .fstr = &full };

	snprintf(string, sizeof string, "%s::%s", row->columns[PMU], row->columns[NAME]);
	memset(&attr, 0, sizeof attr);
	attr.size = sizeof attr;
	if (!pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
		check_counters(row, arg.idx, full);
	free(full);
}

/* The rows of one CPU stand together. */
static bool any_row_has_code(int first, int last, const char *name, const struct perf_event_attr *attr)
{
	for (int i = first; i < last; i++)
		if (!strcasecmp(rows[i].columns[NAME], name) && has_code(&rows[i], attr))
			return true;
	return false;
}

static void check_alone(int first, int last)
{
	char environment[256];

	snprintf(environment, sizeof environment, "LIBPFM_CPUID=%s", rows[first].columns[CPU]);
	if (!CHECK(!start_library(environment, pfm_initialize, pfm_terminate)))
		return;
	for (int i = first; i < last; i++) {
		struct perf_event_attr attr;
		int error = encode(rows[i].columns[NAME], &attr);

		judge(&rows[i], rows[i].columns[NAME], error, &attr,
			!error &&
				(has_code(&rows[i], &attr) ||
					any_row_has_code(first, last, rows[i].columns[NAME], &attr)));
		check_counters_here(&rows[i]);
	}
}

/*
 * An event alone is what its full string says: default unit masks do all that named ones do. libpfm4's own PMUs are in
 * golden.tsv.
 */
static void check_bare(const char *pmu, const char *event)
{
	struct perf_event_attr attr, again;
	char string[512], *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg, .fstr = &full };

	snprintf(string, sizeof string, "%s::%s", pmu, event);
	memset(&attr, 0, sizeof attr);
	attr.size = sizeof attr;
	if (pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
		return;
	if (!CHECK(!encode(full, &again) && attr.config == again.config && attr.config1 == again.config1 &&
		    attr.config2 == again.config2))
		printf("  %s is not %s\n", string, full);
	free(full);
}

static void check_new_pmus(void)
{
	for (int pmu = pfm_next_pmu(PFM_PMU_FIRST_NEW - 1); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_event_info_t event = { .size = sizeof event };

		if (!CHECK(!pfm_get_pmu_info((pfm_pmu_t)pmu, &info)))
			return;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx))
			if (CHECK(!pfm_get_event_info(idx, PFM_OS_NONE, &event)))
				check_bare(info.name, event.name);
	}
}

int main(int count, char **files)
{
	if (getenv("NAMES_SHOWN"))
		shown = atoi(getenv("NAMES_SHOWN"));
	for (int i = 1; i < count; i++)
		read_rows(files[i]);
	CHECK(row_count > 0);
	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1", pfm_initialize, pfm_terminate));
	check_new_pmus();
	for (int i = 0; i < row_count; i++)
		check_qualified(&rows[i]);
	for (int first = 0, last; first < row_count; first = last) {
		for (last = first; last < row_count && !strcmp(rows[last].columns[CPU], rows[first].columns[CPU]);)
			last++;
		if (strcmp(rows[first].columns[CPU], "-"))
			check_alone(first, last);
	}
	pfm_terminate();
	printf("%d names\n", row_count);
	return check_summary("names");
}
