/*
 * Asks the kernel by counting: files do not tell a filter of system calls from a missing counter, nor a counter that
 * stands still from one that counts. The answers lead to findings (findings.def), and these to remedies.
 */
#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBCAP
#include <sys/capability.h>
#endif

#include <perfmon/pfmkit.h>

#include "counting/event_set.h"
#include "guest.h"
#include "common/tool.h"

enum { CAPABILITY_ADMIN = 21, CAPABILITY_PERFMON = 38 };

/* ---- what the machine is ---- */

static bool has_table(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE)
			return true;
	return false;
}

/* Reads the bits; false: nothing says. */
static bool capabilities_in_file(uint64_t *capabilities)
{
	char value[64];

	if (!machine_line("/proc/self/status", "CapEff:", value, sizeof value))
		return false;
	*capabilities = strtoull(value, NULL, 16);
	return true;
}

#ifdef HAVE_LIBCAP
static bool capabilities_of_process(uint64_t *capabilities)
{
	static const cap_value_t wanted[] = { CAPABILITY_ADMIN, CAPABILITY_PERFMON };
	cap_t all = cap_get_proc();

	if (!all)
		return is_lacking(errno == ENOMEM ? PFM_ERR_NOMEM : PFM_SUCCESS) && false;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		cap_flag_value_t value = CAP_CLEAR;

		if (!cap_get_flag(all, wanted[i], CAP_EFFECTIVE, &value) && value == CAP_SET)
			*capabilities |= UINT64_C(1) << wanted[i];
	}
	cap_free(all);
	return true;
}
#else
#define capabilities_of_process capabilities_in_file
#endif

/* Returns whether the kernel takes root here for its own: the first namespace has all users, as they are. */
static bool is_in_namespace(void)
{
	unsigned long inside, outside, count;
	char line[128];

	return machine_line("/proc/self/uid_map", "", line, sizeof line) &&
	       sscanf(line, "%lu %lu %lu", &inside, &outside, &count) == 3 &&
	       (inside || outside || count != 4294967295);
}

static bool is_container(int seccomp)
{
	return seccomp == 2 || machine_has("/.dockerenv") || machine_has("/run/.containerenv") ||
	       machine_has("/run/systemd/container");
}

static bool is_android(void)
{
	return machine_has("/system/build.prop") || machine_has("/system/bin/app_process") ||
	       machine_line_has("/proc/version", "", "ndroid");
}

static void look_at_rights(struct surroundings *here)
{
	char value[64];
	uint64_t capabilities = 0;

	here->paranoid = machine_number("/proc/sys/kernel/perf_event_paranoid");
	here->watchdog = machine_number("/proc/sys/kernel/nmi_watchdog");
	here->seccomp = machine_line("/proc/self/status", "Seccomp:", value, sizeof value) ? atoi(value) : NO_NUMBER;
	here->in_namespace = is_in_namespace();
	here->knows_capabilities =
		machine_is_captured() ? capabilities_in_file(&capabilities) : capabilities_of_process(&capabilities);
	here->may_perfmon = !here->in_namespace && capabilities >> CAPABILITY_PERFMON & 1;
	here->may_admin = !here->in_namespace && capabilities >> CAPABILITY_ADMIN & 1;
	here->circumstances |= is_android()                ? ON_ANDROID
		: here->in_namespace                       ? IN_NAMESPACE
		: is_container(here->seccomp)              ? IN_CONTAINER
							   : ON_OWN_SYSTEM;
}

/* ---- the CPU ---- */

/* Returns whether a vendor of cores publishes no list of their events: of these only generic ones are known. */
static bool has_no_publisher(const struct core_types *types)
{
	static const unsigned int arm[] = { 0x51, 0x61 }; /* Qualcomm, Apple */
	char value[64];

	for (int i = 0; i < types->count; i++)
		for (size_t k = 0; k < sizeof arm / sizeof *arm; k++)
			if (!*types->list[i].name && *types->list[i].identity &&
			    strtoul(types->list[i].identity, NULL, 16) >> 24 == arm[k])
				return true;
	return machine_line("/proc/cpuinfo", "mvendorid", value, sizeof value) && strtoul(value, NULL, 0) == 0x710;
}

/* Writes the PMU's node on boards whose firmware has a device tree, not ACPI tables; only Arm's kernels want one. */
static void find_pmu_node(const struct surroundings *here, char *name, size_t size)
{
	if (!(here->circumstances & ON_ARM) || here->has_core_device || !machine_has("/proc/device-tree") ||
	    machine_has("/sys/firmware/acpi/tables") || !name_pmu_node(name, size))
		*name = '\0';
}

