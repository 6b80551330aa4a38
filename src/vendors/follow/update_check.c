/* Each name of the files is right in its table, or a line of the report says why not: then the manifest may say so. */
#include "update.h"

#include "compiler/text/format.h"

#include "tables/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static enum name_state state_of(const struct vendor_name *names, int number)
{
	for (int hops = 0; names[number].same_as >= 0 && hops < 64; hops++)
		number = names[number].same_as;
	return names[number].state;
}

/* The last pass saw what is in the tables now. */
static void take_results(struct update *update, const struct target *target)
{
	for (int i = 0; i < target->pmu->row_count; i++) {
		const struct import_row *row = &target->pmu->rows[i];
		struct vendor_name *name = row->seen ? &update->now.vendor_names[row->seen - 1] : NULL;

		if (!name || name->state == NAME_LEFT_OUT)
			continue;
		if (target->results[i] == RESULT_WANTED)
			name->state = NAME_WANTED;
		else if (target->results[i] == RESULT_KEPT || target->results[i] == RESULT_ASKED)
			name->state = NAME_KEPT;
		else if (target->results[i] == RESULT_ABSENT)
			name->state = NAME_LOST;
	}
}

/* Of a table that is made anew there was nothing to judge before: what the text does not say is left out. */
static void say_lost(struct update *update, const struct vendor_name *name)
{
	report(name->place, "%s: it is in no table, and nothing says why", name->name);
	(void)update;
}

static void add_state(struct name_counts *counts, enum name_state state)
{
	counts->names++;
	counts->left_out += state == NAME_LEFT_OUT;
	counts->row_skipped += state == NAME_SKIPPED;
	counts->verdict_wanted += state == NAME_WANTED;
	counts->ignored += state == NAME_IGNORED;
	counts->right += state == NAME_TAKEN || state == NAME_KEPT;
}

static void summarise_table(struct update *update, const struct target *target)
{
	struct name_counts *counts = need(calloc(1, sizeof *counts));

	for (int i = 0; i < target->pmu->row_count; i++)
		if (target->pmu->rows[i].seen)
			add_state(counts, state_of(update->now.vendor_names, target->pmu->rows[i].seen - 1));
	counts->added = target->is_new ? counts->names : target->added;
	add_finding(&update->now,
		(struct finding){ .what = "summary", .place = { "", 0, 0 }, .table = target->table, .counts = counts });
}

/* A unit's names, of a file or a directory of the kernel's: all of them are something. */
static void summarise_unit(struct update *update, int first)
{
	const struct vendor_name *names = update->now.vendor_names, *unit = &names[first];
	const char *key = unit->key;
	struct name_counts *counts = need(calloc(1, sizeof *counts));
	struct index *seen = NULL;
	int count = 0;

	for (int i = first; i < update->now.vendor_name_count; i++) {
		if (names[i].key != key || strcasecmp(names[i].unit, unit->unit) != 0 ||
			names[i].state == NAME_UNASKED || index_add(&seen, names[i].name, count) < count)
			continue;
		count++;
		add_state(counts, state_of(names, i));
	}
	index_free(seen);
	if (counts->names !=
		counts->right + counts->left_out + counts->row_skipped + counts->verdict_wanted + counts->ignored)
		report(unit->place, "unit %s: %ld names, and not all of them are said", unit->unit, counts->names);
	add_finding(&update->now,
		(struct finding){ .what = "summary",
			.place = { unit->place.file, 0, 0 },
			.unit = unit->unit,
			.counts = counts });
}

static void summarise_units(struct update *update)
{
	struct index *units = NULL;

	for (int i = 0; i < update->now.vendor_name_count; i++) {
		const struct vendor_name *name = &update->now.vendor_names[i];
		const char *key = joined(name->key, "\t", name->unit);

		if (index_add(&units, key, i) == i)
			summarise_unit(update, i);
	}
	index_free(units);
}

