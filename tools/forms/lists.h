/* Forms that list events like showevtinfo, and the web page. */
#ifndef PFM_FORM_LISTS_H
#define PFM_FORM_LISTS_H

#include "showevtinfo.h"

/* Keeps an event, with the deprecated ones among them or without, until print_perf_list() prints all, sorted. */
void add_to_perf_list(const struct event *event, const pfm_pmu_info_t *pmu, bool deprecated);
/* Prints the kept events. metrics: those of the machine behind them. */
void print_perf_list(bool metrics);

/* Prints all events of the PMUs that --pmu and --type let through. False: no memory, which has been said. */
bool print_data(void);

/*
 * Prints a page that starts on this machine, or on cpu, or on none, if that is "all". False: it is not all there, which
 * has been said.
 */
bool print_page(const char *cpu);

#endif
