/*
 * What libpfm4 encodes must encode, but some of it no kernel counts: the code of a fixed counter with a counter mask
 * goes to a general counter, where it means nothing.
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

	/* of perf's generic events print_generic() says it */
	if (!string || !strncmp(string, "perf::", 6))
		return NULL;
	/* a string of the codes may have modifiers that perf_event does not take, such as Arm's hv */
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

/* Whether a module is for the vendor of this CPU, and a PMU, if it is known, too. */
static bool is_for_here(const char *module, pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_cpu_t here = { .size = sizeof here };

	if (pfm_get_cpu(&here) || !here.vendor)
		return false;
	if (pmu != PFM_PMU_NONE && !pfm_get_pmu_details(pmu, &details) && details.vendor &&
		strcmp(details.vendor, here.vendor) != 0)
		return false;
	return !strcmp(here.vendor, "GenuineIntel") ? strncmp(module, "amd_", 4) != 0
		: !strcmp(here.vendor, "AuthenticAMD") && strncmp(module, "intel_", 6) != 0;
}

/* Whether sysfs is there and has neither a device nor a box of it with a number behind its name. */
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

/* Returns whether the question is about the machine whose files are read: neither --cpu nor LIBPFM_CPUID is given. */
static bool is_about_files(const char *cpu)
{
	const char *named = secure_getenv("LIBPFM_CPUID");

	machine_set_root(secure_getenv("LIBPFM_FSROOT"));
	return !cpu && (!named || !*named);
}

/* Returns whether it was said. */
static bool say_no_device(const char *requested, pfm_pmu_t pmu, const char *device)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	const char *module;

	if (!device)
		device = !pfm_get_pmu_details(pmu, &details) && details.device ? details.device : "";
	module = strpbrk(device, "{,*") ? NULL : device_module(device);
	if (!module || !is_for_here(module, pmu) || !lacks_device(device))
		return false;
	complain("%s: this kernel has no device %s: modprobe %s, or a kernel that has it, as that of a guest rarely"
		 " does",
		requested, clean(device), module);
	return true;
}

/* A raw code without an event of the tables is the core's. */
static bool is_of_core(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return pmu == PFM_PMU_NONE || pmu == PFM_PMU_PERF_EVENT_RAW ||
	       (!pfm_get_pmu_info(pmu, &info) && info.type == PFM_PMU_TYPE_CORE && info.is_present);
}

/* The same. */
static bool say_dropped(const char *requested, pfm_pmu_t pmu)
{
	static char driver[64];
	static bool is_read;

	if (!is_of_core(pmu))
		return false;
	if (!is_read)
		machine_generic_driver(driver, sizeof driver);
	is_read = true;
	if (*driver)
		complain("%s: this kernel does not know this CPU (%s): its driver drops config1, and the event counts"
			 " nothing",
			requested, clean(driver));
	return *driver;
}

void say_what_kernel_lacks(const char *requested, pfm_pmu_t pmu, const char *device, uint64_t words, const char *cpu)
{
	static bool said_device, said_dropped;

	if (!is_about_files(cpu))
		return;
	said_device = said_device || say_no_device(requested, pmu, device);
	said_dropped = said_dropped || (words && say_dropped(requested, pmu));
}

bool is_refused_by_linux(const char *string)
{
	pfm_fit_t fit = { .size = sizeof fit };
	const char *why = why_uncountable(string, &fit);

	return why && strstr(why, "the kernel has no such event");
}

/* Whether a string that encodes, pmu::EVENT:UMASK:modifier=value, names the attribute. */
static bool names_attribute(const char *string, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = strchr(string, ':'); at; at = strchr(at + 1, ':'))
		if (!strncasecmp(at + 1, name, length) && (!at[1 + length] || at[1 + length] == ':'))
			return true;
	return false;
}

const char *needed_linux(int idx, const char *string)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_facts_t facts = { .size = sizeof facts };
	const char *version;

	if (!string || pfm_get_event_info(idx, PFM_OS_NONE, &event) ||
		pfm_get_event_facts(idx, PFM_NO_UMASK, &facts))
		return NULL;
	version = facts.since_linux;
	for (int i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };

		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) && attr.type == PFM_ATTR_UMASK &&
			names_attribute(string, attr.name) && !pfm_get_event_facts(idx, i, &facts) &&
			facts.since_linux)
			version = facts.since_linux;
	}
	return version;
}
