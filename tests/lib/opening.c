/*
 * What counting asks of the kernel: events on many CPUs and in many cgroups are opened once each, read once, closed
 * once, and switched once a group; nothing more is asked, however many they are. The kernel is played, and calls are
 * counted, not timed.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counting/pieces.h"

#include "check.h"

enum { FIRST_FILE = 1 << 20 };

/* Calls for events, and of them those for files that are not open. */
static struct {
	long opens, reads, switches, closes, wrong;
} calls;
static long open_now;

/* Who is left out of a count. */
enum { NO_USER = 1, NO_HYPERVISOR = 2, NO_HOST = 4, NO_GUEST = 8 };

/* What the driver that is played refuses: any of these left out, or none of those; with this errno. */
static struct {
	int any, none, error;
} driver;
static int opened;

static int left_out(const struct perf_event_attr *attr)
{
	return (attr->exclude_user ? NO_USER : 0) | (attr->exclude_hv ? NO_HYPERVISOR : 0) |
	       (attr->exclude_host ? NO_HOST : 0) | (attr->exclude_guest ? NO_GUEST : 0);
}

static bool is_event(int file)
{
	if (file >= FIRST_FILE)
		calls.wrong += file >= FIRST_FILE + calls.opens;
	return file >= FIRST_FILE;
}

long syscall(long number, ...)
{
	va_list arguments;
	long all[6];

	va_start(arguments, number);
	for (int i = 0; i < 6; i++)
		all[i] = va_arg(arguments, long);
	va_end(arguments);
	if (number == SYS_perf_event_open) {
		opened = left_out((const struct perf_event_attr *)all[0]);
		if (opened & driver.any || (driver.none && !(opened & driver.none))) {
			errno = driver.error;
			return -1;
		}
		open_now++;
		return FIRST_FILE + calls.opens++;
	}
	return ((long (*)(long, ...))dlsym(RTLD_NEXT, "syscall"))(number, all[0], all[1], all[2], all[3], all[4],
		all[5]);
}

#ifdef __GLIBC__
int ioctl(int file, unsigned long request, ...)
#else
int ioctl(int file, int request, ...)
#endif
{
	(void)request;
	calls.switches += is_event(file);
	return 0;
}

ssize_t read(int file, void *buffer, size_t size)
{
	static const struct reading reading = { 7, 100, 100 };

	if (!is_event(file))
		return ((ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(file, buffer, size);
	calls.reads++;
	memcpy(buffer, &reading, sizeof reading);
	return sizeof reading;
}

int close(int file)
{
	if (!is_event(file))
		return ((int (*)(int))dlsym(RTLD_NEXT, "close"))(file);
	calls.closes++;
	open_now--;
	return 0;
}

/* Counts events, in groups of so many, on CPUs, in cgroups; for a moment. */
static void count(int events, int group, int cpus, int cgroups)
{
	struct counting counting = { .pid = -1, .cpu = -1, .seconds = 1e-6 };
	struct piece_total *totals = calloc((size_t)events * (size_t)cgroups, sizeof *totals);
	struct pieces pieces = { .list = NULL };
	struct ending ending;
	long opens = (long)events * cpus * cgroups, groups = (events + group - 1) / group * (long)cpus * cgroups;
	bool good = totals != NULL;

	for (int i = 0; i < events; i++)
		for (int cpu = 0; cpu < cpus; cpu++)
			for (int cgroup = 0; cgroup < cgroups; cgroup++) {
				struct piece piece = { .event = i,
					.round = i / group,
					.cpu = cpu,
					.package = cgroup,
					.everybody = true,
					.pid = 100 + cgroup,
					.is_cgroup = true };

				good &= pieces_add(&pieces, &piece);
			}
	pieces_sort(&pieces);
	memset(&calls, 0, sizeof calls);
	if (CHECK(good && pieces_make_sets(&pieces, -1) &&
		    !count_events(pieces.sets, pieces.set_count, &counting, &ending))) {
		CHECK_SAME(calls.opens, opens);
		CHECK_SAME(calls.reads, opens);
		CHECK_SAME(calls.closes, opens);
		CHECK_SAME(calls.switches, 2 * groups);
		CHECK_SAME(calls.wrong, 0);
		CHECK_SAME(open_now, 0);
		pieces_add_up(&pieces, events, cgroups, true, totals);
		for (int i = 0; i < events * cgroups; i++)
			CHECK_SAME((long)totals[i].value, 7L * cpus);
	}
	pieces_free(&pieces);
	free(totals);
}

/* Guests and the hypervisor are counted where a driver cannot leave them out; users and the host are not. */
static void check_drivers(void)
{
	static const struct {
		int any, none, error, asked, opened; /* -1: refused */
	} rows[] = {
		{ 0, 0, 0, NO_GUEST | NO_HYPERVISOR, NO_GUEST | NO_HYPERVISOR },
		{ NO_GUEST, 0, EINVAL, NO_GUEST, 0 },
		{ NO_GUEST, 0, EINVAL, NO_GUEST | NO_HYPERVISOR, NO_HYPERVISOR },
		{ NO_HYPERVISOR, 0, EINVAL, NO_HYPERVISOR, 0 },
		{ NO_HYPERVISOR, 0, EINVAL, NO_USER | NO_HYPERVISOR, NO_USER },
		{ NO_GUEST | NO_HYPERVISOR, 0, EINVAL, NO_GUEST | NO_HYPERVISOR, 0 },
		{ NO_GUEST, 0, EINVAL, NO_GUEST | NO_HOST, -1 },
		{ NO_GUEST, 0, EOPNOTSUPP, NO_GUEST, -1 },
		{ NO_USER, 0, EINVAL, NO_USER | NO_GUEST, -1 },
		{ 0, NO_GUEST, EOPNOTSUPP, 0, NO_GUEST },
		{ 0, NO_GUEST, EINVAL, 0, -1 },
		{ 0, NO_GUEST, EOPNOTSUPP, NO_HOST, -1 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct perf_event_attr attr = { .exclude_user = !!(rows[i].asked & NO_USER),
			.exclude_hv = !!(rows[i].asked & NO_HYPERVISOR),
			.exclude_host = !!(rows[i].asked & NO_HOST),
			.exclude_guest = !!(rows[i].asked & NO_GUEST) };
		int refused = 7, error;
		struct event_set set = { .count = 0 };

		driver.any = rows[i].any, driver.none = rows[i].none, driver.error = rows[i].error;
		memset(&calls, 0, sizeof calls);
		error = event_set_open(&set, &attr, 1, 0, -1, 0, &refused);
		if (rows[i].opened < 0) {
			CHECK_SAME(error, rows[i].error);
			CHECK_SAME(refused, 0);
		} else if (CHECK_SAME(error, 0)) {
			CHECK_SAME(opened, rows[i].opened);
			event_set_close(&set);
		}
		CHECK_SAME(left_out(&attr), rows[i].asked);
		CHECK_SAME(open_now, 0);
	}
	memset(&driver, 0, sizeof driver);
}

int main(void)
{
	check_drivers();
	count(1, 1, 1, 1);
	count(20, 1, 2, 1);
	count(20, 4, 256, 8);
	count(20, 4, 512, 8);
	count(20, 1, 512, 8);
	return check_summary("opening");
}
