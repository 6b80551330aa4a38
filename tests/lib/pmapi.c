/*
 * libpmapi on machines that are not this one: what the tables say, which error comes first, what the kernel is asked
 * for, and what comes of the counts. The kernel's part is played (fake_kernel.h); at the end real software events are
 * counted, where that is allowed.
 */
#define _GNU_SOURCE
#include <pmapi.h>
#include <perfmon/pfmkit.h>

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "fake_kernel.h"

/* ---- the kernel's part ---- */

enum { ALL = PM_VERIFIED | PM_UNVERIFIED | PM_CAVEAT };

static int refuse_all, refuse_members;  /* errno for events, for members of kernel groups */

static bool event_call_fails(int leader)
{
	int number = leader == NOT_OPENING || kernel != PLAYED ? 0
		: refuse_all                                   ? refuse_all
		: leader >= 0                                  ? refuse_members
							       : 0;

	if (number)
		errno = number;
	return number != 0;
}

static bool file_read_fails(void)
{
	return false;
}

/* Time goes on: every event that is on counts its code times so much. */
static void pass(uint64_t amount, unsigned int running_percent)
{
	for (int i = 0; i < MAX_PLAYED; i++)
		if (played[i].open && played[i].on) {
			played[i].value += (played[i].attr.config & 0xffff) * amount * running_percent / 100;
			played[i].enabled += 1000;
			played[i].running += 10 * running_percent;
		}
}

static bool codes_are(const uint64_t *codes, int count)
{
	bool good = opened_count == count;

	for (int i = 0; i < count && i < opened_count; i++)
		good &= opened[i].attr.config == codes[i] && opened[i].attr.type == PERF_TYPE_RAW;
	for (int i = 0; i < opened_count && !good; i++)
		printf("  opened 0x%llx\n", (unsigned long long)opened[i].attr.config);
	return good;
}

/* ---- machines: each in a process of its own, for the library looks at the machine once ---- */

static void on(const char *cpu, void (*test)(void))
{
	int status = -1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		int files = open_files();

		checks = failures = 0;
		if (cpu)
			setenv("LIBPFM_CPUID", cpu, 1);
		test();
		CHECK_SAME(open_files(), files);
		fflush(stdout);
		exit(failures ? 1 : checks ? 0 : 77);
	}
	waitpid(child, &status, 0);
	if (!check(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77),
		    cpu ? cpu : "this machine", __FILE__, __LINE__))
		printf("  status 0x%x\n", status);
}

static pm_info_t info;
static pm_groups_info_t groups;

static pm_prog_t group_program(int id)
{
	pm_prog_t program = { .mode = { .w = 0 } };

	program.mode.b.user = 1;
	program.mode.b.is_group = 1;
	memset(program.events, 0x55, sizeof program.events); /* nobody may look at the others */
	program.events[0] = id;
	return program;
}

static pm_prog_t event_program(int id)
{
	pm_prog_t program = { .mode = { .w = PM_USER } };

	for (int i = 0; i < MAX_COUNTERS; i++)
		program.events[i] = COUNT_NOTHING;
	program.events[0] = id;
	return program;
}

static const char *event_name(int counter, int id)
{
	for (int i = 0; i < info.maxevents[counter]; i++)
		if (info.list_events[counter][i].event_id == id)
			return info.list_events[counter][i].short_name;
	return "none";
}

static bool group_is(int id, const char *const *names)
{
	bool good = true;

	for (int i = 0; i < info.maxpmcs; i++)
		good &= !strcmp(event_name(i, groups.event_groups[id].events[i]), names[i]);
	return good;
}

static int find_event(const char *name)
{
	for (int i = 0; i < info.maxevents[0]; i++)
		if (!strcmp(info.list_events[0][i].short_name, name))
			return info.list_events[0][i].event_id;
	return COUNT_NOTHING;
}

/* Those that are not shown again for the numbers of their events: they come first, by their own numbers. */
static int original_groups(void)
{
	int count = 0;

	while (count < groups.maxgroups &&
		(!count || groups.event_groups[count].group_id > groups.event_groups[count - 1].group_id))
		count++;
	return count;
}

/* Is there a group that has this event, by this number, on a counter? Programs look for groups so. */
static bool group_has(int counter, int id)
{
	for (int i = 0; i < groups.maxgroups; i++)
		if (groups.event_groups[i].events[counter] == id)
			return true;
	return false;
}

/*
 * An event that stands twice in a counter's list is in the same groups by its first number and by its last; groups
 * shown for that alone.
 */
static void power4_twice(void)
{
	static const struct {
		int counter, first, last;
		const char *name;
	} twice[] = { { 2, 76, 77, "PM_FXU_FIN" }, { 4, 85, 86, "PM_FPU_FULL_CYC" } };

	CHECK_SAME(pm_init(ALL | PM_GET_GROUPS, &info, &groups), 0);
	for (int i = 0; i < 2; i++) {
		int counter = twice[i].counter;

		CHECK_TEXT(event_name(counter, twice[i].first), twice[i].name);
		CHECK_TEXT(event_name(counter, twice[i].last), twice[i].name);
		CHECK(group_has(counter, twice[i].first));
		CHECK(group_has(counter, twice[i].last));
	}
	CHECK(groups.maxgroups > original_groups());
	for (int i = original_groups(); i < groups.maxgroups; i++) {
		const pm_groups_t *again = &groups.event_groups[i], *group = &groups.event_groups[again->group_id];
		int differences = 0;

		for (int c = 0; c < info.maxpmcs; c++) {
			differences += again->events[c] != group->events[c];
			CHECK_TEXT(event_name(c, again->events[c]), event_name(c, group->events[c]));
		}
		CHECK(differences > 0);
		CHECK_TEXT(again->short_name, group->short_name);
	}
}

