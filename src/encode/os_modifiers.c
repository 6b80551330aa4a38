/* The modifiers are in libpfm4's order, in which programs list them. */
#include "encode/os_modifiers.h"

#include <linux/perf_event.h>
#include <stdio.h>

#define NAMED(name) name, ":" name "=", sizeof ":" name "=" - 1

const struct os_modifier os_modifiers[OS_MODIFIERS] = {
	[OS_U] = { NAMED("u"), "Count in user code", false },
	[OS_K] = { NAMED("k"), "Count in the kernel", false },
	[OS_H] = { NAMED("h"), "Count in the hypervisor", false },
	[OS_PERIOD] = { NAMED("period"), "Sampling period - a sample after this many occurrences", true },
	[OS_FREQ] = { NAMED("freq"), "Sampling frequency - the kernel adapts the period to this many samples a second",
		      true },
	[OS_PRECISE] = { NAMED("precise"),
			 "Skid allowed between event and sample - 0 any, 1 constant, 2 none wanted, 3 none", true },
	[OS_EXCL] = { NAMED("excl"), "Use the PMU alone - no other group counts at the same time", false },
	[OS_MG] = { NAMED("mg"), "Count while a guest runs", false },
	[OS_MH] = { NAMED("mh"), "Count while the host runs", false },
	[OS_CPU] = { NAMED("cpu"), "CPU on which the program should open the event", true },
	[OS_PINNED] = { NAMED("pinned"), "Keep the event on a counter all the time, or fail", false },
	[OS_HW_SMPL] = { NAMED("hw_smpl"), "Let the hardware buffer the samples", false },
};

enum {
	PRIVILEGE_ONLY = 1 << OS_U | 1 << OS_K | 1 << OS_H | 1 << OS_MG | 1 << OS_MH,
	SAMPLING = 1 << OS_PERIOD | 1 << OS_FREQ | 1 << OS_PRECISE,
};

/* Returns those for an event of PMU perf: by its type and the levels the core PMU can tell apart. */
static unsigned int offered_by_kernel(const struct event_ref *ref)
{
	unsigned int plm = pmu_plm(ref->pmu), all = (1 << OS_MODIFIERS) - 1 - (1 << OS_HW_SMPL);

	if (ref_kind(ref)->column != PERF_TYPE_HARDWARE && ref_kind(ref)->column != PERF_TYPE_HW_CACHE)
		return all & ~(1u << OS_PRECISE | 1u << OS_H);
	if (!(plm & PFM_PLM3))
		all &= ~(1u << OS_U);
	if (!(plm & PFM_PLM0))
		all &= ~(1u << OS_K);
	if (!(plm & PFM_PLMH))
		all &= ~(1u << OS_H);
	return all;
}

int os_modifier_values(int number, char *text, size_t size)
{
	const char *name = os_modifiers[number].name;

	if (number == OS_PRECISE)
		return snprintf(text, size, "precise= takes a number from 0 to 3");
	if (os_modifiers[number].integer)
		return snprintf(text, size, "%s= takes a number%s", name, number == OS_CPU ? "" : " of 1 or more");
	return snprintf(text, size, "%s is on or off: %s, %s=1 or %s=0", name, name, name, name);
}

uint16_t os_modifiers_of_layer(const struct event_ref *ref, pfm_os_t os)
{
	const struct table_pmu *pmu = ref->data;
	unsigned int offered = ref->layout->os_modifiers;
	bool precise = ref->flags & EVENT_PRECISE;

	if (offered & OS_PRECISE_IF && precise)
		offered |= 1 << OS_PRECISE;
	if (offered & OS_HW_SMPL_IF && !precise && pmu->flags & PMU_HW_SAMPLING)
		offered |= 1 << OS_HW_SMPL;
	if (pmu->flags & PMU_NO_SAMPLING)
		offered &= ~(unsigned int)SAMPLING;
	if (pmu_is_perf(ref->pmu))
		offered &= offered_by_kernel(ref);
	if (os == PFM_OS_PERF_EVENT)
		offered &= PRIVILEGE_ONLY;
	return (uint16_t)(offered & ((1 << OS_MODIFIERS) - 1));
}
