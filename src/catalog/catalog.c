/*
 * catalog_open() checks the conditions of each PMU of the tables, unless the environment or the caller forces PMUs. The
 * PMUs that are present form the order in which names are looked up.
 */
#include "catalog/catalog.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/hooks.h"
#include "catalog/kernel_events.h"
#include "catalog/kernel_pmus.h"
#include "catalog/loaded.h"
#include "catalog/pmu_devices.h"
#include "machine/arm_cores.h"
#include "machine/conditions.h"
#include "machine/devices.h"
#include "machine/identity.h"
#include "machine/late.h"
#include "machine/soc.h"
#include "machine/sysfs.h"
#include "machine/topology.h"

atomic_bool catalog_opened; /* set last, so that a thread that sees it set sees all other variables set */

static struct {
	bool done, inactive;
	pfm_err_t result;
	const struct table_condition *last_conditions; /* the conditions checked last, with their result below */
	int last_count;
	bool last_met;
} opening;

/* The caller's choice, from catalog_choose(). */
static struct {
	char cpu[1024], root[HOST_PATH / 2];
	bool has_cpu, has_root, inactive, tracepoints;
} chosen;

static bool holds_here(const struct tables *in, const struct table_condition *condition)
{
	switch (condition->kind) {
	case WHEN_CPU:
		return host_is_cpu(&pmus.host, condition);
	case WHEN_HOOK:
		return hook_detect(condition->family, &pmus.host);
	default:
		return host_meets(&pmus.host, in, condition);
	}
}

bool catalog_meets_any(const struct tables *in, const struct table_condition *conditions, int count)
{
	for (int i = 0; i < count; i++)
		if (holds_here(in, &conditions[i]))
			return true;
	return false;
}

/* Returns whether any item of the comma-separated list occurs in name. */
static bool is_disabled(const char *list, const char *name)
{
	while (*list) {
		size_t length = strcspn(list, ",");

		for (const char *at = name; length && strlen(at) >= length; at++)
			if (!memcmp(at, list, length))
				return true;
		list += length + (list[length] == ',');
	}
	return false;
}

/*
 * Adds a PMU to those found without their names, unless the one before is of the same family: the first stands for all.
 */
static void add_to_order(int pmu)
{
	if (pmus.order_count && pmus_are_alike(pmus.order[pmus.order_count - 1], pmu))
		return;
	if (!pmus.list[pmu].body && pmu_is_by_device(pmu_data(pmu))) {
		if (pmus.by_device.to != pmus.order_count)
			pmus.by_device.from = pmus.order_count;
		pmus.by_device.to = pmus.order_count + 1;
	}
	pmus.order[pmus.order_count++] = (uint16_t)pmu;
}

/* Returns whether a PMU's conditions hold. Neighbours often have the same conditions, so the last answer is kept. */
static bool is_detected(int pmu)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_condition *conditions = &pmu_body(pmu)->conditions.rows[data->condition];

	if (conditions != opening.last_conditions || data->conditions != opening.last_count) {
		opening.last_conditions = conditions;
		opening.last_count = data->conditions;
		opening.last_met = catalog_meets_any(pmu_body(pmu), conditions, data->conditions);
	}
	return opening.last_met;
}

/* Returns whether the files of the machine that is asked for can be looked at. */
static bool has_files(void)
{
	return !pmus.host.replaced || pmus.host.root[0];
}

/* LIBPFM_FORCE_PMU: the PMU of that name; else the first present one whose name begins so. */
struct force {
	bool given;
	struct span name;
	int whole;              /* number of the PMU with exactly that name; -1: none */
};

static struct force read_force(void)
{
	const char *value = host_environment("LIBPFM_FORCE_PMU");
	struct force force = { .given = value, .whole = -1 };

	if (value) {
		force.name = (struct span){ value, strcspn(value, ",") };
		force.whole = pmu_by_name(force.name);
	}
	return force;
}

static bool is_forced(int pmu, const struct force *force)
{
	return force->whole >= 0 ? pmu == force->whole : name_begins(pmu_name(pmu), force->name);
}

