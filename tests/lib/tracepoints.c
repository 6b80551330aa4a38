/*
 * Tracepoints of machines made here that a kernel would hardly show: forbidden ones, more than the tables hold, odd
 * places to find them; and processes that fork while they are being read.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { NOBODY = 65534 };

static char top[256];

/* ---- machines ---- */

static void path_of(char *full, const char *path)
{
	snprintf(full, 1024, "%s%s", top, path);
}

static void put(const char *path, const char *text)
{
	char full[1024];
	FILE *file;

	path_of(full, path);
	for (char *slash = full + strlen(top) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(full, 0755);
	}
	file = fopen(full, "w");
	if (!CHECK(file && fputs(text, file) >= 0 && !fclose(file)))
		printf("  cannot write %s\n", full);
}

static void put_mode(const char *path, mode_t mode)
{
	char full[1024];

	path_of(full, path);
	CHECK(!chmod(full, mode));
}

/* Names from 0 on, all of them links to one thing. */
static void put_links(const char *directory, const char *target, int count)
{
	char full[1024];
	int made = 0;

	for (int i = 0; i < count; i++) {
		snprintf(full, sizeof full, "%s%s/link_%d", top, directory, i);
		made += !symlink(target, full);
	}
	CHECK_SAME(made, count);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	return where->level ? remove(path) : 0;
}

#define TRACING "/sys/kernel/tracing"

static void new_machine(const char *mounts)
{
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	put("/proc/sys/kernel/perf_event_paranoid", "2\n");
	put("/sys/bus/event_source/devices/software/perf_event_mux_interval_ms", "4\n");
	put("/sys/bus/event_source/devices/tracepoint/perf_event_mux_interval_ms", "4\n");
	put("/sys/bus/event_source/devices/tracepoint/type", "2\n");
	put("/proc/mounts", mounts);
	put(TRACING "/events/sched/sched_switch/id", "372\n");
}

static void start(void)
{
	char words[512];

	snprintf(words, sizeof words, "LIBPFM_TRACEPOINTS=1 LIBPFM_FSROOT=%s LIBPFM_CPUID=GenuineIntel-6-167-1", top);
	CHECK(!start_library(words, pfm_initialize, pfm_terminate));
}

static int encode(const char *event, uint64_t *config)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	int error = pfm_get_os_event_encoding(event, PFM_PLM3, PFM_OS_PERF_EVENT, &arg);

	*config = attr.config;
	return error;
}

static bool has(const char *event, uint64_t expected)
{
	uint64_t config;

	return !encode(event, &config) && config == expected;
}

static pfm_diagnosis_t diagnose(const char *event)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	CHECK(!pfm_diagnose(event, PFM_PLM3, PFM_OS_PERF_EVENT, &d));
	return d;
}

static int events_of_perf(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return pfm_get_pmu_info(PFM_PMU_PERF_EVENT, &info) ? -1 : info.nevents;
}

/* ---- where they are ---- */

#define TRACEFS "tracefs " TRACING " tracefs rw 0 0\n"

/* /proc/mounts writes blanks, tabs and backslashes as octal numbers. */
static void check_places(void)
{
	new_machine("tracefs /mnt/a\\040b\\134c tracefs rw 0 0\n");
	put("/mnt/a b\\c/events/sched/sched_switch/id", "9\n");
	start();
	CHECK(has("perf::sched:sched_switch", 9));
}

/* Numbers from 0 on, and names of 255 bytes, which is what a file can have. */
static void check_corners(void)
{
	char name[256], path[1024], event[600];

	new_machine(TRACEFS);
	put(TRACING "/events/corner/zero/id", "0\n");
	put(TRACING "/events/corner/minus/id", "-1\n");
	memset(name, 'n', 255);
	name[255] = '\0';
	snprintf(path, sizeof path, TRACING "/events/%s/%s/id", name, name);
	put(path, "77\n");
	start();
	CHECK(has("perf::corner:zero", 0));
	CHECK(!has("perf::corner:minus", UINT64_MAX));
	snprintf(event, sizeof event, "perf::%s:%s", name, name);
	CHECK(has(event, 77));
	name[254] = '\0';
	snprintf(event, sizeof event, "perf::%s:%s", name, name);
	CHECK(!has(event, 77));
}

/* ---- what one may not read ---- */

static bool mentions(const pfm_diagnosis_t *d, const char *what)
{
	return d->error == PFM_ERR_NOTFOUND && strstr(d->message, "no such event") && strstr(d->expected, what);
}

