/*
 * Which PMUs are active on which machine: all of them and no others. The table says what each PMU needs; identities
 * come from LIBPFM_CPUID, from cpuinfo files, and from captured machines (tests/data/roots, and some made here).
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <ctype.h>
#include <ftw.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* ---- what each PMU needs ---- */

/*
 * CPUs: "VENDOR FAMILY: MODEL MODEL-MODEL MODEL/STEPPING-STEPPING ..."; several families with semicolons. i: Intel, a:
 * AMD, numbers decimal or 0x; r IMPLEMENTER: PARTS is Arm; p: version halves of the PVR, s: not by the CPU. Name: #
 * stands for the number of an instance, also in the device; * for any ending. Device: must be in sysfs if the kernel
 * has perf_event.
 */
struct rule {
	const char *name;
	int instances;
	const char *cpus, *device;
};

static const struct rule rules[] = {
	{ "pii", 1, "i 6: 3 5 6", NULL },
	{ "ppro", 1, "i 6: 1", NULL },
	{ "p6", 1, "i 6: 7 8 10 11", NULL },
	{ "pm", 1, "i 6: 9 13", NULL },
	{ "coreduo", 1, "i 6: 14", NULL },
	{ "netburst", 1, "i 15: 0-2 5 7-255", NULL },
	{ "netburst_p", 1, "i 15: 3 4 6", NULL },
	{ "core", 1, "i 6: 15 22 23 29", NULL }, /* 22: as in the kernel; libpfm4 has it not */
	{ "atom", 1, "i 6: 28 38 39 53 54", NULL },
	{ "nhm", 1, "i 6: 26 30 31", NULL },
	{ "nhm_unc", 1, "i 6: 26 30 31", NULL },
	{ "nhm_ex", 1, "i 6: 46", NULL },
	{ "wsm", 1, "i 6: 37", NULL },
	{ "wsm_dp", 1, "i 6: 44 47", NULL },
	{ "wsm_unc", 1, "i 6: 44", NULL }, /* 47 has boxes of another kind in the kernel; libpfm4 has it here */
	{ "snb", 1, "i 6: 42", NULL },
	{ "snb_unc_cbo#", 4, "i 6: 42", "uncore_cbox_#" },
	{ "snb_ep", 1, "i 6: 45", NULL },
	{ "ivb", 1, "i 6: 58", NULL },
	{ "ivb_unc_cbo#", 4, "i 6: 58", "uncore_cbox_#" },
	{ "ivb_ep", 1, "i 6: 62", NULL },
	{ "hsw", 1, "i 6: 60 69 70", NULL },
	{ "hsw_ep", 1, "i 6: 63", NULL },
	{ "bdw", 1, "i 6: 61 71", NULL },
	{ "bdw_ep", 1, "i 6: 79 86", NULL },
	{ "skl", 1, "i 6: 78 94 142 158 165 166", NULL },
	{ "skx", 1, "i 6: 85/0-4", NULL },
	{ "clx", 1, "i 6: 85/5-15", NULL },
	{ "icl", 1, "i 6: 125 126 140 141 157 167", NULL },
	{ "icx", 1, "i 6: 106 108", NULL },
	{ "spr", 1, "i 6: 143", NULL },
	{ "emr", 1, "i 6: 207", NULL },
	{ "gnr", 1, "i 6: 173 174", NULL },
	{ "adl_glc", 1, "i 6: 151 154 183 186 191", NULL },
	{ "adl_grt", 1, "i 6: 151 154 183 186 190 191", NULL },
	{ "knc", 1, "i 11: 1", NULL },
	{ "slm", 1, "i 6: 55 74 76 77 90 117", NULL },
	{ "glm", 1, "i 6: 92 95", NULL },
	{ "tmt", 1, "i 6: 134 150 156", NULL },
	{ "knl", 1, "i 6: 87", NULL },
	{ "knm", 1, "i 6: 133", NULL },
	/* needs CPUID leaf 10, which no captured machine has; identities have their model's */
	{ "ix86arch", 1, "i 6: 14-255;18: 0-255;19: 0-255", NULL },
	{ "rapl", 1, "i 6: 42 45 58 60-63 69-71 78 79 85 86 92 94 95 102 106 108 122 125 126 142 143 157 158 165 166 "
	  "140 141 151 154 167 170 172-175 181-183 186 189-191 197 198 204 207 213 221", "power" },
	{ "snbep_unc_cbo#", 8, "i 6: 45", NULL },
	{ "snbep_unc_ha", 1, "i 6: 45", NULL },
	{ "snbep_unc_imc#", 4, "i 6: 45", NULL },
	{ "snbep_unc_pcu", 1, "i 6: 45", NULL },
	{ "snbep_unc_qpi#", 2, "i 6: 45", NULL },
	{ "snbep_unc_ubo", 1, "i 6: 45", NULL },
	{ "snbep_unc_r2pcie", 1, "i 6: 45", NULL },
	{ "snbep_unc_r3qpi#", 2, "i 6: 45", NULL },
	{ "ivbep_unc_cbo#", 15, "i 6: 62", "uncore_cbox_#" },
	{ "ivbep_unc_ha#", 2, "i 6: 62", "uncore_ha_#" },
	{ "ivbep_unc_imc#", 8, "i 6: 62", "uncore_imc_#" },
	{ "ivbep_unc_pcu", 1, "i 6: 62", "uncore_pcu" },
	{ "ivbep_unc_qpi#", 3, "i 6: 62", "uncore_qpi_#" },
	{ "ivbep_unc_ubo", 1, "i 6: 62", "uncore_ubox" },
	{ "ivbep_unc_r2pcie", 1, "i 6: 62", "uncore_r2pcie" },
	{ "ivbep_unc_r3qpi#", 3, "i 6: 62", "uncore_r3qpi_#" },
	{ "ivbep_unc_irp", 1, "i 6: 62", "uncore_irp" },
	{ "hswep_unc_cbo#", 18, "i 6: 63", "uncore_cbox_#" },
	{ "hswep_unc_ha#", 2, "i 6: 63", "uncore_ha_#" },
	{ "hswep_unc_imc#", 8, "i 6: 63", "uncore_imc_#" },
	{ "hswep_unc_pcu", 1, "i 6: 63", "uncore_pcu" },
	{ "hswep_unc_qpi#", 2, "i 6: 63", "uncore_qpi_#" },
	{ "hswep_unc_sbo#", 4, "i 6: 63", "uncore_sbox_#" },
	{ "hswep_unc_ubo", 1, "i 6: 63", "uncore_ubox" },
	{ "hswep_unc_r2pcie", 1, "i 6: 63", "uncore_r2pcie" },
	{ "hswep_unc_r3qpi#", 3, "i 6: 63", "uncore_r3qpi_#" },
	{ "hswep_unc_irp", 1, "i 6: 63", "uncore_irp" },
	{ "bdx_unc_cbo#", 24, "i 6: 79 86", "uncore_cbox_#" },
	{ "bdx_unc_ha#", 2, "i 6: 79 86", "uncore_ha_#" },
	{ "bdx_unc_imc#", 8, "i 6: 79 86", "uncore_imc_#" },
	{ "bdx_unc_pcu", 1, "i 6: 79 86", "uncore_pcu" },
	{ "bdx_unc_qpi#", 3, "i 6: 79 86", "uncore_qpi_#" },
	{ "bdx_unc_sbo#", 4, "i 6: 79 86", "uncore_sbox_#" },
	{ "bdx_unc_ubo", 1, "i 6: 79 86", "uncore_ubox" },
	{ "bdx_unc_r2pcie", 1, "i 6: 79 86", "uncore_r2pcie" },
	{ "bdx_unc_r3qpi#", 3, "i 6: 79 86", "uncore_r3qpi_#" },
	{ "bdx_unc_irp", 1, "i 6: 79 86", "uncore_irp" },
	{ "knl_unc_imc#", 6, "i 6: 87", "uncore_imc_#" },
	{ "knl_unc_imc_uclk#", 2, "i 6: 87", "uncore_mc_uclk_#" },
	{ "knl_unc_edc_uclk#", 8, "i 6: 87", "uncore_edc_uclk_#" },
	{ "knl_unc_edc_eclk#", 8, "i 6: 87", "uncore_edc_eclk_#" },
	{ "knl_unc_cha#", 38, "i 6: 87", "uncore_cha_#" },
	{ "knl_unc_m2pcie", 1, "i 6: 87", "uncore_m2pcie" },
	{ "knm_unc_imc#", 6, "i 6: 133", "uncore_imc_#" },
	{ "knm_unc_imc_uclk#", 2, "i 6: 133", "uncore_mc_uclk_#" },
	{ "knm_unc_edc_uclk#", 8, "i 6: 133", "uncore_edc_uclk_#" },
	{ "knm_unc_edc_eclk#", 8, "i 6: 133", "uncore_edc_eclk_#" },
	{ "knm_unc_cha#", 38, "i 6: 133", "uncore_cha_#" },
	{ "knm_unc_m2pcie", 1, "i 6: 133", "uncore_m2pcie" },
	{ "skx_unc_cha#", 28, "i 6: 85", "uncore_cha_#" },
	{ "skx_unc_iio#", 6, "i 6: 85", "uncore_iio_#" },
	{ "skx_unc_imc#", 6, "i 6: 85", "uncore_imc_#" },
	{ "skx_unc_pcu", 1, "i 6: 85", "uncore_pcu" },
	{ "skx_unc_upi#", 3, "i 6: 85", "uncore_upi_#" },
	{ "skx_unc_m2m#", 2, "i 6: 85", "uncore_m2m_#" },
	{ "skx_unc_ubo", 1, "i 6: 85", "uncore_ubox" },
	{ "skx_unc_m3upi#", 3, "i 6: 85", "uncore_m3upi_#" },
	{ "skx_unc_irp", 1, "i 6: 85", "uncore_irp" },
	{ "icx_unc_cha#", 40, "i 6: 106 108 134", "uncore_cha_#" },
	{ "icx_unc_imc#", 12, "i 6: 106 108 134", "uncore_imc_#" },
	{ "icx_unc_m2m#", 2, "i 6: 106 108 134", "uncore_m2m_#" },
	{ "icx_unc_iio#", 6, "i 6: 106 108 134", "uncore_iio_#" },
	{ "icx_unc_irp#", 6, "i 6: 106 108 134", "uncore_irp_#" },
	{ "icx_unc_pcu", 1, "i 6: 106 108 134", "uncore_pcu" },
	{ "icx_unc_upi#", 4, "i 6: 106 108", "uncore_upi_#" },
	{ "icx_unc_m3upi#", 4, "i 6: 106 108", "uncore_m3upi_#" },
	{ "icx_unc_ubox", 1, "i 6: 106 108 134", "uncore_ubox" },
	{ "icx_unc_m2pcie#", 3, "i 6: 106 108 134", "uncore_m2pcie_#" },
	{ "spr_unc_imc#", 12, "i 6: 143 207", "uncore_imc_#" },
	{ "spr_unc_upi#", 4, "i 6: 143 207", "uncore_upi_#" },
	{ "spr_unc_cha#", 60, "i 6: 143 207", "uncore_cha_#" },
	{ "gnr_unc_imc#", 12, "i 6: 173 174 175 182 221", "uncore_imc_#" },

	{ "amd64_k7", 1, "a 6: 0-255", NULL },
	{ "amd64_k8_revb", 1, "a 15: 4/0-0 5/0-1 0x90-0xbf 0xd0-0xff", NULL },
	{ "amd64_k8_revc", 1, "a 15: 0-3 4/1-15 5/2-15 6-15", NULL },
	{ "amd64_k8_revd", 1, "a 15: 0x10-0x1f", NULL },
	{ "amd64_k8_reve", 1, "a 15: 0x20-0x3f", NULL },
	{ "amd64_k8_revf", 1, "a 15: 0x40-0x5f 0xc0-0xcf", NULL },
	{ "amd64_k8_revg", 1, "a 15: 0x60-0x8f", NULL },
	{ "amd64_fam10h_barcelona", 1, "a 0x10: 0-3 7 10-255", NULL },
	{ "amd64_fam10h_shanghai", 1, "a 0x10: 4-6", NULL },
	{ "amd64_fam10h_istanbul", 1, "a 0x10: 8 9", NULL },
	{ "amd64_fam11h_turion", 1, "a 0x11: 0-255", NULL },
	{ "amd64_fam12h_llano", 1, "a 0x12: 0-255", NULL },
	{ "amd64_fam14h_bobcat", 1, "a 0x14: 0-255", NULL },
	{ "amd64_fam15h_interlagos", 1, "a 0x15: 0-255", NULL },
	{ "amd64_fam15h_nb", 1, "a 0x15: 0-255", NULL },
	{ "amd64_fam16h", 1, "a 0x16: 0-255", NULL },
	{ "amd64_fam17h", 1, "a 0x17: 0-0x2f", NULL },
	{ "amd64_fam17h_zen1", 1, "a 0x17: 0-0x2f", NULL },
	{ "amd64_fam17h_zen2", 1, "a 0x17: 0x30-0xff", NULL },
	{ "amd64_fam19h_zen3", 1, "a 0x19: 0-0xf 0x20-0x5f", NULL },
	{ "amd64_fam19h_zen3_l3", 1, "a 0x19: 0-0xf 0x20-0x5f", NULL },
	{ "amd64_fam19h_zen4", 1, "a 0x19: 0x10-0x1f 0x60-0xff", NULL },
	{ "amd64_fam1ah_zen5", 1, "a 0x1a: 0-0x4f 0x60-0x7f", NULL },
	{ "amd64_fam1ah_zen5_l3", 1, "a 0x1a: 0-0x4f 0x60-0x7f", NULL },
	{ "amd64_fam1ah_zen6", 1, "a 0x1a: 0x50-0x5f 0x80-0xff", NULL },
	{ "amd64_fam1ah_zen6_l3", 1, "a 0x1a: 0x50-0x5f 0x80-0xff", NULL },
	{ "amd64_rapl", 1, "a 0x17: 0-0xff; 0x19: 0-0xff; 0x1a: 0-0xff", NULL },

	{ "arm_1176", 1, "r 0x41: 0xb76 0xb36 0xb56", NULL },
	{ "arm_ac7", 1, "r 0x41: 0xc07", NULL },
	{ "arm_ac8", 1, "r 0x41: 0xc08", NULL },
	{ "arm_ac9", 1, "r 0x41: 0xc09", NULL },
	{ "arm_ac15", 1, "r 0x41: 0xc0f", NULL },
	{ "arm_ac53", 1, "r 0x41: 0xd03; 0x42: 0x100; 0x51: 0x801", NULL },
	{ "arm_ac55", 1, "r 0x41: 0xd05; 0x51: 0x803 0x805", NULL },
	{ "arm_ac57", 1, "r 0x41: 0xd07", NULL },
	{ "arm_ac72", 1, "r 0x41: 0xd08", NULL },
	{ "arm_ac76", 1, "r 0x41: 0xd0b 0xd0e; 0x51: 0x804; 0x48: 0xd40", NULL },
	{ "arm_n1", 1, "r 0x41: 0xd0c", NULL },
	{ "arm_v1", 1, "r 0x41: 0xd40", NULL },
	{ "arm_n2", 1, "r 0x41: 0xd49; 0x6d: 0xd49", NULL },
	{ "arm_v2", 1, "r 0x41: 0xd4f", NULL },
	{ "arm_x4", 1, "r 0x41: 0xd82", NULL },
	{ "arm_v3", 1, "r 0x41: 0xd84 0xd83", NULL },
	{ "arm_n3", 1, "r 0x41: 0xd8e", NULL },
	{ "arm_thunderx2", 1, "r 0x42: 0x516; 0x43: 0x0af", NULL },
	{ "tx2_dmc#", 2, "r 0x42: 0x516; 0x43: 0x0af", NULL },
	{ "tx2_llc#", 2, "r 0x42: 0x516; 0x43: 0x0af", NULL },
	{ "tx2_ccpi#", 2, "r 0x42: 0x516; 0x43: 0x0af", NULL },
	{ "arm_a64fx", 1, "r 0x46: 0x001", NULL },
	{ "arm_monaka", 1, "r 0x46: 0x003", NULL },
	{ "arm_kunpeng", 1, "r 0x48: 0xd01", NULL },
	{ "hisi_*", 56, "r 0x48: 0xd01", NULL },
	{ "arm_olympus", 1, "r 0x4e: 0x010", NULL },
	{ "arm_xgene", 1, "r 0x50: 0x000", NULL },
	{ "qcom_krait", 1, "r 0x51: 0x040-0x07f", NULL },

	{ "power4", 1, "p 0: 0x35 0x38", NULL },
	{ "ppc970", 1, "p 0: 0x39 0x3c 0x45", NULL },
	{ "ppc970mp", 1, "p 0: 0x44", NULL },
	{ "power5", 1, "p 0: 0x3a", NULL },
	{ "power5p", 1, "p 0: 0x3b", NULL },
	{ "power6", 1, "p 0: 0x3e", NULL },
	{ "power7", 1, "p 0: 0x3f 0x4a", NULL },
	{ "power8", 1, "p 0: 0x4b-0x4d 0x66", NULL },
	{ "power9", 1, "p 0: 0x4e", NULL },
	{ "power10", 1, "p 0: 0x80", NULL },
	{ "powerpc_nest_mcs_read", 1, "p 0: 0x4d", NULL },
	{ "powerpc_nest_mcs_write", 1, "p 0: 0x4d", NULL },

	{ "power_torrent", 1, "s", NULL },
	{ "mips_74k", 1, "s", NULL },
	{ "ultra12", 1, "s", NULL },
	{ "ultra3", 1, "s", NULL },
	{ "ultra3i", 1, "s", NULL },
	{ "ultra3p", 1, "s", NULL },
	{ "ultra4p", 1, "s", NULL },
	{ "niagara1", 1, "s", NULL },
	{ "niagara2", 1, "s", NULL },
	{ "cpum_cf", 1, "s", NULL },
	{ "cpum_sf", 1, "s", NULL },
	{ "perf", 1, "s", NULL },
	{ "perf_raw", 1, "s", NULL },
};

