/* Explains an errno of the kernel to the user who got it, and what would help, as far as this machine shows. */
#include "refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "counting/event_set.h"
#include "host.h"
#include "common/tool.h"

static const char *yes(const struct surroundings *here, bool may)
{
	return !here->knows_capabilities ? "unknown" : may ? "yes" : "no";
}

static void explain_permission(const struct perf_event_attr *attr, const struct counting *counting,
	const struct surroundings *here)
{
	bool all = counting->pid == -1 || (counting->cpu >= 0 && !counting->pid && !counting->command);
	struct finding finding;

	fprintf(stderr, "  CAP_PERFMON: %s, CAP_SYS_ADMIN: %s, kernel.perf_event_paranoid: %d%s\n",
		yes(here, here->may_perfmon), yes(here, here->may_admin),
		here->paranoid == NO_NUMBER ? 2 : here->paranoid, here->in_namespace ? ", in a user namespace" : "");
	find_missing_right(here, all, !attr->exclude_kernel, &finding);
	fprintf(stderr, "  %s\n", finding.message);
	say_remedies(&finding);
}

static bool is_of_core(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_RAW || attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
}

/* Returns whether the same event is not refused that leaves out nothing, or only for want of a right. */
static bool opens_without_exclusion(const struct perf_event_attr *attr, const struct counting *counting)
{
	struct perf_event_attr all = *attr;
	struct event_set set;
	int refused, error;

	if (!attr->exclude_kernel && !attr->exclude_user)
		return false;
	all.exclude_kernel = all.exclude_user = all.exclude_hv = all.exclude_guest = all.exclude_host = 0;
	all.disabled = 1;
	all.enable_on_exec = 0;
	error = event_set_open(&set, &all, 1, counting->pid, counting->cpu, 0, &refused);
	if (!error)
		event_set_close(&set);
	return !error || error == EACCES || error == EPERM;
}

static void explain_exclusion(const struct perf_event_attr *attr)
{
	fprintf(stderr,
		attr->exclude_kernel ? "  this PMU cannot leave out the kernel: count without :u, as root or with "
				       "perf_event_paranoid 1\n"
				     : "  this PMU cannot leave out user code: count without :k\n");
}

static void explain_absence(const struct perf_event_attr *attr, const char *device, int error)
{
	struct surroundings here;

	if (attr->type == UINT32_MAX && device)
		fprintf(stderr, "  the kernel has no PMU %s here\n", device);
	if (!is_of_core(attr))
		return;
	look_around(NULL, &here);
	if (say_why_nothing_counts(&here))
		return;
	if (error == ENXIO && here.hypervisor)
		fputs("  hardware events count here, but not this one: the core's PMU has it, and the hypervisor does not hand\n"
		      "  on the registers that it needs, as those of offcore responses\n", stderr);
	else
		fputs("  hardware events count here, but not this one: the core's PMU lacks it\n", stderr);
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
		explain_absence(attr, device, error);
		break;
	case EOPNOTSUPP:
		if (opens_without_exclusion(attr, counting))
			explain_exclusion(attr);
		else
			fputs("  sampling, precise levels and exclusions are not for all PMUs: try without those modifiers\n",
				stderr);
		break;
	case EINVAL:
		if (opens_without_exclusion(attr, counting))
			explain_exclusion(attr);
		else if (device && counting->cpu < 0)
			fprintf(stderr, "  events of %s belong to no process: count on a CPU, with -C 0\n",
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
	if (error == ESRCH)
		complain("%s: there is no process %d", event, (int)counting->pid);
	else
		complain("%s: %s", event, refusal_words(error));
	print_hints(attr, device, counting, error);
}
