/*
 * The metrics of tests/data/metrics/examples by name, on their machines: from the counts that stand there the value and
 * the threshold that an evaluator apart from all products has found.
 */
#include <perfmon/pfmkit.h>

#include <ctype.h>
#include <math.h>
#include <strings.h>
#include <sys/stat.h>

#include "check.h"

enum { MOST_CONSTANTS = 32, MOST_COUNTS = 128 };

/* What the kernel's collection calls machines, where that is no name of a CPU. */
static const struct {
	const char *directory, *cpu;
} machines[] = {
	{ "alderlaken", "GenuineIntel-6-190-0" },
	{ "broadwellde", "GenuineIntel-6-86-1" },
	{ "amdzen1", "zen1" },
	{ "amdzen2", "zen2" },
	{ "amdzen3", "zen3" },
	{ "amdzen4", "zen4" },
	{ "amdzen5", "zen5" },
	{ "amdzen6", "AuthenticAMD-26-80" },
	{ "hip08", "0x480fd010" },
	{ "cf_z13", "IBM-2964" },
	{ "cf_z14", "IBM-3906" },
	{ "cf_z15", "IBM-8561" },
	{ "cf_z16", "IBM-3931" },
	{ "cf_z17", "IBM-9175" },
	{ "cf_zec12", "IBM-2827" },
	{ "neoverse-n2-v2", "neoverse-n2" },
	{ "snowridgex", "snowridge" },
	{ "sys", "0x410fd0c1" },
	{ "common", "skylake" },
};

/* Devices outside of CPUs, and what they say they are. */
static const struct {
	const char *directory, *device, *identifier;
} devices[] = {
	{ "imx8mm", "imx8_ddr0", "i.MX8MM" },
	{ "imx8mn", "imx8_ddr0", "i.MX8MN" },
	{ "imx8mp", "imx8_ddr0", "i.MX8MP" },
	{ "imx8mq", "imx8_ddr0", "i.MX8MQ" },
	{ "imx91", "imx9_ddr0", "imx91" },
	{ "imx93", "imx9_ddr0", "imx93" },
	{ "imx94", "imx9_ddr0", "imx94" },
	{ "imx95", "imx9_ddr0", "imx95" },
	{ "yitian710", "ali_drw_21000", "ali_drw_pmu" },
	{ "cmn", "arm_cmn_0", "43401" },
	{ "hip09", "hisi_sicl1_cpa0", "0x00000030" },
};

struct word {
	char name[256];
	double value;           /* NaN: not counted */
};

struct counted_example {
	char directory[128], metric[128];
	struct word words[MOST_COUNTS];
	int count;
	char value[64], over[16];
};

/* ---- reading ---- */

static void read_counts(struct counted_example *example, char *line)
{
	for (char *word = strtok(line, " \n"); word && example->count < MOST_COUNTS; word = strtok(NULL, " \n")) {
		struct word *to = &example->words[example->count++];
		char *value = strrchr(word, '=');

		*value++ = '\0';
		snprintf(to->name, sizeof to->name, "%s", word);
		to->value = strcmp(value, "-") ? strtod(value, NULL) : NAN;
	}
}

/* ---- machines with devices ---- */

static void put_file(const char *root, const char *path, const char *text)
{
	char whole[4096];
	FILE *file;

	snprintf(whole, sizeof whole, "%s/%s", root, path);
	for (char *slash = whole + strlen(root); (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		mkdir(whole, 0777);
		*slash = '/';
	}
	file = fopen(whole, "w");
	if (CHECK(file)) {
		fputs(text, file);
		fclose(file);
	}
}

static void put_device(const char *root, const char *device, const char *type, const char *identifier)
{
	const char *const files[][2] = { { "type", type }, { "identifier", identifier },
		{ "perf_event_mux_interval_ms", "4\n" } };
	char path[512];

	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "sys/bus/event_source/devices/%s/%s", device, files[i][0]);
		put_file(root, path, files[i][1]);
	}
}

/* The root of a machine with the devices of a directory; NULL: those of its CPU will do. */
static const char *root_of(const char *directory)
{
	static char root[2048];
	const char *build = getenv("builddir");

	for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
		char part[64];

		snprintf(part, sizeof part, "/%s/sys", devices[i].directory);
		if (!strstr(directory, part))
			continue;
		snprintf(root, sizeof root, "%s/tests/tmp/metric_examples", build ? build : ".");
		mkdir(root, 0777);
		snprintf(root + strlen(root), 64, "/%s", devices[i].directory);
		mkdir(root, 0777);
		put_file(root, "proc/sys/kernel/perf_event_paranoid", "2\n");
		put_device(root, "software", "1\n", "");
		put_device(root, devices[i].device, "11\n", devices[i].identifier);
		return root;
	}
	return NULL;
}

static const char *cpu_of(const char *directory)
{
	const char *name = strrchr(directory, '/');

	name = name ? name + 1 : directory;
	for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
		if (!strcmp(machines[i].directory, name))
			return machines[i].cpu;
	return name;
}

/* ---- comparing ---- */