enum { RULES = sizeof rules / sizeof rules[0] };

/* A machine to compare with: who its CPU is, which devices its sysfs has, and what is active whatever the CPU is. */
struct machine {
	char vendor;
	unsigned int family, model, stepping;
	bool no_perf, all_devices;
	const char *device; /* the only one, if not all_devices */
	const char *besides; /* " name name " */
};

/* The number at the end of a name that fits pattern, as text; NULL: it does not fit. */
static const char *instance_of(const char *pattern, const char *name)
{
	size_t length = strcspn(pattern, "#*");

	if (strncmp(pattern, name, length) || (!pattern[length] && name[length]))
		return NULL;
	if (pattern[length] == '#' && (!name[length] || strspn(name + length, "0123456789") != strlen(name + length)))
		return NULL;
	return name + length;
}

static const struct rule *rule_of(const char *name)
{
	for (int i = 0; i < RULES; i++)
		if (instance_of(rules[i].name, name))
			return &rules[i];
	return NULL;
}

static bool number_matches(const char **at, unsigned int number)
{
	char *end;
	unsigned long low = strtoul(*at, &end, 0), high = low;

	if (*end == '-')
		high = strtoul(end + 1, &end, 0);
	*at = end;
	return number >= low && number <= high;
}

static bool cpu_matches(const char *cpus, const struct machine *machine)
{
	if (*cpus++ != machine->vendor)
		return false;
	for (const char *at = cpus; *at; at += *at == ';') {
		bool family = number_matches(&at, machine->family);

		for (at++; *at && *at != ';';) {
			bool model = number_matches(&at, machine->model), stepping = true;

			if (*at == '/') {
				at++;
				stepping = number_matches(&at, machine->stepping);
			}
			if (family && model && stepping)
				return true;
		}
	}
	return false;
}

/* "#" at the end of a rule's device stands for the number of the instance. */
static bool is_device(const char *device, const char *wanted, const char *instance)
{
	size_t length = strcspn(wanted, "#");

	return !strncmp(device, wanted, length) && !strcmp(device + length, wanted[length] ? instance : "");
}

