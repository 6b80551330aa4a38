/*
 * pmuc, the table compiler: text -> one C file of constant data. Runs on the build machine.
 *
 *   pmuc [--allow-missing] -o OUT.c ORDER FILE.pmu|FOLDER ...
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

static int usage(void)
{
	fputs("usage: pmuc [--allow-missing] -o OUT.c ORDER FILE.pmu|FOLDER ...\n", stderr);
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

int main(int argc, char **argv)
{
	struct model model = { 0 };
	struct body body = { 0 };
	const char *out = NULL;
	bool allow_missing = false;
	int first = 1;

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
	if (!out || argc - first < 2)
		return usage();
	for (int i = first + 1; i < argc; i++)
		parse_path(&model, argv[i]);
	parse_layouts(&model);
	parse_order(&model, argv[first]);
	bind_model(&model);
	parse_rows(&model);
	check_model(&model, allow_missing);
	if (error_count())
		return give_up();
	build_body(&model, &body);
	if (error_count())
		return give_up();
	print_summary(&model);
	return write_c(&model, &body, out) ? 0 : 1;
}
