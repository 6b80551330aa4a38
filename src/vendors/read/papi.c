/*
 * Reads PAPI's file of presets, papi_events.csv, and users' own files of PAPI_USER_EVENTS_FILE: lines CPU,NAME and, for
 * the CPUs right above, PRESET,NAME,KIND,... or EVENT,NAME,KIND,... with events as libpfm4 spells them. Takes names and
 * arithmetic, nothing else of a line.
 *
 *   NOT_DERIVED,a   DERIVED_ADD,a,b,..   DERIVED_SUB,a,b,..   DERIVED_POSTFIX,N0|N1|+|,a,b   DERIVED_INFIX,N0+N1,a,b
 */
#include "papi.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 64, MOST_DEPTH = 32 };

/* A line's cells, without the notes at its end. */
struct preset_line {
	const char *cells[MOST_CELLS];
	int count;
};

static bool begins_notes(const char *cell)
{
	return !strcmp(cell, "NOTE") || !strcmp(cell, "LDESC") || !strcmp(cell, "SDESC");
}

static struct preset_line cut_preset_line(const char *text)
{
	struct preset_line line = { .count = 0 };

	while (*text && *text != '#' && line.count < MOST_CELLS) {
		size_t length = strcspn(text, ",#");
		char *cell = copy_text(text, length);
		size_t end = strlen(cell);

		while (end && isspace((unsigned char)cell[end - 1]))
			cell[--end] = '\0';
		cell += strspn(cell, " \t");
		if (begins_notes(cell))
			break;
		if (*cell || line.count)
			line.cells[line.count++] = cell;
		text += length + (text[length] == ',');
	}
	while (line.count && !*line.cells[line.count - 1])
		line.count--;
	return line;
}

/* Returns an event's name in a formula, with a backslash before signs that mean something else there. */
static const char *name_in_formula(const char *event)
{
	struct line_text name = { 0 };

	for (; *event; event++)
		add(&name, strchr("=-,", *event) ? "\\%c" : "%c", *event);
	return name.text ? name.text : "";
}

/* Returns the events with an operator between them. */
static const char *chain(const struct preset_line *line, const char *operator)
{
	struct line_text text = { 0 };

	for (int i = 3; i < line->count; i++)
		add(&text, "%s%s", i > 3 ? operator : "", name_in_formula(line->cells[i]));
	return text.text;
}

/* Returns the fourth event for "N3", or a number. NULL: it is neither. */
static const char *operand(const struct preset_line *line, const char *word)
{
	int number = *word == 'N' && isdigit((unsigned char)word[1]) ? atoi(word + 1) : -1;

	if (number >= 0)
		return number + 4 < line->count ? name_in_formula(line->cells[number + 4]) : NULL;
	return isdigit((unsigned char)*word) || *word == '.' ? word : NULL;
}

/* Converts a postfix formula. NULL: operands and operators do not fit each other. */
static const char *postfix(const struct preset_line *line)
{
	const char *stack[MOST_DEPTH], *at = line->count > 4 ? line->cells[3] : "";
	int depth = 0;

	for (size_t length; *at; at += length + (at[length] == '|')) {
		const char *word;

		length = strcspn(at, "|");
		word = copy_text(at, length);
		if (!*word)
			continue;
		if (strchr("+-*/", *word) && !word[1] && depth >= 2) {
			depth--;
			stack[depth - 1] = joined(joined("(", stack[depth - 1], " "), joined(word, " ", ""),
						  joined(stack[depth], ")", ""));
		} else if (depth == MOST_DEPTH || !(stack[depth] = operand(line, word))) {
			return NULL;
		} else {
			depth++;
		}
	}
	return depth == 1 ? stack[0] : NULL;
}

static const char *infix(const struct preset_line *line)
{
	struct line_text text = { 0 };
	const char *at = line->count > 4 ? line->cells[3] : "";

	while (*at) {
		size_t length = 0;

		while (isalnum((unsigned char)at[length]) || at[length] == '.')
			length++;
		if (length) {
			const char *word = operand(line, copy_text(at, length));

			if (!word)
				return NULL;
			add(&text, "%s", word);
		} else {
			add(&text, isspace((unsigned char)*at) ? " " : " %c ", *at);
			length = 1;
		}
		at += length;
	}
	return text.text;
}

