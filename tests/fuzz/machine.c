/* A directory that stands in for the files of a machine, for the library under test. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <perfmon/pfmlib.h>

#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEVICES "/sys/bus/event_source/devices/"
#define EVENTS "/sys/kernel/tracing/events/"

static char directory[4096];

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status, (void)type;
	if (walk->level)
		remove(path);
	return 0;
}

void fuzz_clear(void)
{
	nftw(fuzz_directory(), remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_all(void)
{
	fuzz_clear();
	rmdir(directory);
}

const char *fuzz_directory(void)
{
	const char *parent = getenv("FUZZ_TMP");

	if (*directory)
		return directory;
	if (!parent)
		parent = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
	snprintf(directory, sizeof directory, "%s/pfm-fuzz.XXXXXX", parent);
	if (!mkdtemp(directory))
		fuzz_fail("cannot make a directory", directory);
	atexit(remove_all);
	return directory;
}

/* path in the directory, with the directories above it made; it must lead nowhere else. */
static bool prepare(const char *path, char *full, size_t size)
{
	int length = snprintf(full, size, "%s%s", fuzz_directory(), path);

	if (*path != '/' || strstr(path, "..") || length < 0 || (size_t)length >= size)
		return false;
	for (char *slash = full + strlen(directory) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	return true;
}

bool fuzz_make_directory(const char *path)
{
	char full[4096];

	return prepare(path, full, sizeof full) && !mkdir(full, 0700);
}

bool fuzz_write(const char *path, const void *bytes, size_t size)
{
	char full[4096];
	int file = prepare(path, full, sizeof full)
		? open(full, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0600)
		: -1;
	bool good = file >= 0 && write(file, bytes, size) == (ssize_t)size;

	if (file >= 0)
		close(file);
	return good;
}

void fuzz_start(void)
{
	static const char *const files[][2] = {
		{ "/proc/sys/kernel/perf_event_paranoid", "2\n" },
		{ "/proc/mounts", "tracefs /sys/kernel/tracing tracefs rw 0 0\n" },
		{ DEVICES "cpu/type", "4\n" },
		{ DEVICES "cpu/perf_event_mux_interval_ms", "4\n" },
		{ DEVICES "cpu/events/slots", "event=0x0,umask=0x4\n" },
		{ DEVICES "uncore_cha_0/type", "11\n" },
		{ DEVICES "uncore_cha_0/perf_event_mux_interval_ms", "4\n" },
		{ EVENTS "sched/sched_switch/id", "372\n" },
		{ EVENTS "sched/sched_wakeup/id", "371\n" },
		{ EVENTS "irq/softirq_entry/id", "140\n" },
	};
	static bool started;

	if (started)
		return;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		fuzz_write(files[i][0], files[i][1], strlen(files[i][1]));
	setenv("LIBPFM_FSROOT", fuzz_directory(), 1);
	setenv("LIBPFM_CPUID", "GenuineIntel-6-143-8", 1);
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	started = pfm_initialize() == PFM_SUCCESS;
	if (!started)
		fuzz_fail("cannot start the library", "");
}
