/* Device names: which device a name means, and which devices a PMU of the tables has. */
#include "language/meant.h"

#include <string.h>

#include "catalog/pmu_devices.h"
#include "language/language.h"
#include "tables/device_name.h"

bool device_is_meant(struct span name, struct span device)
{
	static const char prefix[] = "uncore_";
	size_t skipped = sizeof prefix - 1;

	if (name_may_mean(name.text, name.length, device.text, device.length, false))
		return true;
	return device.length > skipped && !memcmp(device.text, prefix, skipped) &&
	       name_may_mean(name.text, name.length, device.text + skipped, device.length - skipped, false);
}

bool pmu_may_be_meant(int pmu, struct span name, struct span *called)
{
	bool numbered = pmu_data(pmu)->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED);
	struct span device;

	for (int n = 0; pmu_device_at(pmu, n, &device); n++) {
		bool is_pattern = memchr(device.text, '{', device.length) || memchr(device.text, '*', device.length);

		if (!is_pattern && device_is_meant(name, device)) {
			*called = device;
			return true;
		}
		if (name_may_mean(name.text, name.length, device.text, device.length, numbered)) {
			*called = name;
			return true;
		}
	}
	return false;
}

static bool is_arm(int pmu)
{
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	return pmu_data(pmu)->conditions && condition->kind == WHEN_CPU && condition->vendor == VENDOR_ARM;
}

/* Returns the PMU's devices; if the tables have none for a core, as raw events need none, the kernel's usual one. */
static const char *devices_of_pmu(int pmu)
{
	const char *names = pmu_sysfs(pmu);

	if (*names)
		return names;
	if (pmu_data(pmu)->type != PFM_PMU_TYPE_CORE)
		return "";
	return is_arm(pmu) ? "armv8_pmuv3_0,armv8_pmuv3" : "cpu";
}

bool pmu_device_at(int pmu, int n, struct span *device)
{
	const char *names = devices_of_pmu(pmu);

	for (; n && *names; n--) {
		names += strcspn(names, ",");
		names += *names == ',';
	}
	*device = (struct span){ names, strcspn(names, ",") };
	return device->length;
}

bool pmu_device_here(int pmu, const struct device *devices, int count, struct span *device)
{
	if (!count)
		return pmu_device_at(pmu, 0, device);
	if (pmu_counts_on_arm_cores(pmu)) { /* the tables may have one name for several, which the kernel numbers */
		const char *found = pmu_find_device(pmu, &(struct instance){ 0 });

		*device = span_from(found ? found : "");
		return found;
	}
	for (int n = 0; pmu_device_at(pmu, n, device); n++)
		if (device_named(devices, count, *device))
			return true;
	return false;
}

bool pmu_is_the_kernels(int pmu)
{
	return pmu == pmus.perf || pmu == pmus.perf_raw;
}

bool pmu_may_have_device(int pmu)
{
	return pmu_is_active(pmu) && !(pmu_data(pmu)->flags & PMU_DEPRECATED) && !pmu_is_the_kernels(pmu);
}

/* Returns whether a PMU with numbers in the names of its devices may have the device. */
static bool has_numbered_device(int pmu, struct span name)
{
	char device[64];

	if (name.length >= sizeof device || !strchr(pmu_sysfs(pmu), '{'))
		return false;
	memcpy(device, name.text, name.length);
	device[name.length] = '\0';
	return pmu_may_stand_for(pmu, device);
}

/* Returns whether the PMU stands for a device, maybe one of several, by their numbers. */
static bool has_device(int pmu, struct span name)
{
	bool instances = pmu_has_instances(pmu);
	struct span device;

	for (int n = 0; pmu_device_at(pmu, n, &device); n++)
		if (spans_are_same(device, name) || (instances && device_is_meant(device, name)))
			return true;
	return instances && has_numbered_device(pmu, name);
}

/* Recognizes a PMU for any CPU of an architecture, which comes behind one that a file of tables has for this CPU. */
static bool is_stand_in(int pmu)
{
	return pmu_data(pmu)->hook != HOOK_NONE;
}

int pmu_with_device(struct span device, int pmu)
{
	for (int stand_in = pmu >= 0 && is_stand_in(pmu); stand_in <= 1; stand_in++, pmu = -1)
		while (++pmu < pmus.count)
			if (pmu_may_be_active(pmu) && is_stand_in(pmu) == stand_in && has_device(pmu, device) &&
				pmu_may_have_device(pmu))
				return pmu;
	return -1;
}

bool perf_is_arm(int pmu)
{
	for (int i = 0; pmu < 0 && i < pmus.count; i++)
		if (pmu_data(i)->type == PFM_PMU_TYPE_CORE && pmu_may_have_device(i))
			pmu = i;
	return pmu >= 0 && is_arm(pmu);
}
