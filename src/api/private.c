/* Each function takes its caller's release: a tool of another build is refused, rather than given wrong answers. */
#include "api/private.h"

#include <string.h>

#include "catalog/catalog.h"
#include "catalog/events.h"
#include "machine/conditions.h"

pfm_err_t pfm_private_event(int idx, const char *release, struct event_ref *ref)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (strcmp(release, PFMKIT_VERSION))
		return PFM_ERR_NOTSUPP;
	return event_by_identifier(idx, ref);
}

pfm_err_t pfm_private_is_on_cpu(int idx, const char *release)
{
	struct event_ref ref;
	pfm_err_t error = pfm_private_event(idx, release, &ref);

	if (error)
		return error;
	return !pmu_data(ref.pmu)->conditions || pmu_is_active(ref.pmu) || pmu_is_of_cpu(ref.pmu, catalog_host())
		? PFM_SUCCESS : PFM_ERR_NOTFOUND;
}

pfm_err_t pfm_private_list_tracepoints(const char *release)
{
	return strcmp(release, PFMKIT_VERSION) ? PFM_ERR_NOTSUPP : catalog_list_tracepoints();
}

pfm_err_t pfm_private_is_cpu(const char *name, const char *release)
{
	char message[IDENTITY_MESSAGE];

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (strcmp(release, PFMKIT_VERSION))
		return PFM_ERR_NOTSUPP;
	return catalog_reads_cpu(name, message) ? PFM_SUCCESS : PFM_ERR_INVAL;
}

static bool is_pmu_of_core(int pmu, struct arm_core core)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_condition *conditions = &pmu_body(pmu)->conditions.rows[data->condition];

	for (int i = 0; i < data->conditions; i++)
		if (conditions[i].kind == WHEN_CPU && is_arm_core(&conditions[i], core))
			return true;
	return false;
}

pfm_err_t pfm_private_arm_core(unsigned int implementer, unsigned int part, const char *release, pfm_pmu_t *pmu)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (strcmp(release, PFMKIT_VERSION))
		return PFM_ERR_NOTSUPP;
	for (int i = 0; i < pmus.count; i++)
		if (pmus.list[i].state & ACTIVE && pmu_data(i)->type == PFM_PMU_TYPE_CORE &&
		    is_pmu_of_core(i, (struct arm_core){ implementer, part, 0 })) {
			*pmu = (pfm_pmu_t)pmus.list[i].number;
			return PFM_SUCCESS;
		}
	return PFM_ERR_NOTFOUND;
}
