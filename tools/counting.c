#define _GNU_SOURCE
#include "counting.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host.h"
#include "json.h"
#include "tool.h"

/* ---- signals ---- */

static const int endings[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

enum { ENDINGS = sizeof endings / sizeof endings[0] };

static volatile sig_atomic_t signal_seen;
static volatile pid_t running_command;

/* The terminal sends its signals to the command as well; kill(1) does not. */
static void note_signal(int number, siginfo_t *info, void *context)
{
	(void)context;
	signal_seen = number;
	if (info->si_code <= 0 && running_command > 0)
		kill(running_command, number);
}

/* A signal that is ignored, as under nohup, stays so. */
static void take_signals(struct sigaction *before)
{
	struct sigaction ours = { .sa_sigaction = note_signal, .sa_flags = SA_SIGINFO };

	signal_seen = 0;
	sigemptyset(&ours.sa_mask);
	for (int i = 0; i < ENDINGS; i++) {
		sigaction(endings[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(endings[i], &ours, NULL);
	}
}

static void give_signals_back(const struct sigaction *before)
{
	for (int i = 0; i < ENDINGS; i++)
		sigaction(endings[i], &before[i], NULL);
}

/* ---- the command ---- */

/* What a set-uid tool may do beyond its user is not for the command. */
static bool drop_rights(void)
{
	gid_t group = getgid();
	uid_t user = getuid();

	return !setresgid(group, group, group) && !setresuid(user, user, user);
}

/* Where the end of children is ignored the kernel tells nobody of it. The command gets this as it was. */
static void take_endings(struct sigaction *before)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };

	sigemptyset(&usual.sa_mask);
	sigaction(SIGCHLD, &usual, before);
}

/*
 * The child waits for a byte before it runs the command, so that the counter can be set on it first. at_end: what it is
 * to do with SIGCHLD.
 */
static pid_t start_command(char **command, const struct sigaction *at_end, int *go)
{
	int ends[2];
	pid_t child;
	char byte;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	child = fork();
	if (child < 0) {
		close(ends[0]);
		close(ends[1]);
		return -1;
	}
	if (!child) {
		close(ends[1]);
		if (read(ends[0], &byte, 1) != 1)
			_exit(COMMAND_NOT_RUN);
		sigaction(SIGCHLD, at_end, NULL);
		if (drop_rights())
			execvp(command[0], command);
		complain("%s: %s", command[0], strerror(errno));
		_exit(COMMAND_NOT_RUN);
	}
	close(ends[0]);
	*go = ends[1];
	return child;
}

static void wait_for(pid_t child, struct ending *ending)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) {
			ending->status = COMMAND_NOT_RUN;
			return;
		}
	if (WIFEXITED(status)) {
		ending->status = WEXITSTATUS(status);
		return;
	}
	ending->status = 128 + WTERMSIG(status);
	if (WTERMSIG(status) == signal_seen)
		ending->signal = signal_seen;
}

/* Lets the command go, which waits for it, and waits for its end. 0, or an errno: it did not run. */
static int run_command(pid_t child, int pipe, struct ending *ending)
{
	int error = 0;

	running_command = child;
	ending->signal = signal_seen;
	if (signal_seen)
		kill(child, SIGKILL);
	else if (write(pipe, "g", 1) != 1)
		error = errno;
	close(pipe);
	wait_for(child, ending);
	running_command = 0;
	return error;
}

/* It finds the end of the pipe, and ends. */
static void forget_command(pid_t child, int pipe)
{
	struct ending ignored;

	close(pipe);
	wait_for(child, &ignored);
}

/* Until the time is over or a signal comes. */
static void sleep_for(double seconds)
{
	struct timespec left = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };

	while (!signal_seen && nanosleep(&left, &left) && errno == EINTR)
		;
}

/* ---- counting ---- */

static void prepare(struct counted *counted, const struct counting *counting)
{
	for (int i = 0; i < counted->count; i++) {
		struct perf_event_attr *attr = &counted->events[i];

		attr->disabled = 1;
		attr->read_format = EVENT_SET_FORMAT;
		attr->inherit |= counting->command && !counted->everybody;
		attr->enable_on_exec = counting->command && !counted->everybody;
	}
}

