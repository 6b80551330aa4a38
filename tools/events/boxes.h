/* Boxes of one kind: PMUs whose names differ in their numbers only. */
#ifndef PFM_BOXES_H
#define PFM_BOXES_H

#include "common/tool.h"

/* Returns whether two PMUs are boxes with the same events, whose names differ in numbers only. */
bool are_of_a_kind(const pfm_pmu_info_t *a, const pfm_pmu_info_t *b);

/* Returns how many boxes of a PMU's kind the machine has, that one included if it is present. */
int count_boxes(const pfm_pmu_info_t *one);

/* Returns whether an event string means all boxes of a kind: "skx_unc_imc*::EVENT". */
bool means_all_boxes(const char *event);

/*
 * Calls use for the event on each box of the kind: those of the machine, or if it has none, all that there are; if
 * there is no such kind, for the event itself, so that what is wrong is reported. False: one of the calls was false.
 */
bool for_each_box(const char *event, bool (*use)(const char *event, void *data), void *data);

/*
 * Lists the event on each box of the kind that this machine has, by the names of the boxes; to be freed. *count: how
 * many, or an error. NULL, and a message: out of memory.
 */
pfm_perf_event_t *list_boxes(const char *event, int *count);

/*
 * Returns the event string for all boxes of the kind that an event would be counted on, if it names none and the
 * machine has several; to be freed. NULL: it has one, or out of memory.
 */
char *on_all_boxes(const char *event, const char *pattern);

/*
 * Puts what perf calls all boxes of a PMU's kind in the place of one device in "DEVICE/TERMS/", which has size bytes:
 * "uncore_imc/" for uncore_imc_3, "hisi_sccl*_l3c*" for hisi_sccl1_l3c0. What is no box stays.
 */
void put_all_boxes(pfm_pmu_t pmu, const char *device, char *text, size_t size);

/* Returns whether all boxes of an event's kind have it, rather than the one of a certain number. */
bool is_on_all_boxes(int idx);

/*
 * Lists the devices that a metric's event counts on, where there are several; to be freed. Returns how many, 0 if there
 * is one or none. Prints a note where no table has their number.
 */
int list_devices(const char *operand, const char *string, int plm, pfm_perf_event_t **events);

/* Writes the same as "devices", each with its type; -1: this machine does not tell it. */
void json_devices(bool *first, const char *operand, const char *string, int plm);

/* Says that of several boxes one has been taken, unless the event or pattern names it. */
void say_which_box(const char *event, const char *pattern);

/* Says on standard error which of the PMUs have been listed for others of their kind too, if one has. */
void say_what_stands_for_many(const pfm_pmu_t *pmus, int count);

#endif
