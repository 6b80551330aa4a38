/*
 * An event's row may be in the PMU's own table, or taken from another one by a line of it, "use" or "like": then that
 * line is where to change what one PMU has, and the row where to change it for all.
 */
#include "where.h"

#include "compile.h"
#include "compiler/model/parse.h"
#include "compiler/text/arguments.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct where {
	const char *tree;
	struct model model;
};

/* PMU::EVENT[:UMASK], cut up. */
struct wanted_row {
	const char *pmu, *event, *umask; /* umask NULL: the event itself */
};

static bool read_wanted(const char *operand, struct wanted_row *wanted)
{
	const char *colons = strstr(operand, "::"), *colon = colons ? strpbrk(colons + 2, ":.") : NULL;

	if (!colons || !colons[2])
		return false;
	wanted->pmu = copy_text(operand, (size_t)(colons - operand));
	wanted->event = colon ? copy_text(colons + 2, (size_t)(colon - colons - 2)) : colons + 2;
	wanted->umask = colon ? colon + 1 : NULL;
	return true;
}

static const struct row *row_at(const struct rows *rows, struct place place)
{
	for (int i = 0; rows && i < rows->count; i++) {
		struct place own = rows->rows[i].line->words[0].place;

		if (own.line == place.line && !strcmp(own.file, place.file))
			return &rows->rows[i];
	}
	return NULL;
}

/* Prints the row's place and what has it: what took it, or the line that the row stands below. */
static void print_row(const struct row *row, struct place above)
{
	struct place own = row->line->words[0].place, by = row->by.file ? row->by : above;

	say(stdout, "%s:%d by %s:%d\n", own.file, own.line, by.file, by.line);
}

/* Prints the rows of an event of the table that the PMU has. Returns whether it has one. */
static bool print_event(const struct table *table, const struct pmu *pmu, struct place part,
	const struct wanted_row *wanted)
{
	bool found = false;

	for (int i = 0; i < table->event_count; i++) {
		const struct event *event = &table->events[i];
		const struct row *row = event->visible & pmu->data.visible && same_name(event->name, wanted->event)
			? row_at(table->block.rows, event->place) : NULL;

		if (row && !wanted->umask) {
			print_row(row, part);
			found = true;
		}
		for (int k = 0; row && wanted->umask && k < event->umask_count; k++) {
			const struct umask *umask = &event->umasks[k];
			const struct row *below = umask->visible & pmu->data.visible &&
				same_name(umask->name, wanted->umask) ? row_at(row->below, umask->place) : NULL;

			if (below)
				print_row(below, row->by.file ? row->by : event->place);
			found |= below != NULL;
		}
	}
	return found;
}

static bool print_where(const struct model *model, const char *operand)
{
	struct wanted_row wanted;
	const struct pmu *pmu;
	bool found = false;

	if (!read_wanted(operand, &wanted)) {
		say(stderr, "pmuc: %s: expected PMU::EVENT or PMU::EVENT:UMASK\n", operand);
		return false;
	}
	pmu = find_pmu(model, wanted.pmu);
	if (!pmu) {
		say(stderr, "pmuc: %s: no PMU %s in the text\n", operand, wanted.pmu);
		return false;
	}
	for (int i = 0; i < pmu->part_count; i++) {
		const struct table *table = find_table(model, pmu->parts[i].table.text);

		found |= table && print_event(table, pmu, pmu->parts[i].table.place, &wanted);
	}
	if (!found)
		say(stderr, "pmuc: %s: %s has no such %s\n", operand, wanted.pmu, wanted.umask ? "unit mask" : "event");
	return found;
}

static bool read_option(void *command, const char *option, const char *value)
{
	struct where *where = command;

	return !strcmp(option, "--tree") && (where->tree = value);
}

int where_main(int argc, char **argv)
{
	static const struct options options = { NULL, read_option };
	struct where where = { NULL, { 0 } };
	int count = read_arguments(argc, argv, &options, &where);
	bool good;

	if (count < 1) {
		fputs("usage: pmuc where [--tree DIR] PMU::EVENT[:UMASK] ...\n", stderr);
		return 2;
	}
	if (!where.tree)
		where.tree = access("src/pmu/order", F_OK) ? package_text() : "src/pmu";
	good = read_tables(where.tree, &where.model);
	for (int i = 0; i < count && !error_count(); i++)
		good &= print_where(&where.model, argv[i]);
	return !good;
}
