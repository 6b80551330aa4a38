/* Metrics: what the tools that take --metric have in common, on the public functions of the library. */
#ifndef PFM_TOOL_METRICS_H
#define PFM_TOOL_METRICS_H

#include "tool.h"

/* Prints the names that may have been meant, a line on standard error; nothing if none is near. */
void say_nearest_metrics(const char *name);

/* Prepares metrics, or says what is wrong with the text, and where. To be freed with pfm_free_metrics(). */
pfm_metrics_t *prepare_metrics(const char *text, const pfm_metric_options_t *options);

#endif
