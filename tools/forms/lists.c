/* Forms that list events, which are found as showevtinfo finds them. */
#include "lists.h"
#include "exports.h"

static bool with_deprecated;

void print_event(const struct event *event, const pfm_pmu_info_t *pmu)
{
	add_to_perf_list(event, pmu, with_deprecated);
}

/* Tells the lists what was asked for. False: there is no such PMU, which has been said. */
static bool ask_lists(const struct encoding *how)
{
	settings.given = how->given;
	settings.given.os = PFM_OS_NONE;
	settings.type = how->type;
	settings.all_boxes = how->asked.all_boxes;
	settings.is_export = true;
	return pmu_exists();
}

bool write_perf_list(const struct encoding *how, int words, char **word)
{
	static char everything[] = ".*";
	bool good = ask_lists(how);

	if (!good)
		return false;
	with_deprecated = how->deprecated;
	if (!words)
		good = show_operand(everything);
	for (int i = 0; i < words; i++)
		good &= show_where_meant(word[i]);
	print_perf_list(!words && !how->given.pmu && !how->type);
	return good;
}

bool write_data(const struct encoding *how, int words, char **word)
{
	(void)words;
	(void)word;
	return ask_lists(how) && print_data();
}

bool write_page(const struct encoding *how, int words, char **word)
{
	(void)words;
	(void)word;
	return print_page(how->given.cpu);
}
