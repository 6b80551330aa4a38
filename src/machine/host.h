/*
 * What machine this is: CPU identity, and the files of /proc and /sys that the library looks at.
 *
 * Every file is under one root, LIBPFM_FSROOT, so that the captured files of another machine can stand in for
 * this one; LIBPFM_CPUID gives the CPU identity itself. Both are ignored in set-uid programs.
 */
#ifndef PFM_HOST_H
#define PFM_HOST_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tables/lookup.h"

enum { MAX_ARM_CORES = 64, HOST_PATH = 4096 };

struct host {
	char root[HOST_PATH / 2];       /* "" or a directory without a trailing slash */
	bool replaced;                  /* the root or the CPU identity is not this machine's own */
	bool is_intel, is_amd, is_power;
	unsigned int family, model, stepping;
	unsigned int arch_events;       /* Intel: CPUID leaf 0xA, EAX, EBX and EDX; 0: no architectural PMU */
	unsigned int arch_unavailable, arch_fixed;
	struct { unsigned int implementer, part; } arm[MAX_ARM_CORES];
	int arm_count;
	unsigned int pvr, revision;     /* POWER: the halves of the processor version register, version and revision */
	unsigned int cfvn, csvn, s390_machine;
	bool s390_read;
};

/* Fills in *host. Never fails: what cannot be found out is left zero. */
void host_identify(struct host *host);

/* Whether a condition of the tables holds on this machine. Hooks are the caller's business. */
bool host_meets(struct host *host, const struct table_condition *condition);

/* path under the host's root; false if it is too long. */
bool host_path(const struct host *host, const char *path, char *buffer, size_t size);

/* access(2) under the host's root. */
bool host_access(const struct host *host, const char *path, int mode);

/*
 * A directory under the host's root, to be closed with closedir(); NULL: there is none, or none that can be read. Its entries
 * without those that begin with a dot; NULL: no more.
 */
DIR *host_open_directory(const struct host *host, const char *path);
const char *host_next_entry(DIR *directory);

/* The first bytes of a file, NUL-terminated; their number, or -1 if it cannot be read. */
int host_read(const struct host *host, const char *path, char *buffer, size_t size);

/* A decimal number at the start of a file. */
bool host_read_number(const struct host *host, const char *path, long *value);

/*
 * Calls line for each complete line of a file, without its newline, until it says false. Lines longer than 1023 bytes
 * are cut; an incomplete last line counts as well. Endless files are read for 4 MiB. False: cannot be read.
 */
bool host_lines(const struct host *host, const char *path, bool (*line)(char *text, void *data), void *data);

/*
 * How often this thread has got no answer from the functions above for want of memory or file descriptors. Who finds less
 * than there may be compares with the number before: is it not there, or could nobody look? Others note what they lack.
 */
unsigned int host_shortages(void);
void host_note_shortage(void);

/* getenv(), but NULL in programs that run with more rights than their user. */
const char *host_environment(const char *name);

#endif