static void look_at_cpu(struct surroundings *here)
{
	char value[64];

	if (!machine_line("/proc/cpuinfo", "model name", here->cpu, sizeof here->cpu) &&
	    !machine_line("/proc/cpuinfo", "cpu\t", here->cpu, sizeof here->cpu))
		here->cpu[0] = '\0';
	here->hypervisor = find_hypervisor();
	here->circumstances = here->hypervisor | (is_hybrid_x86() ? ON_HYBRID : ON_PLAIN);
	if (machine_line("/proc/cpuinfo", "CPU implementer", value, sizeof value))
		here->circumstances |= ON_ARM;
	here->is_s390 = machine_line_has("/proc/cpuinfo", "vendor_id", "IBM/S390");
	here->is_power_lpar = machine_line_has("/proc/cpuinfo", "platform", "pSeries") && !here->hypervisor;
	here->is_riscv = machine_line("/proc/cpuinfo", "isa", value, sizeof value) && !strncmp(value, "rv", 2);
	here->is_emulated = strstr(here->cpu, "VirtualApple") ||
		machine_line_has("/proc/cpuinfo", "vendor_id", "VirtualApple");
	here->has_sysfs = machine_has("/sys/bus") || machine_has("/sys/devices") || machine_has("/sys/class");
	here->has_core_device = has_core_device();
	here->has_table = has_table();
	find_core_types(&here->types);
	here->has_no_publisher = has_no_publisher(&here->types);
	machine_generic_driver(here->driver, sizeof here->driver);
	find_pmu_node(here, here->pmu_node, sizeof here->pmu_node);
}

/* ---- asking the kernel ---- */

