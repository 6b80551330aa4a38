/* pfm_get_event_facts(): what the tables know of an event beyond its codes. */
#include <perfmon/pfmkit.h>

#include "catalog/catalog.h"
#include "catalog/sizes.h"
#include "encode/describe.h"
#include "fit/fit.h"

/* Adds facts, a unit mask's to those of its event; its own counters replace the event's. */
static void tell_facts(const struct tables *in, const struct table_facts *from, pfm_event_facts_t *facts)
{
	const struct table_fact_counting *counting = facts_counting(in, from);
	const struct table_fact_rare *rare = facts_rare(in, from);

	if (counting->counters)
		facts->counters = facts->counters_nosmt = counting->counters;
	if (counting->counters_nosmt)
		facts->counters_nosmt = counting->counters_nosmt;
	if (from->deprecated_by)
		facts->replacement = name_at(in, from->deprecated_by);
	if (rare->errata)
		facts->errata = name_at(in, rare->errata);
	if (rare->makers)
		facts->makers = name_at(in, rare->makers);
	if (rare->since_linux)
		facts->since_linux = name_at(in, rare->since_linux);
	if (counting->period)
		facts->period = counting->period;
	facts->is_deprecated |= (from->flags & FACT_DEPRECATED) != 0;
	facts->is_alone |= (from->flags & FACT_ALONE) != 0;
	facts->is_pair |= (from->flags & FACT_PAIR) != 0;
	facts->is_leader |= (from->flags & FACT_LEADER) != 0;
	facts->is_uncounted |= (from->flags & FACT_UNCOUNTED) != 0;
}

pfm_err_t pfm_get_event_facts(int idx, int attr, pfm_event_facts_t *facts)
{
	const struct table_umask *umask = NULL;
	struct event_ref ref;
	pfm_err_t error;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!facts || !size_is_whole(facts->size, sizeof *facts))
		return PFM_ERR_INVAL;
	error = event_by_identifier(idx, &ref);
	if (error)
		return error;
	if (attr != PFM_NO_UMASK && !(umask = attribute_umask(&ref, attr)))
		return PFM_ERR_INVAL;
	*facts = (pfm_event_facts_t){ .size = sizeof *facts, .box = event_facts(ref.in, ref.event)->box - 1 };
	tell_facts(ref.in, event_facts(ref.in, ref.event), facts);
	if (umask)
		tell_facts(ref.in, umask_facts(ref.in, umask), facts);
	facts->is_pair |= fit_takes_pair(&ref, umask);
	return PFM_SUCCESS;
}
