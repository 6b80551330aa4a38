/*
 * Reads the manifest, and changes its lines.
 *
 *   source intel-perfmon url=... version=2026-08
 *   file SPR/events/sapphirerapids_core.json version=1.39 names=411 sum=9f2c1d0a source=intel-perfmon
 *     unit cpu table=intel_spr pmu=spr
 *     unit IRP ignore "no driver in the kernel"
 *   table intel_spr names=409 sum=1b2c3d4e own=160,9f2c1d0a
 *   verdict intel_icl icx TOPDOWN.BACKEND_BOUND_SLOTS keep 0xa4,0x2
 */
#define _GNU_SOURCE
#include "manifest.h"
#include "vendors/commands.h"
#include "vendors/rows/paths.h"

#include "compiler/model/parse.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char *word_for(const struct line *line, const char *key)
{
	for (int i = 2; i < line->count; i++)
		if (value_of(line->words[i].text, key))
			return value_of(line->words[i].text, key);
	return NULL;
}

/* Reports words that the statement does not have. */
static void check_words(const struct line *line, int from, const char *const *keys)
{
	for (int i = from; i < line->count; i++) {
		const char *const *key = keys;

		while (*key && !value_of(line->words[i].text, *key))
			key++;
		if (!*key)
			report(line->words[i].place, "unknown word %s", line->words[i].text);
	}
}

static void read_source_line(struct vendors *vendors, const struct line *line)
{
	static const char *const keys[] = { "url", "version", NULL };

	check_words(line, 2, keys);
	vendors->sources = grow(vendors->sources, vendors->source_count, sizeof *vendors->sources);
	vendors->sources[vendors->source_count++] = (struct vendors_source){ line->words[1].text, word_for(line, "url"),
		word_for(line, "version") };
}

static void read_file_line(struct vendors *vendors, const struct line *line)
{
	static const char *const keys[] = { "version", "names", "sum", "source", NULL };
	const struct vendors_file *other = find_vendors_file(vendors, line->words[1].text);

	check_words(line, 2, keys);
	if (other && !strcmp(other->path, line->words[1].text))
		report(line->words[1].place, "the file stands in line %d, too", other->place.line);
	vendors->files = grow(vendors->files, vendors->file_count, sizeof *vendors->files);
	vendors->files[vendors->file_count++] = (struct vendors_file){ .path = line->words[1].text,
		.version = word_for(line, "version"),
		.names = word_for(line, "names"),
		.sum = word_for(line, "sum"),
		.source = word_for(line, "source"),
		.place = line->words[1].place,
		.end = line->last,
		.last = line->last };
	vendors->last = line->last;
}

static void read_unit_line(struct vendors *vendors, const struct line *line)
{
	static const char *const keys[] = { "table", "pmu", "variant", "match", "role", NULL };
	struct vendors_file *file = vendors->file_count ? &vendors->files[vendors->file_count - 1] : NULL;
	/* may be preceded by patterns of names */
	bool ignored = line->count > 3 && !strcmp(line->words[line->count - 2].text, "ignore") && line->count < 6;
	struct vendors_unit unit = { .word = line->words[1].text,
		.table = word_for(line, "table"),
		.pmu = word_for(line, "pmu"),
		.variant = word_for(line, "variant"),
		.match = word_for(line, "match"),
		.role = word_for(line, "role"),
		.place = line->words[1].place };

	if (!file) {
		report(line->words[0].place, "a unit, but of no file");
		return;
	}
	if (ignored && (line->count == 4 || unit.match))
		unit.ignore = line->words[line->count - 1].text;
	else
		check_words(line, 2, keys);
	if (!unit.ignore && !unit.table)
		report(line->words[0].place, "expected table=TABLE, or ignore and a reason in quotes");
	file->units = grow(file->units, file->unit_count, sizeof *file->units);
	file->units[file->unit_count++] = unit;
	file->last = vendors->last = line->last;
}

/* Reads a hash such as "9f2c1d0a". */
static bool read_hash(const char *text, uint32_t *hash)
{
	char *end;

	*hash = (uint32_t)strtoul(text, &end, 16);
	return end == text + 8 && !*end;
}

/* Reads "table NAME names=NUMBER sum=HASH [own=NUMBER,HASH] [asked=NAME,...]". */
static void read_table_line(struct vendors *vendors, const struct line *line)
{
	static const char *const keys[] = { "names", "sum", "own", "asked", NULL };
	const char *names = word_for(line, "names"), *sum = word_for(line, "sum"), *own = word_for(line, "own");
	struct vendors_table table = { .name = line->words[1].text, .asked = word_for(line, "asked") };
	size_t length = own ? strcspn(own, ",") : 0;
	uint64_t number = 0, own_number = 0;

	check_words(line, 2, keys);
	if (!names || !parse_number(names, &number) || !sum || !read_hash(sum, &table.sum) || number > INT_MAX ||
		(own &&
			(!own[length] || !parse_number(copy_text(own, length), &own_number) || own_number > INT_MAX ||
				!read_hash(own + length + 1, &table.own_sum))))
		report(line->words[0].place, "expected names=NUMBER sum=HASH, and perhaps own=NUMBER,HASH");
	table.names = (int)number;
	table.own = (int)own_number;
	table.line = line->words[0].place.line;
	table.last = line->last;
	vendors->tables = grow(vendors->tables, vendors->table_count, sizeof *vendors->tables);
	vendors->tables[vendors->table_count++] = table;
	if (line->last > vendors->last_table)
		vendors->last_table = line->last;
}

