/*
 * Reads Intel's uncore events: perfmon's *_uncore*.json, and the kernel's files made from them. Each kind of box is
 * one PMU.
 *
 * config = EventCode | UMask << 8 | UMaskExt << 32, and for the IIO the masks of ports and flow classes where the
 * kernel's format has them. Codes of fixed and free-running counters are defined by the kernel.
 */
#include "intel_uncore.h"
#include "intel.h"
#include "json.h"
#include "vendors/rows/import.h"
#include "vendors/rows/index.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/rows.h"
#include "vendors/rows/seen.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BOX(id, layout_name, modifier_list)                                                                            \
	static const struct family id = { .vendor = "Intel uncore",                                                    \
					  .layout = layout_name,                                                       \
					  .type = "uncore",                                                            \
					  .flags = "raw-umask needs-sysfs no-sampling",                                \
					  .modifiers = modifier_list,                                                  \
					  .words = 2,                                                                  \
					  .mask_place = 8,                                                             \
					  .code_is_word = true,                                                        \
					  .second_word = "filter1" }

BOX(any_box, "intel-uncore", "e,i,t");
BOX(wide_box, "intel-uncore-wide", "e,i,t");
BOX(cha_box, "intel-spr-cha", "e,i,t");
BOX(iio_box, "intel-icx-iio", "e,i,t");
BOX(cha_box_skx, "intel-skx-cha", "e,i,t");
BOX(client_box, "intel-client-box", "e,i,c");
BOX(client_box_mtl, "intel-client-box-mtl", "e,i,c");
BOX(client_imc, "intel-client-imc", "e,ch");
BOX(no_fields, "intel-uncore-plain", "none");

/*
 * Units by names of the vendor and the kernel, with the suffix of the PMU's name, and the device. For other units it is
 * the name in lowercase.
 */
static const struct unit {
	const char *name, *suffix, *device;
} units[] = {
	{ "UPI LL", "upi", "uncore_upi" },
	{ "QPI LL", "qpi", "uncore_qpi" },
	{ "CBO", "cbo", "uncore_cbox" },
	{ "CBOX", "cbo", "uncore_cbox" },
	{ "SBO", "sbo", "uncore_sbox" },
	{ "SBOX", "sbo", "uncore_sbox" },
	{ "iMC_DCLK", "imc", "uncore_imc" },
	{ "HAC_CBO", "hac_cbo", "uncore_hac_cbox" },
	{ "HAC_CBOX", "hac_cbo", "uncore_hac_cbox" },
	{ "NCU", "clock", "uncore_clock,uncore_cncu" },
	{ "SANTA", "cncu", "uncore_cncu" },
	{ "MCHBM", "mchbm", "uncore_hbm" },
	{ "M2HBM", "m2hbm", "uncore_m2m" },
	{ "MDF", "mdf", "uncore_mdf,uncore_mdf_sbo" },
	{ "UBOX", "ubox", "uncore_ubox,uncore_type_5" },
	{ "iio_free_running", "iio_free", "uncore_iio_free_running" },
	{ "imc_free_running", "imc_free", "uncore_imc_free_running" },
	{ "imc_free_running_0", "imc_free", "uncore_imc_free_running" },
	{ "imc_free_running_1", "imc_free", "uncore_imc_free_running" },
};

/*
 * Events that count what a filter register selects which perf cannot set, so they would not count what their names say.
 */
static const char *const unusable[] = { "UNC_H_ADDR_OPC_MATCH", "UNC_U_FILTER_MATCH", "UNC_Q_MATCH_MASK",
					"UNC_Q_MESSAGE" };

static const char *const fields[] = { "EventName",
				      "EventCode",
				      "UMask",
				      "UMaskExt",
				      "PortMask",
				      "FCMask",
				      "ExtSel",
				      "CounterMask",
				      "Invert",
				      "EdgeDetect",
				      "Counter",
				      "CounterType",
				      "Deprecated",
				      "Filter",
				      "FILTER_VALUE",
				      "BriefDescription",
				      "PublicDescription",
				      "Unit",
				      "Experimental",
				      "PerPkg",
				      "Errata",
				      "SampleAfterValue",
				      /* fields of a metric in the same record */
				      "MetricExpr",
				      "MetricName",
				      "MetricGroup",
				      "ScaleUnit",
				      NULL };