static const struct question {
	const char *name;
	uint64_t config;
	uint32_t type;
	bool in_kernel, everybody;
} questions[QUESTIONS] = {
	[ASKED_SOFTWARE] = { "software", PERF_COUNT_SW_TASK_CLOCK, PERF_TYPE_SOFTWARE, false, false },
	[ASKED_KERNEL] = { "kernel", PERF_COUNT_SW_TASK_CLOCK, PERF_TYPE_SOFTWARE, true, false },
	[ASKED_CPUS] = { "cpus", PERF_COUNT_SW_CPU_CLOCK, PERF_TYPE_SOFTWARE, false, true },
	[ASKED_USER] = { "cycles:u", PERF_COUNT_HW_CPU_CYCLES, PERF_TYPE_HARDWARE, false, false },
	[ASKED_SAMPLES] = { "samples", PERF_COUNT_HW_CPU_CYCLES, PERF_TYPE_HARDWARE, false, false },
	[ASKED_CYCLES] = { "cycles", PERF_COUNT_HW_CPU_CYCLES, PERF_TYPE_HARDWARE, false, false },
	[ASKED_INSTRUCTIONS] = { "instructions", PERF_COUNT_HW_INSTRUCTIONS, PERF_TYPE_HARDWARE, false, false },
	[ASKED_CACHE_REFERENCES] = { "cache-references", PERF_COUNT_HW_CACHE_REFERENCES, PERF_TYPE_HARDWARE,
				     false, false },
	[ASKED_CACHE_MISSES] = { "cache-misses", PERF_COUNT_HW_CACHE_MISSES, PERF_TYPE_HARDWARE, false, false },
	[ASKED_BRANCHES] = { "branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_TYPE_HARDWARE, false, false },
	[ASKED_BRANCH_MISSES] = { "branch-misses", PERF_COUNT_HW_BRANCH_MISSES, PERF_TYPE_HARDWARE, false, false } };

static const struct { int answer; const char *name; } answer_names[] = {
	{ COUNTS, "counts" }, { GOT_NO_COUNTER, "no-counter" }, { STOOD_STILL, "stood-still" },
	{ NOT_ASKED, "not-asked" },
	{ EPERM, "EPERM" }, { EACCES, "EACCES" }, { ENOENT, "ENOENT" }, { ENODEV, "ENODEV" }, { ENXIO, "ENXIO" },
	{ EOPNOTSUPP, "EOPNOTSUPP" }, { EINVAL, "EINVAL" }, { EMFILE, "EMFILE" }, { ENFILE, "ENFILE" },
	{ EBUSY, "EBUSY" },
	{ ENOSYS, "ENOSYS" }, { ENOMEM, "ENOMEM" }, { ENOSPC, "ENOSPC" } };

const char *question_name(enum asked question)
{
	return questions[question].name;
}

const char *answer_name(int answer)
{
	for (size_t i = 0; i < sizeof answer_names / sizeof answer_names[0]; i++)
		if (answer_names[i].answer == answer)
			return answer_names[i].name;
	return "other";
}

static int answer_called(const char *name)
{
	for (size_t i = 0; i < sizeof answer_names / sizeof answer_names[0]; i++)
		if (!strcmp(answer_names[i].name, name))
			return answer_names[i].answer;
	return NOT_ASKED;
}

/* Gives something to count: far more than any counter would miss. */
static void work(void)
{
	static volatile unsigned int sink;

	for (unsigned int i = 0; i < 200000; i++)
		sink += i & 1 ? i : sink >> 1;
}

/* Returns whether nothing at all may be right: branches may all be foreseen, and all data be near. */
static bool may_stand_still(enum asked question)
{
	return question == ASKED_BRANCH_MISSES || question == ASKED_CACHE_MISSES || question == ASKED_CACHE_REFERENCES;
}

/* Counts an event for a moment: COUNTS, GOT_NO_COUNTER, STOOD_STILL, or an errno. */
static int count_moment(const struct perf_event_attr *attr, bool everybody, bool may_be_zero)
{
	struct event_set set;
	struct reading reading = { 0, 0, 0 };
	int refused, error = event_set_open(&set, attr, 1, everybody ? -1 : 0, everybody ? 0 : -1, 0, &refused);

	if (error)
		return error;
	error = event_set_switch(&set, true);
	work();
	if (!error)
		error = event_set_switch(&set, false);
	if (!error)
		error = event_set_read(&set, 0, &reading);
	event_set_close(&set);
	if (error || reading.value)
		return error;
	return !reading.running ? GOT_NO_COUNTER : may_be_zero ? COUNTS : STOOD_STILL;
}

/*
 * Asks in user code only, for which no right is needed; and if the PMU cannot leave out anything, with all of it. What
 * a driver says of hypervisors and guests is event_set_open()'s business.
 */
static int count_in_user_code(struct perf_event_attr *attr, bool only, bool may_be_zero)
{
	int answer;

	attr->exclude_kernel = attr->exclude_hv = attr->exclude_guest = 1;
	answer = count_moment(attr, false, may_be_zero);
	if (only || (answer != EINVAL && answer != EOPNOTSUPP))
		return answer;
	attr->exclude_kernel = attr->exclude_hv = attr->exclude_guest = 0;
	return count_moment(attr, false, may_be_zero);
}

static int ask(enum asked question)
{
	const struct question *asked = &questions[question];
	struct perf_event_attr attr = { .size = sizeof attr, .type = asked->type, .config = asked->config,
		.disabled = 1, .exclude_hv = 1, .read_format = EVENT_SET_FORMAT };

	if (question == ASKED_SAMPLES)
		attr.sample_period = 100000000;
	if (asked->everybody || asked->in_kernel) {
		attr.exclude_kernel = !asked->in_kernel;
		return count_moment(&attr, asked->everybody, asked->everybody);
	}
	return count_in_user_code(&attr, question == ASKED_USER, may_stand_still(question));
}

/* ---- on which CPUs ---- */

enum { MOST_CPUS_ASKED = 64 };

static bool run_on(unsigned int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return !sched_setaffinity(0, sizeof one, &one);
}

/* Asks on other CPUs, too, before it is believed that there was no counter: an event is opened on one core type. */
static int ask_on_cpus(enum asked question, const cpu_set_t *allowed)
{
	int answer = ask(question), left = MOST_CPUS_ASKED;

	for (unsigned int cpu = 0; cpu < CPU_SETSIZE && left && answer == GOT_NO_COUNTER; cpu++)
		if (CPU_ISSET(cpu, allowed) && run_on(cpu)) {
			answer = ask(question);
			left--;
		}
	return answer;
}

/* Asks whether the kernel's device for a core type counts, if we may run on one of its CPUs. */
static int ask_core_type(const struct core_type *type, const cpu_set_t *allowed)
{
	struct perf_event_attr attr = { .size = sizeof attr, .type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES | (uint64_t)type->type << 32, .disabled = 1,
		.read_format = EVENT_SET_FORMAT };
	unsigned int cpu = (unsigned int)first_of_cpus(type->cpus); /* no CPU gives -1, which is above CPU_SETSIZE */
	int answer;

	if (cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, allowed) || !run_on(cpu))
		return NOT_ASKED;
	answer = count_in_user_code(&attr, false, false);
	if (answer != ENOENT && answer != EINVAL)
		return answer;
	/* if the kernel ignores types in config: the architecture's code for cycles on Arm */
	attr.type = type->type;
	attr.config = 0x11;
	return count_in_user_code(&attr, false, false);
}

