/*
 * PAPI's presets: tests/data/presets.tsv.xz has what PAPI counts for each, by PMUs. One event, or unit mask of one, is
 * the event of that name; what is more is a formula that can be prepared.
 */
#include <perfmon/pfmkit.h>

#include "check.h"

enum { LONGEST = 1024 };

/* The formula as it must be answered: the PMU before each name, dots for colons. */
static void write_expected(const char *pmu, const char *formula, char *text)
{
	while (*formula) {
		size_t length = strcspn(formula, " ");
		bool is_name = length && formula[strspn(formula, "0123456789.()+*/-")] != ' ' &&
			strspn(formula, "0123456789.()+*/-") < length;

		if (*formula == '(' && is_name) {
			*text++ = *formula++;
			length--;
		}
		text += sprintf(text, "%s%s%.*s%s", is_name ? pmu : "", is_name ? "::" : "", (int)length, formula,
			formula[length] ? " " : "");
		formula += length + (formula[length] == ' ');
	}
	*text = '\0';
}

static void dot(char *text)
{
	for (; *text; text++)
		if (*text == ':' && text[1] == ':')
			text++;
		else if (*text == ':')
			*text = '.';
}

static void check_one_event(const char *name, const char *pmu, const char *event)
{
	char expected[LONGEST], got[LONGEST] = "";
	pfm_err_t error = pfm_get_other_name(name, PFM_OS_NONE, 0, got, sizeof got);

	snprintf(expected, sizeof expected, "%s::%s", pmu, event);
	if (!CHECK(!error && !strcasecmp(got, expected)))
		printf("%s: %d, %s, expected %s\n", name, error, got, expected);
	CHECK(pfm_get_other_name(name, PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got) == PFM_ERR_NOTFOUND);
}

static void check_formula(const char *name, const char *pmu, const char *formula)
{
	char expected[LONGEST], got[LONGEST] = "";
	pfm_err_t error = pfm_get_other_name(name, PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got);

	write_expected(pmu, formula, expected);
	dot(expected);
	if (!CHECK(!error && !strcmp(got, expected)))
		printf("%s: %d, %s, expected %s\n", name, error, got, expected);
	CHECK(pfm_get_other_name(name, PFM_OS_NONE, 0, got, sizeof got) == PFM_ERR_NOTFOUND);
}

static int read_all(void)
{
	FILE *data = open_data("tests/data/presets.tsv.xz");
	char line[LONGEST], name[LONGEST];
	int count = 0;

	while (data && fgets(line, sizeof line, data)) {
		char *rest = line, *pmu = strsep(&rest, "\t"), *preset = strsep(&rest, "\t");

		rest[strcspn(rest, "\n")] = '\0';
		snprintf(name, sizeof name, "%s::%s", pmu, preset);
		if (*rest == '?') /* PAPI has another one, too: never an answer without doubt */
			CHECK(pfm_get_other_name(name, PFM_OS_NONE, 0, line, sizeof line) == PFM_ERR_NOTFOUND);
		else if (strchr(rest, ' ') || strchr(rest, ':') != strrchr(rest, ':'))
			check_formula(name, pmu, rest);
		else
			check_one_event(name, pmu, rest);
		count++;
	}
	if (CHECK(data))
		CHECK(!pclose(data));
	return count;
}

/* A machine's own cores, and what is wrong. */
static void check_machine(const char *cpu, const char *preset, const char *formula)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };
	pfm_metrics_t *metrics = NULL;
	pfm_metrics_info_t info = { .size = sizeof info };
	char got[LONGEST] = "";

	pfm_terminate();
	CHECK_SAME(pfm_set_machine(&machine), 0);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!pfm_get_other_name(preset, PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got));
	CHECK_TEXT(got, formula);
	CHECK(pfm_get_other_name(preset, PFM_OS_NONE, PFM_NAME_FORMULA, got, strlen(formula)) == PFM_ERR_TOOSMALL);
	if (!CHECK(!pfm_prepare_metrics(preset, NULL, &metrics, NULL)))
		return;
	CHECK_SAME(pfm_get_metrics_info(metrics, &info), 0);
	CHECK_SAME(info.metrics, 1);
	CHECK_SAME(info.events, 2);
	pfm_free_metrics(metrics);
}

int main(void)
{
	char got[LONGEST];

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	CHECK(!pfm_initialize());
	CHECK(read_all() == 3075);
	CHECK(pfm_get_other_name("skl::PAPI_WOMBATS", PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got) ==
		PFM_ERR_NOTFOUND);
	CHECK(pfm_get_other_name("nosuch::PAPI_L1_TCM", PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got) ==
		PFM_ERR_NOTFOUND);
	CHECK(pfm_get_other_name("skl:PAPI_L1_TCM", PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got) ==
		PFM_ERR_NOTFOUND);
	CHECK(pfm_get_other_name("PAPI_", PFM_OS_NONE, PFM_NAME_FORMULA, got, sizeof got) == PFM_ERR_NOTFOUND);
	check_machine("skl", "PAPI_L1_TCM", "L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD");
	check_machine("neoverse-v2", "papi_l1_tcm", "L1D_CACHE_REFILL + L1I_CACHE_REFILL");
	check_machine("power9", "PAPI_L1_DCW", "PM_ST_FIN - PM_ST_MISS_L1");
	pfm_terminate();
	return check_summary("presets");
}
