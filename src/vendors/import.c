/*
 * pmuc import [-o OUT.pmu | --install] [--name NAME] [--unit UNIT] [--no-texts] FILE|DIRECTORY...
 *
 * Recognises the formats of files, runs the steps in order, and prints the report.
 */
#define _GNU_SOURCE
#include "compiler/text/arguments.h"
#include "compiler/text/format.h"
#include "commands.h"
#include "vendors/read/arm.h"
#include "vendors/read/arm_telemetry.h"
#include "vendors/read/intel.h"
#include "vendors/read/intel_uncore.h"
#include "vendors/read/json.h"
#include "vendors/read/kernel.h"
#include "vendors/read/mapfile.h"
#include "vendors/read/papi.h"
#include "vendors/rows/import.h"
#include "vendors/rows/index.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/rows.h"
#include "vendors/rows/seen.h"
#include "vendors/rows/write.h"
#include "compiler/install.h"
#include "compiler/text/replace.h"
#include "compiler/text/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Intel's files ---- */

/* Returns X for "Performance Monitoring Events for X - V1.22". */
static const char *description_of(const char *info)
{
	static const char before[] = "Performance Monitoring Events for ";
	const char *end = info ? strstr(info, " - V") : NULL;

	if (!info || strncmp(info, before, strlen(before)))
		return info;
	info += strlen(before);
	return copy_text(info, end > info ? (size_t)(end - info) : strlen(info));
}

/* Returns whether most rows have a field: a file is what most of its rows say, as one may be mistyped. */
static bool has_most(struct json_file *file, const char *field)
{
	int count = 0;

	for (int i = 0; i < file->count; i++) {
		struct json_row row = json_row_at(file, i);

		count += json_has(&row, field);
	}
	return 2 * count > file->count;
}

/* Recognizes Intel's files by a header or their rows; Arm's name what they are of. */
static bool is_perfmon(struct json_file *file)
{
	return json_head(file, "Header", "Info") ||
		(!json_head(file, NULL, "architecture") && !json_head(file, NULL, "cpuid") &&
			(has_most(file, "EventName") || has_most(file, "MetricName")));
}

static void import_perfmon(struct import *import, struct json_file *file)
{
	const char *name = cpu_of_file(import, file->path), *base = base_name(file->path);
	struct machine machine;
	struct import_pmu *pmu;

	if (!file->count)
		return;
	if (has_most(file, "MetricName")) {
		import_intel_metrics(import, file);
		return;
	}
	if (!has_most(file, "EventCode") && !has_most(file, "EventName")) {
		leave_out(import, (struct place){ file->path, 1, 0 }, base,
			"parts of names and codes (requests, responses, bits), no events");
		return;
	}
	if (find_machine(import, file->path, &machine))
		base = absolute_path(file->path) + strlen(machine.below);
	note_file(import, file->path, base, "intel-perfmon", json_head(file, "Header", "Version"));
	if (has_most(file, "Unit")) {
		import_intel_uncore(import, file, name, &machine);
		return;
	}
	if (import->only_unit && strcasecmp(import->only_unit, "cpu") &&
		strcasecmp(import->only_unit, machine.device ? machine.device : ""))
		return;
	pmu = import_pmu(import, name, &intel_core);
	pmu->unit = "cpu";
	if (!identity_of(pmu)->desc)
		identity_of(pmu)->desc = description_of(json_head(file, "Header", "Info"));
	if (give_machine(pmu, &machine))
		import_intel_core(file, pmu);
}

/* ---- files and directories ---- */

static void import_file(struct import *import, const char *path)
{
	static const char *const lists[] = { "Events", "events", "Metrics", NULL };
	struct json_file file;
	size_t length;
	char *text;

	if (ends_with(path, "_retire_latency.json")) {
		leave_out(import, (struct place){ path, 1, 0 }, "file", "latencies of one machine, no events");
		return;
	}
	if (!strcmp(base_name(path), "metricgroups.json") || !strcmp(base_name(path), "pmu-schema.json") ||
		ends_with(path, ".schema.json")) {
		leave_out(import, (struct place){ path, 1, 0 }, "file", "has no events");
		return;
	}
	text = read_file(path, &length);
	if (!text)
		return;
	if (ends_with(path, ".csv") || are_presets(text)) {
		import_presets(import, path, text);
		free(text);
		return;
	}
	if (!open_json(import, &file, path, text, length, lists))
		return;
	if (is_arm_mesh(&file))
		leave_out(import, (struct place){ path, 1, 0 }, "file",
			"Arm's description of a mesh (CMN), a schema that is not read");
	else if (file.rows && is_arm_telemetry(&file) && !import->only_metrics)
		import_arm_telemetry(import, &file);
	else if (!file.rows || is_arm_telemetry(&file))
		import_arm_metrics(import, &file, NULL);
	else if (file.rows == file.root)
		import_linux(import, &file);
	else if (is_perfmon(&file))
		import_perfmon(import, &file);
	else if (file.count) /* files without rows are ignored: they do not show whose format they have */
		import_arm_data(import, &file);
	end_rows(import, file.first_name, file.count);
	close_json(&file);
}

