/*
 * Counts events over a command or a time, and prints nothing: opening, groups, switching, reading. For pfmstat;
 * needs nothing of the library.
 */
#ifndef PFM_COUNT_H
#define PFM_COUNT_H

#include <stdbool.h>
#include <sys/types.h>

#include "counting/event_set.h"

enum { COMMAND_NOT_RUN = 127 }; /* the status that shells give it too */

struct counting {
	pid_t pid;              /* 0: the command, or this process */
	int cpu;                /* -1: any */
	double seconds;         /* how long, if there is no command; 0: until a signal comes */
	double delay;           /* so many seconds pass first, in which nothing is counted */
	char **command;         /* NULL: none */
	/* every so many seconds all are read, and tick, unless NULL, may look and set is_off of sets; false: no more */
	double interval;
	bool (*tick)(void *data);
	void *tick_data;
	bool no_inherit;        /* what the command starts is not counted */
	bool hears_pipes;       /* the command takes SIGPIPE and SIGXFSZ as usual, which interpreters ignore */
	const bool *is_over;    /* NULL; or what tick sets to end a count without a command */
};

/* Events that count together: one, or those of a group. The arrays are the caller's. */
struct counted {
	int count, cpu;                         /* cpu: -1 unless the events say it */
	bool everybody;                         /* they belong to no process, and count on that CPU whatever runs */
	bool is_off, was_off;                   /* opened, and not counting now; was_off is count_events()'s own */
	pid_t pid;                              /* of a task, or the file of a cgroup; 0: as counting says */
	bool is_cgroup;                         /* pid is a file */
	bool may_leave_kernel;                  /* without the right to count the kernel only user code is counted */
	bool left_kernel;                       /* that is so */
	struct perf_event_attr *events;
	struct reading *readings;
	int error, refused;                     /* 0; or the errno with which the kernel refused, and which event */
	struct event_set set;
};

/* How it ended. */
struct ending {
	int status;             /* of the command, as a shell has it; 0: there was none */
	int signal;             /* a signal to us, that ended the time or the command; 0: none */
	double seconds;         /* for which it was counted, on counting_clock() */
	double user, system;    /* seconds of processor time: of the command, or, without one, of this process */
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