/* The kernel's word on a set. One that must be a group is nothing if its events open each for itself only. */
static void open_set(struct counted *counted, pid_t pid, int cpu)
{
	counted->error = event_set_open(&counted->set, counted->events, counted->count, pid, cpu, &counted->refused);
	if (counted->error || !counted->is_whole || counted->set.grouped)
		return;
	event_set_close(&counted->set);
	counted->error = NO_GROUP;
	counted->refused = 0;
}

/* How many the kernel takes. An event that it has no PMU for is refused before the kernel is asked. */
static int open_all(struct counted *all, int count, const struct counting *counting, pid_t child)
{
	int taken = 0;

	for (int i = 0; i < count; i++) {
		int cpu = counting->cpu < 0 ? all[i].cpu : counting->cpu;
		pid_t pid = all[i].everybody ? -1 : child ? child : counting->pid ? counting->pid : cpu < 0 ? 0 : -1;

		prepare(&all[i], counting);
		all[i].error = 0;
		for (int k = all[i].count; k-- > 0; )
			if (all[i].events[k].type == UINT32_MAX) {
				all[i].error = ENOENT;
				all[i].refused = k;
			}
		if (!all[i].error)
			open_set(&all[i], pid, cpu);
		taken += !all[i].error;
	}
	return taken;
}

static void switch_all(struct counted *all, int count, bool on)
{
	for (int i = 0; i < count; i++)
		if (!all[i].error)
			all[i].error = event_set_switch(&all[i].set, on);
}

/* What belongs to no process does not begin with the command. */
static void switch_everybody(struct counted *all, int count, unsigned long request)
{
	for (int i = 0; i < count; i++)
		if (all[i].everybody && !all[i].error)
			all[i].error = event_set_switch(&all[i].set, request);
}

static void read_all(struct counted *all, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < all[i].count && !all[i].error; k++) {
			all[i].error = event_set_read(&all[i].set, k, &all[i].readings[k]);
			all[i].refused = k;
		}
}

int count_events(struct counted *all, int count, const struct counting *counting, struct ending *ending)
{
	struct sigaction before[ENDINGS], at_end;
	int go = -1, error = 0, taken;
	pid_t child = 0;

	*ending = (struct ending){ 0, 0 };
	take_signals(before);
	take_endings(&at_end);
	if (counting->command && (child = start_command(counting->command, &at_end, &go)) < 0) {
		error = errno;
		give_signals_back(before);
		sigaction(SIGCHLD, &at_end, NULL);
		return error;
	}
	taken = open_all(all, count, counting, child);
	if (child && taken) {
		switch_everybody(all, count, PERF_EVENT_IOC_ENABLE);
		error = run_command(child, go, ending);
		switch_everybody(all, count, PERF_EVENT_IOC_DISABLE);
	} else if (child) {
		forget_command(child, go);
	} else if (taken) {
		switch_all(all, count, true);
		sleep_for(counting->seconds);
		switch_all(all, count, false);
		ending->signal = signal_seen;
	}
	read_all(all, count);
	for (int i = 0; i < count; i++)
		event_set_close(&all[i].set);
	give_signals_back(before);
	sigaction(SIGCHLD, &at_end, NULL);
	return error;
}

/* ---- refusals ---- */

static const char *yes(const struct surroundings *here, bool may)
{
	return !here->knows_capabilities ? "unknown" : may ? "yes" : "no";
}

static void explain_permission(const struct perf_event_attr *attr, const struct counting *counting,
	const struct surroundings *here)
{
	int level = here->paranoid == NO_NUMBER ? 2 : here->paranoid;
	bool all = counting->pid == -1 || (counting->cpu >= 0 && !counting->pid && !counting->command);

	fprintf(stderr, "  CAP_PERFMON: %s, CAP_SYS_ADMIN: %s, kernel.perf_event_paranoid: %d\n",
		yes(here, here->may_perfmon), yes(here, here->may_admin), level);
	if (here->may_perfmon || here->may_admin)
		fputs("  these would do; a container's seccomp filter or a security module may forbid perf_event_open\n",
			stderr);
	else if (all && level > 0)
		fputs("  to count whole CPUs: run as root, give the program CAP_PERFMON, or set kernel.perf_event_paranoid to 0\n",
			stderr);
	else if (!attr->exclude_kernel && level > 1)
		fputs("  to count in the kernel: run as root, give the program CAP_PERFMON, or set kernel.perf_event_paranoid to 1;\n"
		      "  or count in user code only: add :u to the event\n",
			stderr);
	else
		fputs("  run as root or give the program CAP_PERFMON\n", stderr);
}

