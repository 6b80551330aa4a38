/* Computes the values of metrics from counts. */
#include "compute.h"

#include <stdlib.h>
#include <string.h>

double share_of(const struct computed *computed)
{
	int events, *list = list_metric_events(computed->metrics, computed->number, &events);
	double share = computed->value->share;

	for (int i = 0; i < events; i++)
		if (computed->counted->shares[list[i]] < share)
			share = computed->counted->shares[list[i]];
	free(list);
	return share;
}

bool was_part_of_time(const struct computed *computed)
{
	return share_of(computed) < 0.995;
}

bool is_percent(const struct computed *computed)
{
	return computed->info.name && *computed->info.unit == '%';
}

void write_shown(const pfm_metric_info_t *info, double shown, char *text, size_t size)
{
	const char *unit = info->name ? info->unit : "";

	snprintf(text, size, *unit == '%' ? "%.1f%s%s" : "%.6g%s%s", shown, *unit ? " " : "", unit);
}

/* Computes each metric from counts of its own. False: no memory, which has been said. */
static bool compute_each(const pfm_metrics_t *metrics, const struct metric_counts *each, struct computed_set *set)
{
	pfm_metric_value_t *values = calloc((size_t)set->count + 1, sizeof *values);

	if (!values)
		return !is_lacking(PFM_ERR_NOMEM);
	values->size = sizeof *values;
	for (int i = 0; i < set->count; i++) {
		pfm_compute_metrics(metrics, each[i].counts, each[i].events, values, set->count);
		set->values[i] = values[i];
		set->values[i].size = sizeof *values;
	}
	free(values);
	return true;
}

struct computed_set compute_all(const pfm_metrics_t *metrics, const struct metric_counts *counted)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	struct computed_set set = { .list = NULL };

	pfm_get_metrics_info(metrics, &all);
	set.list = calloc((size_t)all.metrics + 1, sizeof *set.list);
	set.values = calloc((size_t)all.metrics + 1, sizeof *set.values);
	if (!set.list || !set.values) {
		is_lacking(PFM_ERR_NOMEM);
		free_computed(&set);
		return set;
	}
	set.count = all.metrics;
	for (int i = 0; i < set.count; i++)
		set.values[i].size = sizeof *set.values;
	if (counted->each && !compute_each(metrics, counted->each, &set)) {
		free_computed(&set);
		return set;
	}
	if (!counted->each)
		pfm_compute_metrics(metrics, counted->counts, counted->events, set.values, all.metrics);
	for (int i = 0; i < set.count; i++) {
		struct computed *own = &set.list[i];

		*own = (struct computed){ .metrics = metrics,
			.counted = counted->each ? &counted->each[i] : counted,
			.value = &set.values[i],
			.number = i,
			.prepared.size = sizeof own->prepared,
			.info.size = sizeof own->info };
		pfm_get_prepared_metric(metrics, i, &own->prepared);
		if (own->prepared.id >= 0)
			pfm_get_metric_info(own->prepared.id, &own->info);
	}
	return set;
}

void free_computed(struct computed_set *set)
{
	free(set->list);
	free(set->values);
	*set = (struct computed_set){ .list = NULL };
}