/* Every event of every group is in the list of its counter, and no text is missing. */
static bool cannot_be_set(const pm_groups_t *group)
{
	return !strncmp(group->description, "Cannot be set", strlen("Cannot be set"));
}

/* A group with an event that has no code says so. */
static bool says_what_it_lacks(const pm_groups_t *group)
{
	pm_prog_t program = group_program(group->group_id);

	return !cannot_be_set(group) || pm_set_program_mythread(&program) == PM_E_EVENT;
}

static void check_all_groups(void)
{
	bool good = true;

	for (int i = 0; i < groups.maxgroups; i++) {
		const pm_groups_t *group = &groups.event_groups[i];

		good &= (i >= original_groups() || group->group_id == i) && *group->short_name && group->long_name &&
			group->description && says_what_it_lacks(group);
		for (int c = 0; c < info.maxpmcs; c++)
			good &= group->events[c] != COUNT_NOTHING && strcmp(event_name(c, group->events[c]), "none");
	}
	CHECK(good);
}

static void check_all_events(void)
{
	bool good = true;

	for (int c = 0; c < info.maxpmcs; c++)
		for (int i = 0; i < info.maxevents[c]; i++) {
			const pm_events_t *event = &info.list_events[c][i];

			good &= event->short_name && event->long_name && event->description && *event->description;
			good &= !i || event->event_id > event[-1].event_id;
		}
	CHECK(good);
}

/* ---- POWER4 ---- */

static void power4_tables(void)
{
	static const int sizes[] = { 95, 93, 86, 87, 95, 94, 86, 88 };
	static const int first[] = { 94, 81, 83, 77, 81, 81, 77, 80 };
	static const char *const names[] = { "PM_RUN_CYC", "PM_CYC", "PM_STOP_COMPLETION", "PM_INST_CMPL",
		"PM_1PLUS_PPC_CMPL", "PM_CYC", "PM_GRP_CMPL", "PM_GRP_DISP_REJECT" };
	pm_info_t again;

	CHECK_SAME(pm_init(ALL | PM_GET_GROUPS, &info, &groups), 0);
	CHECK_SAME(info.maxpmcs, 8);
	CHECK_SAME(original_groups(), 63);
	CHECK_TEXT(info.proc_name, "POWER4");
	CHECK_TEXT(groups.event_groups[60].short_name, "pm_hpmcount2");
	CHECK_TEXT(groups.event_groups[59].short_name, "pm_hpmcount1");
	CHECK_TEXT(groups.event_groups[5].short_name, "pm_lsource");
	CHECK_TEXT(groups.event_groups[58].short_name, "pm_pe_bench6");
	CHECK(!memcmp(info.maxevents, sizes, sizeof sizes));
	CHECK(!memcmp(groups.event_groups[0].events, first, sizeof first));
	CHECK(group_is(0, names));
	CHECK(info.list_events[0][0].threshold == 'g');
	CHECK_SAME(info.thresholdmult, 0);
	CHECK_SAME(pm_get_procindex(), PM_POWER4);
	check_all_groups();
	check_all_events();
	CHECK_SAME(pm_init(ALL | PM_GET_GROUPS, &again, &groups), 0);
	CHECK(again.list_events == info.list_events);
}

static void power4_filters(void)
{
	pm_groups_info_t *invalid = (pm_groups_info_t *)(uintptr_t)8;
	pm_groups_info_t sentinel = { 4711, (pm_groups_t *)(uintptr_t)16 };
	pm_info2_t info2;

	CHECK_SAME(pm_init(PM_VERIFIED | PM_GET_GROUPS, &info, &groups), 0);
	CHECK_SAME(groups.maxgroups, 2);
	CHECK_SAME(pm_init(PM_VERIFIED | PM_CAVEAT | PM_GET_GROUPS, &info, &groups), 0);
	CHECK_SAME(original_groups(), 43);
	CHECK_SAME(pm_init(ALL, &info, invalid), 0);
	CHECK_SAME(pm_initialize(ALL, &info2, invalid, PM_CURRENT), 0);
	CHECK_SAME(pm_init(PM_VERIFIED, &info, NULL), 0);
	CHECK_SAME(pm_init(PM_VERIFIED, &info, &sentinel), 0);
	CHECK_SAME(sentinel.maxgroups, 4711);
	CHECK(sentinel.event_groups == (pm_groups_t *)(uintptr_t)16);
	CHECK_SAME(pm_init(PM_VERIFIED | PM_GET_GROUPS, &info, NULL), PM_E_INVAL);
	CHECK_SAME(pm_init(16, &info, NULL), PM_E_INVAL);
	CHECK_SAME(pm_init(ALL, NULL, NULL), PM_E_INVAL);
	CHECK_SAME(pm_init(PM_GET_GROUPS, &info, &groups), 0);
	CHECK_SAME(groups.maxgroups, 0);
	for (int i = 0; i < info.maxpmcs; i++)
		CHECK_SAME(info.maxevents[i], 0);
	check_all_events();
}

