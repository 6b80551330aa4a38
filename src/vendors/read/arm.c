/*
 * Reads Arm's own data files: one object per core, its events with decimal codes. Entries without a name or a code are
 * unnamed numbers, or signals that are not events.
 */
#include "arm.h"
#include "json.h"
#include "kernel.h"
#include "vendors/rows/import.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/rows.h"
#include "vendors/rows/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fields[] = { "name", "code", "description", NULL };

static const struct ignored_field ignored[] = { { "refs", "where the event is documented" },
						{ "architectural", "no word for it" },
						{ "type", "no word for it" },
						{ "recommended", "no word for it" },
						{ "trm_name", "the name without a prefix is used" },
						{ "for_driver", "no word for it" },
						{ "errevent_lsb", "for traces" },
						{ "subtype", "no word for it" },
						{ "component", "no word for it" },
						{ "event_bits", "for traces" },
						{ "event_lsb", "for traces" },
						{ "trace_lsb", "for traces" },
						{ "impdef", "no word for it" },
						{ "accesses", "no word for it" },
						{ "instructions", "no word for it" },
						{ NULL, NULL } };

const char *why_uncountable(const char *name)
{
	/* signals of the counters themselves, not events */
	static const struct {
		const char *name, *why;
	} signals[] = {
		{ "CHAIN", "joins two counters, which the kernel does itself" },
		{ "PMU_OVFS", "a counter that overflows, for traces; perf cannot count it" },
		{ "PMU_HOVFS", "a hypervisor's counter that overflows, for traces; perf cannot count it" },
		{ "TRB_TRIG", "a trigger of the trace buffer; perf cannot count it" },
	};

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (!strcmp(name, signals[i].name))
			return signals[i].why;
	return NULL;
}

static void read_event(struct import_pmu *pmu, const struct json_row *json)
{
	struct import_row row = { .place = json_place(json, "name"), .name = json_text(json, "name") };

	if (!row.name) {
		name_is(json->file->import, NAME_UNASKED, NULL);
		leave_out(json->file->import, row.place, "event", "a number without a name");
		return;
	}
	if (!json_has(json, "code")) {
		leave_out_event(json->file->import, row.place, row.name, "a signal without the number of an event");
		return;
	}
	if (why_uncountable(row.name)) {
		leave_out_event(json->file->import, row.place, row.name, why_uncountable(row.name));
		return;
	}
	row.code = json_number(json, "code", 0xffff);
	row.whole_text = row.text = json_text(json, "description");
	json_unread(json, fields, ignored);
	add_row(pmu, row);
}

/* Adds the CPU of "0x41d41": implementer and part. */
static void add_midr(struct import_pmu *pmu, const char *cpuid)
{
	unsigned long id = cpuid ? strtoul(cpuid, NULL, 16) : 0;
	char line[64];

	if (!id)
		return;
	snprintf(line, sizeof line, "cpu       arm 0x%02lx: 0x%03lx", id >> 12 & 0xff, id & 0xfff);
	add_cpu(pmu, copy_text(line, strlen(line)));
}

/* Before Armv8 there is no second register word. */
static const struct family arm_core_v7 = {
	.vendor = "Arm",
	.layout = "arm",
	.type = "core",
	.privileges = "k u h",
	.words = 1,
	.mask_place = 0,
};

void import_arm_data(struct import *import, struct json_file *file)
{
	const char *cpu = json_head(file, NULL, "cpu"), *version = json_head(file, NULL, "architecture");
	bool old = version && (!strncmp(version, "armv6", 5) || !strncmp(version, "armv7", 5));
	struct import_pmu *pmu;
	int named = 0;

	pmu = import_pmu(import, import->name ? import->name : small_name(cpu ? joined("arm_", cpu, "") : "arm"),
			 old ? &arm_core_v7 : &arm_core);
	if (!identity_of(pmu)->desc && cpu)
		identity_of(pmu)->desc = joined("Arm ", cpu, "");
	add_midr(pmu, json_head(file, NULL, "cpuid"));
	note_file(import, file->path, joined("pmu/", base_name(file->path), ""), "arm-data",
		  json_head(file, NULL, "timestamp"));
	for (int i = 0; i < file->count; i++) {
		struct json_row row = json_row_at(file, i);

		named += json_has(&row, "name");
		begin_json_name(&row, NULL);
		read_event(pmu, &row);
		end_name(import);
	}
	if (file->count && !named && !cpu && !version)
		add_finding(import, (struct finding){ .what = "left-out",
						      .place = { file->path, 1, 0 },
						      .name = base_name(file->path),
						      .why = "none of its rows has a name, so it is no file of events "
							     "that is known here" });
}
