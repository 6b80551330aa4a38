/*
 * A device lists the CPUs that it counts on; the identification register of the first one, or its block in
 * /proc/cpuinfo, tells the core type.
 */
#include "machine/arm_cores.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum { CPUS_LIST = 1024, MOST_CPUS_LOOKED_AT = 1024 };

/* The core types of the CPUs of a device, read once: each PMU of Arm asks for them. */
struct device_cores {
	struct device_cores *next;
	bool has_first;
	struct arm_core first; /* that of its first CPU */
	int count;
	struct arm_core types[MAX_ARM_CORES];
	char device[];
};

static _Atomic(struct device_cores *) cores_read;

/* State of reading the cores of a list of CPUs. */
struct cores_reader {
	const struct host *host;
	const char *cpus;
	struct device_cores *cores;
	long cpu; /* whose block of /proc/cpuinfo it is */
	bool inside;
	struct arm_core core;
};

static void add_core(struct device_cores *cores, struct arm_core core)
{
	for (int i = 0; i < cores->count; i++)
		if (core.implementer == cores->types[i].implementer && core.part == cores->types[i].part)
			return;
	if (cores->count < MAX_ARM_CORES)
		cores->types[cores->count++] = core;
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
	struct cores_reader *reader = data;
	struct arm_core other;
	const char *value;

	if ((value = host_value_of(text, "processor"))) {
		reader->cpu = strtol(value, NULL, 10);
		reader->inside = is_listed(reader->cpus, reader->cpu) && !read_midr(reader->host, reader->cpu, &other);
		reader->core = (struct arm_core){ 0, 0, 0 };
	} else if (reader->inside && (value = host_value_of(text, "CPU implementer"))) {
		reader->core.implementer = (unsigned int)strtoul(value, NULL, 0);
	} else if (reader->inside && (value = host_value_of(text, "CPU part"))) {
		reader->core.part = (unsigned int)strtoul(value, NULL, 0);
		if (reader->core.implementer)
			add_core(reader->cores, reader->core);
	}
	return true;
}

/* Looks at each CPU of a list; /proc/cpuinfo is read once for those that do not say it themselves. */
static void read_core_types(struct cores_reader *reader)
{
	int left = MOST_CPUS_LOOKED_AT;
	bool all = true;
	const char *next = reader->cpus;
	long first, to;

	while (*next && (next = read_cpu_range(next, &first, &to)))
		for (long cpu = first; cpu <= to && left > 0; cpu++, left--) {
			struct arm_core core;

			if (read_midr(reader->host, cpu, &core))
				add_core(reader->cores, core);
			else
				all = false;
		}
	if (!all)
		host_lines(reader->host, "/proc/cpuinfo", core_line, reader);
}

/* Returns the core types of a device that have been read; NULL: none yet. */
static const struct device_cores *find_cores(const char *device)
{
	const struct device_cores *cores = atomic_load_explicit(&cores_read, memory_order_acquire);

	while (cores && strcmp(cores->device, device))
		cores = cores->next;
	return cores;
}

/*
 * Returns the core types of a device, read if they are not yet; NULL: a shortage. Takes no lock, since the thread that
 * opens the library holds it: two threads may read the same.
 */
static const struct device_cores *cores_of(const struct host *host, const char *device)
{
	const struct device_cores *known = find_cores(device);
	unsigned int shortages = host_shortages();
	char path[HOST_PATH], cpus[CPUS_LIST];
	int length = snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus", device);
	struct device_cores *cores;
	long first, to;

	if (known || length < 0 || (size_t)length >= sizeof path)
		return known;
	cores = calloc(1, sizeof *cores + strlen(device) + 1);
	if (!cores) {
		host_note_shortage();
		return NULL;
	}
	strcpy(cores->device, device);
	if (host_read(host, path, cpus, sizeof cpus) > 0) {
		struct cores_reader reader = { .host = host, .cpus = cpus, .cores = cores };

		read_core_types(&reader);
		cores->has_first = read_cpu_range(cpus, &first, &to) &&
			(read_midr(host, first, &cores->first) || read_block(host, first, &cores->first));
	}
	if (host_shortages() != shortages) {
		free(cores);
		return NULL;
	}
	cores->next = atomic_load(&cores_read);
	while (!atomic_compare_exchange_weak(&cores_read, &cores->next, cores))
		;
	return cores;
}

bool arm_core_of_device(const struct host *host, const char *device, struct arm_core *core)
{
	const struct device_cores *cores = cores_of(host, device);

	if (!cores || !cores->has_first)
		return false;
	*core = cores->first;
	return true;
}

bool arm_device_has_core(const struct host *host, const char *device, bool (*fits)(struct arm_core core, void *data),
			 void *data)
{
	const struct device_cores *cores = cores_of(host, device);

	for (int i = 0; cores && i < cores->count; i++)
		if (fits(cores->types[i], data))
			return true;
	return false;
}

void arm_cores_forget(void)
{
	struct device_cores *cores = atomic_exchange(&cores_read, NULL);

	while (cores) {
		struct device_cores *next = cores->next;

		free(cores);
		cores = next;
	}
}
