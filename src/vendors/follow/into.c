/* pmuc import --into FILE.pmu: which of the files' units go into which table of the file, and the report on it. */
#include "into.h"

#include "compiler/text/format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- before the vendor's files are read ---- */

bool open_into(struct into *into, struct import *import, const struct merge_options *options)
{
	const struct table *only;

	into->options = options;
	for (int i = 0; i < options->with_count; i++)
		add_tree_path(&into->tree, options->with[i], true, false);
	into->file = tree_file_of(&into->tree, options->into);
	if (into->file)
		into->file->is_with = false;
	else
		add_tree_path(&into->tree, options->into, false, false);
	if (error_count())
		return false;
	into->file = tree_file_of(&into->tree, options->into);
	if (options->verdicts)
		read_verdicts(&into->verdicts, options->verdicts);
	if (!read_tree(&into->tree) || error_count())
		return false;
	import->merging = true;
	only = find_only_table(into);
	if (error_count())
		return false;
	if (!only)
		return true;
	import->variants = only->variants;
	import->variant_count = only->variant_count;
	if (import->variant_count && !import->name)
		import->name = only->name; /* the files of all variants are of one PMU */
	return true;
}

/* The table that is named, or the only one of the file; NULL: there are several, or none, which is reported. */
const struct table *find_only_table(const struct into *into)
{
	const struct model *model = &into->tree.model;
	int count = 0;

	for (int i = 0; i < model->table_count; i++)
		count += !strcmp(model->tables[i]->place.file, into->file->path);
	if (count > 1 && !into->options->table)
		return NULL;
	return choose_table(&into->tree, into->file->path, into->options->table);
}

/* ---- which table ---- */

/* The table of the file that a PMU of the files is, by its name or the end of it; NULL: there is none. */
static const struct table *table_of(const struct into *into, const struct import_pmu *pmu)
{
	const struct model *model = &into->tree.model;
	const struct table *found = NULL;

	for (int i = 0; i < model->table_count; i++) {
		const struct table *table = model->tables[i];
		const char *end = pmu->unit ? joined("_", pmu->unit, "") : "";

		if (strcmp(table->place.file, into->file->path) != 0)
			continue;
		if (!strcasecmp(table->name, pmu->name))
			return table;
		if (*end && ends_with(table->name, end))
			found = table;
	}
	return found;
}

static void report_pmus(const struct import *import, const char *path)
{
	struct line_text names = { 0 };

	for (int i = 0; i < import->pmu_count; i++) {
		const struct import_pmu *pmu = import->pmus[i];

		add(&names, i ? ", %s" : ": %s", pmu->name);
		if (pmu->unit)
			add(&names, " (--unit %s)", pmu->unit);
	}
	report((struct place){ path, 0, 0 }, "the files are of %d PMUs, not of one%s%s", import->pmu_count,
	       names.text ? names.text : "", names.text ? "; --name NAME takes files of one unit for one" : "");
	free(names.text);
}

static const struct import_pmu *same_pmu(const struct import *before, const struct import_pmu *pmu, int pmus)
{
	for (int i = 0; i < before->pmu_count; i++)
		if (same_name(before->pmus[i]->name, pmu->name))
			return before->pmus[i];
	return before->pmu_count == 1 && pmus == 1 ? before->pmus[0] : NULL;
}

/* A target for each unit of the files. */
static void find_targets(struct into *into, struct import *import, const struct import *before)
{
	const struct table *only = find_only_table(into);

	if (only && import->pmu_count != 1) {
		report_pmus(import, into->file->path);
		return;
	}
	into->targets = need(calloc((size_t)import->pmu_count + 1, sizeof *into->targets));
	for (int i = 0; i < import->pmu_count; i++) {
		struct import_pmu *pmu = import->pmus[i];
		const struct table *table = only ? only : table_of(into, pmu);
		const struct import_pmu *old = same_pmu(before, pmu, import->pmu_count);

		if (!table) {
			leave_out(import, pmu->rows[0].place, pmu->name, "the file has no table of this unit");
			for (int k = 0; k < pmu->row_count; k++)
				if (pmu->rows[k].seen)
					import->vendor_names[pmu->rows[k].seen - 1].state = NAME_LEFT_OUT;
			add_finding(import, (struct finding){ .what = "left-out",
							      .place = pmu->rows[0].place,
							      .unit = pmu->unit,
							      .name = pmu->name,
							      .why = "the file has no table of this unit" });
			continue;
		}
		into->targets[into->target_count++] = (struct target){ .table = table->name,
								       .path = into->file->path,
								       .pmu = pmu,
								       .before = old,
								       .follow = true };
	}
}

/* ---- the end ---- */

static void say_merged(const struct into *into)
{
	struct target all = { 0 };

	for (int i = 0; i < into->target_count; i++) {
		all.added += into->targets[i].added;
		all.same += into->targets[i].same;
		all.kept += into->targets[i].kept;
		all.fixed += into->targets[i].fixed;
		all.updated += into->targets[i].updated;
	}
	say(stderr, "%d names added, %d are there, %d kept and %d fixed by verdict, %d rows updated\n", all.added,
	    all.same, all.kept, all.fixed, all.updated);
}

bool merge_into(struct into *into, struct import *import, const struct import *before, struct line_text *text)
{
	struct merging merging = { import, &into->tree, NULL, 0, &into->verdicts, into->options->update };

	check_update(into->options->update);
	find_targets(into, import, before);
	if (error_count())
		return false;
	merging.targets = into->targets;
	merging.target_count = into->target_count;
	if (!look_at_all(&merging) || !merge_all(&merging))
		return false;
	for (int i = 0; i < into->target_count; i++)
		if (into->targets[i].before)
			say_gone(into->targets[i].pmu, into->targets[i].before, import);
	text->text = copy_text(into->file->text, into->file->length);
	text->length = into->file->length;
	return true;
}

void end_into(const struct into *into, const struct import *import)
{
	say_codes(import);
	say_merged(into);
}
