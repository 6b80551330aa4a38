/* Options shared by the encoding tools: all boxes or core types, events at the same time, metrics. */
#include "asked.h"

#include "common/tool.h"

#include <getopt.h>

int take_asked(int option, const struct help *help, struct asked *asked, struct given *given)
{
	switch (option) {
	case 'B':
		asked->all_boxes = true;
		return GO_ON;
	case 'C':
		asked->all_cores = true;
		return GO_ON;
	case OPTION_TOGETHER:
		asked->together = true;
		return GO_ON;
	case OPTION_NO_SMT:
		asked->no_smt = true;
		asked->metrics.fit_flags = PFM_FIT_NO_SMT;
		return GO_ON;
	case OPTION_METRIC:
		return take_metric(optarg, &asked->metrics);
	case OPTION_CONSTANT:
		return take_constant(optarg, &asked->metrics);
	default:
		return take_shared(option, help, given);
	}
}
