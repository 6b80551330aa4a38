/* The library's interface: groups of events, the CPU, PMUs by name. */
#define _GNU_SOURCE
#include "api.h"

/* ---- groups of events, the CPU ---- */

static const pfm_pmu_t power4 = PFM_PMU_POWER4;

static bool is_group_event(int group, int counter, const char *string, uint64_t code)
{
	pfm_group_event_t event = { .size = sizeof event };

	return !pfm_get_group_event(power4, group, counter, &event) && !strcmp(event.string, string) &&
		event.idx >= 0 && (!event.has_code || event.code == code) && event.size == sizeof event;
}

static void check_groups(void)
{
	pfm_groups_t all = { .size = sizeof all };
	pfm_group_info_t info = { .size = sizeof info };
	pfm_group_event_t event = { .size = sizeof event };

	start(ALL);
	CHECK_SAME(pfm_get_groups(power4, &all), 0);
	CHECK_SAME(all.ngroups, 63);
	CHECK_SAME(all.ncounters, 8);
	CHECK(all.is_required);
	CHECK(all.name && *all.name);
	CHECK_SAME(pfm_find_group(power4, "pm_hpmcount2"), 60);
	CHECK_SAME(pfm_find_group(power4, "PM_HPMCOUNT2"), 60);
	CHECK_SAME(pfm_find_group(power4, "60"), 60);
	CHECK_SAME(pfm_find_group(power4, "pm_hpmcount"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_group(power4, ""), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_group(power4, "63"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_group(power4, "60x"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_group(power4, "-1"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_group_info(power4, 60, &info), 0);
	CHECK_TEXT(info.name, "pm_hpmcount2");
	CHECK(info.title);
	CHECK(info.desc && *info.desc);
	CHECK(is_group_event(60, 0, "PM_FPU_FDIV", 0x1100));
	CHECK(is_group_event(60, 4, "PM_CYC", 0x7));
	CHECK(is_group_event(60, 7, "PM_LSU_LDF", 0x8930));
	CHECK_SAME(pfm_get_counter_event(power4, 0, 0, &event), 0);
	CHECK(event.string && *event.string);
	for (int n = 0, error = 0; !error; n++) {
		error = pfm_get_counter_event(power4, 7, n, &event);
		CHECK(error ? error == PFM_ERR_INVAL && n == 88 : *event.string != 0);
	}

	CHECK_SAME(pfm_get_groups(PFM_PMU_INTEL_SKL, &all), 0);
	CHECK(!all.ngroups);
	CHECK(!all.name);
	CHECK(!all.is_required);
	CHECK_SAME(pfm_find_group(PFM_PMU_INTEL_SKL, "0"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_group_info(PFM_PMU_INTEL_SKL, 0, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(PFM_PMU_INTEL_SKL, 0, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(PFM_PMU_INTEL_SKL, 0, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_info(power4, -1, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_info(power4, 63, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(power4, 63, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(power4, 0, -1, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(power4, 0, 8, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(power4, -1, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(power4, 8, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(power4, 0, -1, &event), PFM_ERR_INVAL);
}

static void check_group_arguments(void)
{
	static const pfm_pmu_t wrong[] = { (pfm_pmu_t)20000, (pfm_pmu_t)-1 };
	pfm_groups_t all = { .size = sizeof all - 1 };
	pfm_group_info_t info = { .size = sizeof info - 1 };
	pfm_group_event_t event = { .size = sizeof event - 1 };

	start(ALL);
	CHECK_SAME(pfm_get_groups(power4, &all), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_groups(power4, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_info(power4, 0, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_info(power4, 0, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(power4, 0, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(power4, 0, 0, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(power4, 0, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(power4, 0, 0, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_find_group(power4, NULL), PFM_ERR_INVAL);
	all.size++, info.size++, event.size++;
	for (size_t i = 0; i < COUNT(wrong); i++)
		CHECK(pfm_get_groups(wrong[i], &all) == PFM_ERR_INVAL &&
			pfm_get_group_info(wrong[i], 0, &info) == PFM_ERR_INVAL &&
			pfm_find_group(wrong[i], "0") == PFM_ERR_INVAL &&
			pfm_get_group_event(wrong[i], 0, 0, &event) == PFM_ERR_INVAL &&
			pfm_get_counter_event(wrong[i], 0, 0, &event) == PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_groups(PFM_PMU_POWER3, &all), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER3, "0"), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_group_info(PFM_PMU_POWER3, 0, &info), PFM_ERR_NOTSUPP);
	pfm_terminate();
	CHECK_SAME(pfm_get_groups(power4, &all), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_group_info(power4, 0, &info), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_find_group(power4, "0"), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_group_event(power4, 0, 0, &event), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_counter_event(power4, 0, 0, &event), PFM_ERR_NOINIT);
}

static bool is_cpu(const char *identity, const char *vendor, unsigned int family, unsigned int model,
	unsigned int stepping)
{
	char words[256];
	pfm_cpu_t cpu = { .size = sizeof cpu };

	snprintf(words, sizeof words, "LIBPFM_FSROOT=ROOT/no-sysfs LIBPFM_CPUID=%s", identity);
	start(words);
	return !pfm_get_cpu(&cpu) && (vendor ? cpu.vendor && !strcmp(cpu.vendor, vendor) : !cpu.vendor) &&
		cpu.family == family && cpu.model == model && cpu.stepping == stepping && cpu.size == sizeof cpu;
}

static void check_cpu(void)
{
	pfm_cpu_t cpu = { .size = sizeof cpu - 1 };

	CHECK(is_cpu("GenuineIntel-6-143-8", "GenuineIntel", 6, 143, 8));
	CHECK(is_cpu("AuthenticAMD-25-17", "AuthenticAMD", 25, 17, 0));
	CHECK(is_cpu("CentaurHauls-6-0x19-2", "CentaurHauls", 6, 25, 2));
	CHECK(is_cpu("Shanghai-7-59", "Shanghai", 7, 59, 0));
	CHECK(is_cpu("zxd", "CentaurHauls", 7, 27, 0));
	CHECK(is_cpu("0x410fd0c1", "arm", 0x41, 0xd0c, 0));
	CHECK(is_cpu("POWER-0x4e-0x1202", "power", 0, 0x4e, 0x1202));
	CHECK(is_cpu("nonsense", NULL, 0, 0, 0));
	CHECK_SAME(pfm_get_cpu(&cpu), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_cpu(NULL), PFM_ERR_INVAL);
	pfm_terminate();
	cpu.size++;
	CHECK_SAME(pfm_get_cpu(&cpu), PFM_ERR_NOINIT);
}

/* What CPUID says of this machine is what the kernel shows of it; elsewhere the kernel's file is what is read. */
static void check_own_cpu(void)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned int family = 0, model = 0, stepping = 0;
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[256], vendor[16] = "";
	pfm_cpu_t cpu = { .size = sizeof cpu };
	int found = 0;

	while (file && found < 4 && fgets(line, sizeof line, file))
		found += sscanf(line, "vendor_id : %15s", vendor) == 1 ||
			sscanf(line, "cpu family : %u", &family) == 1 ||
			sscanf(line, "model : %u", &model) == 1 || sscanf(line, "stepping : %u", &stepping) == 1;
	if (file)
		fclose(file);
	if (found < 4 || (strcmp(vendor, "GenuineIntel") && strcmp(vendor, "AuthenticAMD")))
		return;
	start("");
	CHECK_SAME(pfm_get_cpu(&cpu), 0);
	CHECK_TEXT(cpu.vendor, vendor);
	CHECK(cpu.family == family);
	CHECK(cpu.model == model);
	CHECK(cpu.stepping == stepping);
	pfm_terminate();
#endif
}

static void check_pmu_name(void)
{
	CHECK_SAME(start(HOST), 0);
	CHECK_TEXT(pfm_get_pmu_name(PFM_PMU_INTEL_SKL), "skl");
	CHECK_SAME(pfm_get_pmu_name(PFM_PMU_NONE), 0);
	CHECK_SAME(pfm_get_pmu_name(PFM_PMU_MAX), 0);
	CHECK_SAME(pfm_get_pmu_name((pfm_pmu_t)-1), 0);
	pfm_terminate();
	CHECK(!pfm_get_pmu_name(PFM_PMU_INTEL_SKL));
}

void api_groups(void)
{
	check_pmu_name();
	check_groups();
	check_group_arguments();
	check_cpu();
	check_own_cpu();
}
