/*
 * Finds targets. The threads of a process are listed until two listings agree; threads that they start later are
 * inherited. CPUs and cgroups are counted for all processes.
 */
#define _GNU_SOURCE
#include "whom.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counting/cgroups.h"
#include "counting/cpus.h"
#include "counting/threads.h"
#include "tables/clean.h"

enum { MOST_LISTED_CPUS = 8192 };

/* Keeps a copy of a name. NULL: no memory, which has been said. */
static const char *keep_name(struct whom *whom, const char *name)
{
	char **larger;

	for (int i = 0; i < whom->name_count; i++)
		if (!strcmp(whom->names[i], name))
			return whom->names[i];
	larger = with_room(whom->names, whom->name_count, NULL, sizeof *larger);
	if (larger)
		whom->names = larger;
	if (!larger || !(larger[whom->name_count] = strdup(name))) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	return larger[whom->name_count++];
}

/* ---- places ---- */

static int read_number(const char *root, const char *name, int cpu)
{
	char path[4096];
	int number = -1;
	FILE *file;

	snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu%d/%s", root ? root : "", cpu, name);
	file = fopen(path, "re");
	if (!file)
		return -1;
	if (fscanf(file, "%d", &number) != 1)
		number = -1;
	fclose(file);
	return number;
}

/* Returns the node of a CPU, which is a directory nodeN beside its others; -1: not known. */
static int node_of(const char *root, int cpu)
{
	char path[4096];
	int node = -1;
	DIR *directory;

	snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu%d", root ? root : "", cpu);
	directory = opendir(path);
	if (!directory)
		return -1;
	for (struct dirent *entry; node < 0 && (entry = readdir(directory));)
		if (sscanf(entry->d_name, "node%d", &node) != 1)
			node = -1;
	closedir(directory);
	return node;
}

static bool is_same_place(const struct row_place *a, const struct row_place *b)
{
	return a->cpu == b->cpu && a->core == b->core && a->die == b->die && a->socket == b->socket &&
		a->node == b->node && a->thread == b->thread && a->cgroup == b->cgroup && a->device == b->device;
}

int place_of(struct whom *whom, int cpu, const char *device, pid_t thread, const char *cgroup)
{
	struct row_place place = { .cpu = -1, .core = -1, .die = -1, .socket = -1, .node = -1, .cgroup = cgroup };
	struct row_place *larger;
	enum level level = whom->level;

	if (level == PER_THREAD)
		place.thread = thread;
	if (level == PER_DEVICE && *device && !(place.device = keep_name(whom, device)))
		return -1;
	if (level == PER_CPU)
		place.cpu = cpu;
	if (cpu >= 0 && (level == PER_CORE || level == PER_DIE || level == PER_SOCKET)) {
		place.socket = read_number(whom->root, "topology/physical_package_id", cpu);
		place.die = level == PER_SOCKET ? -1 : read_number(whom->root, "topology/die_id", cpu);
		place.core = level == PER_CORE ? read_number(whom->root, "topology/core_id", cpu) : -1;
	}
	if (cpu >= 0 && level == PER_NODE)
		place.node = node_of(whom->root, cpu);
	for (int i = whom->place_count; i-- > 0;)
		if (is_same_place(&whom->places[i], &place))
			return i;
	larger = with_room(whom->places, whom->place_count, &whom->place_room, sizeof *larger);
	if (!larger)
		return -1;
	whom->places = larger;
	whom->places[whom->place_count] = place;
	return whom->place_count++;
}

/* ---- targets ---- */

static bool add_target(struct whom *whom, struct target target, const char *cgroup)
{
	struct target *larger = with_room(whom->targets, whom->count, &whom->room, sizeof *larger);

	whom->targets = larger ? larger : whom->targets;
	target.place = place_of(whom, target.cpu, "", target.is_cgroup ? 0 : target.pid, cgroup);
	if (target.place < 0 || !larger)
		return false;
	whom->targets[whom->count++] = target;
	return true;
}

bool is_number_list(const char *text, bool has_ranges)
{
	for (;; text++) {
		size_t digits = strspn(text, "0123456789");

		if (has_ranges && digits && digits < 8 && text[digits] == '-' && text[digits + 1] != '-') {
			long low = strtol(text, NULL, 10);

			text += digits + 1;
			digits = strspn(text, "0123456789");
			if (strtol(text, NULL, 10) < low)
				return false;
		}
		if (!digits || digits > 9 || !strchr(",", text[digits]))
			return false;
		text += digits;
		if (!*text)
			return true;
	}
}

