/*
 * Reads the kernel's collection of events (pmu-events/arch): a directory per CPU, named in the architecture's
 * mapfile.csv, whose files have lists of objects. Intel's are copies of perfmon's; the others are read here. Objects
 * without a name are metrics, or have the number of counters of a unit.
 */
#include "kernel.h"
#include "intel.h"
#include "intel_uncore.h"
#include "json.h"
#include "mapfile.h"
#include "vendors/rows/import.h"
#include "vendors/rows/index.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/rows.h"
#include "vendors/rows/seen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A file of the kernel's collection. */
struct linux_file {
	const char *cpu; /* prefix of the names of its PMUs */
	struct machine machine;
};

const struct family amd_core = {
	.vendor = "AMD",
	.layout = "amd64-virt",
	.type = "core",
	.privileges = "k u h",
	.flags = "raw-umask",
	.modifiers = "k,u,e,i,c,h,g",
	.words = 1,
	.mask_place = 8,
	.masks_of_bare = true,
	.bits_combine = true,
};
static const struct family amd_l3 = {
	.vendor = "AMD",
	.layout = "amd64-l3",
	.type = "uncore",
	.flags = "raw-umask needs-sysfs no-sampling",
	.modifiers = "none",
	.words = 1,
	.mask_place = 8,
	.masks_of_bare = true,
	.bits_combine = true,
};
static const struct family amd_raw = {
	.vendor = "AMD",
	.layout = "amd64-raw",
	.type = "uncore",
	.flags = "needs-sysfs no-sampling",
	.words = 1,
	.mask_place = 8,
};
static const struct family amd_umc = {
	.vendor = "AMD",
	.layout = "amd64-umc",
	.type = "uncore",
	.flags = "raw-umask needs-sysfs no-sampling",
	.words = 1,
	.mask_place = 8,
	.masks_of_bare = true,
	.bits_combine = true,
};
const struct family arm_core = {
	.vendor = "Arm",
	.layout = "arm-pmuv3",
	.type = "core",
	.privileges = "k u h",
	.words = 2,
	.mask_place = 0,
};
static const struct family device = {
	.vendor = "system PMUs",
	.layout = "linux-device",
	.type = "uncore",
	.flags = "needs-sysfs no-sampling",
	.words = 1,
	.mask_place = 0,
};
static const struct family power = {
	.vendor = "POWER",
	.layout = "plain",
	.type = "core",
	.privileges = "k u h",
	.words = 1,
	.mask_place = 0,
};
static const struct family riscv = {
	.vendor = "RISC-V",
	.layout = "plain",
	.type = "core",
	.privileges = "k u h",
	.words = 1,
	.mask_place = 0,
};
static const struct family s390 = {
	.vendor = "s390",
	.layout = "plain",
	.type = "core",
	.privileges = "k u",
	.words = 1,
	.mask_place = 0,
};

static const char *const fields[] = { "EventName",
				      "EventCode",
				      "ConfigCode",
				      "ArchStdEvent",
				      "UMask",
				      "RdWrMask",
				      "EnAllCores",
				      "EnAllSlices",
				      "SliceId",
				      "ThreadMask",
				      "EventidCode",
				      "NodeType",
				      "BriefDescription",
				      "PublicDescription",
				      "BriefDescript6ion",
				      "PublicDescrition",
				      "Unit",
				      "PerPkg",
				      "Compat",
				      "Errata",
				      "Counter",
				      "Deprecated",
				      "SampleAfterValue",
				      "Experimental",
				      /* fields of a metric in the same record */
				      "MetricExpr",
				      "MetricName",
				      "MetricGroup",
				      "MetricThreshold",
				      "ScaleUnit",
				      NULL };

static const struct ignored_field ignored[] = { { NULL, NULL } };

/* ---- names that an architecture has in common ---- */

struct standard {
	struct standard *next;
	const char *directory;
	struct index *names; /* index of rows by name */
	struct index *metric_names;     /* index of metrics by name */
	struct json_row *metrics;       /* their files stay open */
	struct import_row *rows;
	int count, metric_count;
};

static uint64_t code_of(const struct json_row *json)
{
	if (json_has(json, "EventidCode"))
		return json_number(json, "NodeType", 0xffff) | json_number(json, "EventidCode", 0x7ff) << 16;
	return json_number(json, json_has(json, "ConfigCode") ? "ConfigCode" : "EventCode", UINT64_MAX);
}

