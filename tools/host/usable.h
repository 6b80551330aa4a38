/* Finds the number of free counters of this machine's cores, which only a trial tells. */
#ifndef PFM_TOOL_HOST_USABLE_H
#define PFM_TOOL_HOST_USABLE_H

enum { MOST_USABLE = 16 };

/* The counters of a core type, tried on one of its CPUs. */
struct usable {
	char pmu[64];
	int cpu;
	int general, all_general; /* number of free general counters, and of all */
	int fixed, all_fixed;
	int error; /* errno of the kernel's refusal, after which the numbers are unknown; 0: none */
};

/* Looks at each core type whose events tell; takes the right to count CPUs. Returns their number. */
int find_usable_counters(struct usable list[MOST_USABLE]);

#endif
