/*
 * A PMU is looked up by its name or by the name of one of its instances, whose number is cut off here. Types and
 * devices are read on first use, each kept in an atomic variable.
 */
#include "catalog/pmus.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <linux/perf_event.h>

#include "catalog/pmu_devices.h"
#include "machine/sysfs.h"

/*
 * The kernel's answers, filled on first use; threads that read the same one at the same time store equal values. types:
 * attr.type + 1; 0: not read yet; ABSENT: the kernel does not know the device now, which may change.
 */
static atomic_uint types[MAX_PMUS];
enum { ABSENT = -1 };
static _Atomic(uint8_t) device_states[MAX_PMUS];
enum { DEVICE_UNKNOWN, DEVICE_THERE, DEVICE_NOT_THERE };

/* ---- those of loaded files ---- */

/* Hash table of the loaded PMUs that replace no compiled one; for the scheme see lookup.h. */
enum { LOADED_SLOTS = 2 * MAX_PMUS };
static slot_cell loaded_slots[LOADED_SLOTS];

/* Returns how many PMUs of loaded files replace no compiled one. */
static int loaded_count(void)
{
	return pmus.count - (int)pfm_compiled.pmus.count;
}

/* Returns the first number that no compiled PMU has. */
static unsigned int first_loaded_number(void)
{
	return pfm_compiled.pmu_by_id.count > FIRST_NEW_PMU ? pfm_compiled.pmu_by_id.count : FIRST_NEW_PMU;
}

int pmus_add(uint8_t body, uint16_t row)
{
	uint16_t number = (uint16_t)(first_loaded_number() + (unsigned int)loaded_count());

	if (pmus.count == MAX_PMUS)
		return -1;
	pmus.list[pmus.count] = (struct pmu){ .number = number, .row = row, .body = body };
	slots_file(loaded_slots, LOADED_SLOTS - 1, pmu_name(pmus.count), (uint32_t)pmus.count);
	return pmus.count++;
}

void pmus_replace(int pmu, uint8_t body, uint16_t row)
{
	pmus.list[pmu].row = row;
	pmus.list[pmu].body = body;
}

bool pmus_extend(int pmu, uint8_t body, uint16_t row)
{
	if (pmus.extension_count == MAX_EXTENSIONS)
		return false;
	pmus.extensions[pmus.extension_count++] = (struct extension){ (uint16_t)pmu, row, body };
	return true;
}

/* ---- all of them ---- */

void pmus_open(void)
{
	pmus.bodies[0] = &pfm_compiled;
	pmus.body_count = 1;
	pmus.count = (int)pfm_compiled.pmus.count;
	for (int pmu = 0; pmu < pmus.count; pmu++)
		pmus.list[pmu] = (struct pmu){ .number = pfm_compiled.pmus.rows[pmu].id, .row = (uint16_t)pmu };
	pmus.perf = pfm_compiled.pmu_by_id.rows[PFM_PMU_PERF_EVENT] - 1;
	pmus.perf_raw = pfm_compiled.pmu_by_id.rows[PFM_PMU_PERF_EVENT_RAW] - 1;
}

void pmus_close(void)
{
	/* not atomic: no other thread runs while this closes; DEVICE_UNKNOWN is 0 */
	memset(types, 0, (size_t)pmus.count * sizeof *types);
	memset(device_states, 0, (size_t)pmus.count * sizeof *device_states);
	if (loaded_count() > 0)
		memset(loaded_slots, 0, sizeof loaded_slots);
	/* pmus_open() fills the other members again */
	pmus.count = pmus.order_count = pmus.body_count = pmus.extension_count = 0;
	pmus.by_device.from = pmus.by_device.to = 0;
	pmus.has_perf = pmus.forced = false;
	memset(&pmus.host, 0, sizeof pmus.host);
}

/* ---- numbers and names ---- */

unsigned int pmu_numbers(void)
{
	return first_loaded_number() + (unsigned int)loaded_count();
}

int pmu_by_id(unsigned int number)
{
	int pmu = number < pfm_compiled.pmu_by_id.count ? pfm_compiled.pmu_by_id.rows[number] - 1
		: number >= first_loaded_number() ? (int)(number - first_loaded_number() + pfm_compiled.pmus.count)
						  : -1;

	int known = pmus.count + (kernel_pmus_known() > 0 ? kernel_pmus_known() : 0);

	return pmu >= 0 && pmu < known && pmus.list[pmu].state & MAPPED && pmu_is_good(pmu) ? pmu : -1;
}