static void power4_programs(void)
{
	static const uint64_t codes[] = { 0x1100, 0x2100, 0x113, 0x117, 0x7, 0x6120, 0x7001, 0x8930 };
	pm_prog_t program = group_program(60), got;

	CHECK_SAME(pm_set_program_mythread(&program), PM_E_NOTINIT);
	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	CHECK_SAME(pm_set_program_mythread(NULL), PM_E_INVAL);
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK(codes_are(codes, 8));
	CHECK(opened[0].attr.exclude_kernel);
	CHECK(opened[0].attr.exclude_hv);
	CHECK(!opened[0].attr.exclude_user);
	CHECK(opened[0].attr.exclude_guest);
	CHECK(!opened[0].attr.inherit);
	CHECK(opened[0].attr.disabled);
	CHECK_SAME(opened[0].pid, 0);
	CHECK_SAME(opened[0].cpu, -1);
	CHECK_SAME(opened[0].leader, -1);
	CHECK(opened[7].leader >= 0);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_EXISTS);
	CHECK_SAME(pm_get_program_mythread(&got), 0);
	CHECK(got.mode.b.is_group);
	CHECK_SAME(got.events[0], 60);
	CHECK(!got.mode.b.count);
	for (int i = 1; i < MAX_COUNTERS; i++)
		CHECK_SAME(got.events[i], COUNT_NOTHING);
	CHECK_SAME(pm_start_mythread(), 0);
	CHECK_SAME(pm_get_program_mythread(&got), 0);
	CHECK(got.mode.b.count);
	CHECK_SAME(pm_start_mythread(), 0);
	CHECK_SAME(pm_stop_mythread(), 0);
	CHECK_SAME(pm_get_program_mythread(&got), 0);
	CHECK(!got.mode.b.count);
	CHECK_SAME(pm_stop_mythread(), 0);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	CHECK_SAME(open_now, 0);
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	program = event_program(0);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_GROUPREQ);
	for (int id = -1; id <= 63; id += 64) {
		program = group_program(id);
		CHECK_SAME(pm_set_program_mythread(&program), PM_E_GROUP);
	}
	CHECK_SAME(pm_init(PM_VERIFIED, &info, NULL), 0);
	program = group_program(60);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_GROUP);
}

static void power4_counts(void)
{
	pm_prog_t program = group_program(0);
	pm_data_t data;

	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	CHECK_SAME(pm_get_data_mythread(&data), PM_E_NOPROG);
	program.mode.b.count = 1;
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(opened_count, 7);
	pass(3, 100);
	CHECK_SAME(pm_get_data_mythread(NULL), PM_E_INVAL);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(data.accu[1] == 3 * 7);
	CHECK(data.accu[1] == data.accu[5]);
	CHECK(data.accu[3] == 3 * 0x4001);
	CHECK_SAME(data.ginfo.members, 0);
	CHECK_SAME(data.ginfo.flags.w, 0);
	CHECK_SAME(pm_reset_data_mythread(), 0);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK_SAME(data.accu[3], 0);
	pass(1, 100);
	pass(1, 50);
	CHECK_SAME(pm_stop_mythread(), 0);
	pass(9, 100);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(data.accu[3] >= 2 * 0x4001 - 1);
	CHECK(data.accu[3] <= 2 * 0x4001 + 1);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	CHECK_SAME(pm_get_data_mythread(&data), PM_E_NOPROG);
}

static void power4_refusals(void)
{
	static const struct { int number, error;
	} errors[] = { { EACCES, PM_E_PERM }, { EPERM, PM_E_PERM }, { ENOENT, PM_E_EVENT }, { EOPNOTSUPP, PM_E_EVENT },
		{ ENODEV, PM_E_EVENT }, { EINVAL, PM_E_EVENT }, { ENOSPC, PM_E_EVENT }, { EBUSY, PM_E_BUSY },
		{ EMFILE, PM_E_NOMEM }, { ENFILE, PM_E_NOMEM }, { ENOMEM, PM_E_NOMEM }, { ENOSYS, PM_E_NOPMU },
		{ EIO, PM_E_SYSTEM } };
	pm_prog_t program = group_program(0);

	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
		refuse_all = errors[i].number;
		CHECK_SAME(pm_set_program_mythread(&program), errors[i].error);
		CHECK_SAME(open_now, 0);
	}
	refuse_all = 0;
	refuse_members = EACCES;
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_PERM);
	CHECK_SAME(open_now, 0);
	refuse_members = EINVAL;
	opened_count = 0;
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(open_now, 7);
	CHECK_SAME(opened[opened_count - 1].leader, -1);
	CHECK_SAME(pm_start_mythread(), 0);
	pass(2, 50);
	pm_data_t data;
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(data.accu[3] == 2 * 0x4001);
	/* an event in a state of error: the end of its file */
	for (int file = 0; file < MAX_PLAYED; file++)
		played[file].ended = true;
	CHECK_SAME(pm_get_data_mythread(&data), PM_E_SYSTEM);
	CHECK_SAME(pm_reset_data_mythread(), PM_E_SYSTEM);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	CHECK_SAME(open_now, 0);
}

/* Another thread with a program of its own, until it is told to end. */
static pthread_barrier_t other_is_there, other_may_go;

static void *other_thread(void *data)
{
	pm_prog_t program = group_program(0);
	int *error = data;

	*error = pm_set_program_mythread(&program);
	pthread_barrier_wait(&other_is_there);
	pthread_barrier_wait(&other_may_go);
	return NULL;
}

/* While a process forks no thread is in the library, or its child would begin in the middle of what that does. */
static bool watches_forks, is_kept_out;
static pthread_t visitor;
static sem_t visited;