static const struct refusal { int error; const char *code, *message; } refusals[] = {
	{ EACCES, "EACCES", "not permitted" },
	{ EPERM, "EPERM", "not permitted" },
	{ ENOENT, "ENOENT", "this machine cannot count it" },
	{ ENODEV, "ENODEV", "this machine cannot count it" },
	{ ENXIO, "ENXIO", "this machine cannot count it" },
	{ EOPNOTSUPP, "EOPNOTSUPP", "the PMU does not support it this way" },
	{ EINVAL, "EINVAL", "the kernel does not accept these fields" },
	{ EMFILE, "EMFILE", "too many open files" },
	{ ENFILE, "ENFILE", "too many open files" },
	{ ESRCH, "ESRCH", NULL },
	{ EBUSY, "EBUSY", "another program has the PMU for itself" },
	{ ENOSYS, "ENOSYS", "this kernel has no perf_event_open" },
	{ E2BIG, "E2BIG", NULL },
	{ EAGAIN, "EAGAIN", NULL },
	{ EIO, "EIO", NULL },
	{ ENOMEM, "ENOMEM", NULL },
	{ ENOSPC, "ENOSPC", NULL },
	{ NO_GROUP, "EINVAL", "the kernel does not take these events as one group" },
};

/* What there is to say of an error, in room if it is not in the table. */
static struct refusal refusal_of(int error, const struct counting *counting, char *room, size_t size)
{
	struct refusal refusal = { error, "UNKNOWN", NULL };

	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
		if (refusals[i].error == error)
			refusal = refusals[i];
	if (refusal.message)
		return refusal;
	if (error == ESRCH)
		snprintf(room, size, "there is no process %d", (int)counting->pid);
	else
		snprintf(room, size, "%s", strerror(error));
	refusal.message = room;
	return refusal;
}

static bool is_of_core(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_RAW || attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
}

static void print_hints(const struct perf_event_attr *attr, const char *device, const struct counting *counting,
	int error)
{
	struct surroundings here;

	switch (error) {
	case EACCES:
	case EPERM:
		look_around(NULL, &here);
		if (here.answers[ASKED_SOFTWARE] == COUNTS || !say_why_nothing_counts(&here))
			explain_permission(attr, counting, &here);
		break;
	case EBUSY:
	case ENOSYS:
		look_around(NULL, &here);
		say_why_nothing_counts(&here);
		break;
	case ENOENT:
	case ENODEV:
	case ENXIO:
		if (attr->type == UINT32_MAX && device)
			fprintf(stderr, "  the kernel has no PMU %s here\n", device);
		if (!is_of_core(attr))
			break;
		look_around(NULL, &here);
		if (!say_why_nothing_counts(&here))
			fputs("  hardware events count here, but not this one: the core's PMU lacks it\n", stderr);
		break;
	case EOPNOTSUPP:
		fputs("  sampling, precise levels and exclusions are not for all PMUs: try without those modifiers\n",
			stderr);
		break;
	case EINVAL:
		if (device && counting->cpu < 0)
			fprintf(stderr, "  events of %s belong to no process: count on a CPU, with --cpu-on 0\n",
				device);
		break;
	case EMFILE:
	case ENFILE:
		fputs("  raise the limit: ulimit -n\n", stderr);
		break;
	default:
		break;
	}
}

void explain_refusal(const char *event, const struct perf_event_attr *attr, const char *device,
	const struct counting *counting, int error)
{
	char room[128];

	complain("%s: %s", event, refusal_of(error, counting, room, sizeof room).message);
	print_hints(attr, device, counting, error);
}

void json_refusal(bool *first, const struct counting *counting, int error)
{
	char room[128];
	struct refusal refusal = refusal_of(error, counting, room, sizeof room);

	json_error(first, refusal.code, refusal.message);
}
