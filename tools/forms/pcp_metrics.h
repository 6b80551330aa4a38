/*
 * Events and sums that PCP's agent provides for the formulas of metrics: an event on all boxes of a kind, and sums of
 * events.
 */
#ifndef PFM_PCP_METRICS_H
#define PFM_PCP_METRICS_H

#include "codes.h"

/* An event of the agent. row: its boxes, if any; string: the event on the first one. */
struct pcp_event {
	char string[512];
	struct code_row row;
	bool is_on_cpus;                /* counted on each CPU instead of one CPU per node */
};

/* A sum of events, which the agent has as perfevent.derived.NAME.value. */
struct pcp_sum {
	char name[512];
	const struct pcp_event *events[16];
	int count;
};

/* Finds the boxes of an event whose string is set. False, with a message: the agent cannot count it on all. */
bool find_pcp_boxes(struct pcp_event *event, pfm_pmu_t pmu);
void free_pcp_boxes(struct pcp_event *event);

/* Makes the sum of one event, or of two sums. False, with a message: it has too many events. */
void begin_pcp_sum(struct pcp_sum *sum, const struct pcp_event *event);
bool join_pcp_sums(struct pcp_sum *sum, const struct pcp_sum *a, const struct pcp_sum *b);

/* Returns whether the agent must add up: it is an event on one device otherwise. */
bool is_pcp_sum(const struct pcp_sum *sum);

/* Writes the part of a metric's name that the agent makes of an event string. */
void pcp_name(const char *string, char *to, size_t size);

/* Prints an event's lines of the section [perf], and a sum's section. */
void print_pcp_event(const struct pcp_event *event);
void print_pcp_sum(const struct pcp_sum *sum);

#endif
