#define _GNU_SOURCE
#include "machine/host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

enum { LINE = 1024, MOST_BYTES = 4 << 20 };

const char *host_environment(const char *name)
{
	return secure_getenv(name);
}

bool host_path(const struct host *host, const char *path, char *buffer, size_t size)
{
	size_t root = strlen(host->root), length = strlen(path);

	if (root + length >= size)
		return false;
	memcpy(buffer, host->root, root);
	memcpy(buffer + root, path, length + 1);
	return true;
}

/* ---- what fails today and may work tomorrow ---- */

static _Thread_local unsigned int shortages;

unsigned int host_shortages(void)
{
	return shortages;
}

void host_note_shortage(void)
{
	shortages++;
}

/* After a call that failed. */
static void note_error(void)
{
	if (errno == ENOMEM || errno == EMFILE || errno == ENFILE)
		host_note_shortage();
}

/* ---- files ---- */

bool host_access(const struct host *host, const char *path, int mode)
{
	char full[HOST_PATH];

	if (!host_path(host, path, full, sizeof full))
		return false;
	if (!access(full, mode))
		return true;
	note_error();
	return false;
}

DIR *host_open_directory(const struct host *host, const char *path)
{
	char full[HOST_PATH];
	DIR *directory;

	if (!host_path(host, path, full, sizeof full))
		return NULL;
	directory = opendir(full);
	if (!directory)
		note_error();
	return directory;
}

const char *host_next_entry(DIR *directory)
{
	struct dirent *entry;

	do {
		errno = 0;
		entry = readdir(directory);
	} while (entry && entry->d_name[0] == '.');
	if (!entry)
		note_error();
	return entry ? entry->d_name : NULL;
}

/* O_NONBLOCK: a fifo in the place of a file must not stop the program. */
static int open_file(const struct host *host, const char *path)
{
	char full[HOST_PATH];
	int file;

	if (!host_path(host, path, full, sizeof full))
		return -1;
	file = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0)
		note_error();
	return file;
}

int host_read(const struct host *host, const char *path, char *buffer, size_t size)
{
	int file = open_file(host, path);
	ssize_t got;

	if (file < 0)
		return -1;
	got = read(file, buffer, size - 1);
	if (got < 0)
		note_error();
	close(file);
	if (got < 0)
		return -1;
	buffer[got] = '\0';
	return (int)got;
}

bool host_read_number(const struct host *host, const char *path, long *value)
{
	char text[64], *end;

	if (host_read(host, path, text, sizeof text) < 1)
		return false;
	*value = strtol(text, &end, 10);
	return end != text;
}

bool host_lines(const struct host *host, const char *path, bool (*line)(char *text, void *data), void *data)
{
	char text[LINE], chunk[4096];
	size_t length = 0, total = 0;
	int file = open_file(host, path);
	ssize_t got;

	if (file < 0)
		return false;
	while ((got = read(file, chunk, sizeof chunk)) > 0 && (total += (size_t)got) <= MOST_BYTES) {
		for (ssize_t i = 0; i < got; i++) {
			if (chunk[i] != '\n') {
				if (length < sizeof text - 1)
					text[length++] = chunk[i];
				continue;
			}
			text[length] = '\0';
			length = 0;
			if (!line(text, data)) {
				close(file);
				return true;
			}
		}
	}
	if (got < 0)
		note_error();
	close(file);
	text[length] = '\0';
	if (length)
		line(text, data);
	return got >= 0;
}

/* If text is "key : value" with blanks around the colon, the value, else NULL. */
static const char *value_of(const char *text, const char *key)
{
	size_t length = strlen(key);

	if (strncmp(text, key, length))
		return NULL;
	text += length;
	text += strspn(text, " \t");
	if (*text++ != ':')
		return NULL;
	return text + strspn(text, " \t");
}

/* ---- CPU identity ---- */

