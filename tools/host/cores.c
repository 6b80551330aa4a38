/*
 * Arm's /proc/cpuinfo has the core type of each online CPU; the devices of cores list the CPUs that each counts on. A
 * device without a core in /proc/cpuinfo is for offline cores, or for an x86 CPU, whose core types look the same there.
 */
#define _GNU_SOURCE
#include "cores.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "host.h"
#include "common/machine_files.h"
#include "common/tool.h"

/* ---- lists of CPUs ---- */

int first_of_cpus(const char *cpus)
{
	char *end;
	long first = strtol(cpus, &end, 10);

	return end == cpus || first < 0 ? -1 : (int)first;
}

static bool is_in_cpus(const char *cpus, int cpu)
{
	while (*cpus) {
		char *end;
		long first = strtol(cpus, &end, 10), last = first;

		if (end == cpus)
			return false;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (cpu >= first && cpu <= last)
			return true;
		cpus = end + (*end == ',');
	}
	return false;
}

void add_to_cpus(char *cpus, size_t size, int cpu)
{
	char *last = strrchr(cpus, ','), *dash;
	size_t length = strlen(cpus);

	last = last ? last + 1 : cpus;
	dash = strchr(last, '-');
	if (*last && atoi(dash ? dash + 1 : last) == cpu - 1) {
		char *end = dash ? dash : last + strlen(last);

		snprintf(end, size - (size_t)(end - cpus), "-%d", cpu);
	} else {
		snprintf(cpus + length, size - length, "%s%d", length ? "," : "", cpu);
	}
}

/* ---- /proc/cpuinfo ---- */

struct block {
	struct core_types *types;
	int cpu;
	unsigned int implementer, variant, part;
	bool is_arm;
};

static void name_core_type(unsigned int implementer, unsigned int part, struct core_type *type)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (!pfm_private_arm_core(implementer, part, PFMKIT_VERSION, &pmu) && !pfm_get_pmu_info(pmu, &info))
		snprintf(type->name, sizeof type->name, "%s", info.desc);
}

/* Adds the core of a block, of which the revision is the last line. */
static void end_block(const struct block *block, unsigned int revision)
{
	uint32_t midr = block->implementer << 24 | block->variant << 20 | 0xf0000 | block->part << 4 | revision;
	struct core_type *type = block->types->list;

	for (int i = 0; i < block->types->count; i++, type++)
		if (!((strtoul(type->identity, NULL, 16) ^ midr) & 0xff00fff0)) {
			add_to_cpus(type->cpus, sizeof type->cpus, block->cpu);
			return;
		}
	if (block->types->count == MOST_CORE_TYPES)
		return;
	block->types->count++;
	*type = (struct core_type){ .answer = NOT_ASKED };
	snprintf(type->identity, sizeof type->identity, "0x%x", midr);
	add_to_cpus(type->cpus, sizeof type->cpus, block->cpu);
	name_core_type(block->implementer, block->part, type);
}

/* Reads the number behind "KEY : "; false: it is another line. */
static bool is_line(const char *line, const char *key, unsigned int *value)
{
	if (strncmp(line, key, strlen(key)) != 0)
		return false;
	line += strlen(key);
	*value = (unsigned int)strtoul(line + strspn(line, ": \t"), NULL, 0);
	return true;
}

static void read_block_line(const char *line, void *data)
{
	struct block *block = data;
	unsigned int value;

	if (is_line(line, "processor", &value))
		*block = (struct block){ .types = block->types, .cpu = (int)value };
	else if (is_line(line, "CPU implementer", &value))
		block->implementer = value & 0xff;
	else if (is_line(line, "CPU variant", &value))
		block->variant = value & 0xf;
	else if (is_line(line, "CPU part", &value))
		block->part = value & 0xfff;
	else if (is_line(line, "CPU revision", &value) && block->implementer)
		end_block(block, value & 0xf);
}

/* ---- devices ---- */

/* Prefixes of the kernel's names for core devices. */
static const char *const beginnings[] = { "armv6_", "armv7_", "armv8_", "armv9_", "apple_", "cpu_core", "cpu_atom",
	"cpu_lowpower" };
static const char *const alone[] = { "cpu", "cpum_cf", "xscale1", "xscale2" };

static bool is_core_device(const char *name)
{
	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
		if (!strcmp(name, alone[i]))
			return true;
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
			return true;
	return false;
}

