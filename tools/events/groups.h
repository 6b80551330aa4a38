/* Groups of events: finds them by name and lists them. */
#ifndef PFM_TOOL_GROUPS_H
#define PFM_TOOL_GROUPS_H

#include "common/tool.h"

/* An event of a group, to be encoded. */
struct member {
	char event[320];        /* PMU::EVENT */
	int counter;
	bool has_code;          /* the group counts it with code, which differs from its own */
	uint64_t code;
};

/*
 * Calls use for every event of a group: "PMU::NAME", or NAME in the PMUs that pattern (a name or a pattern for several;
 * NULL: those of this machine) means. NAME may be the group's number. True: found, and all went well.
 */
bool for_each_member(const char *group, const char *pattern, bool (*use)(const struct member *member, void *data),
	void *data);

/*
 * Lists the groups of a PMU whose name or title has one of the words in it, with their events. False: there are none.
 */
bool list_groups(const pfm_pmu_info_t *pmu, int words, char **word, bool json);

#endif
