/*
 * Device names of PMUs are patterns: {n}, {m}, {k} match a decimal number, {hex} a hexadecimal one, * at the end
 * anything. A PMU with instances and a name BASE without any of these has the devices BASE and BASE_{n}, as the kernel
 * numbers boxes only if there are several. Of several patterns, separated by commas, the first that matches a device is
 * used.
 *
 * Where the firmware does not name Arm core types, the kernel numbers their devices: armv8_pmuv3_0 matches all of
 * these, and the first CPU of each device tells whether it belongs to the PMU.
 */
#include "catalog/pmu_devices.h"

#include <stdio.h>
#include <string.h>

#include "catalog/hooks.h"
#include "machine/arm_cores.h"
#include "machine/conditions.h"
#include "machine/devices.h"
#include "machine/soc.h"
#include "machine/sysfs.h"

const char *pmu_sysfs(int pmu)
{
	const struct tables *in = pmu_body(pmu);
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_condition *conditions = &in->conditions.rows[data->condition];

	for (int i = 0; data->policy & SYSFS_BY_CPU && i < data->conditions; i++)
		if (conditions[i].kind == WHEN_CPU && conditions[i].key && host_is_cpu(&pmus.host, &conditions[i]))
			return name_at(in, conditions[i].key);
	return name_at(in, data->sysfs);
}

enum { MAX_NUMBERS = 4 };

/* The numbers found in a device's name. */
struct match {
	int count;
	uint64_t numbers[MAX_NUMBERS];
};

static bool read_digits(const char **at, unsigned int base, uint64_t *value)
{
	const char *start = *at;

	for (*value = 0;; ++*at) {
		unsigned int digit = **at >= '0' && **at <= '9' ? (unsigned int)(**at - '0') :
				     base == 16 && **at >= 'a' && **at <= 'f' ? (unsigned int)(**at - 'a' + 10) : base;

		if (digit >= base)
			break;
		*value = *value * base + digit;
	}
	return *at != start;
}

static bool add_number(const char **at, unsigned int base, struct match *match)
{
	return match->count < MAX_NUMBERS && read_digits(at, base, &match->numbers[match->count]) &&
		(match->count++, true);
}

static bool match_pattern(struct span pattern, const char *name, struct match *match)
{
	const char *end = pattern.text + pattern.length;

	match->count = 0;
	for (const char *at = pattern.text; at < end; at++) {
		if (*at == '*')
			return true;
		if (*at == '{') {
			if (!add_number(&name, at[1] == 'h' ? 16 : 10, match))
				return false;
			while (at < end && *at != '}')
				at++;
		} else if (*name++ != *at) {
			return false;
		}
	}
	return !*name;
}

/* Matches BASE or BASE_{n} */
static bool match_base(struct span base, const char *name, struct match *match)
{
	match->count = 0;
	if (strncmp(name, base.text, base.length))
		return false;
	name += base.length;
	return !*name || (*name++ == '_' && add_number(&name, 10, match) && !*name);
}

static bool has_pattern(struct span name)
{
	return memchr(name.text, '{', name.length) || memchr(name.text, '*', name.length);
}

static bool is_match(struct span pattern, const char *name, struct match *match)
{
	return has_pattern(pattern) ? match_pattern(pattern, name, match) : match_base(pattern, name, match);
}

static bool is_before(const struct match *a, const struct match *b)
{
	for (int i = 0; i < a->count && i < b->count; i++)
		if (a->numbers[i] != b->numbers[i])
			return a->numbers[i] < b->numbers[i];
	return a->count < b->count;
}

static bool has_numbers(const struct match *match, const struct instance *instance)
{
	for (int i = 0; i < instance->count; i++)
		if (i >= match->count || match->numbers[i] != (uint64_t)instance->numbers[i])
			return false;
	return match->count == instance->count;
}

struct devices {
	const struct device *list;
	int count;
	const char *with;               /* conditions that a device must meet (machine/conditions.h); "": none */
};

static bool device_fits(const struct devices *devices, struct span pattern, const struct device *device,
	struct match *match)
{
	return is_match(pattern, device_name(device), match) &&
	       (!*devices->with || host_device_meets(&pmus.host, device_name(device), devices->with));
}

/* Returns device n of the matching ones, in the order of their numbers, which go to *numbers. */
static const char *nth_match(const struct devices *devices, struct span pattern, int n, struct match *numbers)
{
	const struct device *found = NULL;
	struct match best = { 0 };

	*numbers = best;
	for (int i = 0; i <= n; i++, *numbers = best) {
		const struct device *device = devices->list, *next = NULL;

		for (int k = 0; k < devices->count; k++, device = device_next(device)) {
			struct match match;

			if (device_fits(devices, pattern, device, &match) && (!found || is_before(numbers, &match)) &&
			    (!next || is_before(&match, &best))) {
				next = device;
				best = match;
			}
		}
		if (!next)
			return NULL;
		found = next;
	}
	return device_name(found);
}

