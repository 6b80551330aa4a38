/*
 * The kernel describes packages, dies and cores as lists: each CPU's directory has those of the CPUs that share each
 * with it. A package is counted at its lowest CPU, so a capture needs only the files of these CPUs.
 */
#define _GNU_SOURCE
#include "machine/topology.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "machine/devices.h"
#include "machine/files.h"
#include "machine/late.h"

#define CPUS "/sys/devices/system/cpu/"

/*
 * Bytes for the lists of the largest kernels (8,192 CPUs, every other one online), and the highest number of CPUs read.
 */
enum { CPU_LIST_BYTES = 1 << 16, MOST_CPUS = 1 << 16 };

static void answer_from(struct topology_answer *answer, double value, const char *source)
{
	answer->value = value;
	snprintf(answer->source, sizeof answer->source, "%s", source);
}

/* ---- lists of CPUs: "0-3,8,10-11" ---- */

/* Calls cpu for each CPU of a list. False: that is no list, or is empty. */
static bool each_cpu(const char *list, void (*cpu)(unsigned int number, void *data), void *data)
{
	do {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (end == list)
			return false;
		if (*end == '-') {
			list = end + 1;
			last = strtoul(list, &end, 10);
			if (end == list)
				return false;
		}
		if (last < first || last >= MOST_CPUS)
			return false;
		for (unsigned long number = first; number <= last; number++)
			cpu((unsigned int)number, data);
		list = end + (*end == ',');
	} while (list[-1] == ',');
	return true;
}

/* Does the same for a file. */
static bool each_cpu_in(const struct host *host, const char *path, void (*cpu)(unsigned int number, void *data),
			void *data)
{
	char *list = malloc(CPU_LIST_BYTES);
	bool good;

	if (!list) {
		host_note_shortage();
		return false;
	}
	good = host_read(host, path, list, CPU_LIST_BYTES) > 0 && each_cpu(list, cpu, data);
	free(list);
	return good;
}

struct cpu_count {
	unsigned int count, behind;     /* number of CPUs, and highest number + 1 */
};

static void count_cpu(unsigned int number, void *data)
{
	struct cpu_count *counted = data;

	counted->count++;
	if (number >= counted->behind)
		counted->behind = number + 1;
}

static void read_cpus(const struct host *host, struct topology_answer *answer)
{
	struct cpu_count counted = { 0, 0 };

	if (each_cpu_in(host, CPUS "present", count_cpu, &counted))
		answer_from(answer, counted.behind, CPUS "present");
}

static void read_online(const struct host *host, struct topology_answer *answer)
{
	struct cpu_count counted = { 0, 0 };

	if (each_cpu_in(host, CPUS "online", count_cpu, &counted))
		answer_from(answer, counted.count, CPUS "online");
}

/* ---- what CPUs are in ---- */

/* CPUs that share something: the names that kernels have had for the file with the list, and what was found. */
struct sharing {
	const struct host *host;
	const char *names[2];
	const char *found;              /* the name under which the first file was found */
	unsigned int lists, threaded;   /* number of different lists, and of those with more than one CPU */
};

static void look_at_sharing(unsigned int number, void *data)
{
	struct sharing *sharing = data;
	char path[128], list[64];

	for (int i = 0; i < 2 && sharing->names[i]; i++) {
		if (sharing->found && sharing->found != sharing->names[i])
			continue;
		snprintf(path, sizeof path, CPUS "cpu%u/topology/%s", number, sharing->names[i]);
		if (host_read(sharing->host, path, list, sizeof list) < 1)
			continue;
		sharing->found = sharing->names[i];
		if (strtoul(list, NULL, 10) == number) {
			sharing->lists++;
			sharing->threaded += strpbrk(list, "-,") != NULL;
		}
		return;
	}
}

static bool look_at_all(const struct host *host, const char *name, const char *older, struct sharing *sharing)
{
	*sharing = (struct sharing){ .host = host, .names = { name, older } };
	return each_cpu_in(host, CPUS "online", look_at_sharing, sharing) && sharing->lists;
}

static void answer_from_lists(struct topology_answer *answer, double value, const struct sharing *sharing)
{
	char source[TOPOLOGY_SOURCE];

	snprintf(source, sizeof source, CPUS "cpu*/topology/%s", sharing->found);
	answer_from(answer, value, source);
}

