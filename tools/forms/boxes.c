/*
 * Events outside the core on every CPU: one row for all boxes of a kind, and events of perf's own PMUs. If the tables
 * have a PMU per box, they give the number of boxes; if they have one PMU with numbered devices, it comes from the
 * machine, or from the user: PMU[0-11]::EVENT. The code for a single box would give a wrong count.
 */
#define _GNU_SOURCE
#include "boxes.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "events/boxes.h"

enum { LONGEST_PMU = 128 };

/* An operand. kind: the PMU's name without brackets behind it; "": no PMU is given. */
struct asked {
	const char *whole, *event;
	char kind[LONGEST_PMU];
	int low, high;                  /* the numbers in brackets; -1: none */
	const char *pattern;
};

/* A PMU, and the kind of boxes that it belongs to. */
struct box {
	pfm_pmu_info_t info;
	pfm_pmu_details_t details;
	char kind[LONGEST_PMU]; /* name of the boxes without their number; the PMU's own name if there is just one */
	int number;                     /* number of the box; -1: there is just one */
};

/* Devices that do not count once per package, with PCP's word for the place; NULL: it has none. */
static const struct { const char *device, *place; } places[] = {
	{ "ibs_*", "cpu" }, { "msr", "cpu" }, { "amd_l3", NULL }, { "power_core", NULL }, { "cstate_core", NULL },
	{ "arm_dsu*", NULL } };

/* Reads "PMU[0-11]::EVENT", "PMU*::EVENT", "PMU::EVENT" or "EVENT". */
static bool read_asked(const char *whole, struct asked *asked)
{
	const char *colons = strstr(whole, "::");
	char *end;
	int length = 0;

	asked->whole = whole;
	asked->event = colons ? colons + 2 : whole;
	asked->low = asked->high = -1;
	snprintf(asked->kind, sizeof asked->kind, "%.*s", colons ? (int)(colons - whole) : 0, whole);
	end = strpbrk(asked->kind, "[*");
	if (!end || !strcmp(end, "*")) {
		asked->kind[end ? end - asked->kind : (long)strlen(asked->kind)] = '\0';
		return true;
	}
	if (sscanf(end, "[%5d-%5d]%n", &asked->low, &asked->high, &length) == 2 && length && !end[length] &&
	    asked->low >= 0 && asked->high >= asked->low) {
		*end = '\0';
		return true;
	}
	complain("%s: boxes are PMU[FIRST-LAST]::EVENT, or PMU*::EVENT for all", whole);
	return false;
}

/* ---- boxes ---- */

/* Returns the number behind the beginning of a name; -1: something else is there. */
static int number_behind(const char *name, const char *beginning)
{
	size_t length = strlen(beginning);
	const char *number = name + length;

	if (strncasecmp(name, beginning, length) || !*number || number[strspn(number, "0123456789")])
		return -1;
	return atoi(number);
}

/* Returns whether another PMU has the number beside it, and as many events. */
static bool has_sister(const pfm_pmu_info_t *one, const char *beginning)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int number = number_behind(one->name, beginning);
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.type == one->type && info.nevents == one->nevents &&
		    number_behind(info.name, beginning) >= 0 && abs(number_behind(info.name, beginning) - number) == 1)
			return true;
	return false;
}

/* Drops the number of the die: "hisi_sccl3_l3c" is on each die what "hisi_sccl1_l3c" is on another. */
static void drop_die(char *kind)
{
	static const char die[] = "_sccl";
	char *number = strstr(kind, die);

	if (number) {
		number += strlen(die);
		memmove(number, number + strspn(number, "0123456789"),
			strlen(number + strspn(number, "0123456789")) + 1);
	}
}