static bool is_expected(const struct rule *rule, const char *name, const struct machine *machine)
{
	char word[80];

	snprintf(word, sizeof word, " %.77s ", name);
	if (machine->besides && strstr(machine->besides, word))
		return true;
	if (!cpu_matches(rule->cpus, machine))
		return false;
	if (!rule->device || machine->no_perf || machine->all_devices)
		return true;
	return machine->device && is_device(machine->device, rule->device, instance_of(rule->name, name));
}

/* ---- comparing ---- */

/* libpfm4 numbers its PMUs below this; its rules are looked at here. */
enum { LIBPFM4_NUMBERS = 700 };

static struct {
	char name[64];
	const struct rule *rule;
} pmus[LIBPFM4_NUMBERS];

static int start(const char *words)
{
	return start_library(words, pfm_initialize, pfm_terminate);
}

static void collect_pmus(void)
{
	int instances[RULES] = { 0 }, count = 0;

	CHECK(!start("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_CPUID=none"));
	for (int id = 0; id < LIBPFM4_NUMBERS; id++) {
		pfm_pmu_info_t info = { .size = sizeof info };

		if (pfm_get_pmu_info((pfm_pmu_t)id, &info))
			continue;
		count++;
		snprintf(pmus[id].name, sizeof pmus[id].name, "%s", info.name);
		pmus[id].rule = rule_of(info.name);
		if (!check(pmus[id].rule, "every PMU is in the table", __FILE__, __LINE__))
			printf("  %s\n", info.name);
		else
			instances[pmus[id].rule - rules]++;
	}
	CHECK_SAME(count, 675);
	for (int i = 0; i < RULES; i++)
		if (!CHECK(instances[i] == rules[i].instances))
			printf("  %s: %d\n", rules[i].name, instances[i]);
}

static bool is_active(int id)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return !pfm_get_pmu_info((pfm_pmu_t)id, &info) && info.is_present;
}

static void compare_machine(const char *words, const struct machine *machine)
{
	bool same = true;

	same = !start(words);
	for (int id = 0; id < LIBPFM4_NUMBERS; id++) {
		bool expected;

		if (!pmus[id].rule)
			continue;
		expected = is_expected(pmus[id].rule, pmus[id].name, machine);
		if (expected == is_active(id))
			continue;
		same = false;
		if (failures < 60)
			printf("  %s: %s is %s\n", words, pmus[id].name, expected ? "missing" : "active");
	}
	check(same, "exactly the PMUs of this machine are active", __FILE__, __LINE__);
}

/* Names, also with a range of instances: "spr_unc_cha0-59"; a range as in "n_m0-3" follows the last letter. */
static void expand(const char *list, char *text, size_t size)
{
	size_t length = (size_t)snprintf(text, size, " ");
	char copy[4096], *rest = copy;

	snprintf(copy, sizeof copy, "%s", list);
	for (char *word; (word = strsep(&rest, " "));) {
		char *dash = strchr(word, '-'), *digits = dash;
		int last = dash ? atoi(dash + 1) : 0;

		if (!dash) {
			length += (size_t)snprintf(text + length, size - length, "%s ", word);
			continue;
		}
		while (digits > word && isdigit((unsigned char)digits[-1]))
			digits--;
		for (int i = atoi(digits); i <= last; i++)
			length += (size_t)snprintf(text + length, size - length, "%.*s%d ", (int)(digits - word), word,
				i);
	}
}

static void compare_list(const char *words, const char *list)
{
	char text[8192];
	struct machine machine = { .besides = text };

	expand(list, text, sizeof text);
	compare_machine(words, &machine);
}

/* ---- machines made here ---- */

static char top[512];

static void make_parents(char *path)
{
	for (char *slash = path + strlen(top) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(path, 0777);
	}
}

static void put(const char *path, const char *text)
{
	char full[1024];
	FILE *file;

	snprintf(full, sizeof full, "%s%s", top, path);
	make_parents(full);
	file = fopen(full, "w");
	if (!file || fputs(text, file) < 0 || fclose(file))
		printf("cannot write %s\n", full);
}

static void put_pmu(const char *name, const char *type)
{
	char path[512];

	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/type", name);
	put(path, type);
	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms", name);
	put(path, "4\n");
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	return where->level ? remove(path) : 0;
}

static void clear(void)
{
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A kernel with perf_event and nothing more. */
static void new_machine(void)
{
	clear();
	put("/proc/sys/kernel/perf_event_paranoid", "2\n");
	put_pmu("software", "1\n");
}

static const char *words_for_top(const char *more)
{
	static char words[2048];

	snprintf(words, sizeof words, "LIBPFM_FSROOT=%s %s", top, more);
	return words;
}

/* ---- Intel and AMD, by LIBPFM_CPUID ---- */

static const char *const no_devices = "LIBPFM_FSROOT=ROOT/virtual",
			 *const all_devices = "LIBPFM_FSROOT=ROOT/everything",
			 *const no_perf = "LIBPFM_FSROOT=ROOT/no-perf";

static void compare_x86(char vendor, unsigned int family, unsigned int model, unsigned int stepping, const char *root)
{
	struct machine machine = { .vendor = vendor,
		.family = family,
		.model = model,
		.stepping = stepping,
		.besides = " perf perf_raw " };
	char words[256];

	if (root == all_devices) {
		machine.all_devices = true;
		machine.besides = " perf perf_raw cpum_cf cpum_sf ";
	} else if (root == no_perf) {
		machine.no_perf = true;
		machine.besides = NULL;
	}
	snprintf(words, sizeof words, "%s LIBPFM_CPUID=%s-%u-%u-%u", root,
		vendor == 'i' ? "GenuineIntel" : "AuthenticAMD", family, model, stepping);
	compare_machine(words, &machine);
}

static void check_intel(void)
{
	static const unsigned int models[] = { 0, 1, 3, 15, 26, 42, 45, 58, 62, 63, 79, 85, 87, 106, 133, 143, 151, 173,
		207, 255 };

	for (unsigned int model = 0; model < 256; model++) {
		compare_x86('i', 6, model, 0, no_devices);
		compare_x86('i', 6, model, 15, all_devices);
		compare_x86('i', 6, model, 4, no_perf);
		compare_x86('i', 15, model, 1, no_devices);
		compare_x86('i', 11, model, 1, no_devices);
	}
	for (unsigned int stepping = 0; stepping < 16; stepping++)
		compare_x86('i', 6, 85, stepping, all_devices);
	for (unsigned int family = 0; family < 32; family++)
		for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
			compare_x86('i', family, models[i], 7, all_devices);
}

static void check_amd(void)
{
	for (unsigned int family = 0; family < 32; family++)
		for (unsigned int model = 0; model < 256; model += family == 6 || family >= 15 ? 1 : 17)
			compare_x86('a', family, model, 0, no_devices);
	for (unsigned int model = 0; model < 256; model++) {
		compare_x86('a', 15, model, 1, no_devices);
		compare_x86('a', 15, model, 2, no_devices);
		compare_x86('a', 15, model, 15, no_perf);
		compare_x86('a', 0x19, model, 2, all_devices);
		compare_x86('a', 0x1a, model, 2, no_perf);
	}
}

/* The examples of the specification, and vendors that are not recognized. */
static void check_named_x86(void)
{
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-21-96-0",
		"amd64_fam15h_interlagos amd64_fam15h_nb perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-23-1-2",
		"amd64_fam17h amd64_fam17h_zen1 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-23-49-0",
		"amd64_fam17h_zen2 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-25-33-0",
		     "amd64_fam19h_zen3 amd64_fam19h_zen3_l3 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-25-97-2",
		"amd64_fam19h_zen4 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-26-68-0",
		"amd64_fam1ah_zen5 amd64_fam1ah_zen5_l3 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-26-80-0",
		"amd64_fam1ah_zen6 amd64_fam1ah_zen6_l3 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=HygonGenuine-24-0-2",
		"amd64_fam17h amd64_fam17h_l3 amd64_fam17h_zen1 amd64_rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=Shanghai-7-59-0", "perf perf_raw zxe");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=CentaurHauls-6-25-0", "perf perf_raw zxc");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=GenuineIntel-6-122-1", "ix86arch perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_CPUID=GenuineIntel-6-122-1", "ix86arch rapl");
}

/* The same from /proc/cpuinfo. */
static void check_x86_cpuinfo(void)
{
	static const struct {
		const char *text, *list;
	} machines[] = {
		{ "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 94\nmodel name\t: Intel(R) Core(TM) i7-6700\nstepping\t: "
		  "3\n",
			"skl perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: X\nstepping\t: 4\n",
			"skx perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: X\nstepping\t: 11\n",
			"clx perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 15\nmodel\t\t: 4\nmodel name\t: X\nstepping\t: 1\n",
			"netburst_p perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: X\nstepping\t: 1\n",
			"amd64_fam19h_zen4 amd64_rapl perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 15\nmodel\t\t: 5\nmodel name\t: X\nstepping\t: 1\n",
			"amd64_k8_revb perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 15\nmodel\t\t: 5\nmodel name\t: X\nstepping\t: 10\n",
			"amd64_k8_revc perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: HygonGenuine\ncpu family\t: 24\nmodel\t\t: 0\nmodel name\t: X\nstepping\t: 1\n",
			"amd64_fam17h amd64_fam17h_zen1 amd64_rapl perf perf_raw" },
		{ "processor\t: 0\nvendor_id\t: CentaurHauls\ncpu family\t: 6\nmodel\t\t: 15\nmodel name\t: X\nstepping\t: 1\n",
			"perf perf_raw" },
		{ "vendor_id\t: CentaurHauls\ncpu family\t: 6\nmodel\t\t: 15\nstepping\t: 14\n",
			"perf perf_raw zxc" },
		{ "vendor_id\t:   Shanghai  \ncpu family\t: 7\nmodel\t\t: 27\nstepping\t: 0\n",
			"perf perf_raw zxd" },
		{ "vendor_id\t: CentaurHauls\ncpu family\t: 7\nmodel\t\t: 59\nstepping\t: 1\n",
			"perf perf_raw zxe" },
		{ "vendor_id\t:   Shanghai2 \ncpu family\t: 7\nmodel\t\t: 27\nstepping\t: 0\n",
			"perf perf_raw" },
		{ "", "perf perf_raw" },
		{ "\n\nno colon here\n", "perf perf_raw" },
	};

	for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
		new_machine();
		put("/proc/cpuinfo", machines[i].text);
		compare_list(words_for_top(""), machines[i].list);
	}
}