/* Whether the file is of a CPU whose tables follow another source: all of its names are ignored, or were left out. */
static bool is_ignored_file(const struct import *import, const char *key)
{
	bool ignored = false;

	for (int i = 0; key && i < import->vendor_name_count; i++) {
		const struct vendor_name *name = &import->vendor_names[i];

		if (strcmp(name->key, key) != 0 || name->same_as >= 0)
			continue;
		if (name->state != NAME_IGNORED && name->state != NAME_LEFT_OUT && name->state != NAME_UNASKED)
			return false;
		ignored |= name->state == NAME_IGNORED;
	}
	return ignored;
}

/* What the rules of the import leave out is no question if the manifest says so, too, or if its file is ignored. */
static bool is_decided(const struct update *update, const char *key, const char *unit_word, const char *name)
{
	const struct vendors_file *file = find_vendors_file(&update->vendors, key);
	const struct vendors_unit *unit = file ? find_vendors_unit(file, unit_word, name, false) : NULL;

	if (file && file->unit_count)
		return unit && unit->ignore;
	return is_ignored_file(&update->now, key);
}

static void take_decisions(struct update *update)
{
	struct import *now = &update->now;

	for (int i = 0; i < now->finding_count; i++) {
		struct finding *it = &now->findings[i];
		const struct vendor_file *read = vendor_file_of(now, it->place.file);

		if (read && it->unit && it->name && !strcmp(it->what, "left-out") &&
			is_decided(update, read->key, it->unit, it->name))
			it->what = "ignored";
	}
	for (int i = 0; i < now->vendor_name_count; i++) {
		struct vendor_name *name = &now->vendor_names[i];

		if (name->state == NAME_LEFT_OUT && is_decided(update, name->key, name->unit, name->name))
			name->state = NAME_IGNORED;
	}
}

bool check_names(struct update *update)
{
	const int errors = error_count();

	take_decisions(update);
	for (int i = 0; i < update->target_count; i++)
		take_results(update, &update->targets[i]);
	for (int i = 0; i < update->now.vendor_name_count; i++)
		if (state_of(update->now.vendor_names, i) == NAME_LOST)
			say_lost(update, &update->now.vendor_names[i]);
	for (int i = 0; i < update->target_count; i++)
		summarise_table(update, &update->targets[i]);
	summarise_units(update);
	return error_count() == errors;
}

/* ---- the manifest ---- */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint32_t mixed(uint32_t sum, const char *text)
{
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 16777619u;
	return sum;
}

static char *line_of_row(const struct import_row *row)
{
	struct line_text line = { 0 };

	add(&line, "%s %llx,%llx,%llx,%x\n", row->name, (unsigned long long)row->code, (unsigned long long)row->mask,
		(unsigned long long)row->second,
		(unsigned)row->c << 24 | (unsigned)row->i << 2 | (unsigned)row->e << 1 | row->t);
	return line.text;
}

/* The row of each name of the files; one that several files have is that of the first. */
static const struct import_row **rows_of_names(const struct import *import)
{
	const struct import_row **rows = need(calloc((size_t)import->vendor_name_count + 1, sizeof *rows));

	for (int i = 0; i < import->pmu_count; i++)
		for (int k = 0; k < import->pmus[i]->row_count; k++)
			if (import->pmus[i]->rows[k].seen)
				rows[import->pmus[i]->rows[k].seen - 1] = &import->pmus[i]->rows[k];
	return rows;
}

const char *sum_of_names(const struct import *import, const char *key, int *count)
{
	const struct import_row **rows = rows_of_names(import);
	char **lines = NULL, text[32];
	uint32_t sum = 2166136261u;

	*count = 0;
	for (int i = 0; i < import->vendor_name_count; i++) {
		int number = i;

		for (int hops = 0; import->vendor_names[number].same_as >= 0 && hops < 64; hops++)
			number = import->vendor_names[number].same_as;
		if (import->vendor_names[i].key != key || !rows[number])
			continue;
		lines = grow(lines, *count, sizeof *lines);
		lines[(*count)++] = line_of_row(rows[number]);
	}
	free(rows);
	if (*count)
		qsort(lines, (size_t)*count, sizeof *lines, by_text);
	for (int i = 0; i < *count; i++)
		sum = mixed(sum, lines[i]);
	snprintf(text, sizeof text, "%08x", sum);
	return copy_text(text, strlen(text));
}