static void read_packages(const struct host *host, struct topology_answer *answer)
{
	struct sharing packages;

	if (look_at_all(host, "package_cpus_list", "core_siblings_list", &packages))
		answer_from_lists(answer, packages.lists, &packages);
}

/* Counts dies; a kernel that knows none has one in each package. */
static void read_dies(const struct host *host, struct topology_answer *answer)
{
	struct sharing dies;

	if (look_at_all(host, "die_cpus_list", NULL, &dies))
		answer_from_lists(answer, dies.lists, &dies);
	else
		read_packages(host, answer);
}

static void read_cores(const struct host *host, struct topology_answer *answer)
{
	struct sharing cores;

	if (look_at_all(host, "core_cpus_list", "thread_siblings_list", &cores))
		answer_from_lists(answer, cores.lists, &cores);
}

static void read_smt(const struct host *host, struct topology_answer *answer)
{
	struct sharing cores;
	long active;

	if (host_read_number(host, CPUS "smt/active", &active))
		answer_from(answer, active == 1, CPUS "smt/active");
	else if (look_at_all(host, "core_cpus_list", "thread_siblings_list", &cores))
		answer_from_lists(answer, cores.threaded > 0, &cores);
}

/* ---- other constants ---- */

static void read_pmem(const struct host *host, struct topology_answer *answer)
{
	static const char tables[] = "/sys/firmware/acpi/tables", table[] = "/sys/firmware/acpi/tables/NFIT";

	if (host_access(host, table, F_OK))
		answer_from(answer, 1, table);
	else if (host_access(host, tables, F_OK))
		answer_from(answer, 0, tables);
}

/* Reads slots, which Arm's drivers write with 0x. */
static void read_slots(const struct host *host, struct topology_answer *answer)
{
	const struct device *devices;
	int count;

	if (devices_list(host, &devices, &count))
		return;
	for (int i = 0; i < count; i++, devices = device_next(devices)) {
		char path[TOPOLOGY_SOURCE], text[32];
		int length = snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/caps/slots",
				      device_name(devices));
		unsigned long slots;

		if (length >= (int)sizeof path || host_read(host, path, text, sizeof text) < 1)
			continue;
		slots = strtoul(text, NULL, !strncasecmp(text, "0x", 2) ? 16 : 10);
		if (slots) {
			answer_from(answer, (double)slots, path);
			return;
		}
	}
}

/* ---- the time stamp counter ---- */

/* Returns CPUID's rate, of this machine only. */
static double tsc_of_cpuid(const struct host *host)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned int eax, ebx, ecx, edx;

	if (!host->replaced && host->is_intel && __get_cpuid_count(0x15, 0, &eax, &ebx, &ecx, &edx) && eax && ebx &&
	    ecx)
		return (double)ecx * ebx / eax;
#endif
	(void)host;
	return 0;
}

/* Reads "tsc HZ", which pfmkit-capture writes. */
static bool tsc_line(char *text, void *data)
{
	char *end;
	double hertz;

	if (strncmp(text, "tsc ", 4))
		return true;
	hertz = (double)strtoull(text + 4, &end, 10);
	if (end != text + 4)
		*(double *)data = hertz;
	return false;
}

/* Reads the clock in "model name : Intel(R) Xeon(R) CPU E5-2690 0 @ 2.90GHz": it is that of the counter. */
static bool clock_line(char *text, void *data)
{
	const char *name = host_value_of(text, "model name"), *at = name ? strstr(name, "@ ") : NULL;
	unsigned int whole, tenths, hundredths;
	char unit[4];

	if (!name)
		return true;
	if (at && sscanf(at, "@ %2u.%1u%1u%3s", &whole, &tenths, &hundredths, unit) == 4 && !strcmp(unit, "GHz"))
		*(double *)data = (whole * 100 + tenths * 10 + hundredths) * 1e7;
	return false;
}

/* Returns the rate of Arm's generic timer, whose register the kernel lets programs read. */
static double rate_of_timer(const struct host *host)
{
#ifdef __aarch64__
	uint64_t hertz;

	if (!host->replaced) {
		__asm__ volatile("mrs %0, cntfrq_el0" : "=r"(hertz));
		return (double)hertz;
	}
#endif
	(void)host;
	return 0;
}

