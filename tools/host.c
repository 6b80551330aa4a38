/*
 * The kernel is asked by counting: files alone do not tell a filter of system calls from a missing counter, nor a
 * counter that stands still from one that counts. From what it answered to each question follows a finding
 * (findings.def), and from that what helps.
 */
#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef HAVE_LIBCAP
#include <sys/capability.h>
#endif

#include <perfmon/pfmkit.h>

#include "../src/counting/event_set.h"
#include "../src/tables/clean.h"
#include "tool.h"

enum { MOST_BYTES = 16 << 20 }; /* of a file, as in the library */

enum { CAPABILITY_ADMIN = 21, CAPABILITY_PERFMON = 38 };

/* ---- files of the machine ---- */

/* Where they are, without a slash at the end. */
static const char *root = "";

/* NULL: it cannot be read, or is something else than a file, which might never end. */
static FILE *open_of_machine(const char *path)
{
	struct stat status;
	FILE *stream = NULL;
	char *whole;
	int file;

	if (asprintf(&whole, "%s%s", root, path) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	file = open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	free(whole);
	if (file < 0) {
		is_lacking(errno == EMFILE || errno == ENFILE ? PFM_ERR_NOMEM : PFM_SUCCESS);
		return NULL;
	}
	if (!fstat(file, &status) && status.st_size > MOST_BYTES) {
		complain("%s%s: %lld bytes, more than the %d MiB that are read of a machine's file\n", clean(root),
			path, (long long)status.st_size, MOST_BYTES >> 20);
	} else if (S_ISREG(status.st_mode)) {
		stream = fdopen(file, "r");
		is_lacking(stream ? PFM_SUCCESS : PFM_ERR_NOMEM);
	}
	if (!stream)
		close(file);
	return stream;
}

static bool is_there(const char *path)
{
	char *whole;
	bool found;

	if (asprintf(&whole, "%s%s", root, path) < 0)
		return is_lacking(PFM_ERR_NOMEM) && false;
	found = !access(whole, F_OK);
	free(whole);
	return found;
}

static int number_in(const char *path)
{
	FILE *file = open_of_machine(path);
	int number = NO_NUMBER;

	if (!file)
		return number;
	if (fscanf(file, "%d", &number) != 1)
		number = NO_NUMBER;
	fclose(file);
	return number;
}

/* The rest of the first line that begins with key, behind colons and blanks. False: no line does. */
static bool find_line(const char *path, const char *key, char *value, size_t size)
{
	FILE *file = open_of_machine(path);
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	errno = 0;
	while (file && !found && getline(&line, &room, file) > 0) {
		found = !strncmp(line, key, strlen(key));
		if (found)
			snprintf(value, size, "%s", line + strlen(key) + strspn(line + strlen(key), ": \t"));
	}
	is_lacking(errno == ENOMEM ? PFM_ERR_NOMEM : PFM_SUCCESS);
	free(line);
	if (file)
		fclose(file);
	if (found)
		value[strcspn(value, "\n")] = '\0';
	return found;
}

/* Whether a file has a line that begins with key and has the text in it; "": any. */
static bool has_line(const char *path, const char *key, const char *text)
{
	char value[8192];

	return find_line(path, key, value, sizeof value) && strstr(value, text);
}

/* ---- what the machine is ---- */

/* Where a guest can be told from a machine of its own. */
static const struct sign { const char *path, *key, *text; } signs[] = {
	{ "/proc/cpuinfo", "flags", "hypervisor" },
	{ "/proc/cpuinfo", "machine", "emulated by qemu" },
	{ "/proc/sysinfo", "VM00 Control Program", "" },
	{ "/sys/hypervisor/type", "", "" },
	{ "/proc/device-tree/compatible", "linux,dummy-virt", "" },
	{ "/sys/class/dmi/id/sys_vendor", "QEMU", "" },
	{ "/sys/class/dmi/id/sys_vendor", "VMware", "" },
	{ "/sys/class/dmi/id/sys_vendor", "Google", "" },
	{ "/sys/class/dmi/id/product_name", "Virtual Machine", "" } };

static bool is_virtual(void)
{
	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (has_line(signs[i].path, signs[i].key, signs[i].text))
			return true;
	return false;
}

/* Devices of cores, as kernels call them. Some are numbered, or followed by what kind of core it is. */
static const char *const core_devices[] = { "cpu", "cpu_core", "cpu_atom", "cpum_cf", "armv8_pmuv3", "armv8_pmuv3_0" };

static bool has_core_device(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_details_t details = { .size = sizeof details };
	char path[128];
	pfm_pmu_t pmu;

	for (size_t i = 0; i < sizeof core_devices / sizeof core_devices[0]; i++) {
		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s", core_devices[i]);
		if (is_there(path))
			return true;
	}
	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || !info.is_present || info.type != PFM_PMU_TYPE_CORE ||
		    pfm_get_pmu_details(pmu, &details) || !details.device)
			continue;
		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%.*s", (int)strcspn(details.device, ","),
			 details.device);
		if (is_there(path))
			return true;
	}
	return false;
}

