/*
 * Names in perf's language have the vendor's codes: those of tests/data/vendors.tsv, where libpfm4 has others, and all
 * other names of Intel's core files the code that event strings have (tests/data/names). libpfm4's strings keep
 * libpfm4's.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <inttypes.h>
#include <strings.h>

#include "check.h"

enum { COLUMNS = 7, PMU = 0, NAME, CONFIG, CONFIG1, CPU = 6, MAX_MAKERS = 400 };

struct row {
	char *pmu, *name;
	uint64_t config[2];
	int seen;
};

static struct row makers[MAX_MAKERS];
static int makers_count;

static int cut(char *line, char **columns)
{
	int count = 0;

	line[strcspn(line, "\n")] = '\0';
	while (line && count < COLUMNS)
		columns[count++] = strsep(&line, "\t");
	return count;
}

static void read_makers(void)
{
	FILE *file = fopen(source_file("tests/data/makers.tsv"), "r");
	char line[1024], *columns[COLUMNS];

	while (file && fgets(line, sizeof line, file))
		if (*line != '#' && CHECK(cut(line, columns) == 4 && makers_count < MAX_MAKERS))
			makers[makers_count++] = (struct row){ strdup(columns[PMU]), strdup(columns[NAME]),
				{ strtoull(columns[CONFIG], NULL, 0), strtoull(columns[CONFIG1], NULL, 0) }, 0 };
	if (CHECK(file))
		fclose(file);
	CHECK(makers_count > 80);
}

static struct row *find_makers(const char *pmu, const char *name)
{
	for (int i = 0; i < makers_count; i++)
		if (!strcmp(makers[i].pmu, pmu) && !strcasecmp(makers[i].name, name))
			return &makers[i];
	return NULL;
}

/* The codes of a string of libpfm4's. */
static bool encode(const char *string, uint64_t *config)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

	if (pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
		return false;
	config[0] = attr.config;
	config[1] = attr.config1;
	return true;
}

static bool read_perfs(const char *string, uint64_t *config)
{
	pfm_perf_event_t event = { .size = sizeof event };

	if (pfm_get_perf_event(string, PFM_PLM0 | PFM_PLM3, &event, 1, NULL) != 1)
		return false;
	config[0] = event.attr.config;
	config[1] = event.attr.config1;
	return true;
}

/* DEVICE/NAME/ as its PMU's device is called. */
static bool read_on_device(const char *pmu, const char *name, uint64_t *config)
{
	char string[600], device[64];

	snprintf(string, sizeof string, "%s::%s", pmu, name);
	if (pfm_get_event_device(string, device, sizeof device))
		return false;
	snprintf(string, sizeof string, "%s/%s/", *device ? device : "cpu", name);
	return read_perfs(string, config);
}

static void start_on(const char *cpu)
{
	static char last[64];
	char environment[128];

	if (!strcmp(last, cpu))
		return;
	snprintf(last, sizeof last, "%s", cpu);
	snprintf(environment, sizeof environment, "LIBPFM_CPUID=%s", cpu);
	CHECK(!start_library(environment, pfm_initialize, pfm_terminate));
}

/*
 * Codes of Intel's files that are plainly errors. 8_FLOPS of SKX and CLX has the unit mask of 4_FLOPS, 0x18: its own
 * text says 256-bit single (0x20) and 512-bit double (0x40), and ICX, ICL, TGL, RKL, SPR, EMR and GNR have 0x60.
 */
static struct row *find_error(const char *pmu, const char *name)
{
	static char flops[] = "FP_ARITH_INST_RETIRED.8_FLOPS", skx[] = "skx", clx[] = "clx";
	static struct row errors[] = { { skx, flops, { 0x60c7 }, 0 }, { clx, flops, { 0x60c7 }, 0 } };

	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (!strcmp(errors[i].pmu, pmu) && !strcasecmp(errors[i].name, name))
			return &errors[i];
	return NULL;
}

