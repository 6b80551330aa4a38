/*
 * Counts events during a command or a time: opens, groups, switches and reads them. For pfmstat; prints nothing, and is
 * independent of the library.
 */
#ifndef PFM_COUNT_H
#define PFM_COUNT_H

#include <stdbool.h>
#include <sys/types.h>

#include "counting/event_set.h"

enum { COMMAND_NOT_RUN = 127 }; /* the exit status that shells use for it */

struct counting {
	pid_t pid;              /* process to count; 0: the command or, without one, this process */
	int cpu;                /* CPU to count on; -1: any */
	double seconds;         /* without a command: seconds to count; 0: until a signal comes */
	double delay;           /* seconds to wait before counting begins */
	char **command;         /* NULL: no command */
	/*
	 * seconds between readings, after each of which tick may set is_off of sets, and returns false to stop; NULL:
	 * no tick
	 */
	double interval;
	bool (*tick)(void *data);
	void *tick_data;
	bool no_inherit;        /* processes that the command starts are not counted */
	bool hears_pipes;       /* the command gets the default SIGPIPE and SIGXFSZ, which interpreters ignore */
	const bool *is_over;    /* set by tick to end a count without a command; NULL: unused */
};

/* Events that are counted together: a single one, or a group. The arrays belong to the caller. */
struct counted {
	int count, cpu;                         /* cpu: CPU to count on; -1: as in struct counting */
	bool everybody;                         /* the events count all processes on that CPU */
	bool is_off, was_off;                   /* is_off: open but not counting now; was_off is for count_events() */
	pid_t pid;                              /* a task, or the file of a cgroup; 0: as in struct counting */
	bool is_cgroup;                         /* pid is the file of a cgroup */
	bool may_leave_kernel;                  /* without the right to count the kernel, count user code only */
	bool left_kernel;                       /* only user code was counted */
	struct perf_event_attr *events;
	struct reading *readings;
	int error, refused;                     /* errno of the kernel, 0: none; index of the refused event */
	struct event_set set;
};

/* How the counting ended. */
struct ending {
	int status;             /* exit status of the command, as shells report it; 0: no command */
	int signal;             /* signal to this process that ended the counting; 0: none */
	double seconds;         /* duration of the counting, by counting_clock() */
	double user, system;    /* processor time in seconds, of the command or, without one, of this process */
};

/* Returns the time of the monotonic clock, in seconds. */
double counting_clock(void);

/*
 * Opens all, counts over one run of the command or one time, reads all. What the kernel refuses is left out and has an
 * error; nothing is run if all is refused. A signal that asks us to end ends the count, and is passed on to the command
 * if the terminal has not done so. 0, or an errno: nothing was counted.
 */
int count_events(struct counted *all, int count, const struct counting *counting, struct ending *ending);

/*
 * Do the same in steps, for callers that decide when to count; of counting only pid and cpu are used. open_counted()
 * returns how many sets the kernel takes; a set on which a later step fails gets an error.
 */
int open_counted(struct counted *all, int count, const struct counting *counting);
void switch_counted(struct counted *all, int count, bool on);
void read_counted(struct counted *all, int count);
void close_counted(struct counted *all, int count);

#endif
