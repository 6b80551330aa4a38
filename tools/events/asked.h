/* Options shared by the encoding tools: --all-boxes, --all-cores, --together, --metric. */
#ifndef PFM_TOOL_ASKED_H
#define PFM_TOOL_ASKED_H

#include "stat/metrics.h"
#include "together.h"

struct asked {
	bool together, no_smt, all_boxes, all_cores;
	struct metric_request metrics;
};

#define ASKED_OPTIONS \
	{ "all-boxes", no_argument, NULL, 'B' }, { "all-cores", no_argument, NULL, 'C' }, TOGETHER_OPTIONS, \
	METRIC_OPTIONS

/* Takes an option of these, or one that all tools have. GO_ON, or the status to end with. */
int take_asked(int option, const struct help *help, struct asked *asked, struct given *given);

#endif