static int pmu_in_slots(const slot_cell *slots, uint32_t mask, struct span name, uint32_t hash)
{
	for (uint32_t slot = hash & mask; slots[slot]; slot = (slot + 1) & mask) {
		int pmu = (int)slot_row(slots[slot], mask);

		if (slot_may_be(slots[slot], mask, hash, false) && span_is(name, pmu_name(pmu)))
			return pmu;
	}
	return -1;
}

int pmu_by_name(struct span name)
{
	uint32_t hash = name_hash(name.text, name.length);
	int pmu = pmu_in_slots(pfm_compiled.pmu_slots.rows, pfm_compiled.pmu_slots.count - 1, name, hash);

	return pmu >= 0 || !loaded_count() ? pmu : pmu_in_slots(loaded_slots, LOADED_SLOTS - 1, name, hash);
}

static size_t count_digits(struct span name)
{
	size_t digits = 0;

	while (digits < name.length && name.text[name.length - 1 - digits] >= '0' &&
		name.text[name.length - 1 - digits] <= '9')
		digits++;
	return digits;
}

/* Takes a decimal number of that many digits off the end of name: at most 9999, without leading zeros. */
static bool take_digits(struct span *name, size_t digits, int *number)
{
	if (!digits || digits > 4 || digits >= name->length || (digits > 1 && name->text[name->length - digits] == '0'))
		return false;
	name->length -= digits;
	*number = 0;
	for (size_t i = 0; i < digits; i++)
		*number = 10 * *number + (name->text[name->length + i] - '0');
	return true;
}

static bool take_number(struct span *name, int *number)
{
	return take_digits(name, count_digits(*name), number);
}

static int pmu_with_instances(struct span name)
{
	int pmu = pmu_by_name(name);

	return pmu >= 0 && pmu_has_instances(pmu) ? pmu : -1;
}

/* Reads NAME7; for names that end in digits themselves (arm_dmc620) the longest NAME that is a PMU. */
static int pmu_and_number(struct span name, int *number)
{
	size_t digits = count_digits(name);
	int pmu = -1;

	for (size_t i = 1; i <= digits && pmu < 0; i++) {
		struct span rest = name;

		if (take_digits(&rest, i, number))
			pmu = pmu_with_instances(rest);
	}
	return pmu;
}

/* Reads NAME7 or NAME3_1 */
static int named_instance(struct span name, struct instance *instance)
{
	int first, second, pmu = pmu_and_number(name, &second);

	if (pmu >= 0) {
		*instance = (struct instance){ 1, { second, 0 } };
		return pmu;
	}
	if (!take_number(&name, &second) || !name.length || name.text[name.length - 1] != '_')
		return -1;
	name.length--;
	pmu = pmu_and_number(name, &first);
	if (pmu >= 0)
		*instance = (struct instance){ 2, { first, second } };
	return pmu;
}

/* Returns whether a PMU is one of a family: PMUs whose names are that of the family and a number, a box each. */
static bool is_of_family(int pmu, struct span family, int *number)
{
	struct span name = { pmu_name(pmu), 0 };

	/* fast path: the first letter rules out most PMUs, and unknown names are compared with all of them */
	if (!family.length || ascii_lower((unsigned char)*name.text) != ascii_lower((unsigned char)*family.text) ||
		pmu_data(pmu)->type != PFM_PMU_TYPE_UNCORE || !name_begins(name.text, family))
		return false;
	name.length = strlen(name.text);
	return take_number(&name, number) && name.length == family.length;
}

bool pmu_is_of_family(int pmu, struct span family)
{
	int number;

	return is_of_family(pmu, family, &number);
}

/* Returns the first PMU of the family that is present, else the first that may be named when absent, else -1. */
static int first_of_family(struct span family)
{
	int number, searched = -1;

	for (int pmu = 0; pmu < pmus.count; pmu++) {
		if (!is_of_family(pmu, family, &number))
			continue;
		if (pmu_is_active(pmu))
			return pmu;
		if (searched < 0 && pmu_is_searched(pmu))
			searched = pmu;
	}
	return searched;
}

/* Finds a box of the kernel's whose number is too high for the family: the last PMU, with that number. */
static int beyond_family(struct span name, struct instance *instance)
{
	int number, own, last = -1;

	if (!take_number(&name, &number))
		return -1;
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (is_of_family(pmu, name, &own)) {
			if (own >= number)
				return -1;
			last = pmu;
		}
	*instance = (struct instance){ 1, { number, 0 } };
	return last >= 0 && pmu_find_device(last, instance) ? last : -1;
}

int pmu_meant(struct span name, struct instance *instance)
{
	int pmu = pmu_by_name(name);

	instance->count = 0;
	if (pmu >= 0)
		return pmu;
	if ((pmu = named_instance(name, instance)) >= 0 || (pmu = first_of_family(name)) >= 0 ||
		(pmu = beyond_family(name, instance)) >= 0)
		return pmu;
	instance->count = 0;
	return -1;
}

