/* Shows PMUs, and groups of events. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <fnmatch.h>
#include <limits.h>
#include <string.h>

#include "tables/clean.h"
#include "events/groups.h"
#include "common/json.h"

bool pmu_wanted(const pfm_pmu_info_t *pmu)
{
	if (settings.given.pmu && fnmatch(settings.given.pmu, pmu->name, FNM_CASEFOLD))
		return false;
	/* "os" is accepted for "OS generic" */
	return !settings.type || !strncasecmp(settings.type, pmu_type_name(pmu), strlen(settings.type));
}

/* Asks what the library says of a PMU that it does not have. */
static void diagnose_pmu(const char *name, pfm_diagnosis_t *diagnosis)
{
	char string[512];

	*diagnosis = (pfm_diagnosis_t){ .size = sizeof *diagnosis };
	snprintf(string, sizeof string, "%s::", name);
	pfm_diagnose(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, diagnosis);
}

/* Returns the vendors whose tables ./configure --with-pmus left out, as a diagnosis names them; NULL: none. */
static const char *vendors_left_out(const pfm_diagnosis_t *diagnosis)
{
	static const char before[] = "built without ";
	const char *found = strstr(diagnosis->expected, before);

	return found ? found + sizeof before - 1 : NULL;
}

static void say_left_out(const pfm_diagnosis_t *diagnosis)
{
	const char *vendors = vendors_left_out(diagnosis);

	if (vendors)
		complain("this library was built without the PMUs of %s", vendors);
}

void say_no_pmu(const char *name)
{
	pfm_diagnosis_t diagnosis;

	diagnose_pmu(name, &diagnosis);
	if (diagnosis.nsuggestions)
		complain("no PMU is called %s; did you mean %s?", name, diagnosis.suggestions[0]);
	else
		complain("no PMU is called %s; showevtinfo --pmus lists them", name);
	say_left_out(&diagnosis);
}

bool pmu_exists(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (!settings.given.pmu)
		return true;
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && !fnmatch(settings.given.pmu, info.name, FNM_CASEFOLD))
			return true;
	say_no_pmu(settings.given.pmu);
	return false;
}

static int list_models(bool detected)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int events = 0;
	pfm_pmu_t pmu;

	printf("%s PMU models:\n", detected ? "Detected" : "Supported");
	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || (detected && !info.is_present))
			continue;
		printf("\t[%d, %s, \"%s\"", (int)pmu, clean(info.name), clean(info.desc));
		if (detected)
			printf(", %d events, %d max encoding, %d counters, %s PMU", info.nevents, info.max_encoding,
				info.num_cntrs + info.num_fixed_cntrs, pmu_type_name(&info));
		puts("]");
		events += info.nevents;
	}
	return events;
}

void print_banner(bool as_libpfm4)
{
	int present = as_libpfm4 ? 0 : list_models(true), all = list_models(false);

	if (as_libpfm4)
		present = list_models(true);
	printf("Total events: %d available, %d supported\n", all, present);
}

const char *counters_of_pmu(const pfm_pmu_info_t *pmu, char *text, size_t size)
{
	int all = pmu->num_cntrs + pmu->num_fixed_cntrs;

	if (!all) /* a device without a table has no codes, so its counters are unknown */
		snprintf(text, size, "%s", pmu->max_encoding ? "no counters" : "");
	else if (!pmu->num_cntrs)
		snprintf(text, size, "%d fixed counter%s", all, all == 1 ? "" : "s");
	else if (!pmu->num_fixed_cntrs)
		snprintf(text, size, "%d counter%s", all, all == 1 ? "" : "s");
	else
		snprintf(text, size, "%d + %d fixed counters", pmu->num_cntrs, pmu->num_fixed_cntrs);
	return text;
}

static void print_pmu(const pfm_pmu_info_t *pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	const char *table = pfm_get_pmu_table(pmu->pmu);
	char counters[48], file[PATH_MAX + 4] = "";
	bool first = true;
	int taken, column;

	pfm_get_pmu_details(pmu->pmu, &details);
	if (!settings.given.json) {
		if (table)
			snprintf(file, sizeof file, " (%s)", clean(table));
		fputs(pmu->is_present ? bold() : "", stdout);
		taken = printf("%c %-24s ", pmu->is_present ? '*' : ' ', clean(pmu->name));
		fputs(pmu->is_present ? plain() : "", stdout);
		taken += printf("%-12s %5d events  ", pmu_type_name(pmu), pmu->nevents);
		column = taken + 22;
		taken += printf("%s", counters_of_pmu(pmu, counters, sizeof counters));
		print_column(settings.columns, taken, column, clean(pmu->desc), file);
		return;
	}
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "pmu", pmu->name);
	json_number(&first, "id", (long long)pmu->pmu);
	json_text(&first, "desc", pmu->desc);
	json_text(&first, "type", pmu_type_name(pmu));
	json_bool(&first, "present", pmu->is_present);
	json_number(&first, "events", pmu->nevents);
	json_number(&first, "counters", pmu->num_cntrs);
	json_number(&first, "fixed_counters", pmu->num_fixed_cntrs);
	json_text(&first, "device", details.device);
	if (details.year)
		json_number(&first, "year", details.year);
	if (table)
		json_text(&first, "table", table);
	puts("}");
}

/* Returns whether a PMU has no events in the tables, and a device of this machine by its name has some. */
static bool is_shown_as_device(const pfm_pmu_info_t *pmu)
{
	pfm_pmu_info_t device = { .size = sizeof device };

	for (pfm_pmu_t other = pmu->nevents ? PFM_PMU_NONE : pmu_after(pmu->pmu); other != PFM_PMU_NONE;
		other = pmu_after(other))
		if (next_pmu(other, &device) && !strcmp(device.name, pmu->name))
			return true;
	return false;
}

/* Returns whether a PMU is listed: all, unless --cpu or --pmu say which; of them those that one of the words is in. */
static bool is_listed(const pfm_pmu_info_t *pmu, int words, char **word)
{
	if (!pmu_wanted(pmu) || is_shown_as_device(pmu) ||
	    (settings.given.cpu && !settings.given.pmu && !pmu->is_present))
		return false;
	for (int i = 0; i < words; i++)
		if (strcasestr(pmu->name, word[i]) || strcasestr(pmu->desc, word[i]))
			return true;
	return !words;
}

static bool is_any_listed(int words, char **word)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && is_listed(&info, words, word))
			return true;
	return false;
}

bool print_pmus(int words, char **word)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool good = words || is_any_listed(0, NULL);
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && is_listed(&info, words, word))
			print_pmu(&info);
	/* the list is complete: report what was not built in */
	if (!words && !settings.given.cpu && !settings.given.pmu) {
		pfm_diagnosis_t diagnosis;

		diagnose_pmu("-", &diagnosis); /* the name of no PMU */
		say_left_out(&diagnosis);
	}
	if (!good)
		complain("no such PMU");
	for (int i = 0; i < words; i++)
		if (!is_any_listed(1, &word[i])) {
			say_no_pmu(word[i]);
			good = false;
		}
	return good;
}

bool print_groups(int words, char **word)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool any = false;
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && pmu_wanted(&info) && (info.is_present || settings.given.pmu))
			any |= list_groups(&info, words, word, settings.given.json);
	if (!any)
		complain(words ? "no such group of events"
			       : "no PMU with groups of events; POWER4 to POWER7 have some, as --pmu power7 shows");
	return any;
}