/* Returns the presence of a forced PMU, which has been found by its name: whether its device is there. */
static uint8_t presence_forced(int pmu)
{
	const struct table_pmu *data = pmu_data(pmu);

	if (!(data->flags & PMU_NEEDS_SYSFS) || !pmus.has_perf || !has_files())
		return ACTIVE | SEARCHED;
	if (data->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED))
		return LATE;
	return sysfs_has_pmu(&pmus.host, pmu_sysfs(pmu)) ? ACTIVE | SEARCHED : 0;
}

/*
 * Returns whether the machine has the PMU as far as its CPU tells: 0, ACTIVE, or LATE if a device decides. Without
 * files to look at, a PMU that neither the CPU nor the SoC implies is absent, but its name is known.
 */
static uint8_t presence(int pmu)
{
	const struct table_pmu *data = pmu_data(pmu);
	bool by_device = data->flags & PMU_NEEDS_SYSFS;

	if (data->conditions && !is_detected(pmu))
		return 0;
	if (by_device && !data->conditions && !has_files())
		return soc_has_pmu(pmus.host.soc, pmu_name(pmu)) ? ACTIVE | SEARCHED : SEARCHED;
	if (by_device && !data->conditions)
		return pmus.has_perf ? LATE : 0;
	if (!data->conditions)
		return 0;
	return by_device && pmus.has_perf && has_files() ? LATE : ACTIVE | SEARCHED;
}

static void activate(void)
{
	const struct force force = read_force();
	const char *disabled = host_environment("LIBPFM_DISABLED_PMUS");

	pmus.forced = force.given;
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		uint8_t present;

		if (disabled && is_disabled(disabled, pmu_name(pmu)))
			continue;
		present = !force.given ? presence(pmu) : is_forced(pmu, &force) ? presence_forced(pmu) : 0;
		pmus.list[pmu].state = (uint8_t)(MAPPED | present | (opening.inactive ? SEARCHED : 0));
		if (pmu_data(pmu)->flags & (PMU_COMPOSED | PMU_EXTENDED))
			events_compose(pmu, force.given, catalog_meets_any);
		if (present & (ACTIVE | LATE) && !(pmu_data(pmu)->flags & PMU_DEPRECATED))
			add_to_order(pmu);
		if (present && force.given) {
			log_verbose("PMU forced to %s", pmu_name(pmu));
			break;
		}
	}
}

/* Returns whether the kernel has no device by any name of an Arm core's PMU; the list of devices is not read yet. */
static bool lacks_device(int pmu)
{
	char name[64];

	for (const char *names = pmu_sysfs(pmu); *names; names += strcspn(names, ","), names += *names == ',') {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(names, ","), names);
		if (sysfs_has_pmu(&pmus.host, name))
			return false;
	}
	return true;
}

/*
 * Puts the Arm cores that the kernel has a device for first in the order of lookup: it may have none for some of them.
 * If it has none at all, the order stays.
 */
static void put_devices_first(void)
{
	int places[MAX_ARM_CORES], cores = 0, with_device = 0;
	uint16_t in_order[MAX_ARM_CORES];

	if (!has_files() || !pmus.has_perf || pmus.host.arm_count < 2)
		return;
	for (int i = 0; i < pmus.order_count && cores < MAX_ARM_CORES; i++)
		if (pmu_data(pmus.order[i])->type == PFM_PMU_TYPE_CORE && pmu_counts_on_arm_cores(pmus.order[i]))
			places[cores++] = i;
	for (int lacking = 0, to = 0; lacking < 2; lacking++)
		for (int i = 0; i < cores; i++)
			if (lacks_device(pmus.order[places[i]]) == lacking) {
				in_order[to++] = pmus.order[places[i]];
				with_device += !lacking;
			}
	for (int i = 0; i < cores && with_device; i++)
		pmus.order[places[i]] = in_order[i];
}

/* Gives the kernel's own events the privilege levels that the first active core PMU can tell apart. */
static void adopt_plm(void)
{
	pmus.perf_plm = pmu_data(pmus.perf)->plm;
	pmus.perf_core = -1;
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmus.list[pmu].state & ACTIVE && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE) {
			pmus.perf_plm = pmu_data(pmu)->plm;
			pmus.perf_core = pmu;
			return;
		}
}

