/* Metrics: prepares a plan from a text. */
#include "metrics/metrics.h"

#include <stdlib.h>

pfm_err_t metrics_prepare(const char *text, const pfm_metric_options_t *options, pfm_metrics_t **metrics,
			  pfm_diagnosis_t *d)
{
	struct draft draft = { .text = text, .options = options, .flags = options->flags, .d = d };
	struct pfm_metrics *plan = NULL;

	draft.results = malloc(DRAFT_RESULTS * sizeof *draft.results);
	if (!draft.results)
		draft_fail(&draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	else if (draft_read(&draft) && draft_rounds(&draft))
		plan = draft_pack(&draft);
	free(draft.results);
	draft_end(&draft);
	if (plan)
		*metrics = plan;
	return plan ? PFM_SUCCESS : draft.error;
}