static void add_arm_core(struct host *host, unsigned int implementer, unsigned int part)
{
	for (int i = 0; i < host->arm_count; i++)
		if (host->arm[i].implementer == implementer && host->arm[i].part == part)
			return;
	if (host->arm_count < MAX_ARM_CORES) {
		host->arm[host->arm_count].implementer = implementer;
		host->arm[host->arm_count++].part = part;
	}
}

/* State of reading /proc/cpuinfo. Arm: a core is known when its three fields have been seen, in any order. */
struct cpuinfo {
	struct host *host;
	unsigned int implementer, part, seen;
};

static bool arm_line(char *text, void *data)
{
	struct cpuinfo *info = data;
	const char *value;

	if ((value = value_of(text, "CPU implementer")))
		info->implementer = (unsigned int)strtoul(value, NULL, 0);
	else if ((value = value_of(text, "CPU part")))
		info->part = (unsigned int)strtoul(value, NULL, 0);
	else if (!value_of(text, "CPU architecture"))
		return true;
	if (++info->seen == 3) {
		add_arm_core(info->host, info->implementer, info->part);
		info->seen = 0;
	}
	return true;
}

/* One block is enough: x86 and POWER machines have one kind of core as far as these fields tell. */
static bool cpu_line(char *text, void *data)
{
	struct host *host = ((struct cpuinfo *)data)->host;
	const char *value;

	if ((value = value_of(text, "vendor_id"))) {
		host->is_intel = !strcmp(value, "GenuineIntel");
		host->is_amd = !strcmp(value, "AuthenticAMD");
	} else if ((value = value_of(text, "cpu family"))) {
		host->family = (unsigned int)strtoul(value, NULL, 10);
	} else if ((value = value_of(text, "model"))) {
		host->model = (unsigned int)strtoul(value, NULL, 10);
	} else if ((value = value_of(text, "stepping"))) {
		host->stepping = (unsigned int)strtoul(value, NULL, 10);
		return false;
	} else if ((value = value_of(text, "revision")) && (value = strstr(value, "(pvr "))) {
		host->is_power = true;
		host->pvr = (unsigned int)strtoul(value + 5, NULL, 16);
		return false;
	} else {
		return arm_line(text, data);
	}
	return true;
}

static void read_cpuinfo(struct host *host)
{
	struct cpuinfo info = { .host = host };
	const char *other = host_environment("LIBPFM_PROC_CPUINFO");
	struct host anywhere = { .root = "" };

	/* That variable names a file as it is, and was made for Arm. */
	if (other)
		host_lines(&anywhere, other, arm_line, &info);
	else
		host_lines(host, "/proc/cpuinfo", cpu_line, &info);
}

#if defined(__x86_64__) || defined(__i386__)
/* Intel SDM volume 2, CPUID; AMD uses the extended model only with base family 15. */
static void read_cpuid(struct host *host)
{
	unsigned int eax, ebx, ecx, edx, most;
	char vendor[13] = "";

	__cpuid(0, most, ebx, ecx, edx);
	if (most < 1)
		return;
	memcpy(vendor, &ebx, 4);
	memcpy(vendor + 4, &edx, 4);
	memcpy(vendor + 8, &ecx, 4);
	host->is_intel = !strcmp(vendor, "GenuineIntel");
	host->is_amd = !strcmp(vendor, "AuthenticAMD");
	__cpuid(1, eax, ebx, ecx, edx);
	host->family = eax >> 8 & 0xf;
	host->model = eax >> 4 & 0xf;
	host->stepping = eax & 0xf;
	if (host->family == 0xf || (host->is_intel && host->family >= 6))
		host->model |= eax >> 12 & 0xf0;
	if (host->family == 0xf)
		host->family += eax >> 20 & 0xff;
	if (host->is_intel && most >= 0xa) {
		__cpuid(0xa, eax, ebx, ecx, edx);
		host->arch_events = eax;
		host->arch_unavailable = ebx;
		host->arch_fixed = edx;
	}
}
#endif

