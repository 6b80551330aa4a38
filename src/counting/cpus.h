/* The CPUs of a device of perf_event(2), as a file of it lists them. Needs nothing of the library. */
#ifndef PFM_CPUS_H
#define PFM_CPUS_H

/*
 * What the file called name in the directory of a device says: cpus, of a core type; cpumask, where its events
 * belong to no process. root: where the machine's files are, NULL or "" for this machine. Their number, 0 if there is
 * no such file, more than most if there are more than that, of which most are stored.
 */
int read_device_cpus(const char *root, const char *device, const char *name, int *cpus, int most);

/* As read_device_cpus(): the CPUs that are online. */
int read_online_cpus(const char *root, int *cpus, int most);

#endif
