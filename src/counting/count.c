/*
 * The child waits at a socket until the command's events are open, and reports there why exec failed. Whatever ends the
 * counting, even a signal, the counts are read.
 */
#define _GNU_SOURCE
#include "counting/count.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- time ---- */

double counting_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- signals ---- */

static const int endings[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

enum { ENDINGS = sizeof endings / sizeof endings[0] };

static volatile sig_atomic_t signal_seen;
static volatile pid_t running_command;

/* Notes a signal. The terminal sends its signals to the command as well; kill(1) does not. */
static void note_signal(int number, siginfo_t *info, void *context)
{
	(void)context;
	signal_seen = number;
	if (info->si_code <= 0 && running_command > 0)
		kill(running_command, number);
}

/* The signal settings to restore, which are also those of the command. */
struct signals {
	struct sigaction ends[ENDINGS], at_end;
	sigset_t mask;
};

/*
 * Takes the ending signals, but for those that are ignored, as under nohup. Where the end of children is ignored the
 * kernel tells no process of it, and it is waited for: SIGCHLD is blocked and stays pending until it is waited for.
 */
static void take_signals(struct signals *before)
{
	struct sigaction ours = { .sa_sigaction = note_signal, .sa_flags = SA_SIGINFO };
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t of_children;

	signal_seen = 0;
	sigemptyset(&ours.sa_mask);
	for (int i = 0; i < ENDINGS; i++) {
		sigaction(endings[i], NULL, &before->ends[i]);
		if (before->ends[i].sa_handler != SIG_IGN)
			sigaction(endings[i], &ours, NULL);
	}
	sigemptyset(&usual.sa_mask);
	sigaction(SIGCHLD, &usual, &before->at_end);
	sigemptyset(&of_children);
	sigaddset(&of_children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &of_children, &before->mask);
}

static void give_signals_back(const struct signals *before)
{
	for (int i = 0; i < ENDINGS; i++)
		sigaction(endings[i], &before->ends[i], NULL);
	sigaction(SIGCHLD, &before->at_end, NULL);
	sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/* ---- the command ---- */

/* Drops what a set-uid tool may do beyond its user. An unmapped user cannot even set its own number. */
static bool drop_rights(void)
{
	gid_t group = getgid();
	uid_t user = getuid();

	if (group == getegid() && user == geteuid())
		return true;
	return !setresgid(group, group, group) && !setresuid(user, user, user);
}

/*
 * Starts a child that waits for a byte before it runs the command, so that the counter can be set on it first. Then it
 * writes the errno of a command that cannot be run, or nothing if the command runs.
 */
static pid_t start_command(const struct counting *counting, const struct signals *before, int *go)
{
	int ends[2], error;
	pid_t child;
	char byte;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
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
		sigaction(SIGCHLD, &before->at_end, NULL);
		sigprocmask(SIG_SETMASK, &before->mask, NULL);
		if (counting->hears_pipes) {
			signal(SIGPIPE, SIG_DFL);
			signal(SIGXFSZ, SIG_DFL);
		}
		if (drop_rights())
			execvp(counting->command[0], counting->command);
		error = errno;
		_exit(write(ends[0], &error, sizeof error) < 0 ? COMMAND_NOT_RUN + 1 : COMMAND_NOT_RUN);
	}
	close(ends[0]);
	*go = ends[1];
	return child;
}

static void note_ending(int status, struct ending *ending)
{
	if (WIFEXITED(status)) {
		ending->status = WEXITSTATUS(status);
		return;
	}
	ending->status = 128 + WTERMSIG(status);
	if (WTERMSIG(status) == signal_seen)
		ending->signal = signal_seen;
}

static void wait_for(pid_t child, struct ending *ending)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) {
			ending->status = COMMAND_NOT_RUN;
			return;
		}
	note_ending(status, ending);
}

/* Lets the command go, which waits for it. 0, or an errno: it does not run. */
static int let_go(pid_t child, int socket, struct ending *ending)
{
	int error = 0;

	running_command = child;
	ending->signal = signal_seen;
	if (signal_seen)
		kill(child, SIGKILL);
	else if (write(socket, "g", 1) != 1)
		error = errno;
	return error;
}

/* Returns, when the command has ended, the errno that kept it from running; 0: it ran. */
static int why_not_run(int socket)
{
	int error = 0;

	return read(socket, &error, sizeof error) == (ssize_t)sizeof error ? error : 0;
}

/* Ends the child, which finds the end of the socket. */
static void forget_command(pid_t child, int socket)
{
	struct ending ignored;

	close(socket);
	wait_for(child, &ignored);
}

/* ---- counting ---- */

