/* The list of CPUs that --cpu knows by name. */
#ifndef PFM_CPU_NAMES_LIST_H
#define PFM_CPU_NAMES_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the CPU as --cpu takes it; "": there is no way to say it. */
void name_identity(char *text, size_t size);

/*
 * Prints a line for each core PMU, the newest first: the year, the PMU's name and what people call CPUs with it, and
 * what it is. Initializes the library for each CPU and ends it. Returns the exit status.
 */
int list_cpu_names(void);

/*
 * Calls visit for each of these CPUs, the newest first, with the library initialized for it. called: what people call
 * it; NULL: nothing else. is_more: another CPU, by its name, that has the core of the one before. The library stays as
 * it is for the last one.
 */
typedef void visit_cpu(const char *name, const char *called, bool is_more, void *data);
void visit_cpus(visit_cpu *visit, void *data);

#endif