/* ---- presence of uncore devices, one at a time ---- */

static unsigned int model_of(const struct rule *rule)
{
	unsigned int family, model;

	return sscanf(rule->cpus, "i %u: %u", &family, &model) == 2 ? model : 0;
}

static void check_presence(void)
{
	for (int i = 0; i < RULES; i++)
		for (int k = 0; rules[i].device && k < rules[i].instances; k++) {
			char device[80], words[64];
			struct machine machine = { .vendor = 'i',
				.family = 6,
				.model = model_of(&rules[i]),
				.device = device,
				.besides = " perf perf_raw " };

			snprintf(device, sizeof device, "%.*s", (int)strcspn(rules[i].device, "#"), rules[i].device);
			if (strchr(rules[i].device, '#'))
				snprintf(device + strlen(device), sizeof device - strlen(device), "%d", k);
			new_machine();
			put_pmu(device, "33\n");
			snprintf(words, sizeof words, "LIBPFM_CPUID=GenuineIntel-6-%u", machine.model);
			compare_machine(words_for_top(words), &machine);
		}
}

/* What is looked for is a directory; its contents do not matter. */
static void check_strange_presence(void)
{
	new_machine();
	put("/sys/bus/event_source/devices/power", "a file\n");
	put("/sys/bus/event_source/devices/uncore_cha_0/alias", "without type and mux file\n");
	put_pmu("uncore_cha_00", "33\n");
	put_pmu("uncore_cha_28", "33\n");
	put_pmu("uncore_CHA_1", "33\n");
	compare_list(words_for_top("LIBPFM_CPUID=GenuineIntel-6-85-4"), "ix86arch skx skx_unc_cha0 perf perf_raw");
}

/* ---- Arm ---- */

static void check_arm_midr(void)
{
	static const unsigned int implementers[] = { 0x00, 0x41, 0x42, 0x43, 0x44, 0x46, 0x48, 0x4d, 0x4e, 0x50, 0x51,
		0x53, 0x56, 0x61, 0x69, 0x6d, 0xc0 };
	static const unsigned int parts[] = { 0x000, 0x001, 0x003, 0x00f, 0x010, 0x03f, 0x040, 0x04d, 0x06f, 0x07f,
		0x080, 0x0af, 0x0b8, 0x516, 0xb76, 0xc05, 0xc07, 0xc08, 0xc09, 0xc0d, 0xc0e, 0xc0f, 0xd01, 0xd02, 0xd03,
		0xd04, 0xd05, 0xd07, 0xd08, 0xd09, 0xd0a, 0xd0b, 0xd0c, 0xd0d, 0xd40, 0xd41, 0xd44, 0xd46, 0xd49, 0xd4a,
		0xd4f, 0xd80, 0xd81, 0xd82, 0xd83, 0xd84, 0xd8e, 0xfff, 0x100, 0x801, 0x803, 0x804, 0x805, 0xb36, 0xb56,
		0xd0e };

	for (size_t i = 0; i < sizeof implementers / sizeof implementers[0]; i++)
		for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
			struct machine machine = { .vendor = 'r',
				.family = implementers[i],
				.model = parts[k],
				.besides = " perf perf_raw " };
			char words[128];

			snprintf(words, sizeof words, "%s LIBPFM_CPUID=0x%x", no_devices,
				 implementers[i] << 24 | 0xf << 20 | 0xf << 16 | parts[k] << 4 | (unsigned int)k % 16);
			compare_machine(words, &machine);
		}
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=0x410fd034,0x410fd083",
		"arm_ac53 arm_ac72 perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual/ LIBPFM_CPUID=arm_n1", "arm_n1 perf perf_raw");
}

#define CORE(implementer, part)                                                                                        \
	"processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: " implementer                                           \
	"\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: " part "\nCPU revision\t: 2\n\n"

static const struct {
	const char *what, *text, *list;
} arm_files[] = {
	{ "one core", CORE("0x41", "0xd0c"), "arm_n1" },
	{ "the same core four times",
		CORE("0x41", "0xd40") CORE("0x41", "0xd40") CORE("0x41", "0xd40") CORE("0x41", "0xd40"), "arm_v1" },
	{ "decimal numbers", CORE("65", "3340"), "arm_n1" },
	{ "octal numbers", CORE("0101", "06414"), "arm_n1" },
	{ "capital hexadecimal", CORE("0X41", "0XD0C"), "arm_n1" },
	{ "a part that nobody knows", CORE("0x41", "0xd81"), "" },
	{ "an implementer that nobody knows", CORE("0x61", "0x022"), "" },
	{ "big.LITTLE of two", CORE("0x41", "0xd05") CORE("0x41", "0xd05") CORE("0x41", "0xd0b") CORE("0x41", "0xd0b"),
		"arm_ac55 arm_ac76" },
	{ "a 32-bit big.LITTLE", CORE("0x41", "0xc07") CORE("0x41", "0xc0f"), "arm_ac7 arm_ac15" },
	{ "four kinds, mixed",
		CORE("0x41", "0xd82") CORE("0x41", "0xd03") CORE("0x41", "0xd0b") CORE("0x41", "0xd05")
			CORE("0x41", "0xd03"),
		"arm_x4 arm_ac53 arm_ac76 arm_ac55" },
	{ "a known kind after unknown ones", CORE("0x41", "0xd80") CORE("0x41", "0xd81") CORE("0x41", "0xd82"),
		"arm_x4" },
	{ "ten kinds",
		CORE("0x41", "0xd03") CORE("0x41", "0xd05") CORE("0x41", "0xd07") CORE("0x41", "0xd08")
			CORE("0x41", "0xd0b") CORE("0x41", "0xd0c") CORE("0x41", "0xd40") CORE("0x41", "0xd49")
				CORE("0x41", "0xd4f") CORE("0x41", "0xd84"),
		"arm_ac53 arm_ac55 arm_ac57 arm_ac72 arm_ac76 arm_n1 arm_v1 arm_n2 arm_v2 arm_v3" },
	{ "eight unknown kinds, then a known one",
		CORE("0x61", "1") CORE("0x61", "2") CORE("0x61", "3") CORE("0x61", "4") CORE("0x61", "5")
			CORE("0x61", "6") CORE("0x61", "7") CORE("0x61", "8") CORE("0x41", "0xd0c"),
		"arm_n1" },
	{ "fields in another order",
		"CPU part\t: 0xd0c\nCPU architecture: 8\nCPU implementer\t: 0x41\nCPU revision\t: 1\n", "arm_n1" },
	{ "fields in another order, twice",
		"CPU part\t: 0xd0c\nCPU architecture: 8\nCPU implementer\t: 0x41\n\nCPU part\t: 0xd40\nCPU architecture: 8\nCPU implementer\t: 0x41\n\n",
		"arm_n1 arm_v1" },
	{ "architecture with a name",
		"CPU implementer\t: 0x41\nCPU architecture: AArch64\nCPU part\t: 0xd0c\nCPU revision\t: 1\n",
		"arm_n1" },
	{ "two cores without an architecture",
		"CPU implementer\t: 0x41\nCPU part\t: 0xd0c\nCPU revision\t: 1\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\nCPU revision\t: 1\n\n",
		"arm_n1" },
	{ "a file that ends after the part", "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n",
		"arm_n1" },
	{ "a last line without a newline", "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c",
		"arm_n1" },
	{ "one more line without a newline",
		"CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\nCPU revision\t: 1", "arm_n1" },
	{ "a line without a colon",
		"Hardware\nCPU implementer\t: 0x41\nCPU architecture: 8\nno colon\nCPU part\t: 0xd0c\nCPU revision\t: 1\n",
		"arm_n1" },
	{ "blanks instead of tabs",
		"CPU implementer : 0x41\nCPU architecture : 8\nCPU part : 0xd0c\nCPU revision : 1\n", "arm_n1" },
	{ "small letters", "cpu implementer\t: 0x41\ncpu architecture: 8\ncpu part\t: 0xd0c\ncpu revision\t: 1\n", "" },
	{ "other fields only", "processor\t: 0\nmodel name\t: ARMv8 Processor rev 1 (v8l)\nBogoMIPS\t: 50.00\n", "" },
	{ "nothing", "", "" },
	{ "empty lines", "\n\n\n", "" },
	{ "Krait", CORE("0x51", "0x04d"), "qcom_krait" },
	{ "Krait 400", CORE("0x51", "0x06f"), "qcom_krait" },
	{ "Kryo", CORE("0x51", "0x800"), "" },
	{ "Krait with a Cortex-A7", CORE("0x41", "0xc07") CORE("0x51", "0x06f"), "arm_ac7 qcom_krait" },
	{ "ThunderX2 of Cavium", CORE("0x43", "0x0af"), "arm_thunderx2 tx2_dmc0-1 tx2_llc0-1 tx2_ccpi0-1" },
	{ "ThunderX2 of Broadcom", CORE("0x42", "0x516"), "arm_thunderx2 tx2_dmc0-1 tx2_llc0-1 tx2_ccpi0-1" },
};

static void check_arm_files(void)
{
	for (size_t i = 0; i < sizeof arm_files / sizeof arm_files[0]; i++) {
		int before = failures;
		char words[1024], list[1024];

		snprintf(list, sizeof list, "%s perf perf_raw", arm_files[i].list);
		new_machine();
		put("/proc/cpuinfo", arm_files[i].text);
		compare_list(words_for_top(""), list);
		new_machine();
		put("/elsewhere", arm_files[i].text);
		snprintf(words, sizeof words, "LIBPFM_FSROOT=ROOT/virtual LIBPFM_PROC_CPUINFO=%s/elsewhere", top);
		compare_list(words, list);
		if (failures > before)
			printf("  that was: %s\n", arm_files[i].what);
	}
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_PROC_CPUINFO=/nonexistent/cpuinfo", "perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/virtual LIBPFM_PROC_CPUINFO=/", "perf perf_raw");
}

