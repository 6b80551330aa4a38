/* Reads counts from text: output of perf stat, simpleperf and pfmstat, or lines NAME VALUE. */
#ifndef PFM_COUNTS_READ_H
#define PFM_COUNTS_READ_H

#include "counts/values.h"

/* Properties of a text that was read. */
struct count_report {
	int lines;
	int passed, first_passed; /* number of lines without a count, and number of the first of them, from 1 */
	bool has_heading;         /* it has a heading of perf stat or simpleperf */
	bool has_wrong_count;     /* one of the skipped lines looks like a count */
	bool is_unknown;          /* the first skipped line has no known format */
	bool is_unclear;          /* commas in the first skipped line are ambiguous */
	bool is_endless;          /* a heading does not end, so the rest of the text was not read */
	char problem[1024];       /* what is wrong with the first skipped line */
};

/* Reads all counts into values, which are zeroed but for is_event. False: no memory; to be freed either way. */
bool read_counts(const char *text, size_t length, struct given_values *values, struct count_report *report);

#endif
