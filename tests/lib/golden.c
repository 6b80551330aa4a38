/*
 * Every measured encoding of libpfm4: return code, codes, full string, and all fields of perf_event_attr, for the raw
 * layer and for perf_event under a simulated sysfs that has every PMU. Lines that tests/peers/differences lists must
 * differ, all others must be the same. Lines beginning with @ give the environment for those after them. SAMPLE
 * (check.h) has some of them compared.
 */
#include <perfmon/pfmlib_perf_event.h>

#include <inttypes.h>

#include "../../tools/common/error_words.h"
#include "check.h"

enum { COLUMNS = 16 };

/* As the data have them. */
static const char *error_name(int error)
{
	static char name[32];

	snprintf(name, sizeof name, "PFM_ERR_%s", error_word(error));
	return error ? name : "OK";
}

static void write_raw(const char *event, char *text, size_t size)
{
	uint64_t codes[4];
	char *string = NULL;
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .fstr = &string, .size = sizeof arg };
	int error = pfm_get_os_event_encoding(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
	int length = snprintf(text, size, "%s\t", error_name(error));

	for (int i = 0; !error && i < arg.count; i++)
		length += snprintf(text + length, size - (size_t)length, "%s0x%" PRIx64, i ? "," : "", codes[i]);
	snprintf(text + length, size - (size_t)length, "\t%s", string ? string : "");
	if (!error) /* libpfm4 may leave a string that it has freed */
		free(string);
}

static void write_perf(const char *event, char *text, size_t size)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &string, .size = sizeof arg };
	int error = pfm_get_os_event_encoding(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);

	if (error)
		snprintf(text, size, "%s\t\t\t\t\t\t\t\t\t\t\t", error_name(error));
	else
		snprintf(text, size, "%s\t%u\t0x%llx\t0x%llx\t0x%llx\t%d\t%d\t%d\t%d\t%d\t%d\t%s", error_name(error),
			attr.type, (unsigned long long)attr.config, (unsigned long long)attr.config1,
			(unsigned long long)attr.config2, (int)attr.exclude_user, (int)attr.exclude_kernel,
			(int)attr.exclude_hv, (int)attr.exclude_host, (int)attr.exclude_guest, (int)attr.precise_ip,
			string ? string : "");
	free(string);
}

/* Cuts line at its tabs; "-" is an empty column, and several codes may stand with blanks. */
static int cut(char *line, char **columns)
{
	int count = 0;

	line[strcspn(line, "\n")] = '\0';
	while (count < COLUMNS) {
		char *tab = strchr(line, '\t');

		if (tab)
			*tab = '\0';
		columns[count++] = strcmp(line, "-") ? line : line + 1;
		if (!tab)
			break;
		line = tab + 1;
	}
	return count;
}

static void join(char **columns, int first, int last, char *text, size_t size)
{
	int length = 0;

	for (int i = first; i <= last; i++)
		length += snprintf(text + length, size - (size_t)length, "%s%s", i > first ? "\t" : "", columns[i]);
}

/*
 * scripts/measure runs this program on another libpfm4: then nothing differs on purpose, and only the raw layer can be
 * compared, since that library looks at the real /sys.
 */
static bool is_reference(void)
{
	return getenv("REFERENCE") != NULL;
}

/* Counts the events that the other library has not. */
static int absent;

static bool is_absent(const char *got)
{
	bool found = strncmp(got, "PFM_ERR_NOTFOUND", 16) != 0;

	absent += !found;
	return !found;
}

/*
 * tests/peers/amalgamation.sh runs it on libraries with tables of some vendors: then lines of the PMUs that are there
 * are compared, but not of perf, which looks at the core's PMU, and none without PMU.
 */
static bool is_partial(void)
{
	return getenv("PARTIAL") != NULL;
}

static bool is_left_out(const char *event)
{
	const char *end = strstr(event, "::");
	pfm_pmu_info_t info = { .size = sizeof info };
	static size_t length;
	static char last[128];
	static bool found;
	pfm_pmu_t pmu;

	if (!is_partial())
		return false;
	if (!end || end > event + strcspn(event, "\t") || !strncmp(event, "perf::", 6))
		return true;
	if (length == (size_t)(end - event) && !strncmp(last, event, length))
		return !found;
	length = (size_t)(end - event);
	snprintf(last, sizeof last, "%s", event);
	found = false;
	pfm_for_all_pmus(pmu)
		if (!found && !pfm_get_pmu_info(pmu, &info))
			found = strlen(info.name) == length && !strncmp(info.name, event, length);
	return !found;
}

/* A line as it was measured and as it is now, of the raw layer or of perf_event. */
struct comparison {
	char expected[4096], got[4096];
	bool same;
};

static void compare(struct comparison *it, char **columns, int first, int last,
		    void (*write)(const char *, char *, size_t))
{
	join(columns, first, last, it->expected, sizeof it->expected);
	write(columns[0], it->got, sizeof it->got);
	it->same = !strcmp(it->expected, it->got);
}

/* both: of the raw layer, and of perf_event. */
static bool same_line(char **columns, struct comparison both[2])
{
	for (char *c = columns[2]; *c; c++)
		if (*c == ' ')
			*c = ',';
	compare(&both[0], columns, 1, 3, write_raw);
	both[1].same = true;
	if (is_reference())
		return both[0].same || is_absent(both[0].got);
	compare(&both[1], columns, 4, 15, write_perf);
	return both[0].same && both[1].same;
}

static void print_line(const char *event, const struct comparison both[2])
{
	printf("  %s\n", event);
	for (int i = 0; i < 2; i++)
		if (!both[i].same)
			printf("    expected %s\n    got      %s\n", both[i].expected, both[i].got);
}

int main(void)
{
	struct differences differences;
	FILE *data = open_data("tests/data/golden.tsv.xz");
	char *line = NULL, *columns[COLUMNS];
	size_t room = 0;
	int lines = 0, compared = 0, listed = 0;

	read_differences(&differences, "golden");
	if (is_reference()) /* it does not bear to be started often */
		CHECK(!setenv("LIBPFM_ENCODE_INACTIVE", "1", 1) && !pfm_initialize());
	while (data && getline(&line, &room, data) > 0) {
		static struct comparison both[2];
		bool same, difference;

		if (*line == '@') {
			CHECK(is_reference() || !start_library(line + 1, pfm_initialize, pfm_terminate));
			continue;
		}
		if (is_left_out(line))
			continue;
		if (!in_sample((unsigned int)lines++))
			continue;
		compared++;
		if (!CHECK(cut(line, columns) == COLUMNS))
			continue;
		difference = !is_reference() && is_difference(&differences, columns[0]);
		listed += difference;
		same = same_line(columns, both);
		if (!check(same != difference, difference ? "a listed line differs" : "a line is as measured", __FILE__,
			    __LINE__) &&
			failures < 30)
			print_line(columns[0], both);
	}
	free(line);
	if (data)
		pclose(data);
	if (!is_reference())
		pfm_terminate();
	CHECK(is_partial() || lines == 59199);
	if (!is_reference() && !is_partial() && sample_one_in() == 1)
		check_all_met(&differences);
	printf("%d measured lines compared, %d of them listed as different\n", compared, listed);
	if (is_reference())
		printf("%d of them not there\n", absent);
	return check_summary("golden");
}
