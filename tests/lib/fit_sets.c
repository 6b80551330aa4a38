/*
 * Which events fit the counters together: random sets of up to eight events of PMUs of all kinds, with what the tables
 * say of them, against a plain search; and that every event fits by itself, but for those of which the vendor says
 * otherwise.
 */
#include <perfmon/pfmkit.h>

#include <string.h>

#include "fit/fit.h"

#include "fit_plain.h"

enum { SETS = 300, NAME = 320 };

static const char *const pmus_tried[] = { "skl",
					  "hsw_ep",
					  "spr",
					  "adl_grt",
					  "icx",
					  "nhm",
					  "snbep_unc_cbo0",
					  "skx_unc_iio0",
					  "amd64_fam19h_zen4",
					  "amd64_fam15h_interlagos",
					  "arm_n1",
					  "arm_ac53",
					  "power8",
					  "power9",
					  "power10",
					  "power4",
					  "power7" };

enum { PMUS = sizeof pmus_tried / sizeof pmus_tried[0] };

/* An event of the PMU with one of its unit masks, or none, any of which may not encode. */
static bool any_request(const char *pmu, const int *events, unsigned int count, struct fit_request *request)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attribute = { .size = sizeof attribute };
	struct selection selection;
	struct encoding encoding;
	char string[NAME];
	int id = events[any_below(count)], length;

	if (pfm_get_event_info(id, PFM_OS_NONE, &event))
		return false;
	length = snprintf(string, sizeof string, "%s::%s", pmu, event.name);
	if (event.nattrs &&
	    !pfm_get_event_attr_info(id, (int)any_below((unsigned int)event.nattrs), PFM_OS_NONE, &attribute) &&
	    attribute.type == PFM_ATTR_UMASK)
		snprintf(string + length, sizeof string - (size_t)length, ":%s", attribute.name);
	if (resolve(string, PFM_OS_NONE, &selection) || encode(&selection, PFM_PLM3, &encoding))
		return false;
	fit_request_of(&selection, &encoding, request);
	return true;
}

static unsigned int list_events(pfm_pmu_t pmu, int *events, unsigned int room)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	unsigned int count = 0;

	if (pfm_get_pmu_info(pmu, &info))
		return 0;
	for (int id = info.first_event; id >= 0 && count < room; id = pfm_get_event_next(id))
		events[count++] = id;
	return count;
}

static pfm_pmu_t pmu_called(const char *name)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	pfm_for_all_pmus(pmu)
		if (!pfm_get_pmu_info(pmu, &info) && !strcmp(info.name, name))
			return pmu;
	return PFM_PMU_NONE;
}

static void test_pmu(const char *name)
{
	static struct fit_question question;
	static int events[8192];
	struct fit_request requests[MOST];
	unsigned int count = list_events(pmu_called(name), events, sizeof events / sizeof events[0]);
	int before = failures;

	if (!CHECK(count))
		printf("no events of %s\n", name);
	for (int set = 0; count && set < SETS && failures == before; set++) {
		struct fit_machine machine = {
			.smt = any_below(2), .smt_given = true, .watchdog = any_below(2), .watchdog_given = true
		};
		int asked = 0, wanted = 2 + (int)any_below(MOST - 1);

		while (asked < wanted)
			asked += any_request(name, events, count, &requests[asked]);
		if (!CHECK(!fit_ask(requests, asked, &machine, &question)))
			break;
		compare(&question.problem, set);
		fit_question_free(&question);
	}
	if (failures > before)
		printf("a set of %s\n", name);
}

int main(void)
{
	if (start_library("LIBPFM_ENCODE_INACTIVE=1 LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-167-1",
			  pfm_initialize, pfm_terminate))
		return 1;
	for (int i = 0; i < PMUS; i++)
		test_pmu(pmus_tried[i]);
	pfm_terminate();
	return check_summary("fit_sets");
}