static void read_tsc(const struct host *host, struct topology_answer *answer)
{
	double hertz = tsc_of_cpuid(host), timer = rate_of_timer(host);

	if (hertz > 0 || timer > 0) {
		answer_from(answer, hertz > 0 ? hertz : timer, hertz > 0 ? "CPUID" : "CNTFRQ");
		return;
	}
	if (*host->root)
		host_lines(host, "/pfmkit-kernel", tsc_line, &hertz);
	if (hertz > 0) {
		answer_from(answer, hertz, "/pfmkit-kernel");
		return;
	}
	host_lines(host, "/proc/cpuinfo", clock_line, &hertz);
	if (hertz > 0)
		answer_from(answer, hertz, "/proc/cpuinfo");
}

/* ---- vectors ---- */

/* Reads the length that programs get by default, which is the CPU's up to 512 bits. */
static void read_sve(const struct host *host, struct topology_answer *answer)
{
	static const char path[] = "/proc/sys/abi/sve_default_vector_length";
	long bytes;

	if (host_read_number(host, path, &bytes) && bytes >= 16)
		answer_from(answer, (double)bytes * 8, path);
}

/* ---- the watchdog ---- */

/* Size of the longest command line of a kernel: 4,096 bytes on s390, 2,048 on Arm. */
enum { KERNEL_LINE = 4097 };

/* Reads a boolean as the kernel does. */
static bool says_yes(const char *text)
{
	return (*text && strchr("1yYtT", *text)) || !strncasecmp(text, "on", 2);
}

/*
 * Returns whether a watchdog that is on has a counter. On Arm it counts cycles only where interrupts can be like NMIs,
 * which the kernel's command line must ask for; else it is of a kind that needs no counter (Debian 13's), of the same
 * name.
 */
static bool watchdog_counts(const struct host *host)
{
	static const char word[] = "irqchip.gicv3_pseudo_nmi=";
	char line[KERNEL_LINE];
	const char *nmi;

	if (!host->arm_count)
		return true;
	nmi = host_read(host, "/proc/cmdline", line, sizeof line) < 0 ? NULL : strstr(line, word);
	return nmi && says_yes(nmi + strlen(word));
}

static void read_watchdog(const struct host *host, struct topology_answer *answer)
{
	static const char path[] = "/proc/sys/kernel/nmi_watchdog";
	long on;

	if (host_read_number(host, path, &on))
		answer_from(answer, on == 1 && watchdog_counts(host), path);
}

/* ---- all of them ---- */

static void (*const readers[TOPOLOGY_NUMBERS])(const struct host *host, struct topology_answer *answer) = {
	[TOPOLOGY_SMT] = read_smt, [TOPOLOGY_PACKAGES] = read_packages, [TOPOLOGY_DIES] = read_dies,
	[TOPOLOGY_CORES] = read_cores, [TOPOLOGY_CPUS] = read_cpus, [TOPOLOGY_CPUS_ONLINE] = read_online,
	[TOPOLOGY_PMEM] = read_pmem, [TOPOLOGY_SLOTS] = read_slots, [TOPOLOGY_TSC] = read_tsc,
	[TOPOLOGY_SVE] = read_sve, [TOPOLOGY_WATCHDOG] = read_watchdog };

static struct {
	atomic_bool known;
	struct topology_answer answer;
} kept[TOPOLOGY_NUMBERS];

/* Reads without the lock, which the list of devices takes; a second thread reads the same. */
const struct topology_answer *topology_of(const struct host *host, enum topology_number number)
{
	unsigned int shortages = host_shortages();
	struct topology_answer answer = { 0, "" };

	if (atomic_load_explicit(&kept[number].known, memory_order_acquire))
		return &kept[number].answer;
	/* this machine's files do not describe another one that is given by its CPU only */
	if (!host->replaced || *host->root)
		readers[number](host, &answer);
	if (host_shortages() != shortages)
		return NULL;
	late_lock();
	if (!atomic_load_explicit(&kept[number].known, memory_order_relaxed)) {
		kept[number].answer = answer;
		atomic_store_explicit(&kept[number].known, true, memory_order_release);
	}
	late_unlock();
	return &kept[number].answer;
}

void topology_forget(void)
{
	for (int i = 0; i < TOPOLOGY_NUMBERS; i++)
		atomic_store(&kept[i].known, false);
}
