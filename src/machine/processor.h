/* Reads the CPU's description of itself. */
#ifndef PFM_PROCESSOR_H
#define PFM_PROCESSOR_H

#include "machine/host.h"

/* Reads the CPU that the program runs on, by its architecture's means. What cannot be found out stays as it is. */
void processor_read(struct host *host);

/* Reads /proc/cpuinfo below the host's root, or the file of LIBPFM_PROC_CPUINFO, which describes Arm's cores. */
void processor_read_cpuinfo(struct host *host);

/* Adds a core type, if it is not among the host's and there is room. version: variant << 4 | revision */
void processor_add_arm_core(struct host *host, unsigned int implementer, unsigned int part, unsigned int version);

#endif
