/* Writes rows as lines of a table. */
#ifndef PMUC_WRITE_H
#define PMUC_WRITE_H

#include "text.h"

struct import_row;
struct import_event;

/* The context for writing rows of a table. */
struct writer {
	struct import *import;
	const struct import_pmu *pmu;
	struct counters counters; /* default counters of events */
	const char *modifiers; /* default modifiers of events; NULL: all of the layout */
	const char *owner; /* the table, for words that hold in it only, if others include the row; else NULL */
	/* Returns the event that has the unit mask (NULL: any), now or when all is written; NULL: none. */
	const char *(*event_of)(const struct writer *writer, const char *event, const char *umask);
};

/* Adds events of the metrics register, if the PMU has one. */
void add_topdown(const struct import_pmu *pmu, struct line_text *to);
void add_pmu_text(struct import *import, struct import_pmu *pmu, struct line_text *to);
void add_event_lines(const struct writer *writer, const struct import_event *event, struct line_text *to);
void add_umask_line(const struct writer *writer, const struct import_event *event, const struct import_row *row,
		    struct line_text *to);
/* Adds words for the code of a unit mask beyond the number in its line. */
void add_codes(const struct writer *writer, const struct import_event *event, const struct import_row *row,
	       struct line_text *words);
/* Adds the row's word KEY (ctr, ctr-nosmt, alone, precise, deprecated, errata, period, latency), if it has any. */
void add_fact(const struct writer *writer, const char *key, const struct import_row *row, struct line_text *words);

#endif