static const struct ignored_field ignored[] = { { "MSRValue", "no part of the code" },
						{ "MSRIndex", "no part of the code" },
						{ "ELLC", "no part of the code" },
						{ "EventStatus", "no part of the code" },
						{ NULL, NULL } };

/* ---- which PMU ---- */

static const char *suffix_of(const char *unit, const char **device)
{
	char *small = copy_text(unit, strlen(unit));

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcasecmp(units[i].name, unit)) {
			*device = units[i].device;
			return units[i].suffix;
		}
	for (char *at = small; *at; at++)
		*at = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '_';
	*device = joined("uncore_", small, "");
	return small;
}

/* A kind of box: its device, and the suffix behind the CPU in the PMU's name. */
struct box {
	const char *unit, *suffix, *device;
	bool free_running;
};

static struct box box_of(const char *unit, bool free_running)
{
	struct box box = { .unit = unit, .free_running = free_running };

	box.suffix = suffix_of(unit, &box.device);
	if (free_running && !ends_with(box.suffix, "_free")) {
		box.device = joined("uncore_", box.suffix, "_free_running");
		box.suffix = joined(box.suffix, "_free", "");
	}
	return box;
}

static bool is_wanted(const struct import *import, const struct box *box)
{
	return !import->only_unit || !strcasecmp(import->only_unit, box->suffix) ||
	       (!box->free_running && !strcasecmp(import->only_unit, box->unit));
}

static struct import_pmu *pmu_of(struct import *import, const struct uncore_file *file, const struct box *box)
{
	struct import_pmu *pmu = import_pmu(import, joined(file->cpu, "_unc_", box->suffix), &any_box);

	if (!identity_of(pmu)->device) {
		identity_of(pmu)->desc = joined(joined("Intel ", file->cpu, " "), box->unit,
						box->free_running ? " uncore, free-running counters" : " uncore");
		identity_of(pmu)->device = box->device;
		pmu->any_instance = true;
		pmu->unit = box->suffix;
		pmu->skx = file->skx;
	}
	give_machine(pmu, file->machine);
	return pmu;
}

/* ---- codes ---- */

/* Computes the kernel's unit mask, 0x10 x (1 + kind) + number: clocks or all requests, in or read, out or write. */
static bool free_running_mask(const char *name, uint64_t *mask)
{
	static const struct {
		const char *part;
		unsigned mask;
	} kinds[] = {
		{ "CLOCKTICKS", 0x10 }, { "TOTAL_REQCOUNT", 0x10 }, { "BANDWIDTH_IN", 0x20 },
		{ "RDCAS", 0x20 },	{ "BANDWIDTH_OUT", 0x30 },  { "WRCAS", 0x30 },
	};
	const char *part = strstr(name, ".PART");

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strstr(name, kinds[i].part)) {
			*mask = kinds[i].mask +
				(part && isdigit((unsigned char)part[5]) ? strtoul(part + 5, NULL, 10) : 0);
			return *mask < 0x40;
		}
	return false;
}

static void read_codes(const struct json_row *json, const struct uncore_file *file, struct import_row *row)
{
	int flow_class = file->skx ? 44 : 48;

	row->code = json_number(json, "EventCode", 0xff) | json_number(json, "ExtSel", 1) << 21;
	row->mask = json_number(json, "UMask", UINT64_MAX >> 24);
	row->mask = (row->mask & 0xff) | (row->mask >> 8 | json_number(json, "UMaskExt", UINT32_MAX))
						 << 24; /* the kernel's UMask has both parts */
	row->mask |= json_number(json, "PortMask", 0xfff) << (36 - 8) | json_number(json, "FCMask", 7)
										<< (flow_class - 8);
	row->c = (uint8_t)json_number(json, "CounterMask", 0xff);
	row->i = (uint8_t)json_number(json, "Invert", 1);
	row->e = (uint8_t)json_number(json, "EdgeDetect", 1);
}

