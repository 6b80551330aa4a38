/*
 * Checks that each name of the files is right in its table, or that a line of the report has the reason; only then the
 * manifest is written.
 */
#include "update.h"
#include "vendors/rows/index.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include "compiler/text/format.h"

#include "tables/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static enum name_state state_of(const struct import *import, int number)
{
	return import->vendor_names[first_of_name(import, number)].state;
}

/* Takes the results of the last pass, which saw what is in the tables now. */
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
			add_state(counts, state_of(&update->now, target->pmu->rows[i].seen - 1));
	counts->added = target->is_new ? counts->names : target->added;
	add_finding(&update->now,
		(struct finding){ .what = "summary", .place = { "", 0, 0 }, .table = target->table, .counts = counts });
}

/* Counts what has become of a unit's names, in a file or a directory of the kernel's. */
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
		add_state(counts, state_of(&update->now, i));
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

/* Returns whether all of the file's names are ignored or left out, as its CPU's tables follow another source. */
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

/* Returns whether the manifest ignores the name, too, or its file is ignored: then leaving it out is no question. */
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
		if (state_of(&update->now, i) == NAME_LOST)
			report(update->now.vendor_names[i].place, "%s: it is in no table, and nothing says why",
				update->now.vendor_names[i].name);
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

const char *sum_of_names(const struct import *import, const char *key, int *count)
{
	const char **lines = NULL;
	uint32_t sum = HASH_BEGIN;
	char text[32];

	*count = 0;
	for (int i = 0; i < import->vendor_name_count; i++) {
		if (import->vendor_names[i].key != key || !import->vendor_names[i].line)
			continue;
		lines = grow(lines, *count, sizeof *lines);
		lines[(*count)++] = import->vendor_names[i].line;
	}
	if (*count)
		qsort(lines, (size_t)*count, sizeof *lines, by_text);
	for (int i = 0; i < *count; i++)
		sum = mixed(sum, lines[i]);
	free(lines);
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

/* Returns whether the file is that of last time: its line of the manifest stays. */
static bool is_same_file(const struct import *before, const struct vendor_file *file, const char *sum)
{
	int count;

	for (int i = 0; i < before->file_count; i++)
		if (!strcmp(before->files[i].key, file->key))
			return same_text(before->files[i].version, file->version) &&
				!strcmp(sum_of_names(before, before->files[i].key, &count), sum);
	return false;
}

/*
 * What changed in a file since the last run: nothing (also if its version is the same), only facts, or names and codes
 * too.
 */
enum file_news { NO_NEWS, NEWS_OF_FACTS, NEWS_OF_NAMES };

static enum file_news news_of(const struct update *update, const struct vendor_file *now)
{
	const struct vendors_file *then = now ? find_vendors_file(&update->vendors, now->key) : NULL;
	uint64_t names = 0;
	int count;

	if (!then || !then->sum || !then->names || strcmp(sum_of_names(&update->now, now->key, &count), then->sum) ||
		!parse_number(then->names, &names) || names != (uint64_t)count)
		return NEWS_OF_NAMES;
	return now->same_version ? NO_NEWS : NEWS_OF_FACTS;
}

static void know_file(struct update *update, struct vendor_file *file)
{
	const struct vendors_file *then = find_vendors_file(&update->vendors, file->key);
	const char *version = then ? then->version : NULL;
	bool no_news;

	for (int i = 0; i < update->before.file_count; i++)
		if (!strcmp(update->before.files[i].key, file->key))
			version = update->before.files[i].version;
	file->same_version =
		ends_with(file->key, ".json") && strcmp(file->version, "-") && same_text(file->version, version);
	if ((then && !then->sum) || know_rows(update, file->key))
		return;
	no_news = news_of(update, file) == NO_NEWS;
	for (int i = 0; i < update->now.vendor_name_count; i++)
		if (update->now.vendor_names[i].key == file->key)
			update->now.vendor_names[i].is_known = no_news;
}

static const struct vendor_file *file_of_key(const struct update *update, const char *key)
{
	for (int i = 0; i < update->now.file_count; i++)
		if (update->now.files[i].key == key)
			return &update->now.files[i];
	return NULL;
}

static void expect_no_names(struct update *update, struct target *target)
{
	struct index *seen = NULL;

	target->no_names = target->no_facts = true;
	for (int i = 0; i < target->pmu->row_count; i++) {
		const struct import_row *row = &target->pmu->rows[i];
		const char *key = key_of_row(&update->now, row);

		target->no_facts &= !row->seen || update->now.vendor_names[row->seen - 1].is_known;
		if (target->no_names && index_add(&seen, key, i) == i)
			target->no_names = news_of(update, file_of_key(update, key)) < NEWS_OF_NAMES;
	}
	index_free(seen);
}

void expect_no_news(struct update *update)
{
	struct import *now = &update->now;

	for (int i = 0; i < now->file_count; i++)
		know_file(update, &now->files[i]);
	for (int i = 0; i < now->vendor_name_count; i++) /* a row is known only if all files with it are unchanged */
		now->vendor_names[first_of_name(now, i)].is_known &= now->vendor_names[i].is_known;
	for (int i = 0; i < update->target_count; i++)
		if (!update->targets[i].is_new && !update->targets[i].before)
			expect_no_names(update, &update->targets[i]);
}

static void write_sum(struct update *update, const struct vendor_file *file)
{
	int count;
	const char *sum = sum_of_names(&update->now, file->key, &count);

	if (is_same_file(&update->before, file, sum))
		return;
	if (!find_vendors_file(&update->vendors, file->key) && (!count || is_ignored_file(&update->now, file->key)))
		return; /* a file that feeds no table, or has only metrics */
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
	for (int known = 1; known >= 0; known--) /* known files first: new ones are added behind the last of them */
		for (int i = 0; i < update->now.file_count; i++) {
			const struct vendor_file *file = &update->now.files[i];
			const struct vendors_file *had = find_vendors_file(&update->vendors, file->key);

			if (is_first_file(&update->now, i) && (had && had->place.line) == known)
				write_sum(update, file);
		}
	write_states(update);
	set_vendors_metrics(&update->vendors);
	if (close_lines(&update->vendors.text))
		update->vendors.text.text = formatted(update->vendors.text.path, update->vendors.text.text,
			&update->vendors.text.length, false);
}
