/*
 * Every name that vendors publish, as they write it: the files of tests/data/names, made from their files.
 * Columns: PMU, name, config, config1, config2, counters, CPU. Each name is typed as PMU::NAME, and on its CPU as NAME alone;
 * there the code may also be that of another PMU of the CPU that has the name (a name that both kinds of core have). The counters
 * are for the reader and for programs: they are not compared here.
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
		printf("%s: 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 ", not %s %s %s\n", string, (uint64_t)attr->config, (uint64_t)attr->config1,
		       (uint64_t)attr->config2, row->columns[CONFIG], row->columns[CONFIG1], row->columns[CONFIG2]);
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

static void check_qualified(const struct row *row)
{
	struct perf_event_attr attr;
	char string[512];
	int error;

	snprintf(string, sizeof string, "%s::%s", row->columns[PMU], row->columns[NAME]);
	error = encode(string, &attr);
	judge(row, string, error, &attr, !error && has_code(row, &attr));
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
		      !error && (has_code(&rows[i], &attr) || any_row_has_code(first, last, rows[i].columns[NAME], &attr)));
	}
}

/* An event alone is what its full string says: default unit masks do all that named ones do. libpfm4's own PMUs are in golden.tsv. */
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
	if (!CHECK(!encode(full, &again) && attr.config == again.config && attr.config1 == again.config1 && attr.config2 == again.config2))
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
