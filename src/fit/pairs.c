/* Events that take two counters. This depends on their codes, by the demands of their PMU, not on their rows. */
#include "fit/fit.h"

#include <stdio.h>

#include "catalog/catalog.h"
#include "encode/encode_string.h"

static const struct table_sharing *sharing_of_pmu(int pmu)
{
	return &pmu_body(pmu)->sharings.rows[pmu_data(pmu)->sharing];
}

/* Returns the next demand for pairs after before, the first for NULL; NULL: no more. */
static const struct table_demand *next_pair_demand(int pmu, const struct table_demand *before)
{
	const struct tables *body = pmu_body(pmu);
	const struct table_sharing *sharing = sharing_of_pmu(pmu);
	const struct table_demand *demand = before ? before + 1 : &body->demands.rows[sharing->first_demand];

	for (; demand < &body->demands.rows[sharing->first_demand + sharing->demands]; demand++)
		if (body->facts.rows[demand->facts].flags & FACT_PAIR)
			return demand;
	return NULL;
}

static bool encoded_takes_pair(const struct event_ref *ref, const struct table_umask *umask)
{
	const struct table_demand *demand = NULL;
	struct fit_request request = { .instance = -1 };
	struct selection selection;
	struct encoding encoding;
	char text[1024];

	snprintf(text, sizeof text, "%s::%s%s%s", pmu_name(ref->pmu), name_at(ref->in, ref->event->name),
		 umask ? ":" : "", umask ? name_at(ref->in, umask->name) : "");
	if (encode_string(text, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &selection, &encoding))
		return false;
	fit_request_of(&selection, &encoding, &request);
	while ((demand = next_pair_demand(ref->pmu, demand)))
		if (demand_matches(pmu_body(ref->pmu), demand, request.config))
			return true;
	return false;
}

bool fit_takes_pair(const struct event_ref *ref, const struct table_umask *umask)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	if (!next_pair_demand(ref->pmu, NULL))
		return false;
	if (umask || !set->count)
		return encoded_takes_pair(ref, umask);
	for (int row = 0; row < (int)set->count; row++) {
		const struct table_umask *one = event_umask(ref->in, ref->event, row);

		if (umask_is_visible(ref->in, one, pmu_data(ref->pmu)->visible) && !encoded_takes_pair(ref, one))
			return false;
	}
	return true;
}
