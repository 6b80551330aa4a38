/* Boxes of a kind: PMUs that differ in the numbers of their names only. */
#ifndef PFM_BOXES_H
#define PFM_BOXES_H

#include "tool.h"

/* Whether two PMUs are boxes with the same events, whose names differ in numbers only. */
bool are_of_a_kind(const pfm_pmu_info_t *a, const pfm_pmu_info_t *b);

/* How many boxes of a PMU's kind the machine has, that one included if it is present. */
int count_boxes(const pfm_pmu_info_t *one);

/* Whether an event string means all boxes of a kind: "skx_unc_imc*::EVENT". */
bool means_all_boxes(const char *event);

/*
 * Calls use for the event on each box of the kind: those of the machine, or if it has none, all that there are; if
 * there is no such kind, for the event itself, so that it is said what is wrong. False: one of the calls was false.
 */
bool for_each_box(const char *event, bool (*use)(const char *event, void *data), void *data);

/*
 * The event string for all boxes of the kind that an event would be counted on, if it names none and the machine has
 * several; to be freed. NULL: one it is, or out of memory.
 */
char *on_all_boxes(const char *event, const char *pattern);

/* Says that of several boxes one has been taken, unless the event or pattern names it. */
void say_which_box(const char *event, const char *pattern, pfm_pmu_t pmu);

/* Says on standard error which of the PMUs have been listed for others of their kind too, if one has. */
void say_what_stands_for_many(const pfm_pmu_t *pmus, int count);

#endif