/* ---- presence ---- */

bool pmu_has_device(int pmu)
{
	uint8_t known = atomic_load_explicit(&device_states[pmu], memory_order_relaxed);
	unsigned int shortages = host_shortages();
	static const struct instance any = { 0, { 0, 0 } };
	bool found;

	if (known != DEVICE_UNKNOWN)
		return known == DEVICE_THERE;
	found = pmu_find_device(pmu, &any) != NULL;
	if (host_shortages() == shortages)
		atomic_store_explicit(&device_states[pmu], found ? DEVICE_THERE : DEVICE_NOT_THERE,
			memory_order_relaxed);
	return found;
}

unsigned int pmu_plm(int pmu)
{
	return pmu_is_perf(pmu) ? pmus.perf_plm : pmu_data(pmu)->plm;
}

/* ---- types ---- */

static enum table_sysfs_policy policy_of(int pmu)
{
	return (enum table_sysfs_policy)(pmu_data(pmu)->policy & ~SYSFS_WORDS);
}

static pfm_err_t look_up_type(int pmu, const struct instance *instance, uint32_t *type)
{
	unsigned int shortages = host_shortages();
	bool found;

	if (instance->count || pmu_has_instances(pmu)) {
		const char *device = pmu_find_device(pmu, instance);

		found = device && sysfs_device_type(&pmus.host, device, type);
	} else if (pmu_counts_on_arm_cores(pmu)) {
		const char *device = pmu_find_device(pmu, instance);

		found = device && sysfs_type(&pmus.host, device, policy_of(pmu), type);
	} else {
		found = sysfs_type(&pmus.host, pmu_sysfs(pmu), policy_of(pmu), type);
	}
	return found ? PFM_SUCCESS : host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
}

/* Finds the type, from memory or the kernel; PFM_ERR_NOTFOUND: the kernel does not know the device. */
static pfm_err_t known_type(int pmu, const struct instance *instance, uint32_t *type)
{
	unsigned int known = atomic_load_explicit(&types[pmu], memory_order_relaxed);
	pfm_err_t error;

	*type = PERF_TYPE_RAW;
	if (policy_of(pmu) == SYSFS_NONE)
		return PFM_SUCCESS;
	if (!instance->count && known && known != (unsigned int)ABSENT) {
		*type = known - 1;
		return PFM_SUCCESS;
	}
	error = look_up_type(pmu, instance, type);
	if (!error && !instance->count)
		atomic_store_explicit(&types[pmu], *type + 1, memory_order_relaxed);
	return error;
}

pfm_err_t pmu_type(int pmu, const struct instance *instance, uint32_t *type)
{
	pfm_err_t error = known_type(pmu, instance, type);

	if (error != PFM_ERR_NOTFOUND)
		return error;
	*type = PERF_TYPE_RAW;
	switch (policy_of(pmu)) {
	case CACHED_OR_RAW:
		return PFM_SUCCESS;
	case CACHED_OR_NOTFOUND:
	case FILE_OR_NOTFOUND:
		return PFM_ERR_NOTFOUND;
	default:
		return PFM_ERR_NOTSUPP;
	}
}

pfm_err_t pmu_type_or_unknown(int pmu, const struct instance *instance, uint32_t *type)
{
	pfm_err_t error;

	*type = UINT32_MAX;
	if (!instance->count && atomic_load_explicit(&types[pmu], memory_order_relaxed) == (unsigned int)ABSENT)
		return PFM_SUCCESS;
	error = known_type(pmu, instance, type);
	if (error != PFM_ERR_NOTFOUND)
		return error;
	if (!instance->count)
		atomic_store_explicit(&types[pmu], (unsigned int)ABSENT, memory_order_relaxed);
	*type = UINT32_MAX;
	return PFM_SUCCESS;
}

/* ---- names of instances ---- */

static void add_numbers(const struct instance *instance, char *name, size_t size)
{
	size_t length = strlen(name);

	if (instance->count == 2)
		snprintf(name + length, size - length, "%d_%d", instance->numbers[0], instance->numbers[1]);
	else if (instance->count)
		snprintf(name + length, size - length, "%d", instance->numbers[0]);
}

void pmu_instance_name(int pmu, const struct instance *instance, char *name, size_t size)
{
	struct span base = { pmu_name(pmu), strlen(pmu_name(pmu)) };
	int own;

	/* PMUs of a family have no instances; the last one stands for boxes beyond it */
	if (instance->count && !pmu_has_instances(pmu))
		take_number(&base, &own);
	snprintf(name, size, "%.*s", (int)base.length, base.text);
	add_numbers(instance, name, size);
}