/* Reads "verdict TABLE VARIANT|- NAME keep|fix CODE[,CODE]", or "... keep WORD[=VALUE]". */
static void read_verdict_line(struct vendors *vendors, const struct line *line)
{
	const char *code = line->count > 5 ? line->words[5].text : "";
	size_t length = strcspn(code, ",");
	struct verdict verdict = { .table = line->words[1].text, .has_code = true };
	bool fix = line->count == 6 && !strcmp(line->words[4].text, "fix");

	if (line->count == 6 && !strcmp(line->words[4].text, "keep") && is_fact_word(code)) {
		verdict.field = code;
		verdict.name = line->words[3].text;
		add_verdict(&vendors->verdicts, verdict);
		return;
	}
	if (line->count != 6 || (!fix && strcmp(line->words[4].text, "keep") != 0) ||
		!parse_number(copy_text(code, length), &verdict.first) ||
		(code[length] && !parse_number(code + length + 1, &verdict.second))) {
		report(line->words[0].place,
			"expected table, variant or -, the vendor's name, keep or fix, and the vendor's code, or keep "
			"and a word such as period");
		return;
	}
	verdict.name = line->words[3].text;
	verdict.fix = fix;
	add_verdict(&vendors->verdicts, verdict);
}

/* Reads "metrics SOURCE block=NAME". */
static void read_metrics_line(struct vendors *vendors, const struct line *line)
{
	static const char *const keys[] = { "block", NULL };
	const char *block = word_for(line, "block");

	check_words(line, 2, keys);
	if (!block) {
		report(line->words[0].place, "expected block=NAME");
		return;
	}
	vendors->metrics = grow(vendors->metrics, vendors->metrics_count, sizeof *vendors->metrics);
	vendors->metrics[vendors->metrics_count++] = (struct vendors_metrics){ line->words[1].text, block, false };
}

static const struct {
	const char *word;
	bool indented;
	void (*read)(struct vendors *vendors, const struct line *line);
} statements[] = { { "source", false, read_source_line }, { "file", false, read_file_line },
	{ "unit", true, read_unit_line }, { "table", false, read_table_line }, { "metrics", false, read_metrics_line },
	{ "verdict", false, read_verdict_line } };

static void read_statement(struct vendors *vendors, const struct line *line)
{
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		if (!strcmp(line->words[0].text, statements[i].word) && line->indented == statements[i].indented &&
			line->count > 1) {
			statements[i].read(vendors, line);
			return;
		}
	report(line->words[0].place, "expected source, file, table, metrics, verdict or, indented, unit");
}

static void read_manifest(struct vendors *vendors, const char *path)
{
	struct source source;

	*vendors = (struct vendors){ .text = { .path = path, .text = copy_text("", 0) } };
	vendors->is_there = !access(path, F_OK);
	if (!vendors->is_there)
		return;
	vendors->text.text = read_file(path, &vendors->text.length);
	if (!vendors->text.text)
		return;
	source = cut_source(path, copy_text(vendors->text.text, vendors->text.length), vendors->text.length);
	for (int i = 0; i < source.count; i++)
		read_statement(vendors, &source.lines[i]);
}

void read_vendors(struct vendors *vendors, const char *directory)
{
	read_manifest(vendors, joined(directory, "/", "vendors"));
}

bool is_manifest_good(const char *path)
{
	const int errors = error_count();
	struct vendors vendors;

	read_manifest(&vendors, path);
	return error_count() == errors;
}

/* ---- looking up ---- */

struct vendors_file *find_vendors_file(const struct vendors *vendors, const char *path)
{
	struct vendors_file *found = NULL;

	for (int i = 0; i < vendors->file_count; i++) {
		struct vendors_file *file = &vendors->files[i];

		if (!strcmp(file->path, path))
			return file;
		/* of one base name too, but only if one of the two has no directory, as collections may share names */
		if (!strcmp(base_name(file->path), base_name(path)) && ends_with(path, ".json") &&
			(!strchr(path, '/') || !strchr(file->path, '/')))
			found = file;
	}
	return found;
}

static bool matches(const char *patterns, const char *name)
{
	for (struct item *item = patterns ? cut_list(patterns) : NULL; item; item = item->next)
		if (!fnmatch(item->text, name, FNM_CASEFOLD))
			return true;
	return !patterns;
}

