/*
 * Machines that were captured with what the kernel names of their devices, and the tables: each name is what the tables
 * say of it where the machine is not at hand, in code, scale and unit, or what they say of an earlier Linux.
 */
#include <perfmon/pfmkit.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST = 1024, MEANINGS = 8 };

static const struct root {
	const char *name, *cpu;
	int names;   /* that the kernel has there */
	int older;   /* of which an earlier Linux had what the files say */
	int foreign; /* of devices that the tables lack, or that firmware names */
} roots[] = {
	{ "skylake-client", "GenuineIntel-6-94", 30, 0, 0 },
	{ "sapphire-rapids-2s", "GenuineIntel-6-143", 58, 0, 0 },
	{ "alder-lake", "GenuineIntel-6-151", 12, 0, 0 },
	{ "alder-lake-n", "GenuineIntel-6-190", 4, 0, 0 },
	{ "meteor-lake", "GenuineIntel-6-170", 54, 2, 0 }, /* ref-cycles of both kinds, before 6.12 */
	{ "arrow-lake-h", "GenuineIntel-6-197", 65, 0, 0 },
	{ "lunar-lake", "GenuineIntel-6-189", 49, 0, 0 },
	{ "panther-lake", "GenuineIntel-6-204", 47, 0, 0 },
	{ "granite-rapids", "GenuineIntel-6-173", 30, 0, 0 },
	{ "sierra-forest", "GenuineIntel-6-175", 23, 0, 0 },
	{ "zen4-server", "AuthenticAMD-25-17", 14, 0, 0 },
	{ "power9", "POWER-0x4e", 7, 0, 3 }, /* firmware names those of core_imc and nest_*_imc */
	{ "neoverse-v1", "0x410fd400", 17, 0, 2 }, /* dsu_0 */
	{ "z15", "IBM-8561", 3, 0, 0 },
};

static struct named {
	char string[160]; /* DEVICE/NAME/ */
	pfm_perf_event_t event;
} all[MOST];
static int count;

static void be_on(const char *root, const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .root = root, .cpu = cpu };

	pfm_terminate();
	CHECK_SAME(pfm_set_machine(&machine), PFM_SUCCESS);
	CHECK_SAME(pfm_initialize(), PFM_SUCCESS);
}

/* A name of the kernel's, not what goes with it: energy-pkg.unit. */
static bool is_name(const char *file)
{
	static const char *const ends[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strlen(file) > strlen(ends[i]) && !strcmp(file + strlen(file) - strlen(ends[i]), ends[i]))
			return false;
	return *file != '.';
}

static void read_name(const char *device, const char *file)
{
	struct named *named = &all[count];

	snprintf(named->string, sizeof named->string, "%s/%s/", device, file);
	named->event.size = sizeof named->event;
	if (!CHECK(pfm_get_perf_event(named->string, PFM_PLM3, &named->event, 1, NULL) == 1))
		printf("%s\n", named->string);
	else if (CHECK(count < MOST - 1))
		count++;
}

static void read_device(const char *top, const char *device)
{
	struct dirent *entry;
	char path[1024];
	DIR *events;

	snprintf(path, sizeof path, "%s/%s/events", top, device);
	events = opendir(path);
	while (events && (entry = readdir(events)))
		if (is_name(entry->d_name))
			read_name(device, entry->d_name);
	if (events)
		closedir(events);
}

static void read_root(const char *root)
{
	struct dirent *entry;
	char top[900];
	DIR *devices;

	snprintf(top, sizeof top, "%s/sys/bus/event_source/devices", root);
	devices = opendir(top);
	count = 0;
	while (devices && (entry = readdir(devices)))
		if (*entry->d_name != '.')
			read_device(top, entry->d_name);
	if (CHECK(devices))
		closedir(devices);
}

static bool are_same_words(const struct perf_event_attr *attr, const uint64_t *words)
{
	return attr->config == words[0] && attr->config1 == words[1] && attr->config2 == words[2];
}

/* The Linux before which it was so, on any PMU of the machine; NULL: it never was. */
static const char *linux_before(const struct named *named)
{
	pfm_kernel_meaning_t meanings[MEANINGS] = { { .size = sizeof *meanings } };
	const char *at = strchr(named->string, '/') + 1;
	pfm_pmu_info_t info = { .size = sizeof info };
	char name[128];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "/"), at);
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		int found = 0;

		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present)
			found = pfm_get_kernel_meanings((pfm_pmu_t)pmu, name, meanings, MEANINGS);
		for (int i = 0; i < found && i < MEANINGS; i++)
			if (meanings[i].before && are_same_words(&named->event.attr, meanings[i].words))
				return meanings[i].before;
	}
	return NULL;
}

/* Intel's cores with hyper-threading count their slots by halves; this machine has none. */
static bool is_without_threads(const struct named *named)
{
	return !strcmp(named->string, "cpu/topdown-total-slots/") && named->event.attr.config == 0x3c &&
		named->event.scale == 4;
}

/* Devices whose events the machine alone names: the tables have their fields. */
static bool is_named_by_machine(const struct named *named)
{
	static const char *const devices[] = { "core_imc/", "thread_imc/", "nest_", "hv_24x7/" };

	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		if (!strncmp(named->string, devices[i], strlen(devices[i])))
			return true;
	return false;
}

/* Graphics of two GTs have names that end in -gt0, -gt1; these machines' files were written for one. */
static bool is_of_one_gt(const struct named *named)
{
	return !strcmp(named->string, "i915/actual-frequency/");
}

static bool check_name(const struct named *named, const char *root, int *older, int *foreign)
{
	pfm_perf_event_t event = { .size = sizeof event };
	const uint64_t words[3] = { named->event.attr.config, named->event.attr.config1, named->event.attr.config2 };
	int found = pfm_get_perf_event(named->string, PFM_PLM3, &event, 1, NULL);
	const char *before;

	if (found == 1 && are_same_words(&event.attr, words) && event.scale == named->event.scale &&
		!strcmp(event.unit, named->event.unit))
		return true;
	if (is_without_threads(named))
		return true;
	if (found == PFM_ERR_ATTR && is_of_one_gt(named))
		return true;
	if (found == PFM_ERR_NOTFOUND || (found == PFM_ERR_ATTR && is_named_by_machine(named))) {
		++*foreign;
		return true;
	}
	before = linux_before(named);
	if (before && getenv("VERBOSE"))
		printf("%s: %s: Linux before %s\n", root, named->string, before);
	*older += before != NULL;
	if (before)
		return true;
	printf("%s: %s: %#llx %#llx times %g %s, not %d: %#llx %#llx times %g %s\n", root, named->string,
		(unsigned long long)event.attr.config, (unsigned long long)event.attr.config1, event.scale, event.unit,
		found, (unsigned long long)words[0], (unsigned long long)words[1], named->event.scale,
		named->event.unit);
	return false;
}

static void captured(void)
{
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
		const struct root *root = &roots[i];
		int older = 0, foreign = 0;
		const char *build = getenv("builddir");
		char path[512];

		snprintf(path, sizeof path, "%s/tests/tmp/roots/%s", build ? build : ".", root->name);
		be_on(path, NULL);
		read_root(path);
		be_on(NULL, root->cpu);
		for (int k = 0; k < count; k++)
			CHECK(check_name(&all[k], root->name, &older, &foreign));
		if (!CHECK(count == root->names && older == root->older && foreign == root->foreign))
			printf("%s: %d names, %d of earlier kernels, %d of other devices\n", root->name, count, older,
				foreign);
	}
}

int main(void)
{
	RUN(captured);
	pfm_terminate();
	return check_summary("kernel_roots");
}
