/*
 * Whatever libpfm4 encodes must be encoded, but no kernel counts some of it: the code of a fixed counter with a counter
 * mask goes to a general counter, where it means nothing.
 */
#define _GNU_SOURCE
#include "countable.h"

#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "tables/device_name.h"
#include "common/machine_files.h"

/* Returns why the event of the string cannot be counted even alone, in fit's message; NULL: it can. */
static const char *why_uncountable(const char *string, pfm_fit_t *fit)
{
	pfm_placement_t place = { .size = sizeof place };
	int plm = PFM_PLM0 | PFM_PLM3;
	const char *why;

	/* print_generic() reports on perf's generic events */
	if (!string || !strncmp(string, "perf::", 6))
		return NULL;
	/* the string may have modifiers that perf_event refuses, such as Arm's hv */
	if (pfm_fit_strings(&string, NULL, 1, plm, PFM_OS_PERF_EVENT_EXT, 0, fit, &place) &&
		pfm_fit_strings(&string, NULL, 1, plm, PFM_OS_NONE, 0, fit, &place))
		return NULL;
	if (fit->rounds || fit->reason != PFM_FIT_COUNTERS)
		return NULL;
	why = strstr(fit->message, "cannot be counted");
	return why ? why : fit->message;
}

void say_if_uncountable(const char *requested, const char *string)
{
	static bool said;
	pfm_fit_t fit = { .size = sizeof fit };
	const char *why = said ? NULL : why_uncountable(string, &fit);

	if (!why)
		return;
	complain("%s: %s", requested, why);
	said = true;
}

/* ---- what this kernel does not do ---- */

/* Causes, with the words that showevtinfo --host has for them. */
enum cause {
#define FINDING(name, counts, code, message) name,
#define REMEDY(name, where, text)
#include "host/findings.def"
#undef FINDING
};

static const char *const cause_words[] = {
#define FINDING(name, counts, code, message) [name] = (message),
#include "host/findings.def"
#undef FINDING
#undef REMEDY
};

static bool is_of_core(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_RAW || attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
}

bool is_architectural(uint32_t type, uint64_t config)
{
	return type == PERF_TYPE_HARDWARE && config != PERF_COUNT_HW_STALLED_CYCLES_FRONTEND &&
		config != PERF_COUNT_HW_STALLED_CYCLES_BACKEND;
}

/*
 * Says that this machine's driver does not know the CPU, and so drops what the event needs beyond config, or refuses a
 * generic event. Returns whether it is such an event.
 */
static bool say_if_driver_lacks_it(const char *requested, const struct perf_event_attr *attr)
{
	bool is_dropped = attr->type == PERF_TYPE_RAW && (attr->config1 || attr->config2);
	bool is_refused = attr->type == PERF_TYPE_HW_CACHE ||
		(attr->type == PERF_TYPE_HARDWARE && !is_architectural(attr->type, attr->config));
	static bool said, is_read;
	static char driver[64];
	char words[256];

	if (!is_dropped && !is_refused)
		return false;
	if (!is_read)
		machine_generic_driver(driver, sizeof driver);
	is_read = true;
	if (!*driver)
		return false;
	snprintf(words, sizeof words, cause_words[generic_driver], clean(driver));
	if (!said)
		complain("%s: %s; %s", requested, words,
			is_dropped ? "it drops config1, and the event counts nothing"
				   : "it refuses this generic event, with ENOENT");
	said = true;
	return true;
}

/* Returns whether a RISC-V machine's counters cannot leave out a level: that takes the extension Sscofpmf. */
static bool counts_all_levels(void)
{
	/* Andes and T-Head have extensions of their own for this */
	static const char *const extensions[] = { "sscofpmf", "xandespmu" };
	char isa[1024];

	if (!machine_line("/proc/cpuinfo", "isa", isa, sizeof isa) || strncmp(isa, "rv", 2) != 0 ||
		machine_line_has("/proc/cpuinfo", "mvendorid", "0x5b7"))
		return false;
	for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
		if (strcasestr(isa, extensions[i]))
			return false;
	return true;
}

