/*
 * How other people's programs list PMUs and their events, with nothing but <perfmon/pfmlib.h>: as C++, where the number
 * of a loop is cast to pfm_pmu_t, which has to have room for it.
 *
 *   lister macro    by pfm_for_all_pmus
 *   lister cast     by a number up to PFM_PMU_MAX
 *   lister invalid  by a number up to the first PFM_ERR_INVAL, as PAPI does
 *   lister old      up to 700, as a program that was built with a header of libpfm4
 *
 * Prints the PMUs that are present and what events they have: "skl", "skl::INST_RETIRED". Exit status 1: an event that
 * is given behind the way does not encode.
 */
#include <cstdio>
#include <cstring>

#include <perfmon/pfmlib.h>

enum { OLD_LIMIT = 700 };

static int list(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info;

	std::memset(&info, 0, sizeof info);
	info.size = sizeof info;
	int error = pfm_get_pmu_info(pmu, &info);
	if (error || !info.is_present)
		return error;
	std::puts(info.name);
	for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t event;

		std::memset(&event, 0, sizeof event);
		event.size = sizeof event;
		if (!pfm_get_event_info(idx, PFM_OS_NONE, &event))
			std::printf("%s::%s\n", info.name, event.name);
	}
	return 0;
}

static void list_all(const char *way)
{
	pfm_pmu_t pmu;

	if (!std::strcmp(way, "macro")) {
		pfm_for_all_pmus(pmu)
			list(pmu);
		return;
	}
	int end = std::strcmp(way, "old") ? static_cast<int>(PFM_PMU_MAX) : static_cast<int>(OLD_LIMIT);

	for (int number = 0; number < end; number++)
		if (list(static_cast<pfm_pmu_t>(number)) == PFM_ERR_INVAL && !std::strcmp(way, "invalid"))
			return;
}

int main(int argc, char **argv)
{
	pfm_pmu_encode_arg_t codes;

	if (argc < 2 || pfm_initialize() != PFM_SUCCESS)
		return 1;
	list_all(argv[1]);
	std::memset(&codes, 0, sizeof codes);
	codes.size = sizeof codes;
	return argc > 2 && pfm_get_os_event_encoding(argv[2], PFM_PLM3, PFM_OS_NONE, &codes);
}