/* Many processors, and a line longer than any buffer. */
static void check_large_cpuinfo(void)
{
	size_t size = 300000, length = 0;
	char *text = malloc(size);

	while (length < 200000)
		length += (size_t)sprintf(text + length, CORE("0x41", "0xd49"));
	length += (size_t)sprintf(text + length, "Features\t: ");
	memset(text + length, 'x', 20000);
	length += 20000;
	sprintf(text + length, "\n" CORE("0x41", "0xd4f"));
	new_machine();
	put("/proc/cpuinfo", text);
	compare_list(words_for_top(""), "arm_n2 arm_v2 perf perf_raw");
	free(text);
}

/* Every initialization looks anew. */
static void check_changed_file(void)
{
	char words[1024];

	new_machine();
	snprintf(words, sizeof words, "LIBPFM_FSROOT=ROOT/virtual LIBPFM_PROC_CPUINFO=%s/cpuinfo", top);
	compare_list(words, "perf perf_raw");
	put("/cpuinfo", CORE("0x41", "0xd03"));
	compare_list(words, "arm_ac53 perf perf_raw");
	put("/cpuinfo", CORE("0x41", "0xd08"));
	compare_list(words, "arm_ac72 perf perf_raw");
}

/* ---- POWER, Torrent ---- */

static void compare_pvr(unsigned int pvr)
{
	struct machine machine = { .vendor = 'p', .model = pvr, .besides = " perf perf_raw " };
	char words[128], text[256];

	snprintf(words, sizeof words, "%s LIBPFM_CPUID=POWER-0x%x", no_devices, pvr);
	compare_machine(words, &machine);
	snprintf(text, sizeof text,
		"processor\t: 0\ncpu\t\t: POWER\nclock\t\t: 2300.0MHz\nrevision\t: 2.2 (pvr %04x 1202)\n\nplatform\t: PowerNV\n",
		pvr);
	new_machine();
	put("/proc/cpuinfo", text);
	compare_machine(words_for_top(""), &machine);
}

static void check_power(void)
{
	static const unsigned int others[] = { 0x0100, 0x0135, 0x4e00, 0x004e + 0x100, 0x0f00, 0x0f04, 0xffff, 0x8040 };

	for (unsigned int pvr = 0; pvr < 0x100; pvr++)
		compare_pvr(pvr);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		compare_pvr(others[i]);
}

static void check_torrent(void)
{
	static const struct {
		const char *entry, *list;
	} trees[] = {
		{ "/proc/device-tree/hfi-iohub@", "power_torrent perf perf_raw" },
		{ "/proc/device-tree/hfi-iohub@300000000000", "power_torrent perf perf_raw" },
		{ "/proc/device-tree/hfi-iohub@3/reg", "power_torrent perf perf_raw" },
		{ "/proc/device-tree/hfi-iohub", "perf perf_raw" },
		{ "/proc/device-tree/HFI-IOHUB@3", "perf perf_raw" },
		{ "/proc/device-tree/xhfi-iohub@3", "perf perf_raw" },
		{ "/proc/device-tree/cpus/hfi-iohub@3", "perf perf_raw" },
		{ "/proc/device-tree", "perf perf_raw" },
	};

	for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
		new_machine();
		put(trees[i].entry, "x\n");
		compare_list(words_for_top(""), trees[i].list);
	}
}

/* ---- MIPS, SPARC ---- */

static void check_mips_sparc(void)
{
	static const struct {
		const char *text, *list;
	} machines[] = {
		{ "system type\t\t: Atheros AR9344\nmachine\t\t\t: X\nprocessor\t\t: 0\ncpu model\t\t: MIPS 74Kc V4.12\nBogoMIPS\t\t: 278.93\n",
			"mips_74k" },
		{ "cpu model\t\t: MIPS 74K V4.0\n", "mips_74k" },
		{ "cpu model\t\t: MIPS 24Kc V7.4\n", "" },
		{ "cpu model\t\t: mips 74k\n", "" },
		{ "CPU model\t\t: MIPS 74K V4.0\n", "" },
		{ "system type\t\t: X\nfoo: MIPS 74K hi\n", "" },
		{ "cpu\t\t: TI UltraSparc II\npmu\t\t: ultra12\nprom\t\t: X\n", "ultra12" },
		{ "pmu\t\t: ultra3\n", "ultra3" },
		{ "pmu\t\t: ultra3i\n", "ultra3i" },
		{ "pmu\t\t: ultra3+\n", "ultra3p" },
		{ "pmu\t\t: ultra4+\n", "ultra4p" },
		{ "pmu\t\t: niagara\n", "niagara1" },
		{ "cpu\t\t: X\nfpu\t\t: Y\npmu\t\t: niagara2\n", "niagara2" },
		{ "pmu\t\t: niagara1\n", "" },
		{ "pmu\t\t: niagara3\n", "" },
		{ "pmu\t\t: niagara4\n", "" },
		{ "pmu\t\t: ultra3p\n", "" },
		{ "pmu\t\t: Ultra3\n", "" },
		{ "pmu\t\t: ultra3 \n", "" },
		{ "cpu\t\t: X\nfoo : niagara2\n", "" },
		{ "pmu\t\t: \n", "" },
	};

	for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
		int before = failures;
		char list[640];

		snprintf(list, sizeof list, "%s perf perf_raw", machines[i].list);
		new_machine();
		put("/proc/cpuinfo", machines[i].text);
		compare_list(words_for_top(""), list);
		/* that variable is for Arm only */
		new_machine();
		put("/elsewhere", machines[i].text);
		snprintf(list, sizeof list, "LIBPFM_PROC_CPUINFO=%s/elsewhere", top);
		compare_list(words_for_top(list), "perf perf_raw");
		if (failures > before)
			printf("  that was: %s\n", machines[i].text);
	}
}

/* ---- s390x ---- */

/* The counters of each generation, as ranges. */
static const struct {
	int types[2];
	const char *counters;
	int count;
} generations[] = {
	{ { 0, 1234 }, "", 0 },
	{ { 2097, 2098 }, "128-142 145-147", 18 },
	{ { 2817, 2818 }, "128-131 133-148 150 152 153 155", 24 },
	{ { 2827, 2828 }, "128-133 135 137-161 177-179", 35 },
	{ { 2964, 2965 }, "128-141 143-179 218-220 448 449", 56 },
	{ { 3906, 3907 }, "128-141 143-158 162-175 224-226 232 243-245 448 449", 53 },
	{ { 8561, 8562 }, "128-141 143-158 162-175 224-226 232 243-245 247 252 264 265 448 449", 57 },
	{ { 3931, 3932 }, "128-132 134 135 137-141 143 145-183 224-226 232 244-246 248 253 256 265-270 448 449", 70 },
	{ { 9175, 9176 },
		"128-132 134 135 137-141 143 145-179 202-206 225 226 232 244-246 248 253 256 265-270 272-274 276-279 448 449",
		77 },
};

/* The specification's table of totals, for versions 1.5, 1.6, 3.5, 3.6 and 2.6. */
static const char *const versions[] = { "1.5", "1.6", "3.5", "3.6", "2.6", "1.1", "3.99", "0.7" };
static const int totals[][5] = { { 28, 32, 24, 28, 20 }, { 46, 50, 42, 46, 38 },  { 52, 56, 48, 52, 44 },
				 { 63, 67, 59, 63, 55 }, { 84, 88, 80, 84, 76 },  { 81, 85, 77, 81, 73 },
				 { 85, 89, 81, 85, 77 }, { 98, 102, 94, 98, 90 }, { 105, 109, 101, 105, 97 } };

static int total_of(int generation, const char *version)
{
	int first = atoi(version), second = atoi(strchr(version, '.') + 1);

	return (first == 1 ? 12 : first == 3 ? 8 : 0) + (second < 6 ? 16 : 20) + generations[generation].count;
}

static bool has_counters(int *idx, const char *ranges)
{
	pfm_event_info_t info = { .size = sizeof info };

	for (const char *at = ranges; *at; at += *at == ' ') {
		char *end;
		unsigned long low = strtoul(at, &end, 10), high = *end == '-' ? strtoul(end + 1, &end, 10) : low;

		for (at = end; low <= high; low++) {
			if (*idx < 0 || pfm_get_event_info(*idx, PFM_OS_NONE, &info) || info.code != low)
				return false;
			*idx = pfm_get_event_next(*idx);
		}
	}
	return true;
}

static void compare_counters(int generation, const char *version)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int first = atoi(version), second = atoi(strchr(version, '.') + 1), idx;

	if (!CHECK(!pfm_get_pmu_info(PFM_PMU_S390X_CPUM_CF, &info)))
		return;
	idx = info.first_event;
	CHECK(info.nevents == total_of(generation, version));
	CHECK(info.num_fixed_cntrs == info.nevents);
	CHECK(info.is_dfl);
	CHECK(info.is_present);
	CHECK(has_counters(&idx, first == 1           ? "0-5 32-37" : first == 3 ? "0-5 32 33" : ""));
	CHECK(has_counters(&idx, second < 6 ? "64-79" : "64-83"));
	CHECK(has_counters(&idx, generations[generation].counters));
	CHECK_SAME(idx, -1);
}

static void new_s390(const char *levels, const char *sysinfo)
{
	new_machine();
	put_pmu("cpum_cf", "8\n");
	put_pmu("cpum_sf", "9\n");
	if (levels)
		put("/proc/service_levels", levels);
	if (sysinfo)
		put("/proc/sysinfo", sysinfo);
}

static void check_s390_totals(void)
{
	for (size_t i = 0; i < sizeof generations / sizeof generations[0]; i++)
		for (size_t k = 0; k < sizeof versions / sizeof versions[0]; k++)
			for (int type = 0; type < 2; type++) {
				char levels[256], sysinfo[256];

				CHECK(k >= 5 || total_of((int)i, versions[k]) == totals[i][k]);
				snprintf(levels, sizeof levels,
					"VM: z/VM Version 7\nCPU-MF: Counter facility: version=%s authorization=002e\n",
					versions[k]);
				snprintf(sysinfo, sizeof sysinfo,
					"Manufacturer:         IBM\nType:                 %d\nModel:                701              T01\n",
					generations[i].types[type]);
				new_s390(levels, sysinfo);
				compare_list(words_for_top(""), "cpum_cf cpum_sf perf perf_raw");
				compare_counters((int)i, versions[k]);
			}
}

#define LEVELS(text) "CPU-MF: Counter facility: version=" text " authorization=002e\n"

