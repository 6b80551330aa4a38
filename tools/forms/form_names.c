/* The names of all tools' forms. */
#define _GNU_SOURCE
#include "form_names.h"

#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

static const struct form_name names[] = {
#define PERF_ENCODE_FORM(name, help, ...) { "perf_encode", name, help },
#define EVT2RAW_FORM(name, help, ...) { "evt2raw", name, help },
#define PFMEXPORT_FORM(name, help, ...) { "pfmexport", name, help },
#define PFMSTAT_FORM(name, help, ...) { "pfmstat", name, help },
#include "forms.def"
};

enum { NAMES = sizeof names / sizeof names[0] };

const struct form_name *next_form(const char *tool, const struct form_name *at)
{
	for (at = at ? at + 1 : names; at < names + NAMES; at++)
		if (!strcmp(at->tool, tool))
			return at;
	return NULL;
}

/* Returns how the form of another tool is asked for. */
static const char *how_to_ask(const struct form_name *form)
{
	return strcmp(form->tool, "pfmexport") ? "--as " : "";
}

/* Says which forms a tool has. */
static void refuse_form(const char *tool, const char *name)
{
	char *list = NULL;
	size_t size;
	FILE *out = open_memstream(&list, &size);

	for (const struct form_name *at = next_form(tool, NULL); out && at; at = next_form(tool, at))
		fprintf(out, "%s%s", at == next_form(tool, NULL) ? "" : ", ", at->name);
	if (out && close_text(out, &list))
		wrong_usage("unknown form %s, choose from: %s", name, list);
	free(list);
}

int find_form(const char *tool, const char *name)
{
	int number = 0;

	for (const struct form_name *at = next_form(tool, NULL); at; at = next_form(tool, at), number++)
		if (!strcmp(at->name, name))
			return number;
	for (int i = 0; i < NAMES; i++)
		if (!strcmp(names[i].name, name)) {
			wrong_usage("%s is a form of %s: %s %s%s", name, names[i].tool, names[i].tool,
				    how_to_ask(&names[i]), name);
			return -1;
		}
	refuse_form(tool, name);
	return -1;
}

void print_form_lines(const char *tool)
{
	for (const struct form_name *at = next_form(tool, NULL); at; at = next_form(tool, at))
		printf("      %-15s%s\n", at->name, at->help);
}
