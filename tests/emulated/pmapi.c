/*
 * pmapi EVENT STEPS: counts loops of known length through libpmapi; STEPS instructions an iteration. Says what is
 * wrong; the last line is "pmapi good" or "pmapi bad".
 */
#include <pmapi.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_loop.h"

enum { RUNS = 8, STEP = 1000000 };

static bool good = true;

static void expect(bool true_or_not, const char *what)
{
	if (!true_or_not) {
		printf("pmapi: not true: %s\n", what);
		good = false;
	}
}

/* Puts the event on the first counter that takes it. */
static bool make_program(const char *name, pm_prog_t *program)
{
	pm_info_t info;
	int id = COUNT_NOTHING;

	expect(pm_init(PM_VERIFIED | PM_UNVERIFIED | PM_CAVEAT, &info, NULL) == 0, "pm_init");
	for (int i = 0; info.maxpmcs && i < info.maxevents[0]; i++)
		if (!strcmp(info.list_events[0][i].short_name, name))
			id = info.list_events[0][i].event_id;
	memset(program, 0, sizeof *program);
	program->mode.b.user = 1;
	for (int i = 0; i < MAX_COUNTERS; i++)
		program->events[i] = COUNT_NOTHING;
	program->events[0] = id;
	printf("pmapi: %s, %d counters, event %s is %d\n", info.proc_name, info.maxpmcs, name, id);
	return id != COUNT_NOTHING;
}

/* The least of several counts: an interrupt may have been counted along. */
static long long count(unsigned long iterations)
{
	pm_data_t data;
	long long least = -1;

	for (int run = 0; run < RUNS; run++) {
		expect(pm_reset_data_mythread() == 0 && pm_start_mythread() == 0, "reset and start");
		run_loop(iterations);
		expect(pm_stop_mythread() == 0 && pm_get_data_mythread(&data) == 0, "stop and read");
		if (least < 0 || data.accu[0] < least)
			least = data.accu[0];
	}
	return least;
}

static bool within(long long value, long long wanted)
{
	long long off = value > wanted ? value - wanted : wanted - value;

	printf("pmapi: %lld, expected %lld\n", value, wanted);
	return off * 1000 <= wanted;
}

struct work {
	pm_prog_t program;
	long long counted;
};

static void *count_in_thread(void *data)
{
	struct work *work = data;

	expect(pm_get_data_mythread(&(pm_data_t){ .accu = { 0 } }) == PM_E_NOPROG, "a new thread has no program");
	expect(pm_set_program_mythread(&work->program) == 0, "set in a thread");
	work->counted = count(2 * STEP);
	work->counted -= count(STEP);
	return NULL;
}

static void check_threads(const pm_prog_t *program, int steps)
{
	struct work work[2] = { { *program, 0 }, { *program, 0 } };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count_in_thread, &work[i]);
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
		expect(within(work[i].counted, (long long)STEP * steps), "each thread counts its own");
	}
}

static void loop_in_child(void)
{
	pid_t child = fork();

	if (!child) {
		run_loop(10 * STEP);
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

static void check_children(pm_prog_t *program, int steps)
{
	pm_data_t data;

	expect(pm_set_program_mythread(program) == 0 && pm_start_mythread() == 0, "set and start");
	loop_in_child();
	expect(pm_get_data_mythread(&data) == 0 && data.accu[0] < 5LL * STEP * steps,
		"a child is not counted with its parent's thread");
	expect(pm_delete_program_mythread() == 0, "delete while counting");
	expect(pm_set_program_mygroup(program) == 0 && pm_start_mygroup() == 0, "set and start a group");
	loop_in_child();
	expect(pm_get_data_mygroup(&data) == 0 && data.accu[0] >= 10LL * STEP * steps,
		"a child is counted with its parent's group");
	expect(pm_delete_program_mygroup() == 0, "delete a group");
}

static void check_order(pm_prog_t *program)
{
	pm_data_t data;
	pm_prog_t got;

	expect(pm_start_mythread() == PM_E_NOPROG && pm_stop_mythread() == PM_E_NOPROG &&
			pm_reset_data_mythread() == PM_E_NOPROG,
		"nothing to start");
	expect(pm_get_data_mythread(&data) == PM_E_NOPROG && pm_delete_program_mythread() == PM_E_NOPROG,
		"nothing to read");
	expect(pm_set_program_mythread(program) == 0 && pm_set_program_mythread(program) == PM_E_EXISTS, "set twice");
	expect(pm_get_program_mythread(&got) == 0 && !got.mode.b.count && got.events[0] == program->events[0],
		"read back");
	expect(pm_delete_program_mythread() == 0, "delete");
	got.mode.b.is_group = 1;
	expect(pm_set_program_mythread(&got) == PM_E_NOGROUPS, "no groups here");
}

int main(int argc, char **argv)
{
	pm_prog_t program;
	int steps = argc > 2 ? atoi(argv[2]) : 1;

	if (argc > 1 && make_program(argv[1], &program)) {
		check_order(&program);
		expect(pm_set_program_mythread(&program) == 0, "set");
		expect(within(count(2 * STEP) - count(STEP), (long long)STEP * steps), "within 0.1 %");
		expect(pm_delete_program_mythread() == 0, "delete");
		check_threads(&program, steps);
		check_children(&program, steps);
	} else {
		expect(false, "the event is there");
	}
	puts(good ? "pmapi good" : "pmapi bad");
	return !good;
}