static void check_diagnoses_of_forbidden(void)
{
	pfm_diagnosis_t d;

	start();
	d = diagnose("sched:sched_switch");
	CHECK(mentions(&d, TRACING "/events"));
	d = diagnose("perf::sched");
	CHECK(mentions(&d, TRACING "/events"));
	/* nobody writes a tracepoint so */
	d = diagnose("INST_RETIRD");
	CHECK(!strstr(d.expected, TRACING));
	d = diagnose("icl::sched:sched_switch");
	CHECK(!strstr(d.expected, TRACING));
}

/* Root may read all: who is root is nobody for that long. */
static void as_somebody(void (*function)(void))
{
	pid_t child = fork();
	int status;

	if (!child) {
		bool ready = geteuid() || (!setgid(NOBODY) && !setuid(NOBODY));

		failures = 0;
		CHECK(ready);
		function();
		fflush(stdout);
		_exit(failures > 0);
	}
	CHECK(child > 0);
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status));
	CHECK(!WEXITSTATUS(status));
}

static void check_forbidden(void)
{
	pfm_diagnosis_t d;

	new_machine(TRACEFS);
	put_mode(TRACING, 0);
	as_somebody(check_diagnoses_of_forbidden);
	put_mode(TRACING, 0755);
	put_mode(TRACING "/events/sched", 0);
	as_somebody(check_diagnoses_of_forbidden);
	put_mode(TRACING "/events/sched", 0755);
	put_mode(TRACING "/events/sched/sched_switch/id", 0);
	as_somebody(check_diagnoses_of_forbidden);
	put_mode(TRACING "/events/sched/sched_switch/id", 0444);
	start();
	d = diagnose("sched:sched_swich");
	CHECK_SAME(d.error, PFM_ERR_ATTR);
	CHECK(!d.expected[0]);
	CHECK(d.nsuggestions);
	CHECK_TEXT(d.suggestions[0], "sched_switch");
}

/* ---- many ---- */

static void check_many_subsystems(void)
{
	new_machine(TRACEFS);
	put_links(TRACING "/events", "sched", 6000);
	start();
	CHECK_SAME(events_of_perf(), 82 + 6001);
	CHECK(has("perf::link_0:sched_switch", 372));
	CHECK(has("perf::link_4096:sched_switch", 372));
	CHECK(has("perf::link_5999:sched_switch", 372));
}

static void check_limit(const char *directory, const char *target, int count)
{
	pfm_diagnosis_t d;

	new_machine(TRACEFS);
	put_links(directory, target, count);
	start();
	CHECK(has("perf::sched:sched_switch", 372) || has("perf::sched:link_1", 372));
	d = diagnose("perf::link_x:nothing");
	CHECK(mentions(&d, "LIBPFM_VERBOSE=1"));
}

static void check_limits(void)
{
	check_limit(TRACING "/events", "sched", 32768 + 1);
	CHECK_SAME(events_of_perf(), 82 + 32768);
	check_limit(TRACING "/events/sched", "sched_switch", 65535 + 1);
	CHECK_SAME(events_of_perf(), 82 + 1);
}

/* ---- fork ---- */

static void *read_them(void *data)
{
	(void)data;
	CHECK(has("perf::sched:sched_switch", 372));
	return NULL;
}

/* A child of a process in which another thread is reading finds them all. */
static bool child_finds(useconds_t after)
{
	pthread_t thread;
	pid_t child;
	int status = -1;

	start();
	if (pthread_create(&thread, NULL, read_them, NULL))
		return false;
	usleep(after);
	child = fork();
	if (!child) {
		alarm(60);
		_exit(!has("perf::sched:sched_switch", 372));
	}
	pthread_join(thread, NULL);
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status);
}

static void check_fork(void)
{
	new_machine(TRACEFS);
	put_links(TRACING "/events", "sched", 1000);
	for (useconds_t after = 0; after < 10; after++)
		CHECK(child_finds(after * 400));
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(top, sizeof top, "%s/pfm-tracepoints-XXXXXX", tmp && *tmp && strlen(tmp) < 200 ? tmp : "/tmp");
	if (!mkdtemp(top) || chmod(top, 0755)) {
		perror(top);
		return 1;
	}
	check_places();
	check_corners();
	check_forbidden();
	check_many_subsystems();
	check_limits();
	check_fork();
	pfm_terminate();
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	rmdir(top);
	return check_summary("tracepoints");
}