static void check_row(char **columns, bool all)
{
	struct row *error = find_error(columns[PMU], columns[NAME]);
	struct row *other = error ? error : find_makers(columns[PMU], columns[NAME]);
	uint64_t names[2] = { strtoull(columns[CONFIG], NULL, 0), strtoull(columns[CONFIG1], NULL, 0) }, got[2];
	const uint64_t *wanted = other ? other->config : names;

	/* Cascade Lake has request=, which is no name of perf's language */
	if ((!all && !other) || strpbrk(columns[NAME], ":="))
		return;
	start_on(columns[CPU]);
	if (!CHECK(read_on_device(columns[PMU], columns[NAME], got) && !memcmp(got, wanted, sizeof got)))
		printf("  %s %s: 0x%" PRIx64 " 0x%" PRIx64 ", not 0x%" PRIx64 " 0x%" PRIx64 "\n", columns[PMU],
			columns[NAME], got[0], got[1], wanted[0], wanted[1]);
	if (other)
		other->seen++;
}

/* all: not only those of which the vendor has another code. */
static void names(const char *file, bool all)
{
	FILE *data = open_data(file);
	char *line = NULL, *columns[COLUMNS];
	size_t room = 0;

	while (data && getline(&line, &room, data) > 0)
		if (*line != '#' && cut(line, columns) == COLUMNS && strcmp(columns[CPU], "-"))
			check_row(columns, all);
	free(line);
	if (data)
		pclose(data);
}

/* POWER10's names, which have no unit masks: the facts say the code, and POWER11 has the same. */
static void powers(void)
{
	static const char *const cpus[] = { "power10", "power11" };
	uint64_t got[2];
	int seen = 0;

	for (int cpu = 0; cpu < 2; cpu++) {
		start_on(cpus[cpu]);
		for (int i = 0; i < makers_count; i++) {
			pfm_event_facts_t facts = { .size = sizeof facts };

			if (strcmp(makers[i].pmu, "power10"))
				continue;
			if (!CHECK(read_on_device(cpus[cpu], makers[i].name, got) &&
				   !memcmp(got, makers[i].config, sizeof got)))
				printf("  %s %s: 0x%" PRIx64 ", not 0x%" PRIx64 "\n", cpus[cpu], makers[i].name, got[0],
					makers[i].config[0]);
			CHECK_SAME(pfm_get_event_facts(pfm_find_event(makers[i].name), PFM_NO_UMASK, &facts), 0);
			CHECK(facts.makers && strtoull(facts.makers, NULL, 0) == makers[i].config[0]);
			makers[i].seen++;
			seen++;
		}
	}
	CHECK_SAME(seen, 2 * 77);
}

/* The strings of libpfm4 have another code, and the facts say what the vendor's is. */
static void strings(void)
{
	uint64_t config[2];
	char string[512];

	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1", pfm_initialize, pfm_terminate));
	for (int i = 0; i < makers_count; i++) {
		snprintf(string, sizeof string, "%s::%s", makers[i].pmu, makers[i].name);
		if (!CHECK(makers[i].seen && encode(string, config) &&
			   memcmp(config, makers[i].config, sizeof config)))
			printf("  %s, seen %d times\n", string, makers[i].seen);
	}
}

static void facts(void)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	pfm_event_attr_info_t umask = { .size = sizeof umask };
	int idx = pfm_find_event("skl::UOPS_RETIRED"), found = 0;

	for (int i = 0; !pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask); i++) {
		if (umask.type != PFM_ATTR_UMASK || !CHECK(!pfm_get_event_facts(idx, i, &facts)))
			continue;
		if (!strcmp(umask.name, "TOTAL_CYCLES"))
			found += CHECK(facts.makers && !strcmp(facts.makers, "0x2:i=1:c=16"));
		else if (strcmp(umask.name, "STALL_CYCLES"))
			CHECK(!facts.makers);
	}
	CHECK_SAME(found, 1);
	CHECK_SAME(pfm_get_event_facts(pfm_find_event("atom::BOGUS_BR"), PFM_NO_UMASK, &facts), 0);
	CHECK_TEXT(facts.makers, "BOGUS_BR:0x1");
	CHECK_SAME(pfm_get_event_facts(pfm_find_event("atom::HW_INT_RCV"), PFM_NO_UMASK, &facts), 0);
	CHECK_TEXT(facts.makers, "0xc8");
}

int main(void)
{
	read_makers();
	names("tests/data/names/intel_core.tsv.xz", true);
	names("tests/data/names/intel_uncore.tsv.xz", false);
	RUN(powers);
	RUN(strings);
	RUN(facts);
	pfm_terminate();
	return check_summary("makers");
}
