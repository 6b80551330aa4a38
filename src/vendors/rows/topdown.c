/*
 * Events of Intel cores with a register PERF_METRICS, which are not in the files: its fields, which perf counts in a
 * group with slots as leader. Ice Lake has four of them, later cores have eight.
 */
#include "write.h"
#include "index.h"
#include "rows.h"

#include <string.h>

static const struct {
	const char *name;
	int code;
	bool later;
	const char *text;
} metrics[] = {
	{ "BACKEND_BOUND", 0x83, false, "Slots left empty because the back end could not take uops" },
	{ "BAD_SPEC", 0x81, false, "Slots wasted on uops that never retire and on recovery" },
	{ "BR_MISPREDICT", 0x85, true, "Slots wasted by branch mispredictions" },
	{ "FETCH_LAT", 0x86, true, "Slots left empty because of instruction fetch latency" },
	{ "FRONTEND_BOUND", 0x82, false, "Slots left empty because the front end delivered no uops" },
	{ "HEAVY_OPS", 0x84, true, "Slots whose retired uops belong to instructions of two or more uops" },
	{ "MEMORY_BOUND", 0x87, true, "Slots left empty because of the memory subsystem" },
	{ "RETIRING", 0x80, false, "Slots whose uops retired" },
	{ "SLOTS", 0x04, false, "All slots of the thread" },
};

enum { SLOTS_COUNTER = 3 };

static bool counts_slots(const struct import_pmu *pmu)
{
	int number = index_find(pmu->names, "TOPDOWN.SLOTS");

	return number >= 0 && pmu->rows[number].counters.fixed >> SLOTS_COUNTER & 1;
}

void add_topdown(const struct import_pmu *pmu, struct line_text *to)
{
	const char *sharing = pmu->family->sharing;

	if (!sharing || !counts_slots(pmu) || index_find(pmu->names, "TOPDOWN_M.RETIRING") >= 0)
		return;
	add(to, "TOPDOWN_M 0x00 mods=k,u ctr=f3 fixed : Issue slots by top-down category, read from the metrics"
		" register; needs TOPDOWN.SLOTS as the leader of its group\n");
	for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
		if (!metrics[i].later || strcmp(sharing, "intel-icelake") != 0)
			add(to, "  %s 0x%02x ncombo %s : %s\n", metrics[i].name, metrics[i].code,
			    metrics[i].code < 0x80 ? "ctr=f3" : "no-mods uncounted", metrics[i].text);
}
