/* Where we are: what the kernel lets us count, whether hardware events count, and if not why and what helps. */
#ifndef PFM_TOOL_HOST_H
#define PFM_TOOL_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "cores.h"
#include "common/machine_files.h"

/* What the kernel is asked to count, each for a moment. */
enum asked {
	ASKED_SOFTWARE,         /* a software event, in our own user code, which needs no right */
	ASKED_KERNEL,           /* the same in the kernel too */
	ASKED_CPUS,             /* everybody on a CPU */
	ASKED_USER,             /* cycles in user code only, which not every PMU can tell apart */
	ASKED_SAMPLES,          /* cycles with a sampling period */
	ASKED_CYCLES,           /* the kernel's generic hardware events, in our own code */
	ASKED_INSTRUCTIONS,
	ASKED_CACHE_REFERENCES,
	ASKED_CACHE_MISSES,
	ASKED_BRANCHES,
	ASKED_BRANCH_MISSES,
	QUESTIONS
};

/* What came of it: an errno, or one of these. */
enum { NOT_ASKED = -1, COUNTS = 0, GOT_NO_COUNTER = -2, STOOD_STILL = -3 };

struct surroundings {
	char cpu[128];          /* as the machine calls it; "": it does not */
	unsigned int hypervisor; /* that it is a guest of, UNDER_* of guest.h; 0: none */
	unsigned int circumstances; /* these and the others of guest.h */
	bool is_s390, is_power_lpar, is_riscv, is_emulated;
	bool has_sysfs;
	bool has_core_device;   /* the kernel has a driver for the core's PMU */
	bool has_table;         /* and the library a table */
	bool has_no_publisher;  /* the vendor has published nothing that a table could be made of */
	char driver[64];        /* "generic_arch_v5+": the driver counts by architecture; "": it knows the CPU */
	char pmu_node[64];      /* what the device tree lacks; "": nothing, or there is no device tree */
	int paranoid;           /* kernel.perf_event_paranoid; NO_NUMBER: there is none */
	int watchdog, seccomp;  /* kernel.nmi_watchdog, the mode of seccomp; likewise */
	bool in_namespace;      /* a user namespace, whose capabilities the kernel does not look at */
	bool knows_capabilities, may_perfmon, may_admin;
	int answers[QUESTIONS];
	struct core_types types;
	char counting_cpus[128]; /* those where cycles count, if on others they do not; "": no difference was seen */
};

/*
 * Looks at the files of this machine and asks its kernel; or, unless captured is NULL or "", at those below that
 * directory, where the file pfmkit-kernel says what the captured machine's kernel answered.
 */
void look_around(const char *captured, struct surroundings *here);

/* What has been found: for programs, for people, and what helps ("": nothing is wrong). */
struct finding {
	bool counts;            /* hardware events count in spite of it */
	const char *code;
	char message[256];
	char remedy[2048];      /* several are separated by "; " */
};

enum { MOST_FINDINGS = 12 };

/* Finds at least one; the first says whether hardware events count. Returns their number. */
int find_out(const struct surroundings *here, struct finding findings[MOST_FINDINGS]);

/* Finds why a right is missing to count whole CPUs, or in the kernel, or at all. */
void find_missing_right(const struct surroundings *here, bool whole_cpus, bool in_kernel, struct finding *finding);

/* Returns where the next of the remedies begins, "" behind the last; *length: of the first. */
const char *next_remedy(const char *remedy, int *length);

/* Prints what helps, a line each, on stderr. */
void say_remedies(const struct finding *finding);

/* Says why no hardware event counts here, and what helps, on stderr, but only once. False: they count. */
bool say_why_nothing_counts(const struct surroundings *here);

/* Says the same in one line, without the remedies. */
bool say_shortly_why_nothing_counts(const struct surroundings *here);

/* Return "cycles", "software"; "ENOENT", "counts". */
const char *question_name(enum asked question);
const char *answer_name(int answer);

/* Writes names of what is refused, or got no count, among the generic hardware events, separated by commas. */
void list_refused(const struct surroundings *here, char *list, size_t size);

#endif
