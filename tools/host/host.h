/*
 * Examines the machine: what the kernel allows to count, whether hardware events count and, if not, why and what helps.
 */
#ifndef PFM_TOOL_HOST_H
#define PFM_TOOL_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "cores.h"
#include "common/machine_files.h"

/* Questions to the kernel: what it is asked to count for a moment. */
enum asked {
	ASKED_SOFTWARE,         /* a software event in this process's user code, which needs no right */
	ASKED_KERNEL,           /* the same, also in the kernel */
	ASKED_CPUS,             /* all processes on a CPU */
	ASKED_USER,             /* cycles in user code only, which some PMUs cannot separate */
	ASKED_SAMPLES,          /* cycles with a sampling period */
	ASKED_CYCLES,           /* this and the next: the kernel's generic hardware events in this process */
	ASKED_INSTRUCTIONS,
	ASKED_CACHE_REFERENCES,
	ASKED_CACHE_MISSES,
	ASKED_BRANCHES,
	ASKED_BRANCH_MISSES,
	QUESTIONS
};

/* Answers: an errno, or one of these. */
enum { NOT_ASKED = -1, COUNTS = 0, GOT_NO_COUNTER = -2, STOOD_STILL = -3 };

struct surroundings {
	char cpu[128];          /* name of the CPU on the machine; "": unknown */
	unsigned int hypervisor; /* its hypervisor, UNDER_* of guest.h; 0: none */
	unsigned int circumstances; /* bit set of all circumstances in guest.h, including the hypervisor */
	bool is_s390, is_power_lpar, is_riscv, is_emulated;
	bool has_sysfs;
	bool has_core_device;   /* the kernel has a driver for the core's PMU */
	bool has_table;         /* the library has a table for the core */
	bool has_no_publisher;  /* the vendor has not published data for a table */
	/*
	 * name of a driver that uses only the architecture's events, such as "generic_arch_v5+"; "": it knows the CPU
	 */
	char driver[64];
	char pmu_node[64];      /* node that the device tree lacks; "": none, or no device tree */
	int paranoid;           /* kernel.perf_event_paranoid; NO_NUMBER: unknown */
	int watchdog, seccomp;  /* kernel.nmi_watchdog, and the mode of seccomp; NO_NUMBER: unknown */
	bool in_namespace;      /* in a user namespace, whose capabilities the kernel ignores */
	bool knows_capabilities, may_perfmon, may_admin;
	int answers[QUESTIONS];
	struct core_types types;
	char counting_cpus[128]; /* CPUs where cycles count, if they do not on all; "": no difference */
};

/*
 * Looks at the files of this machine and asks its kernel; or, unless captured is NULL or "", at those below that
 * directory, where the file pfmkit-kernel says what the captured machine's kernel answered.
 */
void look_around(const char *captured, struct surroundings *here);

/* A finding, for programs and for people, and the remedy ("": nothing is wrong). */
struct finding {
	bool counts;            /* hardware events count nevertheless */
	const char *code;
	char message[256];
	char remedy[2048];      /* remedies, separated by "; " */
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
