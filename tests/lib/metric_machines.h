/*
 * The machines that metrics are for, by the directories of the vendors' collections: a CPU, and a root with a device
 * where the metrics are those of one outside of CPUs.
 */
#ifndef PFM_METRIC_MACHINES_H
#define PFM_METRIC_MACHINES_H

#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"

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
	{ "arm64", "0x410fd490" },
	{ "CWF", "clearwaterforest" },
	{ "arm-c1-nano-r0p0-pmu", "c1-nano" },
	{ "arm-c1-pro-r1p2-pmu", "c1-pro" },
	{ "arm-c1-premium-r0p0-pmu", "c1-premium" },
	{ "arm-c1-ultra-r0p0-pmu", "c1-ultra" },
	{ "arm-c1-sme2-r1p2-pmu", "c1-sme2" },
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

static inline void put_file(const char *root, const char *path, const char *text)
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

static inline void put_device(const char *root, const char *device, const char *type, const char *identifier)
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
static inline const char *root_of(const char *directory)
{
	static char root[2048];
	const char *build = getenv("builddir");

	for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
		char part[64];

		snprintf(part, sizeof part, "/%s/sys", devices[i].directory);
		if (!strstr(directory, part))
			continue;
		snprintf(root, sizeof root, "%s/tests/tmp/metric_machines", build ? build : ".");
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

static inline const char *cpu_of(const char *directory)
{
	const char *name = strrchr(directory, '/');

	name = name ? name + 1 : directory;
	for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
		if (!strcmp(machines[i].directory, name))
			return machines[i].cpu;
	return name;
}

enum { MOST_DIRECTORIES = 128 };

/* Calls look_at() for each directory that metrics are of; how many there are. */
static inline int for_each_directory(void (*look_at)(const char *directory))
{
	static char directories[MOST_DIRECTORIES][64];
	FILE *file = fopen(source_file("tests/data/metrics/blocks.tsv"), "r");
	char line[512];
	int count = 0;

	if (!CHECK(file))
		return 0;
	while (fgets(line, sizeof line, file) && CHECK(count < MOST_DIRECTORIES)) {
		int known = 0;

		if (*line == '#' || sscanf(line, "%*s %*s %*s %63s", directories[count]) != 1)
			continue;
		for (int i = 0; i < count; i++)
			known |= !strcmp(directories[i], directories[count]);
		count += !known;
	}
	fclose(file);
	for (int i = 0; i < count; i++)
		look_at(directories[i]);
	return count;
}

#endif