static const char *nth_device(const struct devices *devices, struct span pattern, int n)
{
	struct match numbers;

	return nth_match(devices, pattern, n, &numbers);
}

/* Finds the device with these numbers; BASE if number 0 is asked for and there is no BASE_0. */
static const char *numbered_device(const struct devices *devices, struct span pattern, const struct instance *instance)
{
	const struct device *device = devices->list, *base = NULL;

	for (int k = 0; k < devices->count; k++, device = device_next(device)) {
		struct match match;

		if (!device_fits(devices, pattern, device, &match))
			continue;
		if (has_numbers(&match, instance))
			return device_name(device);
		if (!match.count && instance->count == 1 && !instance->numbers[0])
			base = device;
	}
	return base ? device_name(base) : NULL;
}

/* Strips the number of a box from a device's name; PMUs of a family share the rest of it. */
static struct span without_number(struct span name)
{
	while (name.length && name.text[name.length - 1] >= '0' && name.text[name.length - 1] <= '9')
		name.length--;
	if (name.length && name.text[name.length - 1] == '_')
		name.length--;
	return name;
}

/* ---- devices of Arm cores ---- */

bool pmu_counts_on_arm_cores(int pmu)
{
	return pmu_data(pmu)->policy & SYSFS_ARM_CORE;
}

/* Tests for "armv8_pmuv3_0", which in the tables stands for all numbers: the kernel numbers core types. */
static bool has_first_number(struct span name)
{
	return name.length > 2 && !memcmp(name.text + name.length - 2, "_0", 2);
}

static bool has_star(struct span name)
{
	return name.length && name.text[name.length - 1] == '*';
}

/* Returns whether the names of a PMU have this one with a number, too. */
static bool is_numbered_elsewhere(const char *names, struct span name)
{
	for (; *names; names += strcspn(names, ","), names += *names == ',')
		if (strcspn(names, ",") == name.length + 2 && !memcmp(names, name.text, name.length) &&
		    !memcmp(names + name.length, "_0", 2))
			return true;
	return false;
}

/* Returns whether devices of a name may be of any core, not just of the one that the name is of. */
static bool is_for_any_core(int pmu, struct span name)
{
	return has_star(name) || has_first_number(name) ||
	       is_numbered_elsewhere(pmu_sysfs(pmu), name);
}

/* Returns whether a PMU stands for a core: one of its cpu lines, or no PMU's. */
static bool has_core(int pmu, struct arm_core core)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_condition *conditions = &pmu_body(pmu)->conditions.rows[data->condition];

	for (int i = 0; i < data->conditions; i++)
		if (conditions[i].kind == WHEN_HOOK ? !hook_knows_core(core) : is_arm_core(&conditions[i], core))
			return true;
	return false;
}

/* Returns whether a device is that of a PMU of the machine which has cores of its own. */
static bool is_claimed(const char *device)
{
	static const struct instance any = { 0, { 0, 0 } };

	for (int pmu = 0; pmu < pmus.count; pmu++) {
		const char *names = pmu_sysfs(pmu), *own;

		if (!pmu_counts_on_arm_cores(pmu) || !(pmus.list[pmu].state & ACTIVE) || strchr(names, '*'))
			continue;
		own = pmu_find_device(pmu, &any);
		if (own && !strcmp(own, device))
			return true;
	}
	return false;
}

static bool is_of_pmus_core(struct arm_core core, void *pmu)
{
	return has_core(*(int *)pmu, core);
}

/*
 * Returns whether a device may be the PMU's. One that does not tell its core may be any core's; one for unlike cores,
 * as some device trees have it, is that of each of them.
 */
static bool is_device_of(int pmu, struct span pattern, const char *device)
{
	struct arm_core core;

	if (!is_for_any_core(pmu, pattern))
		return true;
	if (arm_core_of_device(&pmus.host, device, &core))
		return has_core(pmu, core) || arm_device_has_core(&pmus.host, device, is_of_pmus_core, &pmu);
	return !has_star(pattern) || !is_claimed(device);
}

static bool is_core_match(struct span pattern, const char *name)
{
	struct match match;

	if (has_first_number(pattern))
		return match_base((struct span){ pattern.text, pattern.length - 2 }, name, &match) && match.count;
	return match_pattern(pattern, name, &match);
}

