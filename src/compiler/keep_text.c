/*
 * The text of a file of tables, which the file has with it: rows do not say how layouts, variants and blocks are
 * called, and what people gave names to should be read, compared and mended under these names. It is written in one
 * way, whatever it was written like: without comments, one blank between words, a description on its row's line. Of
 * this package's layouts it has those that are used, so that it can be compiled anywhere.
 */
#define _GNU_SOURCE
#include "compile.h"
#include "parse.h"

#include "tables/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which of the package's blocks are used ---- */

static int last_line(const struct source *source, int first)
{
	int last = first + 1;

	while (last < source->count && !starts_block(&source->lines[last]))
		last++;
	return last;
}

static void use_block(struct model *model, const char *kind, const char *name);

/* What the lines of a block name: layouts and sharing blocks. */
static void use_what_it_names(struct model *model, const struct source *source, int first)
{
	const struct line *header = &source->lines[first];
	bool is_like = header->count > 3 && !strcmp(header->words[2].text, "like");
	bool has_layout = header->count > 3 && !strcmp(header->words[2].text, "layout");

	if (is_like || has_layout)
		use_block(model, is_like ? header->words[0].text : "layout", header->words[3].text);
	if (strcmp(header->words[0].text, "pmu") != 0 && strcmp(header->words[0].text, "layout") != 0)
		return;
	for (int i = first + 1, last = last_line(source, first); i < last; i++)
		if (is_statement(&source->lines[i], "layout") || is_statement(&source->lines[i], "sharing"))
			use_block(model, source->lines[i].words[0].text, source->lines[i].words[1].text);
}

/* A block of the package, and what it names. */
static void use_block(struct model *model, const char *kind, const char *name)
{
	for (int s = 0; s < model->source_count; s++) {
		struct source *source = model->sources[s];

		for (int i = 0; source->of_package && i < source->count; i++) {
			struct line *line = &source->lines[i];

			if (line->used || !is_statement(line, kind) || strcmp(line->words[1].text, name) != 0)
				continue;
			line->used = true;
			use_what_it_names(model, source, i);
		}
	}
}

static void find_used(struct model *model)
{
	for (int s = 0; s < model->source_count; s++)
		for (int i = 0; !model->sources[s]->of_package && i < model->sources[s]->count; i++)
			if (starts_block(&model->sources[s]->lines[i]))
				use_what_it_names(model, model->sources[s], i);
}

/* ---- writing ---- */

static void write_word(FILE *file, const char *word)
{
	bool quoted = strchr("#\"", *word) || !strcmp(word, ":") || !strcmp(word, "\\") || strpbrk(word, " \t");

	fprintf(file, quoted ? "\"%s\"" : "%s", word);
}

static void write_line(FILE *file, const struct line *line)
{
	fputs(line->indented ? "  " : "", file);
	for (int i = 0; i < line->count; i++) {
		if (i)
			fputc(' ', file);
		write_word(file, line->words[i].text);
	}
	if (line->formula)
		fprintf(file, " %s", line->formula);
	if (line->text)
		fprintf(file, " : %s", line->text);
	fputc('\n', file);
}

static void write_block(FILE *file, const struct source *source, int first)
{
	if (ftell(file))
		fputc('\n', file);
	for (int i = first, last = last_line(source, first); i < last; i++)
		write_line(file, &source->lines[i]);
}

static void write_sources(FILE *file, const struct model *model, bool of_package)
{
	for (int s = 0; s < model->source_count; s++) {
		const struct source *source = model->sources[s];

		for (int i = 0; source->of_package == of_package && i < source->count; i++)
			if (starts_block(&source->lines[i]) && (!of_package || source->lines[i].used))
				write_block(file, source, i);
	}
}

void keep_text(struct model *model, struct body *body)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = need(open_memstream(&text, &size));

	find_used(model);
	write_sources(file, model, false);
	write_sources(file, model, true);
	if (fclose(file))
		need(NULL);
	if (size > INT32_MAX)
		report(model->order[0]->name.place, "more than %d bytes of text", INT32_MAX);
	free(body->sections[SECTION_source].rows);
	body->sections[SECTION_source].rows = text;
	body->sections[SECTION_source].count = (uint32_t)size;
}