static bool add_standard_metric(struct standard *standard, const struct json_row *json)
{
	const char *name = json_text(json, "MetricName");

	if (!name || index_add(&standard->metric_names, name, standard->metric_count) < standard->metric_count)
		return false;
	standard->metrics = grow(standard->metrics, standard->metric_count, sizeof *standard->metrics);
	standard->metrics[standard->metric_count++] = *json;
	return true;
}

static void read_standard_file(struct import *import, struct standard *standard, const char *path)
{
	struct json_file *file = need(malloc(sizeof *file));
	bool referred = false;
	size_t length;
	char *text = read_file(path, &length);

	if (!text || !open_json(import, file, path, text, length, NULL)) {
		free(file);
		return;
	}
	for (int i = 0; i < file->count; i++) {
		struct json_row json = json_row_at(file, i);
		struct import_row row = { .name = json_text(&json, "EventName"),
					  .place = json_place(&json, "EventName") };

		if (!row.name) {
			referred |= add_standard_metric(standard, &json);
			continue;
		}
		row.code = code_of(&json);
		read_common(&json, &row);
		if (index_add(&standard->names, row.name, standard->count) < standard->count)
			continue;
		standard->rows = grow(standard->rows, standard->count, sizeof *standard->rows);
		standard->rows[standard->count++] = row;
	}
	if (referred)
		return;
	close_json(file);
	free(file);
}

/* Returns the files beside mapfile.csv, read when an event first refers to one. */
static const struct standard *standard_of(struct import *import, const char *directory)
{
	struct standard *standard = import->standards;
	struct name_list files;

	while (standard && strcmp(standard->directory, directory))
		standard = standard->next;
	if (standard)
		return standard;
	standard = need(calloc(1, sizeof *standard));
	standard->directory = directory;
	standard->next = import->standards;
	import->standards = standard;
	read_directory(directory, &files);
	for (int i = 0; i < files.count; i++)
		if (ends_with(files.names[i], ".json"))
			read_standard_file(import, standard, files.names[i]);
	return standard;
}

/* ---- AMD ---- */

/* Reads codes, whose places in config differ by device: the L3's slices, the data fabric's wide event and unit mask. */
static const struct family *read_amd(const struct json_row *json, const char *unit, struct import_row *row)
{
	uint64_t umask = json_number(json, "UMask", 0xfff);

	row->code = json_number(json, "EventCode", 0x3fff);
	row->mask = umask;
	if (!unit || !strcasecmp(unit, "cpu"))
		return &amd_core;
	if (!strcasecmp(unit, "UMCPMC")) {
		row->mask = json_number(json, "RdWrMask", 3);
		return &amd_umc;
	}
	if (!strcasecmp(unit, "DFPMC")) {
		row->code = (row->code & 0xff) | (row->code >> 8) << 32 | (umask & 0xff) << 8 | (umask >> 8) << 24;
		row->mask = 0;
		return &amd_raw;
	}
	row->code |= json_number(json, "SliceId", 7) << 48 | json_number(json, "EnAllCores", 1) << 47 |
		     json_number(json, "EnAllSlices", 1) << 46 | json_number(json, "ThreadMask", 3) << 56;
	return &amd_l3;
}

static const struct {
	const char *unit, *suffix, *device;
} amd_units[] = {
	{ "L3PMC", "l3", "amd_l3" },
	{ "DFPMC", "df", "amd_df" },
	{ "UMCPMC", "umc", "amd_umc" },
};

static char *in_capitals(const char *text)
{
	char *capitals = copy_text(text, strlen(text));

	for (char *at = capitals; *at; at++)
		*at = *at >= 'a' && *at <= 'z' ? (char)(*at & ~0x20) : *at;
	return capitals;
}

/* ---- one object ---- */

static const char *text_with_misspellings(const struct json_row *json, const char *right, const char *wrong)
{
	const char *text = json_text(json, right);

	return text ? text : json_text(json, wrong);
}

static struct import_pmu *pmu_for(struct import *import, const struct linux_file *file, const struct family *family,
				  const char *unit)
{
	const char *suffix = unit, *sysfs = NULL;
	struct import_pmu *pmu;

	for (size_t i = 0; unit && i < sizeof amd_units / sizeof *amd_units; i++)
		if (!strcasecmp(unit, amd_units[i].unit)) {
			suffix = amd_units[i].suffix;
			sysfs = amd_units[i].device;
		}
	if (family == &s390 && unit && strcmp(unit, "CPU-M-CF"))
		sysfs = small_name(unit); /* such as pai_crypto and pai_ext */
	if (family == &device)
		return import_pmu(import, small_name(unit), family);
	if (family == &amd_core || (family == &s390 && unit && !strcmp(unit, "CPU-M-CF")))
		suffix = NULL;
	pmu = import_pmu(import, suffix ? small_name(joined(file->cpu, "_", suffix)) : file->cpu, family);
	identity_of(pmu)->device = sysfs ? sysfs : identity_of(pmu)->device;
	pmu->any_instance |= family == &amd_umc;
	give_machine(pmu, &file->machine);
	return pmu;
}