/* Reads "0-3,8". Returns how many there are; -1: there are too many, which has been said. */
static int read_cpu_list(const char *text, int *cpus, int most)
{
	int count = 0;

	for (char *end;; text = end + 1) {
		long low = strtol(text, &end, 10), high = *end == '-' ? strtol(end + 1, &end, 10) : low;

		for (; low <= high && count < most; low++)
			cpus[count++] = (int)low;
		if (low <= high) {
			complain("-C: more than %d CPUs", most);
			return -1;
		}
		if (!*end)
			return count;
	}
}

bool has_cpu(const int *cpus, int count, int cpu)
{
	for (int i = 0; i < count; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/* Lists the CPUs that are counted: those of -C, or all online. Returns how many; -1: wrong, which has been said. */
static int list_counted_cpus(const struct request *request, const char *root, int *cpus)
{
	int *online = calloc(MOST_LISTED_CPUS, sizeof *online), found, count;

	if (!online) {
		is_lacking(PFM_ERR_NOMEM);
		return -1;
	}
	found = read_online_cpus(root, online, MOST_LISTED_CPUS);
	if (!found) {
		online[0] = 0;
		found = 1;
	}
	if (found > MOST_LISTED_CPUS)
		found = MOST_LISTED_CPUS;
	count = request->cpu_list ? read_cpu_list(request->cpu_list, cpus, MOST_LISTED_CPUS) : found;
	for (int i = 0; i < count; i++) {
		if (!request->cpu_list)
			cpus[i] = online[i];
		if (!has_cpu(online, found, cpus[i])) {
			complain("-C %s: there is no CPU %d, or it is offline", request->cpu_list, cpus[i]);
			count = -1;
		}
	}
	free(online);
	return count;
}

/* ---- tasks ---- */

static bool add_task(struct whom *whom, pid_t pid)
{
	return add_target(whom, (struct target){ .pid = pid, .cpu = -1, .everybody = true }, NULL);
}

static bool add_process(struct whom *whom, pid_t pid, bool all_threads)
{
	pid_t *threads = NULL, *larger;
	int count = all_threads ? list_all_threads(pid, &threads) : kill(pid, 0) && errno == ESRCH ? -1 : 0;
	bool good = count >= 0;

	if (!good && errno != ENOENT && errno != ESRCH)
		complain("the threads of process %d cannot be listed: %s", (int)pid, strerror(errno));
	else if (!good)
		complain("there is no %s %d", all_threads ? "process" : "thread", (int)pid);
	if (good && !all_threads)
		good = add_task(whom, pid);
	for (int i = 0; i < count && good && threads; i++)
		good = add_task(whom, threads[i]);
	free(threads);
	larger = with_room(whom->pids, whom->pid_count, NULL, sizeof *larger);
	if (!larger)
		return false;
	whom->pids = larger;
	whom->pids[whom->pid_count++] = pid;
	return good;
}

static bool add_processes(struct whom *whom, const char *list, bool all_threads)
{
	for (char *end;; list = end + 1) {
		long pid = strtol(list, &end, 10);

		if (!add_process(whom, (pid_t)pid, all_threads))
			return false;
		if (!*end)
			return true;
	}
}

bool have_ended(const struct whom *whom)
{
	for (int i = 0; i < whom->pid_count; i++)
		if (!kill(whom->pids[i], 0) || errno != ESRCH)
			return false;
	return whom->pid_count > 0;
}

/* ---- cgroups ---- */

/* Writes the path of a cgroup below the mount. False: none is called so, or several are, which has been said. */
static bool path_of_cgroup(const char *mount, const char *name, char *path, size_t size)
{
	struct found_cgroups found;

	find_cgroup(mount, name, &found);
	if (found.count == 1)
		snprintf(path, size, "%s/%s", mount, found.paths[0]);
	else if (!found.count)
		complain("%s: there is no such cgroup below %s", name, mount);
	else
		complain("%s: %d cgroups are called so; give the path of one", name, found.count);
	for (int i = 0; i < found.count && i < MOST_FOUND_CGROUPS && found.count > 1; i++)
		fprintf(stderr, "  %s\n", clean(found.paths[i]));
	return found.count == 1;
}

static bool add_cgroup(struct whom *whom, const char *mount, const char *name, const int *cpus, int count)
{
	char path[4096];
	int *larger = with_room(whom->files, whom->file_count, NULL, sizeof *larger), file;
	const char *kept;

	if (!larger)
		return false;
	whom->files = larger;
	if (!path_of_cgroup(mount, name, path, sizeof path))
		return false;
	file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (file < 0) {
		complain("%s: %s", path, strerror(errno));
		return false;
	}
	whom->files[whom->file_count++] = file;
	kept = keep_name(whom, name);
	for (int i = 0; i < count; i++)
		if (!kept ||
			!add_target(whom,
				(struct target){ .pid = file, .cpu = cpus[i], .is_cgroup = true, .everybody = true },
				kept))
			return false;
	return true;
}

static bool add_cgroups(struct whom *whom, const char *list, const int *cpus, int count)
{
	char mount[1024], name[1024];

	if (!find_cgroup_mount(mount, sizeof mount)) {
		complain("no file system of cgroups is mounted that counts events");
		return false;
	}
	for (const char *at = list;; at++) {
		size_t length = strcspn(at, ",");

		if (!length || length >= sizeof name) {
			complain("--for-each-cgroup %s: a name is missing, or too long", list);
			return false;
		}
		snprintf(name, sizeof name, "%.*s", (int)length, at);
		if (!add_cgroup(whom, mount, name, cpus, count))
			return false;
		at += length;
		if (!*at)
			return true;
	}
}

/* ---- all ---- */

static bool add_cpus(struct whom *whom, const int *cpus, int count)
{
	for (int i = 0; i < count; i++)
		if (!add_target(whom, (struct target){ .cpu = cpus[i], .everybody = true }, NULL))
			return false;
	return true;
}

bool find_whom(const struct request *request, struct whom *whom)
{
	bool tasks = request->pids || request->tids;
	bool machine = request->all_cpus || request->cpu_list || request->cgroups || (!tasks && !request->command);
	int *cpus, count;
	bool good;

	*whom = (struct whom){ .root = secure_getenv("LIBPFM_FSROOT"), .level = request->level };
	if (request->pids && !add_processes(whom, request->pids, true))
		return false;
	if (request->tids && !add_processes(whom, request->tids, false))
		return false;
	if (tasks)
		return true;
	if (!machine)
		return add_target(whom, (struct target){ .cpu = -1 }, NULL);
	cpus = calloc(MOST_LISTED_CPUS, sizeof *cpus);
	if (!cpus)
		return !is_lacking(PFM_ERR_NOMEM);
	count = list_counted_cpus(request, whom->root, cpus);
	good = count > 0 &&
		(request->cgroups ? add_cgroups(whom, request->cgroups, cpus, count) : add_cpus(whom, cpus, count));
	free(cpus);
	return good;
}

void set_target(struct piece *piece, const struct target *target, bool no_inherit)
{
	piece->pid = target->pid;
	piece->is_cgroup = target->is_cgroup;
	piece->everybody = target->everybody;
	piece->may_leave_kernel = !target->everybody || (target->pid && !target->is_cgroup);
	piece->may_leave_kernel &= !piece->attr.exclude_kernel && !piece->attr.exclude_user;
	piece->attr.inherit = target->pid && !target->is_cgroup && !no_inherit;
}

int metric_flags_of(const struct whom *whom, const struct request *request)
{
	bool everybody = whom->count && whom->targets[0].everybody && !whom->pid_count;

	if (!everybody)
		return 0;
	return PFM_METRIC_CPUS | (request->cpu_list ? 0 : PFM_METRIC_CORE_WIDE) |
		(request->level == PER_SOCKET ? PFM_METRIC_PACKAGE : 0);
}

void end_whom(struct whom *whom)
{
	for (int i = 0; i < whom->file_count; i++)
		close(whom->files[i]);
	for (int i = 0; i < whom->name_count; i++)
		free(whom->names[i]);
	free(whom->names);
	free(whom->files);
	free(whom->targets);
	free(whom->places);
	free(whom->pids);
	*whom = (struct whom){ .targets = NULL };
}
