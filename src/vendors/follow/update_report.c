/* Writes the report: sorted JSON objects, one per line, and the same in words. */
#include "update.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include <jansson.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

/* Compares findings by file, table, name, word and line. */
static int compare(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int order = compare_text(a->place.file, b->place.file);

	if (!order)
		order = compare_text(a->table, b->table);
	if (!order)
		order = compare_text(a->name, b->name);
	if (!order)
		order = compare_text(a->what, b->what);
	if (!order)
		order = a->place.line - b->place.line;
	return order;
}

static void set(json_t *object, const char *key, const char *text)
{
	if (text && json_object_set_new(object, key, json_string(text)))
		json_object_set_new(object, key, json_stringn_nocheck("?", 1));
}

static void set_counts(json_t *object, const struct name_counts *counts)
{
	json_object_set_new(object, "names", json_integer(counts->names));
	json_object_set_new(object, "right", json_integer(counts->right));
	json_object_set_new(object, "left_out", json_integer(counts->left_out));
	json_object_set_new(object, "row_skipped", json_integer(counts->row_skipped));
	json_object_set_new(object, "verdict_wanted", json_integer(counts->verdict_wanted));
	json_object_set_new(object, "ignored", json_integer(counts->ignored));
	json_object_set_new(object, "added", json_integer(counts->added));
}

static const char *word_of_now(const char *what)
{
	static const struct {
		const char *what, *word;
	} words[] = { { "verdict-wanted", "vendor" }, { "gone", "now" }, { "new-cpu", "like" } };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(what, words[i].what))
			return words[i].word;
	return "new";
}

static char *json_line(const struct update *update, const struct finding *it)
{
	const struct vendor_file *file = it->place.file ? vendor_file_of(&update->now, it->place.file) : NULL;
	json_t *object = json_object();
	char *text;

	set(object, "what", it->what);
	set(object, "file", file ? file->key : it->place.file && *it->place.file ? it->place.file : NULL);
	if (it->place.line)
		json_object_set_new(object, "line", json_integer(it->place.line));
	set(object, "unit", it->unit);
	set(object, "table", it->table);
	set(object, "name", it->name);
	set(object, "old", it->old);
	set(object, word_of_now(it->what), it->now);
	if (it->counts)
		set_counts(object, it->counts);
	if (it->count)
		json_object_set_new(object, "count", json_integer(it->count));
	set(object, "why", it->why);
	text = need(json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII));
	json_decref(object);
	return text;
}

static void add_fields(struct update *update)
{
	for (int i = 0; i < update->now.left_out_count; i++) {
		const struct left_out *it = &update->now.left_out[i];

		add_finding(&update->now,
			(struct finding){ .what = "field-left-out",
				.place = it->place,
				.name = it->what,
				.why = it->reason,
				.count = it->count });
	}
}

static bool print_report(const struct update *update, FILE *out)
{
	for (int i = 0; i < update->now.finding_count; i++) {
		char *line = json_line(update, &update->now.findings[i]);

		fprintf(out, "%s\n", line);
		free(line);
	}
	return !ferror(out);
}

bool write_report(struct update *update)
{
	FILE *file = NULL;
	bool good = true;

	add_fields(update);
	if (update->now.finding_count)
		qsort(update->now.findings, (size_t)update->now.finding_count, sizeof *update->now.findings, compare);
	if (update->json)
		print_report(update, stdout); /* main() checks for write errors */
	if (update->report) {
		file = fopen(update->report, "w");
		good &= file && print_report(update, file);
		good &= file && !fclose(file);
	}
	if (!good)
		report((struct place){ update->report, 0, 0 }, "%s", strerror(errno));
	return good;
}

/* ---- in words ---- */

/* Returns whether findings are only counted, as a line for each would drown the rest. */
static bool is_counted(const struct finding *it)
{
	static const char *const whats[] = { "absent", "added", "alias", "field-left-out", "ignored", "kept", "summary",
		"text-wanted" };

	for (size_t i = 0; i < sizeof whats / sizeof *whats; i++)
		if (!strcmp(it->what, whats[i]))
			return true;
	return is_plain_fact(it);
}

static long count_of(const struct update *update, const char *what)
{
	long count = 0;

	for (int i = 0; i < update->now.finding_count; i++)
		count += !strcmp(update->now.findings[i].what, what);
	return count;
}

static void say_finding(const struct finding *it)
{
	if (it->place.file && *it->place.file)
		say(stderr, "%s:%d: ", it->place.file, it->place.line);
	say(stderr, "%s: %s", it->what, it->name ? it->name : "");
	if (it->table)
		say(stderr, " (%s)", it->table);
	if (it->now && !strcmp(it->what, "new-cpu"))
		say(stderr, ": like %s", it->now);
	else if (it->old || it->now)
		say(stderr, ": %s%s%s", it->old ? it->old : "", it->old && it->now ? " -> " : "",
			it->now ? it->now : "");
	say(stderr, "%s%s\n", it->why ? ": " : "", it->why ? it->why : "");
}

void say_report(const struct update *update)
{
	static const char *const whats[] = { "added", "alias", "code-changed", "fact-changed", "verdict-wanted", "gone",
		"left-out", "row-skipped", "new-box", "new-cpu", "raised", "withdrawn-back", "text-wanted",
		"text-changed", "metric-added", "metric-changed", "metric-gone", "metric-renamed", "metric-waits",
		"metrics-wanted" };
	bool any = false;

	for (int i = 0; i < update->now.finding_count; i++)
		if (!is_counted(&update->now.findings[i]) &&
			strcmp(update->now.findings[i].what, "row-skipped") != 0)
			say_finding(&update->now.findings[i]);
	for (size_t i = 0; i < sizeof whats / sizeof *whats; i++) {
		long count = count_of(update, whats[i]);

		if (count)
			say(stderr, "%s%ld %s", any ? ", " : "", count, whats[i]);
		any |= count != 0;
	}
	say(stderr, "%s\n", any ? "" : "nothing new");
}
