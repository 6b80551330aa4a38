/* Boxes of a kind: PMUs that differ in the numbers of their names only. */
#ifndef PFM_BOXES_H
#define PFM_BOXES_H

#include "tool.h"

/* Whether two PMUs are boxes with the same events, whose names differ in numbers only. */
bool are_of_a_kind(const pfm_pmu_info_t *a, const pfm_pmu_info_t *b);

/* How many boxes of a PMU's kind the machine has, that one included if it is present. */
int count_boxes(const pfm_pmu_info_t *one);

/* Says on standard error which of the PMUs have been listed for others of their kind too, if one has. */
void say_what_stands_for_many(const pfm_pmu_t *pmus, int count);

#endif
