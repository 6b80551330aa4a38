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

int count_event(struct perf_event_attr *attr, const struct counting *counting, struct counted *counted, int *status)
{
	pid_t child = 0, pid = counting->pid;
	int go = -1, file, error;

	*status = 0;
	attr->disabled = 1;
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (counting->command) {
		child = start_command(counting->command, &go);
		if (child < 0)
			return errno;
		attr->inherit = 1;
		attr->enable_on_exec = counting->pid != -1;
		if (counting->pid != -1)
			pid = child;
	}
	file = perf_event_open(attr, pid, counting->cpu, -1, PERF_FLAG_FD_CLOEXEC);
	error = file < 0 ? errno : 0;
	if (!error && !attr->enable_on_exec && ioctl(file, PERF_EVENT_IOC_ENABLE, 0))
		error = errno;
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
	if (!error && !attr->enable_on_exec)
		ioctl(file, PERF_EVENT_IOC_DISABLE, 0);
	if (!error)
		error = read_count(file, counted);
	if (file >= 0)
		close(file);
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

void explain_refusal(const char *event, const struct perf_event_attr *attr, const char *device, const struct counting *counting, int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		complain("%s: not permitted", event);
		explain_permission(attr, counting);
		break;
	case ENOENT:
	case ENODEV:
	case ENXIO:
		complain("%s: this machine cannot count it", event);
		if (attr->type == UINT32_MAX && device)
			fprintf(stderr, "  the kernel has no PMU %s here\n", device);
		else if (attr->type == PERF_TYPE_RAW || attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE)
			fputs("  the kernel has no driver for a core PMU, as in most virtual machines, or the PMU lacks this event;\n"
			      "  software events such as perf::task-clock count everywhere\n", stderr);
		break;
	case EOPNOTSUPP:
		complain("%s: the PMU does not support it this way", event);
		fputs("  sampling, precise levels and exclusions are not for all PMUs: try without those modifiers\n", stderr);
		break;
	case EINVAL:
		complain("%s: the kernel does not accept these fields", event);
		if (device && counting->cpu < 0)
			fprintf(stderr, "  events of %s belong to no process: count on a CPU, with --cpu-on 0\n", device);
		break;
	case EMFILE:
	case ENFILE:
		complain("%s: too many open files", event);
		fputs("  raise the limit: ulimit -n\n", stderr);
		break;
	case ESRCH:
		complain("%s: there is no process %d", event, (int)counting->pid);
		break;
	case EBUSY:
		complain("%s: another program has the PMU for itself", event);
		break;
	case ENOSYS:
		complain("%s: this kernel has no perf_event_open", event);
		break;
	default:
		complain("%s: %s", event, strerror(error));
	}
}
