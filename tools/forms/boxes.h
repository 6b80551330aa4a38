/* Writes events outside the core, on the boxes of every CPU. */
#ifndef PFM_CODES_BOXES_H
#define PFM_CODES_BOXES_H

#include "codes.h"
#include "events/cpu_list.h"

/*
 * Adds a row for each kind of boxes of the CPUs that has the event, and for perf's own PMUs. pattern: of PMUs, or NULL.
 * False: something is wrong with it, which is reported.
 */
bool add_boxes(const char *event, const char *pattern, const struct cpu_list *cpus, struct code_list *list);
void free_boxes(struct code_row *row);

#endif
