/*
 * Registers PMCEID0 and PMCEID1 of an Arm core tell which of the events 0-0x3f and 0x4000-0x403f it implements (Arm
 * Architecture Reference Manual). Programs cannot read them, but the kernel lists the implemented events in the
 * device's directory "events", except for four that it never lists. Other events cannot be checked.
 */
#include "catalog/pmceid.h"

#include <stdatomic.h>
#include <string.h>

#include "catalog/pmu_devices.h"
#include "machine/devices.h"

static _Atomic(const struct device *) the_core;

static bool is_named(uint64_t code)
{
	enum { SW_INCR = 0, CHAIN = 0x1e, PMU_OVFS = 0x400d, PMU_HOVFS = 0x400f };

	return (code < 0x40 || (code >= 0x4000 && code < 0x4040)) && code != SW_INCR && code != CHAIN &&
	       code != PMU_OVFS && code != PMU_HOVFS;
}

/* Finds the core's device; NULL: none, or a shortage. */
static const struct device *device_of(int pmu)
{
	static const struct instance any = { 0, { 0, 0 } };
	const struct device *device = atomic_load_explicit(&the_core, memory_order_acquire), *list;
	const char *name;
	int count;

	if (device)
		return device;
	name = pmu_find_device(pmu, &any);
	if (!name || devices_list(&pmus.host, &list, &count))
		return NULL;
	device = device_named(list, count, (struct span){ name, strlen(name) });
	if (!device || device_read(&pmus.host, device))
		return NULL;
	atomic_store_explicit(&the_core, device, memory_order_release);
	return device;
}

pfm_err_t pmceid_has_event(const struct event_ref *ref)
{
	unsigned int shortages = host_shortages();
	const struct device *device = is_named(ref->event->code) ? device_of(ref->pmu) : NULL;
	const char *name = name_at(ref->in, ref->event->name);

	if (host_shortages() != shortages)
		return PFM_ERR_NOMEM;
	if (!device || !device_event_count(device) || device_has_event(device, (struct span){ name, strlen(name) }))
		return PFM_SUCCESS;
	return PFM_ERR_NOTSUPP;
}

void pmceid_close(void)
{
	atomic_store(&the_core, NULL);
}
