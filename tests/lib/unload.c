/*
 * Programs that load the libraries at run time, as plugins do, and unload them without saying so: no memory, no keys of
 * threads are left behind, and threads that used them end in peace. dlclose() does nothing in some C libraries; then
 * there is nothing to find here, and nothing is.
 */
#define _GNU_SOURCE
#include <perfmon/pfmlib.h>
#include <pmapi.h>

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#endif

#include "check.h"

static void *load(const char *name)
{
	const char *build = getenv("builddir");
	char path[4096];
	void *library;

	snprintf(path, sizeof path, "%s/.libs/%s", build ? build : ".", name);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		printf("unload: %s\n", dlerror());
	return library;
}

/* A function of a library, in the place that function points to. */
static bool find(void *library, const char *name, void *function)
{
	void *found = dlsym(library, name);

	memcpy(function, &found, sizeof found);
	return found;
}

/* ---- libpfm ---- */

static void use_pfm_once(void)
{
	void *library = load("libpfm.so");
	pfm_err_t (*initialize)(void);
	int (*find_event)(const char *);

	if (!CHECK(library && find(library, "pfm_initialize", &initialize) &&
		    find(library, "pfm_find_event", &find_event)))
		return;
	CHECK(!initialize());
	CHECK(find_event("perf::sched:sched_switch") > 0);
	CHECK(!dlclose(library));
}

static void check_memory(void)
{
	size_t before;

	/* until the C library keeps no more of what is freed */
	for (int i = 0; i < 20; i++)
		use_pfm_once();
	before = used_memory();
	for (int i = 0; i < 20; i++)
		use_pfm_once();
	if (!CHECK(used_memory() < before + 1024))
		printf("  %zu bytes are left\n", used_memory() - before);
}

/* ---- libpmapi ---- */

struct pmapi {
	void *library;
	int (*initialize)(int, pm_info2_t *, pm_groups_info_t *, int);
	int (*set)(pm_prog_t *);
};

static bool load_pmapi(struct pmapi *pmapi)
{
	pmapi->library = load("libpmapi.so");
	return CHECK(pmapi->library && find(pmapi->library, "pm_initialize", &pmapi->initialize) &&
		     find(pmapi->library, "pm_set_program_mythread", &pmapi->set));
}

/* Whether or not the kernel counts: the thread is known to the library from then on. */
static void use_pmapi(const struct pmapi *pmapi)
{
	pm_info2_t info;
	pm_groups_info_t groups;
	pm_prog_t program = { .mode = { .w = 0 } };

	CHECK(!pmapi->initialize(PM_VERIFIED | PM_UNVERIFIED | PM_CAVEAT | PM_GET_GROUPS, &info, &groups, PM_CURRENT));
	pmapi->set(&program);
}

static void check_keys(void)
{
	struct pmapi pmapi;
	pthread_key_t key;

	for (int i = 0; i < 2 * PTHREAD_KEYS_MAX && !failures; i++)
		if (load_pmapi(&pmapi)) {
			use_pmapi(&pmapi);
			CHECK(!dlclose(pmapi.library));
		}
	CHECK(!pthread_key_create(&key, NULL));
}

struct meeting {
	struct pmapi pmapi;
	pthread_barrier_t used, closed;
};

static void *outlive(void *data)
{
	struct meeting *meeting = data;

	use_pmapi(&meeting->pmapi);
	pthread_barrier_wait(&meeting->used);
	pthread_barrier_wait(&meeting->closed);
	return NULL;
}

static void check_live_thread(void)
{
	struct meeting meeting;
	pthread_t thread;

	if (!load_pmapi(&meeting.pmapi) ||
		!CHECK(!pthread_barrier_init(&meeting.used, NULL, 2) &&
			!pthread_barrier_init(&meeting.closed, NULL, 2)) ||
		!CHECK(!pthread_create(&thread, NULL, outlive, &meeting)))
		return;
	pthread_barrier_wait(&meeting.used);
	CHECK(!dlclose(meeting.pmapi.library));
	pthread_barrier_wait(&meeting.closed);
	CHECK(!pthread_join(thread, NULL));
}

/* ---- all, each in a process of its own ---- */

static void in_child(void (*test)(void), const char *what)
{
	int status = -1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		failures = 0;
		test();
		fflush(stdout);
		exit(failures > 0);
	}
	if (!CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status)))
		printf("  %s: status 0x%x\n", what, status);
}

static bool have_shared_libraries(void)
{
	void *pfm = load("libpfm.so"), *pmapi = load("libpmapi.so");

	if (pmapi)
		dlclose(pmapi);
	if (pfm)
		dlclose(pfm);
	return pfm && pmapi;
}

int main(void)
{
	if (!have_shared_libraries()) {
		puts("unload: skipped: built without shared libraries");
		return 77;
	}
	setenv("LIBPFM_FSROOT", root_directory("tracefs"), 1);
	in_child(check_memory, "libpfm without pfm_terminate()");
	setenv("LIBPFM_CPUID", "POWER-0x4e", 1);
	/* libpmapi needs the libpfm beside it */
	load("libpfm.so");
	in_child(check_keys, "libpmapi, many times");
	in_child(check_live_thread, "a thread that outlives libpmapi");
	return check_summary("unload");
}
