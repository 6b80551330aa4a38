/* Changes beyond rows: PMUs get the counters that their events use, and removed names are marked. */
#include "update.h"
#include "vendors/rows/index.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>

/* ---- counters ---- */

static int highest(uint32_t bits)
{
	return bits ? 32 - __builtin_clz(bits) : 0;
}

/* Returns whether a counter is above all of before. */
static bool rises(struct counters before, struct counters now)
{
	return highest(now.general) > highest(before.general) || highest(now.fixed) > highest(before.fixed);
}

/* Returns the counters of all rows (import NULL), or of the rows with something new. */
static struct counters counters_of(const struct import *import, const struct import_pmu *pmu, uint32_t variants)
{
	const struct merge merge = { .import = (struct import *)import };
	struct counters all = { 0, 0 };

	for (int i = 0; i < pmu->row_count; i++)
		if (pmu->rows[i].variants & variants && !(import && is_known_row(&merge, &pmu->rows[i]))) {
			all.general |= pmu->rows[i].counters.general | pmu->rows[i].counters_nosmt.general;
			all.fixed |= pmu->rows[i].counters.fixed | pmu->rows[i].counters_nosmt.fixed;
		}
	return all;
}

/* Finds the line of the PMU's block that begins with the word; NULL: there is none. */
static const struct line *line_of_pmu(const struct tree_file *file, const struct pmu *pmu, const char *word)
{
	bool inside = false;

	for (int i = 0; i < file->source->count; i++) {
		const struct line *line = &file->source->lines[i];

		if (!line->indented)
			inside = line->words[0].place.line == pmu->name.place.line;
		else if (inside && !strcmp(line->words[0].text, word))
			return line;
	}
	return NULL;
}

static uint32_t variants_of(const struct table *table, const struct pmu *pmu)
{
	uint32_t variants = 0;

	for (int k = 0; k < pmu->part_count; k++) {
		const struct part *part = &pmu->parts[k];

		if (strcmp(part->table.text, table->name) != 0)
			continue;
		if (!part->variant)
			return UINT32_MAX;
		for (int i = 0; i < table->variant_count; i++)
			variants |= strcmp(table->variants[i], part->variant) ? 0 : UINT32_C(1) << i;
	}
	return variants;
}

static const char *counter_words(int general, int fixed)
{
	struct line_text text = { 0 };

	add(&text, "%d", general);
	if (fixed)
		add(&text, " fixed %d", fixed);
	return text.text;
}

/* Raises the PMU's counters to those of the rows; never lowers them. */
static void raise_counters(struct update *update, const struct target *target, const struct pmu *pmu, uint32_t variants)
{
	struct counters all = counters_of(target->before ? NULL : &update->now, target->pmu, variants);
	int general = highest(all.general), fixed = highest(all.fixed);
	struct tree_file *file = tree_file_of(&update->tree, pmu->name.place.file);
	const struct line *line = file ? line_of_pmu(file, pmu, "counters") : NULL;
	int had = line ? pmu->data.counters : 0, had_fixed = line ? pmu->data.fixed_counters : 0;
	struct line_text text = { 0 };

	if (!file || file->is_with || (general <= had && fixed <= had_fixed))
		return;
	if (target->no_facts || (target->before && !rises(counters_of(NULL, target->before, variants), all)))
		return;
	general = general > had ? general : had;
	fixed = fixed > had_fixed ? fixed : had_fixed;
	if (!file->lines)
		open_lines(file);
	add(&text, "  counters  %s", counter_words(general, fixed));
	if (line) {
		file->lines[line->words[0].place.line].text = text.text;
	} else {
		line = line_of_pmu(file, pmu, "type");
		if (line)
			add(&file->lines[line->last].behind, "%s\n", text.text);
	}
	add_finding(&update->now,
		(struct finding){ .what = "raised",
			.place = pmu->name.place,
			.table = target->table,
			.name = pmu->name.text,
			.old = counter_words(had, had_fixed),
			.now = counter_words(general, fixed) });
}

/* ---- names that are gone ---- */

/* Returns the name that a row of the same code has now; NULL: there is none. */
static const char *name_now(const struct target *target, const struct import_row *row)
{
	for (int i = 0; i < target->pmu->row_count; i++)
		if (same_encoding(target->pmu->family, &target->pmu->rows[i], row) &&
			target->pmu->rows[i].variants & row->variants)
			return target->pmu->rows[i].name;
	return NULL;
}

bool has_other_files(const struct update *update, const struct target *target)
{
	for (int i = 0; i < update->vendors.file_count; i++) {
		const struct vendors_file *file = &update->vendors.files[i];
		bool read = false, feeds = false;

		for (int k = 0; k < file->unit_count; k++)
			feeds |= file->units[k].table && !strcmp(file->units[k].table, target->table);
		for (int k = 0; feeds && !read && k < update->now.file_count; k++)
			read = find_vendors_file(&update->vendors, update->now.files[k].key) == file;
		if (feeds && !read)
			return true;
	}
	return false;
}

