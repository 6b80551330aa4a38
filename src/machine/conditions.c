/* One function per kind of condition, each using the host's identity or its files. */
#include "machine/conditions.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/files.h"

/* ---- CPUs ---- */

bool is_arm_core(const struct table_condition *condition, struct arm_core core)
{
	return condition->kind == WHEN_CPU && condition->vendor == VENDOR_ARM &&
		condition->family == core.implementer && condition->low <= core.part && core.part <= condition->high;
}

bool host_is_cpu(const struct host *host, const struct table_condition *condition)
{
	if (condition->vendor == VENDOR_ARM) {
		for (int i = 0; i < host->arm_count; i++)
			if (is_arm_core(condition, host->arm[i]))
				return true;
		return false;
	}
	if (condition->vendor == VENDOR_POWER)
		return host->is_power && host->pvr >= condition->low && host->pvr <= condition->high &&
			host->revision >> 8 >= condition->stepping_low &&
			host->revision >> 8 <= condition->stepping_high;
	if (condition->vendor == VENDOR_INTEL             ? !host->is_intel
		: condition->vendor == VENDOR_ZHAOXIN ? !host->is_zhaoxin
						      : !host->is_amd)
		return false;
	/* family 0x18 of AMD is Hygon's, which has no other family */
	return host->is_hygon == (condition->vendor == VENDOR_AMD && condition->family == 0x18) &&
	       host->family == condition->family && host->model >= condition->low && host->model <= condition->high &&
	       host->stepping >= condition->stepping_low && host->stepping <= condition->stepping_high;
}

struct wanted {
	const char *key, *value;
	bool contains, found;
};

static bool wanted_line(char *text, void *data)
{
	struct wanted *wanted = data;
	const char *value = host_value_of(text, wanted->key);

	if (!value)
		return true;
	wanted->found = wanted->contains ? strstr(value, wanted->value) != NULL : !strcmp(value, wanted->value);
	return false;
}

/*
 * Returns whether to read /proc/cpuinfo: MIPS, SPARC, RISC-V and LoongArch tell what they are there only. On a large
 * x86 machine reading it takes milliseconds.
 */
static bool may_read_cpuinfo(const struct host *host)
{
#if defined(__mips__) || defined(__sparc__) || defined(__riscv) || defined(__loongarch__)
	(void)host;
	return true;
#else
	return host->root[0] || host->riscv_count || host->is_loongson;
#endif
}

static bool meets_cpuinfo(const struct host *host, const struct tables *in, const struct table_condition *condition)
{
	struct wanted wanted = { name_at(in, condition->key), name_at(in, condition->value),
		condition->kind == WHEN_CPUINFO_CONTAINS, false };
	if (!may_read_cpuinfo(host))
		return false;
	if (host->is_loongson)
		return !strcmp(wanted.key, "CPU Family") && !strcmp(wanted.value, "Loongson-64bit");
	host_lines(host, "/proc/cpuinfo", wanted_line, &wanted);
	return wanted.found;
}

struct pair {
	char key[MAX_CPUINFO_KEY + 1], pattern[MAX_CPUINFO_PATTERN + 1];
	bool found;
};

const char riscv_keys[RISCV_IDS][10] = { "mvendorid", "marchid", "mimpid" };

/* Matches what /proc/cpuinfo would say of a RISC-V core that the user names. */
static bool is_riscv_pair(const struct host *host, const struct pair *pair)
{
	char text[32];

	for (int i = 0; i < host->riscv_count; i++)
		if (!strcmp(pair->key, riscv_keys[i])) {
			snprintf(text, sizeof text, "0x%" PRIx64, host->riscv[i]);
			return !fnmatch(pair->pattern, text, 0);
		}
	return false;
}

static bool pair_line(char *text, void *data)
{
	struct pair *pair = data;
	const char *value = host_value_of(text, pair->key);

	if (value)
		pair->found = !fnmatch(pair->pattern, value, 0);
	return !value;
}

/* Tests KEY PATTERN KEY PATTERN ...: the first line of each key must have a value that matches. */
static bool meets_cpuinfo_globs(const struct host *host, const struct tables *in,
	const struct table_condition *condition)
{
	const char *text = name_at(in, condition->value);
	struct pair pair = { .found = false };
	int length;

	if (!may_read_cpuinfo(host))
		return false;
	for (; sscanf(text, "%63s %127s%n", pair.key, pair.pattern, &length) == 2; text += length, pair.found = false) {
		if (host->riscv_count)
			pair.found = is_riscv_pair(host, &pair);
		else
			host_lines(host, "/proc/cpuinfo", pair_line, &pair);
		if (!pair.found)
			return false;
	}
	return true;
}

static bool meets_directory(const struct host *host, const struct tables *in, const struct table_condition *condition)
{
	const char *prefix = name_at(in, condition->value), *name;
	bool found = false;
	DIR *directory = host_open_directory(host, name_at(in, condition->key));

	while (directory && !found && (name = host_next_entry(directory)))
		found = !strncmp(name, prefix, strlen(prefix));
	if (directory)
		closedir(directory);
	return found;
}

/* ---- s390x: CPU-measurement facility versions and machine type ---- */

