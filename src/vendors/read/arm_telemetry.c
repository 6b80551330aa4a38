/*
 * Reads Arm's telemetry files of CPUs: an object of events, each with its code and its visibility. Events for traces
 * only, and those that perf cannot count, are left out. All revisions of a part are one PMU.
 */
#include "arm_telemetry.h"
#include "arm.h"
#include "json.h"
#include "kernel.h"
#include "vendors/rows/import.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/rows.h"
#include "vendors/rows/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 0x11 };

static const char *const fields[] = { "name", "code", "title", "description", "accesses", "product_defined_attributes",
				      NULL };

static const struct ignored_field ignored[] = { { "architecture_defined", "no word for it" },
						{ "product_defined", "no word for it" },
						{ NULL, NULL } };

static const char *why_untaken(const struct json_row *json, const char *name)
{
	if (why_uncountable(name))
		return why_uncountable(name);
	if (json_has(json, "accesses") && !json_has_text(json, "accesses", "PMU"))
		return "its accesses do not have PMU; only traces see it";
	return NULL;
}

/* Returns the text of a field; NULL: none, or one that says so. */
static const char *telemetry_text(const struct json_row *json, const char *field)
{
	const char *text = json_text(json, field);

	return !text || !*text || !strcmp(text, ".") || !strcmp(text, "NOT_IMPLEMENTED") ? NULL : text;
}

static const char *with_debug(const struct json_row *json, const char *text)
{
	struct json_row attributes = json_member(json, "product_defined_attributes");

	return text && attributes.object && is_json_true(&attributes, "debug") ? joined(text, " (for debugging)", "")
										  : text;
}

static void read_telemetry_event(struct import_pmu *pmu, const struct json_row *json)
{
	struct import_row row = { .place = json_place(json, NULL), .name = json_text(json, "name"), .unit = "cpu" };
	const char *why = why_untaken(json, row.name);

	if (why) {
		leave_out_event(json->file->import, row.place, row.name, why);
		return;
	}
	if (!json_has(json, "code")) {
		row_wrong(json->file->import, row.place, "code: expected a number");
		return;
	}
	row.code = json_number(json, "code", 0xffff);
	row.text = with_debug(json, telemetry_text(json, "title"));
	row.whole_text = with_debug(json, telemetry_text(json, "description"));
	json_unread(json, fields, ignored);
	add_row(pmu, row);
}

/* A unit beside the cores, such as a shared matrix unit: recognised as it has no event for a core's cycles. */
static const struct family arm_unit = {
	.vendor = "Arm",
	.layout = "plain",
	.type = "unknown",
	.words = 1,
	.mask_place = 0,
};

static bool is_core(struct json_file *file)
{
	for (int i = 0; i < file->count; i++) {
		struct json_row row = json_row_at(file, i);
		const char *code = json_text(&row, "code");

		if (code && strtoul(code, NULL, 16) == CYCLES)
			return true;
	}
	return false;
}

static const char *product(const struct json_file *file, const char *field)
{
	return json_head(file, "product_configuration", field);
}

/* Adds the CPU by implementer and part, in capitals or not, with or without zeros. */
static void add_part(struct import_pmu *pmu, const struct json_file *file)
{
	const char *implementer = product(file, "implementer"), *part = product(file, "part_num");
	char line[64];

	if (!implementer || !part)
		return;
	snprintf(line, sizeof line, "cpu       arm 0x%02lx: 0x%03lx", strtoul(implementer, NULL, 16) & 0xff,
		 strtoul(part, NULL, 16) & 0xfff);
	add_cpu(pmu, copy_text(line, strlen(line)));
}

/* Returns pmu/cpu/DIRECTORY/FILE of the file itself, whatever links lead to it. */
static const char *telemetry_key(const char *path)
{
	char *real = realpath(path, NULL), *at = real ? strstr(real, "/pmu/cpu/") : NULL, *next;
	const char *key;

	while (at && (next = strstr(at + 1, "/pmu/cpu/")))
		at = next;
	key = at ? copy_text(at + 1, strlen(at + 1)) : joined("pmu/cpu/", base_name(path), "");
	free(real);
	return key;
}

/* Returns a version such as "08 Aug 10:54:04 2025 r0p3". */
static const char *telemetry_version(const struct json_file *file)
{
	const char *time = json_head(file, "document", "timestamp");
	const char *major = product(file, "major_revision"), *minor = product(file, "minor_revision");

	if (!major || !minor)
		return time;
	return joined(joined(time ? time : "-", " r", major), "p", minor);
}

void import_arm_telemetry(struct import *import, struct json_file *file)
{
	const char *name = product(file, "product_name");
	struct import_pmu *pmu;

	name = name ? name : base_name(file->path);
	pmu = import_pmu(import, import->name ? import->name : small_name(joined("arm_", name, "")),
			 is_core(file) ? &arm_core : &arm_unit);
	if (!identity_of(pmu)->desc)
		identity_of(pmu)->desc =
			pmu->family == &arm_unit ? joined(name, " unit", "") : joined("Arm ", name, "");
	pmu->unit = "cpu";
	add_part(pmu, file);
	note_file(import, file->path, telemetry_key(file->path), "arm-telemetry", telemetry_version(file));
	for (int i = 0; i < file->count; i++) {
		struct json_row row = json_row_at(file, i);

		begin_json_name(&row, NULL);
		read_telemetry_event(pmu, &row);
		end_name(import);
	}
	if (!import->merging)
		import_arm_metrics(import, file, pmu->name);
}
