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
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* ---- what each PMU needs ---- */

/* A line of tests/data/detection.tsv, which says what its fields are. */
struct rule {
	const char *name;
	int instances;
	const char *cpus, *device;
};

enum { RULES = 195 };

static struct rule rules[RULES];

static void take_rule(int row, char **fields)
{
	if (CHECK(row < RULES && fields[3]))
		rules[row] = (struct rule){ strdup(fields[0]), atoi(fields[1]), strdup(fields[2]),
			*fields[3] == '-' ? NULL : strdup(fields[3]) };
}

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

/* The file "cpus" of a device is read once, for all PMUs. */
static void check_cores_read_once(void)
{
	static const char cpus[] = "/sys/bus/event_source/devices/armv8_pmuv3_0/cpus";
	char path[sizeof top + sizeof cpus];
	struct inotify_event seen[64];
	int watch = inotify_init1(IN_NONBLOCK), opened = 0;
	ssize_t length;

	new_machine();
	put("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd05\n\n"
			     "processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n\n");
	put_pmu("armv8_pmuv3_0", "33\n");
	put(cpus, "0-1\n");
	snprintf(path, sizeof path, "%s%s", top, cpus);
	CHECK(inotify_add_watch(watch, path, IN_OPEN | IN_CLOSE) > 0);
	if (CHECK(!start(words_for_top("LIBPFM_ENCODE_INACTIVE=1")))) {
		check_perf("arm_ac55::CPU_CYCLES", "33 0x11");
		check_perf("arm_ac76::CPU_CYCLES", "33 0x11");
		check_perf("arm_n1::CPU_CYCLES", "4 0x11");
	}
	length = read(watch, seen, sizeof seen);
	for (ssize_t i = 0; i < length / (ssize_t)sizeof seen[0]; i++)
		opened += seen[i].mask == IN_OPEN;
	CHECK_SAME(opened, 1);
	close(watch);
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

static void check_row(int row, char **fields)
{
	const char *what = fields[0], *first = fields[1], *second = fields[2];
	int before = failures;

	if (!CHECK(second))
		return;
	if (!strcmp(what, "libpfm4"))
		compare_list(first, second);
	else if (!strcmp(what, "active"))
		compare_active(first, second);
	else if (!strcmp(what, "perf"))
		check_perf(first, second);
	else if (!strcmp(what, "found"))
		check_found(first, second);
	else if (!strcmp(what, "device"))
		check_device(first, second, fields[3]);
	else if (CHECK(!strcmp(what, "counters")))
		compare_counters(atoi(first), second);
	if (failures > before)
		printf("  that was row %d: %s %s\n", row + 1, what, first);
}

static void check_machines(void)
{
	read_table("tests/data/machines.tsv", check_row);
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

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(top, sizeof top, "%s/pfm-detect-XXXXXX", tmp && *tmp && strlen(tmp) < 400 ? tmp : "/tmp");
	if (!mkdtemp(top)) {
		perror(top);
		return 1;
	}
	read_table("tests/data/detection.tsv", take_rule);
	collect_pmus();
	RUN(check_intel);
	RUN(check_amd);
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
	RUN(check_new_cores);
	RUN(check_machines);
	RUN(check_cores_read_once);
	pfm_terminate();
	clear();
	rmdir(top);
	return check_summary("detect");
}