static void check_s390_corners(void)
{
	static const struct {
		const char *levels, *sysinfo;
		int events;
	} files[] = {
		{ NULL, NULL, 16 },
		{ LEVELS("3.7"), NULL, 28 },
		{ NULL, "Type: 8561\n", 16 + 57 },
		{ "", "", 16 },
		{ LEVELS("x"), "Type: 8561\n", 16 + 57 },
		{ LEVELS("3"), "Type: 8561\n", 16 + 57 },
		{ LEVELS("x.y") LEVELS("3.7"), "Type: 8561\n", 16 + 57 },
		{ LEVELS("1.1") LEVELS("3.7"), "Type: 8561\n", 28 + 57 },
		{ " " LEVELS("3.7"), " Type: 8561\n", 16 },
		{ LEVELS("3.7"), "Type: 0x2171\n", 28 },
		{ LEVELS("3.7"), "Type: 8561 and more\n", 28 + 57 },
		{ LEVELS("3.7"), "Type:8561\n", 28 + 57 },
		{ LEVELS("3.7"), "Capacity: 1\n\nType: 2097\nType: 8561\n", 28 + 18 },
	};

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		pfm_pmu_info_t info = { .size = sizeof info };

		new_s390(files[i].levels, files[i].sysinfo);
		compare_list(words_for_top(""), "cpum_cf cpum_sf perf perf_raw");
		if (!CHECK(!pfm_get_pmu_info(PFM_PMU_S390X_CPUM_CF, &info) && info.nevents == files[i].events))
			printf("  file %zu: %d events\n", i, info.nevents);
	}
}

static void check_s390_presence(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	new_machine();
	put("/proc/service_levels", LEVELS("3.7"));
	put("/proc/sysinfo", "Type: 8561\n");
	compare_list(words_for_top("LIBPFM_ENCODE_INACTIVE=1"), "perf perf_raw");
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_S390X_CPUM_CF, &info), 0);
	CHECK(!info.nevents);
	CHECK_SAME(info.first_event, -1);
	CHECK_SAME(info.num_fixed_cntrs, 65535);
	CHECK_SAME(pfm_find_event("cpum_cf::CPU_CYCLES"), PFM_ERR_NOTFOUND);
	CHECK(pfm_find_event("cpum_sf::SF_CYCLES_BASIC") >= 0);
	put_pmu("cpum_sf", "9\n");
	compare_list(words_for_top(""), "cpum_sf perf perf_raw");
	new_s390(LEVELS("3.7"), "Type: 8561\n");
	compare_list(words_for_top("LIBPFM_FORCE_PMU=cpum"), "cpum_cf");
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_S390X_CPUM_CF, &info), 0);
	CHECK(info.nevents == 28 + 57);
}

/* ---- rapl, ix86arch ---- */

static void compare_events(const char *pmu, const char *expected)
{
	char got[1024] = "";
	size_t length = 0;

	for (int id = 0; id < LIBPFM4_NUMBERS; id++) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_event_info_t event = { .size = sizeof event };

		if (strcmp(pmus[id].name, pmu) || pfm_get_pmu_info((pfm_pmu_t)id, &info))
			continue;
		for (int idx = info.first_event; idx >= 0; idx = pfm_get_event_next(idx))
			if (!pfm_get_event_info(idx, PFM_OS_NONE, &event))
				length += (size_t)snprintf(got + length, sizeof got - length, "%s%s=%#llx",
					length ? " " : "", event.name, (unsigned long long)event.code);
	}
	if (!check(!strcmp(got, expected), "the events of this variant", __FILE__, __LINE__))
		printf("  expected %s\n  got      %s\n", expected, got);
}

#define CORES "RAPL_ENERGY_CORES=0x1"
#define PKG "RAPL_ENERGY_PKG=0x2"
#define DRAM "RAPL_ENERGY_DRAM=0x3"
#define GPU "RAPL_ENERGY_GPU=0x4"
#define PSYS "RAPL_ENERGY_PSYS=0x5"
/* the kernel's names for them */
#define CLIENT_NAMES " energy-cores=0x1 energy-pkg=0x2 energy-gpu=0x4"
#define SERVER_NAMES " energy-pkg=0x2 energy-ram=0x3"

static void check_rapl(void)
{
	static const struct {
		const char *models, *events;
	} variants[] = {
		{ "42 58 60 61 69 70 71 92 95 102 122", CORES " " PKG " " GPU CLIENT_NAMES },
		{ "78 94 125 126 140 141 142 151 157 158 165 166 167 170 189 197 204 213",
			CORES " " PKG " " GPU " " PSYS CLIENT_NAMES " energy-psys=0x5" },
		{ "45 62", CORES " " PKG " " DRAM " energy-cores=0x1" SERVER_NAMES },
		{ "63 79 85 86 106 108 143 173 174 175 182 207 221", PKG " " DRAM SERVER_NAMES },
		{ "87 133", CORES " " PKG " " GPU CLIENT_NAMES },
	};
	char words[128];

	for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
		for (char *at = strdup(variants[i].models), *all = at, *model;
			(model = strsep(&at, " ")) || (free(all), 0);) {
			snprintf(words, sizeof words,
				"LIBPFM_FSROOT=ROOT/everything LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-%s",
				model);
			CHECK(!start(words));
			compare_events("rapl", variants[i].events);
		}
	CHECK(!start("LIBPFM_FSROOT=ROOT/everything LIBPFM_FORCE_PMU=rapl LIBPFM_CPUID=GenuineIntel-6-85-4"));
	compare_events("rapl", CORES " " PKG " " GPU CLIENT_NAMES);
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_CPUID=AuthenticAMD-25-33"));
	compare_events("amd64_rapl", PKG " energy-pkg=0x2");
}

static void check_architectural(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_FORCE_PMU=ix86arch"));
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_INTEL_X86_ARCH, &info), 0);
	CHECK(info.is_present);
	CHECK(info.is_dfl);
	CHECK_SAME(info.num_cntrs, 0);
	CHECK_SAME(info.num_fixed_cntrs, 0);
	compare_events("ix86arch",
		"UNHALTED_CORE_CYCLES=0x3c INSTRUCTION_RETIRED=0xc0 UNHALTED_REFERENCE_CYCLES=0x13c LLC_REFERENCES=0x4f2e LLC_MISSES=0x412e "
		"BRANCH_INSTRUCTIONS_RETIRED=0xc4 MISPREDICTED_BRANCH_RETIRED=0xc5");
	CHECK(!start("LIBPFM_FSROOT=ROOT/virtual LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=AuthenticAMD-25-97-2"));
	CHECK_SAME(pfm_get_pmu_info(PFM_PMU_INTEL_X86_ARCH, &info), 0);
	CHECK(!info.is_present);
	CHECK_SAME(info.nevents, 0);
	CHECK_SAME(info.first_event, -1);
	CHECK_SAME(pfm_find_event("ix86arch::LLC_MISSES"), PFM_ERR_NOTFOUND);
}

/* ---- captured machines ---- */

/* What an event encodes to for perf_event: "TYPE CONFIG", with config1 behind if it is not 0, or an error. */
static void check_perf(const char *event, const char *expected)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	int error = pfm_get_os_event_encoding(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	char got[96];

	if (error)
		snprintf(got, sizeof got, "%d", error);
	else if (attr.config1)
		snprintf(got, sizeof got, "%u %#llx %#llx", attr.type, (unsigned long long)attr.config,
			(unsigned long long)attr.config1);
	else
		snprintf(got, sizeof got, "%u %#llx", attr.type, (unsigned long long)attr.config);
	if (!check(!strcmp(got, expected), "an event of a captured machine", __FILE__, __LINE__))
		printf("  %s: expected %s, got %s\n", event, expected, got);
}

/* Which PMU an event without a prefix is found in. */
static void check_found(const char *event, const char *expected)
{
	pfm_event_info_t info = { .size = sizeof info };
	int idx = pfm_find_event(event);
	const char *name = idx < 0 || pfm_get_event_info(idx, PFM_OS_NONE, &info) ? "none" : pfm_get_pmu_name(info.pmu);

	if (!check(!strcmp(name, expected), "the PMU that an event is found in", __FILE__, __LINE__))
		printf("  %s: expected %s, got %s\n", event, expected, name);
}

/* The device that counts an event, and the beginning of its full string. */
static void check_device(const char *event, const char *device, const char *full)
{
	char *string = NULL, name[64] = "";
	uint64_t *codes = NULL;
	int count = 0;
	pfm_err_t error = pfm_get_event_device(event, name, sizeof name);
	pfm_err_t encoded = pfm_get_event_encoding(event, PFM_PLM0 | PFM_PLM3, &string, NULL, &codes, &count);

	if (!check(!error && !strcmp(name, device), "the device of an event", __FILE__, __LINE__))
		printf("  %s: expected %s, got %s\n", event, device, error ? pfm_strerror(error) : name);
	if (!check(!encoded && !strncmp(string, full, strlen(full)) && strchr(":", string[strlen(full)]),
		    "its full string", __FILE__, __LINE__))
		printf("  %s: expected %s, got %s\n", event, full, encoded ? pfm_strerror(encoded) : string);
	free(string);
	free(codes);
}

/* All active PMUs of the tables, libpfm4's and those beyond, in the order of their numbers. */
static void compare_active(const char *words, const char *list)
{
	char expected[8192], got[8192] = " ";
	size_t length = 1;

	CHECK(!start(words));
	expand(list, expected, sizeof expected);
	for (int pmu = 0; (pmu = pfm_next_pmu(pmu)) > 0;) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_pmu_details_t details = { .size = sizeof details };

		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present &&
			!pfm_get_pmu_details((pfm_pmu_t)pmu, &details) && !details.is_kernel_only)
			length += (size_t)snprintf(got + length, sizeof got - length, "%s ", info.name);
	}
	if (!check(!strcmp(got, expected), "exactly the PMUs of this machine are active", __FILE__, __LINE__))
		printf("  %s\n  expected%s\n  got     %s\n", words, expected, got);
}