static bool service_level_line(char *text, void *data)
{
	static const char start[] = "CPU-MF: Counter facility: version=";
	struct host *host = data;

	if (strncmp(text, start, sizeof start - 1))
		return true;
	if (sscanf(text + sizeof start - 1, "%u.%u", &host->cfvn, &host->csvn) != 2)
		host->cfvn = host->csvn = 0;
	return false;
}

static bool sysinfo_line(char *text, void *data)
{
	struct host *host = data;

	if (strncmp(text, "Type:", 5))
		return true;
	host->s390_machine = (unsigned int)strtoul(text + 5, NULL, 10);
	return false;
}

/* Returns whether to look for an s390x: on one, or under another root. */
static bool may_be_s390(const struct host *host)
{
#ifdef __s390x__
	(void)host;
	return true;
#else
	return host->root[0];
#endif
}

static bool meets_s390(struct host *host, const struct table_condition *condition)
{
	unsigned int value;

	if (!host->s390_read && may_be_s390(host)) {
		host_lines(host, "/proc/service_levels", service_level_line, host);
		host_lines(host, "/proc/sysinfo", sysinfo_line, host);
		host->s390_read = true;
	}
	value = condition->kind == WHEN_S390_CFVN   ? host->cfvn
		: condition->kind == WHEN_S390_CSVN ? host->csvn
						    : host->s390_machine;
	return value >= condition->low && value <= condition->high;
}

/* Returns whether this machine is an x86: only POWER and s390x have device trees and readable devices to look at. */
static bool is_x86(const struct host *host)
{
	return !host->root[0] && (host->is_intel || host->is_amd || host->is_zhaoxin);
}

/* Tests for a readable file; an s390x machine that the user names has the facilities for counters. */
static bool is_readable(const struct host *host, const char *path)
{
	static const char facility[] = "/sys/bus/event_source/devices/cpum_";

	if (host->is_s390)
		return !strncmp(path, facility, sizeof facility - 1);
	return !is_x86(host) && host_access(host, path, R_OK);
}

/* ---- devices ---- */

/* Tests "midr=0x503?*": whether this machine has a core of such a MIDR, written with eight digits. */
static bool has_midr(const struct host *host, const char *pattern)
{
	char midr[16];

	for (int i = 0; i < host->arm_count; i++) {
		const struct arm_core *core = &host->arm[i];

		snprintf(midr, sizeof midr, "0x%08x", core->implementer << 24 | (core->version >> 4 & 0xf) << 20 |
			0xf0000 | core->part << 4 | (core->version & 0xf));
		if (!fnmatch(pattern, midr, 0))
			return true;
	}
	return false;
}

static const char midr_condition[] = "midr=";

/* Returns whether a condition is about the device's name or files. */
static bool is_about_device(const char *condition)
{
	return strncmp(condition, midr_condition, sizeof midr_condition - 1) != 0;
}

static bool device_meets_one(const struct host *host, const char *device, const char *condition)
{
	const char *pattern = strchr(condition, '=');
	char path[HOST_PATH], text[256];
	int file = (int)(pattern ? pattern - condition : (long)strlen(condition));

	if (!is_about_device(condition))
		return has_midr(host, pattern + 1);
	if (pattern && file == 4 && !strncmp(condition, "name", 4))
		return !fnmatch(pattern + 1, device, 0);
	if (snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/%.*s", device, file, condition) >=
		(int)sizeof path)
		return false;
	if (!pattern)
		return host_access(host, path, F_OK);
	if (host_read(host, path, text, sizeof text) < 0)
		return false;
	text[strcspn(text, "\n")] = '\0';
	return !fnmatch(pattern + 1, text, 0);
}

bool host_device_meets(const struct host *host, const char *device, const char *conditions)
{
	while (*conditions) {
		size_t length = strcspn(conditions, ",");
		bool contrary = *conditions == '!';
		char one[MAX_DEVICE_CONDITION + 1];

		if (length < sizeof one) {
			memcpy(one, conditions, length);
			one[length] = '\0';
			if ((device || !is_about_device(one + contrary)) &&
			    device_meets_one(host, device, one + contrary) != contrary)
				return true;
		}
		conditions += length + (conditions[length] == ',');
	}
	return false;
}

/* ---- all ---- */

bool host_meets(struct host *host, const struct tables *in, const struct table_condition *condition)
{
	switch (condition->kind) {
	case WHEN_CPUINFO_EQUALS:
	case WHEN_CPUINFO_CONTAINS:
		return meets_cpuinfo(host, in, condition);
	case WHEN_CPUINFO_GLOB:
		return meets_cpuinfo_globs(host, in, condition);
	case WHEN_DIRECTORY_ENTRY:
		return !is_x86(host) && meets_directory(host, in, condition);
	case WHEN_READABLE:
		return is_readable(host, name_at(in, condition->value));
	case WHEN_FILE:
		return host_access(host, name_at(in, condition->value), F_OK);
	case WHEN_S390_CFVN:
	case WHEN_S390_CSVN:
	case WHEN_S390_MACHINE:
		return meets_s390(host, condition);
	default:
		return false;
	}
}
