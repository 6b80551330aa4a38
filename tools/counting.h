/* perf_encode --open: counts an event over a command or a time, and says in words why the kernel would not. */
#ifndef PFM_COUNTING_H
#define PFM_COUNTING_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>
#include <sys/types.h>

enum { COMMAND_NOT_RUN = 127 }; /* the status that shells give it too */

struct counting {
	pid_t pid;              /* 0: the command, or this process */
	int cpu;                /* -1: any */
	double seconds;         /* how long, if there is no command */
	char **command;         /* NULL: none */
};

struct counted {
	uint64_t value, enabled, running;
};

enum { MAX_COUNTED = 32 };

/*
 * Opens, counts, reads: events, 1 to MAX_COUNTED, all on and off together if the kernel can do that. 0, or an errno; then nothing
 * was counted, and *refused is the event that the kernel would not open. *status: exit status of the command.
 */
int count_events(struct perf_event_attr *events, int count, const struct counting *counting, struct counted *counted, int *refused, int *status);

/* Why the kernel refused, and what to do about it, on stderr. */
void explain_refusal(const char *event, const struct perf_event_attr *attr, const char *device, const struct counting *counting, int error);

/* The same for programs: "error": {...}, without what to do. */
void json_refusal(bool *first, const struct counting *counting, int error);

#endif