/* Names of formulas have backslashes, and @ for /. */
static bool is_name(const char *own, size_t length, const char *name)
{
	size_t at = 0;

	for (; *name; name++, at++) {
		while (at < length && own[at] == '\\')
			at++;
		if (at == length || (own[at] == '@' ? *name != '/' : tolower((unsigned char)own[at]) !=
							      tolower((unsigned char)*name)))
			return false;
	}
	return at == length;
}

static const struct word *word_for(const struct counted_example *example, const char *name)
{
	for (int i = 0; i < example->count; i++)
		if (is_name(name, strlen(name), example->words[i].name))
			return &example->words[i];
	return NULL;
}

static void give_counts(const struct counted_example *example, const pfm_metrics_t *metrics, int events,
			pfm_metric_count_t *counts)
{
	for (int i = 0; i < events; i++) {
		pfm_metric_event_t event = { .size = sizeof event };
		const struct word *word;

		CHECK(!pfm_get_metric_event(metrics, i, &event));
		counts[i] = (pfm_metric_count_t){ .boxes = 1 };
		word = word_for(example, event.name);
		if (word)
			counts[i] = (pfm_metric_count_t){ .value = word->value, .enabled = 1,
				.running = (uint64_t)!isnan(word->value), .boxes = 1, .is_given = 1 };
	}
}

static bool is_found(const char *expected, const pfm_metric_value_t *value)
{
	double number = strtod(expected, NULL);

	if (!strcmp(expected, "none"))
		return value->reason != PFM_VALUE_OK;
	return !value->reason && fabs(value->value - number) <= 1e-9 * fmax(fabs(number), 1e-300);
}

static bool is_over(const char *expected, int over)
{
	return over == (!strcmp(expected, "1") ? 1 : !strcmp(expected, "0") ? 0 : -1);
}

static void compare(const struct counted_example *example, const pfm_metrics_t *metrics)
{
	pfm_metrics_info_t info = { .size = sizeof info };
	pfm_metric_count_t counts[MOST_COUNTS];
	pfm_metric_value_t value = { .size = sizeof value };
	char why[256];

	CHECK(!pfm_get_metrics_info(metrics, &info) && info.metrics == 1 && info.events <= MOST_COUNTS);
	give_counts(example, metrics, info.events, counts);
	CHECK(!pfm_compute_metrics(metrics, counts, info.events, &value, 1));
	pfm_explain_metric_value(metrics, 0, &value, why, sizeof why);
	if (!CHECK(is_found(example->value, &value) && is_over(example->over, value.over)))
		printf("  %s %s: %.12g %s, over %d; expected %s, over %s\n", example->directory, example->metric,
			value.value, why, value.over, example->value, example->over);
}

static void check_example(const struct counted_example *example)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu_of(example->directory),
		.root = root_of(example->directory) };
	pfm_metric_constant_t constants[MOST_CONSTANTS];
	pfm_metric_options_t options = { .size = sizeof options,
		.flags = PFM_METRIC_THRESHOLDS,
		.constants = constants };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_t *metrics;
	char name[300];
	const char *first = example->words[0].name, *kind = strstr(first, "cpu_") == first ? first : NULL;

	for (int i = 0; i < example->count; i++)
		if (*example->words[i].name == '#')
			constants[options.count++] = (pfm_metric_constant_t){ example->words[i].name,
				example->words[i].value };
	pfm_terminate();
	if (!CHECK(!pfm_set_machine(&machine) && !pfm_initialize())) {
		printf("  %s: %s\n", example->directory, machine.message);
		return;
	}
	snprintf(name, sizeof name, "%s", example->metric);
	for (int id = pfm_next_metric(-1); kind && id >= 0; id = pfm_next_metric(id)) {
		pfm_metric_info_t info = { .size = sizeof info };

		if (!pfm_get_metric_info(id, &info) && !strcasecmp(info.name, example->metric) && info.pmu &&
			strstr(info.formula, strstr(kind, "cpu_core") == kind ? "cpu_core" : "cpu_atom"))
			snprintf(name, sizeof name, "%s::%s", info.pmu, info.name);
	}
	if (CHECK(!pfm_prepare_metrics(name, &options, &metrics, &d))) {
		compare(example, metrics);
		pfm_free_metrics(metrics);
	} else {
		printf("  %s %s: %s\n", example->directory, name, d.message);
	}
}

int main(void)
{
	FILE *file = fopen(source_file("tests/data/metrics/examples"), "r");
	struct counted_example *example = calloc(1, sizeof *example);
	char line[8192];
	int count = 0;

	if (!CHECK(file))
		return 1;
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "metric %127s %127s", example->directory, example->metric) == 2)
			continue;
		if (!strncmp(line, "counts ", 7))
			read_counts(example, line + 7);
		if (sscanf(line, "value %63s %15s", example->value, example->over) != 2)
			continue;
		check_example(example);
		memset(example, 0, sizeof *example);
		count++;
	}
	fclose(file);
	free(example);
	pfm_terminate();
	CHECK(count == 113);
	return check_summary("metric_examples");
}