static void *visit(void *data)
{
	(void)data;
	pm_delete_program_mythread();
	sem_post(&visited);
	return NULL;
}

/* What is registered first is called last before a fork. */
static void before_fork(void)
{
	struct timespec end;

	if (!watches_forks)
		return;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec = (end.tv_nsec + 50000000) % 1000000000;
	end.tv_sec += end.tv_nsec < 50000000;
	CHECK_SAME(pthread_create(&visitor, NULL, visit, NULL), 0);
	is_kept_out = sem_timedwait(&visited, &end) != 0;
}

/* A child has no programs: the events of all contexts of its parent are closed in it, and stay open in the parent. */
static void power4_forks(void)
{
	pm_prog_t program = group_program(0);
	int error = -1, status = -1, before;
	pthread_t other;
	pid_t child;

	pthread_barrier_init(&other_is_there, NULL, 2);
	pthread_barrier_init(&other_may_go, NULL, 2);
	sem_init(&visited, 0, 0);
	CHECK_SAME(pthread_atfork(before_fork, NULL, NULL), 0);
	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(pthread_create(&other, NULL, other_thread, &error), 0);
	pthread_barrier_wait(&other_is_there);
	CHECK_SAME(error, 0);
	before = open_now;
	CHECK(before > 0);
	watches_forks = true;
	child = fork();
	if (!child)
		_exit(open_now != 0 || pm_delete_program_mythread() == 0 || pm_set_program_mythread(&program) != 0);
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status));
	CHECK_SAME(WEXITSTATUS(status), 0);
	CHECK_SAME(open_now, before);
	watches_forks = false;
	CHECK(is_kept_out);
	CHECK_SAME(pthread_join(visitor, NULL), 0);
	pthread_barrier_wait(&other_may_go);
	CHECK_SAME(pthread_join(other, NULL), 0);
	CHECK(open_now == before / 2);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	CHECK_SAME(open_now, 0);
}

static void power4_modes(void)
{
	pm_prog_t program = group_program(0);

	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	program.mode.b.spare = 1;
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_INVAL);
	program = group_program(0);
	program.mode.b.threshold = 1;
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_UNSUPP);
	program = group_program(0);
	program.mode.b.user = 0;
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(opened_count, 0);
	CHECK_SAME(pm_start_mythread(), 0);
	CHECK_SAME(pm_reset_data_mythread(), 0);
	CHECK_SAME(pm_stop_mythread(), 0);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	program.mode.w |= PM_KERNEL | PM_PROCTREE | PM_PROCESS;
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK(opened[0].attr.exclude_user);
	CHECK(!opened[0].attr.exclude_kernel);
	CHECK_SAME(pm_delete_program_mythread(), 0);
}

static void power4_levels(void)
{
	pm_prog_t program = group_program(0);
	pm_data_t data;

	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	CHECK_SAME(pm_set_program_mygroup(&program), 0);
	CHECK(opened[0].attr.inherit);
	CHECK_SAME(opened[0].pid, 0);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_EXISTS);
	CHECK_SAME(pm_set_program_mygroup(&program), PM_E_EXISTS);
	CHECK_SAME(pm_start_mythread(), PM_E_NOPROG);
	CHECK_SAME(pm_get_data_mythread(&data), PM_E_NOPROG);
	CHECK_SAME(pm_set_program(&program), PM_E_BUSY);
	CHECK_SAME(pm_get_data_mygroup(&data), 0);
	CHECK_SAME(data.ginfo.members, 1);
	CHECK(!data.ginfo.flags.b.process);
	CHECK(data.ginfo.flags.b.consistent);
	CHECK_SAME(pm_reset_data_mygroup(), 0);
	CHECK_SAME(pm_get_data_mygroup(&data), 0);
	CHECK(data.ginfo.flags.b.consistent);
	CHECK_SAME(pm_delete_program_mygroup(), 0);
	CHECK_SAME(open_now, 0);
	opened_count = 0;
	program.mode.b.process = 1;
	CHECK_SAME(pm_set_program_mygroup(&program), 0);
	CHECK(opened[0].pid == getpid());
	CHECK(opened[0].attr.inherit);
	CHECK_SAME(pm_get_data_mygroup(&data), 0);
	CHECK(data.ginfo.flags.b.process);
	CHECK_SAME(pm_delete_program_mygroup(), 0);
	program.mode.b.process = 0;
	program.mode.b.proctree = 1;
	opened_count = 0;
	CHECK_SAME(pm_set_program(&program), 0);
	CHECK(opened[0].pid == getpid());
	CHECK(opened[0].attr.inherit);
	CHECK_SAME(opened[0].cpu, -1);
	CHECK_SAME(pm_set_program(&program), PM_E_EXISTS);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_BUSY);
	CHECK_SAME(pm_get_data(&data), 0);
	CHECK_SAME(data.ginfo.members, 0);
	CHECK_SAME(pm_start(), 0);
	CHECK_SAME(pm_stop(), 0);
	CHECK_SAME(pm_reset_data(), 0);
	CHECK_SAME(pm_get_program(&program), 0);
	CHECK_SAME(pm_delete_program(), 0);
	program.mode.b.proctree = 0;
	opened_count = 0;
	CHECK_SAME(pm_set_program(&program), 0);
	CHECK_SAME(opened[0].pid, -1);
	CHECK(opened[0].cpu >= 0);
	CHECK(!opened[0].attr.inherit);
	CHECK_SAME(pm_delete_program(), 0);
	CHECK_SAME(open_now, 0);
	CHECK_SAME(pm_start_mygroup(), PM_E_NOPROG);
	CHECK_SAME(pm_stop(), PM_E_NOPROG);
	CHECK_SAME(pm_delete_program(), PM_E_NOPROG);
	CHECK_SAME(pm_reset_data(), PM_E_NOPROG);
	CHECK_SAME(pm_get_program_mygroup(&program), PM_E_NOPROG);
}

