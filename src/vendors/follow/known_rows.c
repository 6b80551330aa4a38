/*
 * Hashes of the rows of the vendors' files at the last run, by file, so that a run without these files can tell what
 * is new: a row with a changed description is reported, as ours may be out of date, and from an unchanged row nothing
 * is taken. They are in the tree's file "rows", which so has no text of the vendors':
 *
 *   file KEY
 *     0aB-_xyz ...      sorted; 8 digits of 6 bits each: a hash of the row's name (20 bits), of its description
 *                       (14 bits, 0: none) and of all its other facts (14 bits)
 */
#include "update.h"
#include "vendors/rows/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_OF_LINE = 12, DIGITS = 8, NAME_AT = 28, TEXT_AT = 14, PART = 0x3fff };

static const char digits[] = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

static uint64_t folded(uint32_t hash, int bits)
{
	return (hash >> bits ^ hash) & ((UINT32_C(1) << bits) - 1);
}

static uint64_t text_of(uint64_t word)
{
	return word >> TEXT_AT & PART;
}

static uint64_t word_of(const struct vendor_name *name)
{
	const uint64_t text = name->text && !folded(name->text, 14) ? 1 : folded(name->text, 14);

	return folded(mixed(HASH_BEGIN, name->name), 20) << NAME_AT | text << TEXT_AT | folded(name->facts, 14);
}

/* ---- the file ---- */

static const struct file_rows *find_rows(const struct row_words *list, const char *key)
{
	for (int i = 0; i < list->count; i++)
		if (!strcmp(list->files[i].key, key))
			return &list->files[i];
	return NULL;
}

static struct file_rows *add_rows(struct row_words *list, const char *key)
{
	struct file_rows *known = (struct file_rows *)find_rows(list, key);

	if (known)
		return known;
	list->files = grow(list->files, list->count, sizeof *list->files);
	list->files[list->count] = (struct file_rows){ .key = key };
	return &list->files[list->count++];
}

static void add_word(struct file_rows *rows, uint64_t word)
{
	rows->words = grow(rows->words, rows->count, sizeof *rows->words);
	rows->words[rows->count++] = word;
}

static bool read_word(const char *text, uint64_t *word)
{
	int count = 0;

	for (*word = 0; text[count]; count++) {
		const char *digit = strchr(digits, text[count]);

		if (!digit || count == DIGITS)
			return false;
		*word = *word << 6 | (uint64_t)(digit - digits);
	}
	return count == DIGITS;
}

static void read_rows(const struct tree_file *file, struct row_words *list)
{
	char *text = copy_text(file->text, file->length), *rest = text;
	struct file_rows *rows = NULL;
	uint64_t word;

	for (char *at = strtok_r(text, " \n", &rest); at; at = strtok_r(NULL, " \n", &rest)) {
		const char *key = strcmp(at, "file") != 0 ? NULL : strtok_r(NULL, "\n", &rest);

		if (key)
			rows = add_rows(list, key);
		else if (rows && read_word(at, &word))
			add_word(rows, word);
		else
			report((struct place){ file->path, 0, 0 }, "%s: expected a word of %d digits", at, DIGITS);
	}
}

static void write_word(struct line_text *text, uint64_t word)
{
	char out[DIGITS + 1] = "";

	for (int i = DIGITS; i-- > 0; word >>= 6)
		out[i] = digits[word & 63];
	add(text, "%s", out);
}

static void write_rows(struct tree_file *file, const struct row_words *list)
{
	struct line_text text = { 0 };

	for (int i = 0; i < list->count; i++) {
		const struct file_rows *rows = &list->files[i];

		add(&text, "file %s\n", rows->key);
		for (int k = 0; k < rows->count; k++) {
			add(&text, "%s", k % WORDS_OF_LINE ? " " : "  ");
			write_word(&text, rows->words[k]);
			add(&text, "%s", k % WORDS_OF_LINE == WORDS_OF_LINE - 1 || k == rows->count - 1 ? "\n" : "");
		}
	}
	file->changed = text.length && (text.length != file->length || strcmp(text.text, file->text) != 0);
	if (!file->changed)
		return;
	file->text = text.text;
	file->length = text.length;
}

/* ---- rows ---- */

/*
 * Compares a name with the last run's file: whether it had the name, an equal text (or neither has one), and equal
 * other facts.
 */
struct said {
	bool name, text, rest;
};

static struct said said_of(const struct file_rows *had, const struct vendor_name *name)
{
	const uint64_t word = word_of(name);
	struct said said = { false, false, false };

	for (int i = 0; had && i < had->count; i++) {
		const uint64_t other = had->words[i];

		if (other >> NAME_AT != word >> NAME_AT)
			continue;
		said.name = true;
		said.text |= !text_of(word) || !text_of(other) || text_of(word) == text_of(other);
		said.rest |= ((word ^ other) & PART) == 0;
	}
	return said;
}