static void say_if_level_counts(const char *requested, const struct perf_event_attr *attr)
{
	static bool is_settled; /* it was reported, or does not apply here */

	if (is_settled || !is_of_core(attr) || (!attr->exclude_user && !attr->exclude_kernel))
		return;
	is_settled = true;
	if (counts_all_levels())
		complain("%s: %s; the kernel refuses this one (no Sscofpmf)", requested, cause_words[no_exclusion]);
}

/* ---- one device for several core types ---- */

/* Returns whether a PMU is beside those of the cores, on their device. */
static bool is_beside_cores(pfm_pmu_t pmu)
{
	return pmu == PFM_PMU_INTEL_X86_ARCH || (int)pmu == PFM_PMU_RISCV_SBI_FW;
}

static bool core_device_of(pfm_pmu_t pmu, char *device, size_t size)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_perf_event_t event = { .size = sizeof event };
	char string[128];

	if (!next_pmu(pmu, &info) || !info.is_present || info.type != PFM_PMU_TYPE_CORE || is_beside_cores(pmu) ||
		pfm_get_pmu_details(pmu, &details) || details.is_deprecated)
		return false;
	snprintf(string, sizeof string, "%s/config=0x0/", info.name);
	if (pfm_get_perf_event(string, 0, &event, 1, NULL) != 1 || event.attr.type == UINT32_MAX)
		return false;
	snprintf(device, size, "%s", event.device);
	return true;
}

/* Returns whether a code means on another PMU what it means on the event's own. */
static bool is_same_event(int idx, pfm_pmu_t another, const struct perf_event_attr *attr)
{
	pfm_code_t code = { .size = sizeof code,
		.os = PFM_OS_PERF_EVENT,
		.count = 3,
		.words = { attr->config, attr->config1, attr->config2 } };
	pfm_event_info_t one = { .size = sizeof one }, two = { .size = sizeof two };
	pfm_decoded_t found = { .size = sizeof found };

	return pfm_decode(another, &code, &found, 1) > 0 && found.exact &&
		!pfm_get_event_info(idx, PFM_OS_NONE, &one) && !pfm_get_event_info(found.idx, PFM_OS_NONE, &two) &&
		!strcasecmp(one.name, two.name);
}

/* Says of an event of one core type whose device counts on another type, too, where the code is another event. */
static void say_if_shared(const char *requested, int idx, const struct perf_event_attr *attr)
{
	pfm_pmu_t own = idx >= 0 ? pmu_of(idx) : PFM_PMU_NONE, pmu;
	static bool said, is_alone;
	char device[64], others[64];
	bool any = false;

	if (said || is_alone || own == PFM_PMU_NONE || !core_device_of(own, device, sizeof device))
		return;
	for_each_pmu(pmu)
	{
		if (pmu == own || !core_device_of(pmu, others, sizeof others) || strcmp(device, others) != 0)
			continue;
		any = true;
		if (is_same_event(idx, pmu, attr))
			continue;
		complain("%s: the device %s counts on the cores of %s and %s, and the code is that of %s: keep the "
			 "program on its cores",
			requested, *device ? clean(device) : "cpu", pfm_get_pmu_name(own), pfm_get_pmu_name(pmu),
			pfm_get_pmu_name(own));
		said = true;
		return;
	}
	is_alone = !any;
}

/* ---- modules ---- */

/* Returns whether a module is for the vendor of this CPU, and a PMU, if it is known, too. */
static bool is_for_here(const char *module, pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_cpu_t here = { .size = sizeof here };

	if (pfm_get_cpu(&here) || !here.vendor)
		return false;
	if (pmu != PFM_PMU_NONE && !pfm_get_pmu_details(pmu, &details) && details.vendor &&
		strcmp(details.vendor, here.vendor) != 0)
		return false;
	return !strcmp(here.vendor, "GenuineIntel")
		? strncmp(module, "amd_", 4) != 0
		: !strcmp(here.vendor, "AuthenticAMD") && strncmp(module, "intel_", 6) != 0;
}

