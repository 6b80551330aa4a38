/* The public functions of metrics: arguments are checked, answers copied. Their contracts are in <perfmon/pfmkit.h>. */
#include <perfmon/pfmkit.h>

#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/sizes.h"
#include "metrics/list.h"
#include "metrics/metrics.h"

enum {
	ALL_METRIC_FLAGS = PFM_METRIC_THRESHOLDS | PFM_METRIC_CPUS | PFM_METRIC_CORE_WIDE | PFM_METRIC_INTEL |
		PFM_METRIC_SUM | PFM_METRIC_PACKAGE | PFM_METRIC_ANY_NAME,
	ALL_MACHINE_FLAGS = PFM_FIT_SMT | PFM_FIT_NO_SMT | PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG,
};

/* ---- the tables' metrics ---- */

int pfm_next_metric(int id)
{
	const struct listed_metric *list;
	int count, next;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (metrics_list(&list, &count))
		return PFM_ERR_NOMEM;
	if (id != -1 && id != PFM_METRIC_ELSEWHERE && metrics_place(id) < 0)
		return PFM_ERR_INVAL;
	next = metrics_place(id + 1);
	return next < 0 || list[next].info.answer == PFM_ANSWER_NONE ? -1 : id + 1;
}

int pfm_find_metric(const char *name)
{
	const struct listed_metric *list;
	int count, found;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!name)
		return PFM_ERR_INVAL;
	if (metrics_list(&list, &count))
		return PFM_ERR_NOMEM;
	found = metrics_list_find(list, count, name, strlen(name), NULL);
	return found < 0 ? PFM_ERR_NOTFOUND : metrics_id(found);
}

pfm_err_t pfm_get_metric_info(int id, pfm_metric_info_t *info)
{
	const struct listed_metric *list;
	int count, place;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!info || !size_is_whole(info->size, sizeof *info))
		return PFM_ERR_INVAL;
	if (metrics_list(&list, &count))
		return PFM_ERR_NOMEM;
	place = metrics_place(id);
	if (place < 0)
		return PFM_ERR_INVAL;
	*info = list[place].info;
	return PFM_SUCCESS;
}

/* ---- preparing ---- */

static bool constants_are_good(const pfm_metric_options_t *options)
{
	if (options->count < 0 || (options->count && !options->constants))
		return false;
	for (int i = 0; i < options->count; i++)
		if (!options->constants[i].name)
			return false;
	return true;
}

static bool options_are_good(const pfm_metric_options_t *options)
{
	int fit = options->fit_flags;

	return size_is_whole(options->size, sizeof *options) && !(options->dfl_plm & ~ALL_PLM) &&
	       !(options->flags & ~ALL_METRIC_FLAGS) && !(fit & ~ALL_MACHINE_FLAGS) &&
	       (fit & (PFM_FIT_SMT | PFM_FIT_NO_SMT)) != (PFM_FIT_SMT | PFM_FIT_NO_SMT) &&
	       (fit & (PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG)) != (PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG) &&
	       options->counters >= 0 && constants_are_good(options);
}

pfm_err_t pfm_prepare_metrics(const char *text, const pfm_metric_options_t *options, pfm_metrics_t **metrics,
			      pfm_diagnosis_t *d)
{
	static const pfm_metric_options_t none = { .size = sizeof none };

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!text || !metrics || (options && !options_are_good(options)) || (d && !size_is_whole(d->size, sizeof *d)))
		return PFM_ERR_INVAL;
	if (d)
		*d = (pfm_diagnosis_t){ .size = d->size, .idx = -1 };
	return metrics_prepare(text, options ? options : &none, metrics, d);
}

void pfm_free_metrics(pfm_metrics_t *metrics)
{
	free(metrics);
}

/* ---- what was prepared: no machine is asked any more ---- */

pfm_err_t pfm_get_metrics_info(const pfm_metrics_t *metrics, pfm_metrics_info_t *info)
{
	if (!metrics || !info || !size_is_whole(info->size, sizeof *info))
		return PFM_ERR_INVAL;
	*info = metrics->told;
	return PFM_SUCCESS;
}

pfm_err_t pfm_get_metric_event(const pfm_metrics_t *metrics, int event, pfm_metric_event_t *out)
{
	if (!metrics || !out || !size_is_whole(out->size, sizeof *out) || event < 0 || event >= metrics->told.events)
		return PFM_ERR_INVAL;
	*out = metrics->events[event];
	return PFM_SUCCESS;
}

static bool is_metric(const pfm_metrics_t *metrics, int metric)
{
	return metrics && metric >= 0 && metric < metrics->told.metrics;
}

pfm_err_t pfm_get_prepared_metric(const pfm_metrics_t *metrics, int metric, pfm_prepared_metric_t *out)
{
	if (!is_metric(metrics, metric) || !out || !size_is_whole(out->size, sizeof *out))
		return PFM_ERR_INVAL;
	*out = metrics->metrics[metric].told;
	return PFM_SUCCESS;
}

int pfm_get_metric_events(const pfm_metrics_t *metrics, int metric, int *events, int max)
{
	const struct plan_metric *own;

	if (!is_metric(metrics, metric) || max < 0 || (max && !events))
		return PFM_ERR_INVAL;
	own = &metrics->metrics[metric];
	for (int i = 0; i < own->count && i < max; i++)
		events[i] = metrics->own[own->first + i];
	return own->count;
}

/* ---- values ---- */

pfm_err_t pfm_compute_metrics(const pfm_metrics_t *metrics, const pfm_metric_count_t *counts, int ncounts,
			      pfm_metric_value_t *values, int nvalues)
{
	if (!metrics || ncounts != metrics->told.events || nvalues != metrics->told.metrics || (ncounts && !counts) ||
		!values || !size_is_whole(values->size, sizeof *values))
		return PFM_ERR_INVAL;
	metrics_compute(metrics, counts, values, values->size);
	return PFM_SUCCESS;
}

int pfm_explain_metric_value(const pfm_metrics_t *metrics, int metric, const pfm_metric_value_t *value, char *text,
			     size_t size)
{
	if (!is_metric(metrics, metric) || !value || !size_is_whole(value->size, sizeof *value) || (!text && size) ||
		value->reason < PFM_VALUE_OK || value->reason > PFM_VALUE_NO_EVENT)
		return PFM_ERR_INVAL;
	return metrics_explain(metrics, metric, value, text, size);
}
