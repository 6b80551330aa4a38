/* perf_encode: what its files share: what is asked for, and an encoded event. */
#ifndef PFM_TOOL_PERF_ENCODE_H
#define PFM_TOOL_PERF_ENCODE_H

#include "events/asked.h"
#include "counting/count.h"
#include "common/tool.h"

enum form { AS_ATTR, AS_JSON, AS_C, AS_PERF, AS_RAW, AS_GO, AS_PYTHON, AS_RUST, AS_PCP, AS_PERFETTO, AS_BCC,
	AS_PAPI };

struct settings {
	struct given given;
	enum form form;         /* AS_JSON is given.json */
	const char *group, *package;
	bool has_time;          /* --time is given */
	bool open, separately, per_device;
	struct asked asked;
	struct counting counting;
};

/* An encoded event with all that the output may want. */
struct encoded {
	char *requested, *string;
	bool joins;             /* counts in one group of the kernel with the event before */
	bool is_whole;          /* the kernel must take the group that it leads */
	bool perfs;             /* of perf's language */
	unsigned int flags;     /* PFM_PERF_* */
	const char *label;      /* what name= says, or NULL; not kept */
	bool never_ran;         /* was opened, and got no counter */
	bool everybody;         /* of no process: counts on its CPU whoever runs */
	bool adds;              /* on another device, or another CPU, than the event before: the counts are added */
	bool apart;             /* on one of several kinds of cores: the counts are not added */
	uint64_t elsewhere;     /* ns for which it was counted on the others */
	struct perf_event_attr attr;
	int idx, cpu;
	pfm_pmu_details_t details;
	char own_device[64];    /* of perf's language: what details.device is */
	char instance[64];      /* likewise, of a PMU with several devices */
	char unit[32];          /* of counts that are multiplied by scale */
	double scale;           /* 0: they are not */
};

#endif
