/* What the kernel's errno means for who asked, and what would help, as far as this machine shows it. */
#include "refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "tool.h"

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
