/*
 * The structure of a machine as its kernel reports it: hyper-threading, packages, dies, cores and CPUs, persistent
 * memory, time stamp counter, slots, watchdog. For fit, metrics and the tools; nothing else reads these files.
 *
 * A number is read on first use and kept until topology_forget(). Several files per CPU are opened, which takes
 * milliseconds on a large server. Thread-safe.
 */
#ifndef PFM_TOPOLOGY_H
#define PFM_TOPOLOGY_H

#include "machine/host.h"

enum topology_number {
	TOPOLOGY_SMT,           /* 1: cores have several threads online */
	TOPOLOGY_PACKAGES,
	TOPOLOGY_DIES,
	TOPOLOGY_CORES,
	TOPOLOGY_CPUS,          /* highest number of a present CPU + 1 */
	TOPOLOGY_CPUS_ONLINE,
	TOPOLOGY_PMEM,          /* 1: the machine has persistent memory */
	TOPOLOGY_SLOTS,         /* per core and cycle */
	TOPOLOGY_TSC,           /* in Hz; on Arm the generic timer's */
	TOPOLOGY_SVE,           /* bits of an SVE vector */
	TOPOLOGY_WATCHDOG,      /* 1: the kernel's watchdog is on, and takes a counter */
	TOPOLOGY_NUMBERS
};

enum { TOPOLOGY_SOURCE = 128 };

struct topology_answer {
	double value;
	/* the file, with its path on the machine itself, "CPUID" or "CNTFRQ"; "": no source */
	char source[TOPOLOGY_SOURCE];
};

/*
 * Returns a number of a machine, the library's until topology_forget(); its source is "" if the machine's files do not
 * say, or there are none here. NULL: a shortage (files.h).
 */
const struct topology_answer *topology_of(const struct host *host, enum topology_number number);

void topology_forget(void);

#endif
