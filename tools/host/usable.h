/* How many counters of this machine's cores are free now, which only a look tells. */
#ifndef PFM_TOOL_HOST_USABLE_H
#define PFM_TOOL_HOST_USABLE_H

enum { MOST_USABLE = 16 };

/* Of a core type, on one of its CPUs. */
struct usable {
	char pmu[64];
	int cpu;
	int general, all_general; /* free now; that there are */
	int fixed, all_fixed;
	int error; /* 0; or the errno with which the kernel refused, and nothing is known */
};

/* Looks at each core type whose events tell; takes the right to count CPUs. Returns their number. */
int find_usable_counters(struct usable list[MOST_USABLE]);

#endif