bool is_first_file(const struct import *import, int number)
{
	for (int i = 0; i < number; i++)
		if (!strcmp(import->files[i].key, import->files[number].key))
			return false;
	return true;
}

/* Whether the file of last time is the same: what the manifest says of it stays. */
static bool is_same_file(const struct import *before, const struct vendor_file *file, const char *sum)
{
	int count;

	for (int i = 0; i < before->file_count; i++)
		if (!strcmp(before->files[i].key, file->key))
			return same_text(before->files[i].version, file->version) &&
				!strcmp(sum_of_names(before, before->files[i].key, &count), sum);
	return false;
}

/* A file as it was at the last run: in names and codes, or in all, if its version is its own. */
enum file_news { NO_NEWS, NEWS_OF_FACTS, NEWS_OF_NAMES };

static enum file_news news_of(const struct update *update, const char *key)
{
	const struct vendors_file *then = find_vendors_file(&update->vendors, key);
	const struct vendor_file *now = NULL;
	uint64_t names = 0;
	int count;

	for (int i = 0; i < update->now.file_count && !now; i++)
		if (update->now.files[i].key == key)
			now = &update->now.files[i];
	if (!now || !then || !then->sum || !then->names || strcmp(sum_of_names(&update->now, key, &count), then->sum) ||
		!parse_number(then->names, &names) || names != (uint64_t)count)
		return NEWS_OF_NAMES;
	return ends_with(key, ".json") && strcmp(now->version, "-") && same_text(now->version, then->version)
		? NO_NEWS
		: NEWS_OF_FACTS;
}

static void know_files(const struct update *update, struct target *target)
{
	struct index *seen = NULL;
	enum file_news most = NO_NEWS;

	for (int i = 0; i < target->pmu->row_count && most < NEWS_OF_NAMES; i++) {
		const char *key = key_of_row(&update->now, &target->pmu->rows[i]);
		enum file_news news;

		if (index_add(&seen, key, i) < i)
			continue;
		news = news_of(update, key);
		most = news > most ? news : most;
	}
	index_free(seen);
	target->no_names = most < NEWS_OF_NAMES;
	target->no_facts = most == NO_NEWS;
}

void expect_no_news(struct update *update)
{
	for (int i = 0; i < update->target_count; i++)
		if (!update->targets[i].is_new && !update->targets[i].before)
			know_files(update, &update->targets[i]);
}

static void write_file(struct update *update, const struct vendor_file *file)
{
	int count;
	const char *sum = sum_of_names(&update->now, file->key, &count);

	if (is_same_file(&update->before, file, sum))
		return;
	if (!find_vendors_file(&update->vendors, file->key) && (!count || is_ignored_file(&update->now, file->key)))
		return; /* it feeds nothing, or metrics only */
	set_vendors_file(&update->vendors, file->key, file->source, file->version, count, sum);
	for (int i = 0; i < update->unit_count; i++) {
		const struct fed_unit *unit = &update->units[i];

		if (unit->is_new && !strcmp(unit->key, file->key))
			add_vendors_unit(&update->vendors, file->key, unit->word, unit->table, unit->pmu,
				unit->variant);
	}
}

void write_manifest(struct update *update)
{
	open_lines(&update->vendors.text);
	for (int known = 1; known >= 0; known--) /* what is new goes behind the last that is there */
		for (int i = 0; i < update->now.file_count; i++) {
			const struct vendor_file *file = &update->now.files[i];
			const struct vendors_file *had = find_vendors_file(&update->vendors, file->key);

			if (is_first_file(&update->now, i) && (had && had->place.line) == known)
				write_file(update, file);
		}
	write_states(update);
	set_vendors_metrics(&update->vendors);
	if (close_lines(&update->vendors.text))
		update->vendors.text.text = formatted(update->vendors.text.path, update->vendors.text.text,
			&update->vendors.text.length, false);
}
