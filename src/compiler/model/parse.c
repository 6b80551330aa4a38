/* Parses blocks, and the order of PMUs. */
#include "parse.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Returns the rows of a block, up to the beginning of the next one. */
static struct block parse_block(const struct source *source, int *number)
{
	struct block block = { .name = source->lines[*number].words[1], .source = source, .first_line = *number };

	do
		++*number;
	while (*number < source->count && !starts_block(&source->lines[*number]));
	block.last_line = *number;
	return block;
}

static void parse_variants(struct table *table, struct word word, const char *list)
{
	for (struct item *item = cut_list(list); item; item = item->next) {
		if (table->variant_count < MAX_VARIANTS)
			table->variants[table->variant_count++] = item->text;
		else
			report(word.place, "more than %d variants", MAX_VARIANTS);
	}
}

/* Parses "events NAME [like OTHER] [variants=LIST] [mods=LIST] [ctr=LIST] [ctr-nosmt=LIST]". */
static void parse_events(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct table *table = need(calloc(1, sizeof *table));

	table->name = line->words[1].text;
	table->place = line->words[1].place;
	if (find_table(model, table->name))
		report(table->place, "another table is called %s", table->name);
	if (line->count > 3 && !strcmp(line->words[2].text, "like"))
		table->like = line->words[3];
	for (int i = 2; i < line->count; i++) {
		const char *list = value_of(line->words[i].text, "variants");

		if (list)
			parse_variants(table, line->words[i], list);
	}
	table->block = parse_block(source, number);
	model->tables = grow(model->tables, model->table_count, sizeof *model->tables);
	model->tables[model->table_count++] = table;
}

static struct block *add_block(struct block ***list, int *count, const struct source *source, int *number)
{
	struct block *block = need(malloc(sizeof *block));

	*block = parse_block(source, number);
	*list = grow(*list, *count, sizeof **list);
	(*list)[(*count)++] = block;
	return block;
}

static void parse_umasks(struct model *model, const struct source *source, int *number)
{
	struct word name = source->lines[*number].words[1];

	if (find_umask_block(model, name.text))
		report(name.place, "other unit masks are called %s", name.text);
	add_block(&model->umask_blocks, &model->umask_block_count, source, number);
}

static void parse_extend(struct model *model, const struct source *source, int *number)
{
	add_block(&model->extensions, &model->extension_count, source, number);
}

static const struct {
	const char *word;
	void (*parse)(struct model *model, const struct source *source, int *number);
} blocks[] = {
	{ "pmu", parse_pmu }, { "layout", parse_layout }, { "events", parse_events }, { "umasks", parse_umasks },
	{ "extend", parse_extend }, { "groups", parse_groups }, { "lists", parse_lists },
	{ "sharing", parse_sharing }, { "metrics", parse_metrics }, { "aliases", parse_aliases } };

static void parse_a_block(struct model *model, const struct source *source, int *number)
{
	for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
		if (!strcmp(source->lines[*number].words[0].text, blocks[i].word)) {
			blocks[i].parse(model, source, number);
			return;
		}
}

void parse_used(struct model *model, const struct source *source)
{
	for (int i = 0; i < source->count; i++) {
		int number = i;

		if (source->lines[i].used)
			parse_a_block(model, source, &number);
	}
}

/* Parses all blocks of a source. Rows are only cut here, and read after all layouts and PMUs. */
static void parse_source(struct model *model, const struct source *source)
{
	int number = 0;

	while (number < source->count) {
		const struct line *line = &source->lines[number];

		if (!starts_block(line)) {
			report_no_block(line);
			number++;
			continue;
		}
		if (line->text)
			report(line->text_place, "a description, but of nothing");
		parse_a_block(model, source, &number);
	}
}

/* Keeps a source until the end, as the model refers to its lines. */
static void keep_source(struct model *model, struct source source)
{
	struct source *kept = need(malloc(sizeof *kept));

	*kept = source;
	kept->of_package = model->adding;
	model->sources = grow(model->sources, model->source_count, sizeof *model->sources);
	model->sources[model->source_count++] = kept;
	if (!model->adding)
		parse_source(model, kept);
}

void parse_text(struct model *model, const char *path, char *bytes, size_t length)
{
	keep_source(model, cut_source(path, bytes, length));
}

static void parse_file(struct model *model, const char *path)
{
	keep_source(model, read_source(path));
}

