/*
 * What the kernel and perf(1) name of devices without any table, through perf's language: every name of
 * tests/data/kernel/aliases.tsv, written from the kernel's drivers and sorted by PMU, has its code, scale and unit on
 * machines that are not at hand; names that a CPU lacks are refused.
 */
#include <perfmon/pfmkit.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { COLUMNS = 6 };

static int unnamed; /* for whose code the tables have no event: TSX of cores without it, what POWER lacks in libpfm4 */

static void cut(char *line, char **columns)
{
	line[strcspn(line, "\n")] = '\0';
	for (int i = 0; i < COLUMNS; i++)
		columns[i] = line ? strsep(&line, "\t") : NULL;
}

static void be_on(const char *cpu)
{
	pfm_terminate();
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	setenv("LIBPFM_CPUID", cpu, 1); /* no file is of this machine then */
	CHECK_SAME(pfm_initialize(), PFM_SUCCESS);
}

static void check_row(char **columns)
{
	pfm_perf_event_t event = { .size = sizeof event };
	char string[256];
	int count;

	snprintf(string, sizeof string, "%s/%s/", columns[0], columns[1]);
	count = pfm_get_perf_event(string, PFM_PLM0 | PFM_PLM3, &event, 1, NULL);
	if (!CHECK(count == 1)) {
		printf("%s: %s\n", string, count < 0 ? pfm_strerror(count) : "several");
		return;
	}
	if (!CHECK(event.attr.config == strtoull(columns[2], NULL, 0) &&
		   event.attr.config1 == strtoull(columns[3], NULL, 0)))
		printf("%s: %#" PRIx64 " %#" PRIx64 ", not %s %s\n", string, (uint64_t)event.attr.config,
		       (uint64_t)event.attr.config1, columns[2], columns[3]);
	if (!CHECK(event.scale == strtod(columns[4], NULL) && !strcmp(event.unit, columns[5])))
		printf("%s: scale %g, unit %s\n", string, event.scale, event.unit);
}

/*
 * The same as an event string of libpfm4's language, for what the tables have an event; it has no scale, nor names of
 * fields that only the kernel knows.
 */
static void check_string(char **columns)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	char string[256];
	pfm_err_t error;

	if (strchr(columns[1], '.')) /* perf's own, which event strings would cut */
		return;
	snprintf(string, sizeof string, "%s::%s", columns[0], columns[1]);
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	if (error == PFM_ERR_NOTFOUND) {
		unnamed++;
		if (getenv("VERBOSE"))
			printf("%s: no event of the tables\n", string);
		return;
	}
	if (!CHECK(!error && attr.config == strtoull(columns[2], NULL, 0) &&
		   attr.config1 == strtoull(columns[3], NULL, 0) && pfm_find_event(string) == arg.idx))
		printf("%s: %s, %#" PRIx64 " %#" PRIx64 ", not %s %s\n", string, pfm_strerror(error),
		       (uint64_t)attr.config, (uint64_t)attr.config1, columns[2], columns[3]);
}

static void names(void)
{
	FILE *file = fopen(source_file("tests/data/kernel/aliases.tsv"), "r");
	char line[512], *columns[COLUMNS];
	bool is_amd = false;
	int rows = 0;

	while (file && fgets(line, sizeof line, file)) {
		if (*line == '#')
			continue;
		cut(line, columns);
		if (!rows || (is_amd && strncmp(line, "amd64", 5)))
			be_on(rows ? "GenuineIntel-6-143" : "AuthenticAMD-26-1");
		is_amd = !strncmp(line, "amd64", 5);
		if (CHECK(columns[COLUMNS - 1])) {
			check_row(columns);
			check_string(columns);
			rows++;
		}
	}
	if (CHECK(file))
		fclose(file);
	CHECK(rows > 1000);
	if (!CHECK(unnamed == 77))
		printf("%d of %d names have no event\n", unnamed, rows);
}

/* Cores that have no such event; the kernel does not name it there. */
static void missing(void)
{
	static const char *const strings[] = { "skl/slots/", "skl/topdown-retiring/", "icl/topdown-heavy-ops/",
		"ivb/tx-start/", "amd64_fam19h_zen3/stalled-cycles-backend/", "amd64_fam1ah_zen5/mem-loads/",
		"nhm/mem-stores/", "spr/el-start/", "power10/stalled-cycles-frontend/" };
	pfm_perf_event_t event = { .size = sizeof event };

	for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
		if (!CHECK(pfm_get_perf_event(strings[i], PFM_PLM3, &event, 1, NULL) == PFM_ERR_ATTR ||
			   event.attr.type == PERF_TYPE_HARDWARE))
			printf("%s\n", strings[i]);
}