/* Returns whether sysfs is there and has neither a device nor a box of it with a number behind its name. */
static bool lacks_device(const char *device)
{
	struct dirent **entries;
	int count = machine_directory("/sys/bus/event_source/devices", &entries);
	size_t length = strlen(device);
	bool lacks = count > 0;

	for (int i = 0; i < count; i++) {
		const char *behind = entries[i]->d_name + length;

		if (!strncmp(entries[i]->d_name, device, length) && (!*behind || *behind == '_'))
			lacks = false;
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return lacks;
}

static void say_if_no_device(const char *requested, pfm_pmu_t pmu, const char *device)
{
	static bool said;
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_cpu_t here = { .size = sizeof here };
	const char *module, *since;

	if (said)
		return;
	if (!device)
		device = !pfm_get_pmu_details(pmu, &details) && details.device ? details.device : "";
	module = strpbrk(device, "{,*") ? NULL : device_module(device);
	if (!module || !is_for_here(module, pmu) || !lacks_device(device))
		return;
	pfm_get_cpu(&here);
	since = first_kernel_of(module, here.family, here.model);
	complain("%s: this kernel has no device %s: modprobe %s, or a kernel%s%s that has it, as that of a guest rarely"
		 " does", requested, clean(device), module, since ? " of at least " : "",
		since ? since : "");
	said = true;
}

void say_limits(const char *requested, int idx, const char *device, const struct perf_event_attr *attr)
{
	if (!is_about_files())
		return;
	machine_set_root(secure_getenv("LIBPFM_FSROOT"));
	say_if_no_device(requested, idx >= 0 ? pmu_of(idx) : PFM_PMU_NONE, device);
	say_if_level_counts(requested, attr);
	if (!say_if_driver_lacks_it(requested, attr))
		say_if_shared(requested, idx, attr);
}

bool is_refused_by_linux(const char *string)
{
	pfm_fit_t fit = { .size = sizeof fit };
	const char *why = why_uncountable(string, &fit);

	return why && strstr(why, "the kernel has no such event");
}

/* Returns whether a string that encodes, pmu::EVENT:UMASK:modifier=value, names the attribute. */
static bool names_attribute(const char *string, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = strpbrk(string, ":."); at; at = strpbrk(at + 1, ":."))
		if (!strncasecmp(at + 1, name, length) && (!at[1 + length] || strchr(":.", at[1 + length])))
			return true;
	return false;
}

const char *needed_linux(int idx, const char *string)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_facts_t facts = { .size = sizeof facts };
	const char *version;

	if (!string || pfm_get_event_info(idx, PFM_OS_NONE, &event) || pfm_get_event_facts(idx, PFM_NO_UMASK, &facts))
		return NULL;
	version = facts.since_linux;
	for (int i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };

		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) && attr.type == PFM_ATTR_UMASK &&
			names_attribute(string, attr.name) && !pfm_get_event_facts(idx, i, &facts) && facts.since_linux)
			version = facts.since_linux;
	}
	return version;
}

/* Returns whether this machine's kernel is of that version or a later one. */
static bool has_linux(const char *version)
{
	int own[2] = { 0 }, needed[2] = { 0 };
	char text[64];

	if (!is_about_files())
		return false;
	machine_set_root(secure_getenv("LIBPFM_FSROOT"));
	return machine_line("/proc/sys/kernel/osrelease", "", text, sizeof text) &&
		sscanf(text, "%d.%d", &own[0], &own[1]) == 2 && sscanf(version, "%d.%d", &needed[0], &needed[1]) == 2 &&
		(own[0] > needed[0] || (own[0] == needed[0] && own[1] >= needed[1]));
}

void say_needed_linux(const char *requested, int idx, const char *string)
{
	const char *version = needed_linux(idx, string);

	if (version && !has_linux(version))
		complain("%s: counted by Linux %s or later", requested, version);
}

void say_if_foreign(const char *event, int idx)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (idx >= 0 && next_pmu(pmu_of(idx), &pmu) && !pmu.is_present && pmu.type == PFM_PMU_TYPE_CORE)
		complain("%s: %s (%s) is no PMU of this machine: its code counts something else here, or nothing",
			event, pmu.name, pmu.desc);
}