static const struct family *family_by_arch(const char *arch, const char *unit)
{
	if (!strcmp(arch, "arm64"))
		return unit ? &device : &arm_core;
	if (!strcmp(arch, "powerpc"))
		return &power;
	if (!strcmp(arch, "riscv"))
		return unit ? &device : &riscv;
	return !strcmp(arch, "s390") ? &s390 : NULL;
}

/* Moves the code of EVENT.UMASK to the unit mask, for devices whose events have no unit masks. */
static void move_code(struct import_row *row)
{
	if (strchr(row->name, '.')) {
		row->mask = row->code;
		row->code = 0;
	}
}

static bool take_standard(const struct json_row *json, const struct linux_file *file, struct import_row *row)
{
	const char *name = json_text(json, "ArchStdEvent");
	const struct standard *standard = standard_of(json->file->import, file->machine.below);
	int number = index_find(standard->names, name);

	if (number < 0) {
		row_wrong(json->file->import, json_place(json, "ArchStdEvent"),
			  "ArchStdEvent: no %s in the files beside %smapfile.csv", name, file->machine.below);
		return false;
	}
	if (!row->name)
		row->name = standard->rows[number].name;
	row->code = standard->rows[number].code;
	row->text = row->text ? row->text : standard->rows[number].text;
	row->whole_text = row->whole_text ? row->whole_text : standard->rows[number].whole_text;
	return true;
}

static void read_event(struct import *import, const struct linux_file *file, const struct json_row *json)
{
	struct import_row row = { .place = json_place(json, "EventName"), .name = json_text(json, "EventName") };
	const char *unit = json_text(json, "Unit");
	const struct family *family = family_by_arch(file->machine.arch, unit);
	struct import_pmu *pmu;

	read_common(json, &row);
	row.text = text_with_misspellings(json, "BriefDescription", "BriefDescript6ion");
	row.whole_text = text_with_misspellings(json, "PublicDescription", "PublicDescrition");
	if (json_has(json, "EventCode") || json_has(json, "ConfigCode") || json_has(json, "EventidCode"))
		row.code = family ? code_of(json) : 0;
	else if (json_has(json, "ArchStdEvent") && !take_standard(json, file, &row))
		return;
	if (!row.name) {
		row_wrong(import, row.place, "EventName: an event without a name");
		return;
	}
	if (!family) {
		family = read_amd(json, unit, &row);
		row.name = in_capitals(row.name);
	} else {
		move_code(&row);
	}
	json_unread(json, fields, ignored);
	if (import->only_unit && strcasecmp(unit ? unit : "cpu", import->only_unit)) {
		name_is(import, NAME_UNASKED, NULL);
		return;
	}
	pmu = pmu_for(import, file, family, unit);
	pmu->unit = unit ? unit : "cpu";
	add_row(pmu, row);
}

/* Finds the metric, in files that an architecture has in common, that the record refers to; NULL: none. */
static const struct json_row *standard_metric(const struct json_row *json, const struct machine *machine)
{
	const char *name = json_text(json, "ArchStdEvent");
	const struct standard *standard = name ? standard_of(json->file->import, machine->below) : NULL;
	int number = standard ? index_find(standard->metric_names, name) : -1;

	return number < 0 ? NULL : &standard->metrics[number];
}

/* Imports a metric, which may be an event as well, or skips how many counters a unit has. True: no event. */
static bool no_event(const struct linux_file *file, const struct json_row *json)
{
	bool metric = import_kernel_metric(json->file->import, file->cpu, json, standard_metric(json, &file->machine));

	if (json_plain_text(json, "EventName"))
		note_event_of(json->file->import, file->cpu, json_plain_text(json, "EventName"));
	if (json_has(json, "EventName") || json_has(json, "EventCode") || json_has(json, "ConfigCode") ||
	    (!metric && json_has(json, "ArchStdEvent")))
		return json->file->import->only_metrics;
	if (metric || json->file->import->merging || json->file->import->only_metrics)
		return true; /* while merging it is not reported, as it is the same at each update */
	if (json_has(json, "CountersNumGeneric"))
		leave_out(json->file->import, json_place(json, "Unit"), "number of counters",
			  "counted from the events");
	else
		leave_out(json->file->import, json_place(json, "MetricName"), "record",
			  "neither an event nor a metric");
	return true;
}