static bool has_table(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE)
			return true;
	return false;
}

/* Bits; false: nothing says. */
static bool capabilities_in_file(uint64_t *capabilities)
{
	char value[64];

	if (!find_line("/proc/self/status", "CapEff:", value, sizeof value))
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

static void look_at_rights(struct surroundings *here)
{
	char value[64];
	uint64_t capabilities = 0;

	here->paranoid = number_in("/proc/sys/kernel/perf_event_paranoid");
	here->watchdog = number_in("/proc/sys/kernel/nmi_watchdog");
	here->seccomp = find_line("/proc/self/status", "Seccomp:", value, sizeof value) ? atoi(value) : NO_NUMBER;
	here->knows_capabilities = *root ? capabilities_in_file(&capabilities) : capabilities_of_process(&capabilities);
	here->may_perfmon = capabilities >> CAPABILITY_PERFMON & 1;
	here->may_admin = capabilities >> CAPABILITY_ADMIN & 1;
}

static void look_at_cpu(struct surroundings *here)
{
	if (!find_line("/proc/cpuinfo", "model name", here->cpu, sizeof here->cpu) &&
	    !find_line("/proc/cpuinfo", "cpu\t", here->cpu, sizeof here->cpu))
		here->cpu[0] = '\0';
	here->is_virtual = is_virtual();
	here->is_s390 = has_line("/proc/cpuinfo", "vendor_id", "IBM/S390");
	here->is_power_lpar = has_line("/proc/cpuinfo", "platform", "pSeries") && !here->is_virtual;
	here->has_core_device = has_core_device();
	here->has_table = has_table();
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

/* Something to count: far more than any counter would miss. */
static void work(void)
{
	static volatile unsigned int sink;

	for (unsigned int i = 0; i < 200000; i++)
		sink += i & 1 ? i : sink >> 1;
}

/* Whether nothing at all may be right: branches may all be foreseen, and all data be near. */
static bool may_stand_still(enum asked question)
{
	return question == ASKED_BRANCH_MISSES || question == ASKED_CACHE_MISSES || question == ASKED_CACHE_REFERENCES;
}

static int ask(enum asked question)
{
	const struct question *asked = &questions[question];
	struct perf_event_attr attr = { .size = sizeof attr, .type = asked->type, .config = asked->config,
		.disabled = 1, .exclude_kernel = !asked->in_kernel, .exclude_hv = 1, .read_format = EVENT_SET_FORMAT };
	struct event_set set;
	struct reading reading = { 0, 0, 0 };
	pid_t pid = asked->everybody ? -1 : 0;
	int cpu = asked->everybody ? 0 : -1, refused, error = event_set_open(&set, &attr, 1, pid, cpu, &refused);

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
	return !reading.running ? GOT_NO_COUNTER : may_stand_still(question) || asked->everybody ? COUNTS : STOOD_STILL;
}

/* What the kernel of a captured machine answered: lines of a question and an answer. */
static void read_answers(FILE *file, struct surroundings *here)
{
	char name[32], answer[32];

	while (fscanf(file, "%31s %31s", name, answer) == 2)
		for (int i = 0; i < QUESTIONS; i++)
			if (!strcmp(name, questions[i].name))
				here->answers[i] = answer_called(answer);
}

static void ask_kernel(struct surroundings *here)
{
	FILE *file = *root ? open_of_machine("/pfmkit-kernel") : NULL;

	for (int i = 0; i < QUESTIONS; i++)
		here->answers[i] = *root ? NOT_ASKED : ask((enum asked)i);
	if (!file)
		return;
	read_answers(file, here);
	fclose(file);
}

void look_around(const char *captured, struct surroundings *here)
{
	root = captured ? captured : "";
	look_at_cpu(here);
	look_at_rights(here);
	ask_kernel(here);
}

/* ---- what is to be made of it ---- */

#define FINDING(name, counts, code, message, remedy) \
	static const struct finding name = { counts, code, message, remedy };
#include "findings.def"
#undef FINDING

static bool may_all(const struct surroundings *here)
{
	return here->may_perfmon || here->may_admin;
}

static bool is_right_missing(int answer)
{
	return answer == EACCES || answer == EPERM;
}

/* Software events, which need no PMU, are refused. */
static const struct finding *without_software(const struct surroundings *here)
{
	switch (here->answers[ASKED_SOFTWARE]) {
	case ENOSYS:
		return here->seccomp == 2 ? &filtered : &no_perf_events;
	case EACCES:
		if (here->paranoid > 2 && !may_all(here))
			return &too_paranoid;
		return here->seccomp == 2 ? &filtered : &security_module;
	case EPERM: /* for what needs no right the kernel itself never says so */
		return here->seccomp == 0 ? &security_module : &filtered;
	case EMFILE:
	case ENFILE:
		return &no_files;
	case NOT_ASKED:
		return &not_asked;
	default:
		return &other;
	}
}

static const struct finding *without_pmu(const struct surroundings *here)
{
	if (here->is_s390)
		return &lpar_of_s390;
	if (here->has_core_device)
		return here->is_power_lpar ? &lpar_of_power : &no_hardware_events;
	return here->is_virtual ? &no_pmu_in_guest : here->is_power_lpar ? &lpar_of_power : &no_driver;
}

static bool is_refused(int answer)
{
	return answer != COUNTS && answer != NOT_ASKED;
}

static bool is_any_refused(const struct surroundings *here)
{
	for (int i = ASKED_INSTRUCTIONS; i < QUESTIONS; i++)
		if (is_refused(here->answers[i]))
			return true;
	return false;
}

/* Whether hardware events count, if software events do. */
static const struct finding *of_hardware(const struct surroundings *here)
{
	switch (here->answers[ASKED_CYCLES]) {
	case COUNTS:
		return !is_any_refused(here) ? &all_counts : here->is_virtual ? &part_of_pmu : &part_refused;
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case EOPNOTSUPP:
		return without_pmu(here);
	case EBUSY:
		return &in_use;
	case EACCES:
	case EPERM:
		return &security_module;
	case GOT_NO_COUNTER:
		return here->watchdog == 1 ? &watchdog_has_it : &no_counter;
	case STOOD_STILL:
		return here->is_power_lpar ? &lpar_of_power : &stands_still;
	case NOT_ASKED:
		return &not_asked;
	default:
		return &other;
	}
}

int find_out(const struct surroundings *here, struct finding findings[MOST_FINDINGS])
{
	int count = 0;

	if (here->answers[ASKED_SOFTWARE] != COUNTS)
		findings[count++] = *without_software(here);
	else
		findings[count++] = *of_hardware(here);
	if (here->answers[ASKED_SOFTWARE] == COUNTS && is_right_missing(here->answers[ASKED_KERNEL]))
		findings[count++] = user_only;
	if (here->answers[ASKED_SOFTWARE] == COUNTS && is_right_missing(here->answers[ASKED_CPUS]))
		findings[count++] = own_only;
	/* without the facility nothing says which counters an s390 would have */
	if (!here->has_table && !here->is_s390)
		findings[count++] = unknown_cpu;
	return count;
}

const char *next_remedy(const char *remedy, int *length)
{
	const char *end = strstr(remedy, "; ");

	*length = (int)(end ? (size_t)(end - remedy) : strlen(remedy));
	return remedy + *length + (end ? 2 : 0);
}

bool say_why_nothing_counts(const struct surroundings *here)
{
	static bool said;
	struct finding findings[MOST_FINDINGS];
	int length;

	find_out(here, findings);
	if (findings[0].counts)
		return false;
	if (!said) {
		fprintf(stderr, "  hardware events: %s\n  what helps:\n", findings[0].message);
		for (const char *at = findings[0].remedy, *next; *at; at = next) {
			next = next_remedy(at, &length);
			fprintf(stderr, "    %.*s\n", length, at);
		}
	}
	said = true;
	return true;
}

/* Whether all generic hardware events had the same answer. */
static bool is_one_answer(const struct surroundings *here)
{
	for (int i = ASKED_CYCLES; i < QUESTIONS; i++)
		if (here->answers[i] != here->answers[ASKED_CYCLES])
			return false;
	return true;
}

void list_refused(const struct surroundings *here, char *list, size_t size)
{
	size_t length = 0;

	if (is_one_answer(here) && is_refused(here->answers[ASKED_CYCLES])) {
		snprintf(list, size, "all generic hardware events (%s)", answer_name(here->answers[ASKED_CYCLES]));
		return;
	}
	*list = '\0';
	for (int i = ASKED_CYCLES; i < QUESTIONS && length < size; i++)
		if (is_refused(here->answers[i]))
			length += (size_t)snprintf(list + length, size - length, "%s%s (%s)", length ? ", " : "",
						   questions[i].name, answer_name(here->answers[i]));
}