/* Lists the CPUs on which cycles count, if on others they do not. */
static void ask_each_cpu(const cpu_set_t *allowed, char *cpus, size_t size)
{
	int asked = 0, counting = 0;

	*cpus = '\0';
	for (unsigned int cpu = 0; cpu < CPU_SETSIZE && asked < MOST_CPUS_ASKED; cpu++) {
		if (!CPU_ISSET(cpu, allowed) || !run_on(cpu))
			continue;
		asked++;
		if (ask(ASKED_CYCLES) == GOT_NO_COUNTER)
			continue;
		counting++;
		add_to_cpus(cpus, size, (int)cpu);
	}
	if (counting == asked)
		*cpus = '\0';
}

static void ask_here(struct surroundings *here)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof allowed, &allowed))
		CPU_ZERO(&allowed);
	for (int i = 0; i < QUESTIONS; i++)
		here->answers[i] = ask_on_cpus((enum asked)i, &allowed);
	for (int i = 0; i < here->types.count && here->types.count > 1; i++)
		if (*here->types.list[i].device && here->types.list[i].type != UINT32_MAX)
			here->types.list[i].answer = ask_core_type(&here->types.list[i], &allowed);
	if (here->answers[ASKED_CYCLES] == COUNTS && here->types.count < 2)
		ask_each_cpu(&allowed, here->counting_cpus, sizeof here->counting_cpus);
	if (CPU_COUNT(&allowed))
		sched_setaffinity(0, sizeof allowed, &allowed);
}

/* ---- answers that were captured ---- */

static void take_answer(const char *name, int answer, struct surroundings *here)
{
	for (int i = 0; i < QUESTIONS; i++)
		if (!strcmp(name, questions[i].name))
			here->answers[i] = answer;
	for (int i = 0; i < here->types.count; i++)
		if (!strcmp(name, here->types.list[i].device))
			here->types.list[i].answer = answer;
}

static void take_line(const char *line, void *data)
{
	char name[64], answer[32], cpus[128];

	if (sscanf(line, "counting-cpus %127s", cpus) == 1)
		snprintf(((struct surroundings *)data)->counting_cpus, sizeof cpus, "%s", cpus);
	else if (sscanf(line, "%63s %31s", name, answer) == 2)
		take_answer(name, answer_called(answer), data);
}

/* Returns whether a driver's answer is that it cannot leave out the kernel, or needs guests left out: it has a PMU. */
static bool is_refusal_of_bits(const struct surroundings *here)
{
	int answer = here->answers[ASKED_CYCLES];

	return here->answers[ASKED_USER] == NOT_ASKED && here->answers[ASKED_SOFTWARE] == COUNTS &&
	       here->has_core_device && (answer == EINVAL || answer == EOPNOTSUPP);
}

/* Returns whether Apple's drivers refused what does not leave out guests, which these captures did not. */
static bool lacks_guests_only(const struct surroundings *here)
{
	for (int i = 0; i < here->types.count; i++)
		if (!strncmp(here->types.list[i].identity, "0x61", 4) && strlen(here->types.list[i].identity) == 10)
			return here->answers[ASKED_CYCLES] == EOPNOTSUPP;
	return false;
}

static void replace_answers(struct surroundings *here, int from, int to)
{
	for (int i = ASKED_CYCLES; i < QUESTIONS; i++)
		if (here->answers[i] == from)
			here->answers[i] = to;
}

/*
 * Rereads the answers in captures of earlier releases, which asked with bits that some drivers refuse, and on whatever
 * CPU they ran: what was answered says less than it seems to.
 */
static void reread_answers(struct surroundings *here)
{
	int refusal = here->answers[ASKED_CYCLES];
	bool counts = false;

	if (is_refusal_of_bits(here)) {
		replace_answers(here, refusal,
			lacks_guests_only(here) || here->answers[ASKED_KERNEL] == COUNTS ? COUNTS : EACCES);
		if (!lacks_guests_only(here))
			here->answers[ASKED_USER] = refusal;
		if (here->is_riscv && here->answers[ASKED_SAMPLES] == NOT_ASKED)
			here->answers[ASKED_SAMPLES] = EOPNOTSUPP; /* such drivers have no interrupts */
	}
	for (int i = 0; i < QUESTIONS; i++)
		counts |= i >= ASKED_CYCLES && here->answers[i] == COUNTS;
	if (here->types.count > 1 && counts)
		replace_answers(here, GOT_NO_COUNTER, COUNTS);
}

void look_around(const char *captured, struct surroundings *here)
{
	*here = (struct surroundings){ .paranoid = NO_NUMBER };
	machine_set_root(captured);
	for (int i = 0; i < QUESTIONS; i++)
		here->answers[i] = NOT_ASKED;
	look_at_cpu(here);
	look_at_rights(here);
	if (machine_is_captured()) {
		machine_each_line("/pfmkit-kernel", take_line, here);
		reread_answers(here);
	} else {
		ask_here(here);
	}
}