enum { MOST_DEPTH = 16 /* nesting of directories */, MOST_BYTES = 64 << 20, MOST_FILES = 100000 };

/* Identifies a directory or file that was or is being read, whatever path or link led to it. */
struct directory {
	const char *path;
	dev_t device;
	ino_t inode;
};

/* Returns whether the file is read for the first time, once for each variant. */
static bool is_first_time(struct import *import, const char *path, const struct stat *status)
{
	char key[96];
	int before = import->read_count;

	snprintf(key, sizeof key, "%llx %llx ", (unsigned long long)status->st_dev, (unsigned long long)status->st_ino);
	if (index_add(&import->read, joined(key, import->variant ? import->variant : "", ""), before) < before) {
		say(stderr, "%s: is a file that has been read\n", path);
		return false;
	}
	import->read_count++;
	return true;
}

/*
 * Imports a file that is not a directory. In a directory, files that are not .json are skipped silently; those that
 * cannot be opened are reported, and what is called a file and is none, which might never end.
 */
static void import_no_directory(struct import *import, const char *path, int depth)
{
	const int error = errno;
	struct stat status;

	bool known = !stat(path, &status);

	if (error != ENOTDIR && error != ENOENT)
		report((struct place){ path, 0, 0 }, "%s", strerror(error));
	else if (depth && !ends_with(path, ".json"))
		return;
	else if (depth && known && !S_ISREG(status.st_mode))
		say(stderr, "%s: is no file, and skipped\n", path);
	else if (known && S_ISREG(status.st_mode) && status.st_size > MOST_BYTES)
		report((struct place){ path, 0, 0 }, "%lld bytes, more than %d MiB", (long long)status.st_size,
			MOST_BYTES >> 20);
	else if (import->read_count > MOST_FILES)
		report((struct place){ path, 0, 0 }, "more than %d files", MOST_FILES);
	else if (!known || is_first_time(import, path, &status))
		import_file(import, path);
}

/* Returns the number of the directory in import->directories; -1: it is or has been read. */
static int enter_directory(struct import *import, const char *path)
{
	struct stat status = { 0 };

	stat(path, &status);
	for (int i = 0; i < import->directory_count; i++) {
		const struct directory *directory = &import->directories[i];

		if (directory->device != status.st_dev || directory->inode != status.st_ino)
			continue;
		say(stderr, "%s: is %s, which is read once\n", path, directory->path);
		return -1;
	}
	import->directories = grow(import->directories, import->directory_count, sizeof *import->directories);
	import->directories[import->directory_count] = (struct directory){ path, status.st_dev, status.st_ino };
	return import->directory_count++;
}

static void import_path(struct import *import, const char *path, int depth)
{
	struct name_list inner = { 0 };
	int number;

	if (depth > MOST_DEPTH) {
		report((struct place){ path, 0, 0 }, "more than %d directories in each other", MOST_DEPTH);
		return;
	}
	if (!read_directory(path, &inner)) {
		import_no_directory(import, path, depth);
		return;
	}
	number = enter_directory(import, path);
	if (number < 0)
		return;
	for (int i = 0; i < inner.count; i++)
		import_path(import, inner.names[i], depth + 1);
}

/* ---- the command ---- */

static int usage(void)
{
	fputs("usage: pmuc import [-o OUT.pmu] [--metrics] [--name NAME] [--unit UNIT] [--no-texts]\n"
	      "                   [VARIANT=]FILE|DIRECTORY ...\n"
	      "       pmuc import --install [--user|--system] [--name NAME] [--unit UNIT] [--no-texts]\n"
	      "                   [VARIANT=]FILE|DIRECTORY ...\n",
		stderr);
	return 2;
}

static bool fill_file(const char *path, const struct line_text *text)
{
	FILE *file = fopen(path, "w");
	bool good;

	if (!file)
		return false;
	good = fwrite(text->text, 1, text->length, file) == text->length;
	return !fclose(file) && good;
}

/* Writes to path; anything but a file (a pipe, a link such as /dev/stdout) keeps its name. */
static bool write_out(const struct line_text *text, const char *path)
{
	struct stat there;
	bool direct = !lstat(path, &there) && !S_ISREG(there.st_mode);

	if (direct ? fill_file(path, text) : replace_file(path, text->text, text->length, new_file_mode()))
		return true;
	report((struct place){ path, 0, 0 }, "%s", strerror(errno));
	return false;
}