static bool is_intel(const struct linux_file *file)
{
	return !strcmp(file->machine.arch, "x86") && file->machine.cpu_count &&
	       strstr(file->machine.cpus[0], "GenuineIntel");
}

static bool is_core_unit(const char *unit)
{
	return !unit || !strncmp(unit, "cpu_", 4);
}

static void import_intel_row(struct import *import, const struct linux_file *file, struct uncore_file *uncore,
			     const struct json_row *json)
{
	const char *unit = json_text(json, "Unit");
	struct import_pmu *pmu;
	bool named;

	if (!is_core_unit(unit)) {
		read_uncore_event(import, uncore, json);
		return;
	}
	if (import->only_unit && strcasecmp(unit ? unit : "cpu", import->only_unit)) {
		name_is(import, NAME_UNASKED, NULL);
		return;
	}
	/* with --unit, --name is the whole name of that PMU */
	named = !unit || (import->name && import->only_unit);
	pmu = import_pmu(import, named ? file->cpu : small_name(joined(file->cpu, "_", unit + 4)), &intel_core);
	pmu->unit = unit ? unit : "cpu";
	give_machine(pmu, &file->machine);
	identity_of(pmu)->device = unit ? small_name(unit) : NULL;
	read_core_event(pmu, json);
}

/* Returns whether a file has perf's own counts, its test, or an architecture that Linux no longer has. */
static bool is_of_no_cpu(const char *path)
{
	return strstr(path, "arch/test/") || strstr(path, "arch/common/") || strstr(path, "arch/nds32/");
}

/* Imports metrics of all CPUs, from a directory beside the architectures', or from Intel's in the kernel's form. */
static bool import_plain_metrics(struct import *import, struct json_file *json)
{
	const char *path = absolute_path(json->path);
	/* "_perf", as Intel's other file of the CPU may have metrics of the same names */
	const char *name = import->name ? import->name : joined(cpu_of_file(import, path), "_perf", "");
	bool common = strstr(path, "arch/common/") != NULL;
	bool found = false;

	for (int i = 0; i < json->count; i++) {
		struct json_row row = json_row_at(json, i);

		found |= json_has(&row, "MetricExpr");
		import_kernel_metric(import, common ? "common" : name, &row, NULL);
	}
	return found;
}

/* Imports metrics that every core of an architecture can have, if it has the events. */
static void import_standard_metrics(struct import *import, struct json_file *json, const char *arch)
{
	for (int i = 0; i < json->count; i++) {
		struct json_row row = json_row_at(json, i);

		import_kernel_metric(import, arch, &row, NULL);
	}
}

void import_linux(struct import *import, struct json_file *json)
{
	struct linux_file file;
	struct uncore_file uncore;
	struct json_row first;

	if ((strstr(absolute_path(json->path), "arch/common/") || ends_with(json->path, "_metrics_perf.json")) &&
	    import_plain_metrics(import, json))
		return;
	if (is_of_no_cpu(absolute_path(json->path))) {
		leave_out(import, (struct place){ json->path, 1, 0 }, "file", "of no CPU that Linux counts on");
		return;
	}
	if (!find_machine(import, json->path, &file.machine) && !*file.machine.arch) {
		report((struct place){ json->path, 0, 0 },
		       "no mapfile.csv in the directories above it says which CPU it is for");
		return;
	}
	if (!*file.machine.directory) { /* the architecture's events, which files of CPUs refer to */
		import_standard_metrics(import, json, file.machine.arch);
		return;
	}
	if (!json->count)
		return;
	file.cpu = import->name ? import->name : small_name(file.machine.directory);
	note_file(import, json->path, joined(joined("arch/", file.machine.arch, "/"), file.machine.directory, ""),
		  "kernel", file.machine.version);
	first = json_row_at(json, 0);
	uncore = uncore_file_of(file.cpu, &file.machine, &first);
	for (int i = 0; i < json->count; i++) {
		struct json_row row = json_row_at(json, i);

		if (no_event(&file, &row))
			continue;
		begin_json_name(&row, json_unit(&row));
		if (is_intel(&file))
			import_intel_row(import, &file, &uncore, &row);
		else
			read_event(import, &file, &row);
		end_name(import);
	}
}