/* Returns whether the PMU's name has the part "free". */
static bool is_free_running(const struct vendors_unit *unit)
{
	const char *pmu = unit->pmu ? unit->pmu : "", *at = strstr(pmu, "_free");

	return at && (!at[5] || at[5] == '{' || at[5] == '_');
}

const struct vendors_unit *find_vendors_unit(const struct vendors_file *file, const char *word, const char *name,
	bool free_running)
{
	const struct vendors_unit *found = NULL;

	for (int i = 0; i < file->unit_count; i++) {
		const struct vendors_unit *unit = &file->units[i];

		if (strcasecmp(unit->word, word) != 0 || !matches(unit->match, name))
			continue;
		if (unit->match || unit->ignore || is_free_running(unit) == free_running)
			return unit;
		if (!found)
			found = unit;
	}
	return found;
}

/* ---- changing ---- */

static void add_file_line(struct line_text *line, const char *path, const char *source, const char *version, int names,
	const char *sum)
{
	bool quoted = strpbrk(path, " \t") != NULL, version_quoted = strpbrk(version, " \t") != NULL;

	add(line, "file %s%s%s %sversion=%s%s names=%d sum=%s source=%s", quoted ? "\"" : "", path, quoted ? "\"" : "",
		version_quoted ? "\"" : "", version, version_quoted ? "\"" : "", names, sum, source);
}

/* Replaces a line and its continuation lines by text; NULL: by none. */
static void replace_lines(struct vendors *vendors, int first, int last, char *text)
{
	vendors->text.lines[first].text = text;
	while (++first <= last)
		vendors->text.lines[first].text = NULL;
}

const struct vendors_table *find_vendors_table(const struct vendors *vendors, const char *name)
{
	for (int i = 0; i < vendors->table_count; i++)
		if (!strcmp(vendors->tables[i].name, name))
			return &vendors->tables[i];
	return NULL;
}

void set_vendors_table(struct vendors *vendors, const struct vendors_table *table)
{
	const struct vendors_table *had = find_vendors_table(vendors, table->name);
	struct line_text line = { 0 };

	if (table->names < 0) {
		if (had)
			replace_lines(vendors, had->line, had->last, NULL);
		return;
	}
	add(&line, "table %s names=%d sum=%08x", table->name, table->names, (unsigned)table->sum);
	if (table->own)
		add(&line, " own=%d,%08x", table->own, (unsigned)table->own_sum);
	if (table->asked)
		add(&line, " asked=%s", table->asked);
	if (had)
		replace_lines(vendors, had->line, had->last, line.text);
	else if (vendors->last_table)
		add(&vendors->text.lines[vendors->last_table].behind, "%s\n", line.text);
	else
		add(&vendors->text.lines[vendors->text.line_count].behind, "%s\n", line.text);
}

void set_vendors_file(struct vendors *vendors, const char *path, const char *source, const char *version, int names,
	const char *sum)
{
	struct vendors_file *file = find_vendors_file(vendors, path);
	struct line_text line = { 0 };

	if (file && file->version && !strcmp(version, "-"))
		version = file->version; /* keep the old version, if the files do not tell theirs */
	add_file_line(&line, file ? file->path : path, source, version, names, sum);
	if (file) {
		char *had = vendors->text.lines[file->end].text;
		const char *comment = had ? strstr(had, " #") : NULL;

		if (comment)
			add(&line, "%s", comment);
		replace_lines(vendors, file->place.line, file->end, line.text);
		return;
	}
	vendors->files = grow(vendors->files, vendors->file_count, sizeof *vendors->files);
	vendors->files[vendors->file_count++] = (struct vendors_file){ .path = path, .last = vendors->last };
	add(&vendors->text.lines[vendors->last].behind, "%s\n", line.text);
}

void add_vendors_unit(struct vendors *vendors, const char *path, const char *unit, const char *table, const char *pmu,
	const char *variant)
{
	const struct vendors_file *file = find_vendors_file(vendors, path);
	bool quoted = strpbrk(unit, " \t") != NULL;
	struct line_text *behind;

	if (!file)
		return;
	behind = &vendors->text.lines[file->last].behind;
	add(behind, "  unit %s%s%s table=%s pmu=%s", quoted ? "\"" : "", unit, quoted ? "\"" : "", table, pmu);
	if (variant)
		add(behind, " variant=%s", variant);
	add(behind, "\n");
}

void add_vendors_metrics(struct vendors *vendors, const char *source, const char *block)
{
	vendors->metrics = grow(vendors->metrics, vendors->metrics_count, sizeof *vendors->metrics);
	vendors->metrics[vendors->metrics_count++] = (struct vendors_metrics){ source, block, true };
}

void set_vendors_metrics(struct vendors *vendors)
{
	for (int i = 0; i < vendors->metrics_count; i++)
		if (vendors->metrics[i].is_new)
			add(&vendors->text.lines[vendors->text.line_count].behind, "metrics %s block=%s\n",
				vendors->metrics[i].source, vendors->metrics[i].block);
}