/* Returns whether files have nothing, so that no table comes of them; reports it. Metrics alone are not installed. */
static bool has_nothing(const struct import *import, bool install)
{
	const char *undone = install ? "installed" : "written";
	long found = 0;

	for (int i = 0; i < import->pmu_count; i++)
		found += import->pmus[i]->row_count;
	for (int i = 0; i < import->metric_block_count && !install; i++)
		found += import->metric_blocks[i]->count;
	if (!found && import->only_unit)
		say(stderr, "pmuc: these files have nothing of a unit %s; nothing %s\n", import->only_unit, undone);
	else if (!found)
		say(stderr, "pmuc: there are no %s in these files; nothing %s\n",
			import->only_metrics && !install ? "metrics" : "events", undone);
	return !found;
}

/* Prints a line for each kind of PMU, in the order in which they came. */
static void summarise(const struct import *import)
{
	for (int i = 0; i < import->pmu_count; i++) {
		const char *vendor = import->pmus[i]->family->vendor;
		struct line_text list = { 0 }; /* names of the PMUs, as a box may be new */
		long pmus = 0, seen = 0, names = 0;
		bool said = false;

		for (int k = 0; k < import->pmu_count; k++)
			if (!strcmp(import->pmus[k]->family->vendor, vendor)) {
				said |= k < i;
				pmus++;
				seen += import->pmus[k]->seen;
				names += import->pmus[k]->row_count;
				add(&list, pmus > 1 ? ", %s" : "%s", import->pmus[k]->name);
			}
		if (!said)
			say(stderr, "%s: %ld PMUs%s%s%s, %ld events of the files, %ld names\n", vendor, pmus,
				pmus > 1 ? " (" : "", pmus > 1 ? list.text : "", pmus > 1 ? ")" : "", seen, names);
		free(list.text);
	}
}

/* Imports "FILE" or "VARIANT=FILE". */
static void import_operand(struct import *import, const char *operand)
{
	const char *equals = strchr(operand, '=');
	bool variant = equals && equals > operand && (size_t)(equals - operand) == strcspn(operand, "/.=");

	import->variant = variant ? copy_text(operand, (size_t)(equals - operand)) : NULL;
	import_path(import, variant ? equals + 1 : operand, 0);
}

struct arguments {
	const char *out;
	struct import *import;
	bool install;
	struct directory_choice directory; /* directory to install into */
	bool into; /* --into was given, which is handled by another command */
};

/* Reads an option without a value. False: it is another one. */
static bool read_flag(void *command, const char *option)
{
	struct arguments *arguments = command;
	struct import *import = arguments->import;

	if (!strcmp(option, "--no-texts"))
		import->texts = false;
	else if (!strcmp(option, "--metrics"))
		import->only_metrics = true;
	else if (!strcmp(option, "--install"))
		arguments->install = true;
	else
		return read_directory_option(option, &arguments->directory);
	return true;
}

static bool read_option(void *command, const char *option, const char *value)
{
	struct arguments *arguments = command;
	struct import *import = arguments->import;

	if (!strcmp(option, "-o"))
		arguments->out = value;
	else if (!strcmp(option, "--name"))
		import->name = value;
	else if (!strcmp(option, "--unit"))
		import->only_unit = value;
	else if (!strcmp(option, "--into"))
		arguments->into = true;
	else
		return false;
	return true;
}

static bool is_name_of_pmu(const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '_')
			return false;
	return length && length <= MAX_PMU_NAME;
}

/* Checks that arguments agree. False: wrong usage. */
static bool do_agree(const struct arguments *arguments)
{
	const struct import *import = arguments->import;
	bool directory = arguments->directory.user || arguments->directory.system;

	if (import->name && !is_name_of_pmu(import->name)) {
		say(stderr, "pmuc: --name %s: expected letters, digits and _, at most %d\n", import->name,
			MAX_PMU_NAME);
		return false;
	}
	if (!is_one_directory(arguments->directory))
		return false;
	if (arguments->into)
		say(stderr, "pmuc: import makes new tables; pmuc update brings files into tables that are there\n");
	return !arguments->into && (arguments->install ? !arguments->out : !directory);
}

/* Returns the rank of a core among a machine's core types; -1: it has one type, or the PMU is no core. */
static int rank_of_core(const struct import_pmu *pmu)
{
	static const char *const devices[] = { "cpu_core", "cpu_atom", "cpu_lowpower" };

	for (int i = 0; i < 3; i++)
		if (pmu->identities[0].device && !strcmp(pmu->identities[0].device, devices[i]))
			return i;
	return -1;
}

