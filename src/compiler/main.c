/*
 * pmuc, the table compiler: text -> one C file of constant data, when the library is built, or a file that it loads.
 *
 *   pmuc [--allow-missing] -o OUT.c ORDER FILE.pmu|FOLDER ...
 *   pmuc [--allow-missing] -o OUT.pmt FILE.pmu|FOLDER ...
 *
 * Exit status 0: written; 1: errors in the text, nothing written; 2: wrong usage or no memory.
 */
#include "build.h"
#include "check.h"
#include "diff.h"
#include "format.h"
#include "import.h"
#include "parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the package's own Makefile does not build it. */
#ifndef LAYOUT_FOLDER
#define LAYOUT_FOLDER "/usr/share/pfmkit/layouts"
#endif

static int usage(void)
{
	fputs("usage: pmuc [--allow-missing] -o OUT.c ORDER FILE.pmu|FOLDER ...\n"
	      "       pmuc [--allow-missing] -o OUT.pmt FILE.pmu|FOLDER ...\n", stderr);
	return 2;
}

static int give_up(void)
{
	fprintf(stderr, "%d error%s; nothing written\n", error_count(), error_count() == 1 ? "" : "s");
	return 1;
}

static void print_summary(const struct model *model)
{
	int pmus = 0, events = 0, umasks = 0, groups = 0;

	for (int i = 0; i < model->pmu_count; i++)
		pmus += model->pmus[i]->instance_count ? model->pmus[i]->instance_count : 1;
	for (int i = 0; i < model->table_count; i++) {
		events += model->tables[i]->event_count;
		for (int k = 0; k < model->tables[i]->event_count; k++)
			umasks += model->tables[i]->events[k].umask_count;
	}
	for (int i = 0; i < model->group_set_count; i++)
		groups += model->group_sets[i]->group_count;
	printf("%d PMUs, %d tables, %d events, %d unit masks, ", pmus, model->table_count, events, umasks);
	if (groups)
		printf("%d groups, ", groups);
	printf("%d descriptions missing\n", model->missing_texts);
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), shorter = strlen(end);

	return length >= shorter && !strcmp(text + length - shorter, end);
}

/* Layouts are mostly those of this package, which an installed pmuc finds in a folder. */
static void add_layouts(struct model *model)
{
	for (int i = 0; i < model->pmu_count; i++)
		if (model->pmus[i]->layout_name.text && !find_layout(model, model->pmus[i]->layout_name.text)) {
			if (!access(LAYOUT_FOLDER, R_OK))
				parse_path(model, LAYOUT_FOLDER);
			return;
		}
}

/* All of it but the rows. order: NULL for a file that is loaded. */
static void parse_all(struct model *model, const char *order, char *const *paths, int count)
{
	for (int i = 0; i < count; i++)
		parse_path(model, paths[i]);
	if (model->loaded)
		add_layouts(model);
	parse_layouts(model);
	if (model->loaded)
		keep_used(model);
	else
		parse_order(model, order);
	bind_model(model);
	parse_rows(model);
}

int main(int argc, char **argv)
{
	struct model model = { 0 };
	struct body body = { 0 };
	const char *out = NULL;
	bool allow_missing = false;
	int first = 1, rest;

	if (argc > 1 && !strcmp(argv[1], "import"))
		return import_main(argc - 2, argv + 2);
	if (argc > 1 && !strcmp(argv[1], "--diff"))
		return diff_main(argc - 2, argv + 2);
	if (argc > 1 && !strcmp(argv[1], "--format"))
		return format_main(argc - 2, argv + 2);
	for (; first < argc && *argv[first] == '-'; first++) {
		if (!strcmp(argv[first], "--allow-missing"))
			allow_missing = true;
		else if (!strcmp(argv[first], "-o") && first + 1 < argc)
			out = argv[++first];
		else
			return usage();
	}
	if (!out)
		return usage();
	model.loaded = ends_in(out, ".pmt");
	rest = first + !model.loaded;
	if (rest >= argc)
		return usage();
	parse_all(&model, argv[first], argv + rest, argc - rest);
	check_model(&model, allow_missing);
	if (error_count())
		return give_up();
	build_body(&model, &body);
	if (error_count())
		return give_up();
	print_summary(&model);
	return (model.loaded ? write_file(&body, out) : write_c(&model, &body, out)) ? 0 : 1;
}