/* Marks the row of the name as withdrawn, if it is a line of the table itself. */
static void withdraw(struct update *update, const char *name, const char *event_name, const char *umask_name,
	uint32_t variants, const char *version)
{
	static const char *const keys[] = { "withdrawn", NULL };
	const struct table *table = find_table(&update->tree.model, name);
	struct merge merge = { .tree = &update->tree, .table = (struct table *)table };

	merge.file = tree_file_of(&update->tree, table->place.file);
	for (int i = 0; i < table->event_count; i++) {
		const struct event *event = &table->events[i];
		const struct umask *umask = NULL;
		const struct line *line;

		if (!same_name(event->name, event_name) || !(event->visible & variants))
			continue;
		if (umask_name)
			umask = find_umask(event, umask_name, strlen(umask_name), variants);
		else if (event->umask_count)
			continue;
		if (umask_name && !umask)
			continue;
		line = tree_line_at(&update->tree, umask ? umask->place : event->place);
		if (!line || !is_own_line(&merge, line))
			continue;
		if (!merge.file->lines)
			open_lines(merge.file);
		replace_line(&merge, line, changed_row(&merge, line, NULL, keys, joined(" withdrawn=", version, "")));
		return;
	}
}

static const char *version_word(const char *version)
{
	char *word = copy_text(version, strlen(version));

	for (char *at = word; *at; at++)
		if (*at <= ' ' || *at == '"' || *at == '#')
			*at = '_';
	return *word ? word : "-";
}

static const char *version_of(const struct update *update, const struct target *target)
{
	const struct vendor_file *file = target->pmu->row_count
		? vendor_file_of(&update->now, target->pmu->rows[0].place.file)
		: NULL;

	return version_word(file ? file->version : "-");
}

/* Withdraws and reports names that last time's files have and the new ones lack. */
static void follow_before(struct update *update, const struct target *target)
{
	const bool others = has_other_files(update, target);

	for (int i = 0; i < target->before->row_count; i++) {
		const struct import_row *row = &target->before->rows[i];

		if (!row->seen || index_find(target->pmu->names, full_name(row)) >= 0)
			continue;
		if (!others)
			withdraw(update, target->table, row->event, row->umask, row->variants,
				version_of(update, target));
		add_row_finding(&update->now, row,
			(struct finding){ .what = "gone",
				.table = target->table,
				.now = name_now(target, row),
				.why = others ? "files that were not read may have it" : NULL });
	}
}

/* Returns the vendor's name for a code of the table; NULL: there is none. */
static const char *name_of_code(const struct update *update, const struct target *target, const struct own_row *own)
{
	const struct merge merge = { .table = find_table(&update->tree.model, target->table), .pmu = target->pmu };

	for (int i = 0; i < target->pmu->row_count; i++)
		if (target->pmu->rows[i].variants & own->visible &&
			same_code(&merge, own->code, vendor_code(&merge, &target->pmu->rows[i])))
			return target->pmu->rows[i].name;
	return NULL;
}

/* Withdraws and reports rows that the vendor had, according to the manifest. */
static void follow_manifest(struct update *update, const struct target *target)
{
	const struct import_row *any = target->pmu->row_count ? &target->pmu->rows[0] : NULL;

	for (int i = 0; any && i < target->first.own_count; i++) {
		const struct own_row *own = &target->first.own[i];

		if (!own->gone)
			continue;
		withdraw(update, target->table, own->event, own->umask, own->visible, version_of(update, target));
		add_finding(&update->now,
			(struct finding){ .what = "gone",
				.place = { any->place.file, 0, 0 }, /* the file that has lost it */
				.unit = any->unit,
				.table = target->table,
				.name = own->umask ? joined(own->event, ".", own->umask) : own->event,
				.now = name_of_code(update, target, own) });
	}
}

bool follow_facts(struct update *update)
{
	const struct model *model = &update->tree.model;
	bool changed = false;

	for (int i = 0; i < update->target_count; i++) {
		const struct target *target = &update->targets[i];
		const struct table *table = find_table(model, target->table);

		for (int k = 0; k < model->pmu_count; k++) {
			uint32_t variants = variants_of(table, model->pmus[k]);

			if (variants)
				raise_counters(update, target, model->pmus[k], variants);
		}
		if (target->before)
			follow_before(update, target);
		else
			follow_manifest(update, target);
	}
	for (int i = 0; i < update->tree.file_count; i++)
		if (update->tree.files[i].lines)
			changed |= close_lines(&update->tree.files[i]);
	return changed && read_tree(&update->tree);
}
