/*
 * Metrics: the latency of an event at retirement, EVENT:R or DEVICE@EVENT@R in formulas. If no count is given for it,
 * the mean published by the vendor is used, as the tables have it.
 */
#include "metrics/metrics.h"

#include <string.h>

#include "catalog/pmu_devices.h"
#include "encode/resolve.h"

enum { LONGEST_EVENT = 256, UNITS_IN_A_CYCLE = 1000 };

/* Returns the tables' latency of an event of a PMU, in cycles; 0: unknown, or there is no such event. */
static double latency_in(int pmu, struct span event)
{
	char plain[LONGEST_EVENT], text[2 * LONGEST_EVENT];
	const struct table_facts *facts;
	struct selection selection;

	if (formula_plain_name(event.text, event.length, plain, sizeof plain) >= sizeof plain ||
		strlen(pmu_name(pmu)) >= LONGEST_EVENT - sizeof "::")
		return 0;
	strcpy(stpcpy(stpcpy(text, pmu_name(pmu)), "::"), plain);
	if (resolve_vendors_text(text, PFM_OS_PERF_EVENT, &selection))
		return 0;
	facts = event_facts(selection.ref.in, selection.ref.event);
	for (int i = 0; i < selection.count; i++) {
		const struct attribute *attribute = &selection.attributes[i];

		if (attribute->kind != ATTRIBUTE_UMASK)
			return 0; /* with modifiers it is a different event */
		facts = umask_facts(selection.ref.in, ref_umask(&selection.ref, attribute->index));
	}
	return (double)facts_rare(selection.ref.in, facts)->latency / UNITS_IN_A_CYCLE;
}

static bool is_of_device(int pmu, struct span device)
{
	char name[INSTANCE_NAME];

	pmu_device_name(pmu, &(struct instance){ 0 }, name, sizeof name);
	return formula_same_name(device.text, device.length, *name ? name : "cpu", strlen(*name ? name : "cpu"));
}

double metric_latency(const struct draft *draft, const char *name, size_t length)
{
	const char *end = name + length - 2, *at = memchr(name, '@', length);
	struct span device = { name, at && at < end ? (size_t)(at - name) : 0 }, event;

	if (*end != ':' && *end != '@')
		return 0; /* there are other modifiers as well */
	event.text = device.length ? at + 1 : name;
	event.length = (size_t)(end - event.text);
	for (int i = 0; i < draft->core_count; i++) {
		double latency = device.length && !is_of_device(draft->cores[i], device) ? 0 :
			latency_in(draft->cores[i], event);

		if (latency > 0)
			return latency;
	}
	return 0;
}
