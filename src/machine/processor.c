/*
 * Reads the CPU's description of itself: from /proc/cpuinfo below the root, or with instructions of its architecture.
 */
#include "machine/processor.h"

#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "machine/files.h"

/* ---- /proc/cpuinfo ---- */

void processor_add_arm_core(struct host *host, unsigned int implementer, unsigned int part, unsigned int version)
{
	for (int i = 0; i < host->arm_count; i++)
		if (host->arm[i].implementer == implementer && host->arm[i].part == part)
			return;
	if (host->arm_count < MAX_ARM_CORES) {
		host->arm[host->arm_count++] = (struct arm_core){ implementer, part, version };
	}
}

/* State of reading /proc/cpuinfo. Arm: a core is complete after its three fields, which may come in any order. */
struct cpuinfo {
	struct host *host;
	unsigned int implementer, part, variant, seen;
	bool is_new;            /* a core was added, and its revision may follow */
};

static bool arm_line(char *text, void *data)
{
	struct cpuinfo *info = data;
	const char *value;

	if ((value = host_value_of(text, "CPU variant"))) {
		info->variant = (unsigned int)strtoul(value, NULL, 0) & 0xf;
		return true;
	}
	if ((value = host_value_of(text, "CPU revision"))) {
		if (info->is_new)
			info->host->arm[info->host->arm_count - 1].version |= (unsigned int)strtoul(value, NULL, 0) &
				0xf;
		info->is_new = false;
		return true;
	}
	if ((value = host_value_of(text, "CPU implementer")))
		info->implementer = (unsigned int)strtoul(value, NULL, 0);
	else if ((value = host_value_of(text, "CPU part")))
		info->part = (unsigned int)strtoul(value, NULL, 0);
	else if (!host_value_of(text, "CPU architecture"))
		return true;
	if (++info->seen == 3) {
		int before = info->host->arm_count;

		processor_add_arm_core(info->host, info->implementer, info->part, info->variant << 4);
		info->is_new = info->host->arm_count > before;
		info->seen = 0;
	}
	return true;
}

/* Takes the vendor. Zhaoxin's own name has two blanks before it and two behind it. */
static void take_vendor(const char *vendor, struct host *host)
{
	vendor += strspn(vendor, " ");
	host->is_shanghai = !strncmp(vendor, "Shanghai", 8) && !vendor[8 + strspn(vendor + 8, " ")];
	host->is_zhaoxin = host->is_shanghai || !strcmp(vendor, "CentaurHauls");
	host->is_intel = !strcmp(vendor, "GenuineIntel");
	host->is_hygon = !strcmp(vendor, "HygonGenuine");
	host->is_amd = host->is_hygon || !strcmp(vendor, "AuthenticAMD");
}

/* Reads one block of lines: x86 and POWER machines have one core type as far as these fields tell. */
static bool cpu_line(char *text, void *data)
{
	struct host *host = ((struct cpuinfo *)data)->host;
	const char *value;

	if ((value = host_value_of(text, "vendor_id"))) {
		take_vendor(value, host);
	} else if ((value = host_value_of(text, "cpu family"))) {
		host->family = (unsigned int)strtoul(value, NULL, 10);
	} else if ((value = host_value_of(text, "model"))) {
		host->model = (unsigned int)strtoul(value, NULL, 10);
	} else if ((value = host_value_of(text, "stepping"))) {
		host->stepping = (unsigned int)strtoul(value, NULL, 10);
		return false;
	} else if ((value = host_value_of(text, "revision")) && (value = strstr(value, "(pvr "))) {
		host->is_power = true;
		host->pvr = (unsigned int)strtoul(value + 5, NULL, 16);
		return false;
	} else {
		return arm_line(text, data);
	}
	return true;
}

void processor_read_cpuinfo(struct host *host)
{
	struct cpuinfo info = { .host = host };
	const char *other = host_environment("LIBPFM_PROC_CPUINFO");
	struct host anywhere = { .root = "" };

	/* the variable names a file regardless of the root, and is for Arm only */
	if (other)
		host_lines(&anywhere, other, arm_line, &info);
	else
		host_lines(host, "/proc/cpuinfo", cpu_line, &info);
}

/* ---- asked ---- */

#if defined(__x86_64__) || defined(__i386__)
/* Reads CPUID (Intel SDM volume 2); AMD uses the extended model only with base family 15. */
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
	take_vendor(vendor, host);
	__cpuid(1, eax, ebx, ecx, edx);
	host->family = eax >> 8 & 0xf;
	host->model = eax >> 4 & 0xf;
	host->stepping = eax & 0xf;
	if (host->family == 0xf || ((host->is_intel || host->is_zhaoxin) && host->family >= 6))
		host->model |= eax >> 12 & 0xf0;
	if (host->family == 0xf)
		host->family += eax >> 20 & 0xff;
	if ((host->is_intel || host->is_zhaoxin) && most >= 0xa) {
		__cpuid(0xa, eax, ebx, ecx, edx);
		host->arch_events = eax;
		host->arch_unavailable = ebx;
		host->arch_fixed = edx;
	}
}
#endif

void processor_read(struct host *host)
{
#if defined(__x86_64__) || defined(__i386__)
	read_cpuid(host);
	if (host_environment("LIBPFM_PROC_CPUINFO"))
		processor_read_cpuinfo(host);
#elif defined(__powerpc__)
	unsigned long pvr;

	__asm__("mfspr %0, 287" : "=r"(pvr)); /* user programs may read it, as Linux emulates the instruction */
	host->is_power = true;
	host->pvr = (unsigned int)(pvr >> 16 & 0xffff);
	host->revision = (unsigned int)(pvr & 0xffff);
#else
	processor_read_cpuinfo(host);
#endif
}
