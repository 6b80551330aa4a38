/* pfm_search(): which events somebody means. */
#include <perfmon/pfmkit.h>

#include <stdlib.h>

#include "answers/search.h"
#include "api/arguments.h"

/* The PMUs of a list that exist, or those of this machine, and how many; to be freed. NULL: out of memory. */
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

static int copy_found(const struct found_events *events, pfm_found_t *found, int max)
{
	size_t size = max ? found->size : 0;

	for (int i = 0; i < events->count && i < max; i++)
		found[i] = (pfm_found_t){ .size = size, .kind = PFM_FOUND_EVENT, .idx = events->list[i].idx,
			.umask = events->list[i].umask, .score = events->list[i].score,
			.is_partial = search_is_partial(&events->list[i]) };
	return events->count;
}

int pfm_search(const char *words, const pfm_pmu_t *list, int count, int flags, pfm_found_t *found, int max)
{
	unsigned int shortages = host_shortages();
	struct found_events events;
	int number, *numbers, result;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!words || count < 0 || max < 0 || flags & ~(PFM_SEARCH_TRACEPOINTS | PFM_SEARCH_DEVICES) ||
		(max && (!found || found->size != sizeof *found)))
		return PFM_ERR_INVAL;
	numbers = pmus_to_search(list, count, flags, &number);
	if (!numbers)
		return PFM_ERR_NOMEM;
	search_events(words, numbers, number, flags & PFM_SEARCH_TRACEPOINTS, &events);
	free(numbers);
	result = events.is_lacking || host_shortages() != shortages ? PFM_ERR_NOMEM : copy_found(&events, found, max);
	search_free(&events);
	return result;
}