static int by_number(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Returns how the manifest names the file of the key, wherever it was read. */
static const char *path_of(const struct update *update, const char *key)
{
	const struct vendors_file *file = find_vendors_file(&update->vendors, key);

	return file ? file->path : key;
}

/* Returns the rows of all files, sorted, each once. */
static struct row_words rows_of(const struct update *update, const struct import *import)
{
	struct row_words list = { NULL, 0 };
	struct file_rows *rows = NULL;
	const char *key = NULL;

	for (int i = 0; i < import->vendor_name_count; i++) {
		const struct vendor_name *name = &import->vendor_names[i];

		if (!rows || name->key != key)
			rows = add_rows(&list, path_of(update, name->key));
		key = name->key;
		if (name->facts)
			add_word(rows, word_of(name));
	}
	for (int i = 0; i < list.count; i++) {
		int count = 0;

		rows = &list.files[i];
		if (rows->count)
			qsort(rows->words, (size_t)rows->count, sizeof *rows->words, by_number);
		for (int k = 0; k < rows->count; k++)
			if (!k || rows->words[k] != rows->words[k - 1])
				rows->words[count++] = rows->words[k];
		rows->count = count;
	}
	return list;
}

/* Returns the rows of the file as they were last time; NULL: not known. */
static const struct file_rows *rows_had(const struct update *update, const char *path)
{
	const struct file_rows *before = find_rows(&update->rows_before, path);

	return before ? before : find_rows(&update->rows_known, path);
}

void read_known_rows(struct update *update)
{
	read_rows(&update->rows_file, &update->rows_known);
	update->rows_before = rows_of(update, &update->before);
}

bool know_rows(struct update *update, const char *key)
{
	const struct file_rows *had = rows_had(update, path_of(update, key));

	for (int i = 0; had && i < update->now.vendor_name_count; i++)
		if (update->now.vendor_names[i].key == key)
			update->now.vendor_names[i].is_known = said_of(had, &update->now.vendor_names[i]).rest;
	return had != NULL;
}

/* ---- texts ---- */

/* Returns the table of each name, under the first name that has its row. */
static const char **tables_of_names(const struct update *update)
{
	const char **tables = need(calloc((size_t)update->now.vendor_name_count + 1, sizeof *tables));

	for (int i = 0; i < update->target_count; i++)
		for (int k = 0; k < update->targets[i].pmu->row_count; k++)
			if (update->targets[i].pmu->rows[k].seen)
				tables[first_of_name(&update->now,
					update->targets[i].pmu->rows[k].seen - 1)] = update->targets[i].table;
	return tables;
}

static void find_changed(struct update *update)
{
	const char **tables = tables_of_names(update), *key = NULL;
	const struct file_rows *had = NULL;

	for (int i = 0; i < update->now.vendor_name_count; i++) {
		const struct vendor_name *name = &update->now.vendor_names[i];
		const char *table = tables[first_of_name(&update->now, i)];
		struct said said;

		if (name->key != key)
			had = rows_had(update, path_of(update, name->key));
		key = name->key;
		said = said_of(had, name);
		if (!table || !name->facts || !said.name || said.text)
			continue;
		update->texts_wanted += !update->no_texts;
		add_finding(&update->now,
			(struct finding){ .what = "text-changed",
				.place = name->place,
				.unit = name->unit,
				.table = table,
				.name = name->name,
				.why = "the vendor's text is another one" });
	}
	free(tables);
}

/* Keeps known texts where the files have none. */
static void keep_texts(struct file_rows *rows, const struct file_rows *had)
{
	for (int i = 0; had && i < rows->count; i++)
		for (int k = 0; k < had->count && !text_of(rows->words[i]); k++)
			if (had->words[k] >> NAME_AT == rows->words[i] >> NAME_AT &&
				!((had->words[k] ^ rows->words[i]) & PART))
				rows->words[i] = had->words[k];
}

static bool is_same(const struct file_rows *a, const struct file_rows *b)
{
	return a && a->count == b->count &&
		(!a->count || !memcmp(a->words, b->words, (size_t)a->count * sizeof *a->words));
}

void follow_rows(struct update *update)
{
	const struct row_words now = rows_of(update, &update->now);

	find_changed(update);
	for (int i = 0; i < now.count; i++) {
		struct file_rows *rows = &now.files[i];

		if (!rows->count || !find_vendors_file(&update->vendors, rows->key) ||
			is_same(find_rows(&update->rows_before, rows->key), rows))
			continue;
		keep_texts(rows, find_rows(&update->rows_known, rows->key));
		*add_rows(&update->rows_known, rows->key) = *rows;
	}
	write_rows(&update->rows_file, &update->rows_known);
}
