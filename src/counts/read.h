/* Counts from text: what perf stat, simpleperf and pfmstat write, or lines NAME VALUE. */
#ifndef PFM_COUNTS_READ_H
#define PFM_COUNTS_READ_H

#include "counts/values.h"

/* What a text was like. */
struct count_report {
	int lines;
	int passed, first_passed; /* lines that are no counts; the number of the first of them, from 1 on */
	bool has_heading;         /* of perf stat, or of simpleperf */
	bool has_wrong_count;     /* one of these lines looks like a count */
	bool is_unknown;          /* the first is of no known form */
	bool is_unclear;          /* the first has commas of two meanings */
	bool is_endless;          /* a heading has no end, so that nothing behind it was read */
	char problem[1024];       /* with the first */
};

/* Reads all counts into values, which are zeroed but for is_event. False: no memory; to be freed either way. */
bool read_counts(const char *text, size_t length, struct given_values *values, struct count_report *report);

#endif
