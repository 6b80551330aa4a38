/* The text of a tree: read as the compiler reads it, changed line by line, and read again from memory. */
#include "merge.h"
#include "vendors/rows/paths.h"
#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- which files ---- */

static bool is_file_of(const struct tree_file *file, const struct stat *status)
{
	struct stat its;

	return file->inode == status->st_ino && !stat(file->path, &its) && its.st_dev == status->st_dev &&
	       its.st_ino == status->st_ino;
}

struct tree_file *tree_file_of(struct tree *tree, const char *path)
{
	struct stat status;

	for (int i = 0; i < tree->file_count; i++)
		if (!strcmp(tree->files[i].path, path))
			return &tree->files[i];
	if (stat(path, &status))
		return NULL;
	for (int i = 0; i < tree->file_count; i++)
		if (is_file_of(&tree->files[i], &status))
			return &tree->files[i];
	return NULL;
}

void add_tree_file(struct tree *tree, const char *path, char *text, size_t length, bool is_with)
{
	struct stat status;

	tree->files = grow(tree->files, tree->file_count, sizeof *tree->files);
	tree->files[tree->file_count++] =
		(struct tree_file){ .path = path, .inode = stat(path, &status) ? 0 : status.st_ino, .text = text,
				    .length = length, .is_with = is_with };
}

/* Reads each file once, whatever its name. */
static void read_tree_file(struct tree *tree, const char *path, bool is_with)
{
	size_t length;
	char *text;

	if (tree_file_of(tree, path))
		return;
	text = read_file(path, &length);
	if (text)
		add_tree_file(tree, path, text, length, is_with);
}

static bool is_of_layouts(const char *path)
{
	const char *base = base_name(path);

	return !strcmp(base, "layouts.pmu") || !strncmp(base, "sharing", 7) || !strncmp(base, "aliases", 7);
}

/* Adds the layouts of a directory, or the rest of its files. */
static void add_inner(struct tree *tree, const char *path, bool is_with, bool layouts)
{
	struct name_list inner = { 0 };

	if (!read_directory(path, &inner)) {
		if (ends_with(path, ".pmu") && ends_with(path, "layouts.pmu") == layouts)
			read_tree_file(tree, path, is_with);
		return;
	}
	for (int i = 0; i < inner.count; i++)
		add_inner(tree, inner.names[i], is_with, layouts);
}

static void add_layouts_of(struct tree *tree, const char *path, bool is_with)
{
	struct name_list inner = { 0 };

	if (read_directory(path, &inner))
		for (int i = 0; i < inner.count; i++)
			add_layouts_of(tree, inner.names[i], is_with);
	else if (ends_with(path, ".pmu") && is_of_layouts(path))
		read_tree_file(tree, path, is_with);
}

void add_tree_path(struct tree *tree, const char *path, bool is_with, bool layouts_only)
{
	struct stat status;

	if (!stat(path, &status) && !S_ISDIR(status.st_mode)) {
		read_tree_file(tree, path, is_with);
	} else if (layouts_only) {
		add_layouts_of(tree, path, is_with);
	} else {
		add_inner(tree, path, is_with, true);
		add_inner(tree, path, is_with, false);
	}
}

/* ---- the model ---- */

static void keep_takers(struct tree *tree, const struct source *source)
{
	for (int i = 0; i < source->count; i++) {
		const struct line *line = &source->lines[i];
		bool like = !strcmp(line->words[0].text, "events") && line->count > 3 &&
			    !strcmp(line->words[2].text, "like");

		if (!like && (line->count < 2 || strcmp(line->words[0].text, "use") != 0))
			continue;
		tree->takers = grow(tree->takers, tree->taker_count, sizeof *tree->takers);
		tree->takers[tree->taker_count++] = line;
	}
}

bool read_blocks(struct tree *tree)
{
	const int errors = error_count();

	tree->model = (struct model){ 0 };
	tree->taker_count = 0;
	for (int i = 0; i < tree->file_count; i++) {
		struct tree_file *file = &tree->files[i];

		parse_text(&tree->model, file->path, copy_text(file->text, file->length), file->length);
		file->source = tree->model.sources[tree->model.source_count - 1];
		keep_takers(tree, file->source);
	}
	return error_count() == errors;
}

bool read_tree(struct tree *tree)
{
	const int errors = error_count();

	if (!read_blocks(tree))
		return false;
	parse_layouts(&tree->model);
	bind_model(&tree->model);
	if (error_count() > errors)
		return false;
	parse_rows(&tree->model);
	return error_count() == errors;
}

/* ---- lines ---- */

void open_lines(struct tree_file *file)
{
	char *text = copy_text(file->text, file->length), *next;

	/* lines are numbered from 1; text behind number 0 goes to the beginning */
	file->lines = grow(NULL, 0, sizeof *file->lines);
	file->lines[0] = (struct merged_line){ 0 };
	file->line_count = 0;
	for (char *at = text; *at; at = next) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		else
			next = at + strlen(at);
		file->lines = grow(file->lines, file->line_count + 1, sizeof *file->lines);
		file->lines[++file->line_count] = (struct merged_line){ .text = at };
	}
}

bool close_lines(struct tree_file *file)
{
	struct line_text text = { 0 };
	bool other;

	for (int i = 0; i <= file->line_count; i++) {
		const struct merged_line *line = &file->lines[i];

		add(&text, "%s%s%s", line->text ? line->text : "", line->text ? "\n" : "",
		    line->behind.text ? line->behind.text : "");
		free(line->behind.text);
	}
	free(file->lines);
	file->lines = NULL;
	other = text.text && strcmp(text.text, file->text) != 0;
	if (other) {
		file->text = text.text;
		file->length = text.length;
		file->changed = true;
	}
	return other;
}

static const struct line *line_of_source(const struct source *source, int number)
{
	int low = 0, high = source->count;

	while (low < high) {
		int middle = (low + high) / 2;

		if (source->lines[middle].words[0].place.line < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < source->count && source->lines[low].words[0].place.line == number ? &source->lines[low] : NULL;
}

const struct line *tree_line_at(const struct tree *tree, struct place place)
{
	for (int i = 0; i < tree->file_count; i++)
		if (tree->files[i].path == place.file) {
			const struct line *line = line_of_source(tree->files[i].source, place.line);

			return line && line->count > 1 ? line : NULL;
		}
	return NULL;
}