static const char *core_device(const struct devices *devices, int pmu, struct span pattern)
{
	const struct device *device = devices->list;

	for (int i = 0; i < devices->count; i++, device = device_next(device))
		if (is_core_match(pattern, device_name(device)) && is_device_of(pmu, pattern, device_name(device)))
			return device_name(device);
	return NULL;
}

/* ---- all ---- */

static const char *find_in_devices(const struct devices *devices, int pmu, struct span pattern,
	const struct instance *instance)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct device *exact;

	if (pmu_counts_on_arm_cores(pmu))
		return core_device(devices, pmu, pattern);
	if (data->flags & PMU_INSTANCES_ORDERED)
		return nth_device(devices, pattern, instance->count ? instance->numbers[0] : 0);
	if (data->flags & PMU_INSTANCES)
		return instance->count ? numbered_device(devices, pattern, instance) : nth_device(devices, pattern, 0);
	if (instance->count)
		return numbered_device(devices, without_number(pattern), instance);
	if (has_pattern(pattern))
		return nth_device(devices, pattern, 0);
	exact = device_named(devices->list, devices->count, pattern);
	return exact ? device_name(exact) : NULL;
}

/* Returns whether a device of that pattern may be another core's: the kernel does not say whose it is. */
static bool is_guess(int pmu, struct span pattern, const char *device)
{
	struct arm_core core;

	return pmu_counts_on_arm_cores(pmu) && is_for_any_core(pmu, pattern) &&
	       !arm_core_of_device(&pmus.host, device, &core);
}

/* Returns whether Linux calls the devices of Arm cores so. */
static bool is_arm_core_device(const char *device)
{
	return !strncmp(device, "armv", 4) && device[4] >= '6' && device[4] <= '9' && device[5] == '_';
}

/*
 * Returns the only device of Arm cores, if it counts on CPUs with the PMU's core: for kernels that have none by the
 * core's own name, as for a core of 32 bits on cores of 64. NULL: there are several, or none.
 */
static const char *only_core_device(const struct devices *devices, int pmu)
{
	const struct device *device = devices->list;
	const char *only = NULL;

	for (int i = 0; pmu_counts_on_arm_cores(pmu) && i < devices->count; i++, device = device_next(device)) {
		if (!is_arm_core_device(device_name(device)))
			continue;
		if (only)
			return NULL;
		only = device_name(device);
	}
	return only && arm_device_has_core(&pmus.host, only, is_of_pmus_core, &pmu) ? only : NULL;
}

/*
 * Returns whether another CPU's device has that name: any CPU may have "cpu", and where it stands for one of several
 * core types, after their own device, it does so on their processors alone.
 */
static bool is_other_cpus(int pmu, struct span name)
{
	return name.text != pmu_sysfs(pmu) && name.length == 3 && !memcmp(name.text, "cpu", 3) &&
	       !pmu_may_be_active(pmu);
}

/* Returns the first device of the PMU's names; one that may be another core's comes after all others. */
const char *pmu_find_device(int pmu, const struct instance *instance)
{
	const char *names = pmu_sysfs(pmu), *guess = NULL;
	struct devices devices = { .with = name_at(pmu_body(pmu), pmu_data(pmu)->with) };

	if (devices_list(&pmus.host, &devices.list, &devices.count))
		return NULL;
	while (*names) {
		struct span pattern = { names, strcspn(names, ",") };
		const char *found = find_in_devices(&devices, pmu, pattern, instance);

		if (found && !is_other_cpus(pmu, pattern) && sysfs_has_pmu(&pmus.host, found)) {
			if (!is_guess(pmu, pattern, found))
				return found;
			guess = guess ? guess : found;
		}
		names += pattern.length + (names[pattern.length] == ',');
	}
	return guess || instance->count ? guess : only_core_device(&devices, pmu);
}

/* Returns the numbers by which an event string means a device, number n of its pattern. */
static struct instance instance_of(int pmu, int n, const struct match *match)
{
	struct instance instance = { 1, { n, 0 } };

	if (pmu_data(pmu)->flags & PMU_INSTANCES_ORDERED)
		return instance;
	instance.numbers[0] = match->count ? (int)match->numbers[0] : 0;
	if (match->count > 1)
		instance = (struct instance){ 2, { (int)match->numbers[0], (int)match->numbers[1] } };
	return instance;
}

bool pmu_instance_at(int pmu, int n, struct instance *instance)
{
	struct devices devices = { .with = name_at(pmu_body(pmu), pmu_data(pmu)->with) };
	struct match match;

	if (!pmu_has_instances(pmu) || devices_list(&pmus.host, &devices.list, &devices.count))
		return false;
	for (const char *names = pmu_sysfs(pmu); *names; names += strcspn(names, ","), names += *names == ',') {
		struct span pattern = { names, strcspn(names, ",") };

		if (!nth_device(&devices, pattern, 0))
			continue;
		if (!nth_match(&devices, pattern, n, &match))
			return false;
		*instance = instance_of(pmu, n, &match);
		return true;
	}
	return false;
}

