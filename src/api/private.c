/* Each function is told the release of its caller: a tool of another build is refused, not served wrongly. */
#include "api/private.h"

#include <string.h>

#include "catalog/catalog.h"
#include "catalog/events.h"

pfm_err_t pfm_private_event(int idx, const char *release, struct event_ref *ref)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (strcmp(release, PFMKIT_VERSION))
		return PFM_ERR_NOTSUPP;
	return event_by_identifier(idx, ref);
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
