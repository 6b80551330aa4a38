/* The public function for the constants of formulas. */
#include <perfmon/pfmkit.h>

#include "catalog/catalog.h"
#include "machine/constants.h"
#include "metrics/list.h"

/* Returns the slots that this machine's metrics have, for when no file says; 0: unknown. */
static double slots_of_metrics(void)
{
	const struct listed_metric *list;
	int count;

	if (metrics_list(&list, &count))
		return 0;
	for (int i = 0; i < count; i++)
		if (list[i].slots)
			return list[i].slots;
	return 0;
}

pfm_err_t pfm_get_metric_constant(const char *name, double *value, const char **source)
{
	struct machine_constant found;
	pfm_err_t error;
	int constant;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!name || !value)
		return PFM_ERR_INVAL;
	constant = constant_called(name);
	if (constant < 0)
		return PFM_ERR_NOTFOUND;
	error = constant_of(catalog_host(), constant, 0, &found);
	if (error == PFM_ERR_NOTSUPP && constant == constant_called("slots"))
		error = constant_of(catalog_host(), constant, slots_of_metrics(), &found);
	if (error)
		return error;
	*value = found.value;
	if (source)
		*source = found.source;
	return PFM_SUCCESS;
}
