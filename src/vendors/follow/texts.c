/*
 * Vendors' texts: a row whose text is another one than last time is a line of the report, as ours may be out of date.
 * Without the files of last time it is known from the tree's file texts, which has for each vendor's file and row 16
 * bits of a hash of its name and 16 of its text, and so no word of the vendor's:
 *
 *   file KEY
 *     0a1b2c3d ...      sorted
 */
#include "update.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS_OF_LINE = 12 };

/* The rows of a file, as words of 32 bits. */
struct file_texts {
	const char *key;
	uint32_t *words;
	int count;
};

static uint32_t hashed(uint32_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}

static uint32_t folded(uint32_t hash)
{
	return (hash >> 16 ^ hash) & 0xffff;
}

static uint32_t word_of(const struct import_row *row)
{
	uint32_t name = folded(hashed(2166136261u, row->name));

	return name << 16 | folded(hashed(hashed(2166136261u, row->text) + 1, row->whole_text));
}

/* ---- the file ---- */

static struct file_texts *known_texts(struct file_texts *list, int count, const char *key)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(list[i].key, key))
			return &list[i];
	return NULL;
}

static struct file_texts *texts_of(struct file_texts **list, int *count, const char *key)
{
	struct file_texts *known = known_texts(*list, *count, key);

	if (known)
		return known;
	*list = grow(*list, *count, sizeof **list);
	(*list)[*count] = (struct file_texts){ .key = key };
	return &(*list)[(*count)++];
}

static void add_word(struct file_texts *texts, uint32_t word)
{
	texts->words = grow(texts->words, texts->count, sizeof *texts->words);
	texts->words[texts->count++] = word;
}

static void read_texts(const struct tree_file *file, struct file_texts **list, int *count)
{
	char *text = copy_text(file->text, file->length), *rest = text;
	struct file_texts *texts = NULL;
	uint64_t word;

	for (char *at = strtok_r(text, " \n", &rest); at; at = strtok_r(NULL, " \n", &rest)) {
		if (!strcmp(at, "file"))
			texts = texts_of(list, count, strtok_r(NULL, "\n", &rest));
		else if (texts && strlen(at) == 8 && parse_number(joined("0x", at, ""), &word))
			add_word(texts, (uint32_t)word);
		else
			report((struct place){ file->path, 0, 0 }, "%s: expected a word of 8 hexadecimal digits", at);
	}
}

static int by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void write_texts(struct tree_file *file, const struct file_texts *list, int count)
{
	struct line_text text = { 0 };

	for (int i = 0; i < count; i++) {
		qsort(list[i].words, (size_t)list[i].count, sizeof *list[i].words, by_number);
		add(&text, "file %s\n", list[i].key);
		for (int k = 0; k < list[i].count; k++)
			add(&text, "%s%08x%s", k % WORDS_OF_LINE ? " " : "  ", list[i].words[k],
				k % WORDS_OF_LINE == WORDS_OF_LINE - 1 || k == list[i].count - 1 ? "\n" : "");
	}
	file->changed = text.length && (text.length != file->length || strcmp(text.text, file->text) != 0);
	if (!file->changed)
		return;
	file->text = text.text;
	file->length = text.length;
}

/* ---- rows ---- */

/* What the file had for a name of that hash: -1 nothing, 0 another text, 1 this one. */
static int find_hash(const struct file_texts *had, uint32_t word)
{
	int found = -1;

	for (int i = 0; had && i < had->count; i++) {
		if (had->words[i] == word)
			return 1;
		if (had->words[i] >> 16 == word >> 16)
			found = 0;
	}
	return found;
}

static const struct import_row *row_of_last_time(const struct target *target, const struct import_row *row)
{
	const struct merge merge = { .pmu = target->pmu, .before = target->before };

	return row_before(&merge, row);
}

static bool is_changed(const struct target *target, const struct import_row *row, const struct file_texts *had)
{
	const struct import_row *before = row_of_last_time(target, row);

	if (target->before)
		return before &&
			(!same_text(before->text, row->text) || !same_text(before->whole_text, row->whole_text));
	return !find_hash(had, word_of(row));
}

static void follow_row(struct update *update, const struct target *target, const struct import_row *row,
	const struct file_texts *had)
{
	if (!is_changed(target, row, had))
		return;
	update->texts_wanted += !update->no_texts;
	add_finding(&update->now,
		(struct finding){ .what = "text-changed",
			.place = row->place,
			.unit = row->unit,
			.table = target->table,
			.name = row->name,
			.why = "the vendor's text is another one" });
}

/* What is known of files that have been read is what they say now. */
static void keep_texts(struct file_texts **had, int *had_count, const struct file_texts *now, int now_count)
{
	for (int i = 0; i < now_count; i++) {
		struct file_texts *texts = texts_of(had, had_count, now[i].key);

		texts->words = now[i].words;
		texts->count = now[i].count;
	}
}

/* Whether last time's file of the key has the same rows with the same texts. */
static bool is_same(const struct file_texts *a, const struct file_texts *b)
{
	if (!a || !b || a->count != b->count)
		return false;
	qsort(a->words, (size_t)a->count, sizeof *a->words, by_number);
	qsort(b->words, (size_t)b->count, sizeof *b->words, by_number);
	return !memcmp(a->words, b->words, (size_t)a->count * sizeof *a->words);
}

/* The texts of all rows that tables take, by file. */
static void collect(const struct import *import, const struct import_pmu *pmu, struct file_texts **list, int *count)
{
	for (int i = 0; pmu && i < pmu->row_count; i++)
		add_word(texts_of(list, count, key_of_row(import, &pmu->rows[i])), word_of(&pmu->rows[i]));
}

void follow_texts(struct update *update)
{
	struct file_texts *had = NULL, *now = NULL, *before = NULL, *news = NULL;
	int had_count = 0, now_count = 0, before_count = 0, news_count = 0;

	read_texts(&update->text_hashes, &had, &had_count);
	for (int i = 0; i < update->target_count; i++) {
		const struct target *target = &update->targets[i];

		for (int k = 0; k < target->pmu->row_count; k++)
			follow_row(update, target, &target->pmu->rows[k],
				known_texts(had, had_count, key_of_row(&update->now, &target->pmu->rows[k])));
		collect(&update->now, target->pmu, &now, &now_count);
		collect(&update->before, target->before, &before, &before_count);
	}
	for (int i = 0; i < now_count; i++)
		if (!is_same(&now[i], known_texts(before, before_count, now[i].key)))
			*texts_of(&news, &news_count, now[i].key) = now[i];
	keep_texts(&had, &had_count, news, news_count);
	if (news_count)
		write_texts(&update->text_hashes, had, had_count);
}