#define KUNPENG_UNCORE                                                                                                                       \
	"hisi_sccl1_ddrc0-3 hisi_sccl3_ddrc0-3 hisi_sccl5_ddrc0-3 hisi_sccl7_ddrc0-3 hisi_sccl1_hha2-3 hisi_sccl3_hha0-1 hisi_sccl5_hha6-7 " \
	"hisi_sccl7_hha4-5 hisi_sccl1_l3c8-15 hisi_sccl3_l3c0-7 hisi_sccl5_l3c24-31 hisi_sccl7_l3c16-23"

static void check_captured_x86(void)
{
	compare_list("LIBPFM_FSROOT=ROOT/skylake-client", "skl rapl perf perf_raw");
	check_found("INST_RETIRED", "skl");
	check_found("CYCLES", "perf");
	check_perf("skl::INST_RETIRED:ANY_P", "4 0xc0");
	check_perf("rapl::RAPL_ENERGY_PSYS", "18 0x5");
	compare_list("LIBPFM_FSROOT=ROOT/sapphire-rapids-2s",
		"spr spr_unc_cha0-59 spr_unc_imc0-11 spr_unc_upi0-3 rapl perf perf_raw");
	check_perf("spr_unc_imc11::UNC_M_CLOCKTICKS", "69 0x101");
	check_perf("spr_unc_cha59::UNC_CHA_CLOCKTICKS", "133 0x1");
	check_perf("spr_unc_upi3::UNC_UPI_CLOCKTICKS", "73 0x1");
	check_perf("rapl::RAPL_ENERGY_DRAM", "15 0x3");
	check_perf("rapl::RAPL_ENERGY_GPU", "-4");
	compare_list("LIBPFM_FSROOT=ROOT/alder-lake", "rapl adl_glc adl_grt perf perf_raw");
	check_perf("adl_glc::INST_RETIRED:ANY_P", "4 0xc0");
	check_perf("adl_grt::INST_RETIRED:ANY_P", "10 0xc0");
	check_found("INST_RETIRED", "adl_glc");
	check_perf("perf::slots", "-4");
	compare_list("LIBPFM_FSROOT=ROOT/zen4-server", "amd64_fam19h_zen4 amd64_rapl perf perf_raw");
	check_perf("amd64_fam19h_zen4::RETIRED_INSTRUCTIONS", "4 0xc0");
	check_perf("amd64_rapl::RAPL_ENERGY_PKG", "14 0x2");
	check_found("RETIRED_INSTRUCTIONS", "amd64_fam19h_zen4");
}

/* Core PMUs beyond libpfm4: by family and model alone, whatever devices the kernel has. */
static void check_new_cores(void)
{
	static const struct {
		const char *name, *cpus;
	} cores[] = {
		{ "glp", "i 6: 122" },
		{ "mtl_rwc", "i 6: 170 172 181" },
		{ "mtl_cmt", "i 6: 170 172 181" },
		{ "lnl_lnc", "i 6: 189" },
		{ "lnl_skt", "i 6: 189" },
		{ "arl_lnc", "i 6: 197 198" },
		{ "arl_skt", "i 6: 197 198" },
		{ "arl_cmt", "i 6: 197" },
		{ "ptl_cgc", "i 6: 204 213 229" },
		{ "ptl_dkt", "i 6: 204 213 229" },
		{ "nvl_cyc", "i 18: 1 3" },
		{ "nvl_arw", "i 18: 1 3" },
		{ "srf", "i 6: 175" },
		{ "grr", "i 6: 182" },
		{ "cwf", "i 6: 221" },
	};
	enum { CORES_HERE = sizeof cores / sizeof cores[0] };
	int numbers[CORES_HERE] = { 0 };
	char words[128];

	CHECK(!start(no_devices));
	for (int pmu = 0; (pmu = pfm_next_pmu(pmu)) > 0;)
		for (int i = 0; i < CORES_HERE; i++)
			if (!strcmp(pfm_get_pmu_name((pfm_pmu_t)pmu), cores[i].name))
				numbers[i] = pmu;
	for (unsigned int family = 6; family <= 18; family += 12)
		for (unsigned int model = 0; model < 256; model++) {
			struct machine machine = { .vendor = 'i', .family = family, .model = model };

			snprintf(words, sizeof words, "%s LIBPFM_CPUID=GenuineIntel-%u-%u-1", no_devices, family,
				model);
			CHECK(!start(words));
			for (int i = 0; i < CORES_HERE; i++) {
				pfm_pmu_info_t info = { .size = sizeof info };

				if (!check(numbers[i] && !pfm_get_pmu_info((pfm_pmu_t)numbers[i], &info) &&
						    info.is_present == cpu_matches(cores[i].cpus, &machine),
					    "a new core on its models", __FILE__, __LINE__))
					printf("  %s: %s\n", words, cores[i].name);
			}
		}
}

/*
 * Two core types: a name is the performance core's, or the efficiency core's if only that has it, with its unit
 * mask. Codes are those of Intel's files.
 */
static void check_hybrids(void)
{
	compare_active("LIBPFM_FSROOT=ROOT/meteor-lake",
		"perf rapl perf_raw mtl_rwc mtl_cmt tgl_unc_imc_free adl_unc_imc mtl_unc_arb mtl_unc_hac_arb mtl_unc_hac_cbo mtl_unc_cncu "
		"msr cstate_core cstate_pkg i915 mtl_unc_sncu");
	check_perf("INST_RETIRED.ANY", "4 0xc0");
	check_perf("mtl_cmt::INST_RETIRED.ANY", "10 0xc0");
	check_perf("LD_BLOCKS.STORE_FORWARD", "4 0x8203");
	check_perf("mtl_cmt::LD_BLOCKS.STORE_FORWARD", "10 0x203");
	check_perf("LD_BLOCKS.DATA_UNKNOWN", "10 0x103");
	check_perf("mtl_rwc::LD_BLOCKS.DATA_UNKNOWN", "-8");
	check_perf("MEM_SCHEDULER_BLOCK.ALL", "10 0x704");
	check_perf("MEM_LOAD_RETIRED.L3_MISS", "4 0x20d1");
	check_found("MEM_LOAD_RETIRED", "mtl_rwc");
	check_found("MEM_SCHEDULER_BLOCK", "mtl_cmt");
	check_device("mtl_cmt::INST_RETIRED.ANY", "cpu_atom", "mtl_cmt::INST_RETIRED:ANY");
	check_perf("adl_unc_imc1::UNC_M_CAS_COUNT_RD", "16 0x22");
	check_perf("mtl_unc_cncu::UNC_CLOCK.SOCKET", "25 0xff");
	/* the controller that the name says, unless the number says another one */
	check_perf("tgl_unc_imc_free::UNC_M_MC0_TOTAL_REQCOUNT_FREERUN", "17 0x10ff");
	check_perf("tgl_unc_imc_free::UNC_M_MC1_TOTAL_REQCOUNT_FREERUN", "18 0x10ff");
	check_perf("UNC_MC1_RDCAS_COUNT_FREERUN", "18 0x20ff");
	check_perf("tgl_unc_imc_free0::UNC_MC1_RDCAS_COUNT_FREERUN", "17 0x20ff");
	check_device("UNC_M_MC1_WRCAS_COUNT_FREERUN", "uncore_imc_free_running_1",
		"tgl_unc_imc_free::UNC_M_MC1_WRCAS_COUNT_FREERUN");

	compare_active("LIBPFM_FSROOT=ROOT/lunar-lake",
		"perf rapl perf_raw lnl_lnc lnl_skt tgl_unc_imc_free adl_unc_imc mtl_unc_arb msr cstate_core cstate_pkg xe "
		"lnl_unc_hbo");
	check_perf("BR_INST_RETIRED.COND", "4 0x100000011c4");
	check_perf("DTLB_LOAD_MISSES.STLB_HIT", "4 0x30000002012");
	check_perf("lnl_skt::ITLB_MISSES.STLB_HIT", "10 0x2085");
	check_perf("OCR.DEMAND_DATA_RD.L3_MISS", "4 0x12a 0x9e7fa000001");
	check_perf("TOPDOWN_RETIRING.ALL", "10 0x2c2");
	check_perf("L2_REQUEST.REJECTS", "10 0x424");

	compare_active("LIBPFM_FSROOT=ROOT/panther-lake",
		"perf perf_raw ptl_cgc ptl_dkt tgl_unc_imc_free ptl_unc_imc mtl_unc_cncu msr cstate_core cstate_pkg xe");
	check_perf("BR_MISP_RETIRED.ALL_BRANCHES_TPEBS", "4 0x8000000000c5");
	check_perf("ITLB_MISSES.STLB_HIT", "4 0x10000002011");
	check_perf("ptl_dkt::ITLB_MISSES.STLB_HIT", "10 0x2085");
	check_perf("L2_REQUEST.HWPF_MISS", "10 0x4824");
	check_device("mtl_unc_cncu::UNC_CLOCK.SOCKET", "uncore_cncu_0", "mtl_unc_cncu::UNC_CLOCK:SOCKET");
	check_device("mtl_unc_cncu1::UNC_CLOCK.SOCKET", "uncore_cncu_1", "mtl_unc_cncu1::UNC_CLOCK:SOCKET");
}

/* Three core types, each with a device. */
static void check_three_kinds(void)
{
	compare_active("LIBPFM_FSROOT=ROOT/arrow-lake-h",
		"perf rapl perf_raw arl_lnc arl_skt arl_cmt tgl_unc_imc_free adl_unc_imc mtl_unc_arb mtl_unc_hac_arb mtl_unc_hac_cbo "
		"mtl_unc_cncu msr cstate_core cstate_pkg i915 mtl_unc_sncu");
	check_perf("INST_RETIRED.ANY", "4 0xc0");
	check_perf("arl_skt::INST_RETIRED.ANY", "10 0xc0");
	check_perf("arl_cmt::INST_RETIRED.ANY", "11 0xc0");
	check_perf("LD_BLOCKS.DATA_UNKNOWN", "10 0x103");
	check_perf("LBR_INSERTS.ANY", "11 0x1e4");
	check_perf("TOPDOWN_FE_BOUND.ITLB", "11 0x1071");
	check_perf("FP_FLOPS_RETIRED.DP", "11 0x1c8");
	check_perf("OCR.DEMAND_DATA_RD.L3_MISS", "4 0x12a 0xfe7f8000001");
	check_device("LBR_INSERTS.ANY", "cpu_lowpower", "arl_cmt::LBR_INSERTS:ANY");
}