/* The CPU that the program runs on, by the way its architecture offers. */
static void read_native(struct host *host)
{
#if defined(__x86_64__) || defined(__i386__)
	read_cpuid(host);
	if (host_environment("LIBPFM_PROC_CPUINFO"))
		read_cpuinfo(host);
#elif defined(__powerpc__)
	unsigned long pvr;

	__asm__("mfspr %0, 287" : "=r"(pvr)); /* Linux emulates this for user programs */
	host->is_power = true;
	host->pvr = (unsigned int)(pvr >> 16 & 0xffff);
	host->revision = (unsigned int)(pvr & 0xffff);
#else
	read_cpuinfo(host);
#endif
}

static bool known_vendor(struct host *host, const char *name, size_t length)
{
	host->is_intel = length == 12 && !memcmp(name, "GenuineIntel", 12);
	host->is_amd = length == 12 && !memcmp(name, "AuthenticAMD", 12);
	return host->is_intel || host->is_amd;
}

/* A PMU of the tables stands for the first CPU that has it: "spr", "power9", "zen4" (the end of a name will do). */
static bool identity_of_pmu(struct host *host, const char *text)
{
	size_t length = strlen(text);

	for (int i = 0; i < (int)pfm_compiled.pmus.count; i++) {
		const char *name = name_at(&pfm_compiled, pfm_compiled.pmus.rows[i].name);
		const struct table_condition *condition = &pfm_compiled.conditions.rows[pfm_compiled.pmus.rows[i].condition];
		size_t longer = strlen(name);

		if (longer < length || strcasecmp(name + longer - length, text) || (longer > length && name[longer - length - 1] != '_') ||
		    !pfm_compiled.pmus.rows[i].conditions || condition->kind != WHEN_CPU)
			continue;
		host->is_intel = condition->vendor == VENDOR_INTEL;
		host->is_amd = condition->vendor == VENDOR_AMD;
		host->is_power = condition->vendor == VENDOR_POWER;
		host->family = condition->family;
		host->model = host->pvr = condition->low;
		host->stepping = condition->stepping_low;
		if (condition->vendor == VENDOR_ARM)
			add_arm_core(host, condition->family, condition->low);
		return true;
	}
	return false;
}

/*
 * LIBPFM_CPUID: "GenuineIntel-6-143-8" (vendor, family, model and, optionally, stepping, decimal), "POWER-0x4e" (the
 * version half of the PVR) or "POWER-0x4e-0x1202" (both halves), an Arm MIDR as one number ("0x410fd0c1"), or several with commas, or the name of a PMU.
 */
static void parse_identity(struct host *host, const char *text)
{
	const char *dash = strchr(text, '-');
	char *end;

	if (dash && !strncmp(text, "POWER-", 6)) {
		host->is_power = true;
		host->pvr = (unsigned int)strtoul(dash + 1, &end, 0);
		host->revision = *end == '-' ? (unsigned int)strtoul(end + 1, &end, 0) & 0xffff : 0;
	} else if (dash && known_vendor(host, text, (size_t)(dash - text))) {
		host->family = (unsigned int)strtoul(dash + 1, &end, 10);
		host->model = *end == '-' ? (unsigned int)strtoul(end + 1, &end, 10) : 0;
		host->stepping = *end == '-' ? (unsigned int)strtoul(end + 1, &end, 10) : 0;
	} else if (!identity_of_pmu(host, text)) {
		while (*text) {
			unsigned long midr = strtoul(text, &end, 0);

			if (end == text)
				return;
			add_arm_core(host, (unsigned int)(midr >> 24 & 0xff), (unsigned int)(midr >> 4 & 0xfff));
			text = end + (*end == ',');
		}
	}
}

void host_identify(struct host *host)
{
	const char *root = host_environment("LIBPFM_FSROOT"), *identity = host_environment("LIBPFM_CPUID");
	size_t length = root ? strlen(root) : 0;

	memset(host, 0, sizeof *host);
	if (length && length < sizeof host->root) {
		memcpy(host->root, root, length);
		while (length && host->root[length - 1] == '/')
			host->root[--length] = '\0';
		host->replaced = true;
	}
	if (identity && *identity) {
		host->replaced = true;
		parse_identity(host, identity);
		if (host_environment("LIBPFM_PROC_CPUINFO"))
			read_cpuinfo(host);
	} else if (host->replaced) {
		read_cpuinfo(host);
	} else {
		read_native(host);
	}
}

