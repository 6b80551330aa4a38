#define _GNU_SOURCE
#include "counting.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "json.h"
#include "tool.h"

#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#endif

/* The child waits for a byte before it runs the command, so that the counter can be set on it first. */
static pid_t start_command(char **command, int *go)
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
		execvp(command[0], command);
		fprintf(stderr, "perf_encode: %s: %s\n", command[0], strerror(errno));
		_exit(COMMAND_NOT_RUN);
	}
	close(ends[0]);
	*go = ends[1];
	return child;
}

static void sleep_for(double seconds)
{
	struct timespec left = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static int read_count(int file, struct counted *counted)
{
	uint64_t values[3];

	if (read(file, values, sizeof values) != (ssize_t)sizeof values)
		return errno ? errno : EIO;
	*counted = (struct counted){ values[0], values[1], values[2] };
	return 0;
}

static int wait_for(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return COMMAND_NOT_RUN;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void close_all(const int *files, int count)
{
	for (int i = 0; i < count; i++)
		close(files[i]);
}

/* 0, or an errno, and nothing is open. Those after the first of a kernel group follow it and need no switch of their own. */
static int open_all(struct perf_event_attr *events, int count, pid_t pid, int cpu, bool grouped, int *files, int *refused)
{
	for (int i = 0; i < count; i++) {
		struct perf_event_attr attr = events[i];

		if (grouped && i)
			attr.disabled = attr.enable_on_exec = 0;
		files[i] = perf_event_open(&attr, pid, cpu, grouped && i ? files[0] : -1, PERF_FLAG_FD_CLOEXEC);
		if (files[i] < 0) {
			int error = errno;

			*refused = i;
			close_all(files, i);
			return error;
		}
	}
	return 0;
}

static int open_together(struct perf_event_attr *events, int count, pid_t pid, int cpu, int *files, int *switches, int *refused)
{
	int error = open_all(events, count, pid, cpu, true, files, refused);

	*switches = 1;
	if (count > 1 && (error == EINVAL || error == ENOSPC)) {
		error = open_all(events, count, pid, cpu, false, files, refused);
		*switches = count;
	}
	return error;
}

static int switch_all(const int *files, int count, unsigned long request)
{
	for (int i = 0; i < count; i++)
		if (ioctl(files[i], request, 0))
			return errno;
	return 0;
}

static int read_all(const int *files, int count, struct counted *counted)
{
	int error = 0;

	for (int i = 0; i < count && !error; i++)
		error = read_count(files[i], &counted[i]);
	return error;
}

static void prepare(struct perf_event_attr *events, int count, const struct counting *counting)
{
	for (int i = 0; i < count; i++) {
		events[i].disabled = 1;
		events[i].read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
		events[i].inherit |= counting->command != NULL;
		events[i].enable_on_exec = counting->command && counting->pid != -1;
	}
}

int count_events(struct perf_event_attr *events, int count, const struct counting *counting, struct counted *counted, int *refused, int *status)
{
	int go = -1, files[MAX_COUNTED], switches, error;
	pid_t child = 0, pid = counting->pid;

	memset(files, -1, sizeof files);
	*status = *refused = 0;
	prepare(events, count, counting);
	if (counting->command) {
		child = start_command(counting->command, &go);
		if (child < 0)
			return errno;
		if (counting->pid != -1)
			pid = child;
	}
	error = open_together(events, count, pid, counting->cpu, files, &switches, refused);
	if (error)
		count = switches = 0;
	else if (!events->enable_on_exec)
		error = switch_all(files, switches, PERF_EVENT_IOC_ENABLE);
	if (child > 0) {
		if (error)
			kill(child, SIGKILL);
		else if (write(go, "g", 1) != 1)
			error = errno;
		close(go);
		*status = wait_for(child);
	} else if (!error) {
		sleep_for(counting->seconds);
	}
	errno = 0;
	if (!error && !events->enable_on_exec)
		switch_all(files, switches, PERF_EVENT_IOC_DISABLE);
	if (!error)
		error = read_all(files, count, counted);
	close_all(files, count);
	return error;
}

/* ---- refusals ---- */

static bool has_capability(cap_value_t capability)
{
	cap_t all = cap_get_proc();
	cap_flag_value_t value = CAP_CLEAR;

	if (!all)
		return false;
	if (cap_get_flag(all, capability, CAP_EFFECTIVE, &value))
		value = CAP_CLEAR;
	cap_free(all);
	return value == CAP_SET;
}

static int paranoid_level(void)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
	int level = 2;

	if (!file)
		return level;
	if (fscanf(file, "%d", &level) != 1)
		level = 2;
	fclose(file);
	return level;
}

static void explain_permission(const struct perf_event_attr *attr, const struct counting *counting)
{
	int level = paranoid_level();
	bool all = counting->pid == -1 || (counting->cpu >= 0 && !counting->pid && !counting->command);

	fprintf(stderr, "  CAP_PERFMON: %s, CAP_SYS_ADMIN: %s, kernel.perf_event_paranoid: %d\n", has_capability(CAP_PERFMON) ? "yes" : "no",
		has_capability(CAP_SYS_ADMIN) ? "yes" : "no", level);
	if (has_capability(CAP_PERFMON) || has_capability(CAP_SYS_ADMIN))
		fputs("  these would do; a container's seccomp filter or a security module may forbid perf_event_open\n", stderr);
	else if (all && level > 0)
		fputs("  to count whole CPUs: run as root, give the program CAP_PERFMON, or set kernel.perf_event_paranoid to 0\n", stderr);
	else if (!attr->exclude_kernel && level > 1)
		fputs("  to count in the kernel: run as root, give the program CAP_PERFMON, or set kernel.perf_event_paranoid to 1;\n"
		      "  or count in user code only: add :u to the event\n", stderr);
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

static void print_hints(const struct perf_event_attr *attr, const char *device, const struct counting *counting, int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		explain_permission(attr, counting);
		break;
	case ENOENT:
	case ENODEV:
	case ENXIO:
		if (attr->type == UINT32_MAX && device)
			fprintf(stderr, "  the kernel has no PMU %s here\n", device);
		else if (attr->type == PERF_TYPE_RAW || attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE)
			fputs("  the kernel has no driver for a core PMU, as in most virtual machines, or the PMU lacks this event;\n"
			      "  software events such as perf::task-clock count everywhere\n", stderr);
		break;
	case EOPNOTSUPP:
		fputs("  sampling, precise levels and exclusions are not for all PMUs: try without those modifiers\n", stderr);
		break;
	case EINVAL:
		if (device && counting->cpu < 0)
			fprintf(stderr, "  events of %s belong to no process: count on a CPU, with --cpu-on 0\n", device);
		break;
	case EMFILE:
	case ENFILE:
		fputs("  raise the limit: ulimit -n\n", stderr);
		break;
	default:
		break;
	}
}

void explain_refusal(const char *event, const struct perf_event_attr *attr, const char *device, const struct counting *counting, int error)
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
