/* pfm_search() and pfm_get_other_name(): the events that a user means. */
#include <perfmon/pfmkit.h>

#include <stdlib.h>
#include <string.h>

#include "answers/other_names.h"
#include "answers/search.h"
#include "api/arguments.h"
#include "encode/resolve.h"
#include "language/presets.h"
#include "metrics/list.h"

/* Lists the PMUs of a list that exist, or those of this machine, and how many; to be freed. NULL: out of memory. */
static int *pmus_to_search(const pfm_pmu_t *list, int count, int flags, int *found)
{
	size_t room = (list ? (size_t)count : 0) + (size_t)pmus.count;
	int *numbers = calloc(room + 1, sizeof *numbers);

	*found = 0;
	if (!numbers)
		return NULL;
	if (!list)
		*found = search_pmus_here(numbers);
	for (int i = 0; list && i < count; i++) {
		int pmu = pmu_by_id(list[i]);

		if (pmu >= 0)
			numbers[(*found)++] = pmu;
	}
	if (flags & PFM_SEARCH_DEVICES)
		*found += search_pmus_of_kernel(numbers + *found);
	return numbers;
}

/* Returns the first place that the metrics from first to behind have among the names asked for; -1: none has one. */
static int best_asked(const struct asked_metrics *asked, const struct listed_metric *list, int first, int behind)
{
	int best = -1;

	for (int i = first; i < behind; i++) {
		int place = search_place_asked(asked, list[i].info.name);

		if (place >= 0 && (best < 0 || place < best))
			best = place;
	}
	return best;
}

/*
 * Goes to the next names asked for that this machine has. False: they ask for a metric that it is known to lack, and
 * others are no answer.
 */
static bool find_asked(struct asked_metrics *asked, const struct listed_metric *list, int count)
{
	while (search_next_asked(asked)) {
		asked->best = best_asked(asked, list, 0, count);
		if (asked->best >= 0)
			return true;
		if (best_asked(asked, list, metrics_total(), metrics_with_unanswered()) >= 0)
			return false;
		asked->is_lacking = true;
	}
	return true;
}

/* Adds metrics, each name once for all core types. only_asked: metrics that just mention the words are left out. */
static void add_asked(const struct listed_metric *list, int count, bool only_asked, struct asked_metrics *asked,
	struct found_events *found)
{
	if (!find_asked(asked, list, count) || (only_asked && !asked->names))
		return;
	for (int i = 0; i < count; i++)
		if (!i || strcmp(list[i].info.name, list[i - 1].info.name) != 0)
			search_metric(asked, i, list[i].info.name, list[i].info.desc, found);
}

/* Adds metrics; if there are none, reads the words again as they may have been meant. */
static void add_metrics(const char *words, const struct listed_metric *list, int count, struct found_events *found)
{
	struct asked_metrics *asked = calloc(1, sizeof *asked);
	int before = found->count;
	char text[sizeof asked->typed];

	if (!asked) {
		found->is_lacking = true;
		return;
	}
	search_ask(words, found, asked);
	add_asked(list, count, false, asked, found);
	if (found->count == before && !asked->is_lacking && search_respell(asked, text, sizeof text)) {
		search_ask(text, found, asked);
		add_asked(list, count, true, asked, found);
	}
	free(asked);
	search_sort(words, found);
}

static int copy_found(const struct found_events *events, const struct listed_metric *metrics, pfm_found_t *found,
	int max)
{
	size_t size = max ? found->size : 0;

	for (int i = 0; i < events->count && i < max; i++) {
		const struct found_event *one = &events->list[i];

		found[i] = (pfm_found_t){ .size = size, .kind = one->metric < 0 ? PFM_FOUND_EVENT : PFM_FOUND_METRIC,
			.idx = one->idx, .umask = one->umask, .score = one->score,
			.is_partial = search_is_partial(one),
			.name = one->metric < 0 || !metrics ? NULL : metrics[one->metric].info.name };
	}
	return events->count;
}

int pfm_search(const char *words, const pfm_pmu_t *list, int count, int flags, pfm_found_t *found, int max)
{
	unsigned int shortages = host_shortages();
	const struct listed_metric *metrics = NULL;
	int metric_count = 0;
	struct found_events events;
	int number, *numbers, result;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!words || count < 0 || max < 0 ||
		flags & ~(PFM_SEARCH_TRACEPOINTS | PFM_SEARCH_DEVICES | PFM_SEARCH_METRICS) ||
		(max && (!found || found->size != sizeof *found)))
		return PFM_ERR_INVAL;
	numbers = pmus_to_search(list, count, flags, &number);
	if (!numbers)
		return PFM_ERR_NOMEM;
	search_events(words, numbers, number, flags & PFM_SEARCH_TRACEPOINTS ? SEARCH_TRACEPOINTS : SEARCH_LISTED,
		&events);
	free(numbers);
	if (flags & PFM_SEARCH_METRICS && metrics_list(&metrics, &metric_count))
		events.is_lacking = true;
	else if (flags & PFM_SEARCH_METRICS)
		add_metrics(words, metrics, metric_count, &events);
	result = events.is_lacking || host_shortages() != shortages ? PFM_ERR_NOMEM
								    : copy_found(&events, metrics, found, max);
	search_free(&events);
	return result;
}

/* Writes PAPI's formula of a preset. */
static pfm_err_t get_formula(const char *str, char *formula, size_t size)
{
	struct preset preset;

	if (!preset_here(str, strlen(str), &preset) || preset.is_event)
		return PFM_ERR_NOTFOUND;
	if (strlen(preset.formula) >= size)
		return PFM_ERR_TOOSMALL;
	strcpy(formula, preset.formula);
	return PFM_SUCCESS;
}

pfm_err_t pfm_get_other_name(const char *str, pfm_os_t os, unsigned int flags, char *name, size_t size)
{
	unsigned int how = OTHER_CERTAIN | (flags & PFM_NAME_PERIOD ? OTHER_PERIOD : 0);
	struct selection selection;
	char found[OTHER_NAME];

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !name || os >= PFM_OS_MAX || flags & ~(unsigned int)(PFM_NAME_PERIOD | PFM_NAME_FORMULA))
		return PFM_ERR_INVAL;
	if (flags & PFM_NAME_FORMULA)
		return get_formula(str, name, size);
	if (!resolve(str, os, &selection) || !other_name(str, os, how, found) || !strcmp(found, str))
		return PFM_ERR_NOTFOUND;
	if (strlen(found) >= size)
		return PFM_ERR_TOOSMALL;
	strcpy(name, found);
	return PFM_SUCCESS;
}
