/*
 * Preloaded into a tool: makes one call fail. PFM_FAIL says which: kinds, errno and number of failures.h;
 * PFM_FAIL_REPORT is a file that is made if there was a call of that number. The kernel's part in counting is played;
 * PFM_OPENED is a file that tells at the end which events were opened, in that order: type, config, CPU, and whether
 * they joined another's group. PFM_COUNTS: what they count: value, time enabled, time running, and the next event.
 * PFM_RATES: what they count in a ns while they are on, "TYPE:CONFIG=RATE ..."; nothing if they are not there. The
 * clock is played, too, so that a busy machine changes no count: a time that is waited for passes at once, a command
 * takes a ms, and nothing else takes any. PFM_PATIENCE: how long a command may really take, in s, before it has taken
 * the whole time that was to be waited for; 60.
 * PFM_SHARE: for how many % of that time. PFM_DRIVER: how the driver of the cores is, no-exclusion, host-only or
 * one-core-type (fake_kernel.h). PFM_FREE: how many general counters are free for pinned events, and codes that a
 * fixed one takes.
 */
#include "failures.h"

#include <signal.h>
#include <sys/wait.h>

static const char *report, *opened_report;

/* The number behind "TYPE:CONFIG=" in PFM_RATES. */
static uint64_t given_rate(const struct perf_event_attr *attr)
{
	char wanted[64];
	const char *at;

	snprintf(wanted, sizeof wanted, "%u:%#llx=", attr->type, (unsigned long long)attr->config);
	at = strstr(getenv("PFM_RATES"), wanted);
	return at ? strtoull(at + strlen(wanted), NULL, 10) : 0;
}

/* ---- the clock, in ns ---- */

enum { COMMAND_TIME = 1000000 };

static uint64_t played_now;

int clock_gettime(clockid_t clock, struct timespec *now)
{
	REAL_FUNCTION(int, real_clock_gettime, "clock_gettime", clockid_t, struct timespec *);

	if (!rate_of || clock != CLOCK_MONOTONIC)
		return real_clock_gettime(clock, now);
	now->tv_sec = (time_t)(played_now / 1000000000);
	now->tv_nsec = (long)(played_now % 1000000000);
	return 0;
}

static struct timespec patience(void)
{
	const char *given = getenv("PFM_PATIENCE");
	double seconds = given ? strtod(given, NULL) : 60;

	return (struct timespec){ (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time)
{
	REAL_FUNCTION(int, real_sigtimedwait, "sigtimedwait", const sigset_t *, siginfo_t *, const struct timespec *);
	bool has_child = !waitid(P_ALL, 0, &(siginfo_t){ 0 }, WEXITED | WNOHANG | WNOWAIT);
	struct timespec really = has_child ? patience() : (struct timespec){ 0 };
	uint64_t wanted = (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
	int number = real_sigtimedwait(set, info, rate_of ? &really : time);

	/* no call is for nothing: what is less than a ns is one */
	if (rate_of && number < 0 && errno == EAGAIN)
		played_now += wanted ? wanted : 1;
	return number;
}

pid_t waitpid(pid_t wanted, int *status, int options)
{
	REAL_FUNCTION(pid_t, real_waitpid, "waitpid", pid_t, int *, int);
	pid_t found = real_waitpid(wanted, status, options);

	if (found > 0)
		played_now += COMMAND_TIME;
	return found;
}

/* ---- what is played, and told ---- */

static void choose_driver(const char *name)
{
	if (!strcmp(name, "no-exclusion"))
		driver = NO_EXCLUSION;
	else if (!strcmp(name, "host-only"))
		driver = HOST_ONLY;
	else if (!strcmp(name, "one-core-type"))
		driver = ONE_CORE_TYPE;
	else
		abort();
}

static void take_free_counters(const char *text)
{
	char *end;

	free_general = (int)strtol(text, &end, 0);
	while (*end && free_fixed_count < 8)
		free_fixed[free_fixed_count++] = strtoull(end, &end, 0);
}

__attribute__((constructor)) static void prepare(void)
{
	const char *words = getenv("PFM_FAIL");
	int kinds, number, given = 0;
	long at;

	for (const char *text = getenv("PFM_COUNTS"); text && *text && given < 48; given++) {
		char *end;

		played_counts[given / 3][given % 3] = strtoull(text, &end, 10);
		text = end;
	}
	rate_of = getenv("PFM_RATES") ? given_rate : NULL;
	if (getenv("PFM_SHARE"))
		share_of_time = (unsigned int)strtoul(getenv("PFM_SHARE"), NULL, 10);
	if (getenv("PFM_FREE"))
		take_free_counters(getenv("PFM_FREE"));
	if (getenv("PFM_DRIVER"))
		choose_driver(getenv("PFM_DRIVER"));
	report = getenv("PFM_FAIL_REPORT");
	opened_report = getenv("PFM_OPENED");
	unsetenv("LD_PRELOAD"); /* commands that the tool runs are not the tool */
	kernel = PLAYED;
	if (!words || sscanf(words, "%d:%d:%ld", &kinds, &number, &at) != 3)
		return;
	fail_at(kinds, number, at);
	failing.on = true;
}

static void tell_opened(void)
{
	FILE *file = fopen(opened_report, "w");

	for (int i = 0; file && i < opened_count; i++)
		fprintf(file, "%u %#llx %d %s\n", opened[i].attr.type, (unsigned long long)opened[i].attr.config,
			opened[i].cpu, opened[i].leader < 0 ? "leads" : "joins");
	if (file)
		fclose(file);
}

__attribute__((destructor)) static void tell(void)
{
	int file;

	failing.on = false;
	if (opened_report && opened_count)
		tell_opened();
	if (failing.hit && report && (file = open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) >= 0)
		close(file);
}
