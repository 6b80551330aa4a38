/*
 * The library with the tables of tests/data/invented: PMUs beyond libpfm4, their numbers, identifiers and instances,
 * which PMU a bare name finds, names with several dots.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include "check.h"

enum { INV_CORE = 1024, BOX, DSU, HEXED, TWO = 1030, FAM0 = 800, FAM1, FAM2, WIDE = 810 };

#define MACHINE "LIBPFM_FSROOT=ROOT/invented LIBPFM_CPUID=GenuineIntel-6-143-8"
#define CPU_ONLY "LIBPFM_CPUID=GenuineIntel-6-143-8"

static int start(const char *words)
{
	return start_library(words, pfm_initialize, pfm_terminate);
}

struct answer {
	int error, idx;
	struct perf_event_attr attr;
	char fstr[256];
};

static struct answer ask(const char *event)
{
	struct answer answer = { .idx = -1, .attr = { .size = sizeof answer.attr } };
	char *fstr = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &answer.attr, .fstr = &fstr, .size = sizeof arg };

	answer.error = pfm_get_os_event_encoding(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	answer.idx = arg.idx;
	snprintf(answer.fstr, sizeof answer.fstr, "%s", fstr ? fstr : "");
	free(fstr);
	return answer;
}

/* Type, config, and how the full string begins. */
static bool is(const char *event, unsigned int type, unsigned long long config, const char *string)
{
	struct answer answer = ask(event);
	bool good = !answer.error && answer.attr.type == type && answer.attr.config == config &&
		!strncmp(answer.fstr, string, strlen(string));

	if (!good)
		printf("%s: error %d, type %u, config 0x%llx, %s\n", event, answer.error, answer.attr.type,
			(unsigned long long)answer.attr.config, answer.fstr);
	return good;
}

static int error_of(const char *event)
{
	return ask(event).error;
}

static int info_of(int pmu, pfm_pmu_info_t *info)
{
	*info = (pfm_pmu_info_t){ .size = sizeof *info };
	return pfm_get_pmu_info((pfm_pmu_t)pmu, info);
}

/* ---- numbers and identifiers ---- */

static void check_numbers(void)
{
	static const int numbers[] = {
		PFM_PMU_PERF_EVENT, PFM_PMU_PERF_EVENT_RAW, FAM0, FAM1, FAM2, WIDE, INV_CORE, BOX, DSU, HEXED, TWO
	};
	pfm_pmu_info_t info;
	int count = 0, number;

	CHECK_SAME(pfm_next_pmu(0), PFM_ERR_NOINIT);
	CHECK(!start(MACHINE));
	for (number = pfm_next_pmu(0); number > 0; number = pfm_next_pmu(number), count++)
		CHECK(count < (int)(sizeof numbers / sizeof numbers[0]) && number == numbers[count]);
	CHECK(!number);
	CHECK(count == sizeof numbers / sizeof numbers[0]);
	for (int pmu = 0; pmu <= TWO; pmu++)
		CHECK(info_of(pmu, &info) == PFM_SUCCESS || info_of(pmu, &info) == PFM_ERR_NOTSUPP);
	CHECK_SAME(info_of(700, &info), PFM_ERR_NOTSUPP);
	CHECK_SAME(info_of(1023, &info), PFM_ERR_NOTSUPP);
	CHECK_SAME(info_of(1028, &info), PFM_ERR_NOTSUPP);
	CHECK_SAME(info_of(TWO + 1, &info), PFM_ERR_INVAL);
	CHECK_SAME(info_of(-1, &info), PFM_ERR_INVAL);
	CHECK(!info_of(BOX, &info));
	CHECK_TEXT(info.name, "box");
	CHECK(info.pmu == (pfm_pmu_t)BOX);
	CHECK_SAME(info.nevents, 4);
	CHECK(info.is_present);
	CHECK_TEXT(pfm_get_pmu_name((pfm_pmu_t)TWO), "two");
}

static void check_identifiers(void)
{
	const int first = (896 << 21) + (1 << 14);
	pfm_event_info_t info = { .size = sizeof info };
	pfm_pmu_info_t pmu;
	int count = 0, index = 0;

	CHECK_SAME(start(MACHINE), 0);
	CHECK(!info_of(BOX, &pmu));
	CHECK(pmu.first_event == first);
	for (int idx = pmu.first_event; idx >= 0; idx = pfm_get_event_next(idx), count++)
		CHECK_SAME(idx, first + index++);
	CHECK_SAME(count, pmu.nevents);
	CHECK(pfm_find_event("box::CYCLES") == first + 1);
	CHECK(pfm_find_event("box7::CYCLES") == first + 1);
	CHECK_SAME(pfm_get_event_info(first + 1, PFM_OS_NONE, &info), 0);
	CHECK_TEXT(info.name, "CYCLES");
	CHECK(info.pmu == (pfm_pmu_t)BOX);
	CHECK(info.idx == first + 1);
	CHECK_SAME(pfm_get_event_info(first + 4, PFM_OS_NONE, &info), PFM_ERR_INVAL);
	CHECK(pfm_get_event_info((896 << 21) + (3 << 14) + 2, PFM_OS_NONE, &info) < 0);
	CHECK_SAME(pfm_get_event_info((896 << 21) + (4 << 14), PFM_OS_NONE, &info), PFM_ERR_INVAL);
	CHECK(pfm_find_event("fam1::FALLS") == FAM1 << 21);
	CHECK(pfm_find_event("inv_core::INST") == 896 << 21);
	CHECK(!pfm_get_event_info(FAM1 << 21, PFM_OS_NONE, &info));
}

