/* The CPUs of a device of perf_event(2), as listed in one of its files. Independent of the library. */
#ifndef PFM_CPUS_H
#define PFM_CPUS_H

/*
 * Reads the file name in the directory of a device: cpus, of a core type; cpumask, where its events belong to no
 * process. root: where the machine's files are, NULL or "" for this machine. Returns how many CPUs it lists, 0 if there
 * is no such file; if more than most, only most are stored.
 */
int read_device_cpus(const char *root, const char *device, const char *name, int *cpus, int most);

/* Reads the CPUs that are online, as read_device_cpus(). */
int read_online_cpus(const char *root, int *cpus, int most);

#endif
