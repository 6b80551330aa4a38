/*
 * Keeps the text of a file of tables in the file: rows do not have the names of layouts, variants and blocks, which
 * people need to read, compare and correct the tables. It is written in standard form: without comments, with one blank
 * between words and the description on the row's line. It includes the layouts of this package that are used, so that
 * it can be compiled anywhere.
 */
#define _GNU_SOURCE
#include "compiler/compile.h"
#include "compiler/model/parse.h"

#include "tables/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int last_line(const struct source *source, int first)
{
	int last = first + 1;

	while (last < source->count && !starts_block(&source->lines[last]))
		last++;
	return last;
}

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
		if (!is_of_lender(source, first, &source->lines[i]))
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

	write_sources(file, model, false);
	write_sources(file, model, true);
	need(fclose(file) ? NULL : text); /* glibc's fclose() succeeds even if the text could not be allocated */
	if (size > INT32_MAX)
		report(model->order[0]->name.place, "more than %d bytes of text", INT32_MAX);
	free(body->sections[SECTION_source].rows);
	body->sections[SECTION_source].rows = text;
	body->sections[SECTION_source].count = (uint32_t)size;
}