static void find_kind(struct box *box)
{
	size_t length = strlen(box->info.name);

	while (length && isdigit((unsigned char)box->info.name[length - 1]))
		length--;
	snprintf(box->kind, sizeof box->kind, "%.*s", (int)length, box->info.name);
	box->number = number_behind(box->info.name, box->kind);
	if (box->number >= 0 && has_sister(&box->info, box->kind)) {
		drop_die(box->kind);
		return;
	}
	box->number = -1;
	snprintf(box->kind, sizeof box->kind, "%s", box->info.name);
}

/* Reads a PMU with events that is no core's. */
static bool read_box(pfm_pmu_t pmu, struct box *box)
{
	box->info.size = sizeof box->info;
	box->details.size = sizeof box->details;
	if (!next_pmu(pmu, &box->info) || box->info.type == PFM_PMU_TYPE_CORE || box->info.first_event < 0 ||
	    pfm_get_pmu_details(pmu, &box->details))
		return false;
	find_kind(box);
	return true;
}

/* Returns whether a PMU is meant; *typed: the number typed behind its name, if its devices have numbers, or -1. */
static bool is_box_meant(const struct asked *asked, const struct box *box, int *typed)
{
	const char *name = box->info.name;

	*typed = -1;
	if (!*asked->kind && asked->pattern)
		return !fnmatch(asked->pattern, name, FNM_CASEFOLD);
	if (!*asked->kind)
		return !box->details.is_deprecated && !box->details.is_kernel_only;
	if (!strcasecmp(asked->kind, name))
		return asked->low < 0 || box->number < 0;
	if (box->number < 0)
		*typed = number_behind(asked->kind, name);
	else if (!strcasecmp(asked->kind, box->kind))
		return asked->low < 0 || (asked->low <= box->number && box->number <= asked->high);
	return *typed >= 0;
}

/* ---- rows ---- */

/* Encodes the event of a PMU, or of the device of that number. *full is to be freed where there is no error. */
static pfm_err_t encode_box(const char *name, int number, const char *event, struct perf_event_attr *attr, char **full)
{
	pfm_perf_encode_arg_t arg = { .size = sizeof arg, .attr = attr, .fstr = full };
	char string[512], digits[16] = "";

	*attr = (struct perf_event_attr){ .size = sizeof *attr };
	*full = NULL;
	if (number >= 0)
		snprintf(digits, sizeof digits, "%d", number);
	snprintf(string, sizeof string, "%s%s::%s", name, digits, event);
	return pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg);
}

/* Returns whether an event encodes; *here: whether this machine has the device. */
static bool encodes(const char *name, int number, const char *event, bool *here)
{
	struct perf_event_attr attr;
	char *full;
	bool good = !encode_box(name, number, event, &attr, &full);

	*here = good && attr.type != UINT32_MAX;
	if (good)
		free(full);
	return good;
}

static bool add_name(struct code_row *row, const char *name, int number)
{
	char **bigger = realloc(row->boxes, ((size_t)row->box_count + 1) * sizeof *bigger);

	if (bigger) {
		row->boxes = bigger;
		if (asprintf(&bigger[row->box_count], number < 0 ? "%s" : "%s%d", name, number) >= 0) {
			row->box_count++;
			return true;
		}
	}
	return is_lacking(PFM_ERR_NOMEM) && false;
}

/*
 * Adds the boxes of a kind that this machine has, whatever numbers are in their names; those of another CPU's PMU are
 * counted from 0 on. Returns false, with a message, without memory.
 */
static bool add_present(const struct asked *asked, const char *pmu, struct code_row *row)
{
	pfm_perf_event_t *boxes;
	bool good = true, here;
	char *all;
	int count;

	if (asprintf(&all, "%s*::%s", pmu, asked->event) < 0)
		return is_lacking(PFM_ERR_NOMEM) && false;
	boxes = list_boxes(all, &count);
	free(all);
	for (int i = 0; i < count && good; i++) {
		boxes[i].name[strcspn(boxes[i].name, ":")] = '\0';
		good = add_name(row, boxes[i].name, -1);
	}
	good &= boxes && !is_lacking(count);
	free(boxes);
	for (int i = 0; good && i == row->box_count && encodes(pmu, i, asked->event, &here) && here; i++)
		good = add_name(row, pmu, i);
	return good;
}