/* Names a core type as a table's PMU; its device may have another name than the first of the table's. */
static void name_by_device(struct core_type *type)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
	{
		pfm_pmu_details_t details = { .size = sizeof details };
		const char *at;

		if (!next_pmu(pmu, &info) || info.type != PFM_PMU_TYPE_CORE || !info.is_present ||
			pfm_get_pmu_details(pmu, &details) || !details.device)
			continue;
		at = strstr(details.device, type->device);
		if (at == details.device && strchr(",", at[strlen(type->device)])) {
			snprintf(type->name, sizeof type->name, "%s", info.desc);
			return;
		}
	}
}

static void add_device(struct core_types *types, const char *name)
{
	struct core_type device = { .answer = NOT_ASKED };
	char path[192];
	int number, found = 0;

	snprintf(device.device, sizeof device.device, "%s", name);
	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/type", name);
	number = machine_number(path);
	device.type = number < 0 ? UINT32_MAX : (uint32_t)number;
	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus", name);
	machine_line(path, "", device.cpus, sizeof device.cpus);
	for (int i = 0; i < types->count; i++)
		found += is_in_cpus(device.cpus, first_of_cpus(types->list[i].cpus));
	for (int i = 0; i < types->count; i++) {
		struct core_type *type = &types->list[i];

		if (*type->device || !is_in_cpus(device.cpus, first_of_cpus(type->cpus)))
			continue;
		snprintf(type->device, sizeof type->device, "%s", name);
		type->type = device.type;
		if (found == 1)
			snprintf(type->cpus, sizeof type->cpus, "%s", device.cpus);
	}
	if (found || !*device.cpus || types->count == MOST_CORE_TYPES)
		return;
	name_by_device(&device);
	types->list[types->count++] = device;
}

/* Calls use for the device of each core, until it says false. */
static void each_core_device(bool (*use)(const char *name, void *data), void *data)
{
	struct dirent **entries;
	int count = machine_directory("/sys/bus/event_source/devices", &entries);
	bool more = true;

	for (int i = 0; i < count; i++) {
		if (more && is_core_device(entries[i]->d_name))
			more = use(entries[i]->d_name, data);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static bool take_device(const char *name, void *data)
{
	add_device(data, name);
	return true;
}

void find_core_types(struct core_types *types)
{
	struct block block = { .types = types };

	types->count = 0;
	machine_each_line("/proc/cpuinfo", read_block_line, &block);
	each_core_device(take_device, types);
}

static bool note_device(const char *name, void *data)
{
	(void)name;
	*(bool *)data = true;
	return false;
}

bool has_core_device(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool found = false;
	pfm_pmu_t pmu;

	each_core_device(note_device, &found);
	for_each_pmu(pmu)
	{
		pfm_pmu_details_t details = { .size = sizeof details };
		char device[64];

		if (found || !next_pmu(pmu, &info) || !info.is_present || info.type != PFM_PMU_TYPE_CORE ||
			pfm_get_pmu_details(pmu, &details) || !details.device)
			continue;
		snprintf(device, sizeof device, "%.*s", (int)strcspn(details.device, ","), details.device);
		found = machine_has_device(device);
	}
	return found;
}

/* ---- the device tree ---- */

/* Finds "arm,cortex-a76-pmu" for "armv8_cortex_a76", "cavium,thunder-pmu" for "armv8_cavium_thunder". */
bool name_pmu_node(char *name, size_t size)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
	{
		pfm_pmu_details_t details = { .size = sizeof details };
		const char *core;
		size_t begin, end;
		bool is_of_arm;

		if (!next_pmu(pmu, &info) || info.type != PFM_PMU_TYPE_CORE || !info.is_present ||
			pfm_get_pmu_details(pmu, &details) || !details.device ||
			strncmp(details.device, "armv", 4) != 0)
			continue;
		core = details.device + strcspn(details.device, "_") + 1;
		is_of_arm = !strncmp(core, "cortex_", 7) || !strncmp(core, "neoverse_", 9);
		begin = (size_t)snprintf(name, size, "%s", is_of_arm ? "arm," : "");
		end = begin + (size_t)snprintf(name + begin, size - begin, "%.*s-pmu", (int)strcspn(core, ","), core);
		for (size_t i = begin; i < end && i < size; i++)
			if (name[i] == '_')
				name[i] = is_of_arm || memchr(name, ',', i) ? '-' : ',';
		return !memchr(name, '*', end < size ? end : size - 1) && strncmp(core, "pmuv3", 5) != 0;
	}
	return false;
}