bool pmu_device_meets(int pmu, const struct instance *instance, const char *conditions)
{
	const char *device = pmu_find_device(pmu, instance);

	return host_device_meets(&pmus.host, device, conditions) ||
	       (!device && soc_device_meets(pmus.host.soc, pmu_name(pmu), conditions));
}

/* Returns whether device is the kernel's usual core PMU: tables name none for such PMUs, since raw events need none. */
static bool is_usual_core(const char *device)
{
	static const char arm[] = "armv8_";

	return !strcmp(device, "cpu") || !strncmp(device, arm, sizeof arm - 1);
}

/* Returns whether a device matches a pattern. A box that the family has no PMU for is the family's, too. */
static bool stands_for(const struct table_pmu *data, struct span pattern, struct span device)
{
	struct match match;

	if (data->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED) || has_pattern(pattern))
		return is_match(pattern, device.text, &match);
	if (span_is(pattern, device.text))
		return true;
	return without_number(pattern).length < pattern.length &&
	       without_number(device).length == without_number(pattern).length &&
	       !memcmp(device.text, pattern.text, without_number(pattern).length);
}

bool pmu_stands_for(int pmu, const char *device)
{
	const struct table_pmu *data = pmu_data(pmu);
	const char *names = pmu_sysfs(pmu), *own;

	if (!*names)
		return data->type == PFM_PMU_TYPE_CORE && is_usual_core(device);
	for (; *names; names += strcspn(names, ","), names += *names == ',')
		if (stands_for(data, (struct span){ names, strcspn(names, ",") },
			       (struct span){ device, strlen(device) }))
			return true;
	own = is_arm_core_device(device) ? pmu_find_device(pmu, &(struct instance){ 0 }) : NULL;
	return own && !strcmp(own, device);
}

bool pmu_may_stand_for(int pmu, const char *device)
{
	const char *with = name_at(pmu_body(pmu), pmu_data(pmu)->with);
	const struct device *devices;
	int count;

	if (!pmu_stands_for(pmu, device) || devices_list(&pmus.host, &devices, &count))
		return false;
	return !*with || !device_named(devices, count, (struct span){ device, strlen(device) }) ||
		host_device_meets(&pmus.host, device, with);
}

/* ---- what it counts ---- */

pfm_err_t event_is_on_device(const struct event_ref *ref, const struct instance *instance)
{
	const char *name = name_at(ref->in, ref->event->name);
	const struct device *devices, *device;
	char called[INSTANCE_NAME];
	pfm_err_t error;
	int count;

	if (!(pmu_data(ref->pmu)->policy & SYSFS_NAMES_EVENTS))
		return PFM_SUCCESS;
	pmu_device_name(ref->pmu, instance, called, sizeof called);
	error = devices_list(&pmus.host, &devices, &count);
	device = error ? NULL : device_named(devices, count, (struct span){ called, strlen(called) });
	if (!device)
		return error;
	error = device_read(&pmus.host, device);
	if (error)
		return error == PFM_ERR_NOMEM ? error : PFM_SUCCESS;
	return !device_event_count(device) || device_has_event(device, (struct span){ name, strlen(name) })
		? PFM_SUCCESS : PFM_ERR_NOTSUPP;
}

/* ---- what it would be called ---- */

static void fill_pattern(struct span pattern, const struct instance *instance, char *name, size_t size)
{
	size_t length = 0;
	int used = 0;

	*name = '\0';
	for (size_t i = 0; i < pattern.length && length + 1 < size; i++) {
		if (pattern.text[i] != '{' || used >= instance->count) {
			name[length++] = pattern.text[i];
			name[length] = '\0';
			continue;
		}
		length += (size_t)snprintf(name + length, size - length, "%d", instance->numbers[used++]);
		while (pattern.text[i] != '}')
			i++;
	}
}

void pmu_device_name(int pmu, const struct instance *instance, char *name, size_t size)
{
	const struct table_pmu *data = pmu_data(pmu);
	const char *names = pmu_sysfs(pmu),
		   *device = *names ? pmu_find_device(pmu, instance) : NULL;
	struct span pattern = { names, strcspn(names, ",") };

	if (device) {
		snprintf(name, size, "%s", device);
		return;
	}
	if (instance->count && !(data->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED)))
		pattern = without_number(pattern);
	fill_pattern(pattern, instance, name, size);
	if (instance->count && !has_pattern(pattern)) {
		size_t length = strlen(name);

		snprintf(name + length, size - length, "_%d", instance->numbers[0]);
	}
}
