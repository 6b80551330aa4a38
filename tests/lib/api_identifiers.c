/* The library's interface: identifiers of events and attributes, and walking through them. */
#define _GNU_SOURCE
#include "api.h"

#include <limits.h>

/* ---- identifiers ---- */

static void check_numbers(void)
{
	static const int without_pmu[] = { 0, 1, 2, 3, 4, 5, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
		35, 45, 266, 434 };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int known = 0;

	CHECK(!start(HOST));
	for (size_t i = 0; i < COUNT(without_pmu); i++)
		CHECK(pfm_get_pmu_info((pfm_pmu_t)without_pmu[i], &info) == PFM_ERR_NOTSUPP &&
		      pfm_pmu_validate((pfm_pmu_t)without_pmu[i], stdout) == PFM_ERR_INVAL);
	pfm_for_all_pmus(pmu)
		known += (int)pmu < LIBPFM4_NUMBERS && state((pfm_pmu_t)pmu) >= 0;
	CHECK_SAME(known, LIBPFM4_NUMBERS - (int)COUNT(without_pmu));
	CHECK_SAME(PFM_PMU_PERF_EVENT, 51);
	CHECK_SAME(PFM_PMU_PERF_EVENT_RAW, 114);
	CHECK_SAME(PFM_PMU_INTEL_SKL, 200);
	CHECK_SAME(PFM_PMU_INTEL_KNL_UNC_UBOX, 266);
	CHECK_SAME(PFM_PMU_INTEL_KNM_UNC_UBOX, 434);
	CHECK_SAME(PFM_PMU_S390X_CPUM_CF, 101);
	CHECK_SAME(PFM_PMU_POWER3, 45);
	CHECK_SAME(PFM_PMU_CELL, 35);
	CHECK_SAME(PFM_PMU_AMD64, 5);
	CHECK_SAME(PFM_PMU_ARM_CORTEX_A53, 152);
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_PERF_EVENT, &info), 0);
	CHECK_TEXT(info.name, "perf");
	CHECK_TEXT(info.desc, "perf_events generic PMU");
	CHECK_SAME(info.type, PFM_PMU_TYPE_OS_GENERIC);
	CHECK_SAME(info.max_encoding, 1);
	CHECK_SAME(info.num_cntrs, 0);
	CHECK_SAME(info.nevents, 82);
	CHECK(info.first_event == cycles_id);
	CHECK_SAME(info.pmu, 51);
	CHECK(!info.is_dfl);
	CHECK(info.is_present);
	CHECK(!info.reserved_bits);
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_PERF_EVENT_RAW, &info), 0);
	CHECK_TEXT(info.name, "perf_raw");
	CHECK_SAME(info.nevents, 1);
	CHECK_SAME(info.first_event, 239075328);
}

static bool event_is_sound(int idx, int pmu)
{
	pfm_event_info_t info;

	memset(&info, 0xff, sizeof info);
	info.size = 0;
	return idx >= 0 && idx >> 21 == pmu && !pfm_get_event_info(idx, PFM_OS_NONE, &info) && info.idx == idx &&
		(int)info.pmu == pmu && info.dtype == PFM_DTYPE_UINT64 && info.name && *info.name && info.desc &&
		info.size == sizeof info && !info.reserved && !info.reserved_bits && info.nattrs >= 0;
}

/* Events of one PMU: as many as it says, in order; whatever lies between is no event. */
static void check_iteration(int pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_event_info_t event = { .size = sizeof event };
	int visited = 0, valid = 0, last = -1;
	bool sound = true;

	if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info))
		return;
	for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx), visited++) {
		sound = sound && event_is_sound(idx, pmu) && idx > last;
		last = idx;
	}
	for (int row = 0; row < 2000; row++) {
		bool is_event = !pfm_get_event_info(pmu << 21 | row, PFM_OS_NONE, &event);

		valid += is_event;
		sound = sound && (is_event || pfm_get_event_next(pmu << 21 | row) == -1);
	}
	GOOD(sound && visited == info.nevents && valid == info.nevents &&
			(info.nevents ? info.first_event == pmu << 21 : info.first_event == -1),
		info.name);
}