static const char *preset_formula(const struct preset_line *line, const char **wrong)
{
	const char *kind = line->count > 3 ? line->cells[2] : "", *formula = NULL;

	*wrong = "its arithmetic is not as that of its kind";
	if (!strcmp(kind, "NOT_DERIVED"))
		formula = name_in_formula(line->cells[3]);
	else if (!strcmp(kind, "DERIVED_ADD"))
		formula = chain(line, " + ");
	else if (!strcmp(kind, "DERIVED_SUB"))
		formula = chain(line, " - ");
	else if (!strcmp(kind, "DERIVED_POSTFIX"))
		formula = postfix(line);
	else if (!strcmp(kind, "DERIVED_INFIX"))
		formula = infix(line);
	else
		*wrong = "of a kind that has no arithmetic here";
	return formula;
}

/* The CPUs that the following presets are for. */
struct preset_cpus {
	const char *names, *block;      /* such as "skl skx" and "papi_skl_skx"; NULL: none */
	bool open;                      /* no preset has followed yet, so further CPU lines are added */
};

static bool has_word(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (; words && *words; words += strspn(words, " ")) {
		size_t end = strcspn(words, " ");

		if (end == length && !strncmp(words, word, length))
			return true;
		words += end;
	}
	return false;
}

static void add_cpu_line(struct import *import, struct preset_cpus *cpus, const char *name, struct place place)
{
	if (!cpus->open)
		cpus->names = cpus->block = NULL;
	cpus->open = true;
	if (!*name || strpbrk(name, " \t") || strcmp(small_name(name), name) != 0) {
		leave_out(import, place, joined("CPU ", name, ""), "no name of a PMU");
		return;
	}
	if (has_word(cpus->names, name))
		return;
	cpus->names = cpus->names ? joined(cpus->names, " ", name) : name;
	cpus->block = joined(cpus->block ? cpus->block : "papi", "_", name);
}

/* Takes a line of a preset or of a user's event; kind is what to call it. */
static void add_preset(struct import *import, struct preset_cpus *cpus, const struct preset_line *line,
		       const char *kind, struct place place)
{
	struct import_metric metric = { .place = place, .name = line->count > 1 ? line->cells[1] : "" };
	const char *wrong;

	cpus->open = false;
	metric.formula = preset_formula(line, &wrong);
	if (!metric.formula)
		leave_out(import, place, joined(kind, metric.name, ""), wrong);
	else if (!cpus->names)
		leave_out(import, place, joined(kind, metric.name, ""), "of no PMU");
	else
		add_metric(import, metrics_block(import, cpus->block, cpus->block, cpus->names), metric);
}

bool are_presets(const char *text)
{
	static const char *const words[] = { "CPU,", "PRESET,", "EVENT," };

	while (*text && (isspace((unsigned char)*text) || *text == '#'))
		text += *text == '#' ? strcspn(text, "\n") : 1;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strncmp(text, words[i], strlen(words[i])))
			return true;
	return false;
}

void import_presets(struct import *import, const char *path, char *text)
{
	struct preset_cpus cpus = { .names = NULL };
	int number = 0;
	char *next;

	for (char *at = text; at && *at; at = next) {
		struct place place = { path, ++number, 0 };
		struct preset_line line;

		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		line = cut_preset_line(at);
		if (!line.count)
			continue;
		if (!strcmp(line.cells[0], "CPU"))
			add_cpu_line(import, &cpus, line.count > 1 ? line.cells[1] : "", place);
		else if (!strcmp(line.cells[0], "PRESET"))
			add_preset(import, &cpus, &line, "preset ", place);
		else if (!strcmp(line.cells[0], "EVENT"))
			add_preset(import, &cpus, &line, "event ", place);
		else
			leave_out(import, place, line.cells[0], "neither a CPU, a preset nor a user's event");
	}
}
