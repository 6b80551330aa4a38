/* Metrics: which this machine has. */
#include "metrics/list.h"

#include <string.h>

#include "formula/formula.h"

bool metric_list_has(const char *words, const char *word, size_t length)
{
	for (const char *at = words; *at;) {
		size_t own = strcspn(at, ",");

		if (formula_same_name(at, own, word, length))
			return true;
		at += own + (at[own] == ',');
	}
	return false;
}

/* The name behind "PMU::", if that is there. */
static const char *without_pmu(const char *name, size_t length)
{
	for (size_t i = 0; i + 1 < length; i++)
		if (name[i] == ':' && name[i + 1] == ':')
			return name + i + 2;
	return name;
}

int metrics_list_find(const struct listed_metric *list, int count, const char *name, size_t length, const char *pmu)
{
	const char *plain = without_pmu(name, length);
	size_t rest = length - (size_t)(plain - name), prefix = plain == name ? 0 : (size_t)(plain - name) - 2;
	int found = -1;

	for (int i = 0; i < count; i++) {
		const char *own = list[i].info.pmu;

		if (!formula_same_name(list[i].info.name, strlen(list[i].info.name), plain, rest))
			continue;
		if (prefix ? own && formula_same_name(own, strlen(own), name, prefix) : own && pmu && !strcmp(own, pmu))
			return i;
		if (!prefix && found < 0 && (!own || !pmu))
			found = i;
	}
	return found;
}

pfm_err_t metrics_list(const struct listed_metric **list, int *count)
{
	*list = NULL;
	*count = 0;
	return PFM_SUCCESS;
}

void metrics_list_forget(void)
{
}
