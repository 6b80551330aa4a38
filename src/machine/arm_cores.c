/*
 * A device lists the CPUs that it counts on; the identification register of the first one, or its block in
 * /proc/cpuinfo, tells the core type.
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

/* State of reading one CPU's block of /proc/cpuinfo. */
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

/* A core that fits, among the CPUs of a list. */
struct cores {
	const struct host *host;
	const char *cpus;
	bool (*fits)(struct arm_core core, void *data);
	void *data;
	long cpu; /* whose block of /proc/cpuinfo it is */
	bool inside, found;
	struct arm_core core, last;
};

/* Returns whether to go on: no core has fitted yet. Cores beside each other are mostly of one type. */
static bool try_core(struct cores *cores, struct arm_core core)
{
	if (core.implementer == cores->last.implementer && core.part == cores->last.part)
		return true;
	cores->last = core;
	cores->found = cores->fits(core, cores->data);
	return !cores->found;
}

/* Reads one range of a list; NULL: there is none. */
static const char *read_cpu_range(const char *cpus, long *first, long *to)
{
	char *end;

	*first = *to = strtol(cpus, &end, 10);
	if (end == cpus)
		return NULL;
	if (*end == '-')
		*to = strtol(end + 1, &end, 10);
	return end + (*end == ',');
}

static bool is_listed(const char *cpus, long cpu)
{
	long first, to;

	while (*cpus && (cpus = read_cpu_range(cpus, &first, &to)))
		if (cpu >= first && cpu <= to)
			return true;
	return false;
}

static bool core_line(char *text, void *data)
{
	struct cores *cores = data;
	struct arm_core other;
	const char *value;

	if ((value = host_value_of(text, "processor"))) {
		cores->cpu = strtol(value, NULL, 10);
		cores->inside = is_listed(cores->cpus, cores->cpu) && !read_midr(cores->host, cores->cpu, &other);
		cores->core = (struct arm_core){ 0, 0, 0 };
	} else if (cores->inside && (value = host_value_of(text, "CPU implementer"))) {
		cores->core.implementer = (unsigned int)strtoul(value, NULL, 0);
	} else if (cores->inside && (value = host_value_of(text, "CPU part"))) {
		cores->core.part = (unsigned int)strtoul(value, NULL, 0);
		return !cores->core.implementer || try_core(cores, cores->core);
	}
	return true;
}

/* Looks at each CPU of a list; /proc/cpuinfo is read once for those that do not say it themselves. */
static void look_for_core(struct cores *cores)
{
	int left = MOST_CPUS_LOOKED_AT;
	bool all = true;
	const char *next = cores->cpus;
	long first, to;

	while (*next && (next = read_cpu_range(next, &first, &to)))
		for (long cpu = first; cpu <= to && left > 0; cpu++, left--) {
			struct arm_core core;
			bool says = read_midr(cores->host, cpu, &core);

			all = all && says;
			if (says && !try_core(cores, core))
				return;
		}
	if (!all)
		host_lines(cores->host, "/proc/cpuinfo", core_line, cores);
}

bool arm_device_has_core(const struct host *host, const char *device, bool (*fits)(struct arm_core core, void *data),
			 void *data)
{
	char path[HOST_PATH], cpus[CPUS_LIST];
	struct cores cores = { .host = host, .cpus = cpus, .fits = fits, .data = data };
	int length = snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus", device);

	if (length > 0 && (size_t)length < sizeof path && host_read(host, path, cpus, sizeof cpus) > 0)
		look_for_core(&cores);
	return cores.found;
}