static void other_processors(void)
{
	static const char *const hpm1[] = { "PM_FPU_1FLOP", "PM_FPU_FMA", "PM_FPU_FSQRT_FDIV", "PM_CYC",
		"PM_RUN_INST_CMPL", "PM_RUN_CYC" };
	pm_prog_t program = group_program(0);
	pm_info2_t info2;

	CHECK_SAME(pm_initialize(ALL | PM_GET_GROUPS, &info2, &groups, PM_POWER6), 0);
	CHECK_SAME(groups.maxgroups, 198);
	CHECK_SAME(info2.maxpmcs, 6);
	CHECK(info2.list_events[0][0].status.b.g_only);
	CHECK(info2.list_events[0][0].status.b.verified);
	CHECK_TEXT(info2.proc_name, "POWER6");
	for (int i = 0; i < 6; i++) {
		const pm_events2_t *event = info2.list_events[i];

		while (event->event_id != groups.event_groups[186].events[i])
			event++;
		CHECK_TEXT(event->short_name, hpm1[i]);
	}
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_PROCTYPE);
	CHECK_SAME(pm_initialize(ALL, &info2, NULL, PM_MAXPROCTYPE + 1), PM_E_INVAL);
	CHECK_SAME(pm_initialize(ALL, &info2, NULL, PM_POWER8), 0);
	CHECK_SAME(pm_initialize(ALL, &info2, NULL, PM_POWER4), 0);
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(pm_delete_program_mythread(), 0);
}