static void check_identifiers(void)
{
	static const int bad[] = { -1, 0, 1, 1 << 21, 51 << 21 | 0x1fffff, 51 << 21 | 82, 700 << 21, 1023 << 21,
		266 << 21, 434 << 21, 101 << 21, 200 << 21 | 77, INT_MIN, INT_MAX };
	pfm_event_info_t info = { .size = sizeof info };

	CHECK(!start(HOST));
	for (int id = 0; id < LIBPFM4_NUMBERS; id++)
		check_iteration(id);
	for (size_t i = 0; i < COUNT(bad); i++)
		CHECK(pfm_get_event_info(bad[i], PFM_OS_NONE, &info) == PFM_ERR_INVAL &&
			pfm_get_event_next(bad[i]) == -1 &&
			pfm_get_event_attr_info(bad[i], 0, PFM_OS_NONE, &(pfm_event_attr_info_t){ .size = 0 }) ==
				PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_next(cycles_id), 106954753);
	CHECK_SAME(pfm_get_event_next(51 << 21 | 81), -1);
	CHECK_SAME(pfm_get_event_next(239075328), -1);
	CHECK(!start(ALL));
	CHECK(pfm_find_event("skl::INST_RETIRED:c=9999") == skl_inst_id);
	CHECK(pfm_find_event("perf::CYCLES") == cycles_id);
	CHECK_SAME(pfm_find_event("power7::PM_CYC"), 0x640006a);
	CHECK_SAME(pfm_find_event("r1c2"), 239075328);
	CHECK_SAME(pfm_get_event_info(cycles_id + 1, PFM_OS_NONE, &info), 0);
	CHECK_TEXT(info.name, "CYCLES");
	CHECK_TEXT(info.equiv, "PERF_COUNT_HW_CPU_CYCLES");
	CHECK(info.idx == cycles_id + 1);
}

/* Attribute lists: unit masks, the PMU's modifiers, those of perf_event; numbers without gaps. */
bool attributes_are_sound(int idx, pfm_os_t os)
{
	pfm_event_info_t event = { .size = sizeof event };
	int stage = 0;

	if (pfm_get_event_info(idx, os, &event))
		return false;
	for (int i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t info;
		int now;

		memset(&info, 0xff, sizeof info);
		info.size = 0;
		if (pfm_get_event_attr_info(idx, i, os, &info) || info.idx != i || !info.name || !*info.name ||
			!info.desc || info.dfl_val64 || info.reserved_bits || info.size != 64)
			return false;
		now = info.type == PFM_ATTR_UMASK ? 0 : info.ctrl == PFM_ATTR_CTRL_PMU ? 1 : 2;
		if (now < stage || info.type < PFM_ATTR_UMASK || info.type > PFM_ATTR_MOD_INTEGER ||
			(now == 2 && (os == PFM_OS_NONE || info.ctrl != PFM_ATTR_CTRL_PERF_EVENT)) ||
			(now == 0 && info.ctrl != PFM_ATTR_CTRL_PMU) ||
			(now &&
				(info.equiv || info.is_dfl || info.is_precise || info.is_speculative ||
					info.support_hw_smpl || info.support_no_mods)))
			return false;
		stage = now;
	}
	return pfm_get_event_attr_info(idx, event.nattrs, os, &(pfm_event_attr_info_t){ .size = 0 }) == PFM_ERR_INVAL;
}

static void check_attributes(void)
{
	static const char *const os_names[] = { "u", "k", "h", "period", "freq", "precise", "excl", "mg", "mh", "cpu",
		"pinned", "hw_smpl" };
	static const int first_layer[] = { 0, 1, 2, 7, 8 };
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int largest = 0;

	CHECK(!start(HOST));
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t about = { .size = sizeof about };
		bool sound = true;

		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &about))
			continue;
		for (int idx = about.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			sound = sound && attributes_are_sound(idx, PFM_OS_NONE) &&
				attributes_are_sound(idx, PFM_OS_PERF_EVENT) &&
				attributes_are_sound(idx, PFM_OS_PERF_EVENT_EXT);
			if (!pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &event) && event.nattrs > largest)
				largest = event.nattrs;
		}
		GOOD(sound, about.name);
	}
	CHECK(largest > 1000); /* clx::OFFCORE_RESPONSE */
	CHECK_SAME(pfm_get_event_info(239075328, PFM_OS_PERF_EVENT_EXT, &event), 0);
	CHECK_SAME(event.nattrs, 12);
	for (int i = 0; i < 12; i++)
		CHECK(!pfm_get_event_attr_info(239075328, i, PFM_OS_PERF_EVENT_EXT, &info) &&
			!strcmp(info.name, os_names[i]) && info.code == (uint64_t)i && info.ctrl == 2 &&
			info.type == ((i >= 3 && i <= 5) || i == 9 ? PFM_ATTR_MOD_INTEGER : PFM_ATTR_MOD_BOOL));
	CHECK_SAME(pfm_get_event_info(239075328, PFM_OS_PERF_EVENT, &event), 0);
	CHECK_SAME(event.nattrs, 5);
	for (int i = 0; i < 5; i++)
		CHECK(!pfm_get_event_attr_info(239075328, i, PFM_OS_PERF_EVENT, &info) &&
			info.code == (uint64_t)first_layer[i] && info.idx == i);
	CHECK_SAME(pfm_get_event_info(239075328, PFM_OS_NONE, &event), 0);
	CHECK_SAME(event.nattrs, 0);
	CHECK_TEXT(event.name, "r0000");
	CHECK_SAME(event.code, 0);
}

void api_identifiers(void)
{
	check_numbers();
	check_identifiers();
	check_attributes();
}