#define GRANITE_RAPIDS_UNCORE                                                                                                  \
	"spr_unc_iio_free gnr_unc_cha gnr_unc_iio gnr_unc_irp gnr_unc_upi gnr_unc_ubox gnr_unc_pcu gnr_unc_mdf gnr_unc_b2cmi " \
	"gnr_unc_b2cxl gnr_unc_b2hot gnr_unc_b2upi gnr_unc_cxlcm gnr_unc_cxldp msr cstate_core cstate_pkg"

/* Boxes by the kernel's numbers, which have gaps; without a number the first one that is there, 3 before 10. */
static void check_boxes(void)
{
	compare_active("LIBPFM_FSROOT=ROOT/granite-rapids",
		"perf perf_raw gnr gnr_unc_imc0-3 gnr_unc_imc8-11 " GRANITE_RAPIDS_UNCORE " gnr_unc_pciex");
	check_device("gnr_unc_cha::UNC_CHA_CLOCKTICKS", "uncore_cha_3", "gnr_unc_cha::UNC_CHA_CLOCKTICKS");
	check_device("UNC_CHA_CLOCKTICKS", "uncore_cha_3", "gnr_unc_cha::UNC_CHA_CLOCKTICKS");
	check_device("gnr_unc_cha10::UNC_CHA_CLOCKTICKS", "uncore_cha_10", "gnr_unc_cha10::UNC_CHA_CLOCKTICKS");
	check_perf("gnr_unc_cha::UNC_CHA_CLOCKTICKS", "20 0x1");
	check_perf("gnr_unc_cha3::UNC_CHA_CLOCKTICKS", "20 0x1");
	check_perf("gnr_unc_cha7::UNC_CHA_TOR_INSERTS.IA_MISS_DRD", "24 0xc817fe00000135");
	check_perf("gnr_unc_cha13::UNC_CHA_CLOCKTICKS", "29 0x1");
	check_perf("gnr_unc_cha0::UNC_CHA_CLOCKTICKS", "-1");
	check_perf("gnr_unc_cha9::UNC_CHA_CLOCKTICKS", "-1");
	check_perf("gnr_unc_cha14::UNC_CHA_CLOCKTICKS", "-1");
	check_perf("gnr_unc_cha03::UNC_CHA_CLOCKTICKS", "-4");
	check_perf("gnr_unc_mdf::UNC_MDF_CLOCKTICKS", "55 0x1");
	check_device("gnr_unc_mdf12::UNC_MDF_CLOCKTICKS", "uncore_mdf_sbo_12", "gnr_unc_mdf12::UNC_MDF_CLOCKTICKS");
	check_device("gnr_unc_b2cmi::UNC_B2CMI_IMC_WRITES.NI", "uncore_b2cmi_1",
		"gnr_unc_b2cmi::UNC_B2CMI_IMC_WRITES:NI");
	check_perf("gnr_unc_b2cmi5::UNC_B2CMI_IMC_WRITES.NI", "63 0x300000025");
	check_device("spr_unc_iio_free::UNC_IIO_BANDWIDTH_IN.PART1_FREERUN", "uncore_iio_free_running_2",
		"spr_unc_iio_free::UNC_IIO_BANDWIDTH_IN:PART1_FREERUN");
	check_perf("spr_unc_iio_free8::UNC_IIO_BANDWIDTH_IN.PART1_FREERUN", "87 0x21ff");
	check_found("UNC_M_CLOCKTICKS", "gnr_unc_imc0");
	check_perf("gnr_unc_imc11::UNC_M_CLOCKTICKS", "47 0x101");
	check_perf("gnr_unc_imc4::UNC_M_CLOCKTICKS", "-4");

	compare_active("LIBPFM_FSROOT=ROOT/sierra-forest",
		"perf perf_raw gnr_unc_imc0-3 srf " GRANITE_RAPIDS_UNCORE " cstate_module");
	check_perf("INST_RETIRED.ANY", "4 0xc0");
	check_perf("TOPDOWN_RETIRING.ALL", "4 0x72");
	check_perf("MEM_UOPS_RETIRED.LOAD_LATENCY_GT_64", "4 0x5d0 0x40");
	check_device("UNC_CHA_CLOCKTICKS", "uncore_cha_0", "gnr_unc_cha::UNC_CHA_CLOCKTICKS");
	check_device("gnr_unc_upi1::UNC_UPI_CLOCKTICKS", "uncore_upi_1", "gnr_unc_upi1::UNC_UPI_CLOCKTICKS");
	/* one box of its kind, so without a number: 0 means it, too */
	check_device("gnr_unc_pcu::UNC_P_CLOCKTICKS", "uncore_pcu", "gnr_unc_pcu::UNC_P_CLOCKTICKS");
	check_device("gnr_unc_pcu0::UNC_P_CLOCKTICKS", "uncore_pcu", "gnr_unc_pcu0::UNC_P_CLOCKTICKS");
	check_perf("gnr_unc_pcu1::UNC_P_CLOCKTICKS", "-1");
}

static void check_captured_arm(void)
{
	compare_list("LIBPFM_FSROOT=ROOT/neoverse-v1", "arm_v1 perf perf_raw");
	check_perf("CPU_CYCLES", "4 0x11");
	check_found("CPU_CYCLES", "arm_v1");
	compare_list("LIBPFM_FSROOT=ROOT/phone-4-kinds", "arm_ac53 arm_ac55 arm_ac76 arm_x4 perf perf_raw");
	check_found("CPU_CYCLES", "arm_ac53");
	check_perf("arm_ac53::CPU_CYCLES", "8 0x11");
	check_perf("arm_ac55::CPU_CYCLES", "9 0x11");
	check_perf("arm_ac76::CPU_CYCLES", "10 0x11");
	check_perf("arm_x4::CPU_CYCLES", "11 0x11");
	compare_list("LIBPFM_FSROOT=ROOT/kunpeng-920", "arm_kunpeng " KUNPENG_UNCORE " perf perf_raw");
	check_perf("arm_kunpeng::CPU_CYCLES", "4 0x11");
	check_perf("hisi_sccl1_ddrc0::flux_wr", "20 0");
	check_perf("hisi_sccl3_ddrc3::flux_wr", "27 0");
	check_perf("hisi_sccl5_ddrc0::flux_wr", "-1");
	check_found("flux_wr", "hisi_sccl1_ddrc0");
	check_found("rx_ops_num", "hisi_sccl1_hha2");
	check_found("rd_cpipe", "hisi_sccl1_l3c10");
}

static void check_captured_ibm(void)
{
	compare_list("LIBPFM_FSROOT=ROOT/power9", "power9 perf perf_raw");
	check_found("PM_CYC", "power9");
	check_perf("PM_CYC", "4 0x1001e");
	compare_list("LIBPFM_FSROOT=ROOT/z15", "cpum_cf cpum_sf perf perf_raw");
	compare_counters(6, "3.6");
	check_perf("cpum_cf::CPU_CYCLES", "8 0");
	check_perf("cpum_cf::INSTRUCTIONS", "8 0x1");
	check_perf("cpum_sf::SF_CYCLES_BASIC", "9 0xb0000");
}

/* Without sysfs there is no perf_event layer; the PMUs perf and perf_raw, which go by another file, are there. */
static void check_container(void)
{
	compare_list("LIBPFM_FSROOT=ROOT/container",
		"icx icx_unc_cha0-39 icx_unc_imc0-11 icx_unc_m2m0-1 icx_unc_iio0-5 icx_unc_irp0-5 icx_unc_pcu icx_unc_upi0-3 "
		"icx_unc_m3upi0-3 icx_unc_ubox icx_unc_m2pcie0-2 rapl perf perf_raw");
	check_perf("icx::INST_RETIRED:ANY_P", "-1");
	check_perf("perf::cycles", "-1");
	CHECK(pfm_find_event("icx::INST_RETIRED:ANY_P") >= 0);
	CHECK(pfm_find_event("perf::cycles") >= 0);
}

/* The interface's files decide on perf and perf_raw, and on the layer. */
static void check_perf_presence(void)
{
	compare_list("LIBPFM_FSROOT=ROOT/no-perf LIBPFM_CPUID=GenuineIntel-6-94-3", "ix86arch skl rapl");
	compare_list("LIBPFM_FSROOT=ROOT/perf-counter LIBPFM_CPUID=GenuineIntel-6-94-3",
		"ix86arch skl rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/no-sysfs LIBPFM_CPUID=GenuineIntel-6-42-7",
		"ix86arch snb snb_unc_cbo0-3 rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/no-mux LIBPFM_CPUID=GenuineIntel-6-42-7",
		"ix86arch snb snb_unc_cbo0-3 rapl perf perf_raw");
	compare_list("LIBPFM_FSROOT=ROOT/two-cha LIBPFM_CPUID=GenuineIntel-6-85-4",
		"ix86arch skx skx_unc_cha0-1 perf perf_raw");
	compare_list("LIBPFM_FSROOT=/nonexistent LIBPFM_CPUID=GenuineIntel-6-94-3", "ix86arch skl rapl");
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(top, sizeof top, "%s/pfm-detect-XXXXXX", tmp && *tmp && strlen(tmp) < 400 ? tmp : "/tmp");
	if (!mkdtemp(top)) {
		perror(top);
		return 1;
	}
	collect_pmus();
	RUN(check_intel);
	RUN(check_amd);
	RUN(check_named_x86);
	RUN(check_x86_cpuinfo);
	RUN(check_presence);
	RUN(check_strange_presence);
	RUN(check_arm_midr);
	RUN(check_arm_files);
	RUN(check_large_cpuinfo);
	RUN(check_changed_file);
	RUN(check_power);
	RUN(check_torrent);
	RUN(check_mips_sparc);
	RUN(check_s390_totals);
	RUN(check_s390_corners);
	RUN(check_s390_presence);
	RUN(check_rapl);
	RUN(check_architectural);
	RUN(check_captured_x86);
	RUN(check_new_cores);
	RUN(check_hybrids);
	RUN(check_three_kinds);
	RUN(check_boxes);
	RUN(check_captured_arm);
	RUN(check_captured_ibm);
	RUN(check_container);
	RUN(check_perf_presence);
	pfm_terminate();
	clear();
	rmdir(top);
	return check_summary("detect");
}