static bool is_key(const char *text, size_t length, const char *key)
{
	return strlen(key) == length && !strncmp(text, key, length);
}

/* Reads "KEY=VALUE", the kernel's way. False: another key, or a value that does not fit, which is reported. */
static bool read_kernel_filter(const struct json_row *json, const char *filter, struct import_row *row)
{
	size_t length = strcspn(filter, "=");
	uint64_t value;

	if (!parse_number(filter + length + 1, &value))
		value = UINT64_MAX;
	if (is_key(filter, length, "config1") && value <= UINT32_MAX)
		row->second = value; /* for the second filter register, although the kernel's file has config1 */
	else if (is_key(filter, length, "ch_mask") && value <= 0xfff)
		row->mask |= value << (36 - 8);
	else if (is_key(filter, length, "occ_sel") && value <= 3)
		row->mask |= value << (14 - 8);
	else {
		leave_out_event(json->file->import, row->place, row->name, "its filter is not known here");
		return false;
	}
	return true;
}

/* Reads "Filter1" with a FILTER_VALUE; other texts name a register that the user has to fill. False: left out. */
static bool read_filter(const struct json_row *json, struct import_row *row)
{
	const char *filter = json_text(json, "Filter");

	if (!filter || !*filter || !strcasecmp(filter, "na") || !strcasecmp(filter, "null") || !strcmp(filter, "0"))
		return true;
	if (strchr(filter, '='))
		return read_kernel_filter(json, filter, row);
	if (!strcasecmp(filter, "Filter1"))
		row->second = json_number(json, "FILTER_VALUE", UINT32_MAX);
	else if (strcasecmp(filter, "fc, chnl") && strcasecmp(filter, "chnl"))
		leave_out(json->file->import, json_place(json, "Filter"), "Filter",
			  "names a register; the user gives its value");
	return true;
}

static bool is_unusable(const struct json_row *json, const char *name)
{
	for (size_t i = 0; i < sizeof unusable / sizeof *unusable; i++)
		if (!strncmp(name, unusable[i], strlen(unusable[i]))) {
			leave_out_event(json->file->import, json_place(json, "EventName"), name,
					"counts what a register says that perf cannot set");
			return true;
		}
	return false;
}

/* Returns the box of MC0 or MC1 in a name: each of a client's memory controllers has a free-running device. */
static uint8_t box_of_controller(const char *name)
{
	return strstr(name, "MC0_") ? 1 : strstr(name, "MC1_") ? 2 : 0;
}

/* Reads fixed and free-running counters. False: left out. */
static bool read_special(const struct json_row *json, struct import_row *row, bool free_running)
{
	const char *counter = json_text(json, "Counter");

	if (free_running) {
		row->code = 0xff;
		row->counters = (struct counters){ 0, 0 };
		row->box = box_of_controller(row->name);
		if (free_running_mask(row->name, &row->mask))
			return true;
		leave_out_event(json->file->import, row->place, row->name,
				"a free-running counter whose number in the kernel is not known");
		return false;
	}
	if (counter && !strncasecmp(counter, "fixed", 5)) {
		row->code = 0xff;
		row->mask = 0;
		row->counters = (struct counters){ 0, 1 };
		row->fixed = true;
	}
	return true;
}