static bool copy_text(char *to, size_t size, const char *text)
{
	size_t length = strlen(text);

	if (length < size)
		memcpy(to, text, length + 1);
	return length < size;
}

pfm_err_t catalog_choose(const char *cpu, const char *root, bool inactive)
{
	pfm_err_t error = PFM_SUCCESS;

	late_lock();
	if (opening.done) {
		error = PFM_ERR_NOTSUPP;
	} else {
		chosen.has_cpu = cpu && copy_text(chosen.cpu, sizeof chosen.cpu, cpu);
		chosen.has_root = root && copy_text(chosen.root, sizeof chosen.root, root);
		chosen.inactive = inactive;
		if (chosen.has_cpu != !!cpu || chosen.has_root != !!root)
			error = PFM_ERR_TOOSMALL;
	}
	late_unlock();
	return error;
}

pfm_err_t catalog_list_tracepoints(void)
{
	pfm_err_t error;

	late_lock();
	error = opening.done ? PFM_ERR_NOTSUPP : PFM_SUCCESS;
	if (!error)
		chosen.tracepoints = true;
	late_unlock();
	return error;
}

static void identify(void)
{
	struct machine_choice choice = { chosen.has_cpu ? chosen.cpu : NULL, chosen.has_root ? chosen.root : NULL };
	struct known_tables known = { pmus.bodies, pmus.body_count };
	char message[IDENTITY_MESSAGE];

	host_identify(&pmus.host, &choice, &known, message);
	if (*message)
		log_verbose("%s", message);
}

static pfm_err_t open_catalog(void)
{
	unsigned int shortages = host_shortages();

	log_open();
	opening.inactive = chosen.inactive || environment_level("LIBPFM_ENCODE_INACTIVE");
	kernel_events_open(chosen.tracepoints || environment_level("LIBPFM_TRACEPOINTS"));
	pmus_open();
	loaded_open();
	identify();
	if (pmus.host.arm_count == MAX_ARM_CORES)
		log_verbose("this machine has %d core types; if there are more, they are not known", MAX_ARM_CORES);
	pmus.has_perf = sysfs_has_perf(&pmus.host);
	activate();
	put_devices_first();
	adopt_plm();
	/* after an allocation failure, a missing PMU may be present after all */
	return host_shortages() == shortages ? PFM_SUCCESS : PFM_ERR_NOMEM;
}

static void clear_catalog(void)
{
	kernel_events_close();
	kernel_pmus_close();
	devices_forget();
	arm_cores_forget();
	topology_forget();
	events_close();
	pmus_close();
	loaded_close();
	memset(&opening, 0, sizeof opening);
}

pfm_err_t catalog_open(void)
{
	pfm_err_t result;

	late_lock();
	if (!opening.done) {
		result = open_catalog();
		if (result)
			clear_catalog();
		opening.result = result;
		opening.done = true;
		atomic_store_explicit(&catalog_opened, !result, memory_order_release);
	}
	result = opening.result;
	late_unlock();
	return result;
}

/* Tries the compiled tables first: they have most CPUs, and files take time. */
bool catalog_reads_cpu(const char *cpu, char message[IDENTITY_MESSAGE])
{
	struct host host = { .root = "" };
	struct known_tables known;
	bool good = identity_choose(cpu, NULL, &host, message), is_open;

	if (good && !*message)
		return true;
	late_lock();
	is_open = opening.done;
	if (!is_open) {
		pmus_open();
		loaded_open();
	}
	known = (struct known_tables){ pmus.bodies, pmus.body_count };
	host = (struct host){ .root = "" };
	good = identity_choose(cpu, &known, &host, message);
	if (!is_open) {
		pmus_close();
		loaded_close();
	}
	late_unlock();
	return good;
}

void catalog_close(void)
{
	late_lock();
	atomic_store(&catalog_opened, false);
	if (opening.done)
		clear_catalog();
	late_unlock();
}
