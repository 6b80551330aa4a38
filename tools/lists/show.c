/* Selects the way to show an event. */
#include "showevtinfo.h"

void print_event(const struct event *event, const pfm_pmu_info_t *pmu)
{
	if (settings.given.json)
		print_json(event, pmu);
	else if (settings.csv)
		print_csv(event, pmu);
	else if (settings.names)
		print_name(event);
	else if (settings.given.format)
		print_format(event, pmu);
	else if (!settings.compact)
		print_text(event, pmu);
	else if (settings.combinations && !settings.sort)
		print_combinations(event, pmu);
	else
		print_lines(event, pmu);
}
