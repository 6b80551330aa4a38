/* perf_encode: what its files share: what is asked for, and an encoded event. */
#ifndef PFM_TOOL_PERF_ENCODE_H
#define PFM_TOOL_PERF_ENCODE_H

#include "events/asked.h"
#include "common/tool.h"

enum form { AS_ATTR, AS_JSON, AS_C, AS_PERF, AS_RAW, AS_GO, AS_PYTHON, AS_RUST, AS_PCP, AS_PERFETTO, AS_BCC,
	AS_PAPI };

struct settings {
	struct given given;
	enum form form;         /* AS_JSON is given.json */
	const char *group, *package;
	struct asked asked;
};

/* An encoded event with all that the output may want. */
struct encoded {
	char *requested, *string;
	bool perfs;             /* of perf's language */
	unsigned int flags;     /* PFM_PERF_* */
	const char *label;      /* what name= says, or NULL; not kept */
	struct perf_event_attr attr;
	int idx, cpu;
	pfm_pmu_details_t details;
	char own_device[64];    /* of perf's language: what details.device is */
	char instance[64];      /* likewise, of a PMU with several devices */
};

#endif