/* Sorts cores: performance cores first, whatever the files are called. */
static void sort_cores(struct import *import)
{
	for (int i = 0; i < import->pmu_count; i++)
		for (int k = 0; k < i; k++) {
			struct import_pmu **a = &import->pmus[k], **b = &import->pmus[i], *swapped = *a;

			if (rank_of_core(*b) < 0 || rank_of_core(*a) <= rank_of_core(*b))
				continue;
			*a = *b;
			*b = swapped;
		}
}

void import_files(struct import *import, int count, const char *const *operands)
{
	for (int i = 0; i < count; i++)
		import_operand(import, operands[i]);
	for (int i = 0; i < import->pmu_count; i++)
		if (import->pmus[i]->family == &intel_core)
			finish_intel_core(import->pmus[i]);
		else
			finish_intel_uncore(import, import->pmus[i]);
	sort_cores(import);
	finish_metrics(import);
	forget_machines(import);
}

static int give_up(void)
{
	say(stderr, "%d error%s; nothing written\n", error_count(), error_count() == 1 ? "" : "s");
	return 1;
}

/* ---- installing ---- */

/* Returns how much of two names is the same, in whole words. */
static size_t common_length(const char *a, size_t length, const char *b)
{
	size_t same = 0;

	while (same < length && a[same] == b[same])
		same++;
	if (same == length && (!b[same] || b[same] == '_'))
		return length;
	while (same && a[same] != '_')
		same--;
	return same;
}

/*
 * Returns what the PMUs' names share: alderlake of alderlake_goldencove, alderlake_gracemont and alderlake_unc_imc. If
 * that is nothing, the file or directory has a name.
 */
static const char *name_of_all(const struct import *import, const char *operand)
{
	const char *first = import->pmus[0]->name;
	size_t length = strlen(first);

	for (int i = 1; i < import->pmu_count; i++)
		length = common_length(first, length, import->pmus[i]->name);
	if (import->pmu_count > 1 && length > 4 && !strncmp(first + length - 4, "_unc", 4))
		length -= 4;
	return length ? copy_text(first, length) : cpu_of_file(import, operand);
}

static void count_left_out(const struct import *import)
{
	long places = 0;

	for (int i = 0; i < import->left_out_count; i++)
		places += import->left_out[i].count;
	if (places)
		say(stderr,
			"%d fields and events are left out, in %ld places; pmuc import without --install lists them\n",
			import->left_out_count, places);
}

static int install_import(const struct import *import, const struct arguments *arguments, struct line_text *text,
	const char *operand)
{
	char path[TABLE_PATH];
	const char *real = realpath(operand, path) ? path : operand;

	count_left_out(import);
	summarise(import);
	return install_text(name_of_all(import, real), import->name,
		arguments->directory.system ? TABLES_OF_SYSTEM : TABLES_OF_USER, text->text, text->length,
		!import->texts);
}

/* Makes the text, unless there are errors. */
static void make_text(struct import *import, const char *out, struct line_text *text)
{
	if (!error_count()) {
		/* the PMU's metrics, behind its events; events of other boxes follow */
		for (int i = 0; i < import->pmu_count; i++) {
			if (i)
				add(text, "\n");
			add_pmu_text(import, import->pmus[i], text);
			add_metric_blocks(import, import->pmus[i]->name, text);
		}
		add_metric_blocks(import, NULL, text);
	}
	if (!error_count())
		text->text = formatted(out ? out : "output", text->text, &text->length, false);
}

/* Returns whether the report has anything that a program cannot decide. */
bool wants_a_person(const struct import *import, bool merged)
{
	static const char *const whats[] = { "row-skipped", "left-out", "fact-changed", "metric-waits",
		"metrics-wanted", "verdict-wanted" };

	for (int i = 0; i < import->finding_count; i++)
		for (size_t k = 0; k < (merged ? sizeof whats / sizeof *whats : 1); k++)
			if (!strcmp(import->findings[i].what, whats[k]) && !is_plain_fact(&import->findings[i]))
				return true;
	return false;
}

int import_main(int argc, char **argv)
{
	static const struct options options = { read_flag, read_option };
	struct import import = { .texts = true };
	struct arguments arguments = { .import = &import };
	struct line_text text = { 0 };
	int count = read_arguments(argc, argv, &options, &arguments);

	if (count < 1 || !do_agree(&arguments))
		return usage();
	import_files(&import, count, (const char *const *)argv);
	make_text(&import, arguments.out, &text);
	if (!arguments.install)
		list_left_out(&import);
	if (error_count())
		return give_up();
	if (has_nothing(&import, arguments.install))
		return 1;
	if (arguments.install)
		return install_import(&import, &arguments, &text, argv[0]);
	if (arguments.out && !write_out(&text, arguments.out))
		return give_up();
	if (!arguments.out)
		fputs(text.text ? text.text : "", stdout);
	summarise(&import);
	return wants_a_person(&import, false) ? 3 : 0;
}