/* ---- conditions ---- */

static bool meets_cpu(const struct host *host, const struct table_condition *condition)
{
	if (condition->vendor == VENDOR_ARM) {
		for (int i = 0; i < host->arm_count; i++)
			if (host->arm[i].implementer == condition->family && host->arm[i].part >= condition->low && host->arm[i].part <= condition->high)
				return true;
		return false;
	}
	if (condition->vendor == VENDOR_POWER)
		return host->is_power && host->pvr >= condition->low && host->pvr <= condition->high &&
		       host->revision >> 8 >= condition->stepping_low && host->revision >> 8 <= condition->stepping_high;
	if (condition->vendor == VENDOR_INTEL ? !host->is_intel : !host->is_amd)
		return false;
	return host->family == condition->family && host->model >= condition->low && host->model <= condition->high &&
	       host->stepping >= condition->stepping_low && host->stepping <= condition->stepping_high;
}

struct wanted {
	const char *key, *value;
	bool contains, found;
};

static bool wanted_line(char *text, void *data)
{
	struct wanted *wanted = data;
	const char *value = value_of(text, wanted->key);

	if (!value)
		return true;
	wanted->found = wanted->contains ? strstr(value, wanted->value) != NULL : !strcmp(value, wanted->value);
	return false;
}

/* MIPS and SPARC tell what they are in /proc/cpuinfo only. On a large x86 machine reading it takes milliseconds. */
static bool meets_cpuinfo(const struct host *host, const struct table_condition *condition)
{
	struct wanted wanted = { name_at(&pfm_compiled, condition->key), name_at(&pfm_compiled, condition->value), condition->kind == WHEN_CPUINFO_CONTAINS, false };
#if !defined(__mips__) && !defined(__sparc__)
	if (!host->root[0])
		return false;
#endif
	host_lines(host, "/proc/cpuinfo", wanted_line, &wanted);
	return wanted.found;
}

static bool meets_directory(const struct host *host, const struct table_condition *condition)
{
	const char *prefix = name_at(&pfm_compiled, condition->value), *name;
	bool found = false;
	DIR *directory = host_open_directory(host, name_at(&pfm_compiled, condition->key));

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

static bool meets_s390(struct host *host, const struct table_condition *condition)
{
	unsigned int value;

	if (!host->s390_read) {
		host_lines(host, "/proc/service_levels", service_level_line, host);
		host_lines(host, "/proc/sysinfo", sysinfo_line, host);
		host->s390_read = true;
	}
	value = condition->kind == WHEN_S390_CFVN ? host->cfvn : condition->kind == WHEN_S390_CSVN ? host->csvn : host->s390_machine;
	return value >= condition->low && value <= condition->high;
}

/* Only POWER and s390x have what device trees and readable devices tell: this machine need not be asked if it is an x86. */
static bool is_x86(const struct host *host)
{
	return !host->root[0] && (host->is_intel || host->is_amd);
}

bool host_meets(struct host *host, const struct table_condition *condition)
{
	switch (condition->kind) {
	case WHEN_CPU:
		return meets_cpu(host, condition);
	case WHEN_CPUINFO_EQUALS:
	case WHEN_CPUINFO_CONTAINS:
		return meets_cpuinfo(host, condition);
	case WHEN_DIRECTORY_ENTRY:
		return !is_x86(host) && meets_directory(host, condition);
	case WHEN_READABLE:
		return !is_x86(host) && host_access(host, name_at(&pfm_compiled, condition->value), R_OK);
	case WHEN_FILE:
		return host_access(host, name_at(&pfm_compiled, condition->value), F_OK);
	case WHEN_S390_CFVN:
	case WHEN_S390_CSVN:
	case WHEN_S390_MACHINE:
		return meets_s390(host, condition);
	default:
		return false;
	}
}
