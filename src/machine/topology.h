/*
 * How a machine is made, as its kernel says it: hyper-threading, packages, dies, cores and CPUs, persistent memory, the
 * time stamp counter, slots, the watchdog. The one place that reads them: for fit, for metrics and for the tools.
 *
 * A number is read when it is first asked for, then kept until topology_forget(). Of many CPUs some files each are
 * opened, which takes milliseconds on a large server. May be called from several threads at once.
 */
#ifndef PFM_TOPOLOGY_H
#define PFM_TOPOLOGY_H

#include "machine/host.h"

enum topology_number {
	TOPOLOGY_SMT,           /* 1: cores have several threads that are online */
	TOPOLOGY_PACKAGES,
	TOPOLOGY_DIES,
	TOPOLOGY_CORES,
	TOPOLOGY_CPUS,          /* numbers of CPUs that are present: the highest and 1 */
	TOPOLOGY_CPUS_ONLINE,
	TOPOLOGY_PMEM,          /* 1: there is persistent memory */
	TOPOLOGY_SLOTS,         /* of a core and cycle */
	TOPOLOGY_TSC,           /* Hz; of Arm the generic timer's */
	TOPOLOGY_SVE,           /* bits of a vector of SVE */
	TOPOLOGY_WATCHDOG,      /* 1: the kernel's watchdog is on and takes a counter */
	TOPOLOGY_NUMBERS
};

enum { TOPOLOGY_SOURCE = 128 };

struct topology_answer {
	double value;
	char source[TOPOLOGY_SOURCE];   /* the file, as on the machine itself, "CPUID" or "CNTFRQ"; "": nothing says */
};

/*
 * Returns a number of a machine, the library's until topology_forget(); its source is "" if the machine's files do not
 * say, or there are none here. NULL: a shortage (files.h).
 */
const struct topology_answer *topology_of(const struct host *host, enum topology_number number);

void topology_forget(void);

#endif