/* Parses files of these names in the directory, or, with a pattern as below, in the directories in it. False: none. */
static bool parse_files_in(struct model *model, const char *directory, const char *below, const char *names)
{
	size_t length = strlen(directory) + strlen(below) + strlen(names) + sizeof "/";
	char *pattern = need(malloc(length));
	glob_t files;
	bool found;

	snprintf(pattern, length, "%s/%s%s", directory, below, names);
	found = !glob(pattern, 0, NULL, &files);
	for (size_t i = 0; found && i < files.gl_pathc; i++)
		parse_file(model, copy_text(files.gl_pathv[i], strlen(files.gl_pathv[i])));
	if (found)
		globfree(&files);
	free(pattern);
	return found;
}

void parse_directory(struct model *model, const char *directory, const char *names, bool may_lack)
{
	if (!parse_files_in(model, directory, "*/", names) && !parse_files_in(model, directory, "", names) && !may_lack)
		report((struct place){ directory, 0, 0 }, "no table text (%s) in the directories here", names);
}

void parse_path(struct model *model, const char *path)
{
	struct stat status;

	if (stat(path, &status) || !S_ISDIR(status.st_mode))
		parse_file(model, path);
	else
		parse_directory(model, path, "*.pmu", false);
}

void parse_order(struct model *model, const char *path)
{
	struct source source = model->order_lines ? *model->order_lines : read_source(path);

	for (int i = 0; i < source.count; i++) {
		struct word word = source.lines[i].words[0];
		struct pmu *found = find_pmu(model, word.text);

		if (!found || found->ordered) {
			report(word.place, found ? "PMU %s stands here twice" : "no PMU %s", word.text);
			continue;
		}
		found->ordered = true;
		model->order = grow(model->order, model->order_count, sizeof *model->order);
		model->order[model->order_count++] = found;
	}
	for (int k = 0; k < model->pmu_count; k++)
		if (!model->pmus[k]->ordered)
			report(model->pmus[k]->name.place, "PMU %s is not in %s", model->pmus[k]->name.text, path);
}

static bool is_used(const struct model *model, const struct layout *layout)
{
	for (int i = 0; i < model->pmu_count; i++)
		if (model->pmus[i]->layout_name.text && !strcmp(model->pmus[i]->layout_name.text, layout->name))
			return true;
	return false;
}

/* Adds a PMU for "extend PMU layout LAYOUT": the rows are a table of their own, and the PMU is one by name only. */
static void add_extension(struct model *model, const struct block *block)
{
	const struct line *line = &block->source->lines[block->first_line];
	struct table *table = need(calloc(1, sizeof *table));
	struct pmu *pmu = need(calloc(1, sizeof *pmu));
	size_t room = strlen(block->name.text) + sizeof "extend ";
	char *name = need(malloc(room));

	snprintf(name, room, "extend %s", block->name.text);
	table->name = name; /* a table cannot have such a name, as it has a blank */
	pmu->desc = block->name.text;
	table->place = block->name.place;
	table->block = *block;
	model->tables = grow(model->tables, model->table_count, sizeof *model->tables);
	model->tables[model->table_count++] = table;
	pmu->name = block->name;
	pmu->layout_name = line->words[3];
	pmu->data.flags = PMU_EXTENSION;
	pmu->data.codes = 1;
	pmu->parts = need(calloc(1, sizeof *pmu->parts));
	pmu->parts->table = (struct word){ table->name, block->name.place };
	pmu->parts->all_rows = true;
	pmu->part_count = 1;
	model->pmus = grow(model->pmus, model->pmu_count, sizeof *model->pmus);
	model->pmus[model->pmu_count++] = pmu;
}

void part_extensions(struct model *model)
{
	int kept = 0, pmu_count = model->pmu_count;

	for (int i = 0; i < model->extension_count; i++) {
		struct block *block = model->extensions[i];
		const struct line *line = &block->source->lines[block->first_line];
		bool has_layout = line->count > 3 && !strcmp(line->words[2].text, "layout"), is_here = false;

		for (int k = 0; k < pmu_count; k++)
			is_here |= !strcmp(model->pmus[k]->name.text, block->name.text);
		if (!is_here && has_layout && model->loaded)
			add_extension(model, block);
		else
			model->extensions[kept++] = block;
		if (has_layout && (is_here || !model->loaded))
			report(line->words[2].place,
			       "layout is for a file that is loaded, and a PMU that is not in it");
		else if (!has_layout && !is_here && model->loaded)
			report(block->name.place,
			       "%s is not here; with layout and its layout it is extended where the file is loaded",
			       block->name.text);
	}
	model->extension_count = kept;
}

void keep_used(struct model *model)
{
	int kept = 0;

	for (int i = 0; i < model->layout_count; i++)
		if (is_used(model, model->layouts[i]))
			model->layouts[kept++] = model->layouts[i];
	model->layout_count = kept;
	model->order = model->pmus;
	model->order_count = model->pmu_count;
}