/* Model 190 alone has a unit mask there; other CPUs with such a core, and machines without one, are as the others. */
static void processors(void)
{
	static const struct {
		const char *cpu;
		uint64_t config;
	} rows[] = { { "GenuineIntel-6-190", 0x673 }, { "GenuineIntel-6-151", 0x73 }, { "GenuineIntel-6-143", 0x73 } };
	pfm_perf_event_t event = { .size = sizeof event };

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		be_on(rows[i].cpu);
		if (!CHECK(pfm_get_perf_event("adl_grt/topdown-bad-spec/", PFM_PLM3, &event, 1, NULL) == 1 &&
			   event.attr.config == rows[i].config))
			printf("%s: %#" PRIx64 "\n", rows[i].cpu, (uint64_t)event.attr.config);
		CHECK_SAME(pfm_get_perf_event("adl_grt/topdown-fe-bound/", PFM_PLM3, &event, 1, NULL), 1);
		CHECK_SAME(event.attr.config, 0x71);
	}
}

/*
 * Westmere-EX has other responses than the Westmere-DP of the same PMU: local DRAM is bit 14 there. Requests and
 * responses as Intel's file of that processor has them, each with each but one.
 */
static void westmere_ex(void)
{
	static const struct bits {
		const char *name;
		uint64_t bits;
	} requests[] = { { "ANY_DATA", 0x11 }, { "ANY_IFETCH", 0x44 }, { "ANY_REQUEST", 0xff }, { "ANY_RFO", 0x22 },
		{ "COREWB", 0x08 }, { "DATA_IFETCH", 0x77 }, { "DATA_IN", 0x33 }, { "DEMAND_DATA", 0x03 },
		{ "DEMAND_DATA_RD", 0x01 }, { "DEMAND_IFETCH", 0x04 }, { "DEMAND_RFO", 0x02 }, { "OTHER", 0x80 },
		{ "PF_DATA", 0x30 }, { "PF_DATA_RD", 0x10 }, { "PF_IFETCH", 0x40 }, { "PF_RFO", 0x20 },
		{ "PREFETCH", 0x70 } }, responses[] = { { "ANY_DRAM", 0x6000 }, { "LOCAL_CACHE_DRAM", 0x4700 },
		{ "LOCAL_DRAM", 0x4000 }, { "REMOTE_CACHE", 0x1800 }, { "REMOTE_CACHE_DRAM", 0x3800 },
		{ "REMOTE_CACHE_HIT", 0x1000 }, { "REMOTE_DRAM", 0x2000 }, { "ANY_LLC_MISS", 0xf800 } };
	enum { REQUESTS = sizeof requests / sizeof *requests, RESPONSES = sizeof responses / sizeof *responses };
	pfm_perf_event_t event = { .size = sizeof event };
	char string[128];

	be_on("GenuineIntel-6-47");
	for (int i = 0; i < REQUESTS * RESPONSES; i++) {
		const struct bits *request = &requests[i / RESPONSES], *response = &responses[i % RESPONSES];

		snprintf(string, sizeof string, "cpu/OFFCORE_RESPONSE.%s.%s/", request->name, response->name);
		if (strcmp(string, "cpu/OFFCORE_RESPONSE.OTHER.LOCAL_DRAM/") && /* the one that Intel leaves out */
		    !CHECK(pfm_get_perf_event(string, PFM_PLM3, &event, 1, NULL) == 1 && event.attr.config == 0x1b7 &&
			    event.attr.config1 == (request->bits | response->bits)))
			printf("%s: %#" PRIx64 "\n", string, (uint64_t)event.attr.config1);
	}
	be_on("GenuineIntel-6-44"); /* where bit 14 is something else */
	CHECK(pfm_get_perf_event("cpu/OFFCORE_RESPONSE.ANY_DATA.ANY_DRAM/", PFM_PLM3, &event, 1, NULL) < 0);
}

/* Names of perf's alone; Snow Ridge shares its PMUs with Ice Lake servers, of which perf has no such names. */
static void snow_ridge(void)
{
	static const struct {
		const char *name;
		uint64_t config;
	} rows[] = { { "icx_unc_imc0/LLC_MISSES.MEM_READ/", 0xf04 }, { "icx_unc_imc0/llc_misses.mem_write/", 0x3004 },
		{ "icx_unc_iio0/LLC_MISSES.PCIE_READ/", 0x701f000000483 },
		{ "icx_unc_iio0/LLC_MISSES.PCIE_WRITE/", 0x701f000000183 } };
	pfm_perf_event_t event = { .size = sizeof event };

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		be_on("GenuineIntel-6-134");
		if (!CHECK(pfm_get_perf_event(rows[i].name, PFM_PLM3, &event, 1, NULL) == 1 &&
			   event.attr.config == rows[i].config))
			printf("%s: %#" PRIx64 "\n", rows[i].name, (uint64_t)event.attr.config);
		be_on("GenuineIntel-6-106");
		CHECK_SAME(pfm_get_perf_event(rows[i].name, PFM_PLM3, &event, 1, NULL), PFM_ERR_ATTR);
	}
}

int main(void)
{
	RUN(names);
	RUN(missing);
	RUN(processors);
	RUN(westmere_ex);
	RUN(snow_ridge);
	pfm_terminate();
	return check_summary("kernel_names");
}
