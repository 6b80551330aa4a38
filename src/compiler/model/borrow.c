/*
 * Text for a file to be loaded may refer to blocks that it does not have: layouts, tables that its own are like, rows
 * and unit masks that it uses. These come from this package's text, which is installed, or in the directory
 * PFMKIT_LAYOUTS. The blocks named, and those that they name, are parsed and kept with the file.
 */
#include "compiler/compile.h"
#include "parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Default for builds without the package's Makefile. */
#ifndef LAYOUT_DIRECTORY
#define LAYOUT_DIRECTORY "/usr/share/pfmkit/layouts"
#endif

/* The line where a block begins. */
struct heading {
	struct source *source;
	int line;
};

/* The part of the package that has been read: most text needs layouts only, a tenth of it. */
enum reach { OWN, LAYOUTS, ALL };

struct shelf {
	struct model *model;
	const char *directory;
	struct heading *headings; /* those of the text first: they have precedence over the package's */
	int count, sources;       /* numbers of headings, and of sources that they are from */
	enum reach reach;
};

static void add_headings(struct shelf *shelf)
{
	for (; shelf->sources < shelf->model->source_count; shelf->sources++) {
		struct source *source = shelf->model->sources[shelf->sources];

		for (int i = 0; i < source->count; i++) {
			if (!starts_block(&source->lines[i]))
				continue;
			shelf->headings = grow(shelf->headings, shelf->count, sizeof *shelf->headings);
			shelf->headings[shelf->count++] = (struct heading){ source, i };
		}
	}
}

static void read_names(struct shelf *shelf, const char *names)
{
	shelf->model->adding = true;
	parse_directory(shelf->model, shelf->directory, names, true);
	shelf->model->adding = false;
}

static void read_more(struct shelf *shelf)
{
	if (++shelf->reach == LAYOUTS) {
		read_names(shelf, "layouts.pmu");
		read_names(shelf, "sharing*.pmu");
		read_names(shelf, "aliases*.pmu");
	} else {
		read_names(shelf, "*.pmu");
	}
	add_headings(shelf);
}

static bool has_heading(const struct shelf *shelf, const char *kind, const char *name, struct heading *found)
{
	for (int i = 0; i < shelf->count; i++) {
		const struct line *line = &shelf->headings[i].source->lines[shelf->headings[i].line];

		*found = shelf->headings[i];
		if (!strcmp(line->words[0].text, kind) && !strcmp(line->words[1].text, name))
			return true;
	}
	return false;
}

static void use_what_it_names(struct shelf *shelf, struct heading heading);

/* Marks a block that another one names as used. */
static void use_block(struct shelf *shelf, const char *kind, const char *name)
{
	struct heading heading;
	struct line *line;

	while (!has_heading(shelf, kind, name, &heading)) {
		if (shelf->reach == ALL)
			return; /* reported where the name is looked up */
		read_more(shelf);
	}
	line = &heading.source->lines[heading.line];
	if (!heading.source->of_package || line->used)
		return;
	line->used = true;
	use_what_it_names(shelf, heading);
}

/* Marks FROM of "use FROM" as used: of events it is a table, of unit masks a block of them or TABLE:EVENT. */
static void use_source_of_rows(struct shelf *shelf, const char *from, bool of_events)
{
	const char *colon = of_events ? NULL : strchr(from, ':');

	if (colon != from)
		use_block(shelf, of_events || colon ? "events" : "umasks",
			colon ? copy_text(from, (size_t)(colon - from)) : from);
}

static void use_what_the_line_names(struct shelf *shelf, const char *block, const struct line *line)
{
	static const struct {
		const char *block, *statement, *kind;
	} names[] = {
		{ "pmu", "layout", "layout" },
		{ "pmu", "sharing", "sharing" },
		{ "pmu", "aliases", "aliases" },
		{ "pmu", "events", "events" },
		{ "pmu", "groups", "groups" },
		{ "pmu", "groups", "lists" },
		{ "layout", "sharing", "sharing" },
		{ "aliases", "use", "aliases" },
		{ "metrics", "use", "metrics" },
	};
	const bool is_umasks = !strcmp(block, "umasks");

	if ((is_umasks || !strcmp(block, "events") || !strcmp(block, "extend")) && is_statement(line, "use"))
		use_source_of_rows(shelf, line->words[1].text, !is_umasks && !line->indented);
	for (int i = 2; is_statement(line, "answer") && i < line->count; i++)
		if (!strncmp(line->words[i].text, "from=", 5))
			use_block(shelf, "metrics", line->words[i].text + 5);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(block, names[i].block) && is_statement(line, names[i].statement))
			use_block(shelf, names[i].kind, line->words[1].text);
}

static void use_what_it_names(struct shelf *shelf, struct heading heading)
{
	const struct source *source = heading.source;
	const struct line *header = &source->lines[heading.line];
	const char *kind = header->words[0].text;

	if (header->count > 3 && !strcmp(header->words[2].text, "like"))
		use_block(shelf, kind, header->words[3].text);
	if (header->count > 3 && !strcmp(header->words[2].text, "layout"))
		use_block(shelf, "layout", header->words[3].text);
	for (int i = heading.line + 1; i < source->count && !starts_block(&source->lines[i]); i++)
		use_what_the_line_names(shelf, kind, &source->lines[i]);
}

static bool has_kind(const struct shelf *shelf, const char *kind)
{
	for (int i = 0; i < shelf->count; i++)
		if (shelf->headings[i].source->of_package &&
			!strcmp(shelf->headings[i].source->lines[shelf->headings[i].line].words[0].text, kind))
			return true;
	return false;
}

/* Checks that the package's layouts are found. False: they are not, the cause of all other mistakes; reported. */
static bool found_layouts(const struct shelf *shelf)
{
	const char *wrong = access(shelf->directory, R_OK | X_OK) ? strerror(errno) : NULL;
	struct heading heading;

	if (!wrong && !(has_kind(shelf, "layout") && has_kind(shelf, "sharing")))
		wrong = "they are not in the directories here";
	for (int i = 0; wrong && i < shelf->model->pmu_count; i++) {
		const char *name = shelf->model->pmus[i]->layout_name.text;

		if (!name || has_heading(shelf, "layout", name, &heading))
			continue;
		report((struct place){ shelf->directory, 0, 0 },
			"the layouts of this package: %s; PFMKIT_LAYOUTS names the directory that has them", wrong);
		return false;
	}
	return true;
}

const char *package_text(void)
{
	const char *directory = getenv("PFMKIT_LAYOUTS");

	return directory ? directory : LAYOUT_DIRECTORY;
}

bool borrow_text(struct model *model)
{
	struct shelf shelf = { .model = model, .directory = package_text() };
	bool found;

	add_headings(&shelf);
	for (int i = 0, own = shelf.count; i < own; i++)
		use_what_it_names(&shelf, shelf.headings[i]);
	for (int i = 0; i < model->source_count; i++)
		if (model->sources[i]->of_package)
			parse_used(model, model->sources[i]);
	forget_other_owners(model);
	found = found_layouts(&shelf);
	free(shelf.headings);
	return found;
}