/* Adds the boxes of a kind that is one PMU: those that were asked for; else those of this machine. */
static bool add_devices(const struct asked *asked, const char *pmu, int typed, struct code_row *row)
{
	int first = typed >= 0 ? typed : asked->low, last = typed >= 0 ? typed : asked->high;

	for (int i = first; first >= 0 && i <= last; i++)
		if (!add_name(row, pmu, i))
			return false;
	if (first < 0 && !add_present(asked, pmu, row))
		return false;
	if (row->box_count)
		return true;
	complain("%s: how many boxes of %s a machine has is in no table; write %s[0-LAST]::%s, or have LIBPFM_FSROOT "
		 "name the files of such a machine", asked->whole, pmu, pmu, asked->event);
	return false;
}

static bool find_place(const struct asked *asked, const struct box *box, struct code_row *row)
{
	row->place = box->info.type == PFM_PMU_TYPE_UNCORE ? "node" : "cpu";
	for (size_t i = 0; box->details.device && i < sizeof places / sizeof places[0]; i++)
		if (!fnmatch(places[i].device, box->details.device, 0))
			row->place = places[i].place;
	if (!row->place)
		complain("%s: %s is several times in a package, and PCP counts on every CPU or on one of a node: "
			 "neither is right", asked->whole, box->info.name);
	return row->place;
}

static bool fill_row(const struct asked *asked, const struct box *box, int typed, struct code_row *row)
{
	bool here;

	if (!find_place(asked, box, row))
		return false;
	row->kind = strdup(box->kind);
	if (!row->kind)
		return is_lacking(PFM_ERR_NOMEM) && false;
	row->pmu = row->kind;
	if (box->number < 0 && encodes(box->info.name, 0, asked->event, &here))
		return add_devices(asked, box->info.name, typed, row);
	return add_name(row, box->info.name, -1);
}

void free_boxes(struct code_row *row)
{
	for (int i = 0; i < row->box_count; i++)
		free(row->boxes[i]);
	free(row->boxes);
	free(row->kind);
}

/* Adds a box: of the kind that the list has already, or of a new one. full becomes the row's. */
static bool add_box(const struct asked *asked, const struct box *box, int typed, char *full, struct code_list *list)
{
	struct code_row *bigger, row = { .device = box->details.device, .string = full };

	for (int i = 0; box->number >= 0 && i < list->count; i++)
		if (!strcmp(list->rows[i].pmu, box->kind)) {
			free(full);
			return add_name(&list->rows[i], box->info.name, -1);
		}
	bigger = realloc(list->rows, ((size_t)list->count + 1) * sizeof *bigger);
	if (bigger)
		list->rows = bigger;
	if (bigger && fill_row(asked, box, typed, &row)) {
		list->rows[list->count++] = row;
		return true;
	}
	if (!bigger)
		is_lacking(PFM_ERR_NOMEM);
	free_boxes(&row);
	free(full);
	return false;
}

bool add_boxes(const char *event, const char *pattern, const struct cpu_list *cpus, struct code_list *list)
{
	struct asked asked = { .pattern = pattern };
	struct box box;
	bool good = read_asked(event, &asked);
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		struct perf_event_attr attr;
		char *full;
		pfm_err_t error;
		int typed;

		if (!good || !read_box(pmu, &box) || !is_box_meant(&asked, &box, &typed) ||
		    (box.info.type == PFM_PMU_TYPE_UNCORE && !is_in_cpu_list(cpus, box.info.name)))
			continue;
		error = encode_box(box.info.name, -1, asked.event, &attr, &full);
		good = !is_lacking(error) && (error || add_box(&asked, &box, typed, full, list));
	}
	return good;
}