static void third_parties(void)
{
	pm_prog_t program = group_program(0);
	pm_data_t data;

	CHECK_SAME(pm_set_program_thread(getpid(), 1, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_get_program_thread(getpid(), 1, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_delete_program_thread(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_start_thread(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_stop_thread(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_get_data_thread(getpid(), 1, &data), PM_E_UNSUPP);
	CHECK_SAME(pm_reset_data_thread(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_set_program_group(getpid(), 1, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_get_program_group(getpid(), 1, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_delete_program_group(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_start_group(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_stop_group(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_get_data_group(getpid(), 1, &data), PM_E_UNSUPP);
	CHECK_SAME(pm_reset_data_group(getpid(), 1), PM_E_UNSUPP);
	CHECK_SAME(pm_set_program_pthread(getpid(), 1, (ptid_t)0, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_get_program_pthread(getpid(), 1, (ptid_t)0, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_delete_program_pthread(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_start_pthread(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_stop_pthread(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_get_data_pthread(getpid(), 1, (ptid_t)0, &data), PM_E_UNSUPP);
	CHECK_SAME(pm_reset_data_pthread(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_set_program_pgroup(getpid(), 1, (ptid_t)0, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_get_program_pgroup(getpid(), 1, (ptid_t)0, &program), PM_E_UNSUPP);
	CHECK_SAME(pm_delete_program_pgroup(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_start_pgroup(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_stop_pgroup(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
	CHECK_SAME(pm_get_data_pgroup(getpid(), 1, (ptid_t)0, &data), PM_E_UNSUPP);
	CHECK_SAME(pm_reset_data_pgroup(getpid(), 1, (ptid_t)0), PM_E_UNSUPP);
}

/* ---- others ---- */

static void start_on(int maxgroups, int maxpmcs, int index)
{
	CHECK_SAME(pm_init(ALL | PM_GET_GROUPS, &info, &groups), 0);
	CHECK(original_groups() == maxgroups);
	CHECK(info.maxpmcs == maxpmcs);
	CHECK(pm_get_procindex() == index);
	check_all_groups();
	check_all_events();
}

static void set_and_compare(const uint64_t *codes, int count)
{
	pm_prog_t program = group_program(0);

	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK(codes_are(codes, count));
	CHECK_SAME(pm_delete_program_mythread(), 0);
	program = event_program(0);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_GROUPREQ);
}

static void power4_ii(void)
{
	start_on(63, 8, PM_POWER4_II);
	CHECK_TEXT(info.proc_name, "POWER4-II");
}

static void ppc970(void)
{
	start_on(49, 8, PM_PowerPC970);
}

static void ppc970mp(void)
{
	start_on(51, 8, PM_PowerPC970MP);
}

static void power5(void)
{
	static const uint64_t codes[] = { 0x100005, 0x1, 0x300009, 0xf, 0x500009, 0x600005 };

	start_on(148, 6, PM_POWER5);
	set_and_compare(codes, 6);
}

static void power5p(void)
{
	start_on(153, 6, PM_POWER5_II);
}

static void power5pp(void)
{
	start_on(188, 6, PM_POWER5_II);
	for (int i = 0; i < groups.maxgroups; i++)
		CHECK(!strcmp(event_name(4, groups.event_groups[i].events[4]), "PM_RUN_INST_CMPL") &&
		      !strcmp(event_name(5, groups.event_groups[i].events[5]), "PM_RUN_CYC"));
}

static void power6(void)
{
	static const char *const names[] = { "PM_FPU_1FLOP", "PM_FPU_FMA", "PM_FPU_FSQRT_FDIV", "PM_CYC",
		"PM_RUN_INST_CMPL", "PM_RUN_CYC" };

	start_on(198, 6, PM_POWER6);
	CHECK_TEXT(groups.event_groups[186].short_name, "pm_hpm1");
	CHECK_TEXT(groups.event_groups[195].short_name, "pm_hpm10");
	CHECK(group_is(186, names));
	CHECK_SAME(pm_init(PM_VERIFIED | PM_GET_GROUPS, &info, &groups), 0);
	CHECK_SAME(groups.maxgroups, 184);
}

static void power7(void)
{
	static const uint64_t codes[] = { 0x1e, 0x200f4, 0x300f2, 0x2, 0x500fa, 0x600f4 };
	pm_prog_t program = group_program(267);

	start_on(268, 6, PM_POWER7);
	set_and_compare(codes, 6);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_EVENT); /* an event without an encoding */
	CHECK(cannot_be_set(&groups.event_groups[267]));
	CHECK(!cannot_be_set(&groups.event_groups[0]));
}

static void without_groups(const char *event, int index, uint64_t code)
{
	pm_prog_t program = group_program(0), got;
	pm_data_t data;

	memset(&groups, 0x55, sizeof groups);
	CHECK_SAME(pm_init(ALL | PM_GET_GROUPS, &info, &groups), 0);
	CHECK_SAME(groups.maxgroups, 0);
	CHECK(groups.event_groups == NULL);
	CHECK(pm_get_procindex() == index);
	CHECK(info.maxpmcs > 0);
	CHECK(info.maxpmcs <= MAX_COUNTERS);
	check_all_events();
	CHECK(info.list_events[0][0].threshold == 'n');
	CHECK_SAME(info.list_events[0][0].status, PM_VERIFIED);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_NOGROUPS);
	program = event_program(find_event(event));
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(opened_count, 1);
	CHECK(opened[0].attr.config == code);
	CHECK_SAME(pm_get_program_mythread(&got), 0);
	CHECK(!got.mode.b.is_group);
	CHECK(got.events[0] == program.events[0]);
	CHECK_SAME(got.events[1], COUNT_NOTHING);
	CHECK_SAME(pm_start_mythread(), 0);
	pass(5, 100);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(data.accu[0] == (long long)(5 * (code & 0xffff)));
	CHECK_SAME(data.accu[1], 0);
	CHECK_SAME(pm_delete_program_mythread(), 0);
	program = event_program(info.maxevents[0]);
	CHECK_SAME(pm_set_program_mythread(&program), PM_E_EVENT);
	program = event_program(COUNT_NOTHING);
	CHECK_SAME(pm_set_program_mythread(&program), 0);
	CHECK_SAME(pm_delete_program_mythread(), 0);
}

static void power8(void)
{
	without_groups("PM_CYC", PM_POWER8, 0x1e);
}

static void power10(void)
{
	without_groups("PM_RUN_CYC", PM_CURRENT, 0x200f4);
}

static void skylake(void)
{
	without_groups("INST_RETIRED", PM_CURRENT, 0xc0);
}

/* A PMU with a number beyond libpfm4's. */
static void sierra_forest(void)
{
	without_groups("INST_RETIRED", PM_CURRENT, 0xc0);
}

static void arm_n1(void)
{
	without_groups("INST_RETIRED", PM_CURRENT, 0x8);
}

static void no_processor(void)
{
	pm_info2_t info2;

	CHECK_SAME(pm_init(ALL, &info, NULL), PM_E_NOPMU);
	CHECK_SAME(pm_get_procindex(), PM_CURRENT);
	CHECK_SAME(pm_initialize(ALL | PM_GET_GROUPS, &info2, &groups, PM_POWER4), 0);
	CHECK_SAME(original_groups(), 63);
}

/* ---- the functions of pfmkit.h that it all rests on ---- */

static void group_functions(void)
{
	pfm_groups_t all = { .size = sizeof all };
	pfm_group_info_t group = { .size = sizeof group };
	pfm_group_event_t event = { .size = sizeof event };
	pfm_cpu_t cpu = { .size = sizeof cpu };

	CHECK_SAME(pfm_get_groups(PFM_PMU_POWER4, &all), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER4, "0"), PFM_ERR_NOINIT);
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1); /* to name events of POWER4 */
	CHECK_SAME(pfm_get_cpu(&cpu), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_initialize(), PFM_SUCCESS);
	CHECK_SAME(pfm_get_cpu(&cpu), PFM_SUCCESS);
	CHECK_TEXT(cpu.vendor, "power");
	CHECK_SAME(cpu.model, 0x3b);
	CHECK_SAME(cpu.stepping, 0x301);
	CHECK_SAME(pfm_get_groups(PFM_PMU_POWER5p, &all), PFM_SUCCESS);
	CHECK_TEXT(all.name, "power5pp");
	CHECK_SAME(all.ngroups, 188);
	CHECK_SAME(all.ncounters, 6);
	CHECK(all.is_required);
	CHECK_SAME(pfm_get_groups(PFM_PMU_INTEL_SKL, &all), PFM_SUCCESS);
	CHECK(!all.name);
	CHECK(!all.ngroups);
	CHECK(!all.is_required);
	CHECK_SAME(pfm_get_groups(PFM_PMU_POWER4, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_groups((pfm_pmu_t)20000, &all), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_groups(PFM_PMU_NONE, &all), PFM_ERR_NOTSUPP);
	all.size = 4;
	CHECK_SAME(pfm_get_groups(PFM_PMU_POWER4, &all), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_info(PFM_PMU_POWER4, 62, &group), PFM_SUCCESS);
	CHECK(*group.title);
	CHECK(*group.desc);
	CHECK_SAME(pfm_get_group_info(PFM_PMU_POWER4, 63, &group), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_info(PFM_PMU_POWER4, -1, &group), PFM_ERR_INVAL);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER4, "PM_hpmcount2"), 60);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER4, "60"), 60);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER4, "63"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER4, ""), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_group(PFM_PMU_POWER4, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_find_group(PFM_PMU_INTEL_SKL, "0"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_group_event(PFM_PMU_POWER4, 0, 3, &event), PFM_SUCCESS);
	CHECK_TEXT(event.string, "PM_INST_CMPL");
	CHECK(event.has_code);
	CHECK_SAME(event.code, 0x4001);
	CHECK(event.idx == pfm_find_event("power4::PM_INST_CMPL"));
	CHECK_SAME(pfm_get_group_event(PFM_PMU_POWER4, 0, 8, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_group_event(PFM_PMU_POWER4, 63, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(PFM_PMU_POWER4, 0, 94, &event), PFM_SUCCESS);
	CHECK_TEXT(event.string, "PM_RUN_CYC");
	CHECK_SAME(pfm_get_counter_event(PFM_PMU_POWER4, 0, 95, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(PFM_PMU_POWER4, 8, 0, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counter_event(PFM_PMU_POWER4, 0, 1, &event), PFM_SUCCESS);
	CHECK_SAME(event.status, PFM_GROUP_UNVERIFIED);
	CHECK(!event.has_code);
	CHECK_SAME(pfm_get_group_event(PFM_PMU_POWER7, 267, 3, &event), PFM_SUCCESS);
	CHECK_SAME(event.idx, -1);
}

/* ---- without a machine ---- */

static void modes(void)
{
	pm_mode_t mode = { .w = PM_USER | PM_COUNT };

	CHECK(mode.b.user);
	CHECK(mode.b.count);
	CHECK(!mode.b.kernel);
	CHECK(!mode.b.process);
	CHECK(!mode.b.proctree);
	CHECK(!mode.b.is_group);
	CHECK(!mode.b.threshold);
	mode.w = 0;
	mode.b.is_group = 1;
	CHECK_SAME(mode.w, 0x20);
	mode.w = 0;
	mode.b.no_inherit = 1;
	CHECK_SAME(mode.w, 1 << 19);
	mode.w = 0;
	mode.b.hypervisor = 1;
	CHECK_SAME(mode.w, 1 << 23);
	mode.w = 0;
	mode.b.threshold = MAX_THRESH_VALUE;
	CHECK_SAME((unsigned int)mode.w, 0xfc000000);
	CHECK_SAME(PM_VERIFIED ^ PM_UNVERIFIED ^ PM_CAVEAT ^ PM_GET_GROUPS, 15);
}

static void messages(void)
{
	char text[100] = "";
	int ends[2], saved = dup(2);
	ssize_t got;

	CHECK_TEXT(pm_strerror("pm_init", 13), "pm_init: a program is already set");
	CHECK_TEXT(pm_strerror(NULL, 99), ": unknown error 99");
	CHECK_TEXT(pm_strerror("x", 0), "x: success");
	CHECK_TEXT(pm_strerror("x", -1), "x: unknown error -1");
	if (pipe(ends))
		return;
	dup2(ends[1], 2);
	pm_error("pm_init", 13);
	dup2(saved, 2);
	got = read(ends[0], text, sizeof text - 1);
	CHECK(got > 0);
	CHECK_TEXT(text, "pm_init: a program is already set\n");
	CHECK(pm_cycles() >= 0);
}

/* ---- real counting: task-clock, in ns, in the place of every event ---- */

static void burn(long long nanoseconds)
{
	struct timespec now;
	long long end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	end = now.tv_sec * 1000000000LL + now.tv_nsec + nanoseconds;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (now.tv_sec * 1000000000LL + now.tv_nsec < end);
}

/* Much more in children than in parents: a loaded machine must not make one look like the other. */
enum { WORK = 10000000, CHILD_WORK = 12 * WORK };

static bool about(long long value, long long work)
{
	bool good = value >= work * 9 / 10 && value <= work * 6;

	if (!good)
		printf("  %lld, not about %lld\n", value, work);
	return good;
}

static void *count_in_thread(void *error)
{
	pm_prog_t program = group_program(0);
	pm_data_t data = { .accu = { 0 } };

	*(int *)error = pm_get_data_mythread(&data) != PM_E_NOPROG;
	program.mode.b.kernel = 1;
	*(int *)error |= pm_set_program_mythread(&program) || pm_start_mythread();
	burn(2 * WORK);
	*(int *)error |= pm_get_data_mythread(&data) || !about(data.accu[0], 2 * WORK);
	return NULL;
}

static void burn_in_child(void)
{
	pm_data_t data;
	int status;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		bool clean = pm_get_data_mythread(&data) == PM_E_NOPROG && pm_get_data_mygroup(&data) == PM_E_NOPROG;

		burn(CHILD_WORK);
		exit(!clean);
	}
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status));
	CHECK_SAME(WEXITSTATUS(status), 0);
}

static void real_thread(void)
{
	pm_prog_t program = group_program(0);
	pm_data_t data;
	pthread_t thread;
	long long stopped;
	int error;

	kernel = SOFTWARE;
	program.mode.b.kernel = 1;
	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	error = pm_set_program_mythread(&program);
	if (error == PM_E_PERM || error == PM_E_NOPMU) {
		puts("pmapi: skipped: real counting: the kernel does not let us");
		fflush(stdout);
		_exit(77);
	}
	CHECK_SAME(error, 0);
	CHECK_SAME(pm_start_mythread(), 0);
	burn(WORK);
	CHECK_SAME(pthread_create(&thread, NULL, count_in_thread, &error), 0);
	CHECK_SAME(pthread_join(thread, NULL), 0);
	CHECK_SAME(error, 0);
	burn_in_child();
	CHECK_SAME(pm_stop_mythread(), 0);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(about(data.accu[0], WORK));
	stopped = data.accu[0];
	burn(WORK);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(data.accu[0] == stopped);
	CHECK_SAME(pm_reset_data_mythread(), 0);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK_SAME(data.accu[0], 0);
	CHECK_SAME(pm_start_mythread(), 0);
	burn(WORK);
	CHECK_SAME(pm_get_data_mythread(&data), 0);
	CHECK(about(data.accu[0], WORK));
	CHECK_SAME(pm_delete_program_mythread(), 0);
}

static void real_group(void)
{
	pm_prog_t program = group_program(0);
	pm_data_t data;
	int error;

	kernel = SOFTWARE;
	program.mode.w |= PM_KERNEL | PM_COUNT;
	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	error = pm_set_program_mygroup(&program);
	if (error == PM_E_PERM || error == PM_E_NOPMU)
		_exit(77);
	CHECK_SAME(error, 0);
	burn_in_child();
	CHECK_SAME(pm_get_data_mygroup(&data), 0);
	CHECK(about(data.accu[0], CHILD_WORK));
	CHECK_SAME(pm_delete_program_mygroup(), 0);
	program.mode.b.no_inherit = 1;
	CHECK_SAME(pm_set_program_mygroup(&program), 0);
	burn_in_child();
	CHECK_SAME(pm_get_data_mygroup(&data), 0);
	CHECK(data.accu[0] < CHILD_WORK);
	CHECK_SAME(pm_delete_program_mygroup(), 0);
	program.mode.b.no_inherit = 0;
	program.mode.b.proctree = 1;
	CHECK_SAME(pm_set_program(&program), 0);
	burn_in_child();
	CHECK_SAME(pm_get_data(&data), 0);
	CHECK(about(data.accu[0], CHILD_WORK));
	CHECK_SAME(pm_delete_program(), 0);
}

static bool is_paranoid(void)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
	int level = 0;

	if (file && fscanf(file, "%d", &level) != 1)
		level = 0;
	if (file)
		fclose(file);
	return level > 0;
}

static void unprivileged(void)
{
	pm_prog_t program = group_program(0);

	kernel = SOFTWARE;
	if ((!geteuid() && setuid(65534)) || !is_paranoid())
		_exit(77);
	CHECK_SAME(pm_init(ALL, &info, NULL), 0);
	CHECK_SAME(pm_set_program(&program), PM_E_PERM);
}

/* Whatever this machine is: it can be initialised or not, and what cannot be counted is an error, not a zero. */
static void this_machine(void)
{
	pm_prog_t program;
	int error;

	kernel = REAL;
	error = pm_init(ALL | PM_GET_GROUPS, &info, &groups);
	CHECK(error == 0 || error == PM_E_NOPMU);
	program = event_program(0);
	error = pm_set_program_mythread(&program);
	CHECK(error >= 0);
	CHECK(error <= PM_E_GROUPREQ);
	CHECK_SAME(pm_delete_program_mythread(), (error ? PM_E_NOPROG : 0));
}

int main(void)
{
	kernel = PLAYED;
	static const struct { const char *cpu; void (*test)(void);
	} tests[] = { { "POWER-0x35", power4_tables }, { "POWER-0x35", power4_twice }, { "POWER-0x35", power4_forks },
		{ "POWER-0x35", power4_filters }, { "POWER-0x35", power4_programs }, { "POWER-0x35", power4_counts },
		{ "POWER-0x35", power4_refusals }, { "POWER-0x35", power4_modes }, { "POWER-0x35", power4_levels },
		{ "POWER-0x35", other_processors }, { "POWER-0x35", third_parties }, { "POWER-0x38", power4_ii },
		{ "POWER-0x39", ppc970 }, { "POWER-0x44", ppc970mp }, { "POWER-0x3a", power5 },
		{ "POWER-0x3b", power5p }, { "POWER-0x3b-0x0205", power5p }, { "POWER-0x3b-0x0300", power5pp },
		{ "POWER-0x3e", power6 }, { "POWER-0x3f", power7 }, { "POWER-0x4a", power7 }, { "POWER-0x4b", power8 },
		{ "POWER-0x80", power10 }, { "skl", skylake }, { "GenuineIntel-6-175-3", sierra_forest },
		{ "0x410fd0c1", arm_n1 }, { "POWER-0x1", no_processor }, { "POWER-0x35", real_thread },
		{ "POWER-0x35", real_group }, { "POWER-0x35", unprivileged }, { "POWER-0x3b-0x0301", group_functions },
		{ NULL, this_machine } };

	modes();
	messages();
	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
		on(tests[i].cpu, tests[i].test);
	return check_summary("pmapi");
}
