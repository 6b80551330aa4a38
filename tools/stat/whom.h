/* The targets of counting: a command, tasks, CPUs, cgroups; and which counts are kept apart. */
#ifndef PFM_STAT_WHOM_H
#define PFM_STAT_WHOM_H

#include "counting/pieces.h"
#include "request.h"

/* A target for opening events. */
struct target {
	pid_t pid; /* a thread, or the file of a cgroup; 0: the command */
	int cpu;   /* -1: any */
	bool is_cgroup, everybody;
	int place;
};

/* The place of added counts; members are -1 or NULL if they do not apply. */
struct row_place {
	int cpu, core, die, socket, node;
	pid_t thread;
	const char *cgroup;
	const char *device;
};

struct whom {
	const char *root;
	enum level level;
	struct target *targets;
	int count, room;
	struct row_place *places;
	int place_count, place_room;
	int *files; /* open files of cgroups */
	int file_count;
	pid_t *pids; /* threads of -p and -t, which may end */
	int pid_count;
	char **names; /* allocated names of cgroups and devices */
	int name_count;
};

/*
 * Finds what is asked for. False: a process, a CPU or a cgroup that is not there, or no memory, which has been said.
 * For end_whom() either way.
 */
bool find_whom(const struct request *request, struct whom *whom);
void end_whom(struct whom *whom);

/* Makes a piece count a target; not on which CPU. */
void set_target(struct piece *piece, const struct target *target, bool no_inherit);

/* Returns flags of pfm_metric_options_t that say on whom metrics are counted. */
int metric_flags_of(const struct whom *whom, const struct request *request);

/*
 * Returns the number of the place that counts of a CPU (-1: any), a device and a target belong to; -1: no memory, which
 * has been said.
 */
int place_of(struct whom *whom, int cpu, const char *device, pid_t thread, const char *cgroup);

/* Returns whether a text is a list as "12,7", with ranges as "0-3,8"; no number has more than nine digits. */
bool is_number_list(const char *text, bool has_ranges);

/* Returns whether a CPU is in a list. */
bool has_cpu(const int *cpus, int count, int cpu);

/* Returns whether all processes that are counted by -p and -t have ended. */
bool have_ended(const struct whom *whom);

#endif
