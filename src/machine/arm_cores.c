/*
 * A device lists the CPUs that it counts on; the first of them says in its identification register, or in its block of
 * /proc/cpuinfo, which core it is.
 */
#include "machine/arm_cores.h"

#include <stdio.h>
#include <stdlib.h>

#include "machine/files.h"

/* Reads bits 24-31 and 4-15 (Arm Architecture Reference Manual, MIDR_EL1). */
static bool read_midr(const struct host *host, long cpu, struct arm_core *core)
{
	char path[128], text[64], *end;
	unsigned long long midr;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/regs/identification/midr_el1", cpu);
	if (host_read(host, path, text, sizeof text) < 1)
		return false;
	midr = strtoull(text, &end, 16);
	*core = (struct arm_core){ (unsigned int)(midr >> 24 & 0xff), (unsigned int)(midr >> 4 & 0xfff), 0 };
	return end != text && midr;
}

/* A block of /proc/cpuinfo that is looked for, and what has been found of it. */
struct cpuinfo_block {
	long cpu;
	bool inside, has_implementer, has_part;
	struct arm_core *core;
};

static bool block_line(char *text, void *data)
{
	struct cpuinfo_block *block = data;
	const char *value;

	if ((value = host_value_of(text, "processor"))) {
		block->inside = strtol(value, NULL, 10) == block->cpu;
	} else if (block->inside && (value = host_value_of(text, "CPU implementer"))) {
		block->core->implementer = (unsigned int)strtoul(value, NULL, 0);
		block->has_implementer = true;
	} else if (block->inside && (value = host_value_of(text, "CPU part"))) {
		block->core->part = (unsigned int)strtoul(value, NULL, 0);
		block->has_part = true;
	}
	return !block->has_implementer || !block->has_part;
}

static bool read_block(const struct host *host, long cpu, struct arm_core *core)
{
	struct cpuinfo_block block = { .cpu = cpu, .core = core };

	host_lines(host, "/proc/cpuinfo", block_line, &block);
	return block.has_implementer && block.has_part;
}

bool arm_core_of_device(const struct host *host, const char *device, struct arm_core *core)
{
	char path[HOST_PATH];
	long cpu;
	int length = snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus", device);

	if (length < 0 || (size_t)length >= sizeof path || !host_read_number(host, path, &cpu))
		return false;
	return read_midr(host, cpu, core) || read_block(host, cpu, core);
}

enum { CPUS_LIST = 1024, MOST_CPUS_LOOKED_AT = 1024 };

/* Calls fits for the core type of CPU after CPU of a list, until it is true; those that are offline have none. */
static bool any_core_fits(const struct host *host, const char *cpus, bool (*fits)(struct arm_core core, void *data),
			  void *data)
{
	struct arm_core last = { 0, 0, 0 };
	int left = MOST_CPUS_LOOKED_AT;

	while (*cpus) {
		char *end;
		long first = strtol(cpus, &end, 10), to = first;

		if (end == cpus)
			return false;
		if (*end == '-')
			to = strtol(end + 1, &end, 10);
		for (long cpu = first; cpu <= to && left--; cpu++) {
			struct arm_core core = { 0, 0, 0 };

			if ((!read_midr(host, cpu, &core) && !read_block(host, cpu, &core)) ||
			    (core.implementer == last.implementer && core.part == last.part))
				continue;
			last = core;
			if (fits(core, data))
				return true;
		}
		cpus = end + (*end == ',');
	}
	return false;
}

bool arm_device_has_core(const struct host *host, const char *device, bool (*fits)(struct arm_core core, void *data),
			 void *data)
{
	char path[HOST_PATH], cpus[CPUS_LIST];
	int length = snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus", device);

	return length > 0 && (size_t)length < sizeof path && host_read(host, path, cpus, sizeof cpus) > 0 &&
	       any_core_fits(host, cpus, fits, data);
}
