/* Writes code that counts metrics, and their formulas, for other programs. */
#ifndef PFM_TOOL_METRICS_AS_H
#define PFM_TOOL_METRICS_AS_H

#include "stat/metrics.h"

enum metric_form { NO_METRIC_FORM, METRIC_AS_C, METRIC_AS_JSON, METRIC_AS_PAPI, METRIC_AS_PCP };

/* Writes metrics in a form. False: a metric is wrong, or has no such form, which has been said. */
bool write_metrics_as(const struct metric_request *request, const struct given *given, enum metric_form form);

#endif