void read_uncore_event(struct import *import, const struct uncore_file *file, const struct json_row *json)
{
	struct import_row row = { .place = json_place(json, "EventName"), .name = json_text(json, "EventName") };
	const char *unit = json_text(json, "Unit"), *type = json_text(json, "CounterType");
	struct box box;

	if (!row.name || !unit) {
		row_wrong(import, row.place, "%s",
		       row.name ? "Unit: an uncore event without a unit" : "EventName: an event without a name");
		return;
	}
	box = box_of(unit, (type && !strcmp(type, "FREERUN")) || strstr(unit, "free_running") ||
				   strstr(row.name, "_FREERUN"));
	if (!is_wanted(import, &box)) {
		name_is(import, NAME_UNASKED, NULL);
		return;
	}
	if (is_unusable(json, row.name))
		return;
	read_codes(json, file, &row);
	if (!read_filter(json, &row))
		return;
	row.counters = intel_counters(json, "Counter");
	read_common(json, &row);
	json_unread(json, fields, ignored);
	if (read_special(json, &row, box.free_running))
		add_row(pmu_of(import, file, &box), row);
}

/* ---- files ---- */

/* Returns whether it is Skylake-X or Cascade Lake-X: model 85. */
static bool is_skx(const struct machine *machine, const struct json_row *first)
{
	for (int i = 0; i < machine->cpu_count; i++)
		if (strstr(machine->cpus[i], "GenuineIntel 6: 85"))
			return true;
	return !machine->cpu_count && json_has(first, "FILTER_VALUE") && !json_has(first, "CounterType");
}

struct uncore_file uncore_file_of(const char *cpu, const struct machine *machine, const struct json_row *first)
{
	return (struct uncore_file){ cpu, machine, is_skx(machine, first) };
}

void import_intel_uncore(struct import *import, struct json_file *json, const char *cpu, const struct machine *machine)
{
	struct json_row first = json_row_at(json, 0);
	struct uncore_file file = uncore_file_of(cpu, machine, &first);


	for (int i = 0; i < json->count; i++) {
		struct json_row row = json_row_at(json, i);

		begin_json_name(&row, json_unit(&row));
		read_uncore_event(import, &file, &row);
		end_name(import);
	}
}

/* ---- which layout, when all boxes of the CPU are known ---- */

static bool has_box(const struct import *import, const char *cpu, const char *const *suffixes)
{
	for (int i = 0; i < import->pmu_count; i++) {
		const char *name = import->pmus[i]->name;

		for (int k = 0; suffixes[k]; k++)
			if (!strncmp(name, cpu, strlen(cpu)) && !strcmp(name + strlen(cpu), suffixes[k]))
				return true;
	}
	return false;
}

static bool uses_wide_masks(const struct import_pmu *pmu)
{
	for (int i = 0; i < pmu->row_count; i++)
		if (pmu->rows[i].mask >> 24)
			return true;
	return false;
}

static const struct family *family_of(const struct import *import, const struct import_pmu *pmu, const char *cpu,
				      const char *box)
{
	static const char *const server[] = { "cha", "ha", "iio", "irp", "pcu", "ubox", "edc_uclk", NULL };
	static const char *const mtl[] = { "hac_arb", "hac_cbo", NULL };

	if (ends_with(box, "_free") || !strcmp(box, "clock") || !strcmp(box, "cncu"))
		return &no_fields;
	if (pmu->skx)
		return !strcmp(box, "cha") ? &cha_box_skx : &any_box;
	if (!strcmp(box, "iio"))
		return &iio_box;
	if (has_box(import, cpu, server) && !strcmp(box, "cha"))
		return &cha_box;
	if (has_box(import, cpu, server))
		return uses_wide_masks(pmu) ? &wide_box : &any_box;
	if (!strncmp(box, "hac_", 4) || (!strcmp(box, "arb") && has_box(import, cpu, mtl)))
		return &client_box_mtl;
	if (!strcmp(box, "arb") || !strcmp(box, "cbo"))
		return &client_box;
	return !strcmp(box, "imc") && index_find(pmu->names, "UNC_M_CAS_COUNT_RD") >= 0 ? &client_imc : &any_box;
}

void finish_intel_uncore(const struct import *import, struct import_pmu *pmu)
{
	const char *box = strstr(pmu->name, "_unc_");

	if (box)
		pmu->family = family_of(import, pmu, copy_text(pmu->name, (size_t)(box + 5 - pmu->name)), box + 5);
}
