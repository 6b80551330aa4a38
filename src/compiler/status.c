/*
 * pmuc status: prints the versions of vendors' files from which the tables of a tree were made and, given files,
 * which of them differ. Files that the manifest names must exist in the tree.
 */
#include "compiler/text/arguments.h"
#include "vendors/commands.h"
#include "vendors/rows/seen.h"
#include "compile.h"
#include "vendors/follow/update.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int usage(void)
{
	fputs("usage: pmuc status [--tree DIR] [--json] [FILE|DIRECTORY ...]\n", stderr);
	return 2;
}

/* ---- checking ---- */

static bool is_pmu(const struct model *model, const char *name)
{
	for (int i = 0; i < model->pmu_count; i++)
		if (!strcmp(model->pmus[i]->name.text, name))
			return true;
	return false;
}

static bool is_variant(const struct table *table, const char *variant)
{
	for (int i = 0; i < table->variant_count; i++)
		if (!strcmp(table->variants[i], variant))
			return true;
	return false;
}

static void check_unit(const struct model *model, const struct vendors_unit *unit)
{
	const struct table *table = unit->table ? find_table(model, unit->table) : NULL;

	if (unit->ignore)
		return;
	if (!table)
		report(unit->place, "no table %s", unit->table);
	else if (unit->variant ? !is_variant(table, unit->variant) : table->variant_count)
		report(unit->place, "table %s: expected one of its variants", unit->table);
	if (unit->pmu && !is_pmu(model, unit->pmu))
		report(unit->place, "no PMU %s", unit->pmu);
}

static void check_verdicts(const struct vendors *vendors, const struct model *model)
{
	for (int i = 0; i < vendors->verdicts.count; i++)
		if (!find_table(model, vendors->verdicts.list[i].table))
			report((struct place){ vendors->text.path, 0, 0 }, "a verdict on table %s, which is not there",
				vendors->verdicts.list[i].table);
}

/* ---- printing ---- */

/* Returns the file's tables, with commas between them. */
static char *tables_of(const struct vendors_file *file)
{
	struct line_text text = { 0 };

	for (int i = 0; i < file->unit_count; i++) {
		const char *table = file->units[i].table;
		bool said = !table;

		for (int k = 0; k < i && table; k++)
			said |= file->units[k].table && !strcmp(file->units[k].table, table);
		if (!said)
			add(&text, "%s%s", text.length ? "," : "", table);
	}
	return text.text ? text.text : copy_text("-", 1);
}

static void print_json(const struct vendors_file *file, const char *tables)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s}", "file", file->path, "source",
		file->source ? file->source : "-", "version", file->version ? file->version : "-", "names",
		file->names ? file->names : "-", "tables", tables);
	char *text = need(object ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL);

	printf("%s\n", text);
	free(text);
	json_decref(object);
}

static void print_file(const struct vendors_file *file, bool json)
{
	char *tables = tables_of(file);

	if (json)
		print_json(file, tables);
	else
		say(stdout, "%-50s %-14s %-12s %5s names  %s\n", file->path, file->source ? file->source : "-",
			file->version ? file->version : "-", file->names ? file->names : "-", tables);
	free(tables);
}

/* Returns the other source that the tables of the file's CPU follow; NULL: there is none. */
static const char *followed_source(const struct update *update, const char *key)
{
	const char *source = NULL;

	for (int i = 0; i < update->now.pmu_count && !source; i++) {
		const struct import_pmu *pmu = update->now.pmus[i];

		if (pmu->row_count && !strcmp(key_of_row(&update->now, &pmu->rows[0]), key))
			source = source_of_cpu(update, pmu);
	}
	return source;
}

static void print_unknown(const struct update *update, const struct vendor_file *file, int count)
{
	const char *source = followed_source(update, file->key);

	if (source)
		say(stdout, "%s: %s, %d names: the tables of this CPU follow %s\n", file->key, file->version, count,
			source);
	else
		say(stdout, "%s: %s, %d names: not in the tables\n", file->key, file->version, count);
}

/* Prints files that differ from those that the tables are made of. */
static void print_newer(const struct update *update)
{
	for (int i = 0; i < update->now.file_count; i++) {
		const struct vendor_file *file = &update->now.files[i];
		const struct vendors_file *had = find_vendors_file(&update->vendors, file->key);
		int count;
		const char *sum;

		if (!is_first_file(&update->now, i))
			continue;
		sum = sum_of_names(&update->now, file->key, &count);
		if (!had)
			print_unknown(update, file, count);
		else if (!had->sum || strcmp(had->sum, sum) != 0)
			say(stdout, "%s: %s, %d names: the tables have %s, %s names\n", file->key, file->version, count,
				had->version ? had->version : "-", had->names ? had->names : "-");
	}
}

static bool read_flag(void *command, const char *option)
{
	struct update *update = command;

	return !strcmp(option, "--json") && (update->json = true);
}

static bool read_option(void *command, const char *option, const char *value)
{
	struct update *update = command;

	return !strcmp(option, "--tree") && (update->directory = value);
}

int status_main(int argc, char **argv)
{
	static const struct options options = { read_flag, read_option };
	struct update update = { .order = { .path = "order", .text = "" } };
	int count = read_arguments(argc, argv, &options, &update);

	if (count < 0)
		return usage();
	if (!update.directory) /* outside of a source tree, report on the installed tables */
		update.directory = access("src/pmu/vendors", F_OK) ? package_text() : "src/pmu";
	read_vendors(&update.vendors, update.directory);
	if (!update.vendors.is_there)
		report((struct place){ update.vendors.text.path, 0, 0 }, "no such file");
	add_tree_path(&update.tree, update.directory, false, false);
	take_wanted(&update, update.directory);
	if (!error_count() && read_blocks(&update.tree)) {
		for (int i = 0; i < update.vendors.file_count; i++)
			for (int k = 0; k < update.vendors.files[i].unit_count; k++)
				check_unit(&update.tree.model, &update.vendors.files[i].units[k]);
		check_verdicts(&update.vendors, &update.tree.model);
	}
	update.now.by_directory = update.now.merging = true;
	if (!error_count() && count)
		import_files(&update.now, count, (const char *const *)argv);
	if (error_count())
		return 1;
	for (int i = 0; i < update.vendors.file_count && !count; i++)
		print_file(&update.vendors.files[i], update.json);
	print_newer(&update);
	return 0;
}