static void prepare(struct counted *counted, const struct counting *counting)
{
	for (int i = 0; i < counted->count; i++) {
		struct perf_event_attr *attr = &counted->events[i];

		attr->disabled = 1;
		attr->read_format = EVENT_SET_FORMAT;
		attr->inherit |= counting->command && !counted->everybody && !counting->no_inherit;
		attr->enable_on_exec = counting->command && !counted->everybody && !counted->is_off &&
			counting->delay <= 0;
	}
}

/* Opens a set, if need be without the kernel's levels. */
static void open_set(struct counted *counted, pid_t pid, int cpu)
{
	unsigned long flags = counted->is_cgroup ? PERF_FLAG_PID_CGROUP : 0;

	counted->error = event_set_open(&counted->set, counted->events, counted->count, pid, cpu, flags,
		&counted->refused);
	if (counted->may_leave_kernel && (counted->error == EACCES || counted->error == EPERM)) {
		int error = counted->error;

		for (int i = 0; i < counted->count; i++)
			counted->events[i].exclude_kernel = 1;
		counted->error = event_set_open(&counted->set, counted->events, counted->count, pid, cpu, flags,
			&counted->refused);
		counted->left_kernel = !counted->error;
		counted->error = counted->error ? error : 0;
	}
}

/* Opens all sets and returns how many the kernel takes. An event without a PMU is refused without asking it. */
static int open_for(struct counted *all, int count, const struct counting *counting, pid_t child)
{
	int taken = 0;

	for (int i = 0; i < count; i++) {
		int cpu = counting->cpu < 0 ? all[i].cpu : counting->cpu;
		pid_t other = child ? child : counting->pid ? counting->pid : cpu < 0 ? 0 : -1;
		pid_t pid = all[i].pid ? all[i].pid : all[i].everybody ? -1 : other;

		prepare(&all[i], counting);
		all[i].error = 0;
		for (int k = all[i].count; k-- > 0;)
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

int open_counted(struct counted *all, int count, const struct counting *counting)
{
	return open_for(all, count, counting, 0);
}

void close_counted(struct counted *all, int count)
{
	for (int i = 0; i < count; i++)
		event_set_close(&all[i].set);
}

void switch_counted(struct counted *all, int count, bool on)
{
	for (int i = 0; i < count; i++)
		if (!all[i].error && !all[i].is_off)
			all[i].error = event_set_switch(&all[i].set, on);
}

/* Switches what belongs to no process, which does not begin and end with the command. */
static void switch_everybody(struct counted *all, int count, bool on)
{
	for (int i = 0; i < count; i++)
		if (all[i].everybody && !all[i].error && !all[i].is_off)
			all[i].error = event_set_switch(&all[i].set, on);
}

void read_counted(struct counted *all, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < all[i].count && !all[i].error; k++) {
			all[i].error = event_set_read(&all[i].set, k, &all[i].readings[k]);
			all[i].refused = k;
		}
}

/* ---- turns ---- */

/* Finds the ending signals that are noted here. */
static void noted_endings(sigset_t *noted)
{
	struct sigaction now;
	sigset_t blocked;

	sigemptyset(noted);
	sigprocmask(SIG_BLOCK, NULL, &blocked);
	for (int i = 0; i < ENDINGS; i++)
		if (!sigaction(endings[i], NULL, &now) && now.sa_sigaction == note_signal &&
			!sigismember(&blocked, endings[i]))
			sigaddset(noted, endings[i]);
}

/* Sleeps until the time is over, a child ends, or a signal comes or has come, which is why these are blocked. */
static void sleep_for(double seconds, const sigset_t *blocked)
{
	struct timespec left = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
	sigset_t awaited = *blocked;
	siginfo_t info;
	int number;

	sigaddset(&awaited, SIGCHLD);
	number = sigtimedwait(&awaited, &info, &left);
	if (number > 0 && number != SIGCHLD)
		note_signal(number, &info, NULL);
}

/* Returns whether the command has ended, which needs no more than a look. */
static bool has_ended(pid_t child, struct ending *ending)
{
	int status;
	pid_t found = waitpid(child, &status, WNOHANG);

	if (found == child)
		note_ending(status, ending);
	else if (found < 0 && errno != EINTR)
		ending->status = COMMAND_NOT_RUN;
	return found == child || (found < 0 && errno != EINTR);
}

/* Returns false if the command has ended before the delay is over, or, without one, a signal has come. */
static bool wait_first(const struct counting *counting, pid_t child, struct ending *ending)
{
	double until = counting_clock() + counting->delay, left;
	sigset_t blocked, before;
	bool is_over = false;

	noted_endings(&blocked);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	while ((left = until - counting_clock()) > 0 && !is_over) {
		sleep_for(left, &blocked);
		is_over = child ? has_ended(child, ending) : signal_seen != 0;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return !is_over;
}

/* Reads all, calls tick, which says whether to go on and which sets count from now on, and switches these. */
static bool take_turn(struct counted *all, int count, const struct counting *counting)
{
	bool goes_on;

	read_counted(all, count);
	for (int i = 0; i < count; i++)
		all[i].was_off = all[i].is_off;
	goes_on = counting->tick(counting->tick_data);
	for (int i = 0; i < count; i++)
		if (!all[i].error && all[i].is_off != all[i].was_off)
			all[i].error = event_set_switch(&all[i].set, !all[i].is_off);
	return goes_on;
}

static void turn_by_turn(struct counted *all, int count, const struct counting *counting, pid_t child,
	struct ending *ending, const sigset_t *blocked)
{
	double begin = counting_clock(), next = counting->interval;
	bool goes_on = counting->tick;

	for (;;) {
		double now = counting_clock() - begin, until = counting->seconds;

		if (child ? has_ended(child, ending)
			  : signal_seen || (until > 0 && now >= until) || (counting->is_over && *counting->is_over))
			return;
		if (goes_on && now >= next) {
			goes_on = take_turn(all, count, counting);
			next = next + counting->interval > now ? next + counting->interval : now + counting->interval;
		}
		if (goes_on && (child || until <= 0 || next < until))
			until = next;
		else if (child || until <= 0)
			until = now + 3600; /* without end: a signal or the end of the command comes first */
		now = counting_clock() - begin;
		if (until > now)
			sleep_for(until - now, blocked);
	}
}

/* Takes turns until the command ends, or, without one, the time is over or a signal comes. */
static void take_turns(struct counted *all, int count, const struct counting *counting, pid_t child,
	struct ending *ending)
{
	sigset_t blocked, before;

	noted_endings(&blocked);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	turn_by_turn(all, count, counting, child, ending, &blocked);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Counts over one run of the command. 0, or an errno: it did not run. */
static int count_command(struct counted *all, int count, const struct counting *counting, pid_t child, int go,
	struct ending *ending)
{
	bool has_delay = counting->delay > 0, is_over = false;
	double begun;
	int error;

	if (!has_delay)
		switch_everybody(all, count, true);
	begun = counting_clock();
	error = let_go(child, go, ending);
	if (has_delay && !error && !ending->signal) {
		is_over = !wait_first(counting, child, ending);
		if (!is_over)
			switch_counted(all, count, true);
		begun = counting_clock();
	}
	if (!is_over && counting->tick && !error && !ending->signal)
		take_turns(all, count, counting, child, ending);
	else if (!is_over)
		wait_for(child, ending);
	running_command = 0;
	ending->seconds = counting_clock() - begun;
	switch_everybody(all, count, false);
	if (!error)
		error = why_not_run(go);
	close(go);
	return error;
}

static void count_time(struct counted *all, int count, const struct counting *counting, struct ending *ending)
{
	double begun;

	if (counting->delay > 0)
		wait_first(counting, 0, ending);
	switch_counted(all, count, true);
	begun = counting_clock();
	take_turns(all, count, counting, 0, ending);
	ending->seconds = counting_clock() - begun;
	switch_counted(all, count, false);
	ending->signal = signal_seen;
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Sets the processor times since before. */
static void note_times(struct ending *ending, int who, const struct rusage *before)
{
	struct rusage now;

	getrusage(who, &now);
	ending->user = seconds_of(now.ru_utime) - seconds_of(before->ru_utime);
	ending->system = seconds_of(now.ru_stime) - seconds_of(before->ru_stime);
}

int count_events(struct counted *all, int count, const struct counting *counting, struct ending *ending)
{
	int who = counting->command ? RUSAGE_CHILDREN : RUSAGE_SELF;
	struct rusage times;
	struct signals before;
	int go = -1, error = 0, taken;
	pid_t child = 0;

	*ending = (struct ending){ .status = 0 };
	getrusage(who, &times);
	take_signals(&before);
	if (counting->command && (child = start_command(counting, &before, &go)) < 0) {
		error = errno;
		give_signals_back(&before);
		return error;
	}
	taken = open_for(all, count, counting, child) || !count; /* without events only the time is measured */
	if (child && taken)
		error = count_command(all, count, counting, child, go, ending);
	else if (child)
		forget_command(child, go);
	else if (taken)
		count_time(all, count, counting, ending);
	note_times(ending, who, &times);
	read_counted(all, count);
	close_counted(all, count);
	give_signals_back(&before);
	return error;
}
