/* The constants of metrics: their names and sources, and mistakes in --constant. */
#ifndef PFM_TOOL_METRICS_CONSTANTS_H
#define PFM_TOOL_METRICS_CONSTANTS_H

#include "metrics.h"

enum { MAX_CONSTANTS = 16 };

/* Names of constants, without "#", in order of their appearance. */
struct constants {
	char names[MAX_CONSTANTS][32];
	int count;
};

/* Lists the constants that the formulas of metrics name, and of what these refer to. */
void constants_of(const pfm_metrics_t *metrics, const char *text, struct constants *constants);

/* Returns the value of a constant and where it is from; false: it is not known. */
bool constant_of_metrics(const struct metric_request *request, const char *name, double *value, const char **source);

/*
 * Says which --constant is none. GO_ON, or, if one is misspelt, the status to end with. The library must be open.
 */
int check_constants(const struct metric_request *request);

/* Says which --constant no metric asks for. */
void say_unasked_constants(const pfm_metrics_t *metrics, const struct metric_request *request);

/* Constants that follow from the way of counting. */
enum { SETTLED_CORE_WIDE = 1, SETTLED_TARGET = 2 };

/* Does the same, and says in a line what is assumed of the machine, but for what is settled. */
void say_of_constants(const pfm_metrics_t *metrics, const struct metric_request *request, int settled);

#endif