/* ---- instances ---- */

static void check_instances(void)
{
	CHECK(!start(MACHINE));
	CHECK(is("box::TICKS", 12, 1, "box::TICKS"));
	CHECK(is("box2::TICKS", 12, 1, "box2::TICKS"));
	CHECK(is("BOX10::TICKS", 20, 1, "box10::TICKS"));
	CHECK_SAME(error_of("box3::TICKS"), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_of("box0::TICKS"), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_of("box02::TICKS"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("box10000::TICKS"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("inv_core0::INST"), PFM_ERR_NOTFOUND);
	CHECK(is("dsu::BEATS", 30, 5, "dsu::BEATS"));
	CHECK(is("dsu3::BEATS", 30, 5, "dsu3::BEATS"));
	CHECK_SAME(error_of("dsu1::BEATS"), PFM_ERR_NOTSUPP);
	CHECK(is("hexed::BEATS", 41, 5, "hexed::BEATS"));
	CHECK(is("hexed0::BEATS", 41, 5, "hexed0::"));
	CHECK(is("hexed1::BEATS", 40, 5, "hexed1::"));
	CHECK_SAME(error_of("hexed2::BEATS"), PFM_ERR_NOTSUPP);
	CHECK(is("two::BEATS", 62, 5, "two::BEATS"));
	CHECK(is("two3_1::BEATS", 61, 5, "two3_1::"));
	CHECK(is("two1_12::BEATS", 62, 5, "two1_12::"));
	CHECK_SAME(error_of("two1_1::BEATS"), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_of("two3::BEATS"), PFM_ERR_NOTSUPP);
}

/*
 * A family of numbered PMUs: without a number the first that is there; numbers beyond its PMUs if the kernel has them.
 */
static void check_families(void)
{
	CHECK(!start(MACHINE));
	CHECK(is("fam::FALLS", 51, 7, "fam1::FALLS"));
	CHECK(is("FALLS", 51, 7, "fam1::FALLS"));
	CHECK(is("fam2::FALLS", 52, 7, "fam2::FALLS"));
	CHECK_SAME(error_of("fam0::FALLS"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("fam3::FALLS"), PFM_ERR_NOTFOUND);
	CHECK(is("fam7::FALLS", 57, 7, "fam7::FALLS"));
	CHECK(ask("fam7::FALLS").idx == ask("fam2::FALLS").idx);
}

static bool device_is(const char *event, const char *device)
{
	char name[64];

	return !pfm_get_event_device(event, name, sizeof name) && !strcmp(name, device);
}

static void check_devices(void)
{
	char name[8];

	CHECK(!start(MACHINE));
	CHECK(device_is("box::TICKS", "uncore_box_2"));
	CHECK(device_is("box10::TICKS", "uncore_box_10"));
	CHECK(device_is("hexed1::BEATS", "inv_1f"));
	CHECK(device_is("inv_core::INST", ""));
	CHECK(device_is("fam7::FALLS", "uncore_fam_7"));
	CHECK_SAME(pfm_get_event_device("box::TICKS", name, sizeof name), PFM_ERR_TOOSMALL);
	CHECK_SAME(pfm_get_event_device("box::NO", name, sizeof name), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_event_device(NULL, name, sizeof name), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_device("box::TICKS", NULL, 0), PFM_ERR_INVAL);
	CHECK(!start(CPU_ONLY));
	CHECK(device_is("box::TICKS", "uncore_box"));
	CHECK(device_is("box7::TICKS", "uncore_box_7"));
	CHECK(device_is("dsu3::BEATS", "inv_dsu_3"));
	CHECK(device_is("two3_1::BEATS", "inv_sccl3_l3c1"));
}

/* ---- a table whose slots are wide ---- */

static void check_wide(void)
{
	pfm_event_info_t info = { .size = sizeof info };
	pfm_pmu_info_t pmu;
	char name[16];
	int wrong = 0;

	CHECK_SAME(start(MACHINE), 0);
	CHECK(!info_of(WIDE, &pmu));
	CHECK_SAME(pmu.nevents, 40000);
	for (int i = 0; i < 39999; i++) {
		snprintf(name, sizeof name, "wide::e%d", i);
		wrong += pfm_find_event(name) != (WIDE << 21) + i;
	}
	CHECK(!wrong);
	CHECK(is("wide::LAST", 4, 0x11, "wide::LAST"));
	CHECK(is("E32768", 4, 0x10, "wide::E32768"));
	CHECK_SAME(error_of("wide::E39999"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_event_info((WIDE << 21) + 39999, PFM_OS_NONE, &info), 0);
	CHECK_TEXT(info.name, "LAST");
}

/* ---- which PMU a bare name finds, and which are there ---- */

static void check_bare_names(void)
{
	pfm_pmu_info_t info;

	CHECK(!start(MACHINE));
	CHECK(is("TICKS", 12, 1, "box::TICKS"));
	CHECK(is("BEATS", 30, 5, "dsu::BEATS"));
	CHECK(is("INST", 4, 0xc0, "inv_core::INST"));
	CHECK(is("CYCLES", 0, 0, "perf::PERF_COUNT_HW_CPU_CYCLES"));
	CHECK(is("cycles", 0, 0, "perf::PERF_COUNT_HW_CPU_CYCLES"));
	CHECK(is("inv_core::CYCLES", 4, 0x3c, "inv_core::CYCLES"));
	CHECK(is("box::CYCLES", 12, 2, "box::CYCLES"));
	CHECK(is("dsu::CYCLES", 30, 6, "dsu::CYCLES"));
	CHECK(!start(CPU_ONLY)); /* no files: a CPU tells of its boxes, nobody of the others */
	CHECK(!info_of(BOX, &info));
	CHECK(info.is_present);
	CHECK(!info_of(DSU, &info));
	CHECK(!info.is_present);
	CHECK(!info_of(FAM0, &info));
	CHECK(info.is_present);
	CHECK(pfm_find_event("dsu::BEATS") > 0);
	CHECK(pfm_find_event("dsu4::BEATS") > 0);
	CHECK_SAME(pfm_find_event("BEATS"), PFM_ERR_NOTFOUND);
	CHECK(!start("LIBPFM_FSROOT=ROOT/two-cha LIBPFM_CPUID=GenuineIntel-6-143-8")); /* another machine's devices */
	CHECK(!info_of(BOX, &info));
	CHECK(!info.is_present);
	CHECK(!info_of(DSU, &info));
	CHECK(!info.is_present);
	CHECK_SAME(error_of("box::TICKS"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("TICKS"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("fam::FALLS"), PFM_ERR_NOTFOUND);
	CHECK(!start("LIBPFM_FSROOT=ROOT/invented LIBPFM_CPUID=GenuineIntel-6-1-1")); /* another CPU */
	CHECK(!info_of(BOX, &info));
	CHECK(!info.is_present);
	CHECK(!info_of(DSU, &info));
	CHECK(info.is_present);
}

/* ---- names as vendors write them ---- */

static void check_dots(void)
{
	pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };

	CHECK(!start(MACHINE));
	CHECK(is("box::X.A.B", 12, 0x310, "box::X:A:B")); /* what can be read plainly is */
	CHECK(is("box::X.D.E", 12, 0x810, "box::X:D_E"));
	CHECK(is("box::X:D:E", 12, 0x810, "box::X:D_E"));
	CHECK(is("box::x.d.e:u", 12, 0x810, "box::X:D_E"));
	CHECK(is("box::X.D.E.F", 12, 0x1010, "box::X:D_E_F")); /* the longest run */
	CHECK(is("box::X.D.E.A", 12, 0x910, "box::X:A:D_E"));
	CHECK(is("box::X.A.B.D.E", 12, 0xc10, "box::X:A_B:D_E"));
	CHECK_SAME(error_of("box::X.D"), PFM_ERR_ATTR);
	CHECK_SAME(error_of("box::X.D.F"), PFM_ERR_ATTR);
	CHECK_SAME(error_of("box::X.D=1.E"), PFM_ERR_ATTR);
	CHECK_SAME(pfm_diagnose("box::X.A.H.NO", PFM_PLM3, PFM_OS_NONE, &diagnosis), 0);
	CHECK_SAME(diagnosis.error, PFM_ERR_ATTR);
	CHECK_SAME(diagnosis.offset, 9);
	CHECK_SAME(diagnosis.length, 1); /* the first reading's place */
	CHECK(is("box::OFFCORE_RESPONSE:request=RD:response=HIT.NONE", 12, 0x220, "box::OFFCORE_RESPONSE:RD_HIT_NONE"));
	CHECK(is("box::OFFCORE_RESPONSE:request=RD", 12, 0x120, "box::OFFCORE_RESPONSE:RD"));
	CHECK_SAME(error_of("box::X:request=A"), PFM_ERR_ATTR);
}

int main(void)
{
	check_numbers();
	check_identifiers();
	check_instances();
	check_families();
	check_devices();
	check_wide();
	check_bare_names();
	check_dots();
	pfm_terminate();
	return check_summary("invented");
}
